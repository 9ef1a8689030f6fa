#include <config.h>

#include "tui/view_fill.h"

#include <stdio.h>

#include "play/variation.h"
#include "rules/movegen.h"
#include "tui/animation.h"
#include "tui/learn/exercise.h"
#include "tui/online/online_game.h"
#include "tui/selection.h"
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

/* Whether it is about the position on the screen. */
static bool is_about_shown(const App *app, const SearchSnapshot *thought) {
    return thought->ply == app_ply(app) && position_same(&thought->position, app_position(app));
}

/* The advised move that was taken up, the best one of an analysis, or the advised one. */
static Move highlighted_move(const App *app) {
    if (app->session == NULL)
        return MOVE_NONE;
    const SearchSnapshot *thought = session_search_snapshot(app->session);
    if (!app->browsing && !move_is_none(app->followed_advice))
        return app->followed_advice;
    if (thought != NULL && thought->purpose == THINKING_ANALYSIS && is_about_shown(app, thought) &&
        thought->info.line_count > 0)
        return thought->info.lines[0].pv[0];
    return app->browsing ? MOVE_NONE : session_advice(app->session);
}

static Bitboard advised_squares(const App *app) {
    Move move = highlighted_move(app);
    return move_is_none(move) ? 0 : move_squares(move);
}

static void fill_warnings(View *view, const Position *position) {
    Bitboard between = 0;
    view->drowning = selection_drowning(position);
    if (position_lions_face(position, &between))
        view->lions_line = between | position->by_type[LION];
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
        selection_steps(app, app->selected, &view->targets, &view->captures);
    if (app->browsing || !outcome_is_over(view->outcome))
        fill_warnings(view, position);
}

/* A picture of a move on its way has the board for itself. */
static void fill_animation(View *view, const Position *frame) {
    view->position = frame;
    view->targets = view->captures = view->drowning = view->lions_line = view->advised = 0;
}

static bool score_at(void *context, size_t ply, Score *white_score) {
    return session_score_at(context, ply, white_score);
}

static const char *purpose_title(ThinkingPurpose purpose) {
    static const char *const titles[] = {[THINKING_NONE] = "Thinking",
                                         [THINKING_MOVE] = "Thinking",
                                         [THINKING_PONDER] = "Thinking",
                                         [THINKING_ADVICE] = "Advice",
                                         [THINKING_ANALYSIS] = "Analysis"};
    return titles[purpose];
}

/* A thought about another position than the one on the screen is shown if the title can say which:
 * a computer's about its move, while that is being thought about, or when it led to what is shown.
 */
static void fill_thinking(App *app, View *view) {
    const SearchSnapshot *thought = session_search_snapshot(app->session);
    ThinkingPurpose running = session_thinking_purpose(app->session);
    char number[VARIATION_NUMBER_SIZE];
    view->analysis_lines = app->analysing ? app->settings.lines : 0;
    snprintf(view->thinking_title, VIEW_TITLE_SIZE, "%s", purpose_title(running));
    if (thought == NULL)
        return;
    if (is_about_shown(app, thought)) {
        view->thought = thought;
        snprintf(view->thinking_title, VIEW_TITLE_SIZE, "%s", purpose_title(thought->purpose));
    } else if (thought->purpose == THINKING_MOVE && running == THINKING_MOVE) {
        view->thought = thought;
        variation_number(session_record(app->session), thought->ply, number);
        snprintf(view->thinking_title, VIEW_TITLE_SIZE, "Thinking on %s", number);
    } else if (thought->purpose == THINKING_MOVE && thought->ply + 1 == app_ply(app)) {
        view->thought = thought;
        snprintf(view->thinking_title, VIEW_TITLE_SIZE, "Last move");
    }
}

static void fill_player(View *view, const Session *session, Color color) {
    ViewPlayer *player = &view->player[color];
    player->name = session_player(session, color)->name;
    player->has_clock = session_has_clock(session);
    player->clock_ms = player->has_clock ? session_clock_ms(session, color) : 0;
    player->thinking = session_thinking_purpose(session) == THINKING_MOVE &&
                       position_side(session_position(session)) == color;
    player->pondering = session_thinking_purpose(session) == THINKING_PONDER &&
                        position_side(session_position(session)) != color;
}

/* Before there is a session: the players of a game that may be resumed. */
static void fill_preview(View *view) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        const char *name = record_tag(view->record, record_player_tag((Color)color));
        view->player[color].name = name != NULL ? name : "";
    }
}

static void fill_session(App *app, View *view) {
    Session *session = app->session;
    fill_player(view, session, WHITE);
    fill_player(view, session, BLACK);
    fill_thinking(app, view);
    online_game_fill_view(app, view);
    view->paused = session_is_paused(session);
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
        .lesson = app->exercise != NULL ? &app->exercise->lesson : NULL,
        .hints = app->hints,
        .zoom = app->settings.zoom,
        .glyphs = app->settings.glyphs,
        .theme = app->settings.theme,
    };
    view->outcome = app_outcome(app);
    if (app->session != NULL)
        fill_session(app, view);
    else
        fill_preview(view);
    fill_board(app, view, record);
    if (animation_frame(app) != NULL)
        fill_animation(view, animation_frame(app));
    status_line(app, view->status);
    status_hints(app, app->hints);
}
