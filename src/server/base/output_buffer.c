#include <config.h>

#include "server/base/output_buffer.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { OUTPUT_BUFFER_MIN_SIZE = 512 }; /* usually a reply and an event */

static void reserve(OutputBuffer *buffer, size_t room) {
    if (buffer->capacity - buffer->end >= room)
        return;
    size_t length = output_buffer_length(buffer);
    if (buffer->start > 0) {
        memmove(buffer->bytes, buffer->bytes + buffer->start, length);
        buffer->start = 0;
        buffer->end = (uint32_t)length;
    }
    size_t capacity = buffer->capacity ? buffer->capacity : OUTPUT_BUFFER_MIN_SIZE;
    while (capacity - length < room)
        capacity *= 2;
    if (capacity != buffer->capacity) {
        buffer->bytes = memory_resize(buffer->bytes, capacity, 1);
        buffer->capacity = (uint32_t)capacity;
    }
}

void output_buffer_append(OutputBuffer *buffer, const char *bytes, size_t length) {
    reserve(buffer, length);
    memcpy(buffer->bytes + buffer->end, bytes, length);
    buffer->end += (uint32_t)length;
}

static void empty(OutputBuffer *buffer) {
    buffer->start = buffer->end = 0;
    if (buffer->capacity > OUTPUT_BUFFER_MIN_SIZE)
        output_buffer_free(buffer);
}

void output_buffer_consume(OutputBuffer *buffer, size_t length) {
    if (length == 0)
        return;
    buffer->start += (uint32_t)length;
    buffer->held = 0;
    bool mid_line = buffer->bytes[buffer->start - 1] != '\n';
    if (buffer->start == buffer->end)
        empty(buffer);
    buffer->mid_line = mid_line;
}

void output_buffer_hold(OutputBuffer *buffer, size_t length) {
    buffer->held = (uint32_t)length;
}

void output_buffer_truncate(OutputBuffer *buffer) {
    size_t length = output_buffer_length(buffer), kept = buffer->held;
    const char *bytes = output_buffer_bytes(buffer);
    bool mid_line = buffer->mid_line;
    if (length > kept && (kept > 0 ? bytes[kept - 1] != '\n' : mid_line)) {
        const char *end = memchr(bytes + kept, '\n', length - kept);
        kept = end ? (size_t)(end + 1 - bytes) : kept;
    }
    if (kept > 0)
        buffer->end = buffer->start + (uint32_t)kept;
    else
        empty(buffer);
    buffer->mid_line = mid_line;
}

void output_buffer_free(OutputBuffer *buffer) {
    free(buffer->bytes);
    *buffer = (OutputBuffer){0};
}
