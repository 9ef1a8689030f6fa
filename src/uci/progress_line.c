#include <config.h>

#include "uci/progress_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_WIDTH = 79 };

void progress_line_init(ProgressLine *line, bool quiet) {
    const char *terminal = getenv("TERM");
    *line = (ProgressLine){.quiet = quiet,
                           .rewrites = isatty(STDERR_FILENO) && terminal && *terminal &&
                                       strcmp(terminal, "dumb") != 0};
}

void progress_line_show(ProgressLine *line, uint64_t done, uint64_t total, const char *text) {
    int tenths = total > 0 ? (int)(10.0 * (double)done / (double)total) : 10;
    if (line->quiet)
        return;
    if (line->rewrites)
        fprintf(stderr, "\r%-*.*s", LINE_WIDTH, LINE_WIDTH, text);
    else if (tenths > line->tenths)
        fprintf(stderr, "%s\n", text);
    fflush(stderr);
    line->shown = line->rewrites;
    line->tenths = tenths;
}

void progress_line_clear(ProgressLine *line) {
    if (line->shown)
        fprintf(stderr, "\r%*s\r", LINE_WIDTH, "");
    fflush(stderr);
    line->shown = false;
}
