#include <config.h>

#include "tui/review/candidate_list.h"

#include "base/number.h"
#include "base/text.h"
#include "tui/narration.h"

CandidateList *candidate_list(const App *app) {
    return app_state(app, &candidate_feature);
}

void candidate_list_open(App *app, const CandidateSource *source) {
    *candidate_list(app) = (CandidateList){.source = source};
    if (!position_in_capture(app_position(app)))
        app->board.selected = SQUARE_NONE;
}

void candidate_list_close(App *app) {
    *candidate_list(app) = (CandidateList){0};
}

bool candidate_list_is_open(const App *app, const CandidateSource *source) {
    return candidate_list(app)->source == source;
}

static size_t count_moves(const App *app) {
    return candidate_list(app)->source != NULL ? candidate_list(app)->source->count(app) : 0;
}

static Move selected_move(const App *app) {
    return candidate_list(app)->source->move_at(app, candidate_list(app)->selected);
}

void candidate_list_update(App *app, bool same_position) {
    if (!same_position || candidate_list(app)->selected >= count_moves(app))
        candidate_list(app)->selected = candidate_list(app)->top = 0;
}

/* --- keys --- */

static void select_move(App *app, int index) {
    candidate_list(app)->selected =
        (size_t)clamp_int(index, 0, max_int((int)count_moves(app) - 1, 0));
    app_invalidate(app);
}

static void scroll(App *app, int by) {
    select_move(app, (int)candidate_list(app)->selected + by);
}

static void scroll_page(App *app, int direction) {
    scroll(app, direction * max_int(app->screen.candidates.moves.height - 1, 1));
}

static void select_end(App *app, int direction) {
    select_move(app, direction < 0 ? 0 : (int)count_moves(app) - 1);
}

static void step(App *app, int direction) {
    candidate_list(app)->source->step(app, direction);
}

static void play(App *app, int argument) {
    (void)argument;
    candidate_list(app)->source->play(app);
}

static void close_list(App *app, int argument) {
    (void)argument;
    candidate_list(app)->source->close(app);
}

typedef struct CandidateListAction {
    Action action;
    void (*run)(App *app, int argument);
    int argument;
} CandidateListAction;

/* The keys named PageUp, Home and so on are those of the diagonals. */
static const CandidateListAction list_actions[] = {
    {ACTION_DOWN, scroll, 1},
    {ACTION_UP, scroll, -1},
    {ACTION_NEXT, scroll, 1},
    {ACTION_PREVIOUS, scroll, -1},
    {ACTION_DOWN_RIGHT, scroll_page, 1},
    {ACTION_UP_RIGHT, scroll_page, -1},
    {ACTION_DOWN_LEFT, select_end, 1},
    {ACTION_UP_LEFT, select_end, -1},
    {ACTION_RIGHT, step, 1},
    {ACTION_LEFT, step, -1},
    {ACTION_SELECT, play, 0},
    {ACTION_ESCAPE, close_list, 0},
};

static bool run_action(App *app, Action action) {
    for (size_t i = 0; i < sizeof list_actions / sizeof list_actions[0]; i++)
        if (candidate_list(app)->source != NULL && list_actions[i].action == action) {
            list_actions[i].run(app, list_actions[i].argument);
            return true;
        }
    return false;
}

/* --- the mouse --- */

/* Selects a move; plays it if it is selected already. */
static void click_move(App *app, size_t index) {
    if (index == candidate_list(app)->selected)
        candidate_list(app)->source->play(app);
    else
        select_move(app, (int)index);
}

/* Selects the first move of the piece on a square or, for an empty one, to it. */
static void click_square(App *app, Square square) {
    bool empty = position_piece_at(app_position(app), square) == PIECE_NONE;
    for (size_t i = 0; i < count_moves(app); i++) {
        Move move = candidate_list(app)->source->move_at(app, i);
        if (square == (empty ? move_to(move) : move_from(move))) {
            select_move(app, (int)i);
            return;
        }
    }
}

static bool on_mouse(App *app, const Hit *hit, int wheel) {
    bool open = candidate_list(app)->source != NULL;
    if (hit->type == HIT_CANDIDATE && wheel != 0)
        scroll(app, wheel);
    else if (hit->type == HIT_CANDIDATE && open)
        click_move(app, hit->candidate);
    else if (hit->type == HIT_SQUARE && open && wheel == 0)
        click_square(app, hit->square);
    else
        return hit->type == HIT_CANDIDATE;
    return true;
}

/* --- the view --- */

/* The text about a piece is about the one that the selected move moves. */
static void fill_view(App *app, View *view) {
    if (count_moves(app) > 0)
        view->about = about_square(app_position(app), move_from(selected_move(app)));
}

static void mark_board(App *app, View *view) {
    if (view->candidates == NULL || view->candidates->count == 0)
        return;
    Move move = selected_move(app);
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    candidate_list(app)->top = app->screen.candidates.top;
    view->cursor = SQUARE_NONE; /* the terminal's cursor is in the list */
    view->selected = move_from(move);
    view->advice = 0;
    view->targets = 0;
    for (int i = 0; i < count; i++)
        view->targets |= square_bit(landings[i]);
    view->captures = position_captured(view->position, move);
    view->targets &= ~view->captures;
}

void candidate_list_add_number(const App *app, char text[VIEW_STATUS_SIZE]) {
    if (app->screen.candidates.moves.height == 0)
        text_append(text, VIEW_STATUS_SIZE, "%zu of %zu: ", candidate_list(app)->selected + 1,
                    count_moves(app));
}

const Feature candidate_feature = {
    .state_size = sizeof(CandidateList),
    .run_action = run_action,
    .on_mouse = on_mouse,
    .fill_view = fill_view,
    .mark_board = mark_board,
};
