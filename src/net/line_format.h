/*
 * The format of a line after its first word: positional fields, then key=value fields. One parser
 * and one writer serve all lines.
 */
#ifndef NET_LINE_FORMAT_H
#define NET_LINE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "net/protocol.h"
#include "net/protocol_error.h"

enum { LINE_FORMAT_ARGS = 4, LINE_FORMAT_KEYS = 24 };

/* Lists of Field in the order of writing, each ended by FIELD_NONE. */
typedef struct LineFormat {
    uint8_t required; /* number of positional fields that must be present */
    uint8_t args[LINE_FORMAT_ARGS];
    uint8_t keys[LINE_FORMAT_KEYS];
} LineFormat;

/* A strict server reports every mistake; a lenient client accepts additions of newer servers. */
typedef enum LineStrictness { LINE_STRICT, LINE_LENIENT } LineStrictness;

/*
 * Reads the fields of a line into *fields, which is empty. Unknown keys are skipped, and extra
 * words too in lenient mode. On failure returns the protocol error and sets `error`.
 */
ProtocolError line_format_read(const LineFormat *format, LineStrictness strictness,
                               const char *text, size_t length, Fields *fields, Error *error);

/* Writes the fields that are set, each after a blank. */
void line_format_write(const LineFormat *format, const Fields *fields, LineWriter *writer);

/* If the text begins with "@tag", stores the tag and moves *text and *length past it. Returns false
 * if the tag is not 1 to TAG_MAX letters, digits, '_' and '-'. */
bool line_format_read_tag(const char **text, size_t *length, char tag[TAG_MAX + 1]);

#endif
