#include <config.h>

#include "play/player.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "play/online/network_state.h"
#include "play/session_turn.h"

/* Behavior of a kind of player. A NULL on_draw_offer means that the person answers through
 * session.h, or the server does. */
typedef struct PlayerBehavior {
    const char *label; /* followed by "/" and the advisor if has_advisor */
    bool has_advisor;
    bool is_local;
    void (*request_move)(Session *session, Color color);
    void (*on_draw_offer)(Session *session, Color color);
} PlayerBehavior;

/* The move comes from session.h or from the server; a computer here may ponder meanwhile. */
static void ponder(Session *session, Color color) {
    (void)color;
    session_thinking_start_ponder(session);
}

/* Waits for the solved endings: when they are open, the round asks again. */
static void computer_request_move(Session *session, Color color) {
    (void)color;
    if (session->endings.opening)
        return;
    if (!session->computer_failed && session->thinking.purpose != THINKING_MOVE)
        session_thinking_start_move(session);
}

/* Returns the score of the last search, or else the static evaluation, from the side's view. */
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

static void computer_on_draw_offer(Session *session, Color color) {
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
    session->notice_is_draw_declined = true;
}

static void defender_request_move(Session *session, Color color) {
    (void)color;
    session->task->ops->defend(session);
}

static void defender_on_draw_offer(Session *session, Color color) {
    (void)color;
    session->draw_offered = false;
    session_post_notice(session, session->task->ops->draw_refusal);
}

static const PlayerBehavior behaviors[] = {
    [PLAYER_HUMAN] = {"hi", true, true, ponder, NULL},
    [PLAYER_COMPUTER] = {"ai", true, false, computer_request_move, computer_on_draw_offer},
    [PLAYER_DEFENDER] = {"defender", false, false, defender_request_move, defender_on_draw_offer},
    [PLAYER_REMOTE] = {"net", false, false, ponder, NULL},
};

static const PlayerBehavior *behavior_of(const Session *session, Color color) {
    return &behaviors[session->setup.player[color].kind];
}

bool player_is_local(const Session *session, Color color) {
    return behavior_of(session, color)->is_local;
}

void player_request_move(Session *session, Color color) {
    behavior_of(session, color)->request_move(session, color);
}

void player_on_draw_offer(Session *session, Color color) {
    const PlayerBehavior *behavior = behavior_of(session, color);
    if (behavior->on_draw_offer)
        behavior->on_draw_offer(session, color);
}

void player_set_name(SessionPlayer *player, const char *name) {
    player->is_named = name[0] != '\0';
    if (player->is_named)
        text_sanitize_into(name, strlen(name), player->name, sizeof player->name);
    else
        player_kind_label(player, player->name);
}

void player_kind_label(const SessionPlayer *player, char text[PLAYER_NAME_SIZE]) {
    const PlayerBehavior *behavior = &behaviors[player->kind];
    snprintf(text, PLAYER_NAME_SIZE, "%s%s%s", behavior->label, behavior->has_advisor ? "/" : "",
             behavior->has_advisor ? advisor_name(player->advisor) : "");
}

bool player_parse_kind_label(const char *text, SessionPlayer *player) {
    for (PlayerKind kind = PLAYER_HUMAN; kind <= PLAYER_COMPUTER; kind++) {
        size_t length = strlen(behaviors[kind].label);
        AdvisorKind advisor;
        if (strncmp(text, behaviors[kind].label, length) != 0 || text[length] != '/' ||
            !advisor_find(text + length + 1, &advisor))
            continue;
        player->kind = kind;
        player->advisor = advisor;
        return true;
    }
    return false;
}
