#include <config.h>

#include "tui/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "board/painter.h"
#include "board/panels.h"
#include "play/variation.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tui/learn/exercise.h"
#include "tui/online/online_game.h"
#include "tui/selection.h"

/* --- pieces and squares --- */

/* Adds "Monkey d3" or "monkey d3"; an mPawn keeps its spelling. */
static void add_piece(char *text, const Position *position, Square square, bool capital) {
    const char *kind =
        piece_type_name(position_piece_at(position, square), position->variant->pawns);
    char name[SQUARE_TEXT_SIZE];
    bool raise = capital && text_lower(kind[1]) == kind[1];
    text_append(text, VIEW_STATUS_SIZE, "%c%s %s", raise ? text_upper(kind[0]) : kind[0], kind + 1,
                square_write(square, name));
}

/* Adds "a4, c4 and d4". */
static void add_squares(char *text, Bitboard squares) {
    char name[SQUARE_TEXT_SIZE];
    int left = popcount64(squares);
    for (; left > 0; left--) {
        Square square = bitboard_pop(&squares);
        text_append(text, VIEW_STATUS_SIZE, "%s%s", square_write(square, name),
                    left > 2    ? ", "
                    : left == 2 ? " and "
                                : "");
    }
}

/* --- the square under the cursor --- */

static const char *ground_name(const Position *position, Square square) {
    if (bitboard_has(position->variant->islands, square))
        return ", an island";
    if (bitboard_has(RIVER_MASK, square))
        return ", river";
    if (bitboard_has(WHITE_CASTLE, square))
        return ", White's castle";
    return bitboard_has(BLACK_CASTLE, square) ? ", Black's castle" : ", empty";
}

static void add_mobility(char *text, Steps steps, bool is_selected) {
    int moves = popcount64(steps.targets), captures = popcount64(steps.captures);
    if (moves + captures == 0) {
        text_append(text, VIEW_STATUS_SIZE, " cannot move.");
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, "%s: %d move%s", is_selected ? " selected" : "", moves,
                moves == 1 ? "" : "s");
    if (captures > 0)
        text_append(text, VIEW_STATUS_SIZE, ", %d capture%s", captures, captures == 1 ? "" : "s");
    text_append(text, VIEW_STATUS_SIZE, ".");
}

/* Describes the square of the steps. */
static void add_square(char *text, const App *app, const Position *position, Steps steps) {
    char name[SQUARE_TEXT_SIZE];
    Square square = steps.from;
    if (position_piece_at(position, square) == PIECE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, "%s%s.", square_write(square, name),
                    ground_name(position, square));
        return;
    }
    Color color = position_color_at(position, square);
    if (color == position_side(position) && !outcome_is_over(app_outcome(app))) {
        add_piece(text, position, square, true);
        add_mobility(text, steps, square == app->selected);
    } else {
        text_append(text, VIEW_STATUS_SIZE, "%s ", color_name(color));
        add_piece(text, position, square, false);
        text_append(text, VIEW_STATUS_SIZE, ".");
    }
}

/* --- the effect of the key that selects --- */

static void add_select(char *text, const App *app) {
    char key[KEY_NAME_SIZE + 8];
    text_append(text, VIEW_STATUS_SIZE, "%s",
                keymap_expand(&app->keymap, "{select}", key, sizeof key));
}

/* Adds ", where the zebra drowns" for the moved piece and "; d4 drowns" for others. */
static void add_drowned(char *text, const Position *position, Move move) {
    Bitboard drowned = position_drowned(position, move);
    Bitboard others = drowned & ~square_bit(move_to(move));
    if (drowned != others)
        text_append(text, VIEW_STATUS_SIZE, ", where the %s drowns",
                    piece_type_name(position_piece_at(position, move_from(move)),
                                    position->variant->pawns));
    if (others == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, "; ");
    add_squares(text, others);
    text_append(text, VIEW_STATUS_SIZE, popcount64(others) == 1 ? " drowns" : " drown");
}

/* Leaves out drowning, which is decided at the end of the turn: more jumps may follow. */
static void add_jump(char *text, const App *app, const Position *position, Square from,
                     Square target) {
    add_select(text, app);
    text_append(text, VIEW_STATUS_SIZE, " jumps over the ");
    add_piece(text, position, (Square)(((int)from + (int)target) / 2), false);
    text_append(text, VIEW_STATUS_SIZE, ".");
}

