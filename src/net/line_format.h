/*
 * The shape of a line after its word: which fields stand at their places and which follow as
 * key=value, in the order in which they are written. One reader and one writer serve all lines.
 */
#ifndef NET_LINE_FORMAT_H
#define NET_LINE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "net/field.h"
#include "net/protocol_error.h"

enum { LINE_FORMAT_ARGS = 4, LINE_FORMAT_KEYS = 20 };

/* Lists of Field, ended by FIELD_NONE; some place is always left for it. */
typedef struct LineFormat {
    uint8_t required; /* that many of the places must be filled */
    uint8_t args[LINE_FORMAT_ARGS];
    uint8_t keys[LINE_FORMAT_KEYS];
} LineFormat;

/* How much a reader takes amiss: a server tells people what is wrong with their lines; a client
 * lives with what a newer server adds. */
typedef enum LineStrictness { LINE_STRICT, LINE_LENIENT } LineStrictness;

/*
 * Reads the fields of a line into *fields, which is empty. A value goes on to the next `key=`.
 * PROTO_ERR_NONE, or the word that fits and a sentence. Both readers skip unknown keys; the lenient
 * one also skips words past the last place.
 */
ProtocolError line_format_read(const LineFormat *form, LineStrictness reader, const char *text,
                               size_t length, Fields *fields, Error *error);

/* A line that is being written, never past its end. */
typedef struct LineWriter {
    char *bytes;
    size_t length;
    size_t size; /* bytes that may be used, room for LF and NUL not counted */
} LineWriter;

/* Adds bytes, at the end of the room cut between characters of UTF-8. */
void line_writer_add(LineWriter *line, const char *bytes, size_t length);
void line_writer_add_string(LineWriter *line, const char *string);
/* Ends the line with LF and NUL; returns its length with the LF. */
size_t line_writer_finish(LineWriter *line);

/* Adds the fields that are set, each after a blank. */
void line_format_write(const LineFormat *form, const Fields *fields, LineWriter *line);

/* If the text begins with "@tag", stores the tag and moves *text and *length past it; false if what
 * follows the '@' up to a blank is no tag. */
bool line_format_read_tag(const char **text, size_t *length, char tag[TAG_MAX + 1]);

#endif
