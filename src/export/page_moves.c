#include <config.h>

#include "export/page_moves.h"

#include <math.h>

#include "export/game_text.h"
#include "export/markup.h"
#include "rules/coordinate.h"
#include "rules/fen.h"

/* Appends the squares that a move touches in their order: "b1 d3 f5". */
static void add_way(Move move, Buffer *html) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    buffer_add_string(html, " data-way=\"");
    coordinate_add_square(html, move_from(move));
    for (int i = 0; i < count; i++) {
        buffer_add_string(html, " ");
        coordinate_add_square(html, landings[i]);
    }
    buffer_add_string(html, "\"");
}

void page_moves_add_position(const Record *record, size_t ply, Buffer *html) {
    const RecordScore *score = &record->scores[ply];
    char fen[FEN_SIZE];
    fen_write(record_position_at(record, ply), fen);
    buffer_add_format(html, " data-fen=\"%s\"", fen);
    if (ply > 0)
        add_way(record->plies[ply - 1].move, html);
    if (!score->known)
        return;
    buffer_add_string(html, " data-score=\"");
    if (score->win_moves == 0)
        buffer_add_format(html, "White's chances: %.0f %%", game_text_chance(score));
    else
        game_text_win(score, html);
    buffer_add_string(html, ".\"");
}

static void add_number(const Record *record, size_t ply, Buffer *html) {
    buffer_add_string(html, "<span class=\"number\">");
    game_text_number(record, ply, html);
    buffer_add_string(html, "</span>");
}

static void add_glyphs(const RecordPly *played, Buffer *html) {
    for (int i = 0; i < RECORD_GLYPHS_MAX && played->glyphs[i]; i++) {
        int glyph = played->glyphs[i];
        const char *words = game_text_glyph(played->glyphs[i]);
        if (words)
            buffer_add_format(html, "<abbr class=\"m%d\" title=\"%s\">%s</abbr>", glyph, words,
                              game_text_sign(played->glyphs[i]));
        else
            buffer_add_format(html, "<abbr title=\"note number %d\">$%d</abbr>", glyph, glyph);
    }
}

static void add_move(const Record *record, size_t ply, size_t game, Buffer *html) {
    const Position *before = record_position_at(record, ply - 1);
    const RecordPly *played = &record->plies[ply - 1];
    char move[NOTATION_SIZE];
    buffer_add_format(html, "<a class=\"by-%s\" id=\"g%zu-%zu\" href=\"#g%zu-%zu\"",
                      color_word(position_side(before)), game, ply, game, ply);
    page_moves_add_position(record, ply, html);
    buffer_add_string(html, " data-number=\"");
    game_text_number(record, ply, html);
    buffer_add_string(html, "\" data-say=\"");
    game_text_describe(record, ply, html);
    notation_write(before, played->move, move);
    buffer_add_format(html, "\">%s", move);
    add_glyphs(played, html);
    buffer_add_string(html, "</a>");
}

/* Appends a paragraph, unless the text is NULL. Returns false then. */
static bool add_note(const char *name, const char *text, Buffer *html) {
    if (!text)
        return false;
    buffer_add_format(html, "<p class=\"%s\">", name);
    markup_add_text(html, text);
    buffer_add_string(html, "</p>");
    return true;
}

void page_moves_add(const Record *record, size_t game, Buffer *html) {
    bool numbered = false, open = false;
    buffer_add_string(html, "<ol class=\"moves\" aria-label=\"Moves\">\n");
    if (record->comment) {
        buffer_add_string(html, "<li>");
        add_note("note", record->comment, html);
        buffer_add_string(html, "</li>\n");
    }
    for (size_t ply = 1; ply <= record->count; ply++) {
        bool black = position_side(record_position_at(record, ply - 1)) == BLACK;
        if (!open)
            buffer_add_string(html, "<li>");
        if (!numbered)
            add_number(record, ply, html);
        add_move(record, ply, game, html);
        bool noted = add_note("note", record->plies[ply - 1].comment, html);
        noted |= add_note("note other", record->plies[ply - 1].variations, html);
        open = !black && ply < record->count;
        numbered = open && !noted;
        if (!open)
            buffer_add_string(html, "</li>\n");
    }
    buffer_add_string(html, "</ol>\n");
}
