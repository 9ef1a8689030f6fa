#include <config.h>

#include "tui/app_loop.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "play/puzzles/task_setup.h"
#include "term/draw.h"
#include "term/terminal.h"
#include "tui/animation.h"
#include "tui/app_game.h"
#include "tui/app_screen.h"
#include "tui/choices.h"
#include "tui/command_line.h"
#include "tui/feature.h"
#include "tui/game_form.h"
#include "tui/pointer.h"
#include "tui/selection.h"

enum { PASTE_TIMEOUT_MS = 1000, TICK_MS = 1000 };

/* ---- input ---- */

static void on_key(App *app, Key key) {
    Action action = action_of_key(app, key);
    char name[KEY_NAME_SIZE];
    app->message[0] = '\0';
    FOR_FEATURES_WITH(app, before_key, feature)
        feature->before_key(app);
    if (action != ACTION_NONE && (action_info(action)->contexts & UNDER_LAYERS) != 0)
        action_run(app, action);
    else if (app->screen.layout.zoom == 0 && action == ACTION_QUIT)
        app_quit(app); /* there is no room for a question */
    else if (app->screen.layout.zoom == 0)
        return; /* nothing is visible: nothing may change */
    else if (layers_key(&app->layers, key))
        return;
    else if (action != ACTION_NONE)
        action_run(app, action);
    else
        app_note(app, "The key %s does nothing here; %s shows the help.", key_write_name(key, name),
                 action_key_name(app, ACTION_HELP, (char[KEY_NAME_SIZE]){0}));
}

/* A click consists of two events. The first one acts; the second one may end a drag. */
static void on_mouse(App *app, MouseEvent mouse) {
    if (mouse.kind != MOUSE_DRAG && mouse.kind != MOUSE_RELEASE) {
        animation_stop(app);
        app->message[0] = '\0';
    }
    if (app->screen.layout.zoom == 0 || layers_mouse(&app->layers, mouse))
        pointer_release(app);
    else
        pointer_handle(app, mouse);
}

static void on_resize(App *app) {
    int lines = draw_lines(), columns = draw_columns();
    terminal_resize();
    app_arrange(app); /* what is shown depends on what there is room for */
    if (app->observer != NULL && (draw_lines() != lines || draw_columns() != columns))
        app->observer->on_resize(app->observer->context);
    app_invalidate(app);
}

static void on_paste(App *app, const char *text) {
    app->message[0] = '\0';
    if (app->screen.layout.zoom == 0 || layers_paste(&app->layers, text))
        return;
    if (app->session != NULL)
        command_line_open(app, text);
}

void app_loop_on_input(App *app, const InputEvent *input) {
    if (app->observer != NULL)
        app->observer->on_input(app->observer->context, input);
    if (input->kind == INPUT_OTHER)
        return;
    if (input->kind != INPUT_MOUSE)
        animation_stop(app);
    selection_sync(app);
    switch (input->kind) {
    case INPUT_KEY:
        pointer_release(app);
        on_key(app, input->key);
        break;
    case INPUT_MOUSE:
        on_mouse(app, input->mouse);
        break;
    case INPUT_PASTE:
        on_paste(app, input->paste);
        break;
    case INPUT_EMULATOR:
    case INPUT_OTHER:
        break;
    }
    FOR_FEATURES_WITH(app, after_input, feature)
        feature->after_input(app);
    layers_free_closed(&app->layers);
    app_invalidate(app);
}

/* ---- signals ---- */

/* Ends the program by the signal, so that its parent sees the cause. */
static _Noreturn void exit_by_signal(App *app, int number) {
    app_save_game(app);
    choices_finish(app);
    terminal_close();
    if (app->observer != NULL)
        app->observer->on_signal_exit(app->observer->context);
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number);
}

static void suspend(App *app) {
    if (app->session != NULL)
        session_suspend(app->session, true);
    terminal_suspend();
    signals_stop_process(&app->signals);
    terminal_resume();
    if (app->session != NULL)
        session_suspend(app->session, features_hold_game(app));
    app_invalidate(app);
}

static void on_signal(void *context, int number) {
    App *app = context;
    switch (number) {
    case SIGTSTP:
        suspend(app);
        break;
    case SIGCONT:
        terminal_resume();
        app_invalidate(app);
        break;
    case SIGWINCH:
        on_resize(app);
        break;
    default:
        exit_by_signal(app, number);
    }
}

/* ---- the loop ---- */

static void take_input(App *app, const InputEvent *input) {
    if (app->observer == NULL || !app->observer->owns_input(app->observer->context))
        app_loop_on_input(app, input);
}

/* Ends an unterminated paste, which would otherwise swallow all later keys. */
static void on_paste_timeout(uv_timer_t *timer) {
    InputEvent input;
    input_end_paste(&input);
    take_input(timer->data, &input);
}

static void read_input(App *app) {
    InputEvent input;
    while (!app->quitting && input_read(&input))
        take_input(app, &input);
    if (app->quitting)
        return;
    if (input_is_pasting())
        uv_timer_start(&app->paste_timer, on_paste_timeout, PASTE_TIMEOUT_MS, 0);
    else
        uv_timer_stop(&app->paste_timer);
}

