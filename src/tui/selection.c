#include <config.h>

#include "tui/selection.h"

#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tui/browse.h"
#include "tui/learn/exercise.h"
#include "tui/move_entry.h"
#include "tui/moves/premove.h"
#include "tui/words/wording.h"

/* --- the cursor --- */

void selection_move_cursor(App *app, int right, int down) {
    int turn = app->flipped ? -1 : 1;
    int file = clamp_int(square_file(app->cursor) + turn * right, 0, BOARD_FILES - 1);
    int rank = clamp_int(square_rank(app->cursor) - turn * down, 1, BOARD_RANKS);
    app->cursor = square_at(file, rank);
}

/* Returns the next square of a set in the order of the screen, wrapping around. */
static Square next_in_set(const App *app, Bitboard set, int direction) {
    int step = app->flipped ? -direction : direction;
    int at = square_number(app->cursor);
    for (int i = 0; i < SQUARE_COUNT; i++) {
        at = (at + step + SQUARE_COUNT) % SQUARE_COUNT;
        if (bitboard_has(set, square_from_number(at)))
            break;
    }
    return square_from_number(at);
}

void selection_cycle(App *app, int direction) {
    const Position *position = app_position(app);
    if (position == NULL)
        return;
    selection_sync(app);
    Bitboard set = app->selected != SQUARE_NONE
                       ? app->selected_steps.targets | app->selected_steps.captures
                       : movegen_origins(position);
    if (set == 0)
        app_note(app, "Nothing can move.");
    else
        app->cursor = next_in_set(app, set, direction);
}

/* --- where pieces may go --- */

Bitboard selection_drowning(const Position *position) {
    return position_endangered(position) & RIVER_MASK & ~position->variant->islands;
}

/* Counts a position among those up to the one shown; see GameHistory. */
static int count_shown(const void *context, const Position *position, int limit) {
    const App *app = context;
    const Record *record = app_record(app);
    int count = 0;
    for (size_t ply = 0; ply <= app_ply(app) && count < limit; ply++)
        count += position_same(position, record_position_at(record, ply));
    return count;
}

/* Finds the steps of the piece on a square, without those that repetition forbids. */
static Steps find_steps(const App *app, const Position *position, Square from) {
    Steps steps = {.from = from};
    if (from == SQUARE_NONE || !bitboard_has(position->by_color[position_side(position)], from))
        return steps;
    movegen_steps(position, from, &steps.targets, &steps.captures);
    steps.targets &= ~steps.captures;
    if (position_in_capture(position))
        return steps; /* a capture cannot repeat a position */
    const GameHistory history = {count_shown, app};
    for (Bitboard set = steps.targets; set != 0;) {
        Square to = bitboard_pop(&set);
        if (outcome_forbids(position, move_plain(position_piece_at(position, from), from, to),
                            history))
            steps.targets &= ~square_bit(to);
    }
    return steps;
}

/* Changes the side to move. Only steps are found in the position, which has no key. */
static Position turned(const Position *position, Color side) {
    Position other = *position;
    other.side = (uint8_t)side;
    other.jump_start = other.jump_at = SQUARE_NONE;
    return other;
}

/* Returns a position in which the pieces of a side, other than its lion and the one on a square,
 * have changed sides: that one could capture on their squares what the opponent puts there. */
static Position with_own_as_enemies(Position position, Square except) {
    Color side = position_side(&position);
    Bitboard own = position.by_color[side] & ~position.by_type[LION] & ~square_bit(except);
    position.by_color[side] &= ~own;
    position.by_color[color_other(side)] |= own;
    return position;
}

/* Finds the steps of the selected piece, whichever side is to move. */
static Steps find_selected_steps(const App *app, const Position *position) {
    Square from = app->selected;
    if (from == SQUARE_NONE || app->selection == SELECTION_MOVE)
        return find_steps(app, position, from);
    Steps steps = {.from = from};
    Position other = turned(position, position_color_at(position, from));
    movegen_steps(&other, from, &steps.targets, &steps.captures);
    steps.targets &= ~steps.captures;
    if (app->selection == SELECTION_PREMOVE) {
        Bitboard recaptures;
        Position enemies = with_own_as_enemies(other, from);
        movegen_steps(&enemies, from, NULL, &recaptures);
        steps.captures |= recaptures & other.by_color[other.side];
    }
    return steps;
}

/* --- selecting and moving --- */

static const char *piece_word(const Position *position, Square square) {
    return piece_type_name(position_piece_at(position, square), position->variant->pawns);
}

