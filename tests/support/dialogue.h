/* A random dialogue with the line interface: commands and the start of their answers. Two people
 * play random games and enter moves in every form. */
#ifndef TESTS_SUPPORT_DIALOGUE_H
#define TESTS_SUPPORT_DIALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"

typedef struct Dialogue {
    Buffer commands; /* one a line */
    char **answers;  /* owned; the start of each answer */
    size_t count;
} Dialogue;

void dialogue_make(Dialogue *dialogue, size_t count, uint64_t seed);
void dialogue_free(Dialogue *dialogue);

/* Checks that the output echoes every command, followed by its answer. */
bool dialogue_check(const Dialogue *dialogue, const Buffer *output, Error *error);

#endif
