/* The progress of long work, in a line of the terminal on standard error. Nothing is shown if that
 * is no terminal that can rewrite its line. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stddef.h>

enum { PROGRESS_LINE_SIZE = 80 }; /* with the NUL */

/* Starts with its name only. */
typedef struct Progress {
    const char *name; /* of the text; borrowed */
    int width;        /* of the line that is shown; 0: none */
    int percent;      /* of the last update */
} Progress;

/* Shows how much of a text has been read, unless it is small. */
void progress_update(Progress *progress, size_t done, size_t total);
/* Shows a line, in place of an earlier one. */
void progress_show(Progress *progress, const char *line);
/* Removes the line, before anything else is printed. */
void progress_clear(Progress *progress);

#endif
