#include <config.h>

#include "tui/moves.h"

#include <stdio.h>

#include "rules/memory.h"
#include "rules/notation.h"
#include "tui/board.h"
#include "tui/browse.h"
#include "tui/dialogs.h"
#include "tui/networking.h"
#include "tui/study.h"

bool moves_allowed(App *app) {
    const Position *position = app_position(app);
    char key[KEY_NAME_SIZE];
    if (position == NULL || app->session == NULL || !study_awaits_move(app))
        return false;
    if (!app->browsing && outcome_is_over(session_outcome(app->session))) {
        app_tell(app, "%s", outcome_sentence(session_outcome(app->session)));
        return false;
    }
    if (networking_is_on(app) && (app->browsing || !app_is_human(app, position_side(position)))) {
        networking_refuse_move(app);
        return false;
    }
    if (app_is_human(app, position_side(position)))
        return true;
    if (app->browsing)
        app_tell(app, "The computer plays %s, which is to move here.",
                 color_name(position_side(position)));
    else
        app_tell(app, "The computer is to move; %s makes it move now.",
                 keymap_key(&app->keys, ACTION_CANCEL, key));
    return false;
}

/* A move in an earlier position, waiting for the answer to the question. */
typedef struct Later {
    size_t ply;
    Square from, to;
    Move move; /* MOVE_NONE: the step */
} Later;

static void cut_and_move(Dialog *dialog, void *context) {
    App *app = context;
    const Later *later = dialog_data(dialog);
    Error error = {0};
    app->browsing = false;
    bool done =
        session_go_to_ply(app->session, later->ply, &error) &&
        (move_is_none(later->move) ? session_step(app->session, later->from, later->to, &error)
                                   : session_submit(app->session, later->move, &error));
    dialog_close(dialog);
    if (!done)
        app_tell_error(app, &error);
}

static void ask_to_cut(App *app, Square from, Square to, Move move) {
    const Record *record = session_record(app->session);
    Later *later = memory_allocate(sizeof *later);
    char question[160];
    *later = (Later){.ply = app->ply, .from = from, .to = to, .move = move};
    snprintf(question, sizeof question,
             "A move here cuts the game: the %zu %s played from this position on %s forgotten.",
             record->count - app->ply, record->count - app->ply == 1 ? "move" : "moves",
             record->count - app->ply == 1 ? "is" : "are");
    dialogs_ask(app, "Earlier position", question, "Move here", cut_and_move, later);
}

void moves_step(App *app, Square from, Square to) {
    Error error = {0};
    if (!moves_allowed(app))
        return;
    if (app->browsing)
        ask_to_cut(app, from, to, MOVE_NONE);
    else if (!session_step(app->session, from, to, &error))
        app_tell_error(app, &error);
}

/* Reads a move for an earlier position. */
static bool parse_earlier(App *app, const char *text, Move *move, Error *error) {
    Record *then = record_clone(session_record(app->session));
    record_go_to(then, app->ply);
    bool legal = record_parse_move(then, text, move, NULL, error);
    record_free(then);
    return legal;
}

bool moves_text(App *app, const char *text, Error *error) {
    Move move;
    if (app->session == NULL)
        return error_set(error, ERROR_STATE, "no game has begun");
    if (study_status(app)[0] != '\0')
        return error_set(error, ERROR_STATE, "no move is awaited");
    if (!app->browsing)
        return session_submit_text(app->session, text, error);
    if (networking_is_on(app))
        return error_set(error, ERROR_STATE, "a network game goes on from its last move only");
    if (!app_is_human(app, position_side(app_position(app))))
        return error_set(error, ERROR_STATE, "the computer plays %s, which is to move here",
                         color_name(position_side(app_position(app))));
    if (!parse_earlier(app, text, &move, error))
        return false;
    ask_to_cut(app, SQUARE_NONE, SQUARE_NONE, move);
    return true;
}
