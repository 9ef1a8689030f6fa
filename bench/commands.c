/*
 * Speed of the line interface, measured from outside: 10,000 commands through a pipe, among them
 * the moves of random games in every notation, each answered before the next is read. The target is
 * 2 seconds.
 *
 * Usage: commands [PROGRAM]   (default: src/congo)
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "../tests/support/dialogue.h"
#include "../tests/support/pipe.h"
#include "base/process.h"

enum { COMMANDS = 10000, LIMIT_MS = 2000, ROUNDS = 3, COMMAND_SIZE = 4096 };

/* Returns the milliseconds for all commands, or -1 with an error. */
static long measure(const char *command, const Dialogue *dialogue, Error *error) {
    Buffer output = {0};
    int64_t began = monotonic_us();
    bool good = pipe_run(command, &dialogue->commands, &output, error);
    long used = (long)((monotonic_us() - began) / 1000);
    good = good && dialogue_check(dialogue, &output, error);
    buffer_free(&output);
    return good ? used : -1;
}

int main(int count, char **arguments) {
    char folder[] = "/tmp/congo-commands-XXXXXX", command[COMMAND_SIZE];
    Dialogue dialogue;
    Error error = {0};
    long best = -1, used = 0;
    signal(SIGPIPE, SIG_IGN);
    if (mkdtemp(folder) == NULL || setenv("XDG_STATE_HOME", folder, 1) != 0)
        return EXIT_FAILURE;
    dialogue_make(&dialogue, COMMANDS, 1982);
    snprintf(command, sizeof command,
             "exec '%s' --ui=cli --config=none --white=hi/negamax --black=hi/negamax",
             count > 1 ? arguments[1] : "src/congo");
    for (int i = 0; i < ROUNDS && used >= 0; i++) {
        used = measure(command, &dialogue, &error);
        best = best < 0 || used < best ? used : best;
    }
    dialogue_free(&dialogue);
    if (used < 0)
        fprintf(stderr, "%s\n", error.text);
    else
        printf("commands: %d through a pipe in %ld ms (asked: under %d ms)\n", COMMANDS, best,
               LIMIT_MS);
    return used >= 0 && best < LIMIT_MS ? EXIT_SUCCESS : EXIT_FAILURE;
}
