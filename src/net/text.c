#include <config.h>

#include "net/text.h"

#include <string.h>

#include "rules/ascii.h"
#include "rules/clean.h"

bool text_matches(const char *text, size_t length, const char *word) {
    return strlen(word) == length && text_equal_ignore_case_n(word, text, length);
}

/* Marks that turn the direction of writing, and line ends of Unicode. */
static bool is_unsafe(unsigned code) {
    return text_is_control(code) || code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

/* The plain characters that bytes begin with: nearly always all. */
static size_t count_plain(const char *bytes, size_t length) {
    size_t count = 0;
    while (count < length && bytes[count] >= ' ' && bytes[count] <= '~')
        count++;
    return count;
}

size_t text_sanitize_into(const char *bytes, size_t length, char *text, size_t size) {
    size_t written = 0;
    for (size_t i = 0; i < length;) {
        unsigned code = ' ';
        size_t room = size - 1 - written;
        size_t taken = count_plain(bytes + i, length - i < room ? length - i : room);
        if (taken == 0)
            taken = text_decode_utf8(bytes + i, length - i, &code);
        const char *from = taken == 0 ? "?" : is_unsafe(code) ? " " : bytes + i;
        size_t given = from == bytes + i ? taken : 1;
        if (given > room)
            break;
        memcpy(text + written, from, given);
        written += given;
        i += taken > 0 ? taken : 1;
    }
    text[written] = '\0';
    return written;
}
