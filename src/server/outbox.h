/* Bytes that wait for a client to take them. */
#ifndef SERVER_OUTBOX_H
#define SERVER_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as {0}. An empty one keeps a small buffer, so that lines do not allocate; what grew
 * beyond is given back. */
typedef struct Outbox {
    char *bytes; /* owned */
    uint32_t start, end, capacity;
    bool mid_line; /* the last byte taken was not the end of a line */
} Outbox;

static inline size_t outbox_length(const Outbox *outbox) {
    return outbox->end - outbox->start;
}

/* The waiting bytes; valid until the next change. */
static inline const char *outbox_bytes(const Outbox *outbox) {
    return outbox->bytes + outbox->start;
}

void outbox_add(Outbox *outbox, const char *bytes, size_t length);
/* The first `length` bytes, at most all, were taken. */
void outbox_take(Outbox *outbox, size_t length);
/* Forgets all but the rest of a line that was taken in part. */
void outbox_cut(Outbox *outbox);
/* Moves all of `from` to the end of `to`. */
void outbox_move(Outbox *to, Outbox *from);
void outbox_free(Outbox *outbox);

#endif
