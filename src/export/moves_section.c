#include <config.h>

#include "export/moves_section.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "export/game_text.h"
#include "export/markup.h"
#include "review/review_notes.h"
#include "rules/comment.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

/* ---- a position ---- */

/* The moves of a position by origin and end. */
typedef struct MoveTable {
    Move moves[SQUARE_COUNT][SQUARE_COUNT];
} MoveTable;

/* Returns whether a way of several with the same ends stands for all instead of the one kept. */
static bool is_better_way(const Position *position, Move move, Move kept) {
    if (move_is_none(kept))
        return true;
    bool wins = position_captures_lion(position, move),
         kept_wins = position_captures_lion(position, kept);
    return wins != kept_wins ? wins : move_jumps(move) > move_jumps(kept);
}

static void fill_table(const Record *record, MoveTable *table) {
    const Position *position = record_position(record);
    MoveList list;
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (int from = 0; from < SQUARE_COUNT; from++)
        for (int to = 0; to < SQUARE_COUNT; to++)
            table->moves[from][to] = MOVE_NONE;
    for (size_t i = 0; i < list.count; i++) {
        Move move = list.moves[i];
        Move *kept = &table->moves[square_number(move_from(move))][square_number(move_to(move))];
        if (is_better_way(position, move, *kept) && !record_repetition_forbids(record, move))
            *kept = move;
    }
    movelist_free(&list);
}

/* Returns whether a move could take nothing, whatever stood where it ends. */
static bool is_peaceful(const Position *position, Move move) {
    Square from = move_from(move);
    return !position_captured(position, move) &&
           (position_piece_at(position, from) == MONKEY ||
            !bitboard_has(movegen_attackers(position, move_to(move), position_side(position)),
                          from));
}

/* Appends a move without its origin. */
static void add_target(const Position *position, Move move, Buffer *html) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    buffer_add_string(html, is_peaceful(position, move) ? "-" : "");
    for (int i = 0; i < count; i++) {
        buffer_add_string(html, move_jumps(move) > 0 ? "." : "");
        coordinate_add_square(html, landings[i]);
    }
    for (Bitboard drowned = position_drowned(position, move); drowned;) {
        buffer_add_string(html, "~");
        coordinate_add_square(html, bitboard_pop(&drowned));
    }
    if (move_promotes(position, move))
        buffer_add_format(html, "=%c", piece_type_letter(SUPERPAWN, position->variant->pawns));
    buffer_add_string(html, position_captures_lion(position, move) ? "#" : "");
}

static void add_moves(const Record *record, Buffer *html) {
    const Position *position = record_position(record);
    MoveTable table;
    fill_table(record, &table);
    buffer_add_string(html, " data-moves=\"");
    for (int from = 0; from < SQUARE_COUNT; from++) {
        bool begun = false;
        for (int to = 0; to < SQUARE_COUNT; to++) {
            Move move = table.moves[from][to];
            if (move_is_none(move))
                continue;
            if (!begun) {
                buffer_add_string(html, " ");
                coordinate_add_square(html, move_from(move));
            }
            buffer_add_string(html, begun ? "," : ":");
            add_target(position, move, html);
            begun = true;
        }
    }
    buffer_add_string(html, "\"");
}

void moves_section_add_position(const Record *record, Buffer *html) {
    const RecordScore *score = &record->scores[record->current];
    char fen[FEN_SIZE];
    fen_write(record_position(record), fen);
    buffer_add_format(html, " data-fen=\"%s\"", fen);
    if (!record_is_over(record))
        add_moves(record, html);
    if (!score->known)
        return;
    buffer_add_string(html, " data-score=\"");
    if (score->win_moves == 0)
        buffer_add_format(html, "White's chances: %.0f\u00a0%%", game_text_chance(score));
    else
        game_text_win(score, html);
    buffer_add_string(html, ".\"");
}

/* ---- a move ---- */

/* Appends an attribute with the squares that a move touches in their order: "b1 d3 f5". */
static void add_way(const char *attribute, Move move, Buffer *html) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    buffer_add_format(html, " %s=\"", attribute);
    coordinate_add_square(html, move_from(move));
    for (int i = 0; i < count; i++) {
        buffer_add_string(html, " ");
        coordinate_add_square(html, landings[i]);
    }
    buffer_add_string(html, "\"");
}

