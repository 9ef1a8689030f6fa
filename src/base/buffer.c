#include <config.h>

#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static void make_room(Buffer *buffer, size_t more) {
    size_t needed = buffer->length + more + 1;
    if (needed <= buffer->capacity)
        return;
    size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity * 2;
    if (capacity < needed)
        capacity = needed;
    buffer->bytes = memory_resize(buffer->bytes, capacity, 1);
    buffer->capacity = capacity;
}

void buffer_add(Buffer *buffer, const char *bytes, size_t length) {
    make_room(buffer, length);
    if (length > 0)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = '\0';
}

void buffer_add_string(Buffer *buffer, const char *string) {
    buffer_add(buffer, string, strlen(string));
}

void buffer_add_arguments(Buffer *buffer, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t more = length > 0 ? (size_t)length : 0;
    make_room(buffer, more);
    vsnprintf(buffer->bytes + buffer->length, more + 1, format, arguments);
    buffer->length += more;
}

void buffer_add_format(Buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_add_arguments(buffer, format, arguments);
    va_end(arguments);
}

void buffer_clear(Buffer *buffer) {
    buffer->length = 0;
    if (buffer->bytes)
        buffer->bytes[0] = '\0';
}

void buffer_free(Buffer *buffer) {
    free(buffer->bytes);
    *buffer = (Buffer){0};
}

char *buffer_take(Buffer *buffer) {
    make_room(buffer, 0);
    buffer->bytes[buffer->length] = '\0';
    char *bytes = buffer->bytes;
    *buffer = (Buffer){0};
    return bytes;
}

/* ---- lines ---- */

enum { CHUNK_SIZE = 65536 };

void line_buffer_add(LineBuffer *lines, const char *bytes, size_t length) {
    size_t left = lines->bytes.length - lines->start;
    if (lines->start > 0)
        memmove(lines->bytes.bytes, lines->bytes.bytes + lines->start, left);
    lines->bytes.length = left;
    lines->start = 0;
    lines->ended = length == 0;
    buffer_add(&lines->bytes, bytes, length);
}

ssize_t line_buffer_read(LineBuffer *lines, int file) {
    char chunk[CHUNK_SIZE];
    ssize_t length = read(file, chunk, sizeof chunk);
    if (length >= 0)
        line_buffer_add(lines, chunk, (size_t)length);
    return length;
}

size_t line_buffer_unread(const LineBuffer *lines) {
    return lines->bytes.length - lines->start;
}

/* Drops the rest of a line that was too long. Returns false if its end has not come yet. */
static bool skip_rest(LineBuffer *lines) {
    const char *rest = lines->bytes.bytes + lines->start;
    const char *end = memchr(rest, '\n', lines->bytes.length - lines->start);
    lines->start = end ? (size_t)(end + 1 - lines->bytes.bytes) : lines->bytes.length;
    lines->skipping = !end;
    return end;
}

char *line_buffer_next(LineBuffer *lines, size_t *length) {
    if (lines->start == lines->bytes.length || (lines->skipping && !skip_rest(lines)))
        return NULL;
    char *line = lines->bytes.bytes + lines->start;
    size_t left = lines->bytes.length - lines->start;
    char *end = left > 0 ? memchr(line, '\n', left) : NULL;
    if (left == 0 || (!end && !lines->ended && left <= lines->limit + 1)) /* 1 for a CR */
        return NULL;
    *length = end ? (size_t)(end - line) : left;
    lines->start += *length + (end != NULL);
    if (*length > 0 && line[*length - 1] == '\r')
        --*length;
    if (*length > lines->limit) {
        lines->skipping = !end;
        *length = lines->limit + 1;
        line[lines->limit] = '\0';
    } else {
        line[*length] = '\0'; /* in place of the line's end, or of the buffer's */
    }
    return line;
}

const char *line_buffer_peek(const LineBuffer *lines, size_t *offset, size_t *length) {
    size_t left = line_buffer_unread(lines) - *offset;
    if (*offset == 0 && left > 0 && lines->skipping) {
        const char *rest = lines->bytes.bytes + lines->start;
        const char *next = memchr(rest, '\n', left);
        *offset = next != NULL ? (size_t)(next + 1 - rest) : left;
        left -= *offset;
    }
    const char *line = left > 0 ? lines->bytes.bytes + lines->start + *offset : NULL;
    const char *end = left > 0 ? memchr(line, '\n', left) : NULL;
    if (left == 0 || (end == NULL && !lines->ended))
        return NULL;
    *length = end != NULL ? (size_t)(end - line) : left;
    *offset += *length + (end != NULL);
    if (*length > 0 && line[*length - 1] == '\r')
        --*length;
    return line;
}

void line_buffer_free(LineBuffer *lines) {
    buffer_free(&lines->bytes);
    *lines = (LineBuffer){.limit = lines->limit};
}
