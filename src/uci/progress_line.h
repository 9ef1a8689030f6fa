/* The progress of a long command on standard error: on a terminal a line that is rewritten,
 * elsewhere a line for every tenth. */
#ifndef UCI_PROGRESS_LINE_H
#define UCI_PROGRESS_LINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ProgressLine {
    bool quiet; /* shows nothing */
    bool rewrites;
    bool shown;
    int tenths; /* of the last line */
} ProgressLine;

void progress_line_init(ProgressLine *line, bool quiet);

/* Shows a text; `done` of `total` is complete. */
void progress_line_show(ProgressLine *line, uint64_t done, uint64_t total, const char *text);

/* Removes the line from a terminal, before anything else is printed. */
void progress_line_clear(ProgressLine *line);

#endif
