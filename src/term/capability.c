#include <config.h>

#include "term/capability.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <curses.h>
#include <term.h>

static const char *capability_text(const char *name) {
    const char *text = tigetstr(name);
    return text == NULL || text == (const char *)(intptr_t)-1 ? NULL : text;
}

bool capability_probe(Error *error) {
    const char *name = getenv("TERM");
    if (name == NULL || *name == '\0')
        return error_set(error, ERROR_UNSUPPORTED,
                         "the terminal is unknown here (TERM is not set); try "
                         "TERM=xterm-256color congo");
    int status;
    if (setupterm(name, 1, &status) != OK)
        return error_set(
            error, ERROR_UNSUPPORTED,
            "the terminal \"%s\" is unknown here (TERM=%s); try TERM=xterm-256color congo", name,
            name);
    bool has_cursor = capability_text("cup") != NULL && capability_text("clear") != NULL;
    del_curterm(cur_term);
    if (!has_cursor)
        return error_set(error, ERROR_UNSUPPORTED,
                         "the terminal \"%s\" cannot place a cursor (TERM=%s); try "
                         "TERM=xterm-256color congo",
                         name, name);
    return true;
}

size_t capability_append(const char *name, char *text, size_t length, size_t size) {
    const char *from = capability_text(name);
    if (from == NULL)
        return length;
    size_t end = length;
    while (*from != '\0') {
        /* Padding such as $<50/> was for slow terminals. */
        if (from[0] == '$' && from[1] == '<' && strchr(from, '>') != NULL) {
            from = strchr(from, '>') + 1;
            continue;
        }
        if (end == size)
            return length;
        text[end++] = *from++;
    }
    return end;
}
