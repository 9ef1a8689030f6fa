#include <config.h>

#include "play/network_state.h"

#include <stdio.h>

/* What a kind of player does. Another kind is another row. */
typedef struct PlayerBehaviour {
    bool is_local;
    void (*move)(Session *session, Color color);
    void (*draw_offered)(Session *session, Color color);
} PlayerBehaviour;

/* A person sees the board, and answers through the functions of session.h. */
static void human_move(Session *session, Color color) {
    (void)color;
    session_thinking_start_ponder(session);
}

static void human_draw_offered(Session *session, Color color) {
    (void)session;
    (void)color;
}

static void computer_move(Session *session, Color color) {
    (void)color;
    if (!session->computer_failed && session->thinking.purpose != THINKING_MOVE)
        session_thinking_start_move(session);
}

/* By what it found when it last searched, else by the look of the board. */
static Score computer_score(const Session *session, Color color) {
    const Record *record = session->record;
    const Position *position = record_position(record);
    Score white;
    if (session_score_at(session, record->current, &white) ||
        (record->current > 0 && session_score_at(session, record->current - 1, &white)))
        return color == WHITE ? white : -white;
    Score score = engine_evaluate(position);
    return position_side(position) == color ? score : -score;
}

static void computer_draw_offered(Session *session, Color color) {
    bool accepts =
        session->record->current >= SESSION_DRAW_PLIES && computer_score(session, color) <= 0;
    if (session->network) {
        network_draw(session, accepts ? DRAW_ACCEPT : DRAW_DECLINE, NULL);
        session->draw_offered = accepts;
        return;
    }
    if (accepts) {
        session_declare(session, (Outcome){RESULT_DRAW, REASON_AGREED}, NULL);
        return;
    }
    char sentence[PLAYER_NAME_SIZE + 64];
    session->draw_offered = false;
    snprintf(sentence, sizeof sentence, "%s, %s, plays on.", color_name(color),
             session->setup.player[color].name);
    session_post_notice(session, sentence);
}

static void defender_move(Session *session, Color color) {
    (void)color;
    puzzle_session_defend(session);
}

static void defender_draw_offered(Session *session, Color color) {
    (void)color;
    session->draw_offered = false;
    session_post_notice(session, "A puzzle is to be won: there are no draws in it.");
}

/* The move comes from the server; a computer here may think about it meanwhile. */
static void remote_move(Session *session, Color color) {
    (void)color;
    session_thinking_start_ponder(session);
}

/* The server tells the offer. */
static void remote_draw_offered(Session *session, Color color) {
    (void)session;
    (void)color;
}

static const PlayerBehaviour behaviours[] = {
    [PLAYER_HUMAN] = {true, human_move, human_draw_offered},
    [PLAYER_COMPUTER] = {false, computer_move, computer_draw_offered},
    [PLAYER_DEFENDER] = {false, defender_move, defender_draw_offered},
    [PLAYER_REMOTE] = {false, remote_move, remote_draw_offered},
};

static const PlayerBehaviour *behaviour_of(const Session *session, Color color) {
    return &behaviours[session->setup.player[color].kind];
}

bool player_is_local(const Session *session, Color color) {
    return behaviour_of(session, color)->is_local;
}

void player_request_move(Session *session, Color color) {
    behaviour_of(session, color)->move(session, color);
}

void player_draw_offered(Session *session, Color color) {
    behaviour_of(session, color)->draw_offered(session, color);
}
