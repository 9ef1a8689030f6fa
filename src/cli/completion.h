/* What can be typed: commands, squares, moves, names. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

/* The words that begin like the one that is being completed. Starts as {.word = ...}. */
typedef struct Candidates {
    const char *word; /* borrowed */
    bool files;       /* names of files fit, too */
    char **list;      /* owned, as its texts */
    size_t count;
} Candidates;

/* Adds the text if it begins like the word, in either case. */
void candidates_add(Candidates *candidates, const char *text);
void candidates_free(Candidates *candidates);

/* Legal moves, in both notations. */
void complete_moves(const Session *session, Candidates *candidates);
/* The square that can follow these in a "move" command. */
void complete_squares(const Session *session, char *const squares[], int count,
                      Candidates *candidates);

#endif
