#include <config.h>

#include "tui/view_fill.h"

#include "rules/movegen.h"
#include "tui/animation.h"
#include "tui/board.h"
#include "tui/status.h"

static Bitboard path_squares(Square origin, const Square *landing, int count) {
    Bitboard squares = square_bit(origin);
    for (int i = 0; i < count; i++)
        squares |= square_bit(landing[i]);
    return squares;
}

static Bitboard move_squares(Move move) {
    Square landing[MOVE_JUMPS_MAX];
    int count = move_landings(move, landing);
    return path_squares(move_from(move), landing, count);
}

/* The squares of the jumps so far, or of the move that led to the position shown. */
static Bitboard last_squares(const App *app, const Record *record) {
    Square origin, landing[MOVE_JUMPS_MAX];
    size_t ply = app_ply(app);
    int jumps = 0;
    if (app->session != NULL && !app->browsing)
        jumps = session_open_jumps(app->session, &origin, landing);
    if (jumps > 0)
        return path_squares(origin, landing, jumps);
    return ply > 0 ? move_squares(record->plies[ply - 1].move) : 0;
}

static Bitboard advised_squares(const App *app) {
    if (app->session == NULL || app->browsing)
        return 0;
    Move advice = move_is_none(app->plan) ? session_advice(app->session) : app->plan;
    return move_is_none(advice) ? 0 : move_squares(advice);
}

static void fill_warnings(View *view, const Position *position) {
    Bitboard between = 0;
    view->drowning = board_drowning(position);
    if (position_lions_face(position, &between))
        view->lions_line = between | position->kind[LION];
}

static void fill_board(App *app, View *view, const Record *record) {
    const Position *position = app_position(app);
    view->position = position;
    view->flipped = app->flipped;
    view->cursor = app->cursor;
    view->selected = app->selected;
    view->last = last_squares(app, record);
    view->advised = advised_squares(app);
    if (app->selected != SQUARE_NONE)
        board_steps(app, app->selected, &view->targets, &view->captures);
    if (app->browsing || view->outcome.result == RESULT_OPEN)
        fill_warnings(view, position);
}

/* A picture of a move on its way has the board for itself. */
static void fill_frame(View *view, const Position *frame) {
    view->position = frame;
    view->targets = view->captures = view->drowning = view->lions_line = view->advised = 0;
}

static bool score_at(void *context, size_t ply, Score *white_score) {
    return session_score_at(context, ply, white_score);
}

static void fill_thinking(View *view, const Session *session) {
    static const char *const titles[] = {
        [THINKING_NONE] = "Thinking",
        [THINKING_MOVE] = "Thinking",
        [THINKING_ADVICE] = "Advice",
        [THINKING_ANALYSIS] = "Analysis",
    };
    ThinkingPurpose purpose = THINKING_NONE;
    view->thinking = session_thinking(session, &purpose, &view->thinking_position);
    view->thinking_title = titles[purpose];
}

static void fill_player(View *view, const Session *session, Color color) {
    ViewPlayer *player = &view->player[color];
    player->name = session_player(session, color)->name;
    player->has_clock = session_has_clock(session);
    player->clock_ms = player->has_clock ? session_clock_ms(session, color) : 0;
    player->thinking = session_thinking_purpose(session) == THINKING_MOVE &&
                       position_side(session_position(session)) == color;
}

/* Before there is a session: the players of a game that may be gone on with. */
static void fill_preview(View *view) {
    static const char *const tags[COLOR_COUNT] = {"White", "Black"};
    for (int color = 0; color < COLOR_COUNT; color++) {
        const char *name = record_tag(view->record, tags[color]);
        view->player[color].name = name != NULL ? name : "";
    }
}

static void fill_session(View *view, Session *session) {
    fill_player(view, session, WHITE);
    fill_player(view, session, BLACK);
    fill_thinking(view, session);
    view->paused = session_paused(session);
    view->score_at = score_at;
    view->score_context = session;
}

void view_fill(App *app, View *view) {
    const Record *record = app_record(app);
    *view = (View){
        .record = record,
        .ply = app_ply(app),
        .browsing = app->browsing,
        .selected = SQUARE_NONE,
        .thinking_title = "",
        .hints = app->hints,
        .zoom = app->settings.zoom,
        .glyphs = app->settings.glyphs,
        .theme = app->settings.theme,
    };
    view->outcome = app_outcome(app);
    if (app->session != NULL)
        fill_session(view, app->session);
    else
        fill_preview(view);
    fill_board(app, view, record);
    if (animation_frame(app) != NULL)
        fill_frame(view, animation_frame(app));
    status_write(app, view->status);
    status_hints(app, app->hints);
}
