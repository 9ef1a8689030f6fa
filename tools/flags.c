#include <config.h>

#include "tools/flags.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const Flag *flag_find(const Flag *flags, const char *name) {
    while (flags->name && strcmp(flags->name, name) != 0)
        flags++;
    return flags->name ? flags : NULL;
}

static bool flag_read_number(const Flag *flag, const char *text, Error *error) {
    char *end;
    double number = strtod(text, &end);
    bool whole = flag->kind == FLAG_INTEGER;
    bool fits = end != text && *end == '\0' && number >= flag->min && number <= flag->max;
    if (!fits || (whole && number != (double)(int64_t)number))
        return error_set(error, ERROR_RANGE, "%s: expected a %snumber from %g to %g, found \"%s\"",
                         flag->name, whole ? "whole " : "", flag->min, flag->max, text);
    if (whole)
        *(int64_t *)flag->value = (int64_t)number;
    else
        *(double *)flag->value = number;
    return true;
}

static bool flag_read(const Flag *flag, const char *text, Error *error) {
    if (text == NULL)
        return error_set(error, ERROR_SYNTAX, "%s: expected a value after it", flag->name);
    if (flag->kind != FLAG_TEXT)
        return flag_read_number(flag, text, error);
    *(const char **)flag->value = text;
    return true;
}

/* Parses the arguments after the program's name. Stores the files in `files`, which has room for
 * `count`. On --help sets *help and stops. */
static bool flags_read(const Flag *flags, int count, char *const arguments[], const char **files,
                       int *file_count, bool *help, Error *error) {
    *file_count = 0;
    *help = false;
    for (int i = 1; i < count; i++) {
        const Flag *flag = flag_find(flags, arguments[i]);
        if (strcmp(arguments[i], "--help") == 0) {
            *help = true;
            return true;
        }
        if (flag && flag->kind == FLAG_SWITCH)
            *(bool *)flag->value = true;
        else if (flag) {
            if (!flag_read(flag, i + 1 < count ? arguments[++i] : NULL, error))
                return false;
        } else if (arguments[i][0] == '-')
            return error_set(error, ERROR_SYNTAX, "unknown option \"%s\": --help lists them",
                             arguments[i]);
        else
            files[(*file_count)++] = arguments[i];
    }
    return true;
}

static void flag_print_default(const Flag *flag) {
    const char *text = flag->kind == FLAG_TEXT ? *(const char **)flag->value : NULL;
    if (flag->kind == FLAG_INTEGER)
        printf(" (%" PRId64 ")", *(int64_t *)flag->value);
    else if (flag->kind == FLAG_REAL)
        printf(" (%g)", *(double *)flag->value);
    else if (text)
        printf(" (%s)", text);
}

static void flags_print(const Flag *flags) {
    static const char *const operands[] = {
        [FLAG_SWITCH] = "", [FLAG_INTEGER] = " N", [FLAG_REAL] = " X", [FLAG_TEXT] = " TEXT"};
    for (; flags->name; flags++) {
        printf("  %s%-*s %s", flags->name, 18 - (int)strlen(flags->name), operands[flags->kind],
               flags->help);
        flag_print_default(flags);
        putchar('\n');
    }
}

int tool_main(const Tool *tool, int count, char *const arguments[]) {
    enum { STATUS_USAGE = 2 };
    Error error = {0};
    const char **files = memory_allocate((size_t)count * sizeof *files);
    int file_count;
    bool help;
    const bool read =
        flags_read(tool->flags, count, arguments, files, &file_count, &help, &error) &&
        (help || tool->check(file_count, &error));
    if (read && help) {
        printf("Usage: %s\n\n", tool->usage);
        flags_print(tool->flags);
    }
    const bool good = read && (help || tool->run(files, file_count, &error));
    free(files);
    if (!good)
        fprintf(stderr, "%.*s: %s\n", (int)strcspn(tool->usage, " "), tool->usage, error.text);
    return good ? EXIT_SUCCESS : read ? EXIT_FAILURE : STATUS_USAGE;
}
