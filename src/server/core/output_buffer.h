/* Bytes that wait for a client to take them. */
#ifndef SERVER_CORE_OUTPUT_BUFFER_H
#define SERVER_CORE_OUTPUT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as {0}. An empty one keeps a small buffer, so that lines do not allocate; what grew
 * beyond is given back. */
typedef struct OutputBuffer {
    char *bytes; /* owned */
    uint32_t start, end, capacity;
    bool mid_line; /* the last byte taken was not the end of a line */
} OutputBuffer;

static inline size_t output_buffer_length(const OutputBuffer *buffer) {
    return buffer->end - buffer->start;
}

/* The waiting bytes; valid until the next change. */
static inline const char *output_buffer_bytes(const OutputBuffer *buffer) {
    return buffer->bytes + buffer->start;
}

void output_buffer_append(OutputBuffer *buffer, const char *bytes, size_t length);
/* The first `length` bytes, at most all, were taken. */
void output_buffer_consume(OutputBuffer *buffer, size_t length);
/* Forgets all but the rest of a line that was taken in part. */
void output_buffer_truncate(OutputBuffer *buffer);
/* Moves all of `from` to the end of `to`. */
void output_buffer_move(OutputBuffer *to, OutputBuffer *from);
void output_buffer_free(OutputBuffer *buffer);

#endif
