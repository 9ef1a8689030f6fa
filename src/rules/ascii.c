#include <config.h>

#include "rules/ascii.h"

#include <stdint.h>

int ascii_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int ascii_upper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

bool ascii_same(const char *a, const char *b) {
    return ascii_same_start(a, b, SIZE_MAX);
}

bool ascii_same_start(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (ascii_lower(a[i]) != ascii_lower(b[i]))
            return false;
        if (a[i] == '\0')
            return true;
    }
    return true;
}
