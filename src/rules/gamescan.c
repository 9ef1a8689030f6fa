#include <config.h>

#include "rules/gamescan.h"

#include "base/text.h"

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
        if (text_is_space(gamescan_peek(reader)))
            gamescan_advance(reader, 1);
        else if (gamescan_peek(reader) == '%' && reader->at.column == 1)
            gamescan_advance(reader, gamescan_rest_of_line(reader));
        else
            break;
    }
}

bool gamescan_at_tags(const GameReader *reader) {
    return gamescan_peek(reader) == '[' && reader->at.column == 1;
}
