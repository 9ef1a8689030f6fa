#include <config.h>

#include "config/wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/ascii.h"
#include "rules/clean.h"

/* The length of the character that begins here, 0 if there is none; whether it can be shown. */
static size_t decode_printable(const char *text, bool *shown) {
    unsigned code;
    size_t length = text_decode_utf8(text, UTF8_MAX, &code);
    *shown = length > 0 && !text_is_control(code);
    return length;
}

/* Copies text with '?' for what cannot be shown, at most `room` bytes; tells how many were written
 * and sets *rest to what did not fit. */
static size_t copy_printable(char *to, size_t room, const char *text, const char **rest) {
    size_t used = 0;
    while (*text) {
        bool shown;
        size_t length = decode_printable(text, &shown);
        size_t needed = shown ? length : 1;
        if (used + needed > room)
            break;
        if (shown)
            memcpy(to + used, text, length);
        else
            to[used] = '?';
        used += needed;
        text += length ? length : 1;
    }
    *rest = text;
    return used;
}

static bool is_whole_number(const char *text) {
    if (*text == '-')
        text++;
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits < 20 && !text[digits];
}

const char *text_quote_value(const char *value, char shown[QUOTE_SIZE]) {
    if (!is_whole_number(value))
        return text_quote(value, shown);
    text_copy(shown, QUOTE_SIZE, value);
    return shown;
}

const char *text_quote(const char *value, char shown[QUOTE_SIZE]) {
    const char *rest;
    const size_t around = sizeof "\"...\"";
    shown[0] = '"';
    size_t used = 1 + copy_printable(shown + 1, QUOTE_SIZE - around, value, &rest);
    snprintf(shown + used, QUOTE_SIZE - used, "%s\"", *rest ? "..." : "");
    return shown;
}

const char *text_shorten_path(const char *path, char shown[SHORT_PATH_SIZE]) {
    static const char dots[] = "...";
    size_t length = strlen(path);
    size_t used = 0;
    if (length >= SHORT_PATH_SIZE) {
        path += length - (SHORT_PATH_SIZE - sizeof dots);
        used = sizeof dots - 1;
        memcpy(shown, dots, used);
    }
    const char *rest;
    used += copy_printable(shown + used, SHORT_PATH_SIZE - 1 - used, path, &rest);
    shown[used] = '\0';
    return shown;
}

bool text_is_printable(const char *text) {
    bool shown = true;
    while (*text && shown)
        text += decode_printable(text, &shown);
    return shown;
}

bool text_ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

bool text_copy(char *to, size_t size, const char *text) {
    size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(to, text, length + 1);
    return true;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Levenshtein distance of the first 63 bytes, without regard to case. */
static int edit_distance(const char *a, const char *b) {
    enum { LENGTH = 63 };
    int row[LENGTH + 1];
    int columns = 0;
    for (; columns < LENGTH && b[columns]; columns++)
        row[columns] = columns;
    row[columns] = columns;
    for (int i = 0; i < LENGTH && a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < columns; j++) {
            bool equal = text_lower(a[i]) == text_lower(b[j]);
            int changed = diagonal + !equal;
            diagonal = row[j + 1];
            row[j + 1] = least(changed, least(row[j], row[j + 1]) + 1);
        }
    }
    return row[columns];
}

static const char *last_part(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* How far a given setting's name is from a known one: 0 if equal; one that differs only in the
 * group before its last dot is nearer than any other. */
static int distance_of(const char *given, const char *known) {
    int whole = edit_distance(given, known);
    if (whole == 0)
        return 0;
    /* Doubled, so that a name in the wrong group (1) is nearer than a wrong letter (2). */
    return least(2 * whole, 2 * edit_distance(last_part(given), last_part(known)) + 1);
}

void text_suggest(Suggestion *closest, const char *known) {
    int distance = distance_of(closest->given, known);
    if (distance < closest->distance) {
        closest->distance = distance;
        closest->known = known;
    }
}
