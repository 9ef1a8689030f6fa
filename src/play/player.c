#include <config.h>

#include "play/player.h"

#include <stdio.h>
#include <string.h>

#include "base/lookalike.h"
#include "base/text.h"
#include "config/settings.h"
#include "rules/player_names.h"

/* ---- a computer ---- */

static void write_seconds(int64_t ms, PlayerNameForm form, char text[PLAYER_NAME_SIZE]) {
    char number[24];
    if (ms % 1000 == 0)
        snprintf(number, sizeof number, "%lld", (long long)(ms / 1000));
    else
        snprintf(number, sizeof number, "%.3g", (double)ms / 1000);
    if (form == PLAYER_NAME_SHORT)
        snprintf(text, PLAYER_NAME_SIZE, COMPUTER_NAME " %s s", number);
    else
        snprintf(text, PLAYER_NAME_SIZE, COMPUTER_NAME ", %s second%s", number,
                 ms == 1000 ? "" : "s");
}

/* A limit of its own says more about a computer of full strength than its level does. */
static void write_strength(const SessionSetup *setup, int level, PlayerNameForm form,
                           char text[PLAYER_NAME_SIZE]) {
    bool is_short = form == PLAYER_NAME_SHORT;
    bool full_strength = level == LEVEL_MAX;
    if (full_strength && setup->limits.depth > 0)
        snprintf(text, PLAYER_NAME_SIZE,
                 is_short ? COMPUTER_NAME " %d deep" : COMPUTER_NAME ", looks %d ahead",
                 setup->limits.depth);
    else if (full_strength && setup->clock.base_ms == 0 && setup->limits.movetime_ms > 0 &&
             setup->limits.movetime_ms != MOVETIME_DEFAULT_MS)
        write_seconds(setup->limits.movetime_ms, form, text);
    else
        snprintf(text, PLAYER_NAME_SIZE,
                 is_short ? COMPUTER_NAME " %d" : COMPUTER_NAME ", level %d", level);
}

static void write_computer(const SessionSetup *setup, Color color, PlayerNameForm form,
                           char text[PLAYER_NAME_SIZE]) {
    AdvisorKind advisor = setup->player[color].advisor;
    if (advisor == ADVISOR_NEGAMAX)
        write_strength(setup, setup->player[color].level, form, text);
    else if (form == PLAYER_NAME_SHORT)
        snprintf(text, PLAYER_NAME_SIZE, COMPUTER_NAME);
    else
        snprintf(text, PLAYER_NAME_SIZE, COMPUTER_NAME ", %s",
                 advisor == ADVISOR_GREEDY ? "takes what it can" : "plays anything");
}

/* ---- anybody ---- */

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
        snprintf(text, PLAYER_NAME_SIZE, COMPUTER_NAME);
    else if (find_you(setup->player, &you) && you == color)
        snprintf(text, PLAYER_NAME_SIZE, "You");
}

/* Gets the setup with the kinds of the players as they are, and without labels for names. */
static void get_setup(const Session *session, SessionSetup *setup) {
    session_get_setup(session, setup);
    for (int i = 0; i < COLOR_COUNT; i++) {
        setup->player[i] = *session_player(session, (Color)i);
        if (session_is_of_others(session))
            player_set_name(&setup->player[i],
                            player_names_given(session_record(session), (Color)i));
        if (!setup->player[i].is_named)
            setup->player[i].name[0] = '\0';
    }
}

void player_name_write(const Session *session, Color color, PlayerNameForm form,
                       char text[PLAYER_NAME_SIZE]) {
    SessionSetup setup;
    get_setup(session, &setup);
    player_name_in_setup(&setup, color, form, text);
}

void player_describe_in_setup(const SessionSetup *setup, Color color,
                              char text[PLAYER_DESCRIPTION_SIZE]) {
    const SessionPlayer *player = &setup->player[color];
    char name[PLAYER_NAME_SIZE];
    Color you;
    player_name_in_setup(setup, color, PLAYER_NAME_FULL, name);
    if (player->name[0] == '\0' && player->kind == PLAYER_REMOTE)
        snprintf(name, sizeof name, "online");
    else if (player->name[0] == '\0' && find_you(setup->player, &you) && you == color)
        snprintf(name, sizeof name, "you");
    snprintf(text, PLAYER_DESCRIPTION_SIZE, name[0] != '\0' ? "%s (%s)" : "%s", color_name(color),
             name);
}

void player_describe(const Session *session, Color color, char text[PLAYER_DESCRIPTION_SIZE]) {
    SessionSetup setup;
    get_setup(session, &setup);
    player_describe_in_setup(&setup, color, text);
}

bool player_name_you(const Session *session, Color *color) {
    const SessionPlayer player[COLOR_COUNT] = {*session_player(session, WHITE),
                                               *session_player(session, BLACK)};
    return find_you(player, color) && !session_is_of_others(session);
}

/* ---- labels ---- */

/* Labels of the kinds; an advisor follows the first two after "/". */
static const char *const labels[] = {[PLAYER_HUMAN] = "hi",
                                     [PLAYER_COMPUTER] = "ai",
                                     [PLAYER_DEFENDER] = "defender",
                                     [PLAYER_REMOTE] = "net"};

void player_set_name(SessionPlayer *player, const char *name) {
    player->is_named = name[0] != '\0';
    if (player->is_named) {
        text_sanitize_into(name, strlen(name), player->name, sizeof player->name);
        lookalike_clean(player->name);
    } else {
        player_kind_label(player, player->name);
    }
}

void player_kind_label(const SessionPlayer *player, char text[PLAYER_NAME_SIZE]) {
    bool has_advisor = player->kind <= PLAYER_COMPUTER;
    snprintf(text, PLAYER_NAME_SIZE, "%s%s%s", labels[player->kind], has_advisor ? "/" : "",
             has_advisor ? advisor_name(player->advisor) : "");
}

bool player_parse_kind_label(const char *text, SessionPlayer *player) {
    for (PlayerKind kind = PLAYER_HUMAN; kind <= PLAYER_COMPUTER; kind++) {
        size_t length = strlen(labels[kind]);
        AdvisorKind advisor;
        if (strncmp(text, labels[kind], length) != 0 || text[length] != '/' ||
            !advisor_find(text + length + 1, &advisor))
            continue;
        player->kind = kind;
        player->advisor = advisor;
        return true;
    }
    return false;
}

void player_name_for_record(const SessionSetup *setup, Color color, char text[PLAYER_NAME_SIZE]) {
    const SessionPlayer *player = &setup->player[color];
    text[0] = '\0';
    if (player->is_named)
        snprintf(text, PLAYER_NAME_SIZE, "%s", player->name);
    else if (player->kind == PLAYER_COMPUTER)
        write_computer(setup, color, PLAYER_NAME_FULL, text);
}
