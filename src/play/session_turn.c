#include <config.h>

#include "play/session_turn.h"

#include "play/network_events.h"
#include "play/network_state.h"
#include "play/player.h"
#include "rules/notation.h"

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

/* Goes to another ply. The clocks show again what they showed there. */
static void go_to_ply(Session *session, size_t ply) {
    record_go_to(session->record, ply);
    session->draw_offered = false;
    session->single_step = false;
    session_restore_clocks(session);
    session_new_turn(session);
}

/* Whether there is both a person and a computer to play. */
static bool is_human_against_computer(const Session *session) {
    return player_is_local(session, WHITE) != player_is_local(session, BLACK);
}

/* Whether going back or forward may end at that ply: against a computer, at one's own turn. */
static bool is_undo_stop(const Session *session, size_t ply) {
    const Position *position = record_position_at(session->record, ply);
    return !is_human_against_computer(session) || player_is_local(session, position_side(position));
}

/* Two computers would play on at once from where they were put. */
static void go_to_ply_and_pause(Session *session, size_t ply) {
    go_to_ply(session, ply);
    if (session_can_pause(session))
        session->paused = true;
    session_state_changed(session);
}

/* A resignation, an agreement or a fallen flag is taken back by itself: the turn is there once
 * more. */
static bool undo_declaration(Session *session) {
    Record *record = session->record;
    if (record->declared.reason == REASON_NONE || record->current < record->count)
        return false;
    record_truncate(record);
    go_to_ply_and_pause(session, record->current);
    return true;
}

/* What was played in the network has been told to others. */
static bool check_not_network(const Session *session, Error *error) {
    return !session->network ||
           error_set(error, ERROR_STATE, "a network game is neither taken back nor played again");
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
            return error_set(error, ERROR_STATE, "there is no turn of yours to go back to");
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
        return error_set(error, ERROR_RANGE, "the game has no move %zu, expected 0 to %zu", ply,
                         session->record->count);
    go_to_ply(session, ply);
    return true;
}

bool session_declare(Session *session, Outcome outcome, Error *error) {
    if (!session_is_in_progress(session, error) || !record_declare(session->record, outcome, error))
        return false;
    session->draw_offered = false;
    capture_clear(&session->capture); /* the turn is never finished */
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
        return error_set(error, ERROR_STATE, "%s has offered a draw already", color_name(color));
    if (session->network &&
        !network_draw(session, session->draw_offered ? DRAW_ACCEPT : DRAW_OFFER, error))
        return false;
    if (session->draw_offered)
        return session->network ||
               session_declare(session, (Outcome){RESULT_DRAW, REASON_AGREED}, error);
    session->draw_offered = true;
    session->offerer = color;
    session_notify(session, SESSION_STATE);
    player_draw_offered(session, color_other(color));
    return true;
}

bool session_decline_draw(Session *session, Color color, Error *error) {
    if (!check_is_local(session, color, error))
        return false;
    if (!session->draw_offered || session->offerer == color)
        return error_set(error, ERROR_STATE, "no draw is offered to %s", color_name(color));
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
