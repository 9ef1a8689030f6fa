#include <config.h>

#include "export/game_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "engine/chance.h"
#include "review/review_notes.h"
#include "rules/comment.h"
#include "rules/notation.h"
#include "rules/fen.h"
#include "rules/player_names.h"

/* ---- the game ---- */

/* Returns NULL for a tag that is missing or says that it is unknown. */
static const char *known_tag(const Record *record, const char *name) {
    const char *value = record_tag_or_unknown(record, name);
    return strspn(value, "?.") == strlen(value) || strcmp(value, "-") == 0 ? NULL : value;
}

static bool is_default(const Record *record) {
    return strcmp(record->variant.name, variant_default()->name) == 0;
}

void game_text_players(const Record *record, Buffer *text) {
    if (!player_names_known(record, WHITE) && !player_names_known(record, BLACK)) {
        buffer_add_format(text, "A game of %s",
                          is_default(record) ? "Congo" : record->variant.name);
        return;
    }
    buffer_add_string(text, player_names_shown(record, WHITE));
    buffer_add_string(text, " – ");
    buffer_add_string(text, player_names_shown(record, BLACK));
}

/* Appends the values of tags that are known, up to a NULL, with ", " between them. */
static void add_tags(const Record *record, const char *const *tags, Buffer *text) {
    size_t begin = text->length;
    for (; *tags; tags++) {
        const char *value = known_tag(record, *tags);
        if (!value)
            continue;
        buffer_add_string(text, text->length > begin ? ", " : "");
        buffer_add_string(text, strcmp(*tags, "Round") == 0 ? "round " : "");
        buffer_add_string(text, value);
    }
}

void game_text_event(const Record *record, Buffer *text) {
    static const char *const tags[] = {"Event", "Site", "Date", "Round", NULL};
    add_tags(record, tags, text);
}

/* Appends " on 12 April 2026" or " in April 2026" for "2026.04.12" or "2026.04.??", " in 2026", or
 * " on " and a date of another form. */
static void add_date(const char *date, Buffer *text) {
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    int year = 0, month = 0, day = 0, length = 0;
    if (sscanf(date, "%4d.%2d.%2d%n", &year, &month, &day, &length) == 3 && !date[length] &&
        month >= 1 && month <= 12 && day >= 1)
        buffer_add_format(text, " on %d %s %d", day, months[month - 1], year);
    else if (sscanf(date, "%4d.%2d.??%n", &year, &month, &length) == 2 && length > 0 &&
             !date[length] && month >= 1 && month <= 12)
        buffer_add_format(text, " in %s %d", months[month - 1], year);
    else if (strcspn(date, ".") == 4 && strspn(date + 4, ".?") == strlen(date + 4))
        buffer_add_format(text, " in %.4s", date);
    else
        buffer_add_format(text, " on %s", date);
}

static void add_player(const Record *record, Color color, Buffer *text) {
    const char *name = player_names_shown(record, color);
    buffer_add_string(text, name);
    if (strcmp(name, color_name(color)) != 0)
        buffer_add_format(text, " (%s)", color_name(color));
}

void game_text_summary(const Record *record, Buffer *text) {
    static const char *const tags[] = {"Event", "Site", "Round", NULL};
    const char *date = known_tag(record, "Date");
    Buffer where = {0};
    add_player(record, WHITE, text);
    buffer_add_string(text, " and ");
    add_player(record, BLACK, text);
    buffer_add_string(text, " played Congo");
    if (!is_default(record))
        buffer_add_format(text, ", the variant %s%s", record->variant.name, date ? "," : "");
    if (date)
        add_date(date, text);
    add_tags(record, tags, &where);
    if (where.length > 0)
        buffer_add_format(text, " (%s)", where.bytes);
    buffer_add_string(text, ".");
    buffer_free(&where);
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

/* ---- moves ---- */

size_t game_text_count_moves(const Record *record) {
    return record->count > 0 ? record_move_number(record, record->count - 1) : 0;
}

void game_text_number(const Record *record, size_t ply, Buffer *text) {
    char number[RECORD_NUMBER_SIZE];
    record_write_number(record, ply - 1, number);
    buffer_add_string(text, number);
}

void game_text_move(const Record *record, size_t ply, NotationStyle style, Buffer *text) {
    char move[NOTATION_SIZE];
    const RecordPly *played = &record->plies[ply - 1];
    buffer_add(text, move,
               notation_write(record_position_at(record, ply - 1), played->move, style, move));
    for (int i = 0; i < RECORD_GLYPHS_MAX && played->glyphs[i]; i++)
        buffer_add_string(text, record_mark_text(played->glyphs[i]));
}

void game_text_place(const Record *record, size_t ply, NotationStyle style, Buffer *text) {
    if (ply == 0) {
        buffer_add_string(text, "before the first move");
        return;
    }
    buffer_add_string(text, "after ");
    game_text_number(record, ply, text);
    buffer_add_string(text, " ");
    game_text_move(record, ply, style, text);
}

/* Appends what becomes of the piece that moved. */
static void add_consequence(const Position *before, Move move, bool over, Buffer *text) {
    Bitboard end = square_bit(move_to(move));
    if (position_drowned(before, move) & end)
        buffer_add_string(text, ", where it drowns");
    else if (variant_deep(before->variant) & end && move_piece(move) != CROCODILE && !over)
        buffer_add_string(text, "; it drowns next turn unless it leaves the river");
}

void game_text_describe(const Record *record, size_t ply, Buffer *text) {
    const Position *before = record_position_at(record, ply - 1);
    const Position *after = record_position_at(record, ply);
    Move move = record->plies[ply - 1].move;
    Bitboard others = position_drowned(before, move) & ~square_bit(move_to(move));
    bool over = outcome_is_over(record_outcome_at(record, ply));
    buffer_add_format(text, "%s: ", color_name(position_side(before)));
    describe_move(before, move, text);
    if (position_has_both_lions(after))
        add_consequence(before, move, over, text);
    buffer_add_string(text, ".");
    if (others) {
        buffer_add_string(text, " The ");
        describe_piece_list(before, others, text);
        buffer_add_string(text, popcount64(others) == 1 ? " drowns." : " drown.");
    }
    if (!over && position_can_capture_lion(after))
        buffer_add_format(text, " %s can take the lion now.", color_name(position_side(after)));
}

/* ---- glyphs ---- */

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

/* ---- scores ---- */

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
    return 100 * win_probability(clamp_int(score->hundredths, -limit, limit));
}

