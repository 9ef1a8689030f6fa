#include <config.h>

#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

enum { TEXT_SMALL = 1 << 20 };

void progress_show(Progress *progress, const char *line) {
    const char *terminal = getenv("TERM");
    if (!isatty(STDERR_FILENO) || !terminal || !*terminal || strcmp(terminal, "dumb") == 0)
        return;
    fprintf(stderr, "\r%-*s", progress->width, line);
    fflush(stderr);
    progress->width = (int)strlen(line);
}

void progress_update(Progress *progress, size_t done, size_t total) {
    char shown[SHORT_PATH_SIZE], line[PROGRESS_LINE_SIZE];
    int percent = total > 0 ? (int)(100.0 * (double)done / (double)total) : 100;
    if (percent == progress->percent)
        return;
    progress->percent = percent;
    if (total <= TEXT_SMALL)
        return;
    text_shorten_path(file_base_name(progress->name), shown);
    snprintf(line, sizeof line, "Reading %.*s: %d %%", PROGRESS_LINE_SIZE - 17, shown, percent);
    progress_show(progress, line);
}

void progress_clear(Progress *progress) {
    if (progress->width > 0)
        fprintf(stderr, "\r%*s\r", PROGRESS_LINE_SIZE - 1, "");
    fflush(stderr);
    progress->width = 0;
}
