#include <config.h>

#include "export/game_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "engine/chance.h"
#include "rules/describe.h"

/* --- the game --- */

/* Returns NULL for a tag that is missing or says that it is unknown. */
static const char *known_tag(const Record *record, const char *name) {
    const char *value = record_tag_or_unknown(record, name);
    return strspn(value, "?.") == strlen(value) || strcmp(value, "-") == 0 ? NULL : value;
}

void game_text_players(const Record *record, Buffer *text) {
    const char *white = known_tag(record, "White"), *black = known_tag(record, "Black");
    if (!white && !black) {
        buffer_add_string(text, "A game of ");
        buffer_add_string(text, record->variant.name);
        return;
    }
    buffer_add_string(text, white ? white : "White");
    buffer_add_string(text, " – ");
    buffer_add_string(text, black ? black : "Black");
}

void game_text_event(const Record *record, Buffer *text) {
    static const char *const tags[] = {"Event", "Site", "Date", "Round"};
    size_t begin = text->length;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        const char *value = known_tag(record, tags[i]);
        if (!value)
            continue;
        buffer_add_string(text, text->length > begin ? ", " : "");
        buffer_add_string(text, strcmp(tags[i], "Round") == 0 ? "round " : "");
        buffer_add_string(text, value);
    }
}

void game_text_outcome(const Record *record, Buffer *text) {
    Outcome outcome = record_outcome_at(record, record->count);
    if (!outcome_is_over(outcome)) {
        buffer_add_format(text, "%s to move.",
                          color_name(position_side(record_position_at(record, record->count))));
        return;
    }
    if (outcome.result != RESULT_OPEN)
        buffer_add_format(text, "%s: ", result_text(outcome.result));
    buffer_add_string(text, outcome_sentence(outcome));
}

/* --- moves --- */

void game_text_number(const Record *record, size_t ply, Buffer *text) {
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    bool black = position_side(record_position_at(record, ply - 1)) == BLACK;
    buffer_add_format(text, "%zu%s", (ply - 1 + black_began) / 2 + 1, black ? "..." : ".");
}

void game_text_move(const Record *record, size_t ply, Buffer *text) {
    char move[NOTATION_SIZE];
    const RecordPly *played = &record->plies[ply - 1];
    buffer_add(text, move, notation_write(record_position_at(record, ply - 1), played->move, move));
    for (int i = 0; i < RECORD_GLYPHS_MAX && played->glyphs[i]; i++)
        buffer_add_string(text, record_mark_text(played->glyphs[i]));
}

void game_text_place(const Record *record, size_t ply, Buffer *text) {
    if (ply == 0) {
        buffer_add_string(text, "before the first move");
        return;
    }
    buffer_add_string(text, "after ");
    game_text_number(record, ply, text);
    buffer_add_string(text, " ");
    game_text_move(record, ply, text);
}

void game_text_describe(const Record *record, size_t ply, Buffer *text) {
    const Position *before = record_position_at(record, ply - 1);
    Move move = record->plies[ply - 1].move;
    Bitboard drowned = position_drowned(before, move);
    Bitboard moved = drowned & square_bit(move_to(move));
    buffer_add_format(text, "%s: ", color_name(position_side(before)));
    describe_move(before, move, text);
    buffer_add_string(text, moved ? ", where it drowns." : ".");
    drowned &= ~moved;
    if (!drowned)
        return;
    buffer_add_string(text, " The ");
    describe_piece_list(before, drowned, text);
    buffer_add_string(text, popcount64(drowned) == 1 ? " drowns." : " drown.");
}

/* --- glyphs --- */

/* A glyph, its sign and its meaning. */
typedef struct GlyphWords {
    unsigned char glyph;
    const char *sign;
    const char *words;
} GlyphWords;

static const GlyphWords glyphs[] = {
    {1, "!", "good move"},
    {2, "?", "mistake"},
    {3, "!!", "brilliant move"},
    {4, "??", "blunder"},
    {5, "!?", "interesting move"},
    {6, "?!", "inaccuracy"},
    {7, "□", "only move"},
    {10, "=", "even"},
    {13, "∞", "unclear"},
    {14, "⩲", "White is a bit better"},
    {15, "⩱", "Black is a bit better"},
    {16, "±", "White is better"},
    {17, "∓", "Black is better"},
    {18, "+−", "White is winning"},
    {19, "−+", "Black is winning"},
    {22, "⨀", "White has no good move"},
    {23, "⨀", "Black has no good move"},
    {36, "↑", "White has the initiative"},
    {37, "↑", "Black has the initiative"},
    {40, "→", "White attacks"},
    {41, "→", "Black attacks"},
    {132, "⇆", "White has counterplay"},
    {133, "⇆", "Black has counterplay"},
    {138, "⊕", "White is short of time"},
    {139, "⊕", "Black is short of time"},
    {146, "N", "novelty"},
};

static const GlyphWords *find_glyph(unsigned char glyph) {
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++)
        if (glyphs[i].glyph == glyph)
            return &glyphs[i];
    return NULL;
}

const char *game_text_glyph(unsigned char glyph) {
    const GlyphWords *found = find_glyph(glyph);
    return found ? found->words : NULL;
}

const char *game_text_sign(unsigned char glyph) {
    const GlyphWords *found = find_glyph(glyph);
    return found ? found->sign : "";
}

/* --- scores --- */

void game_text_win(const RecordScore *score, Buffer *text) {
    int moves = abs(score->win_moves);
    buffer_add_format(text, "%s wins in %d move%s",
                      color_name(score->win_moves > 0 ? WHITE : BLACK), moves,
                      text_plural((uint64_t)moves));
}

double game_text_chance(const RecordScore *score) {
    if (score->win_moves != 0)
        return score->win_moves > 0 ? 100 : 0;
    int limit = SCORE_WIN_LEAST - 1;
    return 100 * chance_of(clamp_int(score->hundredths, -limit, limit));
}

size_t game_text_count_scores(const Record *record) {
    size_t known = 0;
    for (size_t ply = 0; ply <= record->count; ply++)
        known += record->scores[ply].known;
    return known;
}
