#include <config.h>

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum {
    UNCUT_SIZE = 8192, /* of a sentence before it is cut: room for two paths */
    HEAD_SIZE = 240    /* bytes kept before the cut */
};

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Replaces C0, DEL and C1 characters: a file name in a message may hold them. */
static void replace_controls(char *text) {
    for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
        if (at[0] < ' ' || at[0] == 127)
            at[0] = '?';
        else if (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
            at[0] = at[1] = '?';
    }
}

/* Keeps both ends of a long sentence: the place, and what is wrong there. */
static void fit(const char *uncut, char *text, size_t size) {
    static const char gap[] = "...";
    size_t length = strlen(uncut);
    if (length < size) {
        memcpy(text, uncut, length + 1);
        return;
    }
    size_t head = HEAD_SIZE, tail = length - (size - 1 - HEAD_SIZE - strlen(gap));
    while (head > 0 && is_continuation(uncut[head]))
        head--;
    while (is_continuation(uncut[tail]))
        tail++;
    snprintf(text, size, "%.*s%s%s", (int)head, uncut, gap, uncut + tail);
}

bool error_set(Error *error, ErrorCode code, const char *format, ...) {
    if (!error)
        return false;
    char uncut[UNCUT_SIZE]; /* the arguments may point into the old text */
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(uncut, sizeof uncut, format, arguments) < 0)
        uncut[0] = '\0';
    va_end(arguments);
    replace_controls(uncut);
    error->code = code;
    fit(uncut, error->text, sizeof error->text);
    return false;
}

bool error_prefix(Error *error, const char *format, ...) {
    if (!error || error->code == ERROR_NONE)
        return false;
    char uncut[UNCUT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(uncut, sizeof uncut - sizeof error->text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    replace_controls(uncut);
    memcpy(uncut + strlen(uncut), error->text, strlen(error->text) + 1);
    fit(uncut, error->text, sizeof error->text);
    return false;
}

void error_clear(Error *error) {
    if (!error)
        return;
    error->code = ERROR_NONE;
    error->text[0] = '\0';
}

/* Returns whether a text begins with an English word: lower-case letters, then a blank. */
static bool begins_with_word(const char *text) {
    while (*text >= 'a' && *text <= 'z')
        text++;
    return *text == ' ';
}

const char *error_sentence(const Error *error, char text[ERROR_SENTENCE_SIZE]) {
    size_t length = strlen(error->text);
    bool ended = length > 0 && strchr(".!?", error->text[length - 1]) != NULL;
    snprintf(text, ERROR_SENTENCE_SIZE, "%s%s", error->text, ended ? "" : ".");
    if (begins_with_word(text))
        text[0] = (char)text_upper(text[0]);
    return text;
}
