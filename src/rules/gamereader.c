#include <config.h>

#include "rules/gamereading.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/gamescan.h"

/* --- errors --- */

bool reading_blame(const Reading *reading, GamePlace place) {
    return error_prefix(reading->error, "%s:%zu:%zu: ", reading->reader->name, place.line,
                        place.column);
}

bool reading_fail(const Reading *reading, GamePlace place, ErrorCode code, const char *format,
                  ...) {
    char sentence[sizeof reading->error->text];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(sentence, sizeof sentence, format, arguments) < 0)
        sentence[0] = '\0';
    va_end(arguments);
    error_set(reading->error, code, "%s", sentence);
    return reading_blame(reading, place);
}

/* --- comments --- */

static void add_line_comment(Reading *reading) {
    GameReader *reader = reading->reader;
    gamescan_advance(reader, 1);
    size_t length = gamescan_rest_of_line(reader);
    const char *raw = reader->text + reader->at.offset;
    gamecomment_read_line(raw, length, &reading->comment);
    gamescan_advance(reader, length);
}

static bool add_brace_comment(Reading *reading) {
    GameReader *reader = reading->reader;
    GamePlace place = reader->at;
    gamescan_advance(reader, 1);
    const char *raw = reader->text + reader->at.offset;
    const char *end = memchr(raw, '}', reader->length - reader->at.offset);
    if (!end)
        return reading_fail(reading, place, ERROR_SYNTAX,
                            "the comment that begins here has no end, '}'");
    bool after_move = reading->record && reading->record->count > 0;
    gamecomment_read(raw, (size_t)(end - raw), &reading->comment,
                     after_move ? &reading->times : NULL);
    gamescan_advance(reader, (size_t)(end - raw) + 1);
    return true;
}

bool reading_comment(Reading *reading, bool *taken) {
    *taken = true;
    if (gamescan_peek(reading->reader) == '{')
        return add_brace_comment(reading);
    if (gamescan_peek(reading->reader) == ';')
        add_line_comment(reading);
    else
        *taken = false;
    return true;
}

bool reading_keep_comment(Reading *reading) {
    Record *record = reading->record;
    if (reading->comment.length > 0) {
        if (memchr(reading->comment.bytes, '\0', reading->comment.length))
            return reading_fail(reading, reading->reader->at, ERROR_SYNTAX,
                                "the comment before this has a NUL byte");
        record_set_comment(record, record->count, reading->comment.bytes);
    }
    if (record->count > 0)
        record_set_times(record, record->count, reading->times.used, reading->times.clock);
    buffer_clear(&reading->comment);
    reading->times = (MoveTimes){-1, -1};
    return true;
}

/* --- the start --- */

GamePlace reading_place_of_tag(const GameTag *tag) {
    return (GamePlace){0, tag->line, tag->column};
}

static bool keep_tags(Reading *reading) {
    for (size_t i = 0; i < reading->tags.count; i++) {
        const GameTag *tag = &reading->tags.tags[i];
        if (record_tag_is_reserved(tag->name))
            continue;
        if (!record_set_tag(reading->record, tag->name, tag->value))
            return reading_fail(reading, reading_place_of_tag(tag), ERROR_RANGE,
                                "a game has at most %d tags", RECORD_TAGS_MAX);
    }
    return true;
}

static bool begin_record(Reading *reading) {
    Variant variant;
    Position start;
    const GameTag *blamed;
    if (!gametags_read_variant(&reading->tags, &variant, &blamed, reading->error))
        return reading_blame(reading, reading_place_of_tag(blamed));
    const Position *usual =
        gametags_find(&reading->tags, "Variant") ? NULL : reading->reader->start;
    if (usual)
        variant = *usual->variant;
    const GameTag *fen = gametags_find(&reading->tags, "FEN");
    if (!fen && usual) {
        start = *usual;
    } else if (!fen) {
        position_start(&start, &variant);
    } else if (!fen_parse(fen->value, &variant, &start, reading->error)) {
        error_prefix(reading->error, "the FEN tag: ");
        return reading_blame(reading, reading_place_of_tag(fen));
    }
    reading->record = record_create(&start);
    return keep_tags(reading);
}

/* --- the whole --- */

/* Comments after the result are about the game that has just ended. */
static bool read_last_comments(Reading *reading) {
    bool taken = true;
    while (taken) {
        gamescan_skip_blanks(reading->reader);
        if (!reading_comment(reading, &taken))
            return false;
    }
    return reading_keep_comment(reading);
}

Record *gamereader_next(GameReader *reader, bool strict, Error *error) {
    Error unheard = {0};
    Reading reading = {
        .reader = reader, .strict = strict, .error = error ? error : &unheard, .times = {-1, -1}};
    reader->game++;
    reader->slips = 0;
    bool read = reading_tags(&reading) && begin_record(&reading) && reading_moves(&reading) &&
                read_last_comments(&reading) && reading_check_result(&reading);
    gametags_free(&reading.tags);
    buffer_free(&reading.comment);
    if (read)
        return reading.record;
    record_free(reading.record);
    reader->failed = reader->at;
    reader->at.offset = reader->length;
    return NULL;
}
