#include <config.h>

#include "tui/online/online_game.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "term/terminal.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/online/invite.h"
#include "tui/online/own_server.h"
#include "tui/online/rematch.h"
#include "tui/online/talk.h"

enum {
    ABORT_PLIES = 2,    /* then both sides have moved */
    SETTLING_MS = 10000 /* after a reconnect, or the start of a rematch: others come too */
};

/* --- state --- */

static bool get_view(const App *app, NetworkView *view) {
    return app->session != NULL && network_view(app->session, view);
}

bool online_game_is_active(const App *app) {
    NetworkView view;
    return get_view(app, &view);
}

bool online_game_is_player(const Session *session) {
    NetworkView view;
    return session != NULL && network_view(session, &view) && view.seat != SEAT_NONE;
}

static bool is_open(const App *app) {
    return !outcome_is_over(session_outcome(app->session));
}

bool online_game_is_reconnecting(const App *app) {
    NetworkView view;
    return get_view(app, &view) && !view.online && !view.game_lost;
}

bool online_game_is_offline(const App *app) {
    NetworkView view;
    return online_game_is_reconnecting(app) && get_view(app, &view) &&
           (is_open(app) || view.waiting);
}

bool online_game_can_abort(const App *app) {
    return online_game_is_player(app->session) && session_record(app->session)->count < ABORT_PLIES;
}

bool online_game_can_claim(const App *app) {
    NetworkView view;
    return get_view(app, &view) && view.claim_s == 0 && is_open(app);
}

const char *online_game_player(const App *app, Color color) {
    const SessionPlayer *player = session_player(app->session, color);
    return player->is_named ? player->name : color_name(color);
}

/* --- events --- */

void online_game_begin(App *app) {
    NetworkView view, before = app->network.view;
    memset(&app->network, 0, sizeof app->network);
    if (!get_view(app, &view))
        return;
    app->network.view = view;
    app->network.is_rematch =
        before.rematch == REMATCH_MADE && strcmp(before.rematch_id.text, view.id.text) == 0;
    if (app->network.is_rematch)
        app->network.announce_after = uv_now(&app->loop) + SETTLING_MS;
    app->network.talk_announced = view.talk_count;
}

void online_game_leave(App *app, const Session *before) {
    if (own_server_hosts(app, before) && outcome_is_over(session_outcome(before)))
        own_server_stop(app);
}

static void announce_presence(App *app, const NetworkView *view, Color color) {
    const NetworkView *before = &app->network.view;
    if ((Seat)color == view->seat)
        return;
    if (view->taken[color] && !before->taken[color])
        app_note(app, "%s plays %s: the game can begin.", online_game_player(app, color),
                 color_name(color));
    else if (view->taken[color] && view->present[color] && !before->present[color])
        app_note(app, "%s is back.", online_game_player(app, color));
    else if (!view->present[color] && before->present[color] && view->claim_s >= 0)
        app->message[0] = '\0'; /* the status line says more */
    else if (!view->present[color] && before->present[color] && session_has_clock(app->session))
        app_note(app, "%s is away; the clock goes on.", online_game_player(app, color));
    else if (!view->present[color] && before->present[color])
        app_note(app, "%s is away: the game waits on its server.", online_game_player(app, color));
}

void online_game_on_change(App *app) {
    NetworkView view;
    if (!get_view(app, &view))
        return;
    if (view.online && !app->network.view.online)
        app->network.announce_after = uv_now(&app->loop) + SETTLING_MS;
    if (view.online && uv_now(&app->loop) >= app->network.announce_after && is_open(app))
        for (int color = 0; color < COLOR_COUNT; color++)
            announce_presence(app, &view, (Color)color);
    NetworkView before = app->network.view;
    app->network.view = view;
    if (view.claim_s == 0 && before.claim_s != 0)
        app->message[0] = '\0'; /* the status line says that the game can be claimed */
    rematch_on_change(app, &before);
    if (online_game_depends_on_time(app))
        app_loop_start_tick(app);
}

void online_game_on_talk(App *app) {
    NetworkView view;
    char text[VIEW_TALK_SIZE];
    if (!get_view(app, &view))
        return;
    for (; app->network.talk_announced < view.talk_count; app->network.talk_announced++) {
        const TalkLine *line = network_talk(app->session, app->network.talk_announced);
        if (line != NULL)
            app_note(app, "%s", talk_format(line, text));
    }
}

void online_game_on_background_event(App *app, const Session *session, SessionEvent event) {
    if (app->exercise == NULL || session != app_game(app) || !online_game_is_player(session))
        return;
    if (event == SESSION_OVER)
        app_note(app, "Your network game is over: %s", outcome_sentence(session_outcome(session)));
    else if (event == SESSION_POSITION && session_awaits_human(session))
        app_note(app, "Your network game waits for your move.");
}

