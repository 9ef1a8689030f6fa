#include <config.h>

#include "tui/online/rematch.h"

#include <stdio.h>

#include "term/terminal.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/online_game.h"

static bool get_view(const App *app, NetworkView *view) {
    return app->session != NULL && network_view(app->session, view);
}

RematchState rematch_state(const App *app) {
    NetworkView view;
    return get_view(app, &view) ? view.rematch : REMATCH_NONE;
}

bool rematch_is_possible(const App *app) {
    NetworkView view;
    return get_view(app, &view) && (view.can_rematch || view.rematch == REMATCH_MADE);
}

/* --- sentences --- */

const char *rematch_describe(const App *app, bool keys, char text[VIEW_STATUS_SIZE]) {
    NetworkView view;
    char yes[KEY_NAME_SIZE], no[KEY_NAME_SIZE];
    text[0] = '\0';
    if (!get_view(app, &view))
        return text;
    const char *white = online_game_player(app, WHITE), *black = online_game_player(app, BLACK);
    const char *opponent = view.seat == SEAT_BLACK ? white : black;
    keymap_key_name(&app->keymap, ACTION_RESIGN, yes);
    keymap_key_name(&app->keymap, ACTION_DRAW, no);
    if (view.rematch == REMATCH_OFFERED && keys)
        snprintf(text, VIEW_STATUS_SIZE, "You offer a rematch: %s has to answer, %s withdraws it.",
                 opponent, no);
    else if (view.rematch == REMATCH_OFFERED)
        snprintf(text, VIEW_STATUS_SIZE, "You offer a rematch: %s has to answer.", opponent);
    else if (view.rematch == REMATCH_ASKED && keys)
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a rematch: %s accepts, %s declines.", opponent,
                 yes, no);
    else if (view.rematch == REMATCH_ASKED)
        snprintf(text, VIEW_STATUS_SIZE, "%s offers a rematch.", opponent);
    else if (view.rematch == REMATCH_DECLINED)
        snprintf(text, VIEW_STATUS_SIZE, "%s wants no rematch.", opponent);
    else if (view.rematch == REMATCH_MADE && view.seat == SEAT_NONE)
        snprintf(text, VIEW_STATUS_SIZE, "%s and %s play a rematch%s%s%s", white, black,
                 keys ? ": " : ".", keys ? yes : "", keys ? " watches it." : "");
    else if (view.rematch == REMATCH_MADE)
        snprintf(text, VIEW_STATUS_SIZE, "The rematch has begun%s%s%s", keys ? ": " : ".",
                 keys ? yes : "", keys ? " goes there." : "");
    return text;
}

/* --- actions --- */

static void open_rematch(App *app) {
    NetworkOptions options;
    if (app->connect_dialog != NULL || !network_rematch_options(app->session, &options))
        return;
    connect_dialog_open(app, &options);
    seat_key_clear(&options.key);
}

void rematch_run(App *app) {
    Error error = {0};
    if (rematch_state(app) == REMATCH_MADE)
        open_rematch(app);
    else if (!network_rematch(app->session, &error))
        app_notify_error(app, &error);
}

void rematch_decline(App *app) {
    RematchState state = rematch_state(app);
    Error error = {0};
    if (state != REMATCH_ASKED && state != REMATCH_OFFERED)
        app_note(app, "Nobody offers a rematch.");
    else if (!network_decline_rematch(app->session, &error))
        app_notify_error(app, &error);
    else
        app_note(app, state == REMATCH_ASKED ? "You decline the rematch."
                                             : "You withdraw the offer of a rematch.");
}

/* --- events --- */

void rematch_on_change(App *app, const NetworkView *before) {
    NetworkView view;
    char text[VIEW_STATUS_SIZE];
    if (!get_view(app, &view) || view.rematch == before->rematch)
        return;
    if (rematch_describe(app, true, text)[0] != '\0')
        app_note(app, "%s", text);
    if (view.rematch == REMATCH_ASKED && app->settings.bell)
        terminal_bell();
    if (view.rematch == REMATCH_MADE && view.seat != SEAT_NONE && app->setup == NULL)
        open_rematch(app);
}
