#include <config.h>

#include "memory_games.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/store/game_replay.h"

void memory_games_free(MemoryGames *games) {
    for (size_t i = 0; i < games->count; i++)
        store_game_free(games->games[i]);
    free(games->games);
    *games = (MemoryGames){0};
}

/* ---- finding ---- */

StoreGame *memory_games_find(const MemoryGames *games, uint64_t id) {
    for (size_t i = 0; i < games->count; i++)
        if (games->games[i]->header.id == id)
            return games->games[i];
    return NULL;
}

/* Returns the game that is the rematch of another one, or NULL. */
static StoreGame *memory_games_find_rematch(const MemoryGames *games, uint64_t id) {
    for (size_t i = 0; i < games->count && id != 0; i++)
        if (games->games[i]->header.rematch_of == id)
            return games->games[i];
    return NULL;
}

/* Returns the game that a header's creator has created, or NULL. */
static StoreGame *find_created(const MemoryGames *games, const StoreHeader *header) {
    for (size_t i = 0; i < games->count && header->has_creator; i++) {
        const StoreHeader *known = &games->games[i]->header;
        if (known->has_creator && key_hash_equal(&known->creator, &header->creator))
            return games->games[i];
    }
    return NULL;
}

static bool is_anybody_present(const StoreGame *game) {
    for (int role = 0; role < ROLE_COUNT; role++)
        if (game->presence[role].server != 0)
            return true;
    return false;
}

bool memory_games_is_listed(const StoreGame *game) {
    return !game->header.hidden && !memory_games_is_over(game) && is_anybody_present(game);
}

/* ---- roles ---- */

static void take_role(StoreGame *game, uint32_t server, Role role, StoreCompletion *completion) {
    if (server == 0 || role >= ROLE_COUNT)
        return;
    StorePresence *presence = &game->presence[role];
    presence->server = server;
    completion->generation = ++presence->generation;
}

void memory_games_leave(const MemoryGames *games, StoreGame *game, Role role) {
    game->presence[role].server = 0;
    game->presence[role].left_ms = games->service_ms;
    game->version++;
}

static StoreResult leave(const MemoryGames *games, StoreGame *game, uint32_t server,
                         const StoreRequest *request) {
    const StorePresence *presence = &game->presence[request->role];
    if (presence->server == server && presence->generation == request->leave.generation)
        memory_games_leave(games, game, request->role);
    return STORE_OK;
}

/* ---- adding and deleting ---- */

static StoreGame *copy_game(const StoreGame *game) {
    StoreGame *copy = memory_allocate(sizeof *copy);
    *copy = *game;
    copy->moves = memory_allocate((game->count + 1) * sizeof *copy->moves);
    if (game->count > 0)
        memcpy(copy->moves, game->moves, game->count * sizeof *copy->moves);
    return copy;
}

static StoreGame *add_game(MemoryGames *games, const StoreGame *game) {
    games->games = memory_resize(games->games, games->count + 1, sizeof(StoreGame *));
    StoreGame *added = games->games[games->count++] = copy_game(game);
    added->version = games->is_shared ? 1 : 0;
    return added;
}

static StoreResult create(MemoryGames *games, uint32_t server, const StoreRequest *request,
                          StoreCompletion *completion) {
    const StoreHeader *header = &request->create;
    const StoreGame *created = find_created(games, header);
    StoreGame *parent = memory_games_find(games, header->rematch_of);
    completion->id = header->id;
    if (!created && !parent && header->rematch_of != 0)
        return STORE_MISSING;
    if (!created)
        created = memory_games_find_rematch(games, header->rematch_of);
    if (created) {
        completion->id = created->header.id;
        return STORE_DUPLICATE;
    }
    if (memory_games_find(games, header->id) ||
        (parent && games->is_shared && parent->version != request->version))
        return STORE_CONFLICT;
    if (parent) {
        parent->rematch_game = header->id;
        parent->version += games->is_shared;
    }
    StoreGame *game = add_game(games, &(StoreGame){.header = *header});
    take_role(game, server, request->role, completion);
    completion->version = game->version;
    return STORE_OK;
}

