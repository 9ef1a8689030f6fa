#include <config.h>

#include "tui/app_screen.h"

#include <assert.h>
#include <stdio.h>

#include "play/clock.h"
#include "play/player.h"
#include "play/variation.h"
#include "term/draw.h"
#include "tui/animation.h"
#include "tui/feature.h"
#include "tui/narration.h"
#include "tui/pointer.h"
#include "tui/premove.h"
#include "tui/selection.h"
#include "tui/status.h"

static_assert((int)VIEW_LINES_MAX >= (int)MULTIPV_MAX, "all variations fit");
static_assert((int)VIEW_MOVES_SIZE >= (int)VARIATION_SIZE, "the moves of a variation fit");
static_assert((int)VIEW_NOTICE_SIZE >= (int)OUTCOME_NOTICE_SIZE, "a notice fits");
static_assert((int)VIEW_CLOCK_SIZE >= (int)CLOCK_TEXT_SIZE, "a clock fits");

/* Shows the jumps of an unfinished capture, with the pieces that they have taken, as the last move.
 */
static void fill_chain(const App *app, View *view, const Record *record) {
    ViewChain *chain = &view->chain;
    if (app->session == NULL || app->board.browsing)
        return;
    int jumps = session_open_jumps(app->session, &chain->square[0], chain->square + 1);
    if (jumps == 0)
        return;
    chain->count = jumps + 1;
    chain->taken_count = jumps;
    view->last_move = square_bit(chain->square[0]);
    for (int i = 0; i < jumps; i++) {
        Square over = square_between(chain->square[i], chain->square[i + 1]);
        chain->taken_square[i] = over;
        chain->taken_type[i] = position_piece_at(record_position(record), over);
        view->last_move |= square_bit(chain->square[i + 1]);
    }
}

static bool is_for_shown_position(const App *app, const SearchSnapshot *thought) {
    return thought->ply == app_ply(app) && position_same(&thought->position, app_position(app));
}

/* Returns the advice that is being followed, or the best move of an analysis. */
static Move followed_move(const App *app) {
    const SearchSnapshot *thought = session_search_snapshot(app->session);
    if (!app->board.browsing && !move_is_none(app->board.followed_advice))
        return app->board.followed_advice;
    if (thought != NULL && thought->purpose == THINKING_ANALYSIS &&
        is_for_shown_position(app, thought) && thought->info.line_count > 0)
        return thought->info.lines[0].pv[0];
    return MOVE_NONE;
}

static void fill_board(App *app, View *view, const Record *record) {
    const Position *position = app_position(app);
    size_t ply = app_ply(app);
    view->position = position;
    view->cursor = app->board.cursor;
    view->selected = app->board.selected;
    view->last_move = ply > 0 ? move_squares(record->plies[ply - 1].move) : 0;
    fill_chain(app, view, record);
    if (premove_is_set(app) && !app->board.browsing)
        view->premove = square_bit(app->board.premove.from) | square_bit(app->board.premove.to);
    if (view->advice == 0 && app->session != NULL && !app->board.browsing)
        view->advice = move_squares(session_advice(app->session));
    view->targets = app->board.selected_steps.targets;
    view->captures = app->board.selected_steps.captures;
    if (app->board.browsing || !outcome_is_over(view->outcome)) {
        Bitboard between = 0;
        view->drowning = position_drowning(position);
        if (position_lions_face(position, &between))
            view->lions_line = between | position->by_type[LION];
    }
}

/* ---- thinking ---- */

static const char *const purpose_titles[] = {[THINKING_NONE] = "Thinking",
                                             [THINKING_MOVE] = "Thinking",
                                             [THINKING_PONDER] = "Thinking",
                                             [THINKING_ADVICE] = "Advice",
                                             [THINKING_ANALYSIS] = "Analysis"};

/* Returns whether the panel shows the last search: it is about the position on the screen, the move
 * that a computer is thinking about, or the move that led to the position. */
static bool write_thinking_title(const App *app, const SearchSnapshot *thought,
                                 char title[VIEW_TITLE_SIZE]) {
    ThinkingPurpose running = session_thinking_purpose(app->session);
    char number[RECORD_NUMBER_SIZE];
    snprintf(title, VIEW_TITLE_SIZE, "%s", purpose_titles[running]);
    if (thought == NULL)
        return false;
    if (is_for_shown_position(app, thought)) {
        snprintf(title, VIEW_TITLE_SIZE, "%s", purpose_titles[thought->purpose]);
    } else if (thought->purpose == THINKING_MOVE && running == THINKING_MOVE) {
        record_write_number(session_record(app->session), thought->ply, number);
        snprintf(title, VIEW_TITLE_SIZE, "Thinking on %s", number);
    } else if (thought->purpose == THINKING_MOVE && thought->ply + 1 == app_ply(app)) {
        snprintf(title, VIEW_TITLE_SIZE, "Last move");
    } else {
        return false;
    }
    return true;
}

static void fill_variation(const App *app, const SearchSnapshot *thought, int line,
                           ViewVariation *variation) {
    VariationOptions options = {
        .line = line, .count = PV_MAX, .numbered = true, .notation = app_notation(app)};
    Score score = thought->info.lines[line].score;
    if (position_side(&thought->position) == BLACK)
        score = -score;
    if (thought->purpose == THINKING_ADVICE) {
        bool found = !move_is_none(session_advice(app->session));
        narration_score(app, score, false, variation->long_score);
        narration_score(app, score, true, variation->short_score);
        narration_line(app, thought, found ? 1 : 0, variation->moves);
        return;
    }
    variation_write_score(score, false, variation->long_score, VIEW_SCORE_SIZE);
    variation_write_score(score, true, variation->short_score, VIEW_SCORE_SIZE);
    variation_write(session_record(app->session), thought, options, variation->moves);
}

