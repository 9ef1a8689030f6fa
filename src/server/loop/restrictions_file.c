#include <config.h>

#include "server/loop/restrictions_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "server/core/restrictions.h"
#include "server/loop/loop_parts.h"

enum { READ_MAX = 4 * 1024 * 1024 };

bool restrictions_file_read(Loop *loop, Error *error) {
    const char *path = loop->options.settings.restrictions;
    if (!path[0] || access(path, F_OK) != 0)
        return true;
    char *text = file_read_text(path, path, READ_MAX, error), *rest = text;
    bool good = text != NULL;
    for (int number = 1; good && rest; number++) {
        char *line = strsep(&rest, "\n");
        Restriction restriction;
        size_t closed;
        if (!*line)
            continue;
        good = restriction_parse(line, &restriction) ||
               error_set(error, ERROR_SYNTAX, "%s:%d: expected a ban or a mute", path, number);
        if (good)
            restrictions_set(loop->core, &restriction, &closed);
    }
    free(text);
    restrictions_set_kept(loop->core);
    return good;
}

bool restrictions_file_update(Loop *loop, Error *error) {
    const char *path = loop->options.settings.restrictions;
    if (!restrictions_have_changed(loop->core) || !path[0])
        return true;
    Buffer text = {0};
    restrictions_list(loop->core, &text);
    bool written =
        file_write_atomic(path, text.bytes ? text.bytes : "", text.length, 0600, true, error);
    buffer_free(&text);
    if (written)
        restrictions_set_kept(loop->core);
    return written;
}
