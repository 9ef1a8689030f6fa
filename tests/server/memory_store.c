#include <config.h>

#include "memory_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/store/game_replay.h"

struct MemoryStore {
    Store store;
    StoreGame **games;
    size_t game_count;
    StoreRequest *waiting;
    size_t waiting_count, waiting_capacity;
    StoreCompletion *done;
    size_t done_count, done_taken, done_capacity;
    MemoryFailure failure;
    unsigned changes, fail_at;
    MemoryFailure fail_with;
    StoreStats stats;
};

static MemoryStore *from_store(Store *store) {
    return (MemoryStore *)store;
}

/* ---- games ---- */

const StoreGame *memory_store_game(const MemoryStore *memory, size_t index) {
    return index < memory->game_count ? memory->games[index] : NULL;
}

StoreGame *memory_store_find(const MemoryStore *memory, uint64_t id) {
    for (size_t i = 0; i < memory->game_count; i++)
        if (memory->games[i]->header.id == id)
            return memory->games[i];
    return NULL;
}

static StoreGame *copy_game(const StoreGame *game) {
    StoreGame *copy = memory_allocate(sizeof *copy);
    *copy = *game;
    copy->moves = memory_allocate((game->count + 1) * sizeof *copy->moves);
    if (game->count > 0)
        memcpy(copy->moves, game->moves, game->count * sizeof *copy->moves);
    return copy;
}

static bool is_over(const StoreGame *game) {
    return game->end.outcome.reason != REASON_NONE;
}

/* ---- changes ---- */

static StoreResult create(MemoryStore *memory, const StoreRequest *request,
                          StoreCompletion *completion) {
    const StoreHeader *header = &request->create;
    completion->id = header->id;
    for (size_t i = 0; i < memory->game_count && header->has_creator; i++) {
        const StoreHeader *known = &memory->games[i]->header;
        if (known->has_creator && key_hash_equal(&known->creator, &header->creator)) {
            completion->id = known->id;
            return STORE_DUPLICATE;
        }
    }
    if (memory_store_find(memory, header->id))
        return STORE_CONFLICT;
    StoreGame game = {.header = *header};
    memory->games = memory_resize(memory->games, memory->game_count + 1, sizeof *memory->games);
    memory->games[memory->game_count++] = copy_game(&game);
    return STORE_OK;
}

static StoreResult take_seat(StoreGame *game, const StoreRequest *request) {
    StoreSeat *seat = &game->header.seat[request->seat.color];
    if (seat->taken && !key_hash_equal(&seat->hash, &request->seat.hash))
        return STORE_CONFLICT;
    seat->taken = true;
    seat->hash = request->seat.hash;
    memcpy(seat->name, request->seat.name, sizeof seat->name);
    return STORE_OK;
}

static StoreResult move(StoreGame *game, const StoreRequest *request) {
    if (is_over(game) || request->move.ply != game->count)
        return STORE_CONFLICT;
    game->moves = memory_resize(game->moves, game->count + 1, sizeof *game->moves);
    game->moves[game->count++] = request->move.move;
    game->end = request->move.end;
    return STORE_OK;
}

static StoreResult end(StoreGame *game, const StoreRequest *request) {
    if (is_over(game) || request->end.ply != game->count)
        return STORE_CONFLICT;
    game->end = request->end;
    return STORE_OK;
}

static StoreResult draw(StoreGame *game, const StoreRequest *request) {
    if (is_over(game))
        return STORE_CONFLICT;
    game->draw = request->draw;
    return STORE_OK;
}

static StoreResult delete_game(MemoryStore *memory, StoreGame *game) {
    if (game->count > 0)
        return STORE_CONFLICT;
    size_t i = 0;
    while (memory->games[i] != game)
        i++;
    store_game_free(game);
    memory->game_count--;
    memmove(memory->games + i, memory->games + i + 1,
            (memory->game_count - i) * sizeof *memory->games);
    return STORE_OK;
}

/* ---- queries ---- */

static bool is_listed(const StoreGame *game, const StoreRequest *request) {
    if (game->header.id <= request->list.after)
        return false;
    if (request->kind == STORE_LIST_TIMED)
        return game->header.base_ms > 0 && !is_over(game);
    return game->count == 0 && game->header.created_ms < request->list.before_ms;
}

