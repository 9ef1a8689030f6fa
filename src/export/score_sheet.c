#include <config.h>

#include "export/score_sheet.h"

#include <string.h>

#include "base/text.h"
#include "export/game_text.h"
#include "rules/diagram.h"

enum { SHEET_COLUMNS = 79, NUMBER_COLUMNS = 6, MOVE_COLUMNS = 20 };

/* Returns the number of characters in some bytes. */
static size_t count_columns(const char *text, size_t length) {
    size_t columns = 0, size;
    unsigned code;
    for (size_t at = 0; at < length; at += size, columns++)
        if ((size = text_decode_utf8(text + at, length - at, &code)) == 0)
            size = 1;
    return columns;
}

static void add_blanks(Buffer *sheet, size_t count) {
    while (count-- > 0)
        buffer_add(sheet, " ", 1);
}

/* Appends a paragraph, each line indented. Line breaks of the text stay. */
static void add_paragraph(const char *text, size_t indent, Buffer *sheet) {
    size_t used = 0;
    while (*text) {
        size_t length = strcspn(text, " \t\n"), columns = count_columns(text, length);
        if (length > 0 && used > 0 && used + 1 + columns > SHEET_COLUMNS) {
            buffer_add_string(sheet, "\n");
            used = 0;
        }
        if (length > 0) {
            size_t blanks = used > 0 ? 1 : indent;
            add_blanks(sheet, blanks);
            buffer_add(sheet, text, length);
            used += blanks + columns;
        }
        text += length;
        if (*text == '\n') {
            buffer_add_string(sheet, "\n");
            used = 0;
        }
        text += *text != '\0';
    }
    buffer_add_string(sheet, "\n");
}

/* --- the head --- */

static void add_head(const Record *record, Buffer *sheet) {
    Buffer text = {0};
    game_text_players(record, &text);
    add_paragraph(text.bytes, 0, sheet);
    for (size_t i = count_columns(text.bytes, text.length); i > 0; i--)
        buffer_add_string(sheet, "=");
    buffer_add_string(sheet, "\n");
    buffer_clear(&text);
    game_text_event(record, &text);
    if (text.length > 0)
        add_paragraph(text.bytes, 0, sheet);
    buffer_clear(&text);
    game_text_outcome(record, &text);
    add_paragraph(text.bytes, 0, sheet);
    buffer_add_format(sheet, "Variant: %s\n", record->variant.name);
    buffer_free(&text);
}

static void add_board(const Record *record, size_t ply, Buffer *sheet) {
    const Position *position = record_position_at(record, ply);
    Buffer title = {0};
    buffer_add_string(&title, "\nThe position ");
    game_text_place(record, ply, &title);
    if (!outcome_is_over(record_outcome_at(record, ply)))
        buffer_add_format(&title, ", %s to move", color_name(position_side(position)));
    buffer_add_string(&title, ":\n");
    add_paragraph(title.bytes, 0, sheet);
    diagram_board(position, sheet);
    buffer_free(&title);
}

/* --- the moves --- */

/* Appends what is noted on a position: the comment, and other moves than the one that
 * led to it. Returns false if there is nothing. */
static bool add_notes(const Record *record, size_t ply, Buffer *sheet) {
    const char *comment = record_comment(record, ply);
    const char *variations = ply > 0 ? record->plies[ply - 1].variations : NULL;
    if (comment)
        add_paragraph(comment, NUMBER_COLUMNS, sheet);
    if (variations)
        add_paragraph(variations, NUMBER_COLUMNS, sheet);
    return comment || variations;
}

static void add_moves(const Record *record, Buffer *sheet) {
    size_t used = 0; /* columns of the line */
    Buffer word = {0};
    buffer_add_string(sheet, "\n");
    if (add_notes(record, 0, sheet))
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
        game_text_move(record, ply, &word);
        buffer_add_string(sheet, word.bytes);
        used = count_columns(word.bytes, word.length);
        if (black || noted || ply == record->count) {
            buffer_add_string(sheet, "\n");
            used = 0;
        } else {
            add_blanks(sheet, used < MOVE_COLUMNS ? MOVE_COLUMNS - used : 1);
        }
        add_notes(record, ply, sheet);
    }
    buffer_free(&word);
}

void score_sheet_add(const Record *record, Buffer *sheet) {
    add_head(record, sheet);
    add_board(record, 0, sheet);
    if (record->count > 0) {
        add_moves(record, sheet);
        add_board(record, record->count, sheet);
    } else {
        add_notes(record, 0, sheet);
    }
}
