/* The tags of a game in a file. */
#include <config.h>

#include <stdlib.h>

#include "rules/gamereading.h"
#include "rules/gamescan.h"

enum { TAGS_MAX = RECORD_TAGS_MAX + 20 }; /* with those that are not the record's */

static bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool read_tag_name(GameParse *parse, Buffer *name) {
    GameReader *reader = parse->reader;
    while (is_name(gamescan_peek(reader))) {
        buffer_add(name, &reader->text[reader->at.offset], 1);
        gamescan_advance(reader, 1);
    }
    if (name->length == 0 || name->length > RECORD_TAG_NAME_MAX)
        return gameparse_error_at(parse, reader->at, ERROR_SYNTAX,
                                  "expected a tag's name of 1 to %d letters, digits and '_'",
                                  RECORD_TAG_NAME_MAX);
    return true;
}

static bool read_tag_value(GameParse *parse, Buffer *value) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    if (gamescan_peek(reader) != '"')
        return gameparse_error_at(parse, place, ERROR_SYNTAX, "expected the tag's value in quotes");
    gamescan_advance(reader, 1);
    for (; gamescan_peek(reader) != '"'; gamescan_advance(reader, 1)) {
        if (gamescan_peek(reader) == '\\') {
            const char *next = reader->text + reader->at.offset + 1;
            if (reader->at.offset + 1 < reader->length && (*next == '"' || *next == '\\'))
                gamescan_advance(reader, 1);
        }
        if (gamescan_peek(reader) == '\0' || gamescan_is_break(gamescan_peek(reader)))
            return gameparse_error_at(
                parse, place, ERROR_SYNTAX,
                "the value that begins here has no closing quote in its line");
        buffer_add(value, &reader->text[reader->at.offset], 1);
    }
    gamescan_advance(reader, 1);
    return true;
}

static bool keep_tag(GameParse *parse, GameTag tag) {
    GamePlace place = {0, tag.line, tag.column};
    if (gametags_find(&parse->tags, tag.name)) {
        gameparse_error_at(parse, place, ERROR_SYNTAX, "the tag %s is given twice", tag.name);
    } else if (parse->tags.count == TAGS_MAX) {
        gameparse_error_at(parse, place, ERROR_RANGE, "a game has at most %d tags",
                           RECORD_TAGS_MAX);
    } else {
        gametags_add(&parse->tags, tag);
        return true;
    }
    free(tag.name);
    free(tag.value);
    return false;
}

static bool read_tag(GameParse *parse) {
    GameReader *reader = parse->reader;
    GamePlace place = reader->at;
    Buffer name = {0}, value = {0};
    gamescan_advance(reader, 1);
    gamescan_skip_blanks(reader);
    bool good = read_tag_name(parse, &name);
    gamescan_skip_blanks(reader);
    good = good && read_tag_value(parse, &value);
    gamescan_skip_blanks(reader);
    if (good && gamescan_peek(reader) != ']')
        good = gameparse_error_at(parse, reader->at, ERROR_SYNTAX,
                                  "expected ']' after the tag's value");
    if (!good) {
        buffer_free(&name);
        buffer_free(&value);
        return false;
    }
    gamescan_advance(reader, 1);
    return keep_tag(parse,
                    (GameTag){buffer_take(&name), buffer_take(&value), place.line, place.column});
}

bool gameparse_tags(GameParse *parse) {
    for (;;) {
        bool taken;
        gamescan_skip_blanks(parse->reader);
        if (!gameparse_comment(parse, &taken))
            return false;
        if (taken)
            continue;
        if (gamescan_peek(parse->reader) != '[')
            return true;
        if (!read_tag(parse))
            return false;
    }
}