static int compare_ids(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static StoreResult list(const MemoryStore *memory, const StoreRequest *request,
                        StoreCompletion *completion) {
    uint64_t *ids = memory_allocate((memory->game_count + 1) * sizeof *ids);
    size_t count = 0;
    for (size_t i = 0; i < memory->game_count; i++)
        if (is_listed(memory->games[i], request))
            ids[count++] = memory->games[i]->header.id;
    qsort(ids, count, sizeof *ids, compare_ids);
    completion->ids = ids;
    completion->id_count = count < request->list.limit ? count : request->list.limit;
    return STORE_OK;
}

static StoreResult check(const MemoryStore *memory, StoreCompletion *completion) {
    Error error = {0};
    for (size_t i = 0; i < memory->game_count; i++) {
        completion->totals.games++;
        completion->totals.moves += memory->games[i]->count;
        completion->totals.damaged += !game_replay_check(memory->games[i], &error);
    }
    completion->text = memory_strdup(error.text);
    return STORE_OK;
}

static StoreResult run_for_game(MemoryStore *memory, StoreGame *game, const StoreRequest *request,
                                StoreCompletion *completion) {
    switch (request->kind) {
    case STORE_SEAT:
        return take_seat(game, request);
    case STORE_MOVE:
        return move(game, request);
    case STORE_DRAW:
        return draw(game, request);
    case STORE_END:
        return end(game, request);
    case STORE_DELETE:
        return delete_game(memory, game);
    default:
        completion->game = copy_game(game);
        return STORE_OK;
    }
}

static StoreResult run(MemoryStore *memory, const StoreRequest *request,
                       StoreCompletion *completion) {
    completion->id = request->id;
    switch (request->kind) {
    case STORE_CREATE:
        return create(memory, request, completion);
    case STORE_LIST_TIMED:
    case STORE_LIST_UNSTARTED:
        return list(memory, request, completion);
    case STORE_TOTALS:
        completion->totals.games = memory->game_count;
        return STORE_OK;
    case STORE_CHECK:
        return check(memory, completion);
    case STORE_PROBE:
    case STORE_BACKUP:
        return STORE_OK;
    default:
        break;
    }
    StoreGame *game = memory_store_find(memory, request->id);
    return game ? run_for_game(memory, game, request, completion) : STORE_MISSING;
}

/* ---- transactions ---- */

static bool is_change(StoreKind kind) {
    return kind <= STORE_PROBE;
}

/* Returns the failure of a transaction with the first `count` requests. */
static MemoryFailure failure_of(MemoryStore *memory, size_t count) {
    MemoryFailure failure = memory->failure == MEMORY_FULL ? MEMORY_GOOD : memory->failure;
    for (size_t i = 0; i < count; i++) {
        if (!is_change(memory->waiting[i].kind))
            continue;
        memory->changes++;
        if (memory->failure == MEMORY_FULL && failure == MEMORY_GOOD)
            failure = MEMORY_FULL;
        if (memory->fail_at > 0 && --memory->fail_at == 0)
            failure = memory->fail_with;
    }
    if (failure == MEMORY_FAILED)
        memory->failure = MEMORY_FAILED;
    return failure;
}

static void add_completion(MemoryStore *memory, const StoreCompletion *completion) {
    if (memory->done_count == memory->done_capacity) {
        memory->done_capacity = memory->done_capacity * 2 + 16;
        memory->done = memory_resize(memory->done, memory->done_capacity, sizeof *memory->done);
    }
    memory->done[memory->done_count++] = *completion;
}

static void remove_waiting(MemoryStore *memory, size_t count) {
    memory->waiting_count -= count;
    memmove(memory->waiting, memory->waiting + count,
            memory->waiting_count * sizeof *memory->waiting);
}

size_t memory_store_commit(MemoryStore *memory, size_t most) {
    size_t count = memory->waiting_count < most ? memory->waiting_count : most;
    MemoryFailure failure = failure_of(memory, count);
    for (size_t i = 0; i < count; i++) {
        const StoreRequest *request = &memory->waiting[i];
        StoreCompletion completion = {.kind = request->kind, .request_id = request->request_id};
        if (failure == MEMORY_GOOD || (failure == MEMORY_FULL && !is_change(request->kind)))
            completion.result = run(memory, request, &completion);
        else
            completion.result = failure == MEMORY_FULL ? STORE_FULL : STORE_FAILED;
        add_completion(memory, &completion);
    }
    remove_waiting(memory, count);
    return count;
}

void memory_store_crash(MemoryStore *memory, size_t survivors) {
    memory_store_commit(memory, survivors);
    store_close(&memory->store);
}

size_t memory_store_waiting(const MemoryStore *memory) {
    return memory->waiting_count;
}

unsigned memory_store_changes(const MemoryStore *memory) {
    return memory->changes;
}

void memory_store_set_failure(MemoryStore *memory, MemoryFailure failure) {
    memory->failure = failure;
}

void memory_store_fail_change(MemoryStore *memory, unsigned n, MemoryFailure failure) {
    memory->fail_at = n;
    memory->fail_with = failure;
}

/* ---- the interface ---- */

static void submit(Store *store, const StoreRequest *request) {
    MemoryStore *memory = from_store(store);
    if (memory->waiting_count == memory->waiting_capacity) {
        memory->waiting_capacity = memory->waiting_capacity * 2 + 16;
        memory->waiting =
            memory_resize(memory->waiting, memory->waiting_capacity, sizeof *memory->waiting);
    }
    memory->waiting[memory->waiting_count++] = *request;
}

static bool take(Store *store, StoreCompletion *completion) {
    MemoryStore *memory = from_store(store);
    if (memory->done_taken == memory->done_count) {
        memory->done_taken = memory->done_count = 0;
        return false;
    }
    *completion = memory->done[memory->done_taken++];
    return true;
}

static void stats(Store *store, StoreStats *stats) {
    *stats = from_store(store)->stats;
}

static void discard_pending(Store *store) {
    MemoryStore *memory = from_store(store);
    StoreCompletion completion;
    while (take(store, &completion))
        store_completion_free(&completion);
    memory->waiting_count = 0;
}

static const StoreMethods methods = {submit, take, stats, discard_pending};

MemoryStore *memory_store_create(void) {
    MemoryStore *memory = memory_allocate(sizeof *memory);
    memory->store.methods = &methods;
    return memory;
}

Store *memory_store_interface(MemoryStore *memory) {
    return &memory->store;
}

void memory_store_free(MemoryStore *memory) {
    discard_pending(&memory->store);
    for (size_t i = 0; i < memory->game_count; i++)
        store_game_free(memory->games[i]);
    free(memory->games);
    free(memory->waiting);
    free(memory->done);
    free(memory);
}
