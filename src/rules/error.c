#include <config.h>

#include "rules/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    COMPLETE_SIZE = 8192, /* of a sentence before it is cut: room for two paths */
    HEAD_SIZE = 240       /* bytes before the place of the cut */
};

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Names from outside may hold bytes that a terminal obeys: C0, DEL, and C1 in UTF-8. */
static void blot_controls(char *text) {
    for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
        if (at[0] < ' ' || at[0] == 127)
            at[0] = '?';
        else if (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
            at[0] = at[1] = '?';
    }
}

/* Keeps both ends of what is too long: the place, and what is wrong there. */
static void fit(const char *complete, char *text, size_t size) {
    static const char gap[] = "...";
    size_t length = strlen(complete);
    if (length < size) {
        memcpy(text, complete, length + 1);
        return;
    }
    size_t head = HEAD_SIZE, tail = length - (size - 1 - HEAD_SIZE - strlen(gap));
    while (head > 0 && is_continuation(complete[head]))
        head--;
    while (is_continuation(complete[tail]))
        tail++;
    snprintf(text, size, "%.*s%s%s", (int)head, complete, gap, complete + tail);
}

bool error_set(Error *error, ErrorCode code, const char *format, ...) {
    if (!error)
        return false;
    char complete[COMPLETE_SIZE]; /* the arguments may be parts of the old text */
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(complete, sizeof complete, format, arguments) < 0)
        complete[0] = '\0';
    va_end(arguments);
    blot_controls(complete);
    error->code = code;
    fit(complete, error->text, sizeof error->text);
    return false;
}

bool error_prefix(Error *error, const char *format, ...) {
    if (!error || error->code == ERROR_NONE)
        return false;
    char complete[COMPLETE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(complete, sizeof complete - sizeof error->text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    blot_controls(complete);
    memcpy(complete + strlen(complete), error->text, strlen(error->text) + 1);
    fit(complete, error->text, sizeof error->text);
    return false;
}

void error_clear(Error *error) {
    if (!error)
        return;
    error->code = ERROR_NONE;
    error->text[0] = '\0';
}
