#include <config.h>

#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum { TEXT_SMALL = 1 << 20, LINE_WIDTH = 79 };

static bool is_wanted(size_t total) {
    const char *terminal = getenv("TERM");
    return total > TEXT_SMALL && isatty(STDERR_FILENO) && terminal && *terminal &&
           strcmp(terminal, "dumb") != 0;
}

void progress_update(Progress *progress, size_t done, size_t total) {
    char shown[SHORT_PATH_SIZE];
    int percent = total > 0 ? (int)(100.0 * (double)done / (double)total) : 100;
    if (percent == progress->percent)
        return;
    progress->percent = percent;
    if (!is_wanted(total))
        return;
    progress->shown = true;
    const char *slash = strrchr(progress->name, '/');
    text_shorten_path(slash != NULL ? slash + 1 : progress->name, shown);
    fprintf(stderr, "\rReading %.*s: %d %%", LINE_WIDTH - 16, shown, percent);
    fflush(stderr);
}

void progress_clear(Progress *progress) {
    if (progress->shown)
        fprintf(stderr, "\r%*s\r", LINE_WIDTH, "");
    fflush(stderr);
    progress->shown = false;
}
