/* How much of a large text has been read, in a line of the terminal on standard error. Nothing is
 * shown if that is no terminal that can rewrite its line, or if the text is small. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Starts with its name only. */
typedef struct Progress {
    const char *name; /* of the text; borrowed */
    bool shown;
    int percent; /* of the last update */
} Progress;

void progress_update(Progress *progress, size_t done, size_t total);
/* Removes the line, before anything else is printed. */
void progress_clear(Progress *progress);

#endif
