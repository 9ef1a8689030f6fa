#include <config.h>

#include "tui/selection.h"

#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "rules/movegen.h"
#include "rules/record.h"
#include "tui/browse.h"
#include "tui/move_entry.h"
#include "tui/narration.h"
#include "tui/premove.h"

/* ---- the cursor ---- */

Square selection_neighbour(Square from, Action direction, bool flipped) {
    static const struct {
        int right, up;
    } steps[] = {
        [ACTION_LEFT] = {-1, 0},       [ACTION_DOWN] = {0, -1},       [ACTION_UP] = {0, 1},
        [ACTION_RIGHT] = {1, 0},       [ACTION_UP_LEFT] = {-1, 1},    [ACTION_UP_RIGHT] = {1, 1},
        [ACTION_DOWN_LEFT] = {-1, -1}, [ACTION_DOWN_RIGHT] = {1, -1},
    };
    int turn = flipped ? -1 : 1;
    int file = clamp_int(square_file(from) + turn * steps[direction].right, 0, BOARD_FILES - 1);
    int rank = clamp_int(square_rank(from) + turn * steps[direction].up, 1, BOARD_RANKS);
    return square_at(file, rank);
}

void selection_move_cursor(App *app, int direction) {
    app->board.cursor =
        selection_neighbour(app->board.cursor, (Action)direction, app->board.flipped);
}

/* Returns the next square of a set in the order of the screen, wrapping around. */
static Square next_in_set(const App *app, Bitboard set, int direction) {
    int step = app->board.flipped ? -direction : direction;
    int at = square_number(app->board.cursor);
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
    Bitboard set = app->board.selected != SQUARE_NONE
                       ? app->board.selected_steps.targets | app->board.selected_steps.captures
                       : movegen_origins(position);
    if (set == 0)
        app_note(app, "Nothing can move.");
    else
        app->board.cursor = next_in_set(app, set, direction);
}

/* ---- where pieces may go ---- */

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
    Square from = app->board.selected;
    if (from == SQUARE_NONE || app->board.selection == SELECTION_MOVE)
        return find_steps(app, position, from);
    Steps steps = {.from = from};
    Position other = turned(position, position_color_at(position, from));
    movegen_steps(&other, from, &steps.targets, &steps.captures);
    steps.targets &= ~steps.captures;
    if (app->board.selection == SELECTION_PREMOVE) {
        Bitboard recaptures;
        Position enemies = with_own_as_enemies(other, from);
        movegen_steps(&enemies, from, NULL, &recaptures);
        steps.captures |= recaptures & other.by_color[other.side];
    }
    return steps;
}

/* ---- selecting and moving ---- */

static const char *piece_word(const Position *position, Square square) {
    return piece_type_name(position_piece_at(position, square), position->variant->pawns);
}

/* Selects the piece under the cursor. A premove that was chosen before is forgotten. */
static void select_for(App *app, Selection selection) {
    premove_cancel(app);
    app->board.selected = app->board.cursor;
    app->board.selection = selection;
    app->board.selected_steps.from = SQUARE_NONE; /* they depend on the purpose */
}

static void select_piece(App *app, const Position *position) {
    char name[SQUARE_TEXT_SIZE];
    if (!move_entry_is_allowed(app))
        return;
    if ((app->board.cursor_steps.targets | app->board.cursor_steps.captures) == 0) {
        app_notify(app, "The %s on %s cannot move.", piece_word(position, app->board.cursor),
                   square_write(app->board.cursor, name));
        return;
    }
    select_for(app, SELECTION_MOVE);
    app->board.selected_steps = app->board.cursor_steps;
}

/* Returns whether only repetition forbids the selected piece to go to the cursor. */
static bool would_repeat(const App *app, const Position *position) {
    Bitboard targets, captures;
    movegen_steps(position, app->board.selected, &targets, &captures);
    return bitboard_has(targets, app->board.cursor);
}

