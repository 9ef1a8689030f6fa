#include <config.h>

#include "tui/setup/setup_screen.h"

#include <stdlib.h>

#include "base/memory.h"
#include "board/painter.h"
#include "tui/animation.h"
#include "tui/browse.h"
#include "tui/setup/setup_actions.h"
#include "tui/setup/setup_mouse.h"
#include "tui/setup/setup_view.h"

/* --- the game that waits --- */

static void suspend_game(SetupScreen *screen) {
    App *app = screen->app;
    animation_stop(app);
    screen->was_analysing = app->analysing;
    app->analysing = false;
    session_stop_analysis(app->session);
    session_suspend(app->session, true);
}

static void resume_game(const SetupScreen *screen) {
    App *app = screen->app;
    app->analysing = screen->was_analysing;
    session_suspend(app->session, false);
    browse_update_analysis(app);
}

/* --- the layer --- */

static void draw_screen(Layer *layer) {
    SetupScreen *screen = (SetupScreen *)layer;
    View view;
    setup_view_fill(screen, &view);
    painter_paint(&view, &screen->screen);
}

static void handle_key(Layer *layer, Key key) {
    SetupScreen *screen = (SetupScreen *)layer;
    setup_mouse_release(screen);
    setup_actions_run_key(screen, key);
}

static void handle_mouse(Layer *layer, MouseEvent mouse) {
    setup_mouse_handle((SetupScreen *)layer, mouse);
}

static void handle_paste(Layer *layer, const char *text) {
    setup_actions_paste((SetupScreen *)layer, text);
}

static void free_screen(Layer *layer) {
    SetupScreen *screen = (SetupScreen *)layer;
    position_editor_free(screen->editor);
    free(screen);
}

static const LayerOps layer_ops = {
    .draw = draw_screen,
    .key = handle_key,
    .mouse = handle_mouse,
    .takes_drags = true,
    .paste = handle_paste,
    .free = free_screen,
};

void setup_screen_open(App *app) {
    SetupScreen *screen = memory_allocate(sizeof *screen);
    screen->layer.ops = &layer_ops;
    screen->app = app;
    screen->editor = position_editor_create(app_position(app));
    fen_write(app_position(app), screen->kept);
    screen->cursor = app->cursor;
    screen->flipped = app->flipped;
    screen->held = SQUARE_NONE;
    screen->chosen.type = screen->mouse.piece.type = PIECE_NONE;
    app->setup = screen;
    suspend_game(screen);
    app_push_layer(app, &screen->layer);
}

void setup_screen_close(App *app) {
    SetupScreen *screen = app->setup;
    if (screen == NULL)
        return;
    app->setup = NULL;
    screen->layer.closed = true;
    resume_game(screen);
    app_invalidate(app);
}
