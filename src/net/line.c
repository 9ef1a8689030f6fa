#include <config.h>

#include "net/line.h"

#include <string.h>

void line_reader_init(LineReader *reader, char *bytes, size_t limit) {
    *reader = (LineReader){.bytes = bytes, .limit = limit};
}

/* Ends the line that lies in the buffer, of which the LF has been taken. */
static LineStatus end_line(LineReader *reader) {
    reader->ended = true;
    if (reader->length > 0 && reader->bytes[reader->length - 1] == '\r')
        reader->length--;
    reader->bytes[reader->length] = '\0';
    return LINE_READY;
}

/* Adds bytes to the line. One more than the limit may wait, because it may be the CR of the end. */
static bool add(LineReader *reader, const char *bytes, size_t length) {
    if (length > reader->limit + 1 - reader->length)
        return false;
    memcpy(reader->bytes + reader->length, bytes, length);
    reader->length += length;
    return reader->length <= reader->limit || reader->bytes[reader->limit] == '\r';
}

LineStatus line_reader_next(LineReader *reader, const char **input, size_t *length) {
    if (reader->ended)
        reader->length = 0;
    reader->ended = false;
    while (*length > 0) {
        const char *from = *input;
        const char *end = memchr(from, '\n', *length);
        size_t size = end ? (size_t)(end - from) : *length;
        *input += end ? size + 1 : size;
        *length -= end ? size + 1 : size;
        bool skipped = reader->skipping;
        reader->skipping = skipped || !add(reader, from, size);
        bool told = reader->skipping && !skipped;
        if (reader->skipping) {
            reader->length = 0;
            reader->skipping = !end;
            if (told)
                return LINE_TOO_LONG;
        } else if (end) {
            return end_line(reader);
        }
    }
    return LINE_NONE;
}

bool line_reader_is_partial(const LineReader *reader) {
    return reader->skipping || (reader->length > 0 && !reader->ended);
}
