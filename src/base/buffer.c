#include <config.h>

#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = '\0';
}

void buffer_add_string(Buffer *buffer, const char *string) {
    buffer_add(buffer, string, strlen(string));
}

void buffer_add_format(Buffer *buffer, const char *format, ...) {
    char piece[501];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(piece, sizeof piece, format, arguments) < 0)
        piece[0] = '\0';
    va_end(arguments);
    buffer_add_string(buffer, piece);
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
