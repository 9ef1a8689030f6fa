/* Completion of typed words: commands, squares, moves, names. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

/* The words that complete a typed prefix. Starts as {.word = PREFIX}. */
typedef struct CompletionList {
    const char *word; /* borrowed */
    bool files;       /* file names are completed as well */
    char **list;      /* owned, as are its strings */
    size_t count;
} CompletionList;

/* Adds the text if it begins with the prefix, ignoring case. */
void completion_add(CompletionList *completions, const char *text);
void completion_free(CompletionList *completions);

/* Adds the legal moves, in both notations. */
void completion_moves(const Session *session, CompletionList *completions);
/* Adds the squares that can follow these in a "move" command. */
void completion_squares(const Session *session, char *const squares[], int count,
                        CompletionList *completions);

#endif
