#include <config.h>

#include "cli/line_network.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/cli_network.h"
#include "play/network_open.h"

/* --- in a game --- */

static bool get_network_view(const Cli *cli, NetworkView *view, Error *error) {
    return network_view(cli->session, view) ||
           error_set(error, ERROR_STATE, "this is not a network game");
}

static void say_seat(Cli *cli, const NetworkView *view, Color color) {
    const char *name = session_player(cli->session, color)->name;
    if (view->seat == (Seat)color)
        cli_say(cli, "You play %s.", color_name(color));
    else if (!view->taken[color])
        cli_say(cli, "%s: nobody yet; anybody who knows the id can join.", color_name(color));
    else
        cli_say(cli, "%s: %.63s, %s.", color_name(color), name,
                view->present[color] ? "present" : "away");
}

LineResult line_network_show(Cli *cli, const LineArguments *arguments, Error *error) {
    NetworkView view;
    (void)arguments;
    if (!get_network_view(cli, &view, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "Game %s at %.200s, %s.", view.id.text, view.server,
            view.online ? "connected" : "not connected");
    say_seat(cli, &view, WHITE);
    say_seat(cli, &view, BLACK);
    return LINE_RESULT_OK;
}

LineResult line_network_say(Cli *cli, const LineArguments *arguments, Error *error) {
    return line_commands_result(network_say(cli->session, arguments->text, error));
}

LineResult line_network_abort(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return line_commands_result(network_abort(cli->session, error));
}

LineResult line_network_decline(Cli *cli, const LineArguments *arguments, Error *error) {
    Color by;
    (void)arguments;
    if (!session_draw_offered(cli->session, &by))
        return line_commands_result(error_set(error, ERROR_STATE, "no draw is offered"));
    if (!session_decline_draw(cli->session, color_other(by), error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "The draw is declined.");
    return LINE_RESULT_OK;
}

/* --- other games --- */

static bool is_side(const char *word, Color color) {
    return text_equal_ignore_case(word, color_word(color));
}

static bool open_game(Cli *cli, const char *id, bool watch, const char *side, Error *error) {
    Settings *settings = cli_game_new_settings(cli);
    settings->place = PLACE_NETWORK;
    settings->watch = watch;
    for (int color = 0; color < COLOR_COUNT; color++)
        settings->side_given[color] = side != NULL && is_side(side, (Color)color);
    bool opened = text_copy(settings->game, sizeof settings->game, id) &&
                  cli_network_open(cli, settings, error);
    free(settings);
    return opened;
}

LineResult line_network_join(Cli *cli, const LineArguments *arguments, Error *error) {
    const char *side = arguments->count == 2 ? arguments->word[1] : NULL;
    if (side != NULL && !is_side(side, WHITE) && !is_side(side, BLACK))
        return LINE_RESULT_USAGE;
    return line_commands_result(open_game(cli, arguments->word[0], false, side, error));
}

void line_network_complete_join(const Cli *cli, const LineArguments *before,
                                CompletionList *completions) {
    (void)cli;
    if (before->count != 1)
        return;
    completion_add(completions, "white");
    completion_add(completions, "black");
}

LineResult line_network_watch(Cli *cli, const LineArguments *arguments, Error *error) {
    return line_commands_result(open_game(cli, arguments->word[0], true, NULL, error));
}

LineResult line_network_lobby(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return line_commands_result(cli_network_list_lobby(cli, error));
}
