/* Many clients send random and hostile input for a long time, while the store is slow, full or
 * fails. The history of what they saw has to agree with the stored games in the end. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/history.h"
#include "net/identity.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "server/core/core_parts.h"
#include "server/store/game_replay.h"
#include "../support/world.h"

#define INVITE "invite=ZZZZZZZZZZZZZZZZZZZZZZZZZZ" /* the field, of JOIN too */

enum { CLAIM_MS = 60 * 1000 }; /* of games with claim=1 */
enum { GAMES = 24, PLAYERS = 20, ACTORS = 60, TAGS = 256, STEPS = 250000, PLIES = 80 };

/* A game as the test knows it. */
typedef struct Table {
    char id[16];
    Position position; /* as stored */
    size_t count;
    bool over;
    unsigned generation; /* counts the games at this place */
    /* Of a game with claim=1, as the core sees it: */
    uint32_t plies;
    bool claimed;
    int64_t turn_ms;                 /* when the turn began, or the server started */
    int64_t present_ms[COLOR_COUNT]; /* when the player was last there */
} Table;

/* What the fields of NEW of a place are. */
typedef enum TableKind {
    TABLE_PLAIN,
    TABLE_MEGAPAWN,
    TABLE_CLOCK,
    TABLE_CROWDED,
    TABLE_CLAIM,
    TABLE_KEPT,
    TABLE_PER_MOVE,
    TABLE_KINDS
} TableKind;

static TableKind kind_of(size_t table) {
    return (TableKind)(table % TABLE_KINDS);
}

/* A request with a tag. */
typedef struct SentRequest {
    size_t table;
    char id[16];
    uint32_t ply;
    char path[COORDINATE_SIZE];
    char name[SEAT_KEY_LENGTH + 1]; /* of a JOIN */
    size_t watcher;                 /* of a WATCH */
} SentRequest;

/* A client that reconnects. */
typedef struct Actor {
    Peer *peer;
    unsigned tag, answered;
    bool in_reply; /* the last line was one of a reply that goes on */
    SentRequest sent[TAGS];
    char seat[GAMES]; /* 'w' or 'b'; may have been lost */
    bool subscribed[GAMES];
    size_t watcher[GAMES];
    uint32_t next[GAMES]; /* the next ply to be seen */
} Actor;

typedef struct Simulation {
    World *world;
    History *history;
    Table tables[GAMES];
    Actor actors[ACTORS];
    unsigned acknowledged, dups, rejected, events, crashes, rematches, claims, kept;
} Simulation;

static unsigned chance(Simulation *s, unsigned n) {
    return (unsigned)(world_random(s->world) % n);
}

/* ---- replies and events ---- */

/* Returns the table of a game, or GAMES if the game was replaced. */
static size_t table_of(const Simulation *s, const char *id) {
    size_t table = 0;
    while (table < GAMES && strncmp(s->tables[table].id, id, GAME_ID_LENGTH) != 0)
        table++;
    return table;
}

static void note_seen(Simulation *s, Actor *actor, size_t table, uint32_t ply, const char *path) {
    if (!actor->subscribed[table])
        return;
    history_saw(s->history, actor->watcher[table], ply, path);
    actor->next[table] = ply + 1;
}

static void start_watching(Simulation *s, Actor *actor, size_t table, uint32_t from) {
    if (actor->subscribed[table])
        return;
    actor->subscribed[table] = true;
    actor->next[table] = from;
    actor->watcher[table] = history_watch(s->history, s->tables[table].id, from);
}

/* Parses "ID PLY PATH" at the start of a text. */
static void read_move(const char *text, char id[16], uint32_t *ply, char path[COORDINATE_SIZE]) {
    unsigned long number;
    assert_int_equal(sscanf(text, "%10s %lu %39s", id, &number, path), 3);
    *ply = (uint32_t)number;
}

/* Records the rematch that the last line tells of. */
static void note_rematch(Simulation *s, const Actor *actor, const char *id) {
    char rematch[16];
    snprintf(rematch, sizeof rematch, "%s", peer_field(actor->peer, "game"));
    if (!rematch[0])
        return;
    history_acknowledged_rematch(s->history, id, rematch);
    s->rematches++;
}

