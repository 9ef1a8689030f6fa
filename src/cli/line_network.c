#include <config.h>

#include "cli/line_network.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/cli_network.h"
#include "play/online/network_open.h"

/* --- in a game --- */

static bool get_network_view(const Cli *cli, NetworkView *view, Error *error) {
    return network_view(cli->session, view) ||
           error_set(error, ERROR_STATE, "this is not a network game");
}

static void say_seat(Cli *cli, const NetworkView *view, Color color) {
    const char *name = session_player(cli->session, color)->name;
    if (view->seat == (Seat)color)
        cli_say(cli, "You play %s.", color_name(color));
    else if (!view->taken[color] && view->kept)
        cli_say(cli, "%s: nobody yet; the seat is kept for whoever is invited.", color_name(color));
    else if (!view->taken[color])
        cli_say(cli, "%s: nobody yet; anybody who knows the id can join.", color_name(color));
    else
        cli_say(cli, "%s: %.63s, %s%s.", color_name(color), name,
                view->present[color] ? "present" : "away", view->muted[color] ? ", muted" : "");
}

static void say_rules(Cli *cli, const NetworkView *view) {
    if (view->invitation[0] != '\0')
        cli_say(cli, "The invitation is %s.", view->invitation);
    if (view->spectators_muted)
        cli_say(cli, "Spectators are muted.");
    if (view->claim_minutes > 0)
        cli_say(cli,
                "A player who is to move and away for %d minute%s loses if the opponent types "
                "\"claim\".",
                view->claim_minutes, text_plural((uint64_t)view->claim_minutes));
    if (view->read_only)
        cli_say(cli, "The server's disk is full: until there is room, it accepts no moves.");
}

LineResult line_network_show(Cli *cli, const LineArguments *arguments, Error *error) {
    NetworkView view;
    (void)arguments;
    if (!get_network_view(cli, &view, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "Game %s at %.200s, %s%s.", view.id.text, view.server,
            view.online ? "connected" : "not connected", view.encrypted ? ", encrypted" : "");
    say_seat(cli, &view, WHITE);
    say_seat(cli, &view, BLACK);
    say_rules(cli, &view);
    return LINE_RESULT_OK;
}

LineResult line_network_say(Cli *cli, const LineArguments *arguments, Error *error) {
    return line_commands_result(network_say(cli->session, arguments->text, error));
}

LineResult line_network_abort(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return line_commands_result(network_abort(cli->session, error));
}

LineResult line_network_claim(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return line_commands_result(network_claim(cli->session, error));
}

LineResult line_network_rematch(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return line_commands_result(cli_network_rematch(cli, error));
}

static const char *const speaker_words[] = {
    [SEAT_WHITE] = "white", [SEAT_BLACK] = "black", [SEAT_NONE] = "spectators", NULL};

static LineResult mute(Cli *cli, const LineArguments *arguments, bool mutes, Error *error) {
    int speaker = SEAT_ANY;
    if (arguments->count == 1)
        speaker = text_find_word(speaker_words, arguments->word[0]);
    if (speaker < 0)
        return LINE_RESULT_USAGE;
    if (!network_mute(cli->session, (Seat)speaker, mutes, error))
        return LINE_RESULT_ERROR;
    const char *who = speaker == SEAT_ANY    ? "anybody"
                      : speaker == SEAT_NONE ? "spectators"
                                             : color_name((Color)speaker);
    cli_say(cli, mutes ? "You hear no more of %s in this game." : "You hear %s again.",
            speaker == SEAT_ANY && !mutes ? "everybody" : who);
    return LINE_RESULT_OK;
}

LineResult line_network_mute(Cli *cli, const LineArguments *arguments, Error *error) {
    return mute(cli, arguments, true, error);
}

LineResult line_network_unmute(Cli *cli, const LineArguments *arguments, Error *error) {
    return mute(cli, arguments, false, error);
}

void line_network_complete_mute(const Cli *cli, const LineArguments *before,
                                CompletionList *completions) {
    (void)cli;
    for (int i = 0; before->count == 0 && speaker_words[i] != NULL; i++)
        completion_add(completions, speaker_words[i]);
}

static LineResult decline_rematch(Cli *cli, Error *error) {
    NetworkView view;
    bool asked = network_view(cli->session, &view) && view.rematch == REMATCH_ASKED;
    if (!network_decline_rematch(cli->session, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, asked ? "You decline the rematch." : "You withdraw your offer of a rematch.");
    return LINE_RESULT_OK;
}

LineResult line_network_decline(Cli *cli, const LineArguments *arguments, Error *error) {
    Color by;
    NetworkView view;
    (void)arguments;
    if (network_view(cli->session, &view) && view.can_rematch)
        return decline_rematch(cli, error);
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
    bool own_only = arguments->count == 1;
    if (own_only && !text_equal_ignore_case(arguments->word[0], "mine"))
        return LINE_RESULT_USAGE;
    return line_commands_result(cli_network_list_lobby(cli, own_only, error));
}

void line_network_complete_lobby(const Cli *cli, const LineArguments *before,
                                 CompletionList *completions) {
    (void)cli;
    if (before->count == 0)
        completion_add(completions, "mine");
}
