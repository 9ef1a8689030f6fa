/* The event loop's side of the program: keys, signals, and one painting a round. */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tui/animation.h"
#include "tui/app_state.h"
#include "tui/board.h"
#include "tui/browse.h"
#include "tui/command.h"
#include "tui/input.h"
#include "tui/lobby_screen.h"
#include "tui/networking.h"
#include "tui/painter.h"
#include "tui/recording.h"
#include "tui/replay.h"
#include "tui/stage.h"
#include "tui/study.h"
#include "tui/terminal.h"

enum { PASTE_PATIENCE_MS = 1000, BEAT_MS = 1000 };

/* --- input --- */

static void hear_key(App *app, Key key) {
    Action action = keymap_action(&app->keys, key);
    Layer *layer = layers_top(&app->layers);
    char name[KEY_NAME_SIZE];
    app->message[0] = '\0';
    networking_hurry(app);
    if (action == ACTION_REDRAW || action == ACTION_SUSPEND)
        app_act(app, action);
    else if (painter_zoom() == 0 && action == ACTION_QUIT)
        app_quit(app); /* there is no room for a question; the game is kept */
    else if (painter_zoom() == 0)
        return; /* nothing can be seen: nothing may change */
    else if (layer != NULL)
        layer->kind->key(layer, key);
    else if (action != ACTION_NONE)
        app_act(app, action);
    else
        app_note(app, "The key %s has no meaning here; %s shows the help.", key_label(key, name),
                 keymap_key(&app->keys, ACTION_HELP, (char[KEY_NAME_SIZE]){0}));
}

static void click(App *app, Mouse mouse) {
    Hit hit = painter_hit(mouse.y, mouse.x);
    if (hit.kind == HIT_SQUARE) {
        app->cursor = hit.square;
        app_act(app, ACTION_SELECT);
    } else if (hit.kind == HIT_PLY) {
        browse_to(app, hit.ply);
    }
}

static void hear_mouse(App *app, Mouse mouse) {
    Layer *layer = layers_top(&app->layers);
    app->message[0] = '\0';
    if (painter_zoom() == 0)
        return;
    if (layer != NULL && layer->kind->mouse != NULL)
        layer->kind->mouse(layer, mouse);
    else if (layer == NULL && mouse.kind == MOUSE_CLICK)
        click(app, mouse);
    else if (layer == NULL && app->study == NULL)
        browse_by(app, mouse.kind == MOUSE_WHEEL_UP ? -1 : 1);
}

static void take_size(App *app) {
    int lines = LINES, columns = COLS;
    terminal_resize();
    if (LINES != lines || COLS != columns)
        recording_resized(app);
    app_touch(app);
}

static void hear_paste(App *app, const char *text) {
    Layer *layer = layers_top(&app->layers);
    app->message[0] = '\0';
    if (painter_zoom() == 0)
        return;
    if (layer == NULL && app->session != NULL)
        command_open(app, text);
    else if (layer != NULL && layer->kind->paste != NULL)
        layer->kind->paste(layer, text);
}

void app_hear(App *app, const Input *input) {
    recording_hear(app, input);
    animation_stop(app);
    board_sync(app);
    switch (input->kind) {
    case INPUT_KEY:
        hear_key(app, input->key);
        break;
    case INPUT_MOUSE:
        hear_mouse(app, input->mouse);
        break;
    case INPUT_PASTE:
        hear_paste(app, input->paste);
        break;
    case INPUT_RESIZE:
        take_size(app);
        break;
    case INPUT_OTHER:
        break;
    }
    study_follow(app);
    layers_sweep(&app->layers);
    app_touch(app);
}

/* --- signals --- */

static const int heard_signals[APP_SIGNALS] = {SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
enum { TSTP_INDEX = 3 };

/* Ends the program by the signal itself, so that its parent sees what happened. */
static _Noreturn void die_by(App *app, int number) {
    app_games_save(app);
    terminal_close();
    stage_leave();
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number);
}

static void hear_signal(uv_signal_t *handle, int number);

/* Stops as the TSTP would have done by itself. libuv puts the signal's default action back while
 * nobody listens to it. */
static void suspend(App *app) {
    uv_signal_t *handle = &app->signal[TSTP_INDEX];
    if (app->session != NULL)
        session_suspend(app->session, true);
    terminal_suspend();
    uv_signal_stop(handle);
    raise(SIGTSTP);
    uv_signal_start(handle, hear_signal, SIGTSTP);
    terminal_resume();
    if (app->session != NULL)
        session_suspend(app->session, false);
    app_touch(app);
}