static void on_event(Simulation *s, Actor *actor, const char *line) {
    char id[16], path[COORDINATE_SIZE];
    uint32_t ply;
    if (sscanf(line, "!REMATCH %10s", id) == 1)
        note_rematch(s, actor, id);
    if (strncmp(line, "!MOVE ", 6) != 0)
        return;
    read_move(line + 6, id, &ply, path);
    size_t table = table_of(s, id);
    if (table == GAMES)
        return;
    if (!actor->subscribed[table])
        fail_msg("an event for nobody: %s", line);
    s->events++;
    note_seen(s, actor, table, ply, path);
}

static void record_end(Simulation *s, const SentRequest *sent, Peer *peer) {
    char result[16];
    snprintf(result, sizeof result, "%s", peer_field(peer, "result"));
    if (result[0] && peer_field(peer, "reason")[0])
        history_acknowledged_end(s->history, sent->id, result, peer_field(peer, "reason"));
}

static void on_success(Simulation *s, Actor *actor, const SentRequest *sent, const char *word) {
    Peer *peer = actor->peer;
    bool dup = peer_field(peer, "dup")[0] != '\0';
    bool is_old = strcmp(s->tables[sent->table].id, sent->id) != 0;
    if (strncmp(word, "MOVE ", 5) == 0) {
        history_acknowledged(s->history, sent->id, sent->ply, sent->path);
        record_end(s, sent, peer);
        if (dup)
            s->dups++;
        else if (!is_old)
            note_seen(s, actor, sent->table, sent->ply, sent->path);
        s->acknowledged++;
    } else if (strncmp(word, "RESIGN ", 7) == 0 || strncmp(word, "DRAW ", 5) == 0 ||
               strncmp(word, "ABORT ", 6) == 0 || strncmp(word, "CLAIM ", 6) == 0) {
        record_end(s, sent, peer);
    } else if (strncmp(word, "REMATCH ", 8) == 0) {
        note_rematch(s, actor, sent->id);
    } else if (strncmp(word, "JOIN ", 5) == 0) {
        history_acknowledged_seat(s->history, sent->id,
                                  *peer_field(peer, "seat") == 'b' ? BLACK : WHITE, sent->name);
        if (is_old)
            return;
        actor->seat[sent->table] = peer_field(peer, "seat")[0];
        start_watching(s, actor, sent->table, (uint32_t)atoi(peer_field(peer, "ply")));
    } else if (is_old) {
        return;
    } else if (strncmp(word, "WATCH ", 6) == 0) {
        uint32_t next = (uint32_t)atoi(peer_field(peer, "ply"));
        actor->subscribed[sent->table] = true;
        actor->watcher[sent->table] = sent->watcher;
        actor->next[sent->table] = next;
    } else if (strncmp(word, "UNWATCH ", 8) == 0) {
        actor->subscribed[sent->table] = false;
    }
}

/* Handles a line with a tag: "+@7 MOVE ...". */
static void on_reply(Simulation *s, Actor *actor, const char *line) {
    char *word;
    actor->answered = (unsigned)strtoul(line + 2, &word, 10);
    const SentRequest *sent = &actor->sent[actor->answered % TAGS];
    word++;
    if (line[0] == '=' && strncmp(word, "MOVE ", 5) == 0 && sent->watcher != SIZE_MAX) {
        char id[16], path[COORDINATE_SIZE];
        uint32_t ply;
        read_move(word + 5, id, &ply, path);
        history_saw(s->history, sent->watcher, ply, path);
    } else if (line[0] == '+') {
        on_success(s, actor, sent, word);
    } else if (line[0] == '-') {
        s->rejected++;
        if (strncmp(word, "INTERNAL", 8) == 0)
            fail_msg("%s", line);
    }
}

static void receive_lines(Simulation *s, Actor *actor) {
    while (actor->peer && *peer_line(actor->peer)) {
        const char *line = actor->peer->line;
        if (line[0] == '!' && actor->in_reply && strncmp(line, "!BYE ", 5) != 0)
            fail_msg("an event within a reply: %s", line);
        actor->in_reply = line[0] == '=' || (line[0] == '#' && line[1] == '@');
        if (line[1] == '@')
            on_reply(s, actor, line);
        else if (line[0] == '!')
            on_event(s, actor, line);
    }
    peer_discard(actor->peer);
}

/* ---- actions ---- */

