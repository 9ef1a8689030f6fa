#include <config.h>

#include "tui/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "board/painter.h"
#include "play/variation.h"
#include "rules/record.h"
#include "tui/feature.h"
#include "tui/narration.h"
#include "tui/premove.h"
#include "tui/selection.h"

/* ---- the key hints ---- */

/* ---- the situation ---- */

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
    HINT_ANALYSING, /* an analysis is on */
    HINT_CONTEXT_COUNT
} HintContext;

static HintContext current_context(const App *app) {
    if (app->analysing && app->board.selected == SQUARE_NONE)
        return HINT_ANALYSING;
    if (app->board.browsing)
        return HINT_BROWSING;
    if (outcome_is_over(app_outcome(app)))
        return HINT_OVER;
    if (app->board.selected != SQUARE_NONE && app->board.selection == SELECTION_LOOK)
        return HINT_LOOKING;
    if (premove_is_set(app) ||
        (app->board.selected != SQUARE_NONE && app->board.selection == SELECTION_PREMOVE))
        return HINT_PREMOVE;
    if (app->session != NULL && session_can_pause(app->session))
        return session_is_paused(app->session) ? HINT_PAUSED : HINT_WATCHING;
    if (app->session == NULL || !session_awaits_human(app->session))
        return app_is_network_game(app) ? HINT_AWAY : HINT_WAITING;
    if (app->board.selected == SQUARE_NONE)
        return HINT_TURN;
    return position_in_capture(app_position(app)) ? HINT_CAPTURE : HINT_SELECTED;
}

/* ---- the table ---- */

enum { CANDIDATES_MAX = 11 };

