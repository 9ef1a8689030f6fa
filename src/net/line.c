#include <config.h>

#include "net/line.h"

#include <string.h>

void line_reader_init(LineReader *reader, char *bytes, size_t limit) {
    *reader = (LineReader){.bytes = bytes, .limit = limit};
}

/* Adds bytes to the line, as far as there is room. Returns false if it is too long. One byte more
 * than the limit is allowed if it is the CR of the end. */
static bool add_bytes(LineReader *reader, const char *bytes, size_t length) {
    size_t room = reader->limit + 1 - reader->length;
    size_t added = length < room ? length : room;
    memcpy(reader->bytes + reader->length, bytes, added);
    reader->length += added;
    return added == length &&
           (reader->length <= reader->limit || reader->bytes[reader->limit] == '\r');
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
        reader->skipping = skipped || !add_bytes(reader, from, size);
        if (reader->skipping) {
            reader->length = 0;
            reader->skipping = !end;
            if (!skipped)
                return LINE_TOO_LONG;
        } else if (end) {
            reader->ended = true;
            if (reader->length > 0 && reader->bytes[reader->length - 1] == '\r')
                reader->length--;
            reader->bytes[reader->length] = '\0';
            return LINE_READY;
        }
    }
    return LINE_NONE;
}

bool line_reader_is_partial(const LineReader *reader) {
    return reader->skipping || (reader->length > 0 && !reader->ended);
}

void line_writer_add(LineWriter *writer, const char *bytes, size_t length) {
    size_t room = writer->size - writer->length;
    if (length > room) {
        length = room;
        while (length > 0 && ((unsigned char)bytes[length] & 0xc0) == 0x80)
            length--;
        writer->size = writer->length + length; /* nothing is added after a cut */
    }
    memcpy(writer->bytes + writer->length, bytes, length);
    writer->length += length;
}

void line_writer_add_string(LineWriter *writer, const char *string) {
    line_writer_add(writer, string, strlen(string));
}

size_t line_writer_finish(LineWriter *writer) {
    memcpy(writer->bytes + writer->length, "\n", 2);
    return writer->length + 1;
}
