#include <config.h>

#include "rules/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(Error *error, ErrorCode code, const char *format, ...) {
    if (!error)
        return false;
    char text[sizeof error->text]; /* the arguments may be parts of the old text */
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0)
        text[0] = '\0';
    va_end(arguments);
    error->code = code;
    memcpy(error->text, text, strlen(text) + 1);
    return false;
}

bool error_prefix(Error *error, const char *format, ...) {
    if (!error || error->code == ERROR_NONE)
        return false;
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    size_t used = strlen(text);
    size_t room = sizeof text - used - 1;
    size_t rest = strlen(error->text);
    if (rest > room)
        rest = room;
    memcpy(text + used, error->text, rest);
    text[used + rest] = '\0';
    memcpy(error->text, text, used + rest + 1);
    return false;
}

void error_clear(Error *error) {
    if (!error)
        return;
    error->code = ERROR_NONE;
    error->text[0] = '\0';
}