/* The most useful first: those that the game does not allow now make room for the next ones. */
static const HintCandidate candidates[HINT_CONTEXT_COUNT][CANDIDATES_MAX] = {
    [HINT_TURN] = {{"select", ACTION_SELECT},
                   {"next", ACTION_NEXT},
                   {"invite", ACTION_ID},
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
                   {"invite", ACTION_ID},
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
    [HINT_PAUSED] = {{"go on", ACTION_PAUSE},
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
    [HINT_ANALYSING] = {{"stop", ACTION_ANALYSIS},
                        {"more", ACTION_MORE_LINES},
                        {"fewer", ACTION_FEWER_LINES},
                        {"back", ACTION_BACK},
                        {"forward", ACTION_FORWARD},
                        {"select", ACTION_SELECT}},
};

/* Returns whether the action does something now. */
static bool is_useful(const App *app, Action action, HintContext context) {
    const Record *record = app_record(app);
    if (!features_allow(app, action))
        return false;
    switch (action) {
    case ACTION_ESCAPE: /* on the square of the selected piece Enter cancels, too */
        return (context != HINT_SELECTED && context != HINT_PREMOVE) ||
               app->board.cursor != app->board.selected;
    case ACTION_UNDO:
        return record->current > 0;
    case ACTION_BACK:
        return app_ply(app) > 0;
    case ACTION_FORWARD:
    case ACTION_END:
        return app_ply(app) < record->count;
    case ACTION_MORE_LINES: /* also makes two computers faster */
        return context == HINT_WATCHING || app->settings.lines < MULTIPV_MAX;
    case ACTION_FEWER_LINES:
        return context == HINT_WATCHING || app->settings.lines > 1;
    default:
        return true;
    }
}

/* Returns a word for the action that fits better than the table's. */
static const char *word_for(const App *app, const HintCandidate *candidate, HintContext context) {
    Color by;
    bool enters = context == HINT_TURN || context == HINT_SELECTED || context == HINT_CAPTURE ||
                  (context == HINT_PREMOVE && app->board.selected != SQUARE_NONE);
    if (candidate->action == ACTION_SELECT && enters)
        return selection_enter_word(app);
    if (candidate->action == ACTION_DRAW && session_draw_offered(app->session, &by))
        return "answer";
    if (candidate->action == ACTION_ADVICE && !move_is_none(session_advice(app->session)))
        return "use it";
    FOR_FEATURES_WITH(app, hint_word, feature) {
        const char *word = feature->hint_word(app, candidate->action);
        if (word != NULL)
            return word;
    }
    return candidate->word;
}

/* ---- filling ---- */

static void add(const App *app, View *view, Action action, const char *word) {
    ViewHint *hint = &view->hint[view->hint_count];
    if (action_key_name(app, action, hint->key)[0] == '\0')
        return;
    hint->action = action;
    hint->word = word;
    view->hint_count++;
}

void hints_add(const App *app, View *view, Action action, const char *word) {
    if (view->hint_count < VIEW_HINTS_MAX - 1)
        add(app, view, action, word);
}

static void add_rows(const App *app, View *view, const HintCandidate *rows, HintContext context) {
    for (const HintCandidate *row = rows; row->word != NULL; row++)
        if (is_useful(app, row->action, context))
            hints_add(app, view, row->action, word_for(app, row, context));
}

void hints_add_list(const App *app, View *view, const HintCandidate *rows) {
    add_rows(app, view, rows, HINT_CONTEXT_COUNT);
}

static void fill(const App *app, View *view) {
    FOR_FEATURES_WITH(app, hints, feature)
        if (feature->hints(app, view))
            return;
    HintContext context = current_context(app);
    if (app->session != NULL)
        add_rows(app, view, candidates[context], context);
}

void hints_fill(const App *app, View *view) {
    view->hint_count = 0;
    if (layers_top(&app->layers) != NULL) /* it has keys of its own */
        return;
    fill(app, view);
    view->hint_count = min_int(view->hint_count, VIEW_HINTS_MAX - 2);
    add(app, view, ACTION_WELCOME, "home");
    add(app, view, ACTION_HELP, "help");
}

/* ---- the status line ---- */

/* ---- the square under the cursor ---- */

static void add_ground(char *text, const App *app, const Position *position, Square square) {
    char name[SQUARE_TEXT_SIZE];
    text_append(text, VIEW_STATUS_SIZE, "%s, ", square_write(square, name));
    if (bitboard_has(position->variant->islands, square))
        text_append(text, VIEW_STATUS_SIZE, "an island in the river.");
    else if (bitboard_has(RIVER_MASK, square))
        text_append(text, VIEW_STATUS_SIZE, "in the river.");
    else if (bitboard_has(WHITE_CASTLE | BLACK_CASTLE, square))
        text_append(text, VIEW_STATUS_SIZE, "in %s castle.",
                    wording_whose(app, bitboard_has(WHITE_CASTLE, square) ? WHITE : BLACK));
    else
        text_append(text, VIEW_STATUS_SIZE, "empty.");
}

/* Adds "jumps over a5 to a6", or "jump over pieces to a6 and c6". */
static void add_monkey_captures(char *text, Steps steps, const char *word) {
    char name[SQUARE_TEXT_SIZE];
    if (popcount64(steps.captures) == 1)
        text_append(text, VIEW_STATUS_SIZE, "jumps over %s to ",
                    square_write(square_between(steps.from, bitboard_first(steps.captures)), name));
    else
        text_append(text, VIEW_STATUS_SIZE, "jump over pieces to ");
    wording_add_squares(text, steps.captures, word);
}

/* Adds ", one captures e5" or ", which capture c5 or e5". */
static void add_captures(char *text, const Position *position, Steps steps, int moves) {
    int captures = popcount64(steps.captures);
    bool all = captures == moves;
    const char *word = all || captures == 1 ? "or" : "and";
    char number[16];
    if (captures == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, ", %s ",
                all ? "which" : text_number_word(captures, number));
    if (position_piece_at(position, steps.from) == MONKEY) {
        add_monkey_captures(text, steps, word);
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, captures == 1 ? "captures " : "capture ");
    wording_add_squares(text, steps.captures, word);
}

/* Adds ": 4 moves, one captures e5." */
static void add_mobility(char *text, const Position *position, Steps steps) {
    int moves = popcount64(steps.targets | steps.captures);
    if (moves == 0) {
        text_append(text, VIEW_STATUS_SIZE, " cannot move.");
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, ": %d move%s", moves, text_plural((uint64_t)moves));
    add_captures(text, position, steps, moves);
    text_append(text, VIEW_STATUS_SIZE, ".");
}

/* Adds the name of the key that selects. */
static void add_select(char *text, const App *app) {
    char key[KEY_NAME_SIZE + 8];
    text_append(text, VIEW_STATUS_SIZE, "%s", action_expand_keys(app, "{select}", key, sizeof key));
}

/* Says that the opponent's piece can be looked at, to somebody whose turn it is. */
static void add_look_offer(char *text, const App *app, const Position *position, Color color) {
    if (app->session == NULL || app->board.browsing || app->board.selected != SQUARE_NONE ||
        color == position_side(position) || !session_awaits_human(app->session))
        return;
    text_append(text, VIEW_STATUS_SIZE, " ");
    add_select(text, app);
    text_append(text, VIEW_STATUS_SIZE, " shows where it could go.");
}

/* Describes the square of the steps. */
static void add_square(char *text, const App *app, const Position *position, Steps steps) {
    Square square = steps.from;
    if (position_piece_at(position, square) == PIECE_NONE) {
        add_ground(text, app, position, square);
        return;
    }
    Color color = position_color_at(position, square);
    Color you;
    size_t used = strlen(text);
    bool is_mover = color == position_side(position) && !outcome_is_over(app_outcome(app));
    if (is_mover && (!wording_you(app, &you) || you == color)) {
        wording_add_piece(text, position, square, true);
        if (square == app->board.selected)
            text_append(text, VIEW_STATUS_SIZE, " selected");
        add_mobility(text, position, steps);
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, "%s ", wording_whose(app, color));
    wording_add_piece(text, position, square, false);
    wording_capitalise(text + used);
    text_append(text, VIEW_STATUS_SIZE, ".");
    add_look_offer(text, app, position, color);
}

/* ---- the effect of the key that selects ---- */

static void add_on_square(char *text, const Position *position, Square square) {
    char name[SQUARE_TEXT_SIZE];
    text_append(text, VIEW_STATUS_SIZE, "the %s on %s",
                piece_type_name(position_piece_at(position, square), position->variant->pawns),
                square_write(square, name));
}

/* Adds ", where it drowns" for the moved piece and " Pawn d4 will drown." for others. */
static void add_drowned(char *text, const Position *position, Move move) {
    Bitboard drowned = position_drowned(position, move);
    Bitboard others = drowned & ~square_bit(move_to(move));
    text_append(text, VIEW_STATUS_SIZE, "%s", drowned != others ? ", where it drowns." : ".");
    if (others == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, " ");
    wording_add_pieces(text, position, others, true);
    text_append(text, VIEW_STATUS_SIZE, " will drown.");
}

/* Warns that the other side could capture the lion at once. */
static void add_lions_line(char *text, const Position *before, const Position *after) {
    if (position_lions_face(after, NULL))
        text_append(text, VIEW_STATUS_SIZE,
                    "  ! Then %s can take the lion: the lions %sface each other.",
                    color_name(color_other(position_side(before))),
                    position_lions_face(before, NULL) ? "still " : "");
}

/* Says what drowns when the turn ends after a jump; it may go on. */
static void add_drowned_after_jump(char *text, const Position *after, Square target) {
    Bitboard drowned = position_drowning(after);
    Bitboard others = drowned & ~square_bit(target);
    bool goes_on = position_can_jump_on(after);
    text_append(text, VIEW_STATUS_SIZE, "%s",
                drowned == others ? "."
                : goes_on         ? "; the monkey drowns if it stops there."
                                  : ", where the monkey drowns.");
    if (others != 0) {
        text_append(text, VIEW_STATUS_SIZE, " ");
        wording_add_pieces(text, after, others, true);
        text_append(text, VIEW_STATUS_SIZE, " will drown.");
    }
}

/* Adds "Enter jumps over the pawn on b5 to c4, where the monkey drowns." */
static void add_jump(char *text, const App *app, const Position *position, Square from,
                     Square target) {
    Square over = square_between(from, target);
    Position after = *position;
    char name[SQUARE_TEXT_SIZE];
    add_select(text, app);
    text_append(text, VIEW_STATUS_SIZE, " jumps over ");
    add_on_square(text, position, over);
    text_append(text, VIEW_STATUS_SIZE, " to %s", square_write(target, name));
    if (position_piece_at(position, over) == LION) {
        text_append(text, VIEW_STATUS_SIZE, " and wins.");
        return;
    }
    position_make_jump(&after, from, target);
    add_drowned_after_jump(text, &after, target);
    add_lions_line(text, position, &after);
}

static void add_move(char *text, const App *app, const Position *position, Square from,
                     Square target) {
    char name[SQUARE_TEXT_SIZE];
    PieceType type = position_piece_at(position, from);
    Move move = move_plain(type, from, target);
    Position after = *position;
    position_make(&after, move);
    add_select(text, app);
    if (position_piece_at(position, target) == PIECE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, " moves the %s to %s",
                    piece_type_name(type, position->variant->pawns), square_write(target, name));
    } else {
        text_append(text, VIEW_STATUS_SIZE, " takes ");
        add_on_square(text, position, target);
    }
    add_drowned(text, position, move);
    add_lions_line(text, position, &after);
}

/* Returns whether the text includes the warnings, as they are after the move. */
static bool add_selection(char *text, const App *app, const Position *position) {
    Square from = app->board.selected, target = selection_target(app);
    if (target == SQUARE_NONE)
        add_square(text, app, position, app->board.selected_steps);
    else if (position_piece_at(position, from) == MONKEY &&
             bitboard_has(app->board.selected_steps.captures, target))
        add_jump(text, app, position, from, target);
    else
        add_move(text, app, position, from, target);
    return target != SQUARE_NONE;
}

/* Adds where a monkey in the middle of a capture can go. Returns like add_selection. */
static bool add_open_capture(char *text, const App *app, const Position *position) {
    Square at = app->board.selected, target = selection_target(app);
    if (target != SQUARE_NONE && target != at) {
        add_jump(text, app, position, at, target);
        return true;
    }
    wording_add_piece(text, position, at, true);
    text_append(text, VIEW_STATUS_SIZE, " can jump on to ");
    wording_add_squares(text, app->board.selected_steps.captures, "or");
    text_append(text, VIEW_STATUS_SIZE, ".");
    if (app->board.cursor == at) {
        text_append(text, VIEW_STATUS_SIZE, " ");
        add_select(text, app);
        text_append(text, VIEW_STATUS_SIZE, " stops here and ends the turn.");
    }
    return false;
}

/* ---- the line ---- */

/* Adds "Black's zebra moved to e5 (move 3 of 20). " */
static void add_earlier_move(char *text, const App *app) {
    const Record *record = app_record(app);
    char move[VIEW_STATUS_SIZE];
    narration_move(app, app->board.ply, move);
    char *end = strchr(move, '.');
    if (app->board.ply == 0 || end == NULL) {
        text_append(text, VIEW_STATUS_SIZE, "%s ", move);
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, "%.*s (move %zu of %zu)%s ", (int)(end - move), move,
                record_move_number(record, app->board.ply - 1),
                record_move_number(record, record->count - 1), end);
}

static void add_game_state(char text[VIEW_STATUS_SIZE], const App *app, const View *view) {
    char key[KEY_NAME_SIZE];
    char step[KEY_NAME_SIZE];
    char outcome[VIEW_STATUS_SIZE];
    Color by;
    if (app->board.browsing)
        add_earlier_move(text, app);
    if (features_status(app, STATUS_GAME, view, text) || app->board.browsing)
        return;
    if (outcome_is_over(app_outcome(app))) {
        narration_outcome(app, outcome);
        text_append(text, VIEW_STATUS_SIZE, "%s ", outcome);
    } else if (app->session != NULL && session_is_paused(app->session)) {
        text_append(text, VIEW_STATUS_SIZE, "Paused: %s continues, %s makes one move. ",
                    action_key_name(app, ACTION_PAUSE, key),
                    action_key_name(app, ACTION_STEP, step));
    } else if (app->session != NULL && session_draw_offered(app->session, &by)) {
        text_append(text, VIEW_STATUS_SIZE, "%s offers a draw: %s accepts. ", color_name(by),
                    action_key_name(app, ACTION_DRAW, key));
    }
    if (app->session != NULL && session_thinking_purpose(app->session) == THINKING_ADVICE)
        text_append(text, VIEW_STATUS_SIZE, "Working out advice. ");
}

/* Adds to a message what must not be overlooked, if there is room for both. */
static void add_warnings_to_message(char *text, const App *app, const Position *position) {
    size_t used = strlen(text);
    if (app->session == NULL || app_is_suspended(app) || app->board.browsing ||
        outcome_is_over(app_outcome(app)) || strstr(text, "  ! ") != NULL)
        return;
    narration_add_warnings(text, app, position);
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}

static void write_line(const App *app, const View *view, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    text[0] = '\0';
    features_status(app, STATUS_BEGIN, view, text);
    if (app->message[0] != '\0') {
        text_append(text, VIEW_STATUS_SIZE, "%s", app->message);
        add_warnings_to_message(text, app, position);
        return;
    }
    if (position == NULL || (app->session == NULL && layers_top(&app->layers) != NULL))
        return;
    if (features_status(app, STATUS_LINE, view, text))
        return;
    add_game_state(text, app, view);
    premove_add_status(app, text);
    bool complete = false;
    if (app->board.selected != SQUARE_NONE && app->board.selection == SELECTION_LOOK)
        selection_add_look(app, text);
    else if (app->board.selected != SQUARE_NONE && app->board.selection == SELECTION_PREMOVE)
        complete = true; /* a premove says what Enter does */
    else if (position_in_capture(position) && app->board.selected != SQUARE_NONE)
        complete = add_open_capture(text, app, position);
    else if (app->board.selected != SQUARE_NONE)
        complete = add_selection(text, app, position);
    else
        add_square(text, app, position, app->board.cursor_steps);
    if (!complete && (app->board.browsing || !outcome_is_over(app_outcome(app))))
        narration_add_warnings(text, app, position);
    if (strstr(text, "  ! ") == NULL) /* a warning needs the room */
        features_status(app, STATUS_OFFER, view, text);
}

void status_line(const App *app, const View *view, char text[VIEW_STATUS_SIZE]) {
    write_line(app, view, text);
    features_status(app, STATUS_END, view, text);
}

void status_advice(const App *app, char text[VIEW_STATUS_SIZE]) {
    char move[VIEW_STATUS_SIZE];
    char advice[KEY_NAME_SIZE], select[KEY_NAME_SIZE];
    narration_advice(session_position(app->session), session_advice(app->session), move);
    snprintf(text, VIEW_STATUS_SIZE, "Advice: ");
    text_append(text, VIEW_STATUS_SIZE, "%s.", move);
    if (action_key_name(app, ACTION_ADVICE, advice)[0] != '\0' &&
        action_key_name(app, ACTION_SELECT, select)[0] != '\0')
        text_append(text, VIEW_STATUS_SIZE, " Press %s, then %s, to play it.", advice, select);
}