static StoreResult put(MemoryGames *games, const StoreRequest *request) {
    const StoreHeader *header = &request->put->header;
    if (memory_games_find(games, header->id) || find_created(games, header))
        return STORE_CONFLICT;
    StoreGame *game = add_game(games, request->put);
    memset(game->presence, 0, sizeof game->presence);
    return STORE_OK;
}

static StoreResult delete_game(MemoryGames *games, StoreGame *game) {
    if ((game->count > 0 && !memory_games_is_over(game)) || is_anybody_present(game))
        return STORE_CONFLICT;
    StoreGame *parent = memory_games_find(games, game->header.rematch_of);
    if (parent) {
        parent->rematch_game = 0;
        parent->version += games->is_shared;
    }
    size_t i = 0;
    while (games->games[i] != game)
        i++;
    store_game_free(game);
    games->count--;
    memmove(games->games + i, games->games + i + 1, (games->count - i) * sizeof(StoreGame *));
    return STORE_OK;
}

/* ---- changes of a game ---- */

static StoreResult take_seat(StoreGame *game, const StoreRequest *request) {
    StoreSeat *seat = &game->header.seat[request->seat.color];
    if (seat->taken && !key_hash_equal(&seat->hash, &request->seat.hash))
        return STORE_CONFLICT;
    seat->taken = true;
    seat->hash = request->seat.hash;
    memcpy(seat->name, request->seat.name, sizeof seat->name);
    return STORE_OK;
}

static uint64_t moves_hash(const StoreGame *game) {
    uint64_t hash = move_hash_start(game->header.id);
    for (uint32_t ply = 0; ply < game->count; ply++)
        hash = move_hash_next(hash, ply, &game->moves[ply]);
    return hash;
}

/* The store of one server is told the checksum of the moves that its server knows. */
static StoreResult move(StoreGame *game, const StoreRequest *request) {
    const StoreEnd *end = &request->move.end;
    bool ends = end->outcome.reason != REASON_NONE;
    if (memory_games_is_over(game) || request->move.ply != game->count ||
        (ends && end->ply != game->count + 1))
        return STORE_CONFLICT;
    if (request->move.hash_before != 0 &&
        (request->move.hash_before != moves_hash(game) ||
         request->move.hash !=
             move_hash_next(request->move.hash_before, request->move.ply, &request->move.move)))
        return STORE_CONFLICT;
    game->moves = memory_resize(game->moves, game->count + 1, sizeof *game->moves);
    game->moves[game->count++] = request->move.move;
    game->end = *end;
    return STORE_OK;
}

static StoreResult end(StoreGame *game, const StoreRequest *request) {
    if (memory_games_is_over(game) || request->end.ply != game->count)
        return STORE_CONFLICT;
    game->end = request->end;
    return STORE_OK;
}

static StoreResult draw(StoreGame *game, const StoreRequest *request) {
    if (memory_games_is_over(game))
        return STORE_CONFLICT;
    game->draw = request->draw;
    return STORE_OK;
}

static StoreResult offer_rematch(StoreGame *game, const StoreRequest *request) {
    if (!memory_games_is_over(game) || game->rematch_game != 0)
        return STORE_CONFLICT;
    game->rematch = request->rematch;
    return STORE_OK;
}

static StoreResult change_game(StoreGame *game, const StoreRequest *request) {
    switch (request->kind) {
    case STORE_SEAT:
        return take_seat(game, request);
    case STORE_MOVE:
        return move(game, request);
    case STORE_DRAW:
        return draw(game, request);
    case STORE_END:
        return end(game, request);
    case STORE_REMATCH:
        return offer_rematch(game, request);
    default:
        assert(request->kind == STORE_ARRIVE);
        return STORE_OK;
    }
}

/* ---- queries ---- */

/* Removes the moves before the ply `first`. */
static void leave_out(StoreGame *game, uint32_t first) {
    size_t count = first < game->count ? first : game->count;
    game->first = first;
    game->count -= count;
    memmove(game->moves, game->moves + count, game->count * sizeof *game->moves);
}

