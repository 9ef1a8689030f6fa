#include <config.h>

#include "rules/gamescan.h"

#include <string.h>

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length) {
    *reader = (GameReader){.name = name, .text = text, .length = length, .at = {0, 1, 1}};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->at.offset = 3;
}

bool gamescan_at_end(const GameReader *reader) {
    return reader->at.offset == reader->length;
}

char gamescan_peek(const GameReader *reader) {
    return gamescan_at_end(reader) ? '\0' : reader->text[reader->at.offset];
}

void gamescan_advance(GameReader *reader, size_t bytes) {
    for (; bytes > 0; bytes--) {
        char c = reader->text[reader->at.offset++];
        if (c == '\n' || (c == '\r' && gamescan_peek(reader) != '\n')) {
            reader->at.line++;
            reader->at.column = 1;
        } else {
            reader->at.column++;
        }
    }
}

bool gamescan_is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool gamescan_is_break(char c) {
    return c == '\n' || c == '\r';
}

size_t gamescan_rest_of_line(const GameReader *reader) {
    size_t length = 0;
    while (reader->at.offset + length < reader->length &&
           !gamescan_is_break(reader->text[reader->at.offset + length]))
        length++;
    return length;
}

void gamescan_skip_blanks(GameReader *reader) {
    while (!gamescan_at_end(reader)) {
        if (gamescan_is_blank(gamescan_peek(reader)))
            gamescan_advance(reader, 1);
        else if (gamescan_peek(reader) == '%' && reader->at.column == 1)
            gamescan_advance(reader, gamescan_rest_of_line(reader));
        else
            break;
    }
}

bool gamereader_more(GameReader *reader) {
    gamescan_skip_blanks(reader);
    return !gamescan_at_end(reader);
}

bool gamescan_at_tags(const GameReader *reader) {
    return gamescan_peek(reader) == '[' && reader->at.column == 1;
}

static void skip_line(GameReader *reader) {
    gamescan_advance(reader, gamescan_rest_of_line(reader));
    size_t line = reader->at.line;
    while (!gamescan_at_end(reader) && reader->at.line == line)
        gamescan_advance(reader, 1);
}

bool gamereader_recover(GameReader *reader) {
    bool after_empty = false;
    reader->at = reader->failed;
    if (gamescan_at_tags(reader))
        return true;
    skip_line(reader);
    while (!gamescan_at_end(reader) && !(after_empty && gamescan_peek(reader) == '[')) {
        after_empty = gamescan_rest_of_line(reader) == 0;
        skip_line(reader);
    }
    return !gamescan_at_end(reader);
}