static void disconnect_actor(Simulation *s, Actor *actor) {
    (void)s;
    peer_free(actor->peer);
    actor->peer = NULL;
    actor->in_reply = false;
    memset(actor->subscribed, 0, sizeof actor->subscribed);
    memset(actor->seat, 0, sizeof actor->seat);
    actor->answered = actor->tag;
}

static void connect_actor(Simulation *s, Actor *actor) {
    if (actor->peer && actor->peer->client)
        return;
    if (actor->peer) {
        receive_lines(s, actor);
        disconnect_actor(s, actor);
    }
    actor->peer = world_connect(s->world, NULL);
}

static SentRequest *begin_request(Simulation *s, Actor *actor, size_t table) {
    SentRequest *sent = &actor->sent[++actor->tag % TAGS];
    *sent = (SentRequest){.table = table, .watcher = SIZE_MAX};
    strcpy(sent->id, s->tables[table].id);
    return sent;
}

/* Updates a table from the store. */
static void refresh_table(Simulation *s, Table *table) {
    GameId id;
    assert_true(game_id_parse(table->id, GAME_ID_LENGTH, &id));
    const StoreGame *game = memory_store_find(s->world->memory, game_id_number(&id));
    for (; table->count < game->count; table->count++) {
        Move move;
        Error error;
        assert_true(
            coordinate_parse(&table->position, game->moves[table->count].path, &move, &error));
        position_make(&table->position, move);
    }
    table->over = game->end.outcome.reason != REASON_NONE;
}

static void choose_move(Simulation *s, Table *table, char path[COORDINATE_SIZE]) {
    MoveList list;
    movelist_init(&list);
    movegen_all(&table->position, &list);
    if (list.count == 0)
        strcpy(path, "a1a2");
    else
        coordinate_write(list.moves[chance(s, (unsigned)list.count)], path);
    movelist_free(&list);
}

static void send_move(Simulation *s, Actor *actor, size_t number) {
    Table *table = &s->tables[number];
    refresh_table(s, table);
    SentRequest *sent = begin_request(s, actor, number);
    sent->ply = (uint32_t)table->count;
    choose_move(s, table, sent->path);
    if (chance(s, 10) == 0 && sent->ply > 0)
        sent->ply--;
    if (chance(s, 20) == 0)
        sent->ply++;
    history_sent(s->history, table->id, sent->ply, sent->path);
    int times = chance(s, 8) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++)
        peer_say(actor->peer, "@%u MOVE %s %u %s", actor->tag, table->id, sent->ply, sent->path);
}

static void key_of(const Simulation *s, size_t table, int seat, char key[SEAT_KEY_LENGTH + 1]) {
    size_t number = (s->tables[table].generation * GAMES + table) * 2 + (size_t)seat + 1;
    snprintf(key, SEAT_KEY_LENGTH + 1, "%026zu", number);
}

/* Creates a game. Returns false if the server rejects it. */
static bool create_table_game(Simulation *s, size_t number) {
    static const char *const fields[TABLE_KINDS] = {
        "",     "variant=megapawn",    "clock=30+1", "variant=crowded", "claim=1",
        INVITE, "clock=60+0 permove=1"};
    TableKind kind = kind_of(number);
    Table *table = &s->tables[number];
    char key[SEAT_KEY_LENGTH + 1];
    bool held = s->world->store_is_held;
    s->world->store_is_held = false;
    Peer *peer = world_connect(s->world, NULL);
    peer_discard(peer);
    key_of(s, number, 0, key);
    peer_say(peer, "NEW standard key=%s %s name=%s", key, fields[kind], key);
    bool good = strncmp(peer_line(peer), "+NEW ", 5) == 0;
    if (good) {
        snprintf(table->id, sizeof table->id, "%.10s", peer->line + 5);
        history_acknowledged_game(s->history, table->id);
        for (int color = WHITE; color <= BLACK && (kind == TABLE_CLOCK || kind == TABLE_PER_MOVE);
             color++)
            history_allowed_time(s->history, table->id, (Color)color);
        if (kind == TABLE_KEPT)
            history_sent_seat(s->history, table->id, key);
        table->count = table->plies = 0;
        table->turn_ms = s->world->now_ms;
        table->claimed = false;
        assert_true(fen_parse(peer_field(peer, "fen"),
                              variant_find(kind == TABLE_MEGAPAWN  ? "megapawn"
                                           : kind == TABLE_CROWDED ? "crowded"
                                                                   : "congo"),
                              &table->position, NULL));
    }
    peer_free(peer);
    s->world->store_is_held = held;
    return good;
}

