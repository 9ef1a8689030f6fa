#include <config.h>

#include "rules/gamefile.h"

#include <string.h>

#include "rules/buffer.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/gamecomment.h"
#include "rules/gametags.h"
#include "rules/notation.h"

enum { LINE_LONGEST = 79 };

/* --- lines --- */

typedef struct Lines {
    Buffer text;
    size_t used; /* bytes in the line */
} Lines;

static void end_line(Lines *lines) {
    buffer_add(&lines->text, "\n", 1);
    lines->used = 0;
}

static void add_bytes(Lines *lines, const char *bytes, size_t length) {
    buffer_add(&lines->text, bytes, length);
    lines->used += length;
}

/* Adds a word, in this line or the next. */
static void add_word(Lines *lines, const char *word, size_t length) {
    if (lines->used > 0 && lines->used + 1 + length > LINE_LONGEST)
        end_line(lines);
    if (lines->used > 0)
        add_bytes(lines, " ", 1);
    add_bytes(lines, word, length);
}

/* Adds a word that is too long for a line, cut where that does not harm it. */
static void add_long_word(Lines *lines, const char *word, size_t length) {
    size_t cut = 0;
    if (lines->used > 0)
        end_line(lines);
    while (length - cut > LINE_LONGEST) {
        while (lines->used + gamecomment_unit(word + cut) < LINE_LONGEST) {
            size_t unit = gamecomment_unit(word + cut);
            add_bytes(lines, word + cut, unit);
            cut += unit;
        }
        add_bytes(lines, "\\", 1);
        end_line(lines);
    }
    add_bytes(lines, word + cut, length - cut);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* The length of the comment up to the next blank that a line break can stand for. */
static size_t comment_word(const char *comment) {
    size_t length = 0;
    for (; comment[length]; length++)
        if (length > 0 && comment[length] == ' ' && !is_blank(comment[length - 1]) &&
            !is_blank(comment[length + 1]))
            break;
    return length;
}

static void add_comment(Lines *lines, const char *comment) {
    while (*comment) {
        size_t length = comment_word(comment);
        if (length > LINE_LONGEST)
            add_long_word(lines, comment, length);
        else
            add_word(lines, comment, length);
        comment += length + (comment[length] == ' ');
    }
}

/* --- tags --- */

static const char *const first_tags[] = {"Event", "Site", "Date", "Round", "White", "Black"};
enum { FIRST_TAGS = sizeof first_tags / sizeof first_tags[0] };

static bool is_first_tag(const char *name) {
    for (int i = 0; i < FIRST_TAGS; i++)
        if (strcmp(first_tags[i], name) == 0)
            return true;
    return false;
}

static void write_start(const Record *record, Buffer *file) {
    const Position *start = record_position_at(record, 0);
    Position usual;
    char fen[FEN_SIZE];
    position_start(&usual, &record->variant);
    if (position_same(start, &usual))
        return;
    fen_write(start, fen);
    gametags_write("FEN", fen, file);
}

static void write_tags(const Record *record, Buffer *file) {
    Outcome outcome = record_outcome_at(record, record->count);
    for (int i = 0; i < FIRST_TAGS; i++)
        if (record_tag(record, first_tags[i]))
            gametags_write(first_tags[i], record_tag(record, first_tags[i]), file);
    gametags_write("Result", result_text(outcome.result), file);
    gametags_write_variant(&record->variant, file);
    write_start(record, file);
    if (record->declared.reason != REASON_NONE)
        gametags_write("Reason", reason_word(record->declared.reason), file);
    for (size_t i = 0; i < record->tag_count; i++)
        if (!is_first_tag(record->tags[i].name))
            gametags_write(record->tags[i].name, record->tags[i].value, file);
}

/* --- moves --- */

/* Adds the comment at a ply; false if there is none. */
static bool write_comment(const Record *record, size_t ply, Lines *lines) {
    MoveTimes times = {-1, -1};
    Buffer comment = {0};
    if (ply > 0)
        times = (MoveTimes){record->plies[ply - 1].time_ms, record->plies[ply - 1].clock_ms};
    gamecomment_write(record_comment(record, ply), &times, &comment);
    bool written = comment.length > 0;
    if (written)
        add_comment(lines, comment.bytes);
    buffer_free(&comment);
    return written;
}

static void add_number(const Record *record, size_t ply, Buffer *word) {
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    bool black = position_side(record_position_at(record, ply)) == BLACK;
    buffer_add_format(word, "%zu%s ", (ply + black_began) / 2 + 1, black ? "..." : ".");
}

typedef size_t MoveWriter(const Position *position, Move move, char text[NOTATION_SIZE]);

static size_t write_coordinates(const Position *position, Move move, char text[NOTATION_SIZE]) {
    (void)position;
    return coordinate_write(move, text);
}

static MoveWriter *const move_writers[] = {
    [GAME_CONGO] = notation_write, [GAME_COORDINATES] = write_coordinates};

static void write_moves(GameNotation notation, const Record *record, Lines *lines) {
    Buffer word = {0};
    bool numbered = false;
    write_comment(record, 0, lines);
    for (size_t ply = 0; ply < record->count; ply++) {
        const Position *position = record_position_at(record, ply);
        char move[NOTATION_SIZE];
        buffer_clear(&word);
        if (!numbered || position_side(position) == WHITE)
            add_number(record, ply, &word);
        buffer_add(&word, move, move_writers[notation](position, record->plies[ply].move, move));
        add_word(lines, word.bytes, word.length);
        numbered = !write_comment(record, ply + 1, lines);
    }
    buffer_free(&word);
}

char *gamefile_write_in(GameNotation notation, const Record *record, size_t *length) {
    Lines lines = {0};
    write_tags(record, &lines.text);
    end_line(&lines);
    write_moves(notation, record, &lines);
    const char *result = result_text(record_outcome_at(record, record->count).result);
    add_word(&lines, result, strlen(result));
    end_line(&lines);
    end_line(&lines);
    *length = lines.text.length;
    return buffer_take(&lines.text);
}

char *gamefile_write(const Record *record, size_t *length) {
    return gamefile_write_in(GAME_CONGO, record, length);
}