size_t game_text_count_scores(const Record *record) {
    size_t known = 0;
    for (size_t ply = 0; ply <= record->count; ply++)
        known += record->scores[ply].known;
    return known;
}

/* A game as plain text for people: who played, the board at the start and at the end, and the moves
 * in two columns with their notes, in lines of at most 79 characters where words allow. */

enum { SHEET_COLUMNS = 79, NUMBER_COLUMNS = 6, MOVE_COLUMNS = 20 };

static void add_blanks(Buffer *sheet, size_t count) {
    while (count-- > 0)
        buffer_add(sheet, " ", 1);
}

/* ---- the head ---- */

static void add_head(const Record *record, Buffer *sheet) {
    Buffer text = {0};
    game_text_players(record, &text);
    text_add_wrapped(sheet, text.bytes, 0, SHEET_COLUMNS);
    for (size_t i = text_count_characters(text.bytes, text.length); i > 0; i--)
        buffer_add_string(sheet, "=");
    buffer_add_string(sheet, "\n");
    buffer_clear(&text);
    game_text_event(record, &text);
    if (text.length > 0)
        text_add_wrapped(sheet, text.bytes, 0, SHEET_COLUMNS);
    buffer_clear(&text);
    game_text_outcome(record, &text);
    text_add_wrapped(sheet, text.bytes, 0, SHEET_COLUMNS);
    buffer_add_format(sheet, "Variant: %s\n", record->variant.name);
    buffer_free(&text);
}

static void add_board(const Record *record, size_t ply, NotationStyle style, Buffer *sheet) {
    const Position *position = record_position_at(record, ply);
    Buffer title = {0};
    buffer_add_string(&title, "\nThe position ");
    game_text_place(record, ply, style, &title);
    if (!outcome_is_over(record_outcome_at(record, ply)))
        buffer_add_format(&title, ", %s to move", color_name(position_side(position)));
    buffer_add_string(&title, ":\n");
    text_add_wrapped(sheet, title.bytes, 0, SHEET_COLUMNS);
    diagram_board(position, sheet);
    buffer_free(&title);
}

/* ---- the moves ---- */

/* Appends what is noted on a position: the comment, and other moves than the one that led to it.
 * Returns false if there is nothing. */
static bool add_notes(const Record *record, size_t ply, NotationStyle style, Buffer *sheet) {
    const char *variations = ply > 0 ? record->plies[ply - 1].variations : NULL;
    Buffer comment = {0}, lines = {0};
    review_notes_comment(record, ply, style, &comment);
    if (comment.length > 0)
        text_add_wrapped(sheet, comment.bytes, NUMBER_COLUMNS, SHEET_COLUMNS);
    if (variations) {
        variation_write_plain(variations, record_position_at(record, ply - 1), style, &lines);
        text_add_wrapped(sheet, lines.bytes, NUMBER_COLUMNS, SHEET_COLUMNS);
    }
    buffer_free(&lines);
    buffer_free(&comment);
    return record_comment(record, ply) || variations;
}

static void add_moves(const Record *record, NotationStyle style, Buffer *sheet) {
    size_t used = 0; /* columns of the line */
    Buffer word = {0};
    buffer_add_string(sheet, "\n");
    if (add_notes(record, 0, style, sheet))
        buffer_add_string(sheet, "\n");
    for (size_t ply = 1; ply <= record->count; ply++) {
        bool black = position_side(record_position_at(record, ply - 1)) == BLACK;
        bool noted = record_comment(record, ply) || record->plies[ply - 1].variations;
        buffer_clear(&word);
        if (used == 0) {
            game_text_number(record, ply, &word);
            add_blanks(sheet,
                       word.length < NUMBER_COLUMNS - 1 ? NUMBER_COLUMNS - 1 - word.length : 0);
            buffer_add_format(sheet, "%s ", word.bytes);
            add_blanks(sheet, black ? MOVE_COLUMNS : 0);
            buffer_clear(&word);
        }
        game_text_move(record, ply, style, &word);
        buffer_add_string(sheet, word.bytes);
        used = text_count_characters(word.bytes, word.length);
        if (black || noted || ply == record->count) {
            buffer_add_string(sheet, "\n");
            used = 0;
        } else {
            add_blanks(sheet, used < MOVE_COLUMNS ? MOVE_COLUMNS - used : 1);
        }
        add_notes(record, ply, style, sheet);
    }
    buffer_free(&word);
}

void score_sheet_add(const Record *record, NotationStyle style, Buffer *sheet) {
    add_head(record, sheet);
    add_board(record, 0, style, sheet);
    if (record->count > 0) {
        add_moves(record, style, sheet);
        add_board(record, record->count, style, sheet);
    } else {
        add_notes(record, 0, style, sheet);
    }
}
