#include <config.h>

#include "cli/file_command.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "config/wording.h"

static const Subcommand *const commands[] = {&file_check, &file_convert, &file_merge};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* The word after "file". */
static const char *verb_of(const Subcommand *command) {
    return strchr(command->name, ' ') + 1;
}

static int show_help(void) {
    Buffer text = {0};
    Error error = {0};
    for (int i = 0; i < COMMAND_COUNT; i++) {
        buffer_add_string(&text, i > 0 ? "\n" : "");
        subcommand_help(commands[i], &text);
    }
    buffer_add_string(&text, "\nA FILE that is - is standard input: see congo-file(6).\n");
    if (subcommand_print(&text, &error))
        return SUBCOMMAND_OK;
    fprintf(stderr, "congo file: %s\n", error.text);
    return SUBCOMMAND_ERROR;
}

int file_command(int count, char *const arguments[]) {
    const char *verb = count > 0 ? arguments[0] : "";
    Suggestion closest = {verb, "", INT_MAX};
    char shown[QUOTE_SIZE];
    if (strcmp(verb, "--help") == 0)
        return show_help();
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(verb, verb_of(commands[i])) == 0)
            return subcommand_run(commands[i], count - 1, arguments + 1);
        text_suggest(&closest, verb_of(commands[i]));
    }
    if (count == 0)
        fputs("congo file: expected check, convert or merge, found nothing\n", stderr);
    else
        fprintf(stderr,
                "congo file: expected check, convert or merge, the closest is %s, found %s\n",
                closest.known, text_quote(verb, shown));
    return SUBCOMMAND_ERROR;
}
