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
    {COMMAND_MATCH, match_command},
    {COMMAND_PERFT, perft_command},
    {COMMAND_BENCH, bench_command},
};
enum { ENGINE_COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int show(const Setting *request) {
    Buffer text = {0};
    if (strcmp(request->name, "version") == 0)
        return program_show_version("congo-engine");
    arguments_help(&table_commands[COMMAND_ENGINE], &text);
    for (int i = 0; i < ENGINE_COMMAND_COUNT; i++) {
        buffer_add_string(&text, "\n");
        arguments_help(&table_commands[commands[i].id], &text);
    }
    return program_print_help("congo-engine", &text);
}

static int serve(int count, char *arguments[]) {
    Arguments given = {.command = &table_commands[COMMAND_ENGINE]};
    EngineOptions options = {0};
    Error error = {0};
    int status = COMMAND_ERROR;
    if (arguments_read(&given, count, arguments, NULL, &error)) {
        if (given.request)
            status = show(given.request);
        else if (arguments_store(&given, &options, &error))
            status = uci_serve(options.variant, &error);
    }
    arguments_free(&given);
    return error.code != ERROR_NONE ? program_fail("congo-engine", &error, status) : status;
}

int main(int count, char *arguments[]) {
    if (count < 2 || arguments[1][0] == '-')
        return serve(count, arguments);
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
