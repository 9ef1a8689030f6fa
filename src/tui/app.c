#include <config.h>

#include "tui/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/player.h"
#include "term/draw.h"
#include "term/input.h"
#include "term/terminal.h"
#include "tui/animation.h"
#include "tui/app_loop.h"
#include "tui/choices.h"
#include "tui/dialogs.h"
#include "tui/feature.h"
#include "tui/game_form.h"
#include "tui/narration.h"
#include "tui/browse.h"
#include "tui/premove.h"
#include "tui/selection.h"
#include "tui/status.h"
#include "tui/view_fill.h"

void app_arrange(App *app) {
    View view;
    selection_sync(app);
    view_fill(app, &view);
}

void app_draw(App *app) {
    View view;
    selection_sync(app);
    view_fill(app, &view);
    bool has_room = app->screen.layout.zoom > 0;
    Rect covered;
    do { /* again if a box has come, gone or changed */
        view.covered = covered = app->covered;
        draw_set_dimmed(has_room && layers_dim(&app->layers));
        painter_paint(&view, &app->screen);
        if (has_room)
            layers_draw(&app->layers);
        app->covered = draw_covered();
    } while (!rect_equals(app->covered, covered));
}

void app_invalidate(App *app) {
    app->dirty = true;
}

void app_push_layer(App *app, Layer *layer) {
    layers_push(&app->layers, layer);
    app_invalidate(app);
}

void app_quit(App *app) {
    app->quitting = true;
    app_loop_unwatch_terminal(app);
    terminal_close(); /* first: ending a search may take a moment */
    input_close();
    app_loop_stop(app);
    FOR_FEATURES_WITH(app, close, feature)
        feature->close(app);
    if (app->session != NULL)
        session_free(app->session, NULL, NULL);
    app->session = NULL;
}

/* app_run() returns the error. */
static void fail(App *app, const Error *error) {
    app->failure = *error;
    app_quit(app);
}

/* ---- messages ---- */

