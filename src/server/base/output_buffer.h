/* The output buffer of a client. */
#ifndef SERVER_BASE_OUTPUT_BUFFER_H
#define SERVER_BASE_OUTPUT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialized. An empty buffer keeps a small allocation and frees a larger one. */
typedef struct OutputBuffer {
    char *bytes; /* owned */
    uint32_t start, end, capacity;
    uint32_t held; /* bytes that are on their way, though not sent yet */
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
/* Keeps the first `length` bytes until they are sent: a part of them may have been. */
void output_buffer_hold(OutputBuffer *buffer, size_t length);
/* Removes everything but what is held, and the rest of a line that was sent or held in part. */
void output_buffer_truncate(OutputBuffer *buffer);
void output_buffer_free(OutputBuffer *buffer);

#endif
