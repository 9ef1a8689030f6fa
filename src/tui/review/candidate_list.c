#include <config.h>

#include "tui/review/candidate_list.h"

#include "base/text.h"
#include "term/list.h"
#include "tui/narration.h"

CandidateList *candidate_list(const App *app) {
    return app_state(app, &candidate_feature);
}

void candidate_list_open(App *app, const CandidateSource *source, size_t count) {
    *candidate_list(app) = (CandidateList){.source = source, .moves.count = count};
    if (!position_in_capture(app_position(app)))
        app->board.selected = SQUARE_NONE;
}

void candidate_list_close(App *app) {
    *candidate_list(app) = (CandidateList){0};
}

bool candidate_list_is_open(const App *app, const CandidateSource *source) {
    return candidate_list(app)->source == source;
}

static Move selected_move(const App *app) {
    return candidate_list(app)->source->move_at(app, candidate_list(app)->moves.selected);
}

void candidate_list_update(App *app, bool same_position, size_t count) {
    List *moves = &candidate_list(app)->moves;
    moves->count = count;
    if (!same_position || moves->selected >= count)
        moves->selected = moves->top = 0;
}

/* ---- keys ---- */

static void scroll(App *app, int key) {
    List *moves = &candidate_list(app)->moves;
    list_move(moves, list_key_rows((Key)key, moves->area.height));
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
    {ACTION_DOWN, scroll, K_DOWN},
    {ACTION_UP, scroll, K_UP},
    {ACTION_NEXT, scroll, K_DOWN},
    {ACTION_PREVIOUS, scroll, K_UP},
    {ACTION_DOWN_RIGHT, scroll, K_PAGE_DOWN},
    {ACTION_UP_RIGHT, scroll, K_PAGE_UP},
    {ACTION_DOWN_LEFT, scroll, K_END},
    {ACTION_UP_LEFT, scroll, K_HOME},
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

/* ---- the mouse ---- */

/* Selects the first move of the piece on a square or, for an empty one, to it. */
static void click_square(App *app, Square square) {
    bool empty = position_piece_at(app_position(app), square) == PIECE_NONE;
    CandidateList *list = candidate_list(app);
    for (size_t i = 0; i < list->moves.count; i++) {
        Move move = list->source->move_at(app, i);
        if (square == (empty ? move_to(move) : move_from(move))) {
            list->moves.selected = i;
            return;
        }
    }
}

static bool on_mouse(App *app, const Hit *hit, int wheel) {
    CandidateList *list = candidate_list(app);
    bool open = list->source != NULL;
    if (hit->type == HIT_CANDIDATE && wheel != 0)
        list_move(&list->moves, wheel);
    else if (hit->type == HIT_CANDIDATE && open && hit->candidate == list->moves.selected)
        list->source->play(app);
    else if (hit->type == HIT_CANDIDATE && open)
        list->moves.selected = hit->candidate;
    else if (hit->type == HIT_SQUARE && open && wheel == 0)
        click_square(app, hit->square);
    else
        return hit->type == HIT_CANDIDATE;
    return true;
}

/* ---- the view ---- */

/* The text about a piece is about the one that the selected move moves. */
static void fill_view(App *app, View *view) {
    if (candidate_list(app)->moves.count > 0)
        view->about = about_square(app_position(app), move_from(selected_move(app)));
}

static void mark_board(App *app, View *view) {
    if (view->candidates == NULL || view->candidates->list.count == 0)
        return;
    Move move = selected_move(app);
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    candidate_list(app)->moves.top = app->screen.panels.candidates.moves.top;
    candidate_list(app)->moves.area = app->screen.panels.candidates.moves.area;
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
    const List *moves = &candidate_list(app)->moves;
    if (app->screen.panels.candidates.moves.area.height == 0)
        text_append(text, VIEW_STATUS_SIZE, "%zu of %zu: ", moves->selected + 1, moves->count);
}

const Feature candidate_feature = {
    .state_size = sizeof(CandidateList),
    .run_action = run_action,
    .on_mouse = on_mouse,
    .fill_view = fill_view,
    .mark_board = mark_board,
};
