#include <config.h>

#include "play/session_turn.h"

#include <string.h>

#include "base/monotonic.h"
#include "play/online/network_events.h"
#include "play/online/network_state.h"
#include "play/player.h"
#include "rules/coordinate.h"
#include "rules/notation.h"

/* Returns whether a person may move now. Ends the game if the flag fell since the clock's last
 * tick. */
static bool check_human_turn(Session *session, Error *error) {
    if (!session_is_in_progress(session, error) ||
        (session->network && !network_check_can_play(session, error)))
        return false;
    Color side = position_side(record_position(session->record));
    if (!player_is_local(session, side))
        return error_set(error, ERROR_STATE, "it is the turn of %s (%s)", color_name(side),
                         session->setup.player[side].name);
    if (!session_flag_fell(session, monotonic_ms()))
        return true;
    session_lose_on_time(session);
    return session_is_in_progress(session, error);
}

bool session_turn_make(Session *session, Move move, int64_t at_ms, Error *error) {
    Record *record = session->record;
    size_t ply = record->current;
    Color mover = position_side(record_position(record));
    Clock after = session->clock;
    clock_end_turn(&after, at_ms);
    int64_t used = clock_used(&after, at_ms);
    int64_t shown = clock_is_set(&after) ? after.left_ms[mover] : -1;
    if (!record_play_legal(record, move, used, shown, error))
        return false;
    session->clock = after;
    session->single_step = false;
    session->setup.notes_path[0] = '\0'; /* it is another game now */
    if (session->draw_offered && session->offerer != mover)
        session->draw_offered = false;
    session_thinking_truncate(session, ply);
    session_new_turn(session);
    session_delay_next_move(session, used);
    return true;
}

/* Makes a legal turn and sends it to the server of a network game. */
static bool make_and_send(Session *session, Move move, int64_t at_ms, Error *error) {
    if (!session_turn_make(session, move, at_ms, error))
        return false;
    if (session->network)
        network_send_move(session);
    return true;
}

bool session_turn_play(Session *session, Move move, int64_t at_ms, Error *error) {
    return record_is_legal(session->record, move, error) &&
           make_and_send(session, move, at_ms, error);
}

/* Makes a turn of a person that is legal on the board; only repetition may still forbid it. In an
 * open capture, `move` is the rest of the turn. */
static bool submit(Session *session, Move move, Error *error) {
    if (capture_is_open(&session->capture))
        move = capture_move_with(&session->capture, move);
    return record_check_repetition(session->record, move, error) &&
           make_and_send(session, move, monotonic_ms(), error);
}

bool session_submit(Session *session, Move move, Error *error) {
    if (!check_human_turn(session, error))
        return false;
    if (!capture_is_open(&session->capture))
        return session_turn_play(session, move, monotonic_ms(), error);
    if (!move_is_legal(&session->capture.position, move))
        return error_set(error, ERROR_ILLEGAL, "the monkey cannot jump on like that");
    return submit(session, move, error);
}

/* Makes a whole turn, or the rest of an open capture, from its text. */
static bool submit_notation(Session *session, const char *text, Error *error) {
    const Position *position = session_position(session);
    Error unread = {0};
    Move move;
    bool whole = !capture_is_open(&session->capture) && session_is_in_progress(session, NULL);
    bool read = whole ? record_parse_move(session->record, text, &move, NULL, &unread)
                      : notation_parse(position, text, &move, NULL, &unread);
    /* A text that is no move at all is not an attempt to move out of turn. */
    if (unread.code != ERROR_SYNTAX && !check_human_turn(session, error))
        return false;
    return read ? submit(session, move, error) : error_set(error, unread.code, "%s", unread.text);
}

static bool find_path(const Session *session, const Square *squares, int count, Move *move,
                      Error *error) {
    return coordinate_find_move(session_position(session), squares[0], squares + 1,
                                (size_t)count - 1, move) ||
           error_set(error, ERROR_ILLEGAL, "no piece can move like that");
}

bool session_submit_path(Session *session, const Square *squares, int count, Error *error) {
    Move move;
    if (count == 2)
        return session_step(session, squares[0], squares[1], error);
    if (squares[count - 1] == squares[count - 2])
        count--;
    return find_path(session, squares, count, &move, error) && check_human_turn(session, error) &&
           submit(session, move, error);
}

