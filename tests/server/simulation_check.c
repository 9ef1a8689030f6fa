#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "server/core/core_parts.h"
#include "server/store/game_replay.h"
#include "simulation_parts.h"

enum {
    PRESENCE_MS = 10000, /* of service time: how long a dead server's clients seem present */
    CUT_OFF_MS = 11500,  /* in which a server without its database has sent its clients away */
    QUIET_MS = 3000      /* without a change, so that everybody knows all */
};

static const StoreGame *game_at(const Simulation *simulation, size_t index) {
    const MemoryGames *games = shared_database_games(simulation->database);
    return index < games->count ? games->games[index] : NULL;
}

static const char *id_of(const StoreGame *game) {
    static char text[ID_SIZE];
    snprintf(text, sizeof text, "%s", game_id_from_number(game->header.id).text);
    return text;
}

/* ---- at any time ---- */

static void check_the_dead(Simulation *simulation, const SimulatedServer *server) {
    int64_t gone_ms = shared_database_service_ms(simulation->database) - server->dead_since;
    const StoreGame *game;
    if (server->dead_number == 0 || gone_ms <= PRESENCE_MS)
        return;
    for (size_t i = 0; (game = game_at(simulation, i)); i++)
        for (int role = 0; role < ROLE_COUNT; role++)
            if (game->presence[role].server == server->dead_number) {
                simulation_fault(simulation,
                                 "game %s: a client of a server that is dead is present",
                                 id_of(game));
                return;
            }
}

/* Clients of a server that is cut off from its database are sent away. */
static void check_cut_off(Simulation *simulation, const SimulatedServer *server) {
    int64_t now_ms = simulation->schedule.now_ms;
    CoreStats stats;
    if (!server->core || server->drain_end_ms > 0 || server->cut_until <= now_ms ||
        now_ms - server->cut_from < CUT_OFF_MS || server->frozen_until > server->cut_from ||
        simulation->is_ending)
        return;
    core_stats(server->core, &stats);
    if (stats.clients > 0)
        simulation_fault(simulation, "server %u has lost its database and keeps its clients",
                         server->number);
}

void check_now(Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_SERVERS; i++) {
        check_the_dead(simulation, &simulation->servers[i]);
        check_cut_off(simulation, &simulation->servers[i]);
    }
}

/* ---- memory and database ---- */

static void check_text(Simulation *simulation, const SimulatedServer *server, const StoreGame *game,
                       const char *what, const char *found, const char *stored) {
    if (strcmp(found, stored) != 0)
        simulation_fault(simulation, "game %s: server %u has %s %s, the database %s", id_of(game),
                         server->number, what, found, stored);
}

static void check_number(Simulation *simulation, const SimulatedServer *server,
                         const StoreGame *game, const char *what, uint64_t found, uint64_t stored) {
    if (found != stored)
        simulation_fault(simulation, "game %s: server %u has %s %llu, the database %llu",
                         id_of(game), server->number, what, (unsigned long long)found,
                         (unsigned long long)stored);
}

static void check_game(Simulation *simulation, const SimulatedServer *server,
                       const GameState *state, const StoreGame *stored) {
    StoreGame *found = game_state_save(state);
    check_number(simulation, server, stored, "as its number of plies", found->count, stored->count);
    for (size_t ply = 0; ply < found->count && ply < stored->count; ply++) {
        check_text(simulation, server, stored, "the move", found->moves[ply].path,
                   stored->moves[ply].path);
        check_number(simulation, server, stored, "as a move's time", found->moves[ply].ms,
                     stored->moves[ply].ms);
    }
    for (int color = 0; color < COLOR_COUNT; color++) {
        const StoreSeat *seat = &found->header.seat[color], *other = &stored->header.seat[color];
        check_number(simulation, server, stored, "for a taken seat", seat->taken, other->taken);
        if (seat->taken && other->taken)
            check_text(simulation, server, stored, "the name", seat->name, other->name);
    }
    const StoreEnd *end = &found->end, *stored_end = &stored->end;
    check_text(simulation, server, stored, "the end", reason_word(end->outcome.reason),
               reason_word(stored_end->outcome.reason));
    check_number(simulation, server, stored, "as its result", end->outcome.result,
                 stored_end->outcome.result);
    check_number(simulation, server, stored, "as the state of a draw offer", found->draw.state,
                 stored->draw.state);
    check_number(simulation, server, stored, "as the ply of a draw offer", found->draw.ply,
                 stored->draw.ply);
    check_number(simulation, server, stored, "as the state of a rematch offer",
                 found->rematch.state, stored->rematch.state);
    check_number(simulation, server, stored, "as its rematch", found->rematch_game,
                 stored->rematch_game);
    store_game_free(found);
}

static void check_memory(Simulation *simulation, const SimulatedServer *server) {
    const MemoryGames *games = shared_database_games(simulation->database);
    for (size_t i = 0; i < games->count; i++) {
        const StoreGame *stored = games->games[i];
        const CachedGame *cached = game_cache_find(server->core, stored->header.id);
        if (cached && cached->status == GAME_READY)
            check_game(simulation, server, &cached->state, stored);
        else if (memory_games_is_listed(stored))
            simulation_fault(simulation, "game %s is not in the memory of server %u", id_of(stored),
                             server->number);
    }
}

