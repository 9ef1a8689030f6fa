#include <config.h>

#include "tui/animation.h"

enum { FRAME_MS = 250 };

static void next_frame(uv_timer_t *timer) {
    App *app = timer->data;
    app->frames.shown++;
    if (app->frames.shown >= app->frames.count)
        animation_stop(app);
    app_touch(app);
}

/* A capture is shown jump by jump; any other move leaves its square for a moment before it arrives.
 */
void animation_start(App *app, const Position *before, Move move) {
    if (!app->settings.animations)
        return;
    Square landing[MOVE_JUMPS_MAX];
    int jumps = move_jumps(move) > 0 ? move_landings(move, landing) : 0;
    Square from = move_from(move);
    Position position = *before;
    app->frames.position[0] = position;
    for (int i = 0; i < jumps - 1; i++) { /* the last jump ends the turn: the board shows it */
        position_make_jump(&position, from, landing[i]);
        app->frames.position[i + 1] = position;
        from = landing[i];
    }
    app->frames.count = jumps > 0 ? jumps : 1;
    app->frames.shown = 0;
    uv_timer_start(&app->animation, next_frame, FRAME_MS, FRAME_MS);
}

void animation_stop(App *app) {
    app->frames.shown = app->frames.count;
    uv_timer_stop(&app->animation);
}

const Position *animation_frame(const App *app) {
    return app->frames.shown < app->frames.count ? &app->frames.position[app->frames.shown] : NULL;
}
