#include <config.h>

#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

enum { OUTBOX_KEPT = 512 }; /* a reply and an event: what an honest client has waiting */

static void make_room(Outbox *outbox, size_t room) {
    if (outbox->capacity - outbox->end >= room)
        return;
    size_t length = outbox_length(outbox);
    if (outbox->start > 0) {
        memmove(outbox->bytes, outbox->bytes + outbox->start, length);
        outbox->start = 0;
        outbox->end = (uint32_t)length;
    }
    size_t capacity = outbox->capacity ? outbox->capacity : OUTBOX_KEPT;
    while (capacity - length < room)
        capacity *= 2;
    if (capacity != outbox->capacity) {
        outbox->bytes = memory_resize(outbox->bytes, capacity, 1);
        outbox->capacity = (uint32_t)capacity;
    }
}

void outbox_add(Outbox *outbox, const char *bytes, size_t length) {
    make_room(outbox, length);
    memcpy(outbox->bytes + outbox->end, bytes, length);
    outbox->end += (uint32_t)length;
}

static void empty(Outbox *outbox) {
    outbox->start = outbox->end = 0;
    if (outbox->capacity > OUTBOX_KEPT)
        outbox_free(outbox);
}

void outbox_take(Outbox *outbox, size_t length) {
    if (length == 0)
        return;
    outbox->start += (uint32_t)length;
    bool mid_line = outbox->bytes[outbox->start - 1] != '\n';
    if (outbox->start == outbox->end)
        empty(outbox);
    outbox->mid_line = mid_line;
}

void outbox_cut(Outbox *outbox) {
    const char *end = NULL;
    size_t length = outbox_length(outbox);
    if (outbox->mid_line && length > 0)
        end = memchr(outbox_bytes(outbox), '\n', length);
    bool mid_line = outbox->mid_line;
    if (end)
        outbox->end = outbox->start + (uint32_t)(end + 1 - outbox_bytes(outbox));
    else
        empty(outbox);
    outbox->mid_line = mid_line;
}

void outbox_move(Outbox *to, Outbox *from) {
    if (outbox_length(from) > 0)
        outbox_add(to, outbox_bytes(from), outbox_length(from));
    outbox_free(from);
}

void outbox_free(Outbox *outbox) {
    free(outbox->bytes);
    *outbox = (Outbox){0};
}