/* Selects the piece under the cursor. A premove that was chosen before is forgotten. */
static void select_for(App *app, Selection selection) {
    premove_cancel(app);
    app->selected = app->cursor;
    app->selection = selection;
    app->selected_steps.from = SQUARE_NONE; /* they depend on the purpose */
}

static void select_piece(App *app, const Position *position) {
    char name[SQUARE_TEXT_SIZE];
    if (!move_entry_allowed(app))
        return;
    if ((app->cursor_steps.targets | app->cursor_steps.captures) != 0)
        select_for(app, SELECTION_MOVE);
    else
        app_notify(app, "The %s on %s cannot move.", piece_word(position, app->cursor),
                   square_write(app->cursor, name));
}

/* Returns whether only repetition forbids the selected piece to go to the cursor. */
static bool would_repeat(const App *app, const Position *position) {
    Bitboard targets, captures;
    movegen_steps(position, app->selected, &targets, &captures);
    return bitboard_has(targets, app->cursor);
}

static void explain_illegal_target(App *app, const Position *position) {
    char from[SQUARE_TEXT_SIZE];
    char to[SQUARE_TEXT_SIZE];
    square_write(app->selected, from);
    if (position_in_capture(position))
        app_notify(app, "The monkey jumps on to a marked square, or stops on %s.", from);
    else if (would_repeat(app, position))
        app_notify(app, "Going to %s would repeat an earlier position, which this variant forbids.",
                   square_write(app->cursor, to));
    else
        app_notify(app, "The %s cannot go to %s.%s", piece_word(position, app->selected),
                   square_write(app->cursor, to), exercise_reminder(app));
}

Square selection_target(const App *app) {
    Bitboard landings = app->selected_steps.captures;
    if (bitboard_has(app->selected_steps.targets | landings, app->cursor))
        return app->cursor;
    if (app->selection != SELECTION_MOVE || app->selected == SQUARE_NONE ||
        position_piece_at(app_position(app), app->selected) != MONKEY)
        return SQUARE_NONE;
    while (landings != 0) {
        Square to = bitboard_pop(&landings);
        if (square_between(app->selected, to) == app->cursor)
            return to;
    }
    return SQUARE_NONE;
}

/* Handles Enter with a piece selected. Returns false if the cursor is on another piece to select.
 */
static bool choose_target(App *app, const Position *position) {
    Square target = selection_target(app);
    if (target != SQUARE_NONE) {
        Square from = app->selected;
        if (app->selection == SELECTION_PREMOVE) {
            premove_set(app);
            return true;
        }
        if (!position_in_capture(position))
            app->selected = SQUARE_NONE;
        app->cursor = target;
        move_entry_step(app, from, target);
        return true;
    }
    if (app->cursor == app->selected) {
        app->selected = SQUARE_NONE;
        return true;
    }
    Color color = position_color_at(position, app->selected);
    bool other =
        bitboard_has(position->by_color[color], app->cursor) && !position_in_capture(position);
    if (!other)
        explain_illegal_target(app, position);
    return !other;
}

void selection_reject_target(App *app) {
    explain_illegal_target(app, app_position(app));
}

/* Shows where a piece of somebody else could go, or ends that. */
static void look_at_piece(App *app) {
    bool again = app->selected == app->cursor;
    select_for(app, SELECTION_LOOK);
    if (again)
        app->selected = SQUARE_NONE;
}

/* Handles Enter on a square where the selected piece, if there is one, does not go. */
static void enter_square(App *app, const Position *position) {
    char name[SQUARE_TEXT_SIZE];
    if (app->selection == SELECTION_LOOK && app->selected != app->cursor)
        app->selected = SQUARE_NONE;
    if (position_piece_at(position, app->cursor) == PIECE_NONE) {
        app_notify(app, "There is no piece on %s.", square_write(app->cursor, name));
        return;
    }
    Color color = position_color_at(position, app->cursor);
    bool is_over = !app->browsing && outcome_is_over(app_outcome(app));
    if (is_over || (color == position_side(position) && app_is_human(app, color)))
        select_piece(app, position);
    else if (premove_is_possible(app, color))
        select_for(app, SELECTION_PREMOVE);
    else
        look_at_piece(app);
}

void selection_enter(App *app) {
    const Position *position = app_position(app);
    if (position == NULL)
        return;
    selection_sync(app);
    bool moves = app->selected != SQUARE_NONE && app->selection != SELECTION_LOOK;
    if (!moves || !choose_target(app, position))
        enter_square(app, position);
}

