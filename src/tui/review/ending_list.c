#include <config.h>

#include "tui/review/ending_list.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "tui/browse.h"
#include "tui/move_entry.h"
#include "tui/narration.h"
#include "tui/review/candidate_list.h"
#include "tui/status.h"

static_assert((int)VIEW_VALUE_SIZE >= (int)ENDING_TEXT_SIZE, "the value of a move fits");

EndingList *ending_list(const App *app) {
    return app_state(app, &ending_feature);
}

static const CandidateSource ending_source;

static bool is_open(const App *app) {
    return candidate_list_is_open(app, &ending_source);
}

/* ---- looking up ---- */

/* Forgets what was looked up, and closes the list. */
static void forget(App *app) {
    if (is_open(app))
        candidate_list_close(app);
    ending_choices_free(&ending_list(app)->choices);
    *ending_list(app) = (EndingList){0};
}

static void follow_position(App *app) {
    EndingList *list = ending_list(app);
    if (list->at.session != app->session) /* another game, in which nobody has asked for help */
        forget(app);
    if (app->session == NULL)
        return;
    bool same = list->at.session == app->session && list->at.ply == app_ply(app) &&
                list->at.key == app_position(app)->key;
    if (same && !list->stale)
        return;
    ending_choices_free(&list->choices);
    list->known = session_list_ending(app->session, app_ply(app), &list->choices, &list->error);
    list->at.session = app->session;
    list->at.ply = app_ply(app);
    list->at.key = app_position(app)->key;
    list->stale = false;
    if (is_open(app))
        candidate_list_update(app, same, list->choices.count);
}

/* ---- the list ---- */

static Move choice_move(const App *app, size_t index) {
    return ending_list(app)->choices.choices[index].move;
}

static const EndingChoice *selected_choice(const App *app) {
    return &ending_list(app)->choices.choices[candidate_list(app)->moves.selected];
}

static void step_through(App *app, int direction) {
    if (!app_is_suspended(app))
        browse_step(app, direction);
}

static void play_ending(App *app) {
    char text[ERROR_SENTENCE_SIZE];
    if (ending_list(app)->known)
        move_entry_move(app, selected_choice(app)->move);
    else
        app_note(app, "%s", error_sentence(&ending_list(app)->error, text));
}

static const CandidateSource ending_source = {
    .move_at = choice_move,
    .play = play_ending,
    .step = step_through,
    .close = candidate_list_close,
};

/* Opens the list, or says why there is none; closes an open one. */
static void toggle(App *app) {
    follow_position(app);
    if (is_open(app))
        candidate_list_close(app);
    else if (ending_list(app)->known)
        candidate_list_open(app, &ending_source, ending_list(app)->choices.count);
    else
        app_notify_error(app, &ending_list(app)->error);
}

/* ---- the view ---- */

static void move_at(void *context, size_t index, ViewCandidate *shown) {
    const App *app = context;
    const Position *position = app_position(app);
    const EndingChoice *choice = &ending_list(app)->choices.choices[index];
    Color mover = position_side(position);
    shown->piece = move_piece(choice->move);
    shown->good = choice->verdict.result == (mover == WHITE ? RESULT_WHITE : RESULT_BLACK);
    notation_write(position, choice->move, app_notation(app), shown->notation);
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

static void fill_view(App *app, View *view) {
    EndingList *list = ending_list(app);
    bool open = is_open(app);
    if (app->session == NULL)
        return;
    bool shown = open || (list->known && app_wants_scores(app) && !app_is_suspended(app));
    if (!shown)
        return;
    write_texts(list);
    list->view = (ViewCandidates){
        .title = "Ending",
        .summary = {list->verdict[0], list->verdict[1], list->verdict[2]},
        .remark = list->remark,
        .list = open ? candidate_list(app)->moves : (List){0},
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
    bool wins_at_once = position_captures_lion(position, choice->move);
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

/* Appends the value if it is shown, but its panel has no room and the status line has. */
static void add_value(const App *app, const View *view, char text[VIEW_STATUS_SIZE]) {
    const EndingList *list = ending_list(app);
    char sentence[ENDING_SENTENCE_SIZE];
    size_t used = strlen(text);
    if (view->candidates != &list->view || is_open(app) || app->screen.layout.candidates.height > 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, " Best play: %s",
                ending_verdict_sentence(&list->choices.choices[0].verdict, sentence));
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}

static bool status(const App *app, StatusPart part, const View *view, char text[VIEW_STATUS_SIZE]) {
    if (part == STATUS_END)
        add_value(app, view, text);
    if (part != STATUS_LINE || !is_open(app))
        return false;
    if (ending_list(app)->known)
        add_choice(app, text);
    else
        text_append(text, VIEW_STATUS_SIZE, "%s", ending_list(app)->remark);
    return true;
}

/* ---- hints ---- */

/* Returns whether a move of the list can be played, and not only looked at. */
static bool can_play(const App *app) {
    return app_is_human(app, position_side(app_position(app))) &&
           (app->board.browsing ? !app_is_network_game(app) : !outcome_is_over(app_outcome(app)));
}

static bool allows(const App *app, Action action) {
    if (action == ACTION_SELECT)
        return !is_open(app) || can_play(app);
    return action != ACTION_ENDINGS || ending_list(app)->known;
}

static bool hints(const App *app, View *view) {
    static const HintCandidate list[] = {{"play", ACTION_SELECT},     {"close", ACTION_ESCAPE},
                                         {"next", ACTION_DOWN},       {"back", ACTION_BACK},
                                         {"forward", ACTION_FORWARD}, {0}};
    if (app->session == NULL || !is_open(app))
        return false;
    hints_add_list(app, view, list);
    return true;
}

/* The game may have changed before the position that was looked up. */
static bool on_event(App *app, const Session *session, SessionEvent event) {
    if (session == app->session && event != SESSION_THINKING && event != SESSION_CLOCK)
        ending_list(app)->stale = true;
    return false;
}

static const FeatureAction actions[] = {{ACTION_ENDINGS, .run = toggle}, {.action = ACTION_NONE}};

const Feature ending_feature = {
    .state_size = sizeof(EndingList),
    .actions = actions,
    .free = forget,
    .on_event = on_event,
    .sync = follow_position,
    .fill_view = fill_view,
    .status = status,
    .hints = hints,
    .allows = allows,
};