/* Replaces a game that is over, some time later: there may be a rematch. */
static void renew_table(Simulation *s, size_t number) {
    Table *table = &s->tables[number];
    refresh_table(s, table);
    if (!table->over || chance(s, 20) || core_is_readonly(s->world->core) ||
        core_failure(s->world->core))
        return;
    for (int i = 0; i < ACTORS; i++)
        if (s->actors[i].peer)
            receive_lines(s, &s->actors[i]);
    table->generation++;
    if (!create_table_game(s, number))
        return;
    for (int i = 0; i < ACTORS; i++) {
        s->actors[i].subscribed[number] = false;
        s->actors[i].seat[number] = 0;
    }
}

static void send_join(Simulation *s, Actor *actor, size_t table) {
    char key[SEAT_KEY_LENGTH + 1];
    int seat = (int)chance(s, 2);
    if (kind_of(table) == TABLE_CLAIM && chance(s, 8))
        return; /* players should be away */
    key_of(s, table, chance(s, 8) ? seat : 1 - seat, key);
    bool invited = kind_of(table) == TABLE_KEPT && chance(s, 12) == 0;
    if (kind_of(table) == TABLE_KEPT && !invited && chance(s, 2))
        snprintf(key, sizeof key, "%026u", 99U); /* a stranger */
    SentRequest *sent = begin_request(s, actor, table);
    /* The other seat's player has another name, even with the same key. */
    snprintf(sent->name, sizeof sent->name, "%s%s", seat ? "b" : "0", key + 1);
    if (invited)
        history_sent_seat(s->history, s->tables[table].id, sent->name);
    peer_say(actor->peer, "@%u JOIN %s %s key=%s%s name=%s", actor->tag, s->tables[table].id,
             seat ? "b" : "w", key, invited ? " " INVITE : "", sent->name);
}

static void send_watch(Simulation *s, Actor *actor, size_t table) {
    SentRequest *sent = begin_request(s, actor, table);
    refresh_table(s, &s->tables[table]);
    uint32_t from = chance(s, (unsigned)s->tables[table].count + 1);
    sent->watcher = history_watch(s->history, s->tables[table].id, from);
    peer_say(actor->peer, "@%u WATCH %s from=%u", actor->tag, s->tables[table].id, from);
}

static void send_other(Simulation *s, Actor *actor, size_t table) {
    static const char *const forms[] = {"@%u GET %s",
                                        "@%u MOVES %s",
                                        "@%u LEGAL %s",
                                        "@%u BOARD %s",
                                        "@%u EXPORT %s",
                                        "@%u SAY %s hello",
                                        "@%u UNWATCH %s",
                                        "@%u PING %s",
                                        "@%u DRAW %s %u offer",
                                        "@%u DRAW %s %u accept",
                                        "@%u DRAW %s %u decline",
                                        "@%u RESIGN %s %u",
                                        "@%u ABORT %s %u",
                                        "@%u CLAIM %s %u",
                                        "@%u CLAIM %s %u",
                                        "@%u REMATCH %s offer",
                                        "@%u REMATCH %s accept",
                                        "@%u REMATCH %s decline",
                                        "@%u MUTE %s",
                                        "@%u MUTE %s w",
                                        "@%u UNMUTE %s -",
                                        "@%u SUBSCRIBE",
                                        "@%u SUBSCRIBE open",
                                        "@%u UNSUBSCRIBE",
                                        "@%u LIST",
                                        "@%u STATS",
                                        "@%u HELP"};
    unsigned form = chance(s, sizeof forms / sizeof *forms);
    if ((form == 11 || form == 12) && chance(s, 10))
        return; /* games should last */
    begin_request(s, actor, table);
    char line[200], tag[32];
    snprintf(tag, sizeof tag, "@%u", actor->tag);
    const char *rest = forms[form] + 3;
    const char *id = s->tables[table].id;
    unsigned ply = (unsigned)s->tables[table].count;
    size_t length = (size_t)snprintf(line, sizeof line, "%s", tag);
    for (; *rest; rest++) {
        if (rest[0] != '%') {
            line[length++] = *rest;
            line[length] = '\0';
        } else {
            length += (size_t)(rest[1] == 's' ? snprintf(line + length, 16, "%s", id)
                                              : snprintf(line + length, 16, "%u", ply));
            rest++;
        }
    }
    peer_say(actor->peer, "%s", line);
}

