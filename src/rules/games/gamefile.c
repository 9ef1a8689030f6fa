#include <config.h>

#include "rules/games/gamefile.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/comment.h"
#include "rules/games/gametags.h"
#include "rules/notation.h"

enum { LINE_LONGEST = 79 };

/* ---- lines ---- */

typedef struct WrappedText {
    Buffer text;
    size_t used; /* bytes in the line */
} WrappedText;

static void end_line(WrappedText *wrapped) {
    buffer_add(&wrapped->text, "\n", 1);
    wrapped->used = 0;
}

static void add_bytes(WrappedText *wrapped, const char *bytes, size_t length) {
    buffer_add(&wrapped->text, bytes, length);
    wrapped->used += length;
}

/* Adds a word to this line or the next. */
static void add_word(WrappedText *wrapped, const char *word, size_t length) {
    if (wrapped->used > 0 && wrapped->used + 1 + length > LINE_LONGEST)
        end_line(wrapped);
    if (wrapped->used > 0)
        add_bytes(wrapped, " ", 1);
    add_bytes(wrapped, word, length);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Returns whether a text ends with the name of a command, "[%clk": other programs expect its value
 * on the same line. */
static bool ends_with_command(const char *text, size_t length) {
    while (length > 0 && text_lower(text[length - 1]) >= 'a' && text_lower(text[length - 1]) <= 'z')
        length--;
    return length >= 2 && memcmp(text + length - 2, "[%", 2) == 0;
}

/* Returns whether a byte of a comment is a blank that can become a line break. */
static bool breaks_comment(const char *text, size_t at) {
    return at > 0 && text[at] == ' ' && !is_blank(text[at - 1]) && !is_blank(text[at + 1]) &&
           !ends_with_command(text, at);
}

/* Returns the length of the part of a variation, its '(', ')', '{' or a word, or of the character
 * in a comment, that no line break may split. */
static size_t unit_length(const char *text, bool in_comment) {
    if (in_comment)
        return comment_unit_length(text);
    size_t word = strcspn(text, " (){}");
    return word > 0 ? word : 1;
}

/* Adds a piece without blanks that is too long for a line, cut between its units. */
static void add_long_piece(WrappedText *wrapped, const char *piece, size_t length,
                           bool in_comment) {
    if (wrapped->used > 0)
        end_line(wrapped);
    for (size_t unit; length > 0; piece += unit, length -= unit) {
        unit = unit_length(piece, in_comment);
        if (wrapped->used + length > LINE_LONGEST &&
            wrapped->used + unit + in_comment > LINE_LONGEST) {
            if (in_comment)
                add_bytes(wrapped, "\\", 1);
            end_line(wrapped);
        }
        add_bytes(wrapped, piece, unit);
        in_comment = *piece == '{' || (in_comment && *piece != '}');
    }
}

/* Returns the length of a text up to the next blank that can become a line break, and sets
 * *in_comment for what follows. */
static size_t piece_length(const char *text, bool *in_comment) {
    size_t length = 0;
    for (; text[length]; length++) {
        if (*in_comment ? breaks_comment(text, length) : text[length] == ' ')
            break;
        *in_comment = text[length] == '{' || (*in_comment && text[length] != '}');
    }
    return length;
}

/* Adds a comment, or tidy variations. */
static void add_comment(WrappedText *wrapped, const char *text) {
    bool in_comment = false;
    while (*text) {
        bool begins_inside = in_comment;
        size_t length = piece_length(text, &in_comment);
        if (length > LINE_LONGEST)
            add_long_piece(wrapped, text, length, begins_inside);
        else
            add_word(wrapped, text, length);
        text += length + (text[length] == ' ');
    }
}

/* ---- tags ---- */

static void write_start(const Record *record, GameFormat format, Buffer *file) {
    const Position *start = record_position_at(record, 0);
    Position default_start;
    char fen[FEN_SIZE];
    position_start(&default_start, &record->variant);
    if (position_same(start, &default_start))
        return;
    fen_write(start, fen);
    if (format == GAME_PGN)
        gametags_write("SetUp", "1", file);
    gametags_write("FEN", fen, file);
}

static void write_roster(const Record *record, GameFormat format, Buffer *file) {
    for (int i = 0; i < ROSTER_TAGS; i++) {
        const char *name = gametags_roster[i], *value = record_tag(record, name);
        if (!value && format == GAME_PGN)
            value = gametags_unknown(name);
        if (value)
            gametags_write(name, value, file);
    }
}

/* Writes the tags that are neither in the roster nor derived. A game may have gone on since its
 * Termination was read, which is then no longer right. */
static void write_other_tags(const Record *record, GameFormat format, Outcome outcome,
                             Buffer *file) {
    bool terminated = false;
    for (size_t i = 0; i < record->tag_count; i++) {
        const RecordTag *tag = &record->tags[i];
        bool termination = strcmp(tag->name, "Termination") == 0;
        if (gametags_unknown(tag->name) ||
            (termination && !gametags_termination_agrees(tag->value, outcome)))
            continue;
        gametags_write(tag->name, tag->value, file);
        terminated |= termination;
    }
    if (format == GAME_PGN && !terminated && record->tag_count < RECORD_TAGS_MAX)
        gametags_write("Termination", gametags_termination(outcome), file);
}

static void write_tags(const Record *record, GameFormat format, Buffer *file) {
    Outcome outcome = record_outcome_at(record, record->count);
    write_roster(record, format, file);
    gametags_write("Result", result_text(outcome.result), file);
    gametags_write_variant(&record->variant, file);
    write_start(record, format, file);
    if (record->declared.reason != REASON_NONE)
        gametags_write("Reason", reason_word(record->declared.reason), file);
    write_other_tags(record, format, outcome, file);
}

/* ---- moves ---- */

/* Adds the comment after a ply. Returns false if there is none. */
static bool write_comment(const Record *record, size_t ply, WrappedText *wrapped) {
    CommentCommands commands = {-1, -1, record->scores[ply]};
    Buffer comment = {0};
    if (ply > 0) {
        commands.used = record->plies[ply - 1].time_ms;
        commands.clock = record->plies[ply - 1].clock_ms;
    }
    comment_write(record_comment(record, ply), &commands, &comment);
    bool written = comment.length > 0;
    if (written)
        add_comment(wrapped, comment.bytes);
    buffer_free(&comment);
    return written;
}

/* Adds all that is noted on a ply. Returns whether a number must follow. */
static bool write_notes(const Record *record, size_t ply, WrappedText *wrapped) {
    const RecordPly *noted = &record->plies[ply - 1];
    /* A mark stands at the move. */
    for (size_t i = noted->glyphs[0] <= RECORD_MARK_MAX; i < RECORD_GLYPHS_MAX && noted->glyphs[i];
         i++) {
        char word[8];
        int length = snprintf(word, sizeof word, "$%d", noted->glyphs[i]);
        add_word(wrapped, word, (size_t)length);
    }
    bool written = write_comment(record, ply, wrapped);
    if (noted->variations)
        add_comment(wrapped, noted->variations);
    return written || noted->variations;
}

/* Writes a move in coordinates for PGN. Before a later landing on the file b stands an x,
 * "b5d3xb3": readers of chess take "b5d3b" for a promotion to a bishop. */
static size_t write_pgn_move(Move move, char text[NOTATION_SIZE]) {
    char coordinates[COORDINATE_SIZE];
    size_t length = coordinate_write(move, coordinates), used = 0;
    for (size_t i = 0; i < length; i++) {
        if (i >= 4 && coordinates[i] == 'b')
            text[used++] = 'x';
        text[used++] = coordinates[i];
    }
    text[used] = '\0';
    return used;
}

static size_t write_move(const Position *position, Move move, GameFormat format,
                         char text[NOTATION_SIZE]) {
    switch (format) {
    case GAME_CONGO:
        return notation_write(position, move, notation_congo, text);
    case GAME_COORDINATES:
        return coordinate_write(move, text);
    case GAME_PGN:
        return write_pgn_move(move, text);
    }
    return 0;
}

static void write_moves(GameFormat format, const Record *record, WrappedText *wrapped) {
    Buffer word = {0};
    bool numbered = false;
    write_comment(record, 0, wrapped);
    for (size_t ply = 0; ply < record->count; ply++) {
        const Position *position = record_position_at(record, ply);
        char number[RECORD_NUMBER_SIZE], move[NOTATION_SIZE];
        buffer_clear(&word);
        if (!numbered || position_side(position) == WHITE) {
            record_write_number(record, ply, number);
            buffer_add_format(&word, "%s ", number);
        }
        size_t length = write_move(position, record->plies[ply].move, format, move);
        buffer_add(&word, move, length);
        buffer_add_string(&word, record_mark_text(record->plies[ply].glyphs[0]));
        add_word(wrapped, word.bytes, word.length);
        numbered = !write_notes(record, ply + 1, wrapped);
    }
    buffer_free(&word);
}

char *gamefile_write(const Record *record, GameFormat format, size_t *length) {
    WrappedText wrapped = {0};
    write_tags(record, format, &wrapped.text);
    end_line(&wrapped);
    write_moves(format, record, &wrapped);
    const char *result = result_text(record_outcome_at(record, record->count).result);
    add_word(&wrapped, result, strlen(result));
    end_line(&wrapped);
    end_line(&wrapped);
    *length = wrapped.text.length;
    return buffer_take(&wrapped.text);
}

/* ---- variations in the notation of a format ---- */

/* Congo notation keeps the moves that their author did not write in coordinates. */
static size_t translate_move(const void *context, const Position *position, Move move,
                             const char *word, char text[NOTATION_SIZE]) {
    const GameFormat *format = context;
    size_t length = strspn(word, "abcdefg1234567x");
    bool coordinates = length >= 4 && word[length] == '\0';
    return *format == GAME_PGN || coordinates ? write_move(position, move, *format, text) : 0;
}

void gamefile_translate_variations(Record *record, GameFormat format) {
    if (format == GAME_COORDINATES)
        return;
    for (size_t ply = 1; ply <= record->count; ply++) {
        const char *tidy = record->plies[ply - 1].variations;
        Buffer text = {0};
        if (!tidy)
            continue;
        variation_translate(tidy, record_position_at(record, ply - 1), translate_move, &format,
                            &text);
        record_set_variations(record, ply, text.bytes);
        buffer_free(&text);
    }
}