/* Fills in only the variations that the panel has room for. */
static void fill_variations(App *app, const SearchSnapshot *thought) {
    const SearchInfo *info = &thought->info;
    ViewThinking *thinking = &app->thinking;
    int room = app->screen.layout.thinking.height - 1;
    thinking->depth = info->depth;
    thinking->seldepth = info->seldepth;
    thinking->nps = info->nps;
    thinking->won = info->line_count > 0 && score_win_plies(info->lines[0].score) != 0;
    thinking->in_words = thought->purpose == THINKING_ADVICE;
    thinking->variation_count = 0;
    for (int i = 0; i < info->line_count && i < room; i++)
        fill_variation(app, thought, i, &thinking->variation[thinking->variation_count++]);
}

/* ---- players ---- */

static void name_player(const App *app, View *view, Color color) {
    view->player[color].name = app->player_name[color].full;
    view->player[color].short_name = app->player_name[color].brief;
}

static void fill_player(App *app, View *view, Color color) {
    const Session *session = app->session;
    ViewPlayer *player = &view->player[color];
    Color you;
    player_name_write(session, color, PLAYER_NAME_FULL, app->player_name[color].full);
    player_name_write(session, color, PLAYER_NAME_SHORT, app->player_name[color].brief);
    name_player(app, view, color);
    player->is_you = player_name_you(session, &you) && you == color;
    if (session_has_clock(session))
        clock_write(session_clock_ms(session, color), player->clock);
    player->thinking = session_thinking_purpose(session) == THINKING_MOVE &&
                       position_side(session_position(session)) == color;
    player->pondering = session_thinking_purpose(session) == THINKING_PONDER &&
                        position_side(session_position(session)) != color;
}

/* During a game against the computer its thoughts and scores are shown only on request. */
static bool shows_thinking(const App *app, const SearchSnapshot *thought) {
    if (app->settings.panels == PANELS_NONE)
        return app->analysing;
    return app->analysing || app->settings.panels == PANELS_FULL ||
           session_can_pause(app->session) || thought->purpose == THINKING_ADVICE ||
           thought->purpose == THINKING_ANALYSIS;
}

static bool shows_score(const App *app) {
    Score score;
    if (!app_wants_scores(app))
        return false;
    for (size_t ply = app_record(app)->count + 1; ply-- > 0;)
        if (session_score_at(app->session, ply, &score))
            return true;
    return false;
}

static void fill_session(App *app, View *view) {
    Session *session = app->session;
    fill_player(app, view, WHITE);
    fill_player(app, view, BLACK);
    const SearchSnapshot *thought = session_search_snapshot(session);
    if (write_thinking_title(app, thought, view->thinking_title) && shows_thinking(app, thought))
        view->thinking = &app->thinking;
    view->scored = shows_score(app);
    view->advice = move_squares(followed_move(app));
    view->analysis_lines = app->analysing ? app->settings.lines : 0;
    view->paused = session_is_paused(session);
}

static void fill_title_actions(View *view) {
    view->title_action[PANEL_MOVES] = ACTION_COMMAND;
    view->title_action[PANEL_THINKING] = ACTION_ANALYSIS;
    view->title_action[PANEL_SCORE] = ACTION_PANELS;
    view->title_action[PANEL_CANDIDATES] = ACTION_ENDINGS;
    view->title_action[PANEL_REVIEW] = ACTION_REVIEW;
    view->title_action[PANEL_NOTES] = ACTION_READ;
    view->title_action[PANEL_TALK] = ACTION_TALK;
    view->title_action[PANEL_LESSON] = VIEW_ACTION_NONE;
}

void app_fill_view(App *app, View *view) {
    const Record *record = app_record(app);
    selection_sync(app);
    *view = (View){
        .record = record,
        .ply = app_ply(app),
        .browsing = app->board.browsing,
        .flipped = app->board.flipped,
        .selected = SQUARE_NONE,
        .zoom = app->settings.zoom,
        .glyphs = app->settings.glyphs,
        .theme = app->settings.theme,
        .notation = app_notation(app),
    };
    view->outcome = app_outcome(app);
    FOR_FEATURES_WITH(app, sync, feature)
        feature->sync(app);
    if (app->session != NULL)
        fill_session(app, view);
    else
        for (int color = 0; color < COLOR_COUNT; color++)
            name_player(app, view, (Color)color);
    fill_title_actions(view);
    outcome_write_notice(app_position(app), view->notice);
    view->about = about_square(app_position(app), app->board.cursor);
    FOR_FEATURES_WITH(app, fill_view, feature)
        feature->fill_view(app, view);
    hints_fill(app, view);
    app->screen = painter_arrange(view);
    if (view->thinking != NULL)
        fill_variations(app, session_search_snapshot(app->session));
    fill_board(app, view, record);
    FOR_FEATURES_WITH(app, mark_board, feature)
        feature->mark_board(app, view);
    pointer_fill_view(app, view);
    animation_fill_view(app, view);
    if (!app->animation.running) /* nothing is told before it is seen */
        status_line(app, view, app->animation.status);
    snprintf(view->status, sizeof view->status, "%s", app->animation.status);
}

/* ---- drawing ---- */

void app_arrange(App *app) {
    View view;
    app_fill_view(app, &view);
}

void app_draw(App *app) {
    View view;
    app_fill_view(app, &view);
    bool has_room = app->screen.layout.zoom > 0;
    Rect covered;
    do { /* again if a box has come, gone or changed */
        view.covered = covered = app->covered;
        draw_set_dimmed(has_room && layers_dim(&app->layers));
        painter_paint(&view, &app->screen);
        if (has_room)
            layers_draw(&app->layers);
        app->covered = draw_covered();
    } while (!rect_equals(app->covered, covered));
}
