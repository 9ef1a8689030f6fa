/* The game that was left unfinished the last time. */
#include <config.h>

#include "cli/cli_state.h"
#include "cli/remote.h"
#include "play/left_over.h"

void cli_game_offer_resume(Cli *cli) {
    UnfinishedGame left;
    Error error = {0};
    if (autosave_find_unfinished(&left, &error)) {
        output_blank_line(&cli->out);
        cli_say(cli,
                "A game was left unfinished: White %s, Black %s, variant %s, %zu %s played. "
                "\"resume\" goes on with it.",
                record_tag_or_unknown(left.record, "White"),
                record_tag_or_unknown(left.record, "Black"), left.record->variant.name,
                left.record->current, left.record->current == 1 ? "move" : "moves");
        autosave_release_unfinished(&left);
    }
    if (error.code != ERROR_NONE)
        cli_say_error(cli, &error);
    cli_network_list_resumable(cli);
}

bool cli_game_resume_unfinished(Cli *cli, Error *error) {
    UnfinishedGame left;
    SessionSetup setup;
    if (!autosave_find_unfinished(&left, error))
        return error->code == ERROR_NONE && cli_network_resume(cli, NULL, error);
    error_clear(error);
    bool ready =
        session_setup_resume(&cli->settings, left.autosave, left.text, left.length, &setup, error);
    if (ready)
        left.autosave = NULL; /* the session has it */
    bool started = ready && cli_game_start(cli, &setup, error);
    autosave_release_unfinished(&left);
    return started;
}
