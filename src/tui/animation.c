#include <config.h>

#include "tui/animation.h"

enum { FRAME_MS = 250 };

static void next_frame(uv_timer_t *timer) {
    App *app = timer->data;
    app->animation.shown++;
    if (app->animation.shown >= app->animation.count)
        animation_stop(app);
    app_invalidate(app);
}

void animation_start(App *app, const Position *before, Move move) {
    if (!app->settings.animations)
        return;
    Square landing[MOVE_JUMPS_MAX];
    int jumps = move_jumps(move) > 0 ? move_landings(move, landing) : 0;
    Square from = move_from(move);
    Position position = *before;
    app->animation.position[0] = position;
    for (int i = 0; i < jumps - 1; i++) { /* the board itself shows the last one */
        position_make_jump(&position, from, landing[i]);
        app->animation.position[i + 1] = position;
        from = landing[i];
    }
    app->animation.count = jumps > 0 ? jumps : 1;
    app->animation.shown = 0;
    uv_timer_start(&app->animation_timer, next_frame, FRAME_MS, FRAME_MS);
}

void animation_stop(App *app) {
    app->animation.shown = app->animation.count;
    uv_timer_stop(&app->animation_timer);
}

const Position *animation_frame(const App *app) {
    return app->animation.shown < app->animation.count
               ? &app->animation.position[app->animation.shown]
               : NULL;
}
