#include <config.h>

#include "play/player.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "config/settings.h"
#include "play/online/network.h"
#include "play/session.h"

/* Names of players for people: "You", "Computer, level 3". Files, options and the line interface
 * keep the labels of player.h, such as "ai/negamax". */

/* --- a computer --- */

static void write_seconds(int64_t ms, PlayerNameForm form, char text[PLAYER_NAME_SIZE]) {
    char number[24];
    if (ms % 1000 == 0)
        snprintf(number, sizeof number, "%lld", (long long)(ms / 1000));
    else
        snprintf(number, sizeof number, "%.3g", (double)ms / 1000);
    if (form == PLAYER_NAME_SHORT)
        snprintf(text, PLAYER_NAME_SIZE, "Computer %s s", number);
    else
        snprintf(text, PLAYER_NAME_SIZE, "Computer, %s second%s", number, ms == 1000 ? "" : "s");
}

/* A limit of its own says more about a computer of full strength than its level does. */
static void write_strength(const SessionSetup *setup, int level, PlayerNameForm form,
                           char text[PLAYER_NAME_SIZE]) {
    bool is_short = form == PLAYER_NAME_SHORT;
    bool full_strength = level == LEVEL_MAX;
    if (full_strength && setup->limits.depth > 0)
        snprintf(text, PLAYER_NAME_SIZE, is_short ? "Computer %d deep" : "Computer, looks %d ahead",
                 setup->limits.depth);
    else if (full_strength && setup->clock.base_ms == 0 && setup->limits.movetime_ms > 0 &&
             setup->limits.movetime_ms != MOVETIME_DEFAULT_MS)
        write_seconds(setup->limits.movetime_ms, form, text);
    else
        snprintf(text, PLAYER_NAME_SIZE, is_short ? "Computer %d" : "Computer, level %d", level);
}

static void write_computer(const SessionSetup *setup, Color color, PlayerNameForm form,
                           char text[PLAYER_NAME_SIZE]) {
    AdvisorKind advisor = setup->player[color].advisor;
    if (advisor == ADVISOR_NEGAMAX)
        write_strength(setup, setup->player[color].level, form, text);
    else if (form == PLAYER_NAME_SHORT)
        snprintf(text, PLAYER_NAME_SIZE, "Computer");
    else
        snprintf(text, PLAYER_NAME_SIZE, "Computer, %s",
                 advisor == ADVISOR_GREEDY ? "takes what it can" : "plays anything");
}

/* --- anybody --- */

static bool find_you(const SessionPlayer player[COLOR_COUNT], Color *color) {
    bool white = player[WHITE].kind == PLAYER_HUMAN, black = player[BLACK].kind == PLAYER_HUMAN;
    *color = white ? WHITE : BLACK;
    return white != black;
}

void player_name_in_setup(const SessionSetup *setup, Color color, PlayerNameForm form,
                          char text[PLAYER_NAME_SIZE]) {
    const SessionPlayer *player = &setup->player[color];
    Color you;
    text[0] = '\0';
    if (player->name[0] != '\0')
        snprintf(text, PLAYER_NAME_SIZE, "%s", player->name);
    else if (player->kind == PLAYER_COMPUTER)
        write_computer(setup, color, form, text);
    else if (player->kind == PLAYER_DEFENDER)
        snprintf(text, PLAYER_NAME_SIZE, "Computer");
    else if (find_you(setup->player, &you) && you == color)
        snprintf(text, PLAYER_NAME_SIZE, "You");
}

void player_name_write(const Session *session, Color color, PlayerNameForm form,
                       char text[PLAYER_NAME_SIZE]) {
    SessionSetup setup;
    session_get_setup(session, &setup);
    for (int i = 0; i < COLOR_COUNT; i++) {
        setup.player[i] = *session_player(session, (Color)i);
        if (!setup.player[i].is_named)
            setup.player[i].name[0] = '\0';
    }
    player_name_in_setup(&setup, color, form, text);
}

bool player_name_you(const Session *session, Color *color) {
    const SessionPlayer player[COLOR_COUNT] = {*session_player(session, WHITE),
                                               *session_player(session, BLACK)};
    return find_you(player, color);
}

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