bool session_submit_steps(Session *session, const Square *squares, int count, Error *error) {
    Move move;
    if (count == 2 || squares[count - 1] == squares[count - 2])
        return session_submit_path(session, squares, count, error);
    if (!check_human_turn(session, error) || !find_path(session, squares, count, &move, error))
        return false;
    for (int i = 0; i + 1 < count; i++)
        if (!session_step(session, squares[i], squares[i + 1], error))
            return false;
    return true;
}

bool session_submit_text(Session *session, const char *text, Error *error) {
    Square squares[STEP_SQUARES_MAX];
    size_t length;
    int count = coordinate_read_steps(text, strlen(text), squares, &length);
    if (count > 0 && text[length] == '\0')
        return session_submit_steps(session, squares, count, error);
    return submit_notation(session, text, error);
}

/* ---- step by step ------------------------------------------------------------------------- */

/* Sets an error that says why no step leads from one square to the other. */
static bool explain_illegal_step(const Position *position, Square from, Square to, Error *error) {
    char a[SQUARE_TEXT_SIZE], b[SQUARE_TEXT_SIZE];
    square_write(from, a);
    square_write(to, b);
    PieceType type = position_piece_at(position, from);
    if (type == PIECE_NONE)
        return error_set(error, ERROR_ILLEGAL, "there is no piece on %s", a);
    Color color = position_color_at(position, from);
    if (color != position_side(position))
        return error_set(error, ERROR_ILLEGAL, "the piece on %s belongs to %s", a,
                         color_name(color));
    if (position_in_capture(position) && from != (Square)position->jump_at)
        return error_set(error, ERROR_ILLEGAL,
                         "the monkey on %s is capturing: it must jump on or stop",
                         square_write((Square)position->jump_at, a));
    return error_set(error, ERROR_ILLEGAL, "the %s cannot go from %s to %s",
                     piece_type_name(type, position->variant->pawns), a, b);
}

/* Makes a legal jump. The turn stays open if another jump is possible, but a jump over the lion
 * ends the game. */
static bool step_jump(Session *session, Square from, Square to, Error *error) {
    int direction = move_jump_between(from, to);
    Square jumped = capture_jumped_square(from, direction);
    if (position_piece_at(session_position(session), jumped) != LION) {
        PartialCapture after = session->capture;
        capture_jump(&after, record_position(session->record), from, to);
        if (position_can_jump_on(&after.position)) {
            session->capture = after;
            session_position_changed(session);
            return true;
        }
    }
    return submit(session, move_with_jump(move_capture_start(from), direction), error);
}

bool session_step(Session *session, Square from, Square to, Error *error) {
    Bitboard targets, captures;
    if (!check_human_turn(session, error))
        return false;
    const Position *position = session_position(session);
    movegen_steps(position, from, &targets, &captures);
    if (!bitboard_has(targets, to))
        return explain_illegal_step(position, from, to, error);
    PieceType type = position_piece_at(position, from);
    if (type == MONKEY && bitboard_has(captures, to))
        return step_jump(session, from, to, error);
    return submit(session, move_plain(type, from, to), error);
}

bool session_undo_jump(Session *session, Error *error) {
    if (!capture_undo(&session->capture, record_position(session->record)))
        return error_set(error, ERROR_STATE, "there is no jump to take back");
    session_position_changed(session);
    return true;
}

/* ---- undo and redo ------------------------------------------------------------------------ */

static void go_to_ply(Session *session, size_t ply) {
    record_go_to(session->record, ply);
    session->draw_offered = false;
    session->single_step = false;
    session_restore_clocks(session);
    session_new_turn(session);
}

/* Returns whether undo and redo may stop at a ply: against a computer, only at the human's turn. */
static bool is_undo_stop(const Session *session, size_t ply) {
    Color side = position_side(record_position_at(session->record, ply));
    return player_is_local(session, side) || !player_is_local(session, color_other(side));
}

/* Two computers would play on at once. */
static void go_to_ply_and_pause(Session *session, size_t ply) {
    go_to_ply(session, ply);
    if (session_can_pause(session))
        session->paused = true;
    session_state_changed(session);
}

/* Takes back a resignation, an agreed draw or a fallen flag. Returns false if the game did not end
 * like that. */
