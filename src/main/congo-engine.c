#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "config/arguments.h"
#include "main/program.h"
#include "match/match.h"
#include "uci/bench.h"
#include "uci/perft_command.h"
#include "uci/uci.h"

static const ProgramCommand commands[] = {
    {.id = COMMAND_MATCH, .run = match_command},
    {.id = COMMAND_PERFT, .run = perft_command},
    {.id = COMMAND_BENCH, .run = bench_command},
};
enum { ENGINE_COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int show_help(void) {
    Buffer text = {0};
    arguments_help(&table_commands[COMMAND_ENGINE], &text);
    for (int i = 0; i < ENGINE_COMMAND_COUNT; i++) {
        buffer_add_string(&text, "\n");
        arguments_help(&table_commands[commands[i].id], &text);
    }
    return program_print_help("congo-engine", &text);
}

static int serve(const void *options, Error *error) {
    return uci_serve(options, error);
}

int main(int count, char *arguments[]) {
    static const ProgramCommand server = {COMMAND_ENGINE, serve, show_help};
    if (count < 2 || arguments[1][0] == '-')
        return program_run(&server, count, arguments);
    const char *name = arguments[1];
    Suggestion closest = {name, "", INT_MAX};
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    for (int i = 0; i < ENGINE_COMMAND_COUNT; i++) {
        const char *known = strrchr(table_commands[commands[i].id].name, ' ') + 1;
        if (text_equal_ignore_case(name, known))
            return program_run(&commands[i], count - 1, arguments + 1);
        text_suggest(&closest, known);
    }
    fprintf(stderr, "congo-engine: there is no command %s%s; --help lists them\n",
            text_quote(name, shown), text_suggestion(&closest, "", suggested));
    return COMMAND_ERROR;
}
