#include <config.h>

#include "tui/move_entry.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "rules/notation.h"
#include "tui/browse.h"
#include "tui/dialogs.h"
#include "tui/learn/exercise.h"
#include "tui/online/online_game.h"
#include "tui/selection.h"
#include "tui/words/narration.h"

bool move_entry_allowed(App *app) {
    const Position *position = app_position(app);
    char key[KEY_NAME_SIZE], outcome[VIEW_STATUS_SIZE];
    if (position == NULL || app->session == NULL || !exercise_allows_move(app))
        return false;
    if (!app->browsing && outcome_is_over(session_outcome(app->session))) {
        narration_outcome(app, outcome);
        app_notify(app, "%s", outcome);
        return false;
    }
    if (online_game_is_active(app) &&
        (app->browsing || !app_is_human(app, position_side(position)))) {
        online_game_explain_no_move(app);
        return false;
    }
    if (app_is_human(app, position_side(position)))
        return true;
    if (app->browsing)
        app_notify(app, "In this position it is the turn of the computer, which plays %s.",
                   color_name(position_side(position)));
    else
        app_notify(app, "It is the computer's turn; %s makes it move now.",
                   keymap_key_name(&app->keymap, ACTION_CANCEL, key));
    return false;
}

/* A move in an earlier position that waits for confirmation. */
typedef struct PendingMove {
    size_t ply;
    Square from, to;
    Move move; /* MOVE_NONE: the step from `from` to `to` */
} PendingMove;

static void truncate_and_move(Dialog *dialog, void *context) {
    App *app = context;
    const PendingMove *pending = dialog_data(dialog);
    Error error = {0};
    app->browsing = false;
    bool done = session_go_to_ply(app->session, pending->ply, &error) &&
                (move_is_none(pending->move)
                     ? session_step(app->session, pending->from, pending->to, &error)
                     : session_submit(app->session, pending->move, &error));
    dialog_close(dialog);
    if (!done)
        app_notify_error(app, &error);
}

static void ask_to_truncate(App *app, Square from, Square to, Move move) {
    const Record *record = session_record(app->session);
    PendingMove *pending = memory_allocate(sizeof *pending);
    char question[160];
    *pending = (PendingMove){.ply = app->ply, .from = from, .to = to, .move = move};
    snprintf(
        question, sizeof question,
        "A move here replaces the rest of the game: the %zu %s after this position %s forgotten.",
        record->count - app->ply, record->count - app->ply == 1 ? "move" : "moves",
        record->count - app->ply == 1 ? "is" : "are");
    dialogs_confirm(app, "Earlier position", question, "Move here", truncate_and_move, pending);
}

void move_entry_step(App *app, Square from, Square to) {
    Error error = {0};
    if (!move_entry_allowed(app))
        return;
    if (app->browsing)
        ask_to_truncate(app, from, to, MOVE_NONE);
    else if (!session_step(app->session, from, to, &error))
        app_notify_error(app, &error);
}

void move_entry_move(App *app, Move move) {
    Error error = {0};
    if (!move_entry_allowed(app))
        return;
    if (app->browsing)
        ask_to_truncate(app, SQUARE_NONE, SQUARE_NONE, move);
    else if (!session_submit(app->session, move, &error))
        app_notify_error(app, &error);
}

/* Parses a move in the earlier position shown. */
static bool parse_earlier(App *app, const char *text, Move *move, Error *error) {
    Record *earlier = record_clone(session_record(app->session));
    record_go_to(earlier, app->ply);
    bool legal = record_parse_move(earlier, text, move, NULL, error);
    record_free(earlier);
    return legal;
}

/* Says why the piece on the first of two squares cannot go to the second. */
static void explain_squares(App *app, const char *text, Error *error) {
    Square from = SQUARE_NONE, to = SQUARE_NONE;
    if (strlen(text) == 4) {
        from = square_parse(text);
        to = square_parse(text + 2);
    }
    if (from != SQUARE_NONE && to != SQUARE_NONE)
        session_step(app->session, from, to, error); /* not legal, so nothing is made */
}

/* Names the computer whose turn it is as the screen does. */
static bool submit_text(App *app, const char *text, Error *error) {
    Color side = position_side(session_position(app->session));
    bool in_progress = !outcome_is_over(session_outcome(app->session));
    if (session_submit_text(app->session, text, error))
        return true;
    if (in_progress && error->code == ERROR_STATE && !app_is_human(app, side))
        error_set(error, ERROR_STATE, "it is %s's turn", color_name(side));
    else if (error->code == ERROR_ILLEGAL)
        explain_squares(app, text, error);
    return false;
}

bool move_entry_text(App *app, const char *text, Error *error) {
    Move move;
    if (app->session == NULL)
        return error_set(error, ERROR_STATE, "no game has begun");
    if (exercise_status(app)[0] != '\0')
        return error_set(error, ERROR_STATE, "no move is possible now: %s", exercise_status(app));
    if (!app->browsing)
        return submit_text(app, text, error);
    if (online_game_is_active(app))
        return error_set(error, ERROR_STATE, "a network game continues from its last move only");
    if (!app_is_human(app, position_side(app_position(app))))
        return error_set(error, ERROR_STATE,
                         "in this position it is the turn of the computer, which plays %s",
                         color_name(position_side(app_position(app))));
    if (!parse_earlier(app, text, &move, error))
        return false;
    ask_to_truncate(app, SQUARE_NONE, SQUARE_NONE, move);
    return true;
}