/* Sends REMATCH for a game that is over, if the actor played one. */
static void send_rematch(Simulation *s, Actor *actor) {
    static const char *const actions[] = {"offer", "offer", "accept", "decline"};
    size_t first = chance(s, GAMES);
    for (size_t i = 0; i < GAMES; i++) {
        size_t table = (first + i) % GAMES;
        if (!actor->seat[table] || !s->tables[table].over)
            continue;
        begin_request(s, actor, table);
        peer_say(actor->peer, "@%u REMATCH %s %s", actor->tag, s->tables[table].id,
                 actions[chance(s, 4)]);
        return;
    }
}

/* Claims a game that can be claimed, if the actor plays one. */
static void send_claim(Simulation *s, Actor *actor) {
    for (size_t table = TABLE_CLAIM; table < GAMES; table += TABLE_KINDS) {
        if (!actor->seat[table])
            continue;
        begin_request(s, actor, table);
        peer_say(actor->peer, "@%u CLAIM %s %u", actor->tag, s->tables[table].id,
                 (unsigned)s->tables[table].count);
    }
}

static void send_garbage(Simulation *s, Actor *actor) {
    char bytes[700];
    size_t length = 1 + chance(s, chance(s, 4) ? 40 : sizeof bytes);
    for (size_t i = 0; i < length; i++)
        bytes[i] = (char)chance(s, 256);
    if (chance(s, 2))
        bytes[length - 1] = '\n';
    peer_send(actor->peer, bytes, length);
}

/* Chooses a game, usually one in which it is the actor's turn. */
static size_t choose_table(Simulation *s, const Actor *actor) {
    size_t table = 0;
    for (int tries = 0; tries < 12; tries++) {
        table = chance(s, GAMES);
        char turn = position_side(&s->tables[table].position) == WHITE ? 'w' : 'b';
        if (actor->seat[table] == turn)
            break;
    }
    return table;
}

static void act(Simulation *s) {
    bool is_spectator = chance(s, 12) == 0; /* of a game that many watch */
    Actor *actor =
        &s->actors[is_spectator ? PLAYERS + chance(s, ACTORS - PLAYERS) : chance(s, PLAYERS)];
    connect_actor(s, actor);
    if (actor->tag - actor->answered > TAGS / 2) { /* has not read for long */
        actor->peer->room = SIZE_MAX;
        world_settle(s->world);
        receive_lines(s, actor);
    }
    if (!actor->peer->client || actor->tag - actor->answered > TAGS / 2)
        return;
    size_t table = chance(s, GAMES);
    unsigned what = chance(s, 100);
    renew_table(s, table);
    if (!actor->peer->client)
        return;
    if (is_spectator && what < 60)
        send_watch(s, actor, 0);
    else if (what < 36)
        send_move(s, actor, choose_table(s, actor));
    else if (what < 38)
        send_rematch(s, actor);
    else if (what < 40)
        send_claim(s, actor);
    else if (what < 60)
        send_join(s, actor, table);
    else if (what < 68)
        send_watch(s, actor, table);
    else if (what < 86)
        send_other(s, actor, table);
    else if (what < 88)
        send_garbage(s, actor);
    else if (what < 90)
        actor->peer->room = chance(s, 5000);
    else if (what < 94)
        actor->peer->room = SIZE_MAX;
    else if (what < 95)
        peer_close(actor->peer);
    else if (what < 96)
        peer_end_input(actor->peer);
    else
        world_advance(s->world, chance(s, 100) ? chance(s, 2000) : CLAIM_MS);
}

/* ---- what the core does with time ---- */

static const CachedGame *cached_game(const Simulation *s, size_t table) {
    GameId id;
    assert_true(game_id_parse(s->tables[table].id, GAME_ID_LENGTH, &id));
    const CachedGame *game = game_cache_find(s->world->core, game_id_number(&id));
    return game && game->status == GAME_READY ? game : NULL;
}