/* Takes back a jump. After the first jump the monkey stays selected where it began. */
static void step_back(App *app) {
    Error error = {0};
    Square origin, landing[MOVE_JUMPS_MAX];
    int jumps = session_open_jumps(app->session, &origin, landing);
    if (!session_undo_jump(app->session, &error))
        app_notify_error(app, &error);
    selection_sync(app);
    if (jumps == 1 && !position_in_capture(app_position(app)))
        app->selected = app->cursor = origin;
}

void selection_escape(App *app) {
    if (app->browsing && app->selected == SQUARE_NONE)
        browse_end(app);
    else if (app->selected != SQUARE_NONE && !app->browsing &&
             position_in_capture(app_position(app)))
        step_back(app);
    else if (app->selected == SQUARE_NONE && premove_is_set(app))
        premove_cancel(app);
    else
        app->selected = SQUARE_NONE;
    app->followed_advice = MOVE_NONE;
}

/* --- sentences --- */

void selection_add_look(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    Color color = position_color_at(position, app->selected), side = position_side(position);
    int captures = popcount64(app->selected_steps.captures);
    int squares = popcount64(app->selected_steps.targets) + captures;
    bool is_over = !app->browsing && outcome_is_over(app_outcome(app));
    size_t used = strlen(text);
    char number[16];
    text_append(text, VIEW_STATUS_SIZE, "%s %s ", wording_whose(app, color),
                piece_word(position, app->selected));
    wording_capitalise(text + used);
    if (squares == 0) {
        text_append(text, VIEW_STATUS_SIZE, "cannot move anywhere.");
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, "%s go ", color == side ? "can" : "could");
    text_append(text, VIEW_STATUS_SIZE, "to %d square%s", squares, squares == 1 ? "" : "s");
    if (captures > 0)
        text_append(text, VIEW_STATUS_SIZE, ", %s%s", wording_number(captures, number),
                    captures == 1 ? " a capture" : " captures");
    text_append(text, VIEW_STATUS_SIZE, is_over ? "." : "; it is %s turn.",
                wording_whose(app, side));
}

/* --- followed advice --- */

/* Returns the next square of the followed advice, or SQUARE_NONE if the game has left it. */
static Square next_advised_square(const App *app) {
    Square origin, made[MOVE_JUMPS_MAX], planned[MOVE_JUMPS_MAX];
    int done = session_open_jumps(app->session, &origin, made);
    int total = move_landings(app->followed_advice, planned);
    if (done > 0 && (origin != move_from(app->followed_advice) || done > total))
        return SQUARE_NONE;
    for (int i = 0; i < done; i++)
        if (made[i] != planned[i])
            return SQUARE_NONE;
    return done < total ? planned[done] : made[done - 1];
}

void selection_follow_advice(App *app, Move advice) {
    app->followed_advice = advice;
    app->selected = move_from(app->followed_advice);
    app->selection = SELECTION_MOVE;
    app->cursor = next_advised_square(app);
}

/* Returns whether a piece that was selected for a premove can still be moved, now at once. */
static bool is_premove_due(const App *app, const Position *position) {
    Color side = position_side(position);
    return app->selection == SELECTION_PREMOVE && app->selected != SQUARE_NONE && !app->browsing &&
           app_is_human(app, side) && bitboard_has(position->by_color[side], app->selected);
}

static void reset_selection(App *app, const Position *position) {
    if (!is_premove_due(app, position))
        app->selected = SQUARE_NONE;
    app->selection = SELECTION_MOVE;
    if (app->browsing || !position_in_capture(position) ||
        !app_is_human(app, position_side(position))) {
        app->followed_advice = MOVE_NONE;
        return;
    }
    app->selected = (Square)position->jump_at;
    app->cursor = app->selected;
    if (move_is_none(app->followed_advice))
        return;
    Square next = next_advised_square(app);
    if (next != SQUARE_NONE)
        app->cursor = next;
    else
        app->followed_advice = MOVE_NONE;
}

void selection_sync(App *app) {
    const Position *position = app_position(app);
    if (position == NULL)
        return;
    bool changed =
        position->key != app->synced.key || app_ply(app) != app->synced.ply || app->synced.new_game;
    app->synced.key = position->key;
    app->synced.ply = app_ply(app);
    app->synced.new_game = false;
    if (changed)
        reset_selection(app, position);
    if (changed || app->selected_steps.from != app->selected)
        app->selected_steps = find_selected_steps(app, position);
    if (changed || app->cursor_steps.from != app->cursor)
        app->cursor_steps = find_steps(app, position, app->cursor);
}
