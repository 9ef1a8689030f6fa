#include <config.h>

#include "tui/selection.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "rules/movegen.h"
#include "rules/record.h"
#include "tui/animation.h"
#include "tui/dialogs.h"
#include "tui/feature.h"
#include "tui/narration.h"

static bool premove_is_possible(const App *app, Color color);
static void premove_set(App *app);

/* ---- entering moves in the position shown; the user confirms one that discards later ones ---- */

/* Returns whether a feature refuses a move, and lets it say why; see Feature. */
static bool is_refused(App *app, Error *error) {
    FOR_FEATURES_WITH(refuses_move, feature)
        if (feature->refuses_move(app, error))
            return true;
    return false;
}

/* Returns whether a human may move in the position shown. If not, says why. */
static bool move_entry_allowed(App *app) {
    const Position *position = app_position(app);
    char key[KEY_NAME_SIZE];
    if (position == NULL || app->session == NULL || is_refused(app, NULL))
        return false;
    if (!app->board.browsing && outcome_is_over(session_outcome(app->session))) {
        action_notify_outcome(app);
        return false;
    }
    if (app_is_human(app, position_side(position)))
        return true;
    if (app->board.browsing)
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
    if (!move_entry_allowed(app))
        return;
    if (app->board.browsing)
        ask_to_truncate(app, from, to, MOVE_NONE);
    else if (!session_step(app->session, from, to, &error))
        app_notify_error(app, &error);
}

void move_entry_move(App *app, Move move) {
    Error error = {0};
    if (!move_entry_allowed(app))
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

/* ---- the cursor and the selected piece ---- */

/* ---- the cursor ---- */

void selection_move_cursor(App *app, int right, int down) {
    int turn = app->board.flipped ? -1 : 1;
    int file = clamp_int(square_file(app->board.cursor) + turn * right, 0, BOARD_FILES - 1);
    int rank = clamp_int(square_rank(app->board.cursor) - turn * down, 1, BOARD_RANKS);
    app->board.cursor = square_at(file, rank);
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
    if (!move_entry_allowed(app))
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

static void explain_illegal_target(App *app, const Position *position) {
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
        explain_illegal_target(app, position);
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

/* ---- browsing: showing earlier positions of the game ---- */

/* Returns whether the engine is free for analysis: moves and advice come first. */
static bool engine_is_free(const App *app) {
    ThinkingPurpose purpose = session_thinking_purpose(app->session);
    if (purpose == THINKING_MOVE || purpose == THINKING_ADVICE)
        return false;
    return outcome_is_over(session_outcome(app->session)) || session_awaits_human(app->session) ||
           session_is_paused(app->session);
}

void browse_update_analysis(App *app) {
    if (!app->analysing || app->session == NULL)
        return;
    /* Without a new analysis, the old one must not run on for another position. */
    if (!engine_is_free(app) ||
        !session_start_analysis(app->session, app_ply(app), app->settings.lines, NULL))
        session_stop_analysis(app->session);
}

void browse_to(App *app, size_t ply) {
    const Record *record = app_record(app);
    if (record == NULL || ply > record->count)
        return;
    app->board.browsing = ply != record->current;
    app->board.ply = ply;
    browse_update_analysis(app);
    app_invalidate(app);
}

void browse_step(App *app, int direction) {
    const Record *record = app_record(app);
    size_t ply = app_ply(app);
    if (direction < 0 && ply == 0)
        app_note(app, "This is the start of the game.");
    else if (direction > 0 && (record == NULL || ply >= record->count))
        app_note(app, "This is the last position of the game.");
    else
        browse_to(app, direction < 0 ? ply - 1 : ply + 1);
}

void browse_start(App *app) {
    browse_to(app, 0);
}

void browse_end(App *app) {
    const Record *record = app_record(app);
    if (record != NULL)
        browse_to(app, record->current);
}

/* ---- the mouse on the board ---- */

void pointer_release(App *app) {
    app->board.pointer.pressed = SQUARE_NONE;
    app->board.pointer.dragging = false;
}

static void press_square(App *app, Square square) {
    app->board.cursor = square;
    app->board.pointer.pressed = square;
    /* A second click deselects, but it may also begin a drag. */
    app->board.pointer.click_pending = square == app->board.selected;
    if (!app->board.pointer.click_pending)
        action_run(app, ACTION_SELECT);
}

/* Lets a feature handle a click or the wheel. */
static bool is_taken(App *app, const Hit *hit, int wheel) {
    FOR_FEATURES_WITH(on_mouse, feature)
        if (feature->on_mouse(app, hit, wheel))
            return true;
    return false;
}

static void press(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    pointer_release(app);
    if (is_taken(app, &hit, 0))
        return;
    if (hit.type == HIT_SQUARE)
        press_square(app, hit.square);
    else if (hit.type == HIT_PLY)
        browse_to(app, hit.ply);
    else if (hit.type == HIT_ACTION)
        action_run(app, (Action)hit.action);
}

/* Returns whether the piece that was pressed is the selected one. */
static bool holds_piece(const App *app) {
    return app->board.pointer.pressed != SQUARE_NONE &&
           app->board.pointer.pressed == app->board.selected;
}

static void drag(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    if (!holds_piece(app) || app->board.selection == SELECTION_LOOK ||
        (!app->board.pointer.dragging && hit.square == app->board.pointer.pressed))
        return;
    animation_stop(app);
    app->message[0] = '\0';
    app->board.pointer.dragging = true;
    app->board.pointer.y = mouse.y;
    app->board.pointer.x = mouse.x;
    if (hit.type == HIT_SQUARE)
        app->board.cursor = hit.square;
}

/* Moves the dragged piece to a target. Anywhere else it returns and stays selected. */
static void drop(App *app, Square square) {
    Bitboard targets = app->board.selected_steps.targets | app->board.selected_steps.captures;
    if (square == app->board.selected || square == SQUARE_NONE) {
        app->board.cursor = app->board.selected;
    } else if (bitboard_has(targets, square)) {
        app->board.cursor = square;
        animation_skip_slide(app);
        action_run(app, ACTION_SELECT);
    } else {
        app->board.cursor = square;
        explain_illegal_target(app, app_position(app));
        app->board.cursor = app->board.selected;
    }
}

static void release(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    bool held = holds_piece(app), dragged = app->board.pointer.dragging;
    pointer_release(app);
    if (held && dragged) {
        app->message[0] = '\0';
        drop(app, hit.type == HIT_SQUARE ? hit.square : SQUARE_NONE);
    } else if (held && app->board.pointer.click_pending) {
        app->message[0] = '\0';
        action_run(app, ACTION_SELECT);
    }
}

/* Browses the game, unless a feature has a list under the mouse. */
static void turn_wheel(App *app, MouseEvent mouse, int by) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    if (!is_taken(app, &hit, by) && !app_is_suspended(app))
        browse_step(app, by);
}

void pointer_handle(App *app, MouseEvent mouse) {
    switch (mouse.kind) {
    case MOUSE_CLICK:
        press(app, mouse);
        break;
    case MOUSE_DRAG:
        drag(app, mouse);
        break;
    case MOUSE_RELEASE:
        release(app, mouse);
        break;
    case MOUSE_RIGHT_CLICK:
        break; /* only the position editor has a use for it */
    case MOUSE_WHEEL_UP:
    case MOUSE_WHEEL_DOWN:
        turn_wheel(app, mouse, mouse.kind == MOUSE_WHEEL_UP ? -1 : 1);
        break;
    }
}

void pointer_fill_view(App *app, View *view) {
    if (!app->board.pointer.dragging || !holds_piece(app) || !animation_can_show(app))
        return;
    Square from = app->board.selected;
    view->sprite = &app->board.pointer.sprite;
    app->board.pointer.sprite = painter_sprite(
        &app->screen, position_piece_at(view->position, from),
        position_color_at(view->position, from), app->board.pointer.y, app->board.pointer.x);
    app->board.pointer.board = *view->position;
    animation_lift(&app->board.pointer.board, square_bit(from));
    view->game = app_position(app);
    view->position = &app->board.pointer.board;
}

/* ---- premoves ---- */

/* Returns whether a step of that side can be chosen in advance now. */
static bool premove_is_possible(const App *app, Color color) {
    return app->session != NULL && !app_is_suspended(app) && !app->board.browsing &&
           !outcome_is_over(session_outcome(app->session)) && app_is_human(app, color) &&
           !app_is_human(app, color_other(color)) &&
           position_side(session_position(app->session)) != color;
}

bool premove_is_set(const App *app) {
    return app->board.premove.session != NULL && app->board.premove.session == app->session;
}

/* Chooses the step from app->board.selected to the cursor. */
static void premove_set(App *app) {
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
                    "%s: ", keymap_expand(&app->keymap, "{select}", key, sizeof key));
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
                    keymap_expand(&app->keymap, "{escape}", key, sizeof key));
    }
}

