#include <config.h>

#include "cli/line_buffer.h"

#include <string.h>

#include "base/text.h"

void line_buffer_add(LineBuffer *lines, const char *bytes, size_t length) {
    lines->ended = length == 0;
    if (lines->at == lines->bytes.length) {
        buffer_clear(&lines->bytes);
        lines->at = 0;
    }
    buffer_add(&lines->bytes, bytes, length);
}

/* What is kept of a line without an end is bounded, however much comes. */
static char *truncate_line(LineBuffer *lines, char *line, size_t *length) {
    *length = LINE_LENGTH_MAX + 1;
    lines->at = lines->bytes.length;
    lines->skip = true;
    return line;
}

static bool skip_rest(LineBuffer *lines) {
    char *from = lines->bytes.bytes + lines->at;
    char *end = memchr(from, '\n', lines->bytes.length - lines->at);
    lines->at = end != NULL ? (size_t)(end + 1 - lines->bytes.bytes) : lines->bytes.length;
    lines->skip = end == NULL;
    return end != NULL;
}

char *line_buffer_next(LineBuffer *lines, size_t *length) {
    size_t left = lines->bytes.length - lines->at;
    if (left == 0 || (lines->skip && !skip_rest(lines)))
        return NULL;
    left = lines->bytes.length - lines->at;
    char *line = lines->bytes.bytes + lines->at;
    char *end = memchr(line, '\n', left);
    if (left == 0 || (end == NULL && !lines->ended && left <= LINE_LENGTH_MAX))
        return NULL;
    if (end == NULL && left > LINE_LENGTH_MAX)
        return truncate_line(lines, line, length);
    *length = end != NULL ? (size_t)(end - line) : left;
    lines->at += *length + (end != NULL);
    if (*length > 0 && line[*length - 1] == '\r')
        --*length;
    line[*length] = '\0'; /* in the place of its end, or of the buffer's */
    return line;
}

void line_buffer_free(LineBuffer *lines) {
    buffer_free(&lines->bytes);
}

bool line_buffer_validate(char *line, size_t length, Error *error) {
    if (length > LINE_LENGTH_MAX)
        return error_set(error, ERROR_SYNTAX, "the line is longer than %d bytes", LINE_LENGTH_MAX);
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\0')
            return error_set(error, ERROR_SYNTAX, "the line holds a NUL byte; expected text");
        if (line[i] == '\t')
            line[i] = ' ';
        if ((unsigned char)line[i] < ' ' || line[i] == '\177')
            return error_set(error, ERROR_SYNTAX,
                             "the line holds a control character; expected text");
    }
    return text_is_printable(line) ||
           error_set(error, ERROR_SYNTAX, "the line holds bytes that are not UTF-8 text");
}
