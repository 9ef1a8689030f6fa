#include <config.h>

#include "tui/ending_list.h"

#include <assert.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "tui/browse.h"
#include "tui/move_entry.h"
#include "tui/words/narration.h"
#include "tui/words/wording.h"

static_assert((int)VIEW_VALUE_SIZE >= (int)ENDING_TEXT_SIZE, "the value of a move fits");

/* --- looking up --- */

/* Returns whether the position shown is the one that was looked up last. */
static bool is_same(const App *app) {
    const EndingList *list = &app->ending;
    return list->at.session == app->session && list->at.ply == app_ply(app) &&
           list->at.key == app_position(app)->key;
}

void ending_list_forget(App *app) {
    app->ending.stale = true;
}

void ending_list_free(App *app) {
    ending_choices_free(&app->ending.choices);
    app->ending = (EndingList){0};
}

void ending_list_sync(App *app) {
    EndingList *list = &app->ending;
    if (list->at.session != app->session) /* another game, in which nobody has asked for help */
        ending_list_free(app);
    if (app->session == NULL)
        return;
    bool same = is_same(app);
    if (same && !list->stale)
        return;
    ending_choices_free(&list->choices);
    list->known = session_list_ending(app->session, app_ply(app), &list->choices, &list->error);
    list->at.session = app->session;
    list->at.ply = app_ply(app);
    list->at.key = app_position(app)->key;
    list->stale = false;
    if (!same || list->selected >= list->choices.count)
        list->selected = list->top = 0;
}

bool ending_list_is_known(const App *app) {
    return app->ending.known;
}

/* --- the list --- */

static const EndingChoice *selected_choice(const App *app) {
    return &app->ending.choices.choices[app->ending.selected];
}

void ending_list_toggle(App *app) {
    EndingList *list = &app->ending;
    ending_list_sync(app);
    if (!list->open && !list->known) {
        app_notify_error(app, &list->error);
        return;
    }
    list->open = !list->open;
    list->selected = list->top = 0;
    if (list->open && !position_in_capture(app_position(app)))
        app->selected = SQUARE_NONE;
}

static void select_move(App *app, int index) {
    EndingList *list = &app->ending;
    list->selected = (size_t)clamp_int(index, 0, max_int((int)list->choices.count - 1, 0));
    app_invalidate(app);
}

void ending_list_scroll(App *app, int by) {
    select_move(app, (int)app->ending.selected + by);
}

static void scroll_page(App *app, int direction) {
    ending_list_scroll(app, direction * max_int(app->screen.ending.moves.height - 1, 1));
}

static void select_end(App *app, int direction) {
    select_move(app, direction < 0 ? 0 : (int)app->ending.choices.count - 1);
}

static void browse(App *app, int direction) {
    if (app->exercise == NULL)
        browse_step(app, direction);
}

static void play(App *app) {
    char text[ERROR_SENTENCE_SIZE];
    if (app->ending.known)
        move_entry_move(app, selected_choice(app)->move);
    else
        app_note(app, "%s", error_sentence(&app->ending.error, text));
}

static void act_select(App *app, int argument) {
    (void)argument;
    play(app);
}

static void act_escape(App *app, int argument) {
    (void)argument;
    app->ending.open = false;
}

typedef struct EndingListAction {
    Action action;
    void (*run)(App *app, int argument);
    int argument;
} EndingListAction;

/* The keys named PageUp, Home and so on are those of the diagonals. */
static const EndingListAction list_actions[] = {
    {ACTION_DOWN, ending_list_scroll, 1},
    {ACTION_UP, ending_list_scroll, -1},
    {ACTION_NEXT, ending_list_scroll, 1},
    {ACTION_PREVIOUS, ending_list_scroll, -1},
    {ACTION_DOWN_RIGHT, scroll_page, 1},
    {ACTION_UP_RIGHT, scroll_page, -1},
    {ACTION_DOWN_LEFT, select_end, 1},
    {ACTION_UP_LEFT, select_end, -1},
    {ACTION_RIGHT, browse, 1},
    {ACTION_LEFT, browse, -1},
    {ACTION_SELECT, act_select, 0},
    {ACTION_ESCAPE, act_escape, 0},
};

bool ending_list_run_action(App *app, Action action) {
    for (size_t i = 0; i < sizeof list_actions / sizeof list_actions[0]; i++)
        if (app->ending.open && list_actions[i].action == action) {
            list_actions[i].run(app, list_actions[i].argument);
            return true;
        }
    return false;
}

/* --- the mouse --- */

void ending_list_click(App *app, size_t move) {
    if (move == app->ending.selected)
        play(app);
    else
        select_move(app, (int)move);
}

