#include <config.h>

#include "play/left_over.h"

#include <stdlib.h>

#include "play/session.h"
#include "rules/gamefile.h"

/* Whether there is something to go on with; if not, it is the end of the file. */
static bool read_game(UnfinishedGame *left, Error *error) {
    GameReader reader;
    Error broken = {0};
    gamereader_init(&reader, autosave_path(left->autosave), left->text, left->length);
    left->record = gamereader_next(&reader, false, &broken);
    if (left->record != NULL && session_is_resumable(left->record))
        return true;
    if (left->record != NULL) {
        autosave_close(left->autosave, true);
    } else {
        autosave_set_aside(left->autosave);
        error_set(error, broken.code, "%s; the file is set aside as *.broken", broken.text);
    }
    left->autosave = NULL;
    return false;
}

bool autosave_find_unfinished(UnfinishedGame *left, Error *error) {
    *left = (UnfinishedGame){0};
    while (autosave_open_newest(&left->autosave, &left->text, &left->length, error)) {
        if (read_game(left, error))
            return true;
        autosave_release_unfinished(left);
    }
    return false;
}

void autosave_release_unfinished(UnfinishedGame *left) {
    autosave_close(left->autosave, false);
    free(left->text);
    record_free(left->record);
    *left = (UnfinishedGame){0};
}