static bool matches(const StoreGame *game, const StoreRequest *request) {
    if (game->header.id <= request->list.after)
        return false;
    switch (request->kind) {
    case STORE_LIST_GAMES:
    case STORE_LIST_FINISHED:
        return true;
    case STORE_LIST_TIMED:
        return game->header.base_ms > 0 && !memory_games_is_over(game);
    case STORE_LIST_PRESENT:
        return memory_games_is_listed(game);
    default:
        return game->count == 0 && game->header.created_ms < request->list.before_ms;
    }
}

static bool is_old_end(const StoreGame *game, const StoreRequest *request) {
    return memory_games_is_over(game) && game->header.created_ms < request->list.before_ms;
}

static int compare_ids(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static StoreResult list(const MemoryGames *games, const StoreRequest *request,
                        StoreCompletion *completion) {
    uint64_t *ids = memory_allocate((games->count + 1) * sizeof *ids);
    size_t count = 0;
    for (size_t i = 0; i < games->count; i++)
        if (matches(games->games[i], request))
            ids[count++] = games->games[i]->header.id;
    qsort(ids, count, sizeof *ids, compare_ids);
    if (count > request->list.limit)
        count = request->list.limit;
    completion->id = count == request->list.limit ? ids[count - 1] : 0;
    completion->ids = ids;
    for (size_t i = 0; i < count; i++)
        if (request->kind != STORE_LIST_FINISHED ||
            is_old_end(memory_games_find(games, ids[i]), request))
            completion->ids[completion->id_count++] = ids[i];
    return STORE_OK;
}

static StoreResult check(const MemoryGames *games, StoreCompletion *completion) {
    Error error = {0};
    for (size_t i = 0; i < games->count; i++) {
        completion->totals.games++;
        completion->totals.moves += games->games[i]->count;
        completion->totals.damaged += !game_replay_check(games->games[i], &error);
    }
    completion->text = memory_strdup(error.text);
    return STORE_OK;
}

/* ---- requests ---- */

static StoreResult run_for_game(MemoryGames *games, StoreGame *game, uint32_t server,
                                const StoreRequest *request, StoreCompletion *completion) {
    StoreResult result = STORE_OK;
    switch (request->kind) {
    case STORE_LOAD:
        completion->game = copy_game(game);
        completion->game->moves_hash = games->is_shared ? 0 : moves_hash(game);
        leave_out(completion->game, request->load.first);
        return STORE_OK;
    case STORE_TELL:
        return STORE_OK;
    case STORE_DELETE:
        return delete_game(games, game);
    case STORE_LEAVE:
        result = leave(games, game, server, request);
        break;
    case STORE_HIDE:
        game->header.hidden = request->hidden;
        game->version += games->is_shared;
        break;
    default:
        if (games->is_shared && game->version != request->version)
            return STORE_CONFLICT;
        result = change_game(game, request);
        if (result == STORE_OK && games->is_shared)
            game->version++;
        if (result == STORE_OK && (request->kind == STORE_SEAT || request->kind == STORE_ARRIVE))
            take_role(game, server, request->role, completion);
    }
    completion->version = game->version;
    return result;
}

StoreResult memory_games_run(MemoryGames *games, uint32_t server, const StoreRequest *request,
                             StoreCompletion *completion) {
    completion->id = request->id;
    switch (request->kind) {
    case STORE_CREATE:
        return create(games, server, request, completion);
    case STORE_PUT:
        return put(games, request);
    case STORE_LIST_GAMES:
    case STORE_LIST_TIMED:
    case STORE_LIST_UNSTARTED:
    case STORE_LIST_FINISHED:
    case STORE_LIST_PRESENT:
        return list(games, request, completion);
    case STORE_TOTALS:
        completion->totals.games = games->count;
        completion->totals.service_ms = games->service_ms;
        return STORE_OK;
    case STORE_CHECK:
        return check(games, completion);
    case STORE_CLOCK:
        games->service_ms = request->service_ms;
        return STORE_OK;
    case STORE_PROBE:
    case STORE_BACKUP:
        return STORE_OK;
    default:
        break;
    }
    StoreGame *game = memory_games_find(games, request->id);
    return game ? run_for_game(games, game, server, request, completion) : STORE_MISSING;
}