void selection_explain_illegal_target(App *app) {
    const Position *position = app_position(app);
    char from[SQUARE_TEXT_SIZE];
    char to[SQUARE_TEXT_SIZE];
    square_write(app->board.selected, from);
    if (position_in_capture(position))
        app_notify(app, "The monkey jumps on to a marked square, or stops on %s.", from);
    else if (would_repeat(app, position))
        app_notify(app, "Going to %s would repeat an earlier position, which this variant forbids.",
                   square_write(app->board.cursor, to));
    else
        app_notify(app, "The %s cannot go to %s.%s", piece_word(position, app->board.selected),
                   square_write(app->board.cursor, to),
                   app->suspended.reminder != NULL ? app->suspended.reminder : "");
}

Square selection_target(const App *app) {
    Bitboard landings = app->board.selected_steps.captures;
    if (bitboard_has(app->board.selected_steps.targets | landings, app->board.cursor))
        return app->board.cursor;
    if (app->board.selection != SELECTION_MOVE || app->board.selected == SQUARE_NONE ||
        position_piece_at(app_position(app), app->board.selected) != MONKEY)
        return SQUARE_NONE;
    while (landings != 0) {
        Square to = bitboard_pop(&landings);
        if (square_between(app->board.selected, to) == app->board.cursor)
            return to;
    }
    return SQUARE_NONE;
}

/* Handles Enter with a piece selected. Returns false if the cursor is on another piece to select.
 */
static bool choose_target(App *app, const Position *position) {
    Square target = selection_target(app);
    if (target != SQUARE_NONE) {
        Square from = app->board.selected;
        if (app->board.selection == SELECTION_PREMOVE) {
            premove_set(app);
            return true;
        }
        if (!position_in_capture(position))
            app->board.selected = SQUARE_NONE;
        app->board.cursor = target;
        move_entry_step(app, from, target);
        return true;
    }
    if (app->board.cursor == app->board.selected) {
        app->board.selected = SQUARE_NONE;
        return true;
    }
    Color color = position_color_at(position, app->board.selected);
    bool other = bitboard_has(position->by_color[color], app->board.cursor) &&
                 !position_in_capture(position);
    if (!other)
        selection_explain_illegal_target(app);
    return !other;
}

/* Shows where a piece of somebody else could go, or ends that. */
static void look_at_piece(App *app) {
    bool again = app->board.selected == app->board.cursor;
    select_for(app, SELECTION_LOOK);
    if (again)
        app->board.selected = SQUARE_NONE;
}

/* Handles Enter on a square where the selected piece, if there is one, does not go. */
static void enter_square(App *app, const Position *position) {
    char name[SQUARE_TEXT_SIZE];
    if (app->board.selection == SELECTION_LOOK && app->board.selected != app->board.cursor)
        app->board.selected = SQUARE_NONE;
    if (position_piece_at(position, app->board.cursor) == PIECE_NONE) {
        app_notify(app, "There is no piece on %s.", square_write(app->board.cursor, name));
        return;
    }
    Color color = position_color_at(position, app->board.cursor);
    bool is_over = !app->board.browsing && outcome_is_over(app_outcome(app));
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
    bool moves = app->board.selected != SQUARE_NONE && app->board.selection != SELECTION_LOOK;
    if (!moves || !choose_target(app, position))
        enter_square(app, position);
}

const char *selection_enter_word(const App *app) {
    const Position *position = app_position(app);
    Square selected = app->board.selected, cursor = app->board.cursor;
    if (selected == SQUARE_NONE || app->board.selection == SELECTION_LOOK) {
        bool other = position_piece_at(position, cursor) != PIECE_NONE &&
                     position_color_at(position, cursor) != position_side(position);
        return other && cursor != selected && !outcome_is_over(app_outcome(app)) ? "look"
                                                                                 : "select";
    }
    if (position_in_capture(position))
        return cursor == selected ? "stop" : "jump";
    if (cursor == selected)
        return "cancel";
    Square target = selection_target(app);
    bool jumps = position_piece_at(position, selected) == MONKEY && target != SQUARE_NONE &&
                 bitboard_has(app->board.selected_steps.captures, target);
    return jumps ? "jump" : "move";
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
        app->board.selected = app->board.cursor = origin;
}

void selection_escape(App *app) {
    if (app->board.browsing && app->board.selected == SQUARE_NONE)
        browse_end(app);
    else if (app->board.selected != SQUARE_NONE && !app->board.browsing &&
             position_in_capture(app_position(app)))
        step_back(app);
    else if (app->board.selected == SQUARE_NONE && premove_is_set(app))
        premove_cancel(app);
    else
        app->board.selected = SQUARE_NONE;
    app->board.followed_advice = MOVE_NONE;
}

