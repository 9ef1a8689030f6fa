#include <config.h>

#include "tui/premove.h"

#include "base/text.h"
#include "rules/record.h"
#include "tui/narration.h"

bool premove_is_possible(const App *app, Color color) {
    return app->session != NULL && !app_is_suspended(app) && !app->board.browsing &&
           !outcome_is_over(session_outcome(app->session)) && app_is_human(app, color) &&
           !app_is_human(app, color_other(color)) &&
           position_side(session_position(app->session)) != color;
}

bool premove_is_set(const App *app) {
    return app->board.premove.session != NULL && app->board.premove.session == app->session;
}

void premove_set(App *app) {
    app->board.premove.session = app->session;
    app->board.premove.ply = session_record(app->session)->current;
    app->board.premove.from = app->board.selected;
    app->board.premove.to = app->board.cursor;
    app->board.selected = SQUARE_NONE;
}

void premove_cancel(App *app) {
    app->board.premove.session = NULL;
}

/* Appends "zebra f1 goes to e3". */
static void add_step(char *text, const Position *position, Square from, Square to, bool capital) {
    char name[SQUARE_TEXT_SIZE];
    wording_add_piece(text, position, from, capital);
    text_append(text, VIEW_STATUS_SIZE, " goes to %s", square_write(to, name));
}

/* Adds to the announcement of the opponent's move. */
static void explain_impossible(App *app, const Position *before, Square from, Square to) {
    char text[VIEW_STATUS_SIZE] = "", name[SQUARE_TEXT_SIZE];
    if (app->message[0] != '\0')
        text_append(text, sizeof text, "%s ", app->message);
    text_append(text, VIEW_STATUS_SIZE, "Your ");
    wording_add_piece(text, before, from, false);
    text_append(text, VIEW_STATUS_SIZE, " cannot go to %s now.", square_write(to, name));
    app_note(app, "%s", text);
}

void premove_on_position(App *app) {
    Square from = app->board.premove.from, to = app->board.premove.to;
    const Record *record = session_record(app->session);
    if (!premove_is_set(app) || record->current == app->board.premove.ply)
        return;
    premove_cancel(app);
    if (record->current != app->board.premove.ply + 1 || !session_awaits_human(app->session))
        return;
    const Position before = *record_position_at(record, app->board.premove.ply);
    Error error = {0};
    if (!session_step(app->session, from, to, &error))
        explain_impossible(app, &before, from, to);
}

static void add_choice(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    Bitboard targets = app->board.selected_steps.targets | app->board.selected_steps.captures;
    const char *opponent = color_name(position_side(position));
    char key[KEY_NAME_SIZE + 8];
    if (bitboard_has(targets, app->board.cursor)) {
        text_append(text, VIEW_STATUS_SIZE,
                    "%s: ", action_expand_keys(app, "{select}", key, sizeof key));
        add_step(text, position, app->board.selected, app->board.cursor, false);
        text_append(text, VIEW_STATUS_SIZE, " as soon as %s has moved. ", opponent);
        return;
    }
    wording_add_piece(text, position, app->board.selected, true);
    text_append(text, VIEW_STATUS_SIZE, " selected, to move as soon as %s has. ", opponent);
}

void premove_add_status(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    char key[KEY_NAME_SIZE + 8];
    if (app->board.selected != SQUARE_NONE && app->board.selection == SELECTION_PREMOVE) {
        add_choice(app, text);
    } else if (premove_is_set(app) && !app->board.browsing) {
        add_step(text, position, app->board.premove.from, app->board.premove.to, true);
        text_append(text, VIEW_STATUS_SIZE, " as soon as %s has moved; %s cancels it. ",
                    color_name(position_side(position)),
                    action_expand_keys(app, "{escape}", key, sizeof key));
    }
}
