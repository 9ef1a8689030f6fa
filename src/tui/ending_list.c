#include <config.h>

#include "tui/ending_list.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "tui/browse.h"
#include "tui/move_entry.h"
#include "tui/moves/candidate_list.h"
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

static size_t count_moves(const App *app) {
    return app->ending.choices.count;
}

static Move choice_move(const App *app, size_t index) {
    return app->ending.choices.choices[index].move;
}

static const EndingChoice *selected_choice(const App *app) {
    return &app->ending.choices.choices[app->candidates.selected];
}

static void step(App *app, int direction) {
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

static const CandidateSource ending_source = {
    .count = count_moves,
    .move_at = choice_move,
    .play = play,
    .step = step,
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
