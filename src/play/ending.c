#include <config.h>

#include "play/network_parts.h"

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
