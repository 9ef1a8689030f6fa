#include <config.h>

#include <stdio.h>
#include <string.h>

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

static int show_help(void) {
    Buffer text = {0};
    buffer_add_string(&text, table_commands[COMMAND_ENGINE].usage);
    for (int i = 0; i < ENGINE_COMMAND_COUNT; i++) {
        buffer_add_string(&text, "\n");
        arguments_help(&table_commands[commands[i].id], &text);
    }
    return program_print("congo-engine", &text);
}

int main(int count, char *arguments[]) {
    Buffer version = {0};
    if (count < 2)
        return uci_serve();
    const char *name = arguments[1];
    for (int i = 0; i < ENGINE_COMMAND_COUNT; i++)
        if (strcmp(name, strrchr(table_commands[commands[i].id].name, ' ') + 1) == 0)
            return program_run(&commands[i], count - 1, arguments + 1);
    if (strcmp(name, "--help") == 0)
        return show_help();
    if (strcmp(name, "--version") == 0) {
        buffer_add_string(&version, "congo-engine " PACKAGE_VERSION "\n");
        return program_print("congo-engine", &version);
    }
    fprintf(stderr, "congo-engine: unknown command \"%.40s\": --help lists them\n", name);
    return COMMAND_ERROR;
}
