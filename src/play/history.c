#include <config.h>

#include "play/network_parts.h"

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