/* ---- presence ---- */

/* Returns the client that has the seat of a stored game, or NULL. */
static const Actor *find_player(const Simulation *simulation, const StoreGame *game, int color) {
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++) {
        const Actor *client = &simulation->clients[i];
        if (client->role == CLIENT_PLAYER && client->connection && client->is_seated &&
            strcmp(client->id, game_id_from_number(game->header.id).text) == 0 &&
            (int)client->color == color)
            return client;
    }
    return NULL;
}

static void check_presence(Simulation *simulation, const StoreGame *game, int color) {
    const Actor *client = find_player(simulation, game, color);
    bool is_current = false;
    for (unsigned i = 0; i < SIMULATION_TABLES; i++)
        is_current = is_current || strcmp(simulation->tables[i].id, id_of(game)) == 0;
    if (!is_current)
        return; /* clients may have stayed in the games before */
    uint32_t there = game->presence[color].server;
    uint32_t expected = client ? shared_database_number(client->connection->server->store) : 0;
    if (there != expected)
        simulation_fault(simulation, "game %s: %s is stored at server %u, but its client is at %u",
                         id_of(game), color_name((Color)color), there, expected);
}

/* Of the connections with a player's key, only one has the seat. */
static void check_seats(Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++) {
        const Actor *client = &simulation->clients[i];
        if (client->role != CLIENT_PLAYER || !client->takes_part || client->is_double ||
            !client->table->id[0])
            continue;
        if (!client->is_seated && !client->came_too_late)
            simulation_fault(simulation, "client %u has not got its seat in game %s",
                             client->number, client->table->id);
    }
}

/* ---- lists ---- */

static bool is_in_lobby(const StoreGame *game) {
    const StoreHeader *header = &game->header;
    bool full = header->seat[WHITE].taken && header->seat[BLACK].taken;
    bool player = game->presence[WHITE].server != 0 || game->presence[BLACK].server != 0;
    if (header->hidden || memory_games_is_over(game))
        return false;
    return full ? player : !header->kept && (player || game->presence[ROLE_CREATOR].server != 0);
}

static void check_lobby(Simulation *simulation, const Actor *client) {
    const StoreGame *game;
    for (size_t i = 0; client->is_subscribed && (game = game_at(simulation, i)); i++) {
        bool found = false;
        for (size_t n = 0; n < client->listed_count; n++)
            found = found || strcmp(client->listed[n], id_of(game)) == 0;
        if (found != is_in_lobby(game))
            simulation_fault(simulation, "game %s %s in the lobby of server %u", id_of(game),
                             found ? "should not be" : "is not",
                             client->connection ? client->connection->server->number : 0);
    }
}

static void check_lists(Simulation *simulation, const SimulatedServer *server) {
    const StoreGame *game;
    size_t listed = 0;
    for (size_t i = 0; (game = game_at(simulation, i)); i++)
        listed += is_in_lobby(game);
    size_t found = server->core->games.listed_count[LISTING_OPEN] +
                   server->core->games.listed_count[LISTING_LIVE];
    if (found != listed)
        simulation_fault(simulation, "server %u lists %zu games, but there are %zu", server->number,
                         found, listed);
}

/* ---- clients ---- */

static bool has_heard(const Actor *client, const Actor *speaker) {
    for (size_t i = 0; i < client->heard_count; i++)
        if (client->heard[i].speaker == speaker->number &&
            client->heard[i].connection == speaker->connections &&
            client->heard[i].number == speaker->said)
            return true;
    return false;
}

/* Flags may fall any time. */
static void wait_until_quiet(Simulation *simulation) {
    SharedDatabaseStats before, after = {0};
    do {
        before = after;
        simulation_advance(simulation, QUIET_MS);
        shared_database_stats(simulation->database, &after);
    } while (after.changes != before.changes);
}

/* Everybody at a table hears its players now. */
static void check_talk(Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++) {
        Actor *speaker = &simulation->clients[i];
        if (speaker->role == CLIENT_PLAYER && speaker->is_seated)
            actor_send(speaker, VERB_SAY, "SAY %s %u.%u.%u", speaker->id, speaker->number,
                       speaker->connections, ++speaker->said);
    }
    simulation_advance(simulation, 10000);
    wait_until_quiet(simulation);
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++)
        for (unsigned n = 0; n < SIMULATION_CLIENTS; n++) {
            const Actor *speaker = &simulation->clients[i];
            const Actor *client = &simulation->clients[n];
            if (speaker->role == CLIENT_PLAYER && speaker->is_seated && client != speaker &&
                client->is_watching && strcmp(client->id, speaker->id) == 0 &&
                client->heard_count < HEARD_MAX && !has_heard(client, speaker))
                simulation_fault(simulation, "client %u has not heard client %u", client->number,
                                 speaker->number);
        }
}

