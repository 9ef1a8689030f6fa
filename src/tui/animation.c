#include <config.h>

#include "tui/animation.h"

#include "base/monotonic.h"
#include "base/number.h"
#include "board/squares.h"
#include "term/terminal.h"

enum {
    STEP_MS = 25,
    SLIDE_STEPS = 5, /* for a move */
    JUMP_STEPS = 8,  /* for each of a monkey's jumps */
    /* after the last slide */
    FLASH_STEPS = 4, /* of the square of a captured piece */
    TAKEN_STEPS = 6, /* with the pause after the flash */
    BLINK_STEPS = 4, /* a castle is alight and dark by turns */
    LION_STEPS = 4 * BLINK_STEPS,
    DROWN_STEPS = 24,
    SENDING_MS_MAX = 50 /* for a frame; more shows that frames do not get through */
};

/* ---- positions between two positions ---- */

void animation_lift(Position *position, Bitboard pieces) {
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        position->by_type[type] &= ~pieces;
    position->by_color[WHITE] &= ~pieces;
    position->by_color[BLACK] &= ~pieces;
}

/* Returns what the first `legs` jumps have taken, or else what the move has taken if it is over. */
static Bitboard captured_by(const Animation *animation, int legs) {
    const Square *path = animation->path;
    Bitboard taken = 0;
    if (!animation->jumps)
        return legs > 0 ? square_bit(path[1]) & animation->before.by_color[!animation->color] : 0;
    for (int i = 0; i < legs; i++)
        taken |= square_bit(square_between(path[i], path[i + 1]));
    return taken;
}

/* Sets up the board after some legs, without the moving piece and before anything drowns. */
static void set_board(Animation *animation, int legs) {
    animation->board = animation->before;
    animation_lift(&animation->board,
                   square_bit(animation->path[0]) | captured_by(animation, legs));
}

static void put_piece(Animation *animation, Square square) {
    animation_lift(&animation->board, square_bit(square));
    animation->board.by_type[animation->type] |= square_bit(square);
    animation->board.by_color[animation->color] |= square_bit(square);
}

/* ---- time ---- */

static int current_step(const Animation *animation) {
    return (int)((monotonic_ms() - animation->start_ms) / STEP_MS);
}

static int leg_steps(const Animation *animation) {
    return animation->jumps ? JUMP_STEPS : SLIDE_STEPS;
}

static int slide_steps(const Animation *animation) {
    return leg_steps(animation) * (animation->leg_count - animation->first_leg);
}

/* Returns the castle of a captured lion, or 0. */
static Bitboard lost_castle(const Animation *animation) {
    if ((animation->taken & animation->before.by_type[LION]) == 0)
        return 0;
    return animation->color == WHITE ? BLACK_CASTLE : WHITE_CASTLE;
}

/* Returns the number of steps: a move that neither captures nor drowns anything has no tail. */
static int total_steps(const Animation *animation) {
    int tail = animation->taken != 0 ? TAKEN_STEPS : 0;
    if (lost_castle(animation) != 0)
        tail = LION_STEPS;
    if (animation->drowned != 0)
        tail = max_int(tail, DROWN_STEPS);
    return slide_steps(animation) + tail;
}

static void end(App *app) {
    app->animation.running = false;
    uv_timer_stop(&app->animation_timer);
    app_invalidate(app);
}

/* Ends the animation, and does without for a while. */
static void end_as_slow(App *app) {
    app->animation.slow_until_ms = monotonic_ms() + ANIMATION_SLOW_MS;
    end(app);
}

static void next_step(uv_timer_t *timer) {
    App *app = timer->data;
    if (current_step(&app->animation) >= total_steps(&app->animation))
        end(app);
    else if (terminal_is_busy())
        end_as_slow(app);
    app_invalidate(app);
}

bool animation_on_frame_sent(App *app, int64_t duration_ms) {
    bool slow = app->animation.running && duration_ms > SENDING_MS_MAX;
    if (slow)
        end_as_slow(app);
    return slow;
}

/* ---- starting ---- */

bool animation_can_show(const App *app) {
    return terminal_capabilities()->colors > 0 && app->screen.layout.zoom > ZOOM_2X1;
}

static bool is_wanted(const App *app) {
    return app->settings.animations && !app->board.browsing && animation_can_show(app) &&
           monotonic_ms() >= app->animation.slow_until_ms && !terminal_is_busy();
}

/* Starts the motion along app->animation.path. The first legs were shown before. */
static void start(App *app, const Position *before, int shown) {
    Animation *animation = &app->animation;
    int count = animation->leg_count;
    Square from = animation->path[0];
    bool rests = from == animation->path[1] && !animation->jumps; /* a stop */
    animation->before = *before;
    animation->type = position_piece_at(before, from);
    animation->color = position_color_at(before, from);
    animation->taken =
        shown < count ? captured_by(animation, count) & ~captured_by(animation, count - 1) : 0;
    animation->first_leg = animation->skip_slide || rests ? count : min_int(shown, count);
    animation->skip_slide = false;
    if (!is_wanted(app) || total_steps(animation) == 0)
        return;
    animation->running = true;
    animation->start_ms = monotonic_ms();
    /* The timer counts from the loop's time, which may be stale. */
    uv_update_time(app->animation_timer.loop);
    uv_timer_start(&app->animation_timer, next_step, STEP_MS, STEP_MS);
}

static void start_move(App *app, const Position *before, Move move) {
    Animation *animation = &app->animation;
    int shown = animation->seen.jumps;
    animation->path[0] = move_from(move);
    animation->leg_count = move_landings(move, animation->path + 1);
    animation->jumps = move_jumps(move) > 0;
    animation->drowned = position_drowned(before, move);
    start(app, before, shown);
    animation->before.side = (uint8_t)color_other(animation->color); /* for the marks of the move */
}