static void on_terminal_readable(uv_poll_t *handle, int status, int events) {
    App *app = handle->data;
    (void)events;
    if (status < 0 || terminal_is_disconnected())
        exit_by_signal(app, SIGHUP);
    read_input(app);
}

static bool draw_frame(App *app) {
    app->dirty = false;
    animation_follow(app);
    app_draw(app);
    int64_t start = monotonic_ms();
    terminal_flush();
    return animation_on_frame_sent(app, monotonic_ms() - start);
}

/* The loop waits for events next, so what a frame has ended is drawn at once. */
static void on_prepare(uv_prepare_t *handle) {
    App *app = handle->data;
    if (app->dirty && !app->quitting && draw_frame(app))
        draw_frame(app);
}

static void tick(uv_timer_t *timer) {
    App *app = timer->data;
    bool goes_on = false;
    FOR_FEATURES_WITH(app, on_tick, feature)
        goes_on |= feature->on_tick(app);
    if (!goes_on)
        uv_timer_stop(timer);
    app_invalidate(app);
}

void app_loop_start_tick(App *app) {
    if (app->loop_running && !uv_is_active((const uv_handle_t *)&app->tick_timer))
        uv_timer_start(&app->tick_timer, tick, TICK_MS, TICK_MS);
}

static bool open_loop(App *app, Error *error) {
    uv_timer_t *const timers[] = {&app->animation_timer, &app->reply_timer, &app->tick_timer,
                                  &app->paste_timer};
    app->loop_running = true;
    for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        uv_timer_init(&app->loop, timers[i]);
        timers[i]->data = app;
    }
    uv_prepare_init(&app->loop, &app->paint_hook);
    app->paint_hook.data = app;
    return signals_start(&app->signals, &app->loop, true, on_signal, app, error);
}

static bool watch_terminal(App *app, Error *error) {
    if (uv_poll_init(&app->loop, &app->terminal_poll, terminal_input()) != 0)
        return error_set(error, ERROR_IO, "cannot wait for the terminal");
    app->terminal_watched = true;
    app->terminal_poll.data = app;
    uv_poll_start(&app->terminal_poll, UV_READABLE, on_terminal_readable);
    uv_prepare_start(&app->paint_hook, on_prepare);
    app_invalidate(app);
    return true;
}

static void close_loop(App *app) {
    if (!app->loop_running)
        return;
    app->loop_running = false;
    if (app->observer != NULL)
        app->observer->on_stop(app->observer->context);
    signals_close(&app->signals);
    uv_close((uv_handle_t *)&app->animation_timer, NULL);
    uv_close((uv_handle_t *)&app->reply_timer, NULL);
    uv_close((uv_handle_t *)&app->tick_timer, NULL);
    uv_close((uv_handle_t *)&app->paste_timer, NULL);
    uv_close((uv_handle_t *)&app->paint_hook, NULL);
}

/* ---- from start to end ---- */

void app_quit(App *app) {
    app->quitting = true;
    if (app->terminal_watched)
        uv_close((uv_handle_t *)&app->terminal_poll, NULL);
    app->terminal_watched = false;
    terminal_close(); /* first: ending a search may take a moment */
    input_close();
    close_loop(app);
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
    return watch_terminal(app, error);
}

/* Shows what a feature begins with, or the first game. */
static bool show_first(App *app, SessionSetup *setup, Error *error) {
    const Occasion program = {OCCASION_PROGRAM, setup};
    app_arrange(app);
    Beginning beginning = features_begin(app, &program, error);
    app->settings.puzzle = 0; /* for the first game only */
    app->settings.train[0] = '\0';
    if (beginning == BEGINNING_NONE)
        app_start_first_game(app);
    return beginning != BEGINNING_FAILED;
}

/* Says what the terminal or its locale lack, unless the user asked for plain characters. */
static void report_terminal(App *app) {
    char text[VIEW_STATUS_SIZE];
    const char *reason = terminal_color_reason();
    if (reason != NULL)
        app_note(app, "%s", reason);
    if (app->settings.charset != CHARSET_AUTO || terminal_capabilities()->utf8)
        return;
    locale_write_reason(text, sizeof text);
    app_note(app, "%s", text);
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
        !task_setup_from_settings(&app->settings, &setup, error))
        return false;
    app->preview = setup.task != NULL ? record_clone(setup.record) : setup.record;
    if (uv_loop_init(&app->loop) != 0)
        return error_set(error, ERROR_IO, "the event loop cannot be started");
    bool opened = open_loop(app, error) && open_terminal(app, error);
    if (!opened && setup.task != NULL)
        session_setup_discard(&setup);
    if (!opened || !show_first(app, &setup, error))
        fail(app, error);
    else if (!app->quitting)
        on_start(app);
    read_input(app);
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
    if (app->network_options != NULL) {
        seat_key_clear(&app->network_options->key);
        seat_key_clear(&app->network_options->invitation);
    }
    free(app->network_options);
    choices_free(app);
    features_free(app);
    free(app);
    return good;
}
