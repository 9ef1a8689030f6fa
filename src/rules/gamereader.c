#include <config.h>

#include "rules/gamereading.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/gamescan.h"

/* --- errors --- */

bool gameparse_locate_error(const GameParse *parse, GamePlace place) {
    return error_prefix(parse->error, "%s:%zu:%zu: ", parse->reader->name, place.line,
                        place.column);
}

bool gameparse_error_at(const GameParse *parse, GamePlace place, ErrorCode code, const char *format,
                        ...) {
    char sentence[sizeof parse->error->text];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(sentence, sizeof sentence, format, arguments) < 0)
        sentence[0] = '\0';
    va_end(arguments);
    error_set(parse->error, code, "%s", sentence);
    return gameparse_locate_error(parse, place);
}

/* --- comments --- */

static void add_line_comment(GameParse *parse) {
    GameReader *reader = parse->reader;
    gamescan_advance(reader, 1);
    size_t length = gamescan_rest_of_line(reader);
    const char *raw = reader->text + reader->at.offset;
    gamecomment_read_line(raw, length, &parse->comment);
    gamescan_advance(reader, length);
}

static bool add_brace_comment(GameParse *parse) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    gamescan_advance(reader, 1);
    const char *raw = reader->text + reader->at.offset;
    const char *end = memchr(raw, '}', reader->length - reader->at.offset);
    if (!end)
        return gameparse_error_at(parse, place, ERROR_SYNTAX,
                                  "the comment that begins here has no end, '}'");
    bool after_move = parse->record && parse->record->count > 0;
    gamecomment_read(raw, (size_t)(end - raw), &parse->comment, after_move ? &parse->times : NULL);
    gamescan_advance(reader, (size_t)(end - raw) + 1);
    return true;
}

bool gameparse_comment(GameParse *parse, bool *taken) {
    *taken = true;
    if (gamescan_peek(parse->reader) == '{')
        return add_brace_comment(parse);
    if (gamescan_peek(parse->reader) == ';')
        add_line_comment(parse);
    else
        *taken = false;
    return true;
}

bool gameparse_attach_comment(GameParse *parse) {
    Record *record = parse->record;
    if (parse->comment.length > 0) {
        if (memchr(parse->comment.bytes, '\0', parse->comment.length))
            return gameparse_error_at(parse, parse->reader->at, ERROR_SYNTAX,
                                      "the comment before this has a NUL byte");
        record_set_comment(record, record->count, parse->comment.bytes);
    }
    if (record->count > 0)
        record_set_times(record, record->count, parse->times.used, parse->times.clock);
    buffer_clear(&parse->comment);
    parse->times = (MoveTimes){-1, -1};
    return true;
}

/* --- the start --- */

GamePlace gametag_place(const GameTag *tag) {
    return (GamePlace){0, tag->line, tag->column};
}

static bool keep_tags(GameParse *parse) {
    for (size_t i = 0; i < parse->tags.count; i++) {
        const GameTag *tag = &parse->tags.tags[i];
        if (record_tag_is_reserved(tag->name))
            continue;
        if (!record_set_tag(parse->record, tag->name, tag->value))
            return gameparse_error_at(parse, gametag_place(tag), ERROR_RANGE,
                                      "a game has at most %d tags", RECORD_TAGS_MAX);
    }
    return true;
}

static bool begin_record(GameParse *parse) {
    Variant variant;
    Position start;
    const GameTag *wrong_tag;
    if (!gametags_read_variant(&parse->tags, &variant, &wrong_tag, parse->error))
        return gameparse_locate_error(parse, gametag_place(wrong_tag));
    const Position *default_start =
        gametags_find(&parse->tags, "Variant") ? NULL : parse->reader->start;
    if (default_start)
        variant = *default_start->variant;
    const GameTag *fen = gametags_find(&parse->tags, "FEN");
    if (!fen && default_start) {
        start = *default_start;
    } else if (!fen) {
        position_start(&start, &variant);
    } else if (!fen_parse(fen->value, &variant, &start, parse->error)) {
        error_prefix(parse->error, "the FEN tag: ");
        return gameparse_locate_error(parse, gametag_place(fen));
    }
    parse->record = record_create(&start);
    return keep_tags(parse);
}

/* --- the whole --- */

/* Comments after the result are about the game that has just ended. */
static bool read_last_comments(GameParse *parse) {
    bool taken = true;
    while (taken) {
        gamescan_skip_blanks(parse->reader);
        if (!gameparse_comment(parse, &taken))
            return false;
    }
    return gameparse_attach_comment(parse);
}

Record *gamereader_next(GameReader *reader, bool strict, Error *error) {
    Error ignored = {0};
    GameParse parse = {
        .reader = reader, .strict = strict, .error = error ? error : &ignored, .times = {-1, -1}};
    reader->game++;
    reader->deviations = 0;
    bool read = gameparse_tags(&parse) && begin_record(&parse) && gameparse_moves(&parse) &&
                read_last_comments(&parse) && gameparse_check_result(&parse);
    gametags_free(&parse.tags);
    buffer_free(&parse.comment);
    if (read)
        return parse.record;
    record_free(parse.record);
    reader->failed = reader->at;
    reader->at.offset = reader->length;
    return NULL;
}
