/* What can be typed: commands, squares, moves, names. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

/* The words that begin like the one that is being completed. Starts as {.word = ...}. */
typedef struct CompletionList {
    const char *word; /* borrowed */
    bool files;       /* names of files fit, too */
    char **list;      /* owned, as its texts */
    size_t count;
} CompletionList;

/* Adds the text if it begins like the word, in either case. */
void completion_add(CompletionList *completions, const char *text);
void completion_free(CompletionList *completions);

/* Legal moves, in both notations. */
void completion_moves(const Session *session, CompletionList *completions);
/* The square that can follow these in a "move" command. */
void completion_squares(const Session *session, char *const squares[], int count,
                        CompletionList *completions);

#endif
