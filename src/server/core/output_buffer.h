/* The output buffer of a client. */
#ifndef SERVER_CORE_OUTPUT_BUFFER_H
#define SERVER_CORE_OUTPUT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialized. An empty buffer keeps a small allocation and frees a larger one. */
typedef struct OutputBuffer {
    char *bytes; /* owned */
    uint32_t start, end, capacity;
    bool mid_line; /* the last byte sent was not the end of a line */
} OutputBuffer;

static inline size_t output_buffer_length(const OutputBuffer *buffer) {
    return buffer->end - buffer->start;
}

/* Returns the bytes to send, valid until the next change. */
static inline const char *output_buffer_bytes(const OutputBuffer *buffer) {
    return buffer->bytes + buffer->start;
}

void output_buffer_append(OutputBuffer *buffer, const char *bytes, size_t length);
/* Removes the first `length` bytes, which were sent. */
void output_buffer_consume(OutputBuffer *buffer, size_t length);
/* Removes everything but the rest of a line that was sent in part. */
void output_buffer_truncate(OutputBuffer *buffer);
/* Moves the bytes of `from` to the end of `to`. */
void output_buffer_move(OutputBuffer *to, OutputBuffer *from);
void output_buffer_free(OutputBuffer *buffer);

#endif
