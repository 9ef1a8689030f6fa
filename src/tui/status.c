#include <config.h>

#include "tui/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "board/painter.h"
#include "board/panels.h"
#include "play/variation.h"
#include "tui/ending_list.h"
#include "tui/games/openings.h"
#include "tui/learn/exercise.h"
#include "tui/online/online_game.h"
#include "tui/online/rematch.h"
#include "tui/moves/premove.h"
#include "tui/review/review_screen.h"
#include "tui/selection.h"
#include "tui/words/narration.h"
#include "tui/words/wording.h"

/* --- the square under the cursor --- */

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
    text_append(text, VIEW_STATUS_SIZE, ", %s ", all ? "which" : wording_number(captures, number));
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
    text_append(text, VIEW_STATUS_SIZE, "%s",
                keymap_expand(&app->keymap, "{select}", key, sizeof key));
}

/* Says that the opponent's piece can be looked at, to somebody whose turn it is. */
static void add_look_offer(char *text, const App *app, const Position *position, Color color) {
    if (app->session == NULL || app->browsing || app->selected != SQUARE_NONE ||
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
        if (square == app->selected)
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

/* --- the effect of the key that selects --- */

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
        text_append(text, VIEW_STATUS_SIZE, "  ! Then the lions %sface each other: %s could win.",
                    position_lions_face(before, NULL) ? "still " : "",
                    color_name(color_other(position_side(before))));
}

/* Says what drowns when the turn ends after a jump; it may go on. */
static void add_drowned_after_jump(char *text, const Position *after, Square target) {
    Bitboard drowned = selection_drowning(after);
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
    Square from = app->selected, target = selection_target(app);
    if (target == SQUARE_NONE)
        add_square(text, app, position, app->selected_steps);
    else if (position_piece_at(position, from) == MONKEY &&
             bitboard_has(app->selected_steps.captures, target))
        add_jump(text, app, position, from, target);
    else
        add_move(text, app, position, from, target);
    return target != SQUARE_NONE;
}

/* Adds where a monkey in the middle of a capture can go. Returns like add_selection. */
static bool add_open_capture(char *text, const App *app, const Position *position) {
    Square at = app->selected, target = selection_target(app);
    if (target != SQUARE_NONE && target != at) {
        add_jump(text, app, position, at, target);
        return true;
    }
    wording_add_piece(text, position, at, true);
    text_append(text, VIEW_STATUS_SIZE, " can jump on to ");
    wording_add_squares(text, app->selected_steps.captures, "or");
    text_append(text, VIEW_STATUS_SIZE, ".");
    if (app->cursor == at) {
        text_append(text, VIEW_STATUS_SIZE, " ");
        add_select(text, app);
        text_append(text, VIEW_STATUS_SIZE, " stops here and ends the turn.");
    }
    return false;
}

/* --- the line --- */

static void add_outcome(char *text, const App *app) {
    char outcome[VIEW_STATUS_SIZE];
    narration_outcome(app, outcome);
    text_append(text, VIEW_STATUS_SIZE, "%s ", outcome);
}

/* Adds "Black's zebra moved to e5 (move 3 of 20). " */
static void add_earlier_move(char *text, const App *app) {
    const Record *record = app_record(app);
    char move[VIEW_STATUS_SIZE];
    narration_move(app, app->ply, move);
    char *end = strchr(move, '.');
    if (app->ply == 0 || end == NULL) {
        text_append(text, VIEW_STATUS_SIZE, "%s ", move);
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, "%.*s (move %zu of %zu)%s ", (int)(end - move), move,
                variation_move_number(record, app->ply - 1),
                variation_move_number(record, record->count - 1), end);
}

/* Names the key that shows the notes where they have no panel, if there is room. */
static void add_notes_offer(char *text, const App *app) {
    char key[KEY_NAME_SIZE];
    size_t used = strlen(text);
    if (app->screen.layout.notes.height > 0 || app->notes.length == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, "%s shows the notes. ",
                keymap_key_name(&app->keymap, ACTION_READ, key));
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}

static void add_game_state(char *text, const App *app) {
    char key[KEY_NAME_SIZE];
    char step[KEY_NAME_SIZE];
    char rematch[VIEW_STATUS_SIZE];
    Color by;
    if (app->browsing) {
        add_earlier_move(text, app);
        add_notes_offer(text, app);
    } else if (outcome_is_over(app_outcome(app))) {
        if (rematch_describe(app, true, rematch)[0] != '\0')
            text_append(text, VIEW_STATUS_SIZE, "%s ", rematch);
        add_outcome(text, app);
    } else if (app->session != NULL && session_is_paused(app->session)) {
        text_append(text, VIEW_STATUS_SIZE, "Paused: %s continues, %s makes one move. ",
                    keymap_key_name(&app->keymap, ACTION_PAUSE, key),
                    keymap_key_name(&app->keymap, ACTION_STEP, step));
    } else if (online_game_is_active(app) && session_draw_offered(app->session, &by)) {
        text_append(text, VIEW_STATUS_SIZE, "%s ",
                    online_game_describe_offer(app, by, (char[VIEW_STATUS_SIZE]){0}));
    } else if (app->session != NULL && session_draw_offered(app->session, &by)) {
        text_append(text, VIEW_STATUS_SIZE, "%s offers a draw: %s accepts. ", color_name(by),
                    keymap_key_name(&app->keymap, ACTION_DRAW, key));
    }
}

/* Offers the tour to a new user until the first move, if there is room. */
static void add_tour_offer(char *text, const App *app) {
    char key[KEY_NAME_SIZE];
    size_t used = strlen(text);
    if (app->offer_tour && app->exercise == NULL && !online_game_is_active(app) &&
        app->session != NULL && session_record(app->session)->count == 0 &&
        app->selected == SQUARE_NONE)
        text_append(text, VIEW_STATUS_SIZE, " New to Congo? %s begins a guided tour.",
                    keymap_key_name(&app->keymap, ACTION_TOUR, key));
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}

/* Returns whether the text is complete: a premove says what Enter does. */
static bool add_other_selection(char *text, const App *app) {
    if (app->selection == SELECTION_LOOK)
        selection_add_look(app, text);
    return app->selection == SELECTION_PREMOVE;
}

/* Adds to a message what must not be overlooked, if there is room for both. */
static void add_warnings_to_message(char *text, const App *app, const Position *position) {
    size_t used = strlen(text);
    if (app->session == NULL || app->exercise != NULL || app->browsing ||
        outcome_is_over(app_outcome(app)) || strstr(text, "  ! ") != NULL)
        return;
    narration_add_warnings(text, app, position);
    if (!painter_status_fits(&app->screen, text))
        text[used] = '\0';
}

static void write_line(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    online_game_status(app, text);
    if (app->message[0] != '\0') {
        text_append(text, VIEW_STATUS_SIZE, "%s", app->message);
        add_warnings_to_message(text, app, position);
        return;
    }
    if (position == NULL || (app->session == NULL && layers_top(&app->layers) != NULL))
        return;
    if (exercise_status(app)[0] != '\0') {
        text_append(text, VIEW_STATUS_SIZE, "%s", exercise_status(app));
        return;
    }
    if (ending_list_status(app, text) || openings_status(app, text) ||
        review_screen_status(app, text))
        return;
    add_game_state(text, app);
    premove_add_status(app, text);
    bool complete = false;
    if (app->selected != SQUARE_NONE && app->selection != SELECTION_MOVE)
        complete = add_other_selection(text, app);
    else if (position_in_capture(position) && app->selected != SQUARE_NONE)
        complete = add_open_capture(text, app, position);
    else if (app->selected != SQUARE_NONE)
        complete = add_selection(text, app, position);
    else
        add_square(text, app, position, app->cursor_steps);
    if (!complete && (app->browsing || !outcome_is_over(app_outcome(app))))
        narration_add_warnings(text, app, position);
    if (strstr(text, "  ! ") == NULL) /* a warning needs the room */
        add_tour_offer(text, app);
}

void status_line(const App *app, char text[VIEW_STATUS_SIZE]) {
    write_line(app, text);
    char *warning = strstr(text, "  ! ");
    if (warning != NULL && online_game_is_offline(app)) /* the connection's state needs the room */
        *warning = '\0';
}

void status_advice(const App *app, char text[VIEW_STATUS_SIZE]) {
    char move[VIEW_STATUS_SIZE];
    char advice[KEY_NAME_SIZE], select[KEY_NAME_SIZE];
    narration_advice(session_position(app->session), session_advice(app->session), move);
    snprintf(text, VIEW_STATUS_SIZE, "Advice: ");
    text_append(text, VIEW_STATUS_SIZE, "%s.", move);
    if (keymap_key_name(&app->keymap, ACTION_ADVICE, advice)[0] != '\0' &&
        keymap_key_name(&app->keymap, ACTION_SELECT, select)[0] != '\0')
        text_append(text, VIEW_STATUS_SIZE, " Press %s, then %s, to play it.", advice, select);
}