static bool undo_declaration(Session *session) {
    Record *record = session->record;
    if (record->declared.reason == REASON_NONE || record->current < record->count)
        return false;
    record_truncate(record);
    go_to_ply_and_pause(session, record->current);
    return true;
}

static bool check_not_network(const Session *session, Error *error) {
    return !session->network ||
           error_set(error, ERROR_STATE, "moves of a network game cannot be taken back");
}

bool session_undo(Session *session, Error *error) {
    const Record *record = session->record;
    if (session_undo_jump(session, NULL))
        return true;
    if (!check_not_network(session, error))
        return false;
    if (undo_declaration(session))
        return true;
    size_t ply = record->current;
    if (ply == 0)
        return error_set(error, ERROR_STATE, "this is the start of the game");
    do {
        if (ply == 0)
            return error_set(error, ERROR_STATE, "you have not made a move yet");
        ply--;
    } while (!is_undo_stop(session, ply));
    go_to_ply_and_pause(session, ply);
    return true;
}

bool session_redo(Session *session, Error *error) {
    const Record *record = session->record;
    if (capture_redo(&session->capture, record_position(record))) {
        session_position_changed(session);
        return true;
    }
    size_t ply = record->current;
    if (ply == record->count)
        return error_set(error, ERROR_STATE, "there is nothing to redo");
    do
        ply++;
    while (ply < record->count && !is_undo_stop(session, ply));
    go_to_ply_and_pause(session, ply);
    return true;
}

bool session_go_to_ply(Session *session, size_t ply, Error *error) {
    if (!check_not_network(session, error))
        return false;
    if (ply > session->record->count)
        return error_set(error, ERROR_RANGE, "the game has no move %zu; expected 0 to %zu", ply,
                         session->record->count);
    go_to_ply(session, ply);
    return true;
}

/* ---- the end of the game ------------------------------------------------------------------ */

bool session_declare(Session *session, Outcome outcome, Error *error) {
    if (!session_is_in_progress(session, error) || !record_declare(session->record, outcome, error))
        return false;
    session->draw_offered = false;
    session->setup.notes_path[0] = '\0';
    capture_clear(&session->capture);
    session_position_changed(session);
    return true;
}

static Outcome win_against(Color loser, Reason reason) {
    return (Outcome){loser == WHITE ? RESULT_BLACK : RESULT_WHITE, reason};
}

bool session_flag_fell(const Session *session, int64_t at_ms) {
    return !session->network && clock_flag_fell(&session->clock, at_ms);
}

void session_lose_on_time(Session *session) {
    session_declare(session, win_against(session->clock.side, REASON_TIME), NULL);
}

static bool check_is_local(const Session *session, Color color, Error *error) {
    if (!session_is_in_progress(session, error))
        return false;
    return player_is_local(session, color) ||
           error_set(error, ERROR_STATE, "%s is played by %s; you cannot decide for that side",
                     color_name(color), session->setup.player[color].name);
}

bool session_resign(Session *session, Color color, Error *error) {
    if (!check_is_local(session, color, error))
        return false;
    if (session->network)
        return network_resign(session, error);
    return session_declare(session, win_against(color, REASON_RESIGNED), error);
}

bool session_draw(Session *session, Color color, Error *error) {
    if (!check_is_local(session, color, error))
        return false;
    if (session->draw_offered && session->offerer == color)
        return error_set(error, ERROR_STATE, "%s has already offered a draw", color_name(color));
    if (session->network &&
        !network_draw(session, session->draw_offered ? DRAW_ACCEPT : DRAW_OFFER, error))
        return false;
    if (session->draw_offered)
        return session->network ||
               session_declare(session, (Outcome){RESULT_DRAW, REASON_AGREED}, error);
    session->draw_offered = true;
    session->offerer = color;
    session_notify(session, SESSION_STATE);
    player_on_draw_offer(session, color_other(color));
    return true;
}

bool session_decline_draw(Session *session, Color color, Error *error) {
    if (!check_is_local(session, color, error))
        return false;
    if (!session->draw_offered || session->offerer == color)
        return error_set(error, ERROR_STATE, "no draw has been offered to %s", color_name(color));
    if (session->network && !network_draw(session, DRAW_DECLINE, error))
        return false;
    session->draw_offered = false;
    session_notify(session, SESSION_STATE);
    return true;
}

bool session_draw_offered(const Session *session, Color *by) {
    *by = session->offerer;
    return session->draw_offered;
}
