#include <config.h>

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "config/options.h"
#include "main/program.h"
#include "match/match.h"
#include "uci/bench.h"
#include "uci/endings_command.h"
#include "uci/perft_command.h"
#include "uci/uci.h"

static const ProgramCommand endings_commands[] = {
    {.id = COMMAND_ENDINGS_BUILD, .run = endings_build_command},
    {.id = COMMAND_ENDINGS_STATS, .run = endings_stats_command},
    {.id = COMMAND_ENDINGS_VERIFY, .run = endings_verify_command},
};
enum { ENDINGS_COMMAND_COUNT = sizeof endings_commands / sizeof endings_commands[0] };

static const ProgramCommand commands[] = {
    {.id = COMMAND_MATCH, .run = match_command},
    {.id = COMMAND_PERFT, .run = perft_command},
    {.id = COMMAND_BENCH, .run = bench_command},
};
enum { ENGINE_COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void add_help(const ProgramCommand list[], size_t count, Buffer *text) {
    for (size_t i = 0; i < count; i++) {
        buffer_add_string(text, "\n");
        arguments_help(&table_commands[list[i].id], text);
    }
}

static int show_help(void) {
    Buffer text = {0};
    arguments_help(&table_commands[COMMAND_ENGINE], &text);
    add_help(commands, ENGINE_COMMAND_COUNT, &text);
    add_help(endings_commands, ENDINGS_COMMAND_COUNT, &text);
    return program_print_help("congo-engine", &text);
}

static int serve(const void *options, Error *error) {
    return uci_serve(options, error);
}

/* Runs a command; `arguments` begins with its name. */
static int run_command(int count, char *const arguments[]) {
    static const char endings[] = "endings";
    Suggestion closest = {arguments[0], "", INT_MAX};
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    if (text_equal_ignore_case(arguments[0], endings))
        return program_run_group(COMMAND_ENDINGS, endings_commands, ENDINGS_COMMAND_COUNT, count,
                                 arguments);
    text_suggest(&closest, endings);
    for (int i = 0; i < ENGINE_COMMAND_COUNT; i++) {
        const char *known = strrchr(table_commands[commands[i].id].name, ' ') + 1;
        if (text_equal_ignore_case(arguments[0], known))
            return program_run(&commands[i], count, arguments);
        text_suggest(&closest, known);
    }
    fprintf(stderr, "congo-engine: there is no command %s%s; --help lists them\n",
            text_quote(arguments[0], shown), text_suggestion(&closest, "", suggested));
    return COMMAND_ERROR;
}

int main(int count, char *arguments[]) {
    static const ProgramCommand server = {COMMAND_ENGINE, serve, show_help};
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is reported like a full disk */
    return count < 2 || arguments[1][0] == '-' ? program_run(&server, count, arguments)
                                               : run_command(count - 1, arguments + 1);
}