void ending_list_click_square(App *app, Square square) {
    const EndingChoices *choices = &app->ending.choices;
    bool empty = position_piece_at(app_position(app), square) == PIECE_NONE;
    for (size_t i = 0; i < choices->count; i++) {
        Move move = choices->choices[i].move;
        if (square == (empty ? move_to(move) : move_from(move))) {
            select_move(app, (int)i);
            return;
        }
    }
}

/* --- the view --- */

Square ending_list_square(const App *app) {
    return app->ending.open && app->ending.known ? move_from(selected_choice(app)->move)
                                                 : app->cursor;
}

static void move_at(void *context, size_t index, ViewEndingMove *shown) {
    const App *app = context;
    const Position *position = app_position(app);
    const EndingChoice *choice = &app->ending.choices.choices[index];
    Color mover = position_side(position);
    shown->piece = move_piece(choice->move);
    shown->good = choice->verdict.result == (mover == WHITE ? RESULT_WHITE : RESULT_BLACK);
    notation_write(position, choice->move, shown->notation);
    ending_choice_write(choice, mover, shown->value);
    ending_verdict_write(&choice->verdict, ENDING_SHORTEST, shown->short_value);
}

static void write_texts(EndingList *list) {
    list->remark[0] = '\0';
    for (int form = 0; form <= ENDING_SHORTEST; form++)
        list->verdict[form][0] = '\0';
    if (!list->known) {
        error_sentence(&list->error, list->remark);
        return;
    }
    const EndingVerdict *verdict = &list->choices.choices[0].verdict;
    for (int form = 0; form <= ENDING_SHORTEST; form++)
        ending_verdict_write(verdict, (EndingForm)form, list->verdict[form]);
    ending_verdict_write_doubt(verdict, list->remark);
}

void ending_list_fill_view(App *app, View *view, bool wanted) {
    EndingList *list = &app->ending;
    bool shown = list->open || (wanted && list->known && app->exercise == NULL);
    if (app->session == NULL || !shown)
        return;
    write_texts(list);
    list->view = (ViewEnding){
        .verdict = {list->verdict[0], list->verdict[1], list->verdict[2]},
        .remark = list->remark,
        .count = list->open ? list->choices.count : 0,
        .selected = list->selected,
        .top = list->top,
        .pawns = app_position(app)->variant->pawns,
        .animals = app->settings.glyphs == GLYPHS_ANIMALS,
        .move_at = move_at,
        .context = app,
    };
    view->ending = &list->view;
}

void ending_list_mark(App *app, View *view) {
    EndingList *list = &app->ending;
    if (view->ending == NULL || view->ending->count == 0)
        return;
    Move move = selected_choice(app)->move;
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    list->top = app->screen.ending.top;
    view->cursor = SQUARE_NONE; /* the terminal's cursor is in the list */
    view->selected = move_from(move);
    view->advice = 0;
    view->targets = 0;
    for (int i = 0; i < count; i++)
        view->targets |= square_bit(landings[i]);
    view->captures = position_captured(view->position, move);
    view->targets &= ~view->captures;
}

/* Adds "Zebra f3 takes the pawn on e5: White wins in 12 moves.", after "2 of 14: " if the list has
 * no room on the screen. */
static void add_choice(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    const EndingChoice *choice = selected_choice(app);
    char sentence[ENDING_SENTENCE_SIZE], move[VIEW_STATUS_SIZE];
    bool wins_at_once = (position_captured(position, choice->move) & position->by_type[LION]) != 0;
    narration_advice(position, choice->move, move);
    wording_capitalise(move);
    if (app->screen.ending.moves.height == 0)
        text_append(text, VIEW_STATUS_SIZE, "%zu of %zu: ", app->ending.selected + 1,
                    app->ending.choices.count);
    if (wins_at_once)
        text_append(text, VIEW_STATUS_SIZE, "%s.", move);
    else if (choice->verdict.result == RESULT_DRAW)
        text_append(text, VIEW_STATUS_SIZE, "%s: a draw.", move);
    else
        text_append(text, VIEW_STATUS_SIZE, "%s: %s", move,
                    ending_verdict_sentence(&choice->verdict, sentence));
}

bool ending_list_status(const App *app, char text[VIEW_STATUS_SIZE]) {
    if (!app->ending.open)
        return false;
    if (app->ending.known)
        add_choice(app, text);
    else
        text_append(text, VIEW_STATUS_SIZE, "%s", app->ending.remark);
    return true;
}

void ending_list_add_value(const App *app, const View *view, char text[VIEW_STATUS_SIZE]) {
    char sentence[ENDING_SENTENCE_SIZE];
    size_t used = strlen(text);
    if (view->ending == NULL || app->ending.open || app->screen.layout.ending.height > 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, " Best play: %s",
                ending_verdict_sentence(&app->ending.choices.choices[0].verdict, sentence));
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}
