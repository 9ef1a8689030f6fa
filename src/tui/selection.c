#include <config.h>

#include "tui/selection.h"

#include "base/number.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tui/browse.h"
#include "tui/learn/exercise.h"
#include "tui/move_entry.h"

/* --- the cursor --- */

void selection_move_cursor(App *app, int right, int down) {
    int turn = app->flipped ? -1 : 1;
    int file = clamp_int(square_file(app->cursor) + turn * right, 0, BOARD_FILES - 1);
    int rank = clamp_int(square_rank(app->cursor) - turn * down, 1, BOARD_RANKS);
    app->cursor = square_at(file, rank);
}

/* The next square of a set in the order of the screen, around the end. */
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
    Bitboard targets, captures, set;
    if (position == NULL)
        return;
    if (app->selected != SQUARE_NONE) {
        selection_steps(app, app->selected, &targets, &captures);
        set = targets | captures;
    } else {
        set = movegen_origins(position);
    }
    if (set == 0)
        app_note(app, "Nothing can move.");
    else
        app->cursor = next_in_set(app, set, direction);
}

/* --- where pieces may go --- */

/* A monkey that began its capture in the river is endangered wherever it has come to, but on land
 * it may stop. */
Bitboard selection_drowning(const Position *position) {
    return position_endangered(position) & RIVER_MASK & ~position->variant->islands;
}

/* Whether the move leads to a position that the game has had, where that is forbidden. */
static bool is_forbidden_repetition(const App *app, const Position *position, Move move) {
    const Record *record = app_record(app);
    Position after = *position;
    if (record->variant.repetition != REPETITION_ILLEGAL)
        return false;
    position_make(&after, move);
    for (size_t ply = 0; ply <= app_ply(app); ply++)
        if (position_same(&after, record_position_at(record, ply)))
            return true;
    return false;
}

void selection_steps(const App *app, Square from, Bitboard *targets, Bitboard *captures) {
    const Position *position = app_position(app);
    movegen_steps(position, from, targets, captures);
    *targets &= ~*captures;
    if (position_in_capture(position))
        return; /* what has been taken cannot come back */
    for (Bitboard set = *targets; set != 0;) {
        Square to = bitboard_pop(&set);
        if (is_forbidden_repetition(app, position,
                                    move_plain(position_piece_at(position, from), from, to)))
            *targets &= ~square_bit(to);
    }
}

/* --- selecting and moving --- */

static const char *piece_word(const Position *position, Square square) {
    return piece_type_name(position_piece_at(position, square), position->variant->pawns);
}

static void select_piece(App *app, const Position *position) {
    Bitboard targets, captures;
    char name[SQUARE_TEXT_SIZE];
    if (!move_entry_allowed(app))
        return;
    selection_steps(app, app->cursor, &targets, &captures);
    if ((targets | captures) != 0)
        app->selected = app->cursor;
    else
        app_notify(app, "The %s on %s cannot move.", piece_word(position, app->cursor),
                   square_write(app->cursor, name));
}

/* Whether only the ban on repetitions keeps the selected piece from going to the cursor. */
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
        app_notify(app, "Going to %s would repeat an earlier position, which %s forbids.",
                   square_write(app->cursor, to), position->variant->name);
    else
        app_notify(app, "The %s on %s cannot go to %s.%s", piece_word(position, app->selected),
                   from, square_write(app->cursor, to), exercise_reminder(app));
}

static void explain_no_selection(App *app, const Position *position) {
    Color side = position_side(position);
    char name[SQUARE_TEXT_SIZE];
    square_write(app->cursor, name);
    if (position_piece_at(position, app->cursor) == PIECE_NONE)
        app_notify(app, "There is no piece on %s.", name);
    else if (move_entry_allowed(app)) /* which says why not */
        app_notify(app, "The %s on %s is %s's; it is %s's turn.", piece_word(position, app->cursor),
                   name, color_name(color_other(side)), color_name(side));
}

/* Enter with a piece selected; false if it means to select another piece. */
static bool choose_target(App *app, const Position *position) {
    Bitboard targets, captures;
    selection_steps(app, app->selected, &targets, &captures);
    if (bitboard_has(targets | captures, app->cursor)) {
        Square from = app->selected;
        if (!position_in_capture(position))
            app->selected = SQUARE_NONE;
        move_entry_step(app, from, app->cursor);
        return true;
    }
    if (app->cursor == app->selected) {
        app->selected = SQUARE_NONE;
        return true;
    }
    bool other = bitboard_has(position->by_color[position_side(position)], app->cursor) &&
                 !position_in_capture(position);
    if (!other)
        explain_illegal_target(app, position);
    return !other;
}

void selection_enter(App *app) {
    const Position *position = app_position(app);
    if (position == NULL)
        return;
    if (app->selected != SQUARE_NONE && choose_target(app, position))
        return;
    if (bitboard_has(position->by_color[position_side(position)], app->cursor))
        select_piece(app, position);
    else
        explain_no_selection(app, position);
}

/* Takes back a jump; before the first one, the monkey stands selected where it began. */
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
    else
        app->selected = SQUARE_NONE;
    app->followed_advice = MOVE_NONE;
}

/* --- advice that was taken up --- */

/* The square that the plan goes to next in the position shown; SQUARE_NONE if the game has left it.
 */
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
    app->cursor = next_advised_square(app);
}

static void reset_selection(App *app, const Position *position) {
    app->selected = SQUARE_NONE;
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
    if (position == NULL || (position->key == app->synced.key && app_ply(app) == app->synced.ply &&
                             !app->synced.new_game))
        return;
    app->synced.key = position->key;
    app->synced.ply = app_ply(app);
    app->synced.new_game = false;
    reset_selection(app, position);
}