/* A game may only be claimed when the loser has been away for the whole time. */
static void check_claim(Simulation *s, size_t number, const GameState *state) {
    Table *table = &s->tables[number];
    Color loser = state->end.by;
    int64_t since_ms = table->turn_ms;
    if (since_ms < table->present_ms[loser])
        since_ms = table->present_ms[loser];
    if (s->world->now_ms - since_ms < CLAIM_MS)
        return; /* the history will report it */
    history_allowed_time(s->history, table->id, color_other(loser));
    s->claims += !table->claimed;
    table->claimed = true;
}

/* Notes who is there. */
static void observe_absence(Simulation *s) {
    for (size_t number = TABLE_CLAIM; number < GAMES; number += TABLE_KINDS) {
        Table *table = &s->tables[number];
        const CachedGame *game = cached_game(s, number);
        if (!game)
            continue;
        if (game->state.end.outcome.reason == REASON_TIME)
            check_claim(s, number, &game->state);
        if (table->plies != game->state.count)
            table->turn_ms = s->world->now_ms;
        table->plies = game->state.count;
        for (int color = 0; color < COLOR_COUNT; color++)
            if (game->seated[color])
                table->present_ms[color] = s->world->now_ms;
    }
}

/* A crash gives back no more of a turn than has passed since the service time was stored. */
typedef struct ClockBefore {
    uint32_t count; /* UINT32_MAX: no clock ran */
    int64_t left_ms;
} ClockBefore;

static int64_t time_left(const Simulation *s, const GameState *state) {
    return game_state_time_left(state, game_state_side_to_move(state), s->world->core->now_ms);
}

static void note_clocks(const Simulation *s, ClockBefore clocks[GAMES]) {
    for (size_t table = 0; table < GAMES; table++) {
        const CachedGame *game = cached_game(s, table);
        bool runs =
            game && !game->change_pending && game_state_flag_time(&game->state) != INT64_MAX;
        clocks[table].count = runs ? game->state.count : UINT32_MAX;
        clocks[table].left_ms = runs ? time_left(s, &game->state) : 0;
    }
}

static void check_clocks(const Simulation *s, const ClockBefore clocks[GAMES], int64_t most_ms) {
    for (size_t table = 0; table < GAMES; table++) {
        const CachedGame *game = cached_game(s, table);
        if (!game || game->state.count != clocks[table].count ||
            game_state_flag_time(&game->state) == INT64_MAX)
            continue;
        int64_t left_ms = time_left(s, &game->state);
        assert_true(left_ms >= 0);
        if (left_ms > clocks[table].left_ms + most_ms)
            fail_msg("game %s: %lld ms of the turn are given back, %lld at most",
                     s->tables[table].id, (long long)(left_ms - clocks[table].left_ms),
                     (long long)most_ms);
    }
}

static void crash(Simulation *s) {
    s->crashes++;
    for (int i = 0; i < ACTORS; i++)
        if (s->actors[i].peer)
            receive_lines(s, &s->actors[i]);
    World *world = s->world;
    ClockBefore clocks[GAMES];
    note_clocks(s, clocks);
    int64_t service_ms = core_service_ms(world->core, world->core->now_ms);
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    bool was_held = world->store_is_held;
    world->store_is_held = chance(s, 2) == 0;
    world_crash(world, chance(s, (unsigned)memory_store_waiting(world->memory) + 1));
    if (!world->store_is_held && service_ms >= 0)
        check_clocks(s, clocks, service_ms - world->core->earlier_service_ms);
    world->store_is_held = was_held;
    for (size_t table = 0; table < GAMES; table++)
        s->tables[table].turn_ms = world->now_ms;
}

static void update_store(Simulation *s) {
    World *world = s->world;
    if (chance(s, 3) == 0) {
        world_commit(world, 1 + chance(s, 8));
        world_settle(world);
    }
    if (chance(s, 2000) == 0)
        memory_store_set_failure(world->memory, MEMORY_FULL);
    if (chance(s, 300) == 0)
        memory_store_set_failure(world->memory, MEMORY_GOOD);
    if (chance(s, 3000) == 0)
        memory_store_fail_change(world->memory, 1 + chance(s, 5), MEMORY_FAILED);
    if (core_failure(world->core) || chance(s, 4000) == 0)
        crash(s);
}