static void set_message(App *app, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

static void set_message(App *app, const char *format, va_list arguments) {
    vsnprintf(app->message, sizeof app->message, format, arguments);
    app_invalidate(app);
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
    dialogs_show_message(app, "Congo", app->message);
    app->message[0] = '\0';
}

void app_notify_error(App *app, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    app_notify(app, "%s", error_sentence(error, text));
}

/* ---- from start to end ---- */

/* Draws the person's side by lot again if it was drawn in the last game of that kind. */
static void draw_sides(App *app) {
    Settings *settings = &app->settings;
    if (!settings->random_sides || !choices_have_game(app))
        return;
    Color person = game_form_random_color(settings->seed);
    if (settings->player[person].control == CONTROL_HUMAN)
        return;
    PlayerSetting other = settings->player[WHITE];
    settings->player[WHITE] = settings->player[BLACK];
    settings->player[BLACK] = other;
}

void app_start_new_game(App *app) {
    Error error = {0};
    Beginning beginning = features_begin(app, &(Occasion){.type = OCCASION_NEW_GAME}, &error);
    if (beginning == BEGINNING_SHOWN)
        return;
    draw_sides(app);
    if (!app_start_game_from(app, &app->settings, &error))
        fail(app, &error);
}

void app_start_first_game(App *app) {
    const Settings *settings = &app->settings;
    Error error = {0};
    bool game_given =
        settings_source(settings, "game") == SOURCE_OPTION && app->network_options == NULL;
    if (settings->load_path[0] == '\0' && !game_given && strcmp(settings->game, "standard") == 0 &&
        features_begin(app, &(Occasion){.type = OCCASION_FIRST_GAME}, &error) != BEGINNING_NONE)
        return;
    if (!app_start_game_from(app, settings, &error))
        fail(app, &error);
}

/* Moves the options of a network game out of the settings: later games are local. */
static bool extract_network_options(App *app, Error *error) {
    Settings *settings = &app->settings;
    if (settings->place != PLACE_NETWORK)
        return true;
    app->network_options = memory_allocate(sizeof *app->network_options);
    if (!network_options_from_settings(settings, app->network_options, error))
        return false;
    settings->place = PLACE_LOCAL;
    settings->watch = false;
    settings->key_path[0] = '\0';
    return text_copy(settings->game, sizeof settings->game, "standard");
}

static bool open_terminal(App *app, Error *error) {
    const InputObserver *observer = app->observer;
    const Settings *settings = &app->settings;
    const TerminalOptions options = {
        .charset = settings->charset, .colors = settings->colors, .mouse = settings->mouse};
    if (!terminal_open(&options, error) ||
        (observer != NULL && !observer->on_terminal_open(observer->context, app, error)))
        return false;
    input_open();
    if (observer == NULL) /* the screens of a script are the same on every terminal */
        input_ask_emulator();
    return app_loop_watch_terminal(app, error);
}

/* Shows what a feature begins with, or the first game. */
static bool show_first(App *app, SessionSetup *setup, Error *error) {
    const Occasion program = {OCCASION_PROGRAM, app->settings.puzzle, setup};
    app->settings.puzzle = 0; /* for the first game only */
    app->settings.train[0] = '\0';
    app_arrange(app);
    Beginning beginning = features_begin(app, &program, error);
    if (beginning == BEGINNING_NONE)
        app_start_first_game(app);
    return beginning != BEGINNING_FAILED;
}

/* Says why the characters are plain, unless the user asked for that. */
static void report_locale(App *app) {
    char text[VIEW_STATUS_SIZE];
    if (app->settings.charset != CHARSET_AUTO || terminal_capabilities()->utf8)
        return;
    locale_write_reason(text, sizeof text);
    app_note(app, "%s", text);
}

/* Says what the terminal or its locale lack. */
static void report_terminal(App *app) {
    const char *reason = terminal_color_reason();
    if (reason != NULL)
        app_note(app, "%s", reason);
    report_locale(app);
}

static void on_start(App *app) {
    if (app->observer == NULL) /* a script has the same screens on every terminal */
        report_terminal(app);
    choices_report(app);
    FOR_FEATURES_WITH(app, after_start, feature)
        feature->after_start(app);
    if (app->observer != NULL)
        app->observer->on_start(app->observer->context);
}

static bool run(App *app, Error *error) {
    SessionSetup setup;
    choices_load(app);
    if (!extract_network_options(app, error) ||
        !keymap_build(&app->keymap, &app->settings, error) ||
        !session_setup_from_settings(&app->settings, &setup, error))
        return false;
    app->preview = setup.training != NULL ? record_clone(setup.record) : setup.record;
    if (uv_loop_init(&app->loop) != 0)
        return error_set(error, ERROR_IO, "the event loop cannot be started");
    app_loop_start(app);
    bool opened = open_terminal(app, error);
    if (!opened && setup.training != NULL)
        session_setup_discard(&setup);
    if (!opened || !show_first(app, &setup, error))
        fail(app, error);
    else if (!app->quitting)
        on_start(app);
    app_loop_read_input(app);
    uv_run(&app->loop, UV_RUN_DEFAULT);
    uv_loop_close(&app->loop);
    layers_clear(&app->layers);
    *error = app->failure;
    return error->code == ERROR_NONE;
}

bool app_run(const Settings *settings, const Feature *const *list, const InputObserver *observer,
             Error *error) {
    App *app = memory_allocate(sizeof *app);
    app->observer = observer;
    app->settings = *settings;
    features_create(app, list);
    app->board.selected = app->board.pointer.pressed = SQUARE_NONE;
    app->board.cursor = D2;
    app->board.followed_advice = MOVE_NONE;
    bool good = run(app, error);
    record_free(app->preview);
    free(app->network_options);
    choices_free(app);
    features_free(app);
    free(app);
    return good;
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
    NetworkView view;
    return app->session != NULL && network_view(app->session, &view);
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
    return app->session != NULL && !app->analysing && !app_is_network_game(app) &&
           !app_is_human(app, WHITE) && !app_is_human(app, BLACK);
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
    return game != NULL && (session_record(game)->count > 0 || app_is_network_player(game)) &&
           !outcome_is_over(session_outcome(game));
}

/* ---- events of the session ---- */

/* Announces the last move, unless it is your own and something was said since, or what has the
 * board in place of the game judges it. */
static void announce_move(App *app) {
    const Record *record = session_record(app->session);
    if (record->current != app->announced_ply + 1)
        return;
    const Position *before = record_position_at(record, record->current - 1);
    Color mover = position_side(before);
    char text[VIEW_STATUS_SIZE];
    bool said = app->message[0] != '\0' || app_is_suspended(app);
    if (!app_is_human(app, mover) || !said) {
        narration_announcement(app, text);
        if (uv_now(&app->loop) >= app->message_until)
            app_note(app, "%s", text);
    }
    if (app_is_human(app, mover))
        return;
    if (app->settings.bell && app_is_human(app, color_other(mover)))
        terminal_bell();
}

static void on_position(App *app) {
    const Record *record = session_record(app->session);
    announce_move(app);
    app->announced_ply = record->current;
    premove_on_position(app);
    if (app->board.browsing && app->board.ply > record->count)
        app->board.browsing = false;
    browse_update_analysis(app);
}

static void on_advice(App *app) {
    char text[VIEW_STATUS_SIZE];
    if (move_is_none(session_advice(app->session)))
        return;
    status_advice(app, text);
    app_note(app, "%s", text);
}

static void announce_outcome(App *app) {
    char text[VIEW_STATUS_SIZE];
    narration_outcome(app, text);
    app_note(app, "%s", text);
}

static void announce_offer(App *app) {
    Color by;
    char key[KEY_NAME_SIZE];
    if (session_draw_offered(app->session, &by))
        app_note(app, "%s offers a draw: %s accepts it; a move declines it.", color_name(by),
                 action_key_name(app, ACTION_DRAW, key));
}

/* The sentence about a draw that a computer declines names no player in the manual's form. */
static void show_notice(App *app) {
    Error notice;
    Color computer = app_is_human(app, WHITE) ? BLACK : WHITE;
    if (session_notice_is_draw_declined(app->session)) {
        app_notify(app, "%s declines the draw.", color_name(computer));
        return;
    }
    error_set(&notice, ERROR_STATE, "%s", session_notice(app->session));
    app_notify_error(app, &notice);
}

/* Says what the event means, unless a feature has said it. */
static void announce_event(App *app, SessionEvent event) {
    switch (event) {
    case SESSION_ADVICE:
        on_advice(app);
        break;
    case SESSION_STATE:
        announce_offer(app);
        break;
    case SESSION_OVER:
        announce_outcome(app);
        break;
    case SESSION_NOTICE:
        show_notice(app);
        break;
    default:
        break;
    }
}

void app_on_session_event(void *context, Session *session, SessionEvent event) {
    App *app = context;
    bool on_board = session == app->session, said = false;
    if (on_board && event == SESSION_POSITION)
        on_position(app);
    FOR_FEATURES_WITH(app, on_event, feature)
        said |= feature->on_event(app, session, event);
    if (!on_board)
        return;
    if (!said)
        announce_event(app, event);
    if (event == SESSION_STATE)
        browse_update_analysis(app);
    if (app->observer != NULL && event != SESSION_THINKING && event != SESSION_CLOCK)
        app->observer->on_event(app->observer->context);
    app_invalidate(app);
}

void app_save_game(App *app) {
    if (app_game(app) != NULL)
        session_autosave(app_game(app), NULL);
}

/* ---- starting a game ---- */

static void turn_board(App *app, bool flipped) {
    app->board.flipped = flipped;
    app->board.cursor = flipped ? D6 : D2;
}

void app_reset_board(App *app) {
    app->board.selected = SQUARE_NONE;
    app->board.followed_advice = MOVE_NONE;
    app->message[0] = '\0';
    app->board.synced.new_game = true;
    animation_stop(app);
    app_invalidate(app);
}

void app_suspend_game(App *app, const char *by) {
    app->suspended = (Suspended){
        .by = by,
        .session = app->session,
        .flipped = app->board.flipped,
        .browsing = app->board.browsing,
        .analysing = app->analysing,
        .ply = app->board.ply,
        .cursor = app->board.cursor,
    };
    app->session = NULL;
    app->board.browsing = app->analysing = false;
    if (app->suspended.session != NULL) {
        session_stop_analysis(app->suspended.session);
        session_suspend(app->suspended.session, true);
    }
    app_reset_board(app);
}

void app_resume_game(App *app) {
    const Suspended game = app->suspended;
    app->suspended = (Suspended){0};
    app->session = game.session;
    app->board.flipped = game.flipped;
    app->board.cursor = game.cursor;
    if (app->session != NULL) {
        app->announced_ply = session_record(app->session)->current;
        app->board.browsing = game.browsing;
        app->board.ply = game.ply;
        app->analysing = game.analysing;
        session_suspend(app->session, false);
        browse_update_analysis(app);
    }
    app_reset_board(app);
}

void app_show_preview(App *app, const SessionSetup *setup) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        player_name_in_setup(setup, (Color)color, PLAYER_NAME_FULL, app->player_name[color].full);
        player_name_in_setup(setup, (Color)color, PLAYER_NAME_SHORT, app->player_name[color].brief);
    }
    record_free(app->preview);
    app->preview = setup->record;
    turn_board(app, setup->player[BLACK].kind == PLAYER_HUMAN &&
                        setup->player[WHITE].kind != PLAYER_HUMAN);
    app_invalidate(app);
}

