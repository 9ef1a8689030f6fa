#include <config.h>

#include "tui/review/notes.h"

#include <string.h>

#include "review/review_store.h"

bool notes_exist(const Record *record) {
    for (size_t ply = 0; ply <= record->count; ply++)
        if (record_comment(record, ply) != NULL || notes_variations(record, ply)[0] != '\0')
            return true;
    return false;
}

void notes_add_comment(const Record *record, size_t ply, Buffer *text) {
    const char *comment = record_comment(record, ply);
    size_t length = 0;
    const char *line = ply > 0 ? review_stored_line(record, ply, &length) : NULL;
    if (comment == NULL)
        return;
    if (line == NULL) {
        buffer_add_string(text, comment);
        return;
    }
    const char *rest = line + length + (line[length] == '\n' ? 1 : 0);
    size_t before = (size_t)(line - comment);
    if (*rest == '\0' && before > 0) /* without its line break */
        before--;
    buffer_add(text, comment, before);
    buffer_add_string(text, rest);
}

const char *notes_variations(const Record *record, size_t ply) {
    const char *variations = ply > 0 ? record->plies[ply - 1].variations : NULL;
    return variations != NULL ? variations : "";
}
