#include <config.h>

#include "tui/hints.h"

#include "rules/movegen.h"
#include "rules/record_notes.h"
#include "tui/ending_list.h"
#include "tui/games/openings.h"
#include "tui/learn/exercise.h"
#include "tui/moves/premove.h"
#include "tui/online/online_game.h"
#include "tui/online/rematch.h"
#include "tui/review/review_screen.h"

/* --- the situation --- */

typedef enum HintContext {
    HINT_TURN,      /* a human is to move, nothing is selected */
    HINT_SELECTED,  /* a piece is selected */
    HINT_LOOKING,   /* a piece of somebody else is selected */
    HINT_PREMOVE,   /* a move is chosen, or about to be, while the opponent is to move */
    HINT_CAPTURE,   /* in the middle of a monkey's capture */
    HINT_WAITING,   /* a computer is to move */
    HINT_AWAY,      /* a network game; somebody else is to move */
    HINT_WATCHING,  /* two computers play */
    HINT_PAUSED,    /* ... and are paused */
    HINT_BROWSING,  /* an earlier position is shown */
    HINT_OVER,      /* the game has ended */
    HINT_REVIEWED,  /* the game has ended or is browsed, and has a review */
    HINT_ANALYSING, /* an analysis is on */
    HINT_ENDING,    /* the moves of a solved ending are listed */
    HINT_OPENINGS,  /* the moves that were played are listed */
    HINT_CONTEXT_COUNT
} HintContext;

static HintContext current_context(const App *app) {
    if (openings_are_open(app))
        return HINT_OPENINGS;
    if (ending_list_is_open(app))
        return HINT_ENDING;
    if (app->analysing && app->selected == SQUARE_NONE)
        return HINT_ANALYSING;
    if (review_screen_is_shown(app))
        return HINT_REVIEWED;
    if (app->browsing)
        return HINT_BROWSING;
    if (outcome_is_over(app_outcome(app)))
        return HINT_OVER;
    if (app->selected != SQUARE_NONE && app->selection == SELECTION_LOOK)
        return HINT_LOOKING;
    if (premove_is_set(app) ||
        (app->selected != SQUARE_NONE && app->selection == SELECTION_PREMOVE))
        return HINT_PREMOVE;
    if (app->session != NULL && session_can_pause(app->session))
        return session_is_paused(app->session) ? HINT_PAUSED : HINT_WATCHING;
    if (app->session == NULL || !session_awaits_human(app->session))
        return online_game_is_active(app) ? HINT_AWAY : HINT_WAITING;
    if (app->selected == SQUARE_NONE)
        return HINT_TURN;
    return position_in_capture(app_position(app)) ? HINT_CAPTURE : HINT_SELECTED;
}

/* --- the table --- */

enum { CANDIDATES_MAX = 11 };

typedef struct HintCandidate {
    const char *word; /* NULL ends a list */
    Action action;
} HintCandidate;

