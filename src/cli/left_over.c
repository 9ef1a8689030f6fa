/* The game that was left unfinished the last time. */
#include <config.h>

#include <stdlib.h>

#include "cli/cli_state.h"
#include "rules/gamefile.h"

typedef struct LeftOver {
    Autosave *autosave;
    char *text;
    size_t length;
    Record *record;
} LeftOver;

static void give_back(LeftOver *left) {
    autosave_close(left->autosave, false);
    free(left->text);
    record_free(left->record);
    *left = (LeftOver){0};
}

/* Takes the newest that is worth going on with; the others go: one that cannot be read is put out
 * of the way. False when there is none; the error may tell of a file all the same. */
static bool take(LeftOver *left, Error *error) {
    *left = (LeftOver){0};
    while (autosave_resume(&left->autosave, &left->text, &left->length, error)) {
        GameReader reader;
        gamereader_init(&reader, autosave_path(left->autosave), left->text, left->length);
        left->record = gamereader_next(&reader, false, error);
        if (left->record != NULL && session_is_worth_resuming(left->record))
            return true;
        if (left->record == NULL)
            autosave_set_aside(left->autosave);
        else
            autosave_close(left->autosave, true);
        left->autosave = NULL;
        give_back(left);
    }
    return false;
}

static const char *tag(const Record *record, const char *name) {
    const char *value = record_tag(record, name);
    return value != NULL ? value : "?";
}

void left_over_tell(Cli *cli) {
    LeftOver left;
    Error error = {0};
    if (take(&left, &error)) {
        output_gap(&cli->out);
        game_say(cli,
                 "A game was left unfinished: White %s, Black %s, variant %s, %zu %s played. "
                 "\"resume\" goes on with it.",
                 tag(left.record, "White"), tag(left.record, "Black"), left.record->variant.name,
                 left.record->current, left.record->current == 1 ? "move" : "moves");
        give_back(&left);
    }
    if (error.code != ERROR_NONE)
        game_say_error(cli, &error);
}

bool left_over_resume(Cli *cli, Error *error) {
    LeftOver left;
    SessionSetup setup;
    if (!take(&left, error))
        return error->code == ERROR_NONE
                   ? error_set(error, ERROR_STATE, "there is no game to go on with")
                   : false;
    error_clear(error);
    bool ready =
        session_setup_resume(&cli->settings, left.autosave, left.text, left.length, &setup, error);
    if (ready)
        left.autosave = NULL; /* the session has it */
    bool started = ready && game_start(cli, &setup, error);
    give_back(&left);
    return started;
}
