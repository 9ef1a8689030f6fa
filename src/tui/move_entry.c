#include <config.h>

#include "tui/move_entry.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "rules/record.h"
#include "tui/dialogs.h"
#include "tui/feature.h"
#include "tui/narration.h"

/* Returns whether a feature refuses a move, and lets it say why; see Feature. */
static bool is_refused(App *app, Error *error) {
    FOR_FEATURES_WITH(app, refuses_move, feature)
        if (feature->refuses_move(app, error))
            return true;
    return false;
}

bool move_entry_is_allowed(App *app) {
    const Position *position = app_position(app);
    char key[KEY_NAME_SIZE];
    if (position == NULL || app->session == NULL || is_refused(app, NULL))
        return false;
    if (!app->board.browsing && outcome_is_over(session_outcome(app->session))) {
        narration_notify_outcome(app);
        return false;
    }
    if (app_is_human(app, position_side(position)))
        return true;
    if (app->board.browsing)
        app_notify(app, "In this position it is the turn of the computer, which plays %s.",
                   color_name(position_side(position)));
    else
        app_notify(app, "It is the computer's turn; %s makes it move now.",
                   action_key_name(app, ACTION_CANCEL, key));
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
    app->board.browsing = false;
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
    *pending = (PendingMove){.ply = app->board.ply, .from = from, .to = to, .move = move};
    snprintf(
        question, sizeof question,
        "A move here replaces the rest of the game: the %zu %s after this position %s forgotten.",
        record->count - app->board.ply, record->count - app->board.ply == 1 ? "move" : "moves",
        record->count - app->board.ply == 1 ? "is" : "are");
    dialogs_confirm(app, "Earlier position", question, "Move here", truncate_and_move, pending);
}

void move_entry_step(App *app, Square from, Square to) {
    Error error = {0};
    if (!move_entry_is_allowed(app))
        return;
    if (app->board.browsing)
        ask_to_truncate(app, from, to, MOVE_NONE);
    else if (!session_step(app->session, from, to, &error))
        app_notify_error(app, &error);
}

void move_entry_move(App *app, Move move) {
    Error error = {0};
    if (!move_entry_is_allowed(app))
        return;
    if (app->board.browsing)
        ask_to_truncate(app, SQUARE_NONE, SQUARE_NONE, move);
    else if (!session_submit(app->session, move, &error))
        app_notify_error(app, &error);
}

/* Parses a move in the earlier position shown. */
static bool parse_earlier(App *app, const char *text, Move *move, Error *error) {
    Record *earlier = record_clone(session_record(app->session));
    NotationFits fits;
    record_go_to(earlier, app->board.ply);
    bool legal = record_find_moves(earlier, text, &fits, error) &&
                 notation_choose(record_position(earlier), text, &fits, app_notation(app), move,
                                 NULL, error);
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
    if (session_submit_text(app->session, text, app_notation(app), error))
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
    if (is_refused(app, error))
        return false;
    if (!app->board.browsing)
        return submit_text(app, text, error);
    if (!app_is_human(app, position_side(app_position(app))))
        return error_set(error, ERROR_STATE,
                         "in this position it is the turn of the computer, which plays %s",
                         color_name(position_side(app_position(app))));
    if (!parse_earlier(app, text, &move, error))
        return false;
    ask_to_truncate(app, SQUARE_NONE, SQUARE_NONE, move);
    return true;
}