/* The most useful first: those that the game does not allow now make room for the next ones. */
static const HintCandidate candidates[HINT_CONTEXT_COUNT][CANDIDATES_MAX] = {
    [HINT_TURN] = {{"select", ACTION_SELECT},
                   {"next", ACTION_NEXT},
                   {"talk", ACTION_TALK},
                   {"draw", ACTION_DRAW},
                   {"undo", ACTION_UNDO},
                   {"advice", ACTION_ADVICE},
                   {"ending", ACTION_ENDINGS},
                   {"tour", ACTION_TOUR},
                   {"new game", ACTION_NEW}},
    [HINT_SELECTED] = {{"move", ACTION_SELECT},
                       {"next", ACTION_NEXT},
                       {"cancel", ACTION_ESCAPE},
                       {"undo", ACTION_UNDO},
                       {"advice", ACTION_ADVICE},
                       {"talk", ACTION_TALK},
                       {"back", ACTION_BACK}},
    [HINT_LOOKING] = {{"cancel", ACTION_ESCAPE},
                      {"next", ACTION_NEXT},
                      {"attacks", ACTION_ATTACKS},
                      {"move now", ACTION_CANCEL},
                      {"undo", ACTION_UNDO}},
    [HINT_PREMOVE] = {{"select", ACTION_SELECT},
                      {"next", ACTION_NEXT},
                      {"cancel", ACTION_ESCAPE},
                      {"attacks", ACTION_ATTACKS},
                      {"move now", ACTION_CANCEL}},
    [HINT_CAPTURE] = {{"jump", ACTION_SELECT},
                      {"next", ACTION_NEXT},
                      {"back", ACTION_ESCAPE},
                      {"advice", ACTION_ADVICE},
                      {"talk", ACTION_TALK}},
    [HINT_WAITING] = {{"move now", ACTION_CANCEL},
                      {"undo", ACTION_UNDO},
                      {"back", ACTION_BACK},
                      {"new game", ACTION_NEW},
                      {"quit", ACTION_QUIT}},
    [HINT_AWAY] = {{"claim", ACTION_CLAIM},
                   {"talk", ACTION_TALK},
                   {"draw", ACTION_DRAW},
                   {"resign", ACTION_RESIGN},
                   {"back", ACTION_BACK},
                   {"lobby", ACTION_LOBBY},
                   {"flip", ACTION_FLIP}},
    [HINT_WATCHING] = {{"pause", ACTION_PAUSE},
                       {"faster", ACTION_MORE_LINES},
                       {"slower", ACTION_FEWER_LINES},
                       {"back", ACTION_BACK},
                       {"flip", ACTION_FLIP},
                       {"new game", ACTION_NEW}},
    [HINT_PAUSED] = {{"continue", ACTION_PAUSE},
                     {"one move", ACTION_STEP},
                     {"back", ACTION_BACK},
                     {"ending", ACTION_ENDINGS},
                     {"analysis", ACTION_ANALYSIS},
                     {"new game", ACTION_NEW}},
    [HINT_BROWSING] = {{"back", ACTION_BACK},
                       {"forward", ACTION_FORWARD},
                       {"to the end", ACTION_END},
                       {"return", ACTION_ESCAPE},
                       {"notes", ACTION_READ},
                       {"ending", ACTION_ENDINGS},
                       {"analysis", ACTION_ANALYSIS},
                       {"to start", ACTION_START}},
    [HINT_OVER] = {{"rematch", ACTION_RESIGN},
                   {"decline", ACTION_DRAW},
                   {"new game", ACTION_NEW},
                   {"review", ACTION_REVIEW},
                   {"notes", ACTION_READ},
                   {"undo", ACTION_UNDO},
                   {"analysis", ACTION_ANALYSIS},
                   {"talk", ACTION_TALK},
                   {"save", ACTION_SAVE}},
    [HINT_REVIEWED] = {{"rematch", ACTION_RESIGN},
                       {"decline", ACTION_DRAW},
                       {"stop", ACTION_REVIEW},
                       {"mistake", ACTION_NEXT_MISTAKE},
                       {"previous", ACTION_PREVIOUS_MISTAKE},
                       {"exercises", ACTION_MISTAKES},
                       {"back", ACTION_BACK},
                       {"forward", ACTION_FORWARD},
                       {"new game", ACTION_NEW},
                       {"save", ACTION_SAVE}},
    [HINT_ANALYSING] = {{"stop", ACTION_ANALYSIS},
                        {"more", ACTION_MORE_LINES},
                        {"fewer", ACTION_FEWER_LINES},
                        {"back", ACTION_BACK},
                        {"forward", ACTION_FORWARD},
                        {"select", ACTION_SELECT}},
    [HINT_ENDING] = {{"play", ACTION_SELECT},
                     {"close", ACTION_ESCAPE},
                     {"next", ACTION_DOWN},
                     {"back", ACTION_BACK},
                     {"forward", ACTION_FORWARD}},
    [HINT_OPENINGS] = {{"play", ACTION_SELECT},
                       {"close", ACTION_ESCAPE},
                       {"next", ACTION_DOWN},
                       {"back", ACTION_BACK},
                       {"games", ACTION_OPENINGS}},
};

/* A network game has no undo, and its players cannot be made to move. */
static bool network_allows(const App *app, Action action, HintContext context) {
    bool over = outcome_is_over(app_outcome(app));
    bool has_human = app_is_human(app, WHITE) || app_is_human(app, BLACK);
    RematchState rematch = rematch_state(app);
    switch (action) {
    case ACTION_DRAW:
        return has_human && (!over || rematch == REMATCH_ASKED || rematch == REMATCH_OFFERED);
    case ACTION_RESIGN:
        return over ? rematch_is_possible(app) : has_human;
    case ACTION_CLAIM:
        return online_game_can_claim(app);
    case ACTION_CANCEL:
        return session_thinking_purpose(app->session) == THINKING_MOVE;
    case ACTION_ANALYSIS:
    case ACTION_ADVICE:
        return context == HINT_OVER || !online_game_is_player(app->session);
    case ACTION_UNDO:
    case ACTION_REDO:
        return context == HINT_CAPTURE;
    default:
        return true;
    }
}

