/* Commands for games over the network. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cli/line_commands.h"
#include "cli/remote.h"
#include "config/wording.h"
#include "play/network.h"
#include "rules/memory.h"

/* --- in a game --- */

static bool find_view(const Cli *cli, NetworkView *view, Error *error) {
    return network_view(cli->session, view) ||
           error_set(error, ERROR_STATE, "this is not a network game");
}

static void tell_side(Cli *cli, const NetworkView *view, Color color) {
    const char *name = session_player(cli->session, color)->name;
    if (view->seat == (Seat)color)
        game_say(cli, "You play %s.", color_name(color));
    else if (!view->taken[color])
        game_say(cli, "%s: nobody yet; whoever is told the id can join.", color_name(color));
    else
        game_say(cli, "%s: %.63s, %s.", color_name(color), name,
                 view->present[color] ? "who is here" : "who is away");
}

Verdict run_network(Cli *cli, const Arguments *arguments, Error *error) {
    NetworkView view;
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    if (!find_view(cli, &view, error))
        return VERDICT_REFUSED;
    game_say(cli, "Game %s at %.200s, %s.", view.id.text, view.server,
             view.online ? "connected" : "not connected");
    tell_side(cli, &view, WHITE);
    tell_side(cli, &view, BLACK);
    return VERDICT_DONE;
}

Verdict run_say(Cli *cli, const Arguments *arguments, Error *error) {
    if (arguments->count == 0)
        return VERDICT_FORMAT;
    return verdict_of(network_say(cli->session, arguments->text, error));
}

Verdict run_abort(Cli *cli, const Arguments *arguments, Error *error) {
    return arguments->count > 0 ? VERDICT_FORMAT : verdict_of(network_abort(cli->session, error));
}

Verdict run_decline(Cli *cli, const Arguments *arguments, Error *error) {
    Color by;
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    if (!session_draw_offered(cli->session, &by))
        return verdict_of(error_set(error, ERROR_STATE, "no draw is offered"));
    if (!session_decline_draw(cli->session, color_other(by), error))
        return VERDICT_REFUSED;
    game_say(cli, "The draw is declined.");
    return VERDICT_DONE;
}

/* --- other games --- */

static bool is_side(const char *word, Color color) {
    return strcmp(word, color_word(color)) == 0;
}

/* Opens a game by its id, as the settings would with it in them. */
static bool open_id(Cli *cli, const char *id, bool watch, const char *side, Error *error) {
    Settings *settings = memory_allocate(sizeof *settings);
    *settings = cli->settings;
    settings->place = PLACE_NETWORK;
    settings->load_path[0] = settings->key_path[0] = '\0';
    settings->puzzle = 0;
    settings->watch = watch;
    for (int color = 0; color < COLOR_COUNT; color++)
        settings->named[color] = side != NULL && is_side(side, (Color)color);
    bool opened =
        text_copy(settings->game, sizeof settings->game, id) && remote_open(cli, settings, error);
    free(settings);
    return opened;
}

Verdict run_join(Cli *cli, const Arguments *arguments, Error *error) {
    const char *side = arguments->count == 2 ? arguments->word[1] : NULL;
    if (arguments->count < 1 || arguments->count > 2 ||
        (side != NULL && !is_side(side, WHITE) && !is_side(side, BLACK)))
        return VERDICT_FORMAT;
    return verdict_of(open_id(cli, arguments->word[0], false, side, error));
}

void complete_join(const Cli *cli, const Arguments *before, Candidates *candidates) {
    (void)cli;
    if (before->count != 1)
        return;
    candidates_add(candidates, "white");
    candidates_add(candidates, "black");
}

Verdict run_watch(Cli *cli, const Arguments *arguments, Error *error) {
    if (arguments->count != 1)
        return VERDICT_FORMAT;
    return verdict_of(open_id(cli, arguments->word[0], true, NULL, error));
}

Verdict run_lobby(Cli *cli, const Arguments *arguments, Error *error) {
    return arguments->count > 0 ? VERDICT_FORMAT : verdict_of(remote_lobby(cli, error));
}