static void check_client(Simulation *simulation, const Actor *client) {
    if (actor_is_waiting(client))
        simulation_fault(simulation, "client %u has no answer to %s", client->number,
                         client->line[0] ? client->line : "a request");
    const MemoryGames *games = shared_database_games(simulation->database);
    GameId id;
    if (!client->is_watching || !game_id_parse(client->id, strlen(client->id), &id))
        return;
    const StoreGame *game = memory_games_find(games, game_id_number(&id));
    if (!game)
        return; /* the history finds that */
    if (client->next != game->count || client->seen != game->count)
        simulation_fault(simulation, "client %u knows %u plies of game %s, which has %zu",
                         client->number, client->seen, client->id, game->count);
    if (client->is_over != memory_games_is_over(game))
        simulation_fault(simulation, "client %u has not heard that game %s is over", client->number,
                         client->id);
}

void check_quiet(Simulation *simulation) {
    check_talk(simulation);
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++) {
        const Actor *client = &simulation->clients[i];
        if (client->takes_part)
            check_client(simulation, client);
        if (client->role == CLIENT_LOBBY && client->takes_part)
            check_lobby(simulation, client);
    }
    check_seats(simulation);
    const StoreGame *game;
    for (size_t i = 0; (game = game_at(simulation, i)); i++)
        for (int color = 0; color < COLOR_COUNT; color++)
            check_presence(simulation, game, color);
    for (unsigned i = 0; i < SIMULATION_SERVERS; i++)
        if (simulation->servers[i].core) {
            check_memory(simulation, &simulation->servers[i]);
            check_lists(simulation, &simulation->servers[i]);
        }
}

/* ---- the end ---- */

static void record_game(Simulation *simulation, const StoreGame *game) {
    History *history = simulation->history;
    const StoreHeader *header = &game->header;
    char id[ID_SIZE], terms[200];
    snprintf(id, sizeof id, "%s", id_of(game));
    snprintf(terms, sizeof terms, "%s %s %lld+%lld %d %u", header->variant, header->start,
             (long long)header->base_ms, (long long)header->increment_ms, header->per_move,
             (unsigned)header->claim_minutes);
    history_stored_game(history, id);
    history_stored_terms(history, id, terms);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (header->seat[color].taken)
            history_stored_seat(history, id, (Color)color, header->seat[color].name);
    if (header->rematch_of != 0)
        history_stored_rematch(history, game_id_from_number(header->rematch_of).text, id);
    for (uint32_t ply = 0; ply < game->count; ply++)
        history_stored(history, id, ply, game->moves[ply].path);
    if (!memory_games_is_over(game))
        return;
    history_stored_end(history, id, result_text(game->end.outcome.result),
                       reason_word(game->end.outcome.reason));
    if (game->end.outcome.reason != REASON_TIME)
        return;
    simulation->result->ends_on_time += header->base_ms > 0;
    simulation->result->claims += header->base_ms == 0;
    for (int color = 0; color < COLOR_COUNT; color++) /* the judge has looked at the time */
        history_allowed_time(history, id, (Color)color);
}

/* A turn takes the time from move to move, whichever server each of them arrives at. */
static void check_times(Simulation *simulation, const StoreGame *game) {
    for (size_t ply = 1; ply < game->count; ply++) {
        const StoreMove *move = &game->moves[ply];
        int64_t passed_ms = move->at_ms - game->moves[ply - 1].at_ms;
        if (ply >= COLOR_COUNT && move->ms != (passed_ms > 0 ? passed_ms : 0))
            simulation_fault(simulation,
                             "game %s: %lld ms have passed before ply %zu, but it has taken %u",
                             id_of(game), (long long)passed_ms, ply, (unsigned)move->ms);
    }
}

static void check_stored(Simulation *simulation, const StoreGame *game) {
    Error error = {0};
    if (!game_replay_check(game, &error))
        simulation_fault(simulation, "game %s: %s", id_of(game), error.text);
    for (int role = 0; role < ROLE_COUNT; role++)
        if (game->presence[role].server != 0)
            simulation_fault(simulation, "game %s: role %d is at server %u after all have left",
                             id_of(game), role, game->presence[role].server);
    if (game->header.base_ms > 0 && game->header.base_ms <= 60000 && game->count >= COLOR_COUNT &&
        !memory_games_is_over(game))
        simulation_fault(simulation, "game %s: the flag has not fallen", id_of(game));
    check_times(simulation, game);
    record_game(simulation, game);
}

void check_end(Simulation *simulation) {
    const StoreGame *game;
    for (size_t i = 0; (game = game_at(simulation, i)); i++)
        check_stored(simulation, game);
    for (unsigned i = 0; i < SIMULATION_SERVERS; i++)
        if (simulation->servers[i].core) {
            CoreStats stats;
            core_stats(simulation->servers[i].core, &stats);
            if (stats.conflicts > 0)
                simulation_fault(simulation, "server %u counts %llu unexpected results", i,
                                 (unsigned long long)stats.conflicts);
        }
    Buffer faults = {0};
    if (!history_check(simulation->history, &faults))
        for (char *line = strtok(faults.bytes, "\n"); line; line = strtok(NULL, "\n"))
            simulation_fault(simulation, "%s", line);
    buffer_free(&faults);
}
