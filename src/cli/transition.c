#include <config.h>

#include "cli/transition.h"

#include "rules/movegen.h"

/* Removes quiet moves that repetition forbids. A capture cannot repeat a position. */
static Bitboard remove_forbidden(const Session *session, Square from, Bitboard targets) {
    const Record *record = session_record(session);
    const Position *position = session_position(session);
    Bitboard allowed = targets;
    if (position_in_capture(position))
        return allowed;
    while (targets != 0) {
        Square to = bitboard_pop(&targets);
        if (record_repetition_forbids(record,
                                      move_plain(position_piece_at(position, from), from, to)))
            allowed &= ~square_bit(to);
    }
    return allowed;
}

Bitboard transition_targets(const Session *session, Square from) {
    Bitboard targets, captures;
    if (record_is_over(session_record(session)))
        return 0;
    movegen_steps(session_position(session), from, &targets, &captures);
    return captures | remove_forbidden(session, from, targets & ~captures);
}

void transition_list_steps(const Session *session, BoardStepList *list) {
    list->count = 0;
    if (record_is_over(session_record(session)))
        return;
    for (Bitboard origins = movegen_origins(session_position(session)); origins != 0;) {
        Square from = bitboard_pop(&origins);
        for (Bitboard targets = transition_targets(session, from); targets != 0;)
            list->step[list->count++] = (BoardStep){from, bitboard_pop(&targets)};
    }
}

/* Makes the first jumps of a move. Returns the rest of the move. */
static Move make_jumps(Position *position, Move move, int jumps) {
    Square from = position_make_jumps(position, move, jumps);
    if (jumps == move_jumps(move))
        return move_plain(MONKEY, from, from);
    Move rest = move_capture_start(from);
    for (int i = jumps; i < move_jumps(move); i++)
        rest = move_with_jump(rest, move_jump_direction(move, i));
    return rest;
}

/* Returns whether the monkey could make another jump after the move. */
static bool can_jump_on(const Position *before, Move move) {
    Position after = *before;
    if (move_jumps(move) == 0 || (move_jumped(move) & before->by_type[LION]) != 0)
        return false;
    position_make_jumps(&after, move, move_jumps(move));
    return position_can_jump_on(&after);
}

Transition transition_make(Position *before, Move move, int skipped_jumps, bool open) {
    Transition transition = {.before = before, .move = move, .open = open};
    if (skipped_jumps > 0)
        transition.move = make_jumps(before, move, skipped_jumps);
    transition.stopped_early = !open && can_jump_on(before, transition.move);
    if (!open)
        transition.drowned = position_drowned(before, transition.move);
    return transition;
}

const char *transition_drowned_name(const Transition *transition, Square square) {
    const Position *before = transition->before;
    bool moved = square == move_to(transition->move);
    PieceType type = moved ? move_piece(transition->move) : position_piece_at(before, square);
    return piece_type_name(type, before->variant->pawns);
}

int transition_steps(const Transition *transition, BoardStep steps[TRANSITION_STEPS_MAX]) {
    Square landings[MOVE_JUMPS_MAX];
    Square from = move_from(transition->move);
    int count = move_landings(transition->move, landings);
    for (int i = 0; i < count; i++) {
        steps[i] = (BoardStep){from, landings[i]};
        from = landings[i];
    }
    if (transition->stopped_early)
        steps[count++] = (BoardStep){from, from};
    return count;
}