static void add_move(char *text, const App *app, const Position *position, Square from,
                     Square target) {
    char name[SQUARE_TEXT_SIZE];
    Move move = move_plain(position_piece_at(position, from), from, target);
    add_select(text, app);
    if (position_piece_at(position, target) == PIECE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, " moves to %s", square_write(target, name));
    } else {
        text_append(text, VIEW_STATUS_SIZE, " takes the ");
        add_piece(text, position, target, false);
    }
    add_drowned(text, position, move);
    text_append(text, VIEW_STATUS_SIZE, ".");
}

/* Warns that the other side could capture the lion at once. */
static void add_lions_line(char *text, const Position *position, Square from, Square target) {
    Position after = *position;
    position_make(&after, move_plain(position_piece_at(position, from), from, target));
    if (position_lions_face(&after, NULL))
        text_append(text, VIEW_STATUS_SIZE, "  ! It %s the line between the lions%s.",
                    position_lions_face(position, NULL) ? "leaves" : "opens",
                    position_lions_face(position, NULL) ? " open" : "");
}

/* Returns whether the text includes the warnings, as they are after the move. */
static bool add_selection(char *text, const App *app, const Position *position) {
    Square from = app->selected, target = app->cursor;
    Steps steps = app->selected_steps;
    if (position_piece_at(position, from) == MONKEY && bitboard_has(steps.captures, target)) {
        add_jump(text, app, position, from, target);
    } else if (bitboard_has(steps.targets | steps.captures, target)) {
        add_move(text, app, position, from, target);
        add_lions_line(text, position, from, target);
        return true;
    } else {
        add_square(text, app, position, steps);
    }
    return false;
}

/* Adds what a monkey in the middle of a capture can still take. */
static void add_open_capture(char *text, const App *app, const Position *position) {
    Bitboard captures = app->selected_steps.captures, victims = 0;
    Square at = app->selected;
    if (bitboard_has(captures, app->cursor)) {
        add_jump(text, app, position, at, app->cursor);
        return;
    }
    while (captures != 0)
        victims |= square_bit((Square)(((int)at + (int)bitboard_pop(&captures)) / 2));
    add_piece(text, position, at, true);
    text_append(text, VIEW_STATUS_SIZE, " can still take ");
    add_squares(text, victims);
    text_append(text, VIEW_STATUS_SIZE, ".");
    if (app->cursor == at) {
        text_append(text, VIEW_STATUS_SIZE, " ");
        add_select(text, app);
        text_append(text, VIEW_STATUS_SIZE, " stops here and ends the turn.");
    }
}

/* --- warnings --- */

static void add_drowning(char *text, const Position *position) {
    Bitboard drowning = selection_drowning(position);
    int count = popcount64(drowning);
    if (count == 0)
        return;
    text_append(text, VIEW_STATUS_SIZE, "  ! ");
    if (count == 1) {
        add_piece(text, position, bitboard_first(drowning), true);
        text_append(text, VIEW_STATUS_SIZE, " drowns unless it leaves the river.");
    } else {
        add_squares(text, drowning);
        text_append(text, VIEW_STATUS_SIZE, " drown unless they leave the river.");
    }
}

/* Adds the most serious warning first: a long line is cut at its end. */
static void add_warnings(char *text, const Position *position) {
    if (position_lions_face(position, NULL))
        text_append(text, VIEW_STATUS_SIZE, "  ! The lions face each other: %s can capture.",
                    color_name(position_side(position)));
    add_drowning(text, position);
}

/* --- the line --- */

