#include <config.h>

#include "tui/review/ending_list.h"

#include <assert.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "rules/movegen.h"
#include "tui/selection.h"
#include "tui/narration.h"

/*
 * The list of candidate moves beside the board, with what each leads to or how often it was played.
 * It takes the place of other panels and follows the position; while it is open, the keys of the
 * cursor choose a move in it. What it lists is up to its source: ending_list.c, openings.c.
 */

void candidate_list_open(App *app, const CandidateSource *source) {
    app->candidates = (CandidateList){.source = source};
    if (!position_in_capture(app_position(app)))
        app->board.selected = SQUARE_NONE;
}

void candidate_list_close(App *app) {
    app->candidates = (CandidateList){0};
}

/* Returns whether the list is open with the moves of the source. */
static bool candidate_list_is_open(const App *app, const CandidateSource *source) {
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
    return count_moves(app) > 0 ? move_from(selected_move(app)) : app->board.cursor;
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

/* Appends "2 of 14: " if the list has no room on the screen. */
static void candidate_list_add_number(const App *app, char text[VIEW_STATUS_SIZE]) {
    if (app->screen.candidates.moves.height == 0)
        text_append(text, VIEW_STATUS_SIZE, "%zu of %zu: ", app->candidates.selected + 1,
                    count_moves(app));
}

/* Marks the squares that a side attacks; see movegen_attacks(). */

/* Returns the side of the player to whom attacks are described. */
static Color player_side(const App *app) {
    Color you;
    return wording_you(app, &you) ? you : position_side(app_position(app));
}

void attacks_cycle(App *app) {
    char key[KEY_NAME_SIZE];
    Color player = player_side(app), other = color_other(player);
    keymap_key_name(&app->keymap, ACTION_ATTACKS, key);
    app->board.attacks = (AttackMarks)((app->board.attacks + 1) % ATTACKS_COUNT);
    switch (app->board.attacks) {
    case ATTACKS_OPPONENT:
        app_note(app, "Marked: where %s could capture next. %s: where %s could.",
                 wording_who(app, other), key, wording_who(app, player));
        break;
    case ATTACKS_PLAYER:
        app_note(app, "Marked: where %s could capture next. %s: where either side could.",
                 wording_who(app, player), key);
        break;
    case ATTACKS_BOTH:
        app_note(app, "Marked: where either side could capture next. %s: no marks.", key);
        break;
    default:
        app_note(app, "Attacked squares are no longer marked.");
        break;
    }
}

void attacks_fill_view(const App *app, View *view) {
    const Position *position = app_position(app);
    if (app->board.attacks == ATTACKS_NONE)
        return;
    Color player = player_side(app);
    if (app->board.attacks != ATTACKS_OPPONENT)
        view->attacked = movegen_attacks(position, player);
    if (app->board.attacks != ATTACKS_PLAYER)
        view->threatened = movegen_attacks(position, color_other(player));
}

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
    if (ending_list_is_open(app))
        candidate_list_close(app);
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
    if (ending_list_is_open(app))
        candidate_list_update(app, same);
}

bool ending_list_is_known(const App *app) {
    return app->ending.known;
}

/* --- the list --- */

static size_t count_endings(const App *app) {
    return app->ending.choices.count;
}

static Move choice_move(const App *app, size_t index) {
    return app->ending.choices.choices[index].move;
}

static const EndingChoice *selected_choice(const App *app) {
    return &app->ending.choices.choices[app->candidates.selected];
}

static void step_through(App *app, int direction) {
    if (app->exercise == NULL)
        browse_step(app, direction);
}

static void play_ending(App *app) {
    char text[ERROR_SENTENCE_SIZE];
    if (app->ending.known)
        move_entry_move(app, selected_choice(app)->move);
    else
        app_note(app, "%s", error_sentence(&app->ending.error, text));
}

static const CandidateSource ending_source = {
    .count = count_endings,
    .move_at = choice_move,
    .play = play_ending,
    .step = step_through,
    .close = candidate_list_close,
};

bool ending_list_is_open(const App *app) {
    return candidate_list_is_open(app, &ending_source);
}

void ending_list_toggle(App *app) {
    ending_list_sync(app);
    if (ending_list_is_open(app))
        candidate_list_close(app);
    else if (app->ending.known)
        candidate_list_open(app, &ending_source);
    else
        app_notify_error(app, &app->ending.error);
}

/* --- the view --- */

static void move_at(void *context, size_t index, ViewCandidate *shown) {
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
    bool open = ending_list_is_open(app);
    bool shown = open || (wanted && list->known && app->exercise == NULL);
    if (app->session == NULL || !shown)
        return;
    write_texts(list);
    list->view = (ViewCandidates){
        .title = "Ending",
        .summary = {list->verdict[0], list->verdict[1], list->verdict[2]},
        .remark = list->remark,
        .count = open ? list->choices.count : 0,
        .selected = app->candidates.selected,
        .top = app->candidates.top,
        .pawns = app_position(app)->variant->pawns,
        .animals = app->settings.glyphs == GLYPHS_ANIMALS,
        .move_at = move_at,
        .context = app,
    };
    view->candidates = &list->view;
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
    candidate_list_add_number(app, text);
    if (wins_at_once)
        text_append(text, VIEW_STATUS_SIZE, "%s.", move);
    else if (choice->verdict.result == RESULT_DRAW)
        text_append(text, VIEW_STATUS_SIZE, "%s: a draw.", move);
    else
        text_append(text, VIEW_STATUS_SIZE, "%s: %s", move,
                    ending_verdict_sentence(&choice->verdict, sentence));
}

bool ending_list_status(const App *app, char text[VIEW_STATUS_SIZE]) {
    if (!ending_list_is_open(app))
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
    if (view->candidates != &app->ending.view || ending_list_is_open(app) ||
        app->screen.layout.candidates.height > 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, " Best play: %s",
                ending_verdict_sentence(&app->ending.choices.choices[0].verdict, sentence));
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}
