#include <config.h>

#include "cli/steps.h"

#include "rules/movegen.h"

/* A capture never repeats a position, nor does anything in the middle of one. */
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