/* Appends an attribute with the letters of pieces, unless there are none. */
static void add_letters(const char *attribute, const Position *position, Bitboard pieces,
                        Buffer *html) {
    if (!pieces)
        return;
    buffer_add_format(html, " %s=\"", attribute);
    while (pieces) {
        Square square = bitboard_pop(&pieces);
        char letter = piece_letter(position_color_at(position, square),
                                   position_piece_at(position, square), position->variant->pawns);
        buffer_add(html, &letter, 1);
    }
    buffer_add_string(html, "\"");
}

/* Appends what the last move did, and the position after it. */
static void add_move_data(const Record *record, Buffer *html) {
    size_t ply = record->current;
    const Position *before = record_position_at(record, ply - 1);
    Move move = record->plies[ply - 1].move;
    moves_section_add_position(record, html);
    add_way("data-way", move, html);
    add_letters("data-taken", before, position_captured(before, move), html);
    add_letters("data-drowned", before, position_drowned_from(before, move), html);
    buffer_add_string(html, " data-number=\"");
    game_text_number(record, ply, html);
    buffer_add_string(html, "\" title=\"");
    game_text_describe(record, ply, html);
    buffer_add_string(html, "\"");
}

/* Appends a time in whole seconds, unless it is negative. */
static void add_time(const char *attribute, int64_t time_ms, Buffer *html) {
    char text[TEXT_SECONDS_SIZE];
    if (time_ms < 0)
        return;
    text_write_seconds(time_ms / 1000, text);
    buffer_add_format(html, " %s=\"%s\"", attribute, text);
}

