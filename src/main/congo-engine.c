#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/arguments.h"
#include "match/match.h"
#include "uci/bench.h"
#include "uci/perft_command.h"
#include "uci/uci.h"

typedef struct EngineCommand {
    const char *name;
    const char *form;
    const char *help;
    int (*run)(int count, char *const arguments[]); /* the exit status */
} EngineCommand;

static const EngineCommand commands[] = {
    {"match", "match ENGINE1 ENGINE2 OPTION...",
     "Lets two engines play pairs of games and tells which is the stronger; match --help\n"
     "  shows the options.\n",
     match_command},
    {"perft", "perft DEPTH [FEN] [--variant NAME|FILE] [--divide] [--threads N]",
     "Counts the move sequences of DEPTH plies from the start position or FEN.\n"
     "  --variant  a variant's name, or a file that describes one (default: congo)\n"
     "  --divide   prints the count of every first move as well\n"
     "  --threads  how many threads count (default: 1)\n",
     perft_command},
    {"bench", "bench [DEPTH] [--threads N] [--hash MIB] [--timed]",
     "Searches a fixed set of positions to DEPTH plies. On one thread the number of nodes is "
     "always\n"
     "  the same: the signature of the search.\n"
     "  --threads  also how much faster N threads are than one\n"
     "  --hash     size of the hash table in MiB (default: 16)\n"
     "  --timed    also how deep one thread comes in a second from the start position\n",
     bench_command},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(void) {
    puts("Usage: congo-engine\n"
         "       congo-engine COMMAND [ARGUMENTS]\n"
         "       congo-engine --help | --version\n\n"
         "Without arguments it speaks the Universal Chess Interface, or the match protocol of\n"
         "student tournaments, on its standard input.\n\n"
         "Commands:");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("\ncongo-engine %s\n  %s", commands[i].form, commands[i].help);
}

int main(int count, char *arguments[]) {
    if (count < 2)
        return uci_serve();
    const char *name = arguments[1];
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(count - 2, arguments + 2);
    }
    if (strcmp(name, "--version") == 0)
        puts("congo-engine " PACKAGE_VERSION);
    else if (strcmp(name, "--help") == 0)
        print_help();
    else {
        fprintf(stderr, "congo-engine: unknown command \"%.40s\": --help lists them\n", name);
        return STATUS_USAGE;
    }
    if (fflush(stdout) != 0) {
        fputs("congo-engine: standard output cannot be written\n", stderr);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