bool online_game_depends_on_time(const App *app) {
    NetworkView view;
    return get_view(app, &view) && (online_game_is_offline(app) || view.claim_s > 0);
}

void online_game_retry_now(App *app) {
    NetworkView view;
    if (online_game_is_offline(app) && get_view(app, &view) && view.retry_s > 1)
        network_retry_now(app->session);
}

/* --- sentences --- */

static void write_offline(const NetworkView *view, char *text, size_t size) {
    const char *waits = view->waiting ? "; your move waits" : "";
    if (view->game_lost)
        snprintf(text, size, "The connection to %s has ended. ", view->server);
    else if (view->retry_s == 0 && view->tried[0] != '\0') {
        snprintf(text, size, "No connection to %s: ", view->server);
        text_append(text, size, "trying %s%s. ", view->tried, waits);
    } else if (view->retry_s == 0)
        snprintf(text, size, "No connection to %s: trying again%s. ", view->server, waits);
    else
        snprintf(text, size, "No connection to %s: next try in %d s%s. ", view->server,
                 view->retry_s, waits);
}

static void write_free_seat(const App *app, const NetworkView *view, Color color, char *text,
                            size_t size) {
    char key[KEY_NAME_SIZE];
    keymap_key_name(&app->keymap, ACTION_ID, key);
    if (own_server_hosts(app, app->session))
        snprintf(text, size, "Nobody plays %s yet: %s shows how to join. ", color_name(color), key);
    else if (view->invitation[0] != '\0')
        snprintf(text, size, "%s is kept for whom you invite: %s shows the invitation. ",
                 color_name(color), key);
    else if (view->kept)
        snprintf(text, size, "%s is kept for somebody who was invited. ", color_name(color));
    else
        snprintf(text, size, "%s waits for somebody to play %s. ", view->id.text,
                 color_name(color));
}

/* Times of a claim in their largest whole unit. */
static const struct {
    int seconds;
    const char *singular, *plural;
} claim_units[] = {{86400, "day", "days"}, {3600, "hour", "hours"}, {60, "minute", "minutes"}};

static void write_away(const App *app, const NetworkView *view, char *text, size_t size) {
    const char *opponent = online_game_player(app, color_other((Color)view->seat));
    char key[KEY_NAME_SIZE];
    int limit_s = 60 * view->claim_minutes, unit = 0;
    while (limit_s % claim_units[unit].seconds != 0)
        unit++;
    int limit = limit_s / claim_units[unit].seconds;
    int passed = (limit_s - view->claim_s) / claim_units[unit].seconds;
    const char *word = limit == 1 ? claim_units[unit].singular : claim_units[unit].plural;
    keymap_key_name(&app->keymap, ACTION_CLAIM, key);
    if (view->claim_s == 0)
        snprintf(text, size, "%s has been away for %d %s: %s claims the game. ", opponent, limit,
                 word, key);
    else if (passed == 0)
        snprintf(text, size, "%s is away: after %d %s you can claim the game. ", opponent, limit,
                 word);
    else
        snprintf(text, size, "%s has been away for %d of %d %s. ", opponent, passed, limit, word);
}

/* Writes whom the game waits for, if anybody. */
static void write_waiting(const App *app, const NetworkView *view, char *text, size_t size) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!view->taken[color])
            write_free_seat(app, view, (Color)color, text, size);
    if (view->claim_s >= 0)
        write_away(app, view, text, size);
}

const char *online_game_status(const App *app, char text[VIEW_STATUS_SIZE]) {
    NetworkView view;
    text[0] = '\0';
    if (!get_view(app, &view))
        return text;
    if (view.game_lost ? is_open(app) : online_game_is_offline(app))
        write_offline(&view, text, VIEW_STATUS_SIZE);
    else if (view.delayed)
        snprintf(text, VIEW_STATUS_SIZE, "Sending ... ");
    else if (view.read_only)
        snprintf(text, VIEW_STATUS_SIZE, "The disk of %s is full: it takes no moves for now. ",
                 view.server);
    else if (is_open(app) && app->message[0] == '\0' && !app->browsing)
        write_waiting(app, &view, text, VIEW_STATUS_SIZE);
    return text;
}

const char *online_game_describe_offer(const App *app, Color by, char text[VIEW_STATUS_SIZE]) {
    NetworkView view;
    char key[KEY_NAME_SIZE];
    keymap_key_name(&app->keymap, ACTION_DRAW, key);
    if (!get_view(app, &view))
        text[0] = '\0';
    else if (view.seat == (Seat)by)
        snprintf(text, VIEW_STATUS_SIZE, "You offer a draw; %s has to answer.",
                 online_game_player(app, color_other(by)));
    else if (view.seat == SEAT_NONE)
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a draw.", online_game_player(app, by));
    else
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a draw: %s answers, a move declines it.",
                 online_game_player(app, by), key);
    return text;
}