static void start_jumps(App *app, int jumps) {
    Animation *animation = &app->animation;
    int shown = animation->seen.jumps;
    session_open_jumps(app->session, &animation->path[0], animation->path + 1);
    animation->leg_count = jumps;
    animation->jumps = true;
    animation->drowned = 0;
    start(app, record_position(session_record(app->session)), shown);
}

/* Remembers the position of the game as shown. */
static void remember(App *app) {
    Animation *animation = &app->animation;
    animation->seen.session = app->session;
    if (app->session == NULL)
        return;
    animation->seen.ply = session_record(app->session)->current;
    animation->seen.jumps = session_open_jumps(app->session, NULL, NULL);
}

void animation_follow(App *app) {
    enum { BEHIND_MAX = 2 }; /* plies: a move and its answer are shown one after the other */
    Animation *animation = &app->animation;
    if (animation->running)
        return;
    if (app->session == NULL || app->session != animation->seen.session || app->board.browsing) {
        remember(app);
        return;
    }
    const Record *record = session_record(app->session);
    int jumps = session_open_jumps(app->session, NULL, NULL);
    if (record->current > animation->seen.ply + BEHIND_MAX) {
        animation->seen.ply = record->current - 1;
        animation->seen.jumps = 0;
    }
    while (!animation->running && record->current > animation->seen.ply) {
        size_t ply = animation->seen.ply++;
        start_move(app, record_position_at(record, ply), record->plies[ply].move);
        animation->seen.jumps = 0;
    }
    if (animation->running)
        return;
    if (record->current == animation->seen.ply && jumps > animation->seen.jumps)
        start_jumps(app, jumps);
    remember(app);
}

void animation_stop(App *app) {
    if (app->animation.running)
        end(app);
    app->animation.skip_slide = false;
    remember(app);
}

void animation_skip_slide(App *app) {
    app->animation.skip_slide = true;
}

/* ---- the frames ---- */

/* Puts the moving piece between two squares. */
static void place_sprite(App *app, int leg, int percent) {
    const Layout *layout = &app->screen.layout;
    Animation *animation = &app->animation;
    int y[2], x[2];
    for (int i = 0; i < 2; i++) {
        Rect area = squares_area(layout, app->board.flipped, animation->path[leg + i]);
        y[i] = 2 * (area.y - layout->board.y);
        x[i] = 2 * (area.x - layout->board.x);
    }
    animation->sprite = (ViewSprite){.type = animation->type,
                                     .color = animation->color,
                                     .y = y[0] + (y[1] - y[0]) * percent / 100,
                                     .x = x[0] + (x[1] - x[0]) * percent / 100};
}

/* A piece that a monkey jumps over falls while the monkey is in the air, and its square is alight
 * until the next jump is over. */
static void fill_slide(App *app, View *view, int step) {
    Animation *animation = &app->animation;
    int steps = leg_steps(animation), leg = animation->first_leg + step / steps;
    int left = steps - 1 - step % steps;
    int percent = 100 - 100 * left * left / (steps * steps); /* of the way: fast at first */
    bool arrived = percent == 100;
    set_board(animation, arrived ? leg + 1 : leg);
    place_sprite(app, leg, percent);
    view->sprite = &animation->sprite;
    if (leg > animation->first_leg)
        view->flash = captured_by(animation, leg) & ~captured_by(animation, leg - 1);
    if (animation->jumps) {
        Bitboard falling = captured_by(animation, leg + 1) & ~captured_by(animation, leg);
        view->flash |= falling;
        view->sinking = arrived ? 0 : falling;
        view->sink_percent = percent;
    }
}

/* Ripples come first; then the piece sinks among them, and the last ones run out. */
static void fill_drowning(const Animation *animation, View *view, int step) {
    enum { FRAMES = DROWN_STEPS / 2, FIRST = 2, LAST = 8, RIPPLE = 4 };
    int frame = min_int(step / 2, FRAMES - 1); /* every other step: a terminal's line is dear */
    view->sinking = animation->drowned;
    view->sink_percent = 100 * clamp_int(frame - FIRST, 0, LAST - FIRST) / (LAST - FIRST);
    view->ripple_percent = 100 * (frame % RIPPLE + 1) / RIPPLE;
}

static void fill_tail(App *app, View *view, int step) {
    Animation *animation = &app->animation;
    int legs = animation->leg_count;
    set_board(animation, legs);
    put_piece(animation, animation->path[legs]);
    if (step < FLASH_STEPS)
        view->flash = animation->taken;
    if (step < LION_STEPS && step / BLINK_STEPS % 2 == 0)
        view->flash |= lost_castle(animation);
    if (animation->drowned != 0)
        fill_drowning(animation, view, step);
}

void animation_fill_view(App *app, View *view) {
    Animation *animation = &app->animation;
    if (!animation->running)
        return;
    int step = current_step(animation), total = total_steps(animation);
    if (step >= total)
        step = total - 1;
    if (step < slide_steps(animation))
        fill_slide(app, view, step);
    else
        fill_tail(app, view, step - slide_steps(animation));
    view->game = app_position(app);
    view->position = &animation->board;
    view->selected = SQUARE_NONE;
    view->last_move = 0;
    for (int i = 0; i <= animation->leg_count; i++)
        view->last_move |= square_bit(animation->path[i]);
    if (view->ripple_percent > 0) /* water is blue */
        view->last_move &= ~view->sinking;
    view->targets = view->captures = view->drowning = view->lions_line = view->advice = 0;
}
