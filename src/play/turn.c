#include <config.h>

#include "rules/notation.h"

#include "play/network_parts.h"

/* Whether a person may move now. A flag that has fallen is seen here before the clock's next tick.
 */
static bool check_human_turn(Session *session, Error *error) {
    if (!session_is_in_progress(session, error) ||
        (session->network && !network_check_can_play(session, error)))
        return false;
    Color side = position_side(record_position(session->record));
    if (!player_is_local(session, side))
        return error_set(error, ERROR_STATE, "it is the turn of %s, %s", color_name(side),
                         session->setup.player[side].name);
    if (!session_flag_fell(session, searcher_now_ms()))
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
    if (!record_play(record, move, used, shown, error))
        return false;
    session->clock = after;
    session->single_step = false;
    if (session->draw_offered && session->offerer != mover)
        session->draw_offered = false;
    session_thinking_cut(session, ply);
    session_new_turn(session);
    session_delay_next_move(session, used);
    return true;
}

bool session_turn_play(Session *session, Move move, int64_t at_ms, Error *error) {
    if (!session_turn_make(session, move, at_ms, error))
        return false;
    if (session->network)
        network_send_move(session);
    return true;
}

bool session_submit(Session *session, Move move, Error *error) {
    if (!check_human_turn(session, error))
        return false;
    if (capture_is_open(&session->capture)) {
        if (!move_is_legal(&session->capture.position, move))
            return error_set(error, ERROR_ILLEGAL, "the monkey cannot go on like that");
        move = capture_move_with(&session->capture, move);
    }
    return session_turn_play(session, move, searcher_now_ms(), error);
}

bool session_submit_text(Session *session, const char *text, Error *error) {
    Move move;
    if (!check_human_turn(session, error))
        return false;
    bool read = capture_is_open(&session->capture)
                    ? notation_parse(&session->capture.position, text, &move, NULL, error)
                    : record_parse_move(session->record, text, &move, NULL, error);
    return read && session_submit(session, move, error);
}

/* ---- step by step ------------------------------------------------------------------------- */

/* Says why no step leads from one square to the other. */
static bool explain_illegal_step(const Position *position, Square from, Square to, Error *error) {
    char a[SQUARE_TEXT_SIZE], b[SQUARE_TEXT_SIZE];
    square_write(from, a);
    square_write(to, b);
    PieceType kind = position_piece_at(position, from);
    if (kind == PIECE_NONE)
        return error_set(error, ERROR_ILLEGAL, "there is no piece on %s", a);
    Color color = position_color_at(position, from);
    if (color != position_side(position))
        return error_set(error, ERROR_ILLEGAL, "the piece on %s is %s's", a, color_name(color));
    if (position_in_capture(position) && from != (Square)position->jump_at)
        return error_set(error, ERROR_ILLEGAL,
                         "the monkey on %s is capturing: it must go on or stop",
                         square_write((Square)position->jump_at, a));
    return error_set(error, ERROR_ILLEGAL, "the %s cannot go from %s to %s",
                     piece_type_name(kind, position->variant->pawns), a, b);
}

/* A jump leaves the turn open as long as there is another, unless it took the lion. */
static bool step_jump(Session *session, Square from, Square to, Error *error) {
    const Position *base = record_position(session->record);
    PartialCapture after = session->capture;
    const Position *position = session_position(session);
    int direction = move_jump_between(from, to);
    if (position_piece_at(position, capture_jumped_square(from, direction)) == LION)
        return session_submit(session, move_with_jump(move_capture_start(from), direction), error);
    capture_jump(&after, base, from, to);
    if (!position_can_jump_on(&after.position))
        return session_turn_play(session, capture_move(&after), searcher_now_ms(), error);
    session->capture = after;
    session_position_changed(session);
    return true;
}

bool session_step(Session *session, Square from, Square to, Error *error) {
    Bitboard targets, captures;
    if (!check_human_turn(session, error))
        return false;
    const Position *position = session_position(session);
    movegen_steps(position, from, &targets, &captures);
    if (!bitboard_has(targets, to))
        return explain_illegal_step(position, from, to, error);
    PieceType kind = position_piece_at(position, from);
    if (kind == MONKEY && bitboard_has(captures, to))
        return step_jump(session, from, to, error);
    return session_submit(session, move_plain(kind, from, to), error);
}

bool session_undo_jump(Session *session, Error *error) {
    if (!capture_undo(&session->capture, record_position(session->record)))
        return error_set(error, ERROR_STATE, "there is no jump to take back");
    session_position_changed(session);
    return true;
}