static void hear_signal(uv_signal_t *handle, int number) {
    App *app = handle->data;
    switch (number) {
    case SIGTSTP:
        suspend(app);
        break;
    case SIGCONT:
        terminal_resume();
        app_touch(app);
        break;
    case SIGWINCH:
        take_size(app);
        break;
    default:
        die_by(app, number);
    }
}

/* A signal that was ignored when the program started (nohup, no job control) stays so. */
static bool is_ignored(int number) {
    struct sigaction action;
    return number != SIGWINCH && number != SIGCONT && sigaction(number, NULL, &action) == 0 &&
           action.sa_handler == SIG_IGN;
}

/* --- the loop --- */

/* Whether nothing can come from the terminal any more. */
static bool is_disconnected(void) {
    struct pollfd look = {.fd = terminal_input(), .events = POLLIN};
    int waiting = 0;
    if (ioctl(terminal_input(), FIONREAD, &waiting) == 0 && waiting > 0)
        return false;
    return poll(&look, 1, 0) > 0 && (look.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/* The rest of a pasted text does not come: without this, all keys would belong to it for ever. */
static void end_paste(uv_timer_t *timer) {
    App *app = timer->data;
    Input input;
    input_end_paste(&input);
    app_hear(app, &input);
}

static void hear_terminal(uv_poll_t *handle, int status, int events) {
    App *app = handle->data;
    Input input;
    (void)events;
    if (status < 0 || is_disconnected())
        die_by(app, SIGHUP);
    while (!app->leaving && input_read(&input))
        if (!replay_is_on(app))
            app_hear(app, &input);
    if (app->leaving)
        return;
    if (input_is_pasting())
        uv_timer_start(&app->pasting, end_paste, PASTE_PATIENCE_MS, 0);
    else
        uv_timer_stop(&app->pasting);
}

static void paint_round(uv_prepare_t *handle) {
    App *app = handle->data;
    if (!app->dirty || app->leaving)
        return;
    app->dirty = false;
    app_draw(app);
    terminal_flush();
}

static void beat(uv_timer_t *timer) {
    App *app = timer->data;
    bool networking = networking_beat(app);
    if (!lobby_screen_beat(app) && !networking)
        uv_timer_stop(timer);
    app_touch(app);
}

void app_keep_beat(App *app) {
    if (app->hearing && !uv_is_active((const uv_handle_t *)&app->beat))
        uv_timer_start(&app->beat, beat, BEAT_MS, BEAT_MS);
}

static void start_signals(App *app) {
    for (int i = 0; i < APP_SIGNALS; i++) {
        uv_signal_init(&app->loop, &app->signal[i]);
        app->signal[i].data = app;
        if (!is_ignored(heard_signals[i]))
            uv_signal_start(&app->signal[i], hear_signal, heard_signals[i]);
    }
}

void app_loop_start(App *app) {
    app->hearing = true;
    uv_prepare_init(&app->loop, &app->painter);
    uv_timer_init(&app->loop, &app->animation);
    uv_timer_init(&app->loop, &app->answer);
    uv_timer_init(&app->loop, &app->beat);
    uv_timer_init(&app->loop, &app->pasting);
    uv_timer_init(&app->loop, &app->script);
    app->painter.data = app;
    app->animation.data = app;
    app->answer.data = app;
    app->beat.data = app;
    app->pasting.data = app;
    app->script.data = app;
    start_signals(app);
}

bool app_loop_hear_terminal(App *app, Error *error) {
    if (uv_poll_init(&app->loop, &app->input, terminal_input()) != 0)
        return error_set(error, ERROR_IO, "the terminal cannot be waited for");
    app->reading = true;
    app->input.data = app;
    uv_poll_start(&app->input, UV_READABLE, hear_terminal);
    uv_prepare_start(&app->painter, paint_round);
    app_touch(app);
    return true;
}

void app_loop_leave_terminal(App *app) {
    if (app->reading)
        uv_close((uv_handle_t *)&app->input, NULL);
    app->reading = false;
}

void app_loop_stop(App *app) {
    if (!app->hearing)
        return;
    app->hearing = false;
    for (int i = 0; i < APP_SIGNALS; i++)
        uv_close((uv_handle_t *)&app->signal[i], NULL);
    uv_close((uv_handle_t *)&app->animation, NULL);
    uv_close((uv_handle_t *)&app->answer, NULL);
    uv_close((uv_handle_t *)&app->beat, NULL);
    uv_close((uv_handle_t *)&app->pasting, NULL);
    uv_close((uv_handle_t *)&app->script, NULL);
    uv_close((uv_handle_t *)&app->painter, NULL);
}
