#include <config.h>

#include "tui/app.h"

#include <stdarg.h>
#include <stdio.h>

#include "term/dialog.h"

void app_invalidate(App *app) {
    app->dirty = true;
}

void app_push_layer(App *app, Layer *layer) {
    layers_push(&app->layers, layer);
    app_invalidate(app);
}

/* ---- messages ---- */

static void set_message(App *app, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

static void set_message(App *app, const char *format, va_list arguments) {
    vsnprintf(app->message, sizeof app->message, format, arguments);
    app_invalidate(app);
}

void app_show_message(App *app, const char *title, const char *text) {
    Dialog *dialog = dialog_create(title, app);
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "OK", NULL);
    dialog_set_reading(dialog);
    app_push_layer(app, dialog_layer(dialog));
}

void app_note(App *app, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_message(app, format, arguments);
    va_end(arguments);
}

void app_notify(App *app, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_message(app, format, arguments);
    va_end(arguments);
    if (app->quitting || painter_status_fits(&app->screen, app->message))
        return;
    app_show_message(app, "Congo", app->message);
    app->message[0] = '\0';
}

void app_notify_error(App *app, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    app_notify(app, "%s", error_sentence(error, text));
}

/* ---- the game ---- */

const Record *app_record(const App *app) {
    return app->session != NULL ? session_record(app->session) : app->preview;
}

size_t app_ply(const App *app) {
    const Record *record = app_record(app);
    if (record == NULL)
        return 0;
    return app->board.browsing ? app->board.ply : record->current;
}

NotationStyle app_notation(const App *app) {
    return settings_notation(&app->settings, NOTATION_PLAIN);
}

const Position *app_position(const App *app) {
    const Record *record = app_record(app);
    if (record == NULL)
        return NULL;
    if (app->board.browsing || app->session == NULL)
        return record_position_at(record, app_ply(app));
    return session_position(app->session);
}

bool app_is_suspended(const App *app) {
    return app->suspended.by != NULL;
}

Session *app_game(const App *app) {
    return app_is_suspended(app) ? app->suspended.session : app->session;
}

bool app_is_network_game(const App *app) {
    return app->session != NULL && network_servers(app->session) != NULL;
}

bool app_is_network_player(const Session *session) {
    NetworkView view;
    return session != NULL && network_view(session, &view) && view.seat != SEAT_NONE;
}

Outcome app_outcome(const App *app) {
    const Record *record = app_record(app);
    if (app->session != NULL)
        return session_outcome(app->session);
    return record != NULL ? record_outcome(record) : (Outcome){RESULT_OPEN, REASON_NONE};
}

bool app_is_human(const App *app, Color color) {
    return app->session != NULL && session_player(app->session, color)->kind == PLAYER_HUMAN;
}

bool app_is_watching(const App *app) {
    return app->session != NULL && !app->analysing && !app_is_human(app, WHITE) &&
           !app_is_human(app, BLACK) && !app_is_network_game(app);
}

bool app_find_human(App *app, Color *color) {
    *color = position_side(session_position(app->session));
    if (!app_is_human(app, *color))
        *color = color_other(*color);
    if (app_is_human(app, *color))
        return true;
    if (app_is_network_game(app))
        app_notify(app, "You are only watching this game.");
    else
        app_notify(app, "Two computers are playing: nobody here can resign or offer a draw.");
    return false;
}

bool app_has_unfinished_game(const App *app) {
    const Session *game = app_game(app);
    NetworkView view;
    if (game == NULL || outcome_is_over(session_outcome(game)))
        return false;
    return network_view(game, &view) ? view.seat != SEAT_NONE : session_record(game)->count > 0;
}

bool app_wants_scores(const App *app) {
    bool is_review = app->board.browsing || outcome_is_over(app_outcome(app));
    return app->analysing || app->settings.panels == PANELS_FULL ||
           (app->settings.panels == PANELS_AUTO && (session_can_pause(app->session) || is_review));
}
