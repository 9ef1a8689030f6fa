#include <config.h>

#include "tui/animation.h"

enum { FRAME_MS = 250 };

static void next_frame(uv_timer_t *timer) {
    App *app = timer->data;
    app->animation_frames.shown++;
    if (app->animation_frames.shown >= app->animation_frames.count)
        animation_stop(app);
    app_invalidate(app);
}

/* Shows a monkey's capture jump by jump. For other moves, shows the position before once more. */
void animation_start(App *app, const Position *before, Move move) {
    if (!app->settings.animations)
        return;
    Square landing[MOVE_JUMPS_MAX];
    int jumps = move_jumps(move) > 0 ? move_landings(move, landing) : 0;
    Square from = move_from(move);
    Position position = *before;
    app->animation_frames.position[0] = position;
    for (int i = 0; i < jumps - 1; i++) { /* the board shows the last jump */
        position_make_jump(&position, from, landing[i]);
        app->animation_frames.position[i + 1] = position;
        from = landing[i];
    }
    app->animation_frames.count = jumps > 0 ? jumps : 1;
    app->animation_frames.shown = 0;
    uv_timer_start(&app->animation_timer, next_frame, FRAME_MS, FRAME_MS);
}

void animation_stop(App *app) {
    app->animation_frames.shown = app->animation_frames.count;
    uv_timer_stop(&app->animation_timer);
}

const Position *animation_frame(const App *app) {
    return app->animation_frames.shown < app->animation_frames.count
               ? &app->animation_frames.position[app->animation_frames.shown]
               : NULL;
}