/* Appends the move that a review found better than the last one. */
static void add_better(const Review *review, const Record *record, Buffer *html) {
    const ReviewMove *move = &review->moves[record->current - 1];
    const Position *before = record_position_at(record, record->current - 1);
    if (move->mark >= REVIEW_INACCURACY && !move_is_none(move->best) &&
        move_is_legal(before, move->best))
        add_way("data-better", move->best, html);
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

static void add_move(const Record *record, const Review *review, NotationStyle style, size_t game,
                     Buffer *html) {
    size_t ply = record->current;
    const Position *before = record_position_at(record, ply - 1);
    const RecordPly *played = &record->plies[ply - 1];
    char move[NOTATION_SIZE];
    buffer_add_format(html, "<a class=\"by-%s\" id=\"g%zu-%zu\" href=\"#g%zu-%zu\"",
                      color_word(position_side(before)), game, ply, game, ply);
    add_move_data(record, html);
    add_time("data-used", played->time_ms, html);
    add_time("data-clock", played->clock_ms, html);
    add_better(review, record, html);
    notation_write(before, played->move, style, move);
    buffer_add_format(html, ">%s", move);
    add_glyphs(played, html);
    buffer_add_string(html, "</a>");
}

/* ---- other lines ---- */

enum { LINE_DEPTH_MAX = 8 }; /* of lines inside each other; deeper ones are plain text */

/* Tidy variations (rules/comment.h) that are being written. */
typedef struct VariationWriter {
    const char *at;
    size_t game, ply; /* of the move instead of which they are played */
    int depth;
    Buffer *html;
} VariationWriter;

/* Writes a comment. */
static void write_remark(VariationWriter *writer) {
    Buffer text = {0};
    CommentCommands commands;
    size_t length = strcspn(writer->at, "}");
    comment_read(writer->at + 1, length - 1, false, &text, &commands);
    if (text.length > 0) {
        buffer_add_string(writer->html, "<span class=\"remark\">");
        markup_add_text(writer->html, text.bytes);
        buffer_add_string(writer->html, "</span>");
    }
    buffer_free(&text);
    writer->at += length + 1;
}

/* Takes a blank, a parenthesis, or a word up to one. */
static void take_word(VariationWriter *writer, Buffer *word) {
    size_t length = strcspn(writer->at, " (){");
    buffer_clear(word);
    buffer_add(word, writer->at, length > 0 ? length : 1);
    writer->at += word->length;
}

/* Writes a line that cannot be played through. */
static void write_plain_line(VariationWriter *writer) {
    size_t depth = 0;
    Buffer word = {0};
    do {
        if (*writer->at == '{') {
            write_remark(writer);
            continue;
        }
        depth += *writer->at == '(';
        depth -= *writer->at == ')';
        take_word(writer, &word);
        markup_add_text(writer->html, word.bytes);
    } while (depth > 0);
    buffer_free(&word);
}

/* Returns whether a word of a line is a move, not a number or a glyph. */
static bool is_move(const char *word) {
    return strchr(" 0123456789$!?.", *word) == NULL;
}

/* Writes a move as a link, or any other word. Returns false for a move that is not legal. */
static bool write_word(VariationWriter *writer, Record *line, const char *word) {
    Move move;
    bool legal = is_move(word) && record_parse_move(line, word, &move, NULL, NULL) &&
                 record_play_legal(line, move, -1, -1, NULL);
    if (legal) {
        buffer_add_format(writer->html, "<a href=\"#g%zu-%zu\"", writer->game, writer->ply);
        add_move_data(line, writer->html);
        buffer_add_string(writer->html, ">");
    }
    markup_add_text(writer->html, word);
    buffer_add_string(writer->html, legal ? "</a>" : "");
    return legal || !is_move(word);
}

/* Writes a line that is played instead of the record's current move. */
static void write_line(VariationWriter *writer, const Record *record) {
    Record *line = record_clone(record);
    Buffer word = {0};
    bool legal = record_undo(line);
    size_t start = line->current;
    writer->depth++;
    buffer_add_string(writer->html, "<span class=\"line\">(");
    for (writer->at++; *writer->at != ')';) {
        if (*writer->at == '{') {
            write_remark(writer);
        } else if (*writer->at != '(') {
            take_word(writer, &word);
            if (legal)
                legal = write_word(writer, line, word.bytes);
            else
                markup_add_text(writer->html, word.bytes);
        } else if (legal && line->current > start && writer->depth < LINE_DEPTH_MAX) {
            write_line(writer, line);
        } else {
            write_plain_line(writer);
        }
    }
    writer->at++;
    writer->depth--;
    buffer_add_string(writer->html, ")</span>");
    buffer_free(&word);
    record_free(line);
}

static void add_lines(const Record *record, NotationStyle style, size_t game, Buffer *html) {
    size_t ply = record->current;
    Buffer text = {0};
    variation_in_style(record->plies[ply - 1].variations, record_position_at(record, ply - 1),
                       style, &text);
    VariationWriter writer = {.at = text.bytes, .game = game, .ply = ply, .html = html};
    buffer_add_string(html, "<p class=\"note other\">");
    while (*writer.at) {
        if (*writer.at == '(')
            write_line(&writer, record);
        else
            buffer_add(html, writer.at++, 1);
    }
    buffer_add_string(html, "</p>");
    buffer_free(&text);
}

/* ---- the list ---- */

/* Returns whether a comment is only what a program notes of its search, "+0.10/2 0.017s". */
static bool is_of_program(const char *comment) {
    return strcmp(comment, "book") == 0 || comment[strspn(comment, "+-M0123456789./ s")] == '\0';
}

/* Appends the comment and the other lines of the current move. Returns false if there are none. */
static bool add_notes(const Record *record, NotationStyle style, size_t game, Buffer *html) {
    size_t ply = record->current;
    const char *comment = record_comment(record, ply);
    bool lines = ply > 0 && record->plies[ply - 1].variations;
    bool noted = comment && !is_of_program(comment);
    if (noted) {
        Buffer text = {0};
        review_notes_comment(record, ply, style, &text);
        buffer_add_string(html, "<p class=\"note\">");
        markup_add_text(html, text.bytes);
        buffer_add_string(html, "</p>");
        buffer_free(&text);
    }
    if (lines)
        add_lines(record, style, game, html);
    return noted || lines;
}

void moves_section_add(Record *record, const Review *review, NotationStyle style, size_t game,
                       Buffer *html) {
    bool numbered = false, open = false;
    buffer_add_string(html, "<ol class=\"moves\" aria-label=\"Moves\">\n");
    record_go_to(record, 0);
    if (record->comment && !is_of_program(record->comment)) {
        buffer_add_string(html, "<li>");
        add_notes(record, style, game, html);
        buffer_add_string(html, "</li>\n");
    }
    for (size_t ply = 1; ply <= record->count; ply++) {
        bool black = position_side(record_position(record)) == BLACK;
        record_go_to(record, ply);
        if (!open)
            buffer_add_string(html, "<li>");
        if (!numbered) {
            buffer_add_string(html, "<span class=\"number\">");
            game_text_number(record, ply, html);
            buffer_add_string(html, "</span>");
        }
        add_move(record, review, style, game, html);
        bool noted = add_notes(record, style, game, html);
        open = !black && ply < record->count;
        numbered = open && !noted;
        if (!open)
            buffer_add_string(html, "</li>\n");
    }
    buffer_add_string(html, "</ol>\n");
}