bool app_start_game(App *app, SessionSetup *setup, Error *error) {
    Session *session = session_create(&app->loop, setup, app_on_session_event, app, error);
    if (session == NULL)
        return false;
    FOR_FEATURES_WITH(app, before_game, feature)
        feature->before_game(app);
    Session *before = app->session;
    app->session = session;
    if (before != NULL)
        session_free(before, NULL, NULL);
    record_free(app->preview);
    app->preview = NULL;
    app->board.browsing = false;
    app->analysing = false;
    app->board.followed_advice = MOVE_NONE;
    premove_cancel(app);
    app->message[0] = '\0';
    app->announced_ply = session_record(session)->current;
    animation_stop(app);
    app->board.synced.new_game = true;
    FOR_FEATURES_WITH(app, after_game, feature)
        feature->after_game(app);
    turn_board(app, app_is_human(app, BLACK) && !app_is_human(app, WHITE));
    app_invalidate(app);
    return true;
}

bool app_start_game_from(App *app, const Settings *settings, Error *error) {
    SessionSetup setup;
    return session_setup_from_settings(settings, &setup, error) &&
           app_start_game(app, &setup, error);
}

bool app_start_chosen_game(App *app, const Settings *settings, bool random_sides, Error *error) {
    if (!app_start_game_from(app, settings, error))
        return false;
    app->settings = *settings;
    choices_keep_game(app, random_sides);
    return true;
}

void app_start_game_of(App *app, PlayerControl white, PlayerControl black) {
    Settings *settings = memory_allocate(sizeof *settings);
    Error error = {0};
    *settings = app->settings;
    settings->player[WHITE].control = white;
    settings->player[BLACK].control = black;
    settings->player[WHITE].level = settings->player[BLACK].level = 0;
    settings->load_path[0] = '\0';
    snprintf(settings->game, sizeof settings->game, "standard");
    if (!app_start_chosen_game(app, settings, false, &error))
        app_notify_error(app, &error);
    free(settings);
}
