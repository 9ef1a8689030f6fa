#include <config.h>

#include "tui/moves/candidate_list.h"

#include "base/number.h"
#include "base/text.h"

void candidate_list_open(App *app, const CandidateSource *source) {
    app->candidates = (CandidateList){.source = source};
    if (!position_in_capture(app_position(app)))
        app->selected = SQUARE_NONE;
}

void candidate_list_close(App *app) {
    app->candidates = (CandidateList){0};
}

bool candidate_list_is_open(const App *app, const CandidateSource *source) {
    return app->candidates.source == source;
}

static size_t count_moves(const App *app) {
    return app->candidates.source != NULL ? app->candidates.source->count(app) : 0;
}

static Move selected_move(const App *app) {
    return app->candidates.source->move_at(app, app->candidates.selected);
}

void candidate_list_update(App *app, bool same_position) {
    if (!same_position || app->candidates.selected >= count_moves(app))
        app->candidates.selected = app->candidates.top = 0;
}

/* --- keys --- */

static void select_move(App *app, int index) {
    app->candidates.selected = (size_t)clamp_int(index, 0, max_int((int)count_moves(app) - 1, 0));
    app_invalidate(app);
}

void candidate_list_scroll(App *app, int by) {
    select_move(app, (int)app->candidates.selected + by);
}

static void scroll_page(App *app, int direction) {
    candidate_list_scroll(app, direction * max_int(app->screen.candidates.moves.height - 1, 1));
}

static void select_end(App *app, int direction) {
    select_move(app, direction < 0 ? 0 : (int)count_moves(app) - 1);
}

static void step(App *app, int direction) {
    app->candidates.source->step(app, direction);
}

static void play(App *app, int argument) {
    (void)argument;
    app->candidates.source->play(app);
}

static void close_list(App *app, int argument) {
    (void)argument;
    app->candidates.source->close(app);
}

typedef struct CandidateListAction {
    Action action;
    void (*run)(App *app, int argument);
    int argument;
} CandidateListAction;

/* The keys named PageUp, Home and so on are those of the diagonals. */
static const CandidateListAction list_actions[] = {
    {ACTION_DOWN, candidate_list_scroll, 1},
    {ACTION_UP, candidate_list_scroll, -1},
    {ACTION_NEXT, candidate_list_scroll, 1},
    {ACTION_PREVIOUS, candidate_list_scroll, -1},
    {ACTION_DOWN_RIGHT, scroll_page, 1},
    {ACTION_UP_RIGHT, scroll_page, -1},
    {ACTION_DOWN_LEFT, select_end, 1},
    {ACTION_UP_LEFT, select_end, -1},
    {ACTION_RIGHT, step, 1},
    {ACTION_LEFT, step, -1},
    {ACTION_SELECT, play, 0},
    {ACTION_ESCAPE, close_list, 0},
};

bool candidate_list_run_action(App *app, Action action) {
    for (size_t i = 0; i < sizeof list_actions / sizeof list_actions[0]; i++)
        if (app->candidates.source != NULL && list_actions[i].action == action) {
            list_actions[i].run(app, list_actions[i].argument);
            return true;
        }
    return false;
}

/* --- the mouse --- */

void candidate_list_click(App *app, size_t index) {
    if (app->candidates.source == NULL)
        return;
    if (index == app->candidates.selected)
        app->candidates.source->play(app);
    else
        select_move(app, (int)index);
}

void candidate_list_click_square(App *app, Square square) {
    bool empty = position_piece_at(app_position(app), square) == PIECE_NONE;
    for (size_t i = 0; i < count_moves(app); i++) {
        Move move = app->candidates.source->move_at(app, i);
        if (square == (empty ? move_to(move) : move_from(move))) {
            select_move(app, (int)i);
            return;
        }
    }
}

/* --- the view --- */

Square candidate_list_square(const App *app) {
    return count_moves(app) > 0 ? move_from(selected_move(app)) : app->cursor;
}

void candidate_list_mark(App *app, View *view) {
    if (view->candidates == NULL || view->candidates->count == 0)
        return;
    Move move = selected_move(app);
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    app->candidates.top = app->screen.candidates.top;
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
        text_append(text, VIEW_STATUS_SIZE, "%zu of %zu: ", app->candidates.selected + 1,
                    count_moves(app));
}
