#include <config.h>

#include "config/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

bool arguments_parse_integer(const char *what, const char *text, int least, int most, int *number,
                             Error *error) {
    char shown[QUOTE_SIZE];
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < least || value > most)
        return error_set(error, ERROR_RANGE, "%s: expected a whole number from %d to %d, found %s",
                         what, least, most, text_quote_value(text, shown));
    *number = (int)value;
    return true;
}

const char *arguments_option_value(const char *option, int count, char *const arguments[],
                                   int *index) {
    const char *argument = arguments[*index];
    size_t length = strlen(option);
    if (strncmp(argument, option, length) != 0)
        return NULL;
    if (argument[length] == '=')
        return argument + length + 1;
    if (argument[length] != '\0' || *index + 1 == count)
        return NULL;
    return arguments[++*index];
}
