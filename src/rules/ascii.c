#include <config.h>

#include "rules/ascii.h"

#include <stdint.h>

int text_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int text_upper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

bool text_equal_ignore_case(const char *a, const char *b) {
    return text_equal_ignore_case_n(a, b, SIZE_MAX);
}

bool text_equal_ignore_case_n(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text_lower(a[i]) != text_lower(b[i]))
            return false;
        if (a[i] == '\0')
            return true;
    }
    return true;
}