/* ---- start and end ---- */

/* Records the seats, and what game this is the rematch of. */
static void record_stored_seats(Simulation *s, const StoreGame *game, const char *id) {
    const StoreHeader *header = &game->header;
    char terms[200];
    snprintf(terms, sizeof terms, "%s %s %lld+%lld %d %u", header->variant, header->start,
             (long long)header->base_ms, (long long)header->increment_ms, header->per_move,
             (unsigned)header->claim_minutes);
    history_stored_terms(s->history, id, terms);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (header->seat[color].taken)
            history_stored_seat(s->history, id, (Color)color, header->seat[color].name);
    if (header->rematch_of != 0)
        history_stored_rematch(s->history, game_id_from_number(header->rematch_of).text, id);
    s->kept += header->kept && header->seat[BLACK].taken;
}

static void record_stored(Simulation *s) {
    const StoreGame *game;
    for (size_t i = 0; (game = memory_store_game(s->world->memory, i)); i++) {
        GameId id = game_id_from_number(game->header.id);
        Error error = {0};
        if (!game_replay_check(game, &error))
            fail_msg("game %s: %s", id.text, error.text);
        history_stored_game(s->history, id.text);
        record_stored_seats(s, game, id.text);
        for (uint32_t ply = 0; ply < game->count; ply++)
            history_stored(s->history, id.text, ply, game->moves[ply].path);
        if (game->end.outcome.reason != REASON_NONE)
            history_stored_end(s->history, id.text, result_text(game->end.outcome.result),
                               reason_word(game->end.outcome.reason));
    }
}

/* Checks that every connected client has seen all moves. */
static void check_watchers_are_current(Simulation *s) {
    for (int i = 0; i < ACTORS; i++) {
        Actor *actor = &s->actors[i];
        if (!actor->peer)
            continue;
        receive_lines(s, actor);
        for (size_t table = 0; table < GAMES && actor->peer->client; table++) {
            refresh_table(s, &s->tables[table]);
            if (actor->subscribed[table])
                assert_int_equal(actor->next[table], s->tables[table].count);
        }
    }
}

static void settle_all(Simulation *s) {
    memory_store_fail_change(s->world->memory, 0, MEMORY_GOOD);
    memory_store_set_failure(s->world->memory, MEMORY_GOOD);
    s->world->store_is_held = false;
    if (core_failure(s->world->core))
        crash(s);
    for (int i = 0; i < ACTORS; i++)
        if (s->actors[i].peer)
            s->actors[i].peer->room = SIZE_MAX;
    world_settle(s->world);
    world_advance(s->world, 60000);
}

static void simulate(uint64_t seed, unsigned steps) {
    Simulation *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->world = world_create();
    s->world->chance = seed;
    s->history = history_create();
    for (size_t i = 0; i < GAMES; i++)
        assert_true(create_table_game(s, i));
    s->world->store_is_held = true;
    for (unsigned step = 0; step < steps; step++) {
        act(s);
        observe_absence(s);
        update_store(s);
        observe_absence(s);
        if (chance(s, 20) == 0 || step + 1 == steps)
            for (int i = 0; i < ACTORS; i++)
                if (s->actors[i].peer)
                    receive_lines(s, &s->actors[i]);
    }
    settle_all(s);
    check_watchers_are_current(s);
    record_stored(s);
    Buffer faults = {0};
    if (!history_check(s->history, &faults))
        fail_msg("seed %lu: %s", (unsigned long)seed, faults.bytes);
    CoreStats stats;
    core_stats(s->world->core, &stats);
    assert_int_equal(stats.conflicts, 0);
    print_message(
        "%u moves acknowledged, %u again, %u refusals, %u events, %u crashes, %u lines about "
        "rematches, %u claims, %u kept seats taken\n",
        s->acknowledged, s->dups, s->rejected, s->events, s->crashes, s->rematches, s->claims,
        s->kept);
    assert_true(s->acknowledged > steps / 200 && s->dups > 0 && s->events > 0);
    assert_true(s->rematches > 0 && s->claims > 0 && s->kept > 0);
    buffer_free(&faults);
    history_free(s->history);
    world_free(s->world);
    free(s);
}

static void test_random(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        simulate(seed, STEPS / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
