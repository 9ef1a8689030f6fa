#include <config.h>

#include "tui/app_loop.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "term/terminal.h"
#include "tui/animation.h"
#include "tui/choices.h"
#include "tui/command_line.h"
#include "tui/feature.h"
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
    if (action == ACTION_REDRAW || action == ACTION_SUSPEND)
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
    bool held = false;
    FOR_FEATURES_WITH(app, holds_game, feature)
        held |= feature->holds_game(app);
    if (app->session != NULL)
        session_suspend(app->session, true);
    terminal_suspend();
    signals_stop_process(&app->signals);
    terminal_resume();
    if (app->session != NULL)
        session_suspend(app->session, held);
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

/* Ends an unterminated paste, which would otherwise swallow all later keys. */
static void on_paste_timeout(uv_timer_t *timer) {
    App *app = timer->data;
    InputEvent input;
    input_end_paste(&input);
    app_loop_on_input(app, &input);
}

void app_loop_read_input(App *app) {
    InputEvent input;
    while (!app->quitting && input_read(&input))
        if (app->observer == NULL || !app->observer->owns_input(app->observer->context))
            app_loop_on_input(app, &input);
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
    app_loop_read_input(app);
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

void app_loop_start(App *app) {
    uv_timer_t *const timers[] = {&app->animation_timer, &app->reply_timer, &app->tick_timer,
                                  &app->paste_timer};
    app->loop_running = true;
    for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        uv_timer_init(&app->loop, timers[i]);
        timers[i]->data = app;
    }
    uv_prepare_init(&app->loop, &app->paint_hook);
    app->paint_hook.data = app;
    signals_start(&app->signals, &app->loop, true, on_signal, app);
}

bool app_loop_watch_terminal(App *app, Error *error) {
    if (uv_poll_init(&app->loop, &app->terminal_poll, terminal_input()) != 0)
        return error_set(error, ERROR_IO, "cannot wait for the terminal");
    app->terminal_watched = true;
    app->terminal_poll.data = app;
    uv_poll_start(&app->terminal_poll, UV_READABLE, on_terminal_readable);
    uv_prepare_start(&app->paint_hook, on_prepare);
    app_invalidate(app);
    return true;
}

void app_loop_unwatch_terminal(App *app) {
    if (app->terminal_watched)
        uv_close((uv_handle_t *)&app->terminal_poll, NULL);
    app->terminal_watched = false;
}

void app_loop_stop(App *app) {
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
