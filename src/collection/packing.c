#include <config.h>

#include "collection/packing.h"

#include <string.h>

#include "base/fnv.h"
#include "base/memory.h"

enum { BITS = 7, MORE = 128 };

void packing_add_number(Buffer *bytes, uint64_t number) {
    char packed[10];
    size_t count = 0;
    for (; number >= MORE; number >>= BITS)
        packed[count++] = (char)(number % MORE + MORE);
    packed[count++] = (char)number;
    buffer_add(bytes, packed, count);
}

void packing_add_string(Buffer *bytes, const char *text, size_t length) {
    packing_add_number(bytes, length);
    buffer_add(bytes, text, length);
}

uint64_t unpacking_number(Unpacking *from, uint64_t most) {
    uint64_t number = 0;
    for (int shift = 0; shift < 64 && !from->failed; shift += BITS) {
        if (from->offset >= from->length)
            break;
        unsigned char byte = (unsigned char)from->bytes[from->offset++];
        number |= (uint64_t)(byte % MORE) << shift;
        if (byte < MORE && number <= most)
            return number;
    }
    from->failed = true;
    return 0;
}

const char *unpacking_bytes(Unpacking *from, size_t *length) {
    *length = (size_t)unpacking_number(from, from->length - from->offset);
    if (*length > from->length - from->offset)
        from->failed = true;
    if (from->failed)
        *length = 0;
    const char *bytes = from->bytes + from->offset;
    from->offset += *length;
    return bytes;
}

void unpacking_text(Unpacking *from, char *text, size_t size) {
    size_t length;
    const char *bytes = unpacking_bytes(from, &length);
    if (length >= size) {
        from->failed = true;
        length = 0;
    }
    memcpy(text, bytes, length);
    text[length] = '\0';
}

char *unpacking_string(Unpacking *from) {
    size_t length;
    const char *bytes = unpacking_bytes(from, &length);
    if (length == 0)
        return NULL;
    char *text = memory_allocate(length + 1);
    memcpy(text, bytes, length);
    return text;
}

uint64_t packing_hash(const char *bytes, size_t length) {
    return fnv_bytes(FNV_START, bytes, length);
}