/* --- actions --- */

void online_game_open_talk(App *app) {
    if (online_game_is_active(app))
        talk_open(app);
    else
        app_notify(app, "There is nobody to talk to except in a network game.");
}

void online_game_show_id(App *app) {
    NetworkView view;
    if (!get_view(app, &view)) {
        app_notify(app, "Only network games have an id.");
        return;
    }
    if (invite_show(app))
        return;
    bool copied = terminal_copy(view.id.text);
    app_notify(app, "Game %s at %s%s%s", view.id.text, view.server,
               view.encrypted ? ", encrypted" : "", copied ? "; the id is on the clipboard." : ".");
}

static void abort_game(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!network_abort(app->session, &error))
        app_notify_error(app, &error);
}

void online_game_confirm_abort(App *app) {
    if (online_game_can_abort(app))
        dialogs_confirm(app, "Abort", "Does the game end here, without a result?", "Abort",
                        abort_game, NULL);
    else
        app_notify(app, "Both sides have moved: the game can be resigned, not aborted.");
}

static void claim(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!network_claim(app->session, &error))
        app_notify_error(app, &error);
}

void online_game_confirm_claim(App *app) {
    NetworkView view;
    char text[VIEW_STATUS_SIZE];
    if (!get_view(app, &view) || view.claim_minutes == 0) {
        app_notify(app, "This game cannot be claimed from a player who is away.");
    } else if (view.claim_s < 0) {
        app_notify(app, "A game can be claimed when the opponent is to move and away.");
    } else if (view.claim_s > 0) {
        write_away(app, &view, text, sizeof text);
        app_notify(app, "%s", text);
    } else {
        snprintf(text, sizeof text,
                 "%s has been away for too long. Do you claim the game, and win?",
                 online_game_player(app, color_other((Color)view.seat)));
        dialogs_confirm(app, "Claim", text, "Claim", claim, NULL);
    }
}

static void answer(Dialog *dialog, App *app, bool accept) {
    Color color = online_game_is_player(app->session) ? (Color)app->network.view.seat : WHITE;
    Error error = {0};
    dialog_close(dialog);
    bool done = accept ? session_draw(app->session, color, &error)
                       : session_decline_draw(app->session, color, &error);
    if (!done)
        app_notify_error(app, &error);
    else if (!accept)
        app_note(app, "You decline the draw.");
}

static void accept_draw(Dialog *dialog, void *context) {
    answer(dialog, context, true);
}

static void decline_draw(Dialog *dialog, void *context) {
    answer(dialog, context, false);
}

void online_game_answer_draw(App *app, Color color) {
    char text[128];
    Dialog *dialog = dialog_create("Draw", app);
    snprintf(text, sizeof text, "%s offers a draw.", online_game_player(app, color_other(color)));
    dialog_add_text(dialog, text);
    int accept = dialog_add_button(dialog, "Accept", accept_draw);
    dialog_set_question(dialog, accept, dialog_add_button(dialog, "Decline", decline_draw));
    dialog_focus(dialog, dialog_add_button(dialog, "Later", NULL));
    app_push_layer(app, dialog_layer(dialog));
}

void online_game_explain_no_move(App *app) {
    NetworkView view;
    char key[KEY_NAME_SIZE];
    Color side = position_side(session_position(app->session));
    if (!get_view(app, &view))
        return;
    if (view.seat == SEAT_NONE)
        app_notify(app, "You are only watching this game.");
    else if (app->browsing)
        app_notify(app, "A network game continues from its last move only; %s shows it.",
                   keymap_key_name(&app->keymap, ACTION_END, key));
    else if (app_is_human(app, color_other(side)))
        app_notify(app, "It is the turn of %s, not yours.", online_game_player(app, side));
    else
        app_notify(app, "Your computer plays this game.");
}

/* --- the view --- */

static void fill_player(const NetworkView *view, ViewPlayer *player, Color color, bool open) {
    if ((Seat)color == view->seat) {
        player->note = strcmp(player->name, "You") != 0 ? "you" : NULL;
        player->is_you = true;
    } else if (!view->taken[color]) {
        player->name = player->short_name = "nobody yet";
    } else if (view->online && open) {
        player->note = view->present[color] ? "here" : "away";
    }
}

void online_game_fill_view(const App *app, View *view) {
    NetworkView network;
    if (!get_view(app, &network))
        return;
    for (int color = 0; color < COLOR_COUNT; color++)
        fill_player(&network, &view->player[color], (Color)color, is_open(app));
    view->game_id = app->network.view.id.text;
    view->encrypted = app->network.view.encrypted;
    view->talk = talk_view(app->session);
}
