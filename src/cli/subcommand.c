#include <config.h>

#include "cli/subcommand.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { HELP_COLUMN = 26, OPTION_NAME_SIZE = 32 };

static const char help_option[] = "help";

/* ---- arguments ---- */

static int find_by_name(const Subcommand *command, const char *name) {
    for (int i = 0; i < SUBCOMMAND_OPTIONS_MAX && command->options[i].name; i++)
        if (strcmp(command->options[i].name, name) == 0)
            return i;
    return -1;
}

static int find_by_letter(const Subcommand *command, char letter) {
    for (int i = 0; i < SUBCOMMAND_OPTIONS_MAX && command->options[i].name; i++)
        if (command->options[i].letter == letter)
            return i;
    return -1;
}

static bool report_unknown_option(const Subcommand *command, const char *argument, const char *name,
                                  Error *error) {
    Suggestion closest = {name, "", INT_MAX};
    char shown[QUOTE_SIZE];
    text_suggest(&closest, help_option);
    for (int i = 0; i < SUBCOMMAND_OPTIONS_MAX && command->options[i].name; i++)
        text_suggest(&closest, command->options[i].name);
    return error_set(error, ERROR_SYNTAX, "expected an option, the closest is --%s, found %s",
                     closest.known, text_quote(argument, shown));
}

/* Finds the option of an argument, "--name", "--name=value", "-n" or "-nvalue". */
static bool find_option(const Subcommand *command, const char *argument, int *option,
                        const char **value, Error *error) {
    char name[OPTION_NAME_SIZE];
    if (argument[1] != '-') {
        *option = find_by_letter(command, argument[1]);
        *value = argument[2] ? argument + 2 : NULL;
        return *option >= 0 || report_unknown_option(command, argument, argument + 1, error);
    }
    const char *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) - 2 : strlen(argument) - 2;
    snprintf(name, sizeof name, "%.*s", (int)length, argument + 2);
    *option = length < sizeof name ? find_by_name(command, name) : -1;
    *value = equals ? equals + 1 : NULL;
    return *option >= 0 || report_unknown_option(command, argument, name, error);
}

static bool read_option(const Subcommand *command, int count, char *const arguments[], int *index,
                        SubcommandArguments *read, Error *error) {
    int option;
    const char *value;
    char shown[QUOTE_SIZE];
    if (!find_option(command, arguments[*index], &option, &value, error))
        return false;
    const SubcommandOption *found = &command->options[option];
    if (!found->value && value)
        return error_set(error, ERROR_SYNTAX, "--%s: expected no value, found %s", found->name,
                         text_quote(value, shown));
    if (found->value && !value && *index + 1 < count)
        value = arguments[++*index];
    if (found->value && !value)
        return error_set(error, ERROR_SYNTAX, "--%s: expected %s, found nothing", found->name,
                         found->value);
    read->option_values[option] = value ? value : "";
    return true;
}

/* "-" is an operand, and so are numbers. */
static bool is_operand(const char *argument) {
    return argument[0] != '-' || !argument[1] || (argument[1] >= '0' && argument[1] <= '9');
}

/* All that follows "--" are operands. */
static bool read_arguments(const Subcommand *command, int count, char *const arguments[],
                           SubcommandArguments *read, Error *error) {
    bool options = true;
    for (int i = 0; i < count; i++) {
        if (options && strcmp(arguments[i], "--") == 0)
            options = false;
        else if (!options || is_operand(arguments[i]))
            read->operands[read->count++] = arguments[i];
        else if (!read_option(command, count, arguments, &i, read, error))
            return false;
    }
    return read->count > 0 ||
           error_set(error, ERROR_SYNTAX, "expected %s", command->missing_operands);
}

/* ---- help ---- */

static void add_option(const SubcommandOption *option, Buffer *text) {
    size_t begin = text->length;
    buffer_add_format(text, "  --%s%s%s", option->name, option->value ? "=" : "",
                      option->value ? option->value : "");
    if (option->letter)
        buffer_add_format(text, ", -%c", option->letter);
    do
        buffer_add_string(text, " ");
    while (text->length - begin < HELP_COLUMN);
    buffer_add_format(text, "%s\n", option->help);
}

void subcommand_help(const Subcommand *command, Buffer *text) {
    buffer_add_format(text, "Usage: congo %s [--OPTION[=VALUE]]... %s\n%s", command->name,
                      command->operands, command->help);
    for (int i = 0; i < SUBCOMMAND_OPTIONS_MAX && command->options[i].name; i++)
        add_option(&command->options[i], text);
}

/* ---- running ---- */

bool subcommand_print(Buffer *text, Error *error) {
    bool written =
        text->length == 0 || fwrite(text->bytes, 1, text->length, stdout) == text->length;
    written &= fflush(stdout) == 0;
    int why = errno;
    buffer_free(text);
    return written || error_set(error, ERROR_IO, "standard output: %s", strerror(why));
}

static bool wants_help(int count, char *const arguments[]) {
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++)
        if (strcmp(arguments[i], "--help") == 0)
            return true;
    return false;
}

static int show_help(const Subcommand *command, Error *error) {
    Buffer text = {0};
    subcommand_help(command, &text);
    return subcommand_print(&text, error) ? SUBCOMMAND_OK : SUBCOMMAND_ERROR;
}

int subcommand_run(const Subcommand *command, int count, char *const arguments[]) {
    Error error = {0};
    SubcommandArguments read = {0};
    int status = SUBCOMMAND_ERROR;
    read.operands = memory_resize(NULL, (size_t)count + 1, sizeof *read.operands);
    if (wants_help(count, arguments))
        status = show_help(command, &error);
    else if (read_arguments(command, count, arguments, &read, &error))
        status = command->run(&read, &error);
    free(read.operands);
    if (error.code != ERROR_NONE)
        fprintf(stderr, "congo %s: %s\n", command->name, error.text);
    return status;
}