/* ---- sentences ---- */

void selection_add_look(const App *app, char text[VIEW_STATUS_SIZE]) {
    const Position *position = app_position(app);
    Color color = position_color_at(position, app->board.selected), side = position_side(position);
    int captures = popcount64(app->board.selected_steps.captures);
    int squares = popcount64(app->board.selected_steps.targets) + captures;
    bool is_over = !app->board.browsing && outcome_is_over(app_outcome(app));
    size_t used = strlen(text);
    char number[16];
    text_append(text, VIEW_STATUS_SIZE, "%s %s ", wording_whose(app, color),
                piece_word(position, app->board.selected));
    wording_capitalise(text + used);
    if (squares == 0) {
        text_append(text, VIEW_STATUS_SIZE, "cannot move anywhere.");
        return;
    }
    text_append(text, VIEW_STATUS_SIZE, "%s go ", color == side ? "can" : "could");
    text_append(text, VIEW_STATUS_SIZE, "to %d square%s", squares, squares == 1 ? "" : "s");
    if (captures > 0)
        text_append(text, VIEW_STATUS_SIZE, ", %s%s", text_number_word(captures, number),
                    captures == 1 ? " a capture" : " captures");
    text_append(text, VIEW_STATUS_SIZE, is_over ? "." : "; it is %s turn.",
                wording_whose(app, side));
}

/* ---- followed advice ---- */

/* Returns the next square of the followed advice, or SQUARE_NONE if the game has left it. */
static Square next_advised_square(const App *app) {
    Square origin, made[MOVE_JUMPS_MAX], planned[MOVE_JUMPS_MAX];
    int done = session_open_jumps(app->session, &origin, made);
    int total = move_landings(app->board.followed_advice, planned);
    if (done > 0 && (origin != move_from(app->board.followed_advice) || done > total))
        return SQUARE_NONE;
    for (int i = 0; i < done; i++)
        if (made[i] != planned[i])
            return SQUARE_NONE;
    return done < total ? planned[done] : made[done - 1];
}

void selection_follow_advice(App *app, Move advice) {
    app->board.followed_advice = advice;
    app->board.selected = move_from(app->board.followed_advice);
    app->board.selection = SELECTION_MOVE;
    app->board.cursor = next_advised_square(app);
}

/* Returns whether a piece that was selected for a premove can still be moved, now at once. */
static bool is_premove_due(const App *app, const Position *position) {
    Color side = position_side(position);
    return app->board.selection == SELECTION_PREMOVE && app->board.selected != SQUARE_NONE &&
           !app->board.browsing && app_is_human(app, side) &&
           bitboard_has(position->by_color[side], app->board.selected);
}

static void reset_selection(App *app, const Position *position) {
    if (!is_premove_due(app, position))
        app->board.selected = SQUARE_NONE;
    app->board.selection = SELECTION_MOVE;
    if (app->board.browsing || !position_in_capture(position) ||
        !app_is_human(app, position_side(position))) {
        app->board.followed_advice = MOVE_NONE;
        return;
    }
    app->board.selected = (Square)position->jump_at;
    app->board.cursor = app->board.selected;
    if (move_is_none(app->board.followed_advice))
        return;
    Square next = next_advised_square(app);
    if (next != SQUARE_NONE)
        app->board.cursor = next;
    else
        app->board.followed_advice = MOVE_NONE;
}

void selection_sync(App *app) {
    const Position *position = app_position(app);
    if (position == NULL)
        return;
    bool changed = position->key != app->board.synced.key ||
                   app_ply(app) != app->board.synced.ply || app->board.synced.new_game;
    app->board.synced.key = position->key;
    app->board.synced.ply = app_ply(app);
    app->board.synced.new_game = false;
    if (changed)
        reset_selection(app, position);
    if (changed || app->board.selected_steps.from != app->board.selected)
        app->board.selected_steps = find_selected_steps(app, position);
    if (changed || app->board.cursor_steps.from != app->board.cursor)
        app->board.cursor_steps = find_steps(app, position, app->board.cursor);
}