static void add_game_state(char *text, const App *app) {
    char key[KEY_NAME_SIZE];
    char step[KEY_NAME_SIZE];
    char ply[NOTATION_SIZE + 32];
    Color by;
    if (app->browsing) {
        status_move(app, app->ply, ply, sizeof ply);
        text_append(text, VIEW_STATUS_SIZE, "%s (%zu of %zu). ", ply, app->ply,
                    app_record(app)->count);
    } else if (outcome_is_over(app_outcome(app))) {
        text_append(text, VIEW_STATUS_SIZE, "%s ", outcome_sentence(app_outcome(app)));
    } else if (app->session != NULL && session_is_paused(app->session)) {
        text_append(text, VIEW_STATUS_SIZE, "Paused: %s goes on, %s makes one move. ",
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

static void write_line(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    online_game_status(app, text);
    if (app->message[0] != '\0') {
        text_append(text, VIEW_STATUS_SIZE, "%s", app->message);
        return;
    }
    if (position == NULL)
        return;
    if (exercise_status(app)[0] != '\0') {
        text_append(text, VIEW_STATUS_SIZE, "%s", exercise_status(app));
        return;
    }
    add_game_state(text, app);
    bool complete = false;
    if (position_in_capture(position) && app->selected != SQUARE_NONE)
        add_open_capture(text, app, position);
    else if (app->selected != SQUARE_NONE)
        complete = add_selection(text, app, position);
    else
        add_square(text, app, position, app->cursor_steps);
    if (!complete && (app->browsing || !outcome_is_over(app_outcome(app))))
        add_warnings(text, position);
    if (strstr(text, "  ! ") == NULL) /* a warning needs the room */
        add_tour_offer(text, app);
}

void status_line(const App *app, char text[VIEW_STATUS_SIZE]) {
    write_line(app, text);
    char *warning = strstr(text, "  ! ");
    if (warning != NULL && online_game_is_offline(app)) /* the connection's state needs the room */
        *warning = '\0';
}

void status_move(const App *app, size_t ply, char *text, size_t size) {
    const Record *record = app_record(app);
    char move[NOTATION_SIZE];
    if (ply == 0) {
        snprintf(text, size, "Start of the game");
        return;
    }
    const Position *before = record_position_at(record, ply - 1);
    notation_write(before, record->plies[ply - 1].move, move);
    snprintf(text, size, "%s: %s", color_name(position_side(before)), move);
}

void status_announcement(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Record *record = app_record(app);
    size_t ply = record->current;
    status_move(app, ply, text, VIEW_STATUS_SIZE);
    Bitboard drowned = ply == 0 ? 0
                                : position_drowned(record_position_at(record, ply - 1),
                                                   record->plies[ply - 1].move);
    if (drowned != 0) {
        text_append(text, VIEW_STATUS_SIZE, "; ");
        add_squares(text, drowned);
        text_append(text, VIEW_STATUS_SIZE, " drowned");
    }
    text_append(text, VIEW_STATUS_SIZE, ".");
    if (!outcome_is_over(app_outcome(app)))
        add_warnings(text, record_position(record));
}

/* --- advice --- */

/* Adds the score and the expected moves, if the advisor has them. */
static void add_reason(char *text, const App *app, int plies) {
    const SearchSnapshot *thought = session_search_snapshot(app->session);
    char line[VARIATION_SIZE], score[32];
    if (thought == NULL || thought->purpose != THINKING_ADVICE || thought->info.depth == 0)
        return;
    Score best = thought->info.lines[0].score;
    bool white = position_side(&thought->position) == WHITE;
    variation_write_score(white ? best : -best, false, score, sizeof score);
    text_append(text, VIEW_STATUS_SIZE, ", %s", score);
    VariationOptions answer = {.first = 1, .count = plies, .numbered = true};
    if (variation_write(session_record(app->session), thought, answer, line) > 0)
        text_append(text, VIEW_STATUS_SIZE, ": %s", line);
}

void status_advice(const App *app, int plies, char text[VIEW_STATUS_SIZE]) {
    char move[NOTATION_SIZE];
    char squares[COORDINATE_SIZE];
    char key[KEY_NAME_SIZE];
    notation_write(session_position(app->session), session_advice(app->session), move);
    coordinate_write(session_advice(app->session), squares);
    snprintf(text, VIEW_STATUS_SIZE, "Advice: %s (%s)", move, squares);
    add_reason(text, app, plies);
    text_append(text, VIEW_STATUS_SIZE, ".");
    if (plies >= 0)
        text_append(text, VIEW_STATUS_SIZE, " %s takes it up.",
                    keymap_key_name(&app->keymap, ACTION_ADVICE, key));
}
