#include <config.h>

#include "rules/clean.h"

#include <string.h>

#include "rules/buffer.h"

size_t text_decode_utf8(const char *text, size_t length, unsigned *code) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned first = bytes[0];
    if (first < 0x80) {
        *code = first;
        return 1;
    }
    size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc0 || first > 0xf7 || size > length)
        return 0;
    unsigned value = first & (0x7fU >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *code = value;
    return size;
}

bool text_is_control(unsigned code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

char *text_sanitize(const char *bytes, size_t length, bool lines) {
    Buffer clean = {0};
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)bytes + i;
        unsigned code = 0;
        size_t size = text_decode_utf8(bytes + i, length - i, &code);
        bool latin1 = size == 0;
        if (latin1) {
            code = *at;
            size = 1;
        }
        bool layout = lines && (code == '\n' || code == '\t');
        if (text_is_control(code) && !layout)
            buffer_add(&clean, " ", 1);
        else if (latin1)
            buffer_add(&clean,
                       (const char[]){(char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f))}, 2);
        else
            buffer_add(&clean, bytes + i, size);
        i += size;
    }
    return buffer_take(&clean);
}

char *text_excerpt(const char *bytes, size_t length, char excerpt[EXCERPT_SIZE]) {
    const size_t room = EXCERPT_SIZE - 4; /* the dots and the NUL */
    size_t shown = length < room ? length : room;
    for (size_t i = 0; i < shown; i++)
        excerpt[i] = (char)(bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '?');
    memcpy(excerpt + shown, length > room ? "..." : "", length > room ? 4 : 1);
    return excerpt;
}