/* Returns whether a move of an ending's list can be played, and not only looked at. */
static bool can_play(const App *app) {
    return app_is_human(app, position_side(app_position(app))) &&
           (app->browsing ? !online_game_is_active(app) : !outcome_is_over(app_outcome(app)));
}

/* Returns whether the action does something now. */
static bool is_useful(const App *app, Action action, HintContext context) {
    const Record *record = app_record(app);
    bool is_network_game = online_game_is_active(app);
    if (is_network_game && !network_allows(app, action, context))
        return false;
    switch (action) {
    case ACTION_SELECT:
        return context != HINT_ENDING || can_play(app);
    case ACTION_TALK:
    case ACTION_DRAW:
    case ACTION_RESIGN:
    case ACTION_CLAIM:
    case ACTION_LOBBY:
        return is_network_game;
    case ACTION_UNDO:
        return record->current > 0;
    case ACTION_BACK:
        return app_ply(app) > 0;
    case ACTION_FORWARD:
    case ACTION_END:
        return app_ply(app) < record->count;
    case ACTION_OPENINGS:
        return app->opened_path[0] != '\0';
    case ACTION_ENDINGS:
        return ending_list_is_known(app);
    case ACTION_REVIEW:
        return record->count > 0 && (context != HINT_REVIEWED || review_screen_is_running(app));
    case ACTION_NEXT_MISTAKE:
        return review_screen_find_mistake(app, app_ply(app), 1) != 0;
    case ACTION_PREVIOUS_MISTAKE:
        return review_screen_find_mistake(app, app_ply(app), -1) != 0;
    case ACTION_MISTAKES:
        return !review_screen_is_running(app) && review_screen_find_mistake(app, 0, 1) != 0;
    case ACTION_READ:
        return record_notes_exist(record, app_ply(app));
    case ACTION_TOUR:
        return app->offer_tour && !is_network_game;
    case ACTION_MORE_LINES: /* also makes two computers faster */
        return context == HINT_WATCHING || app->settings.lines < MULTIPV_MAX;
    case ACTION_FEWER_LINES:
        return context == HINT_WATCHING || app->settings.lines > 1;
    default:
        return true;
    }
}

/* Returns a word for an answer about a rematch, or NULL while the game goes on. */
static const char *rematch_word(const App *app, Action action) {
    RematchState state = rematch_state(app);
    if (action == ACTION_RESIGN && state == REMATCH_ASKED)
        return "accept";
    if (action == ACTION_RESIGN && state == REMATCH_MADE)
        return "go there";
    return action == ACTION_DRAW && state == REMATCH_OFFERED ? "withdraw" : NULL;
}

/* Returns a word for the action that fits better than the table's. */
static const char *word_for(const App *app, const HintCandidate *candidate, HintContext context) {
    Color by;
    bool at_selection = app->cursor == app->selected;
    if (candidate->action == ACTION_SELECT && context == HINT_CAPTURE && at_selection)
        return "stop";
    if (candidate->action == ACTION_DRAW && session_draw_offered(app->session, &by))
        return "answer";
    if (candidate->action == ACTION_ADVICE && !move_is_none(session_advice(app->session)))
        return "use it";
    const char *word = rematch_word(app, candidate->action);
    return word != NULL ? word : candidate->word;
}

/* --- filling --- */

static void add(const App *app, View *view, Action action, const char *word) {
    ViewHint *hint = &view->hint[view->hint_count];
    if (keymap_key_name(&app->keymap, action, hint->key)[0] == '\0')
        return;
    hint->action = action;
    hint->word = word;
    view->hint_count++;
}

void hints_add(const App *app, View *view, Action action, const char *word) {
    if (view->hint_count < VIEW_HINTS_MAX - 1)
        add(app, view, action, word);
}

void hints_fill(const App *app, View *view) {
    view->hint_count = 0;
    if (layers_top(&app->layers) != NULL) /* it has keys of its own */
        return;
    if (app->exercise != NULL && !openings_are_open(app)) {
        exercise_hints(app, view);
    } else if (app->session != NULL) {
        HintContext context = current_context(app);
        for (const HintCandidate *row = candidates[context]; row->word != NULL; row++)
            if (is_useful(app, row->action, context))
                hints_add(app, view, row->action, word_for(app, row, context));
    }
    add(app, view, ACTION_HELP, "help");
}