/* ---- marks of the squares that a side attacks; see movegen_attacks() ---- */

/* Returns the side of the player to whom attacks are described. */
static Color player_side(const App *app) {
    Color you;
    return wording_you(app, &you) ? you : position_side(app_position(app));
}

void attacks_cycle(App *app) {
    char key[KEY_NAME_SIZE];
    Color player = player_side(app), other = color_other(player);
    keymap_key_name(&app->keymap, ACTION_ATTACKS, key);
    app->board.attacks = (AttackMarks)((app->board.attacks + 1) % ATTACKS_COUNT);
    switch (app->board.attacks) {
    case ATTACKS_OPPONENT:
        app_note(app, "Marked: where %s could capture next. %s: where %s could.",
                 wording_who(app, other), key, wording_who(app, player));
        break;
    case ATTACKS_PLAYER:
        app_note(app, "Marked: where %s could capture next. %s: where either side could.",
                 wording_who(app, player), key);
        break;
    case ATTACKS_BOTH:
        app_note(app, "Marked: where either side could capture next. %s: no marks.", key);
        break;
    default:
        app_note(app, "Attacked squares are no longer marked.");
        break;
    }
}

void attacks_fill_view(const App *app, View *view) {
    const Position *position = app_position(app);
    if (app->board.attacks == ATTACKS_NONE)
        return;
    Color player = player_side(app);
    if (app->board.attacks != ATTACKS_OPPONENT)
        view->attacked = movegen_attacks(position, player);
    if (app->board.attacks != ATTACKS_PLAYER)
        view->threatened = movegen_attacks(position, color_other(player));
}
