/* A long dialogue with the line interface: commands, and what their answers begin with. Two people
 * play random games, in every way of entering moves. */
#ifndef TESTS_CLI_DIALOGUE_H
#define TESTS_CLI_DIALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"

typedef struct Dialogue {
    Buffer commands; /* one a line */
    char **answers;  /* what each begins with; owned */
    size_t count;
} Dialogue;

void dialogue_make(Dialogue *dialogue, size_t count, uint64_t seed);
void dialogue_free(Dialogue *dialogue);

/* Whether a program's output has the answers to all the commands, each of them repeated. */
bool dialogue_check(const Dialogue *dialogue, const Buffer *output, Error *error);

#endif
