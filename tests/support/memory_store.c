#include <config.h>

#include "memory_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "memory_games.h"

struct MemoryStore {
    Store store;
    MemoryGames games;
    StoreRequest **waiting;
    size_t waiting_count, waiting_capacity;
    StoreCompletion *done;
    size_t done_count, done_taken, done_capacity;
    MemoryFailure failure;
    unsigned changes, fail_at;
    MemoryFailure fail_with;
    uint64_t damaged_id;
    StoreStats stats;
    uint32_t server; /* the number of this one in a shared store, else 0 */
    StoreNews *held;
    size_t held_count;
    bool holds_news;
};

static MemoryStore *from_store(Store *store) {
    return (MemoryStore *)store;
}

/* ---- games ---- */

const StoreGame *memory_store_game(const MemoryStore *memory, size_t index) {
    return index < memory->games.count ? memory->games.games[index] : NULL;
}

StoreGame *memory_store_find(const MemoryStore *memory, uint64_t id) {
    return memory_games_find(&memory->games, id);
}

static StoreResult run(MemoryStore *memory, const StoreRequest *request,
                       StoreCompletion *completion) {
    bool is_damaged = memory->damaged_id != 0 && memory_store_find(memory, memory->damaged_id);
    if (!is_damaged || request->id != memory->damaged_id || request->kind == STORE_CREATE) {
        StoreResult result = memory_games_run(&memory->games, memory->server, request, completion);
        if (request->kind == STORE_CHECK)
            completion->totals.damaged += is_damaged;
        return result;
    }
    completion->id = request->id;
    completion->text = memory_strdup("damaged by a test");
    return STORE_DAMAGED;
}

/* ---- transactions ---- */

/* Returns the failure of a transaction with the first `count` requests. */
static MemoryFailure failure_of(MemoryStore *memory, size_t count) {
    MemoryFailure failure = memory->failure == MEMORY_FULL ? MEMORY_GOOD : memory->failure;
    for (size_t i = 0; i < count; i++) {
        if (!store_is_change(memory->waiting[i]->kind))
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
            memory->waiting_count * sizeof(StoreRequest *));
}

size_t memory_store_commit(MemoryStore *memory, size_t most) {
    size_t count = memory->waiting_count < most ? memory->waiting_count : most;
    MemoryFailure failure = failure_of(memory, count);
    for (size_t i = 0; i < count; i++) {
        StoreRequest *request = memory->waiting[i];
        StoreCompletion completion = {.kind = request->kind, .request = request};
        if (failure == MEMORY_GOOD || (failure == MEMORY_FULL && !store_is_change(request->kind)))
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

bool memory_store_has_completions(const MemoryStore *memory) {
    return memory->done_taken < memory->done_count;
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

void memory_store_damage(MemoryStore *memory, uint64_t id) {
    memory->damaged_id = id;
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

static void discard_completions(MemoryStore *memory) {
    StoreCompletion completion;
    while (take(&memory->store, &completion))
        store_completion_free(&completion);
}

/* ---- other servers ---- */

void memory_store_share(MemoryStore *memory) {
    const uint64_t ids[] = {MEMORY_SERVER, MEMORY_OTHER_SERVER};
    memory->store.is_shared = memory->games.is_shared = true;
    memory_store_set_members(memory, MEMORY_SERVER, ids, 2);
}

void memory_store_set_members(MemoryStore *memory, uint64_t own, const uint64_t *ids,
                              size_t count) {
    StoreCompletion completion = {.kind = STORE_MEMBERS, .id = own, .id_count = count};
    completion.ids = memory_allocate(count * sizeof *ids);
    memcpy(completion.ids, ids, count * sizeof *ids);
    memory->server = (uint32_t)own;
    add_completion(memory, &completion);
}

void memory_store_set_time(MemoryStore *memory, int64_t service_ms) {
    memory->games.service_ms = service_ms;
}

static void add_news(MemoryStore *memory, const StoreNews *news) {
    if (memory->holds_news) {
        memory->held = memory_resize(memory->held, memory->held_count + 1, sizeof *memory->held);
        memory->held[memory->held_count++] = *news;
        return;
    }
    StoreCompletion completion = {.kind = STORE_NEWS, .id = news->id};
    completion.news = memory_allocate(sizeof *news);
    *completion.news = *news;
    add_completion(memory, &completion);
}

static void add_news_of(MemoryStore *memory, const StoreGame *game, StoreNews news) {
    news.id = game->header.id;
    news.version = game->version;
    news.listed = memory_games_is_listed(game);
    add_news(memory, &news);
}

static StoreNews news_of(const StoreRequest *request) {
    StoreNews news = {.kind = NEWS_CHANGE};
    if (request->kind == STORE_MOVE) {
        news.kind = NEWS_MOVE;
        news.move.ply = request->move.ply;
        news.move.move = request->move.move;
        news.move.end = request->move.end;
    } else if (request->kind == STORE_TELL) {
        news.kind = NEWS_TALK;
        news.talk = request->tell;
    }
    return news;
}

StoreResult memory_store_change_elsewhere(MemoryStore *memory, const StoreRequest *request) {
    StoreRequest change = *request;
    StoreCompletion completion = {0};
    bool is_rematch = request->kind == STORE_CREATE && request->create.rematch_of != 0;
    uint64_t id = is_rematch ? request->create.rematch_of : request->id;
    const StoreGame *game = memory_store_find(memory, id);
    change.version = game ? game->version : 0;
    StoreResult result =
        memory_games_run(&memory->games, MEMORY_OTHER_SERVER, &change, &completion);
    if (result != STORE_OK)
        return result;
    if (request->kind == STORE_DELETE) {
        add_news(memory,
                 &(StoreNews){.kind = NEWS_DELETE, .id = id, .version = change.version + 1});
        return STORE_OK;
    }
    add_news_of(memory, memory_store_find(memory, completion.id), news_of(request));
    if (is_rematch)
        add_news_of(memory, game, (StoreNews){.kind = NEWS_CHANGE});
    return STORE_OK;
}

void memory_store_bury(MemoryStore *memory, uint32_t server) {
    for (size_t i = 0; i < memory->games.count; i++) {
        StoreGame *game = memory->games.games[i];
        uint64_t version = game->version;
        for (int role = 0; role < ROLE_COUNT; role++)
            if (game->presence[role].server == server)
                memory_games_leave(&memory->games, game, (Role)role);
        if (game->version > version)
            add_news_of(memory, game, (StoreNews){.kind = NEWS_CHANGE});
    }
}

void memory_store_register_again(MemoryStore *memory) {
    const uint64_t ids[] = {MEMORY_OTHER_SERVER, memory->server + MEMORY_OTHER_SERVER};
    memory_store_bury(memory, memory->server);
    discard_completions(memory);
    memory_store_set_members(memory, ids[1], ids, 2);
}

void memory_store_hold_news(MemoryStore *memory) {
    memory->holds_news = true;
}

void memory_store_release_news(MemoryStore *memory) {
    memory->holds_news = false;
    for (size_t i = 0; i < memory->held_count; i++)
        add_news(memory, &memory->held[i]);
    memory->held_count = 0;
}

void memory_store_reverse_news(MemoryStore *memory) {
    memory->holds_news = false;
    while (memory->held_count > 0)
        add_news(memory, &memory->held[--memory->held_count]);
}

void memory_store_miss_news(MemoryStore *memory) {
    StoreCompletion completion = {.kind = STORE_MISSED};
    memory->holds_news = false;
    memory->held_count = 0;
    add_completion(memory, &completion);
}

/* ---- the interface ---- */

static void submit(Store *store, StoreRequest *request) {
    MemoryStore *memory = from_store(store);
    if (memory->waiting_count == memory->waiting_capacity) {
        memory->waiting_capacity = memory->waiting_capacity * 2 + 16;
        memory->waiting =
            memory_resize(memory->waiting, memory->waiting_capacity, sizeof(StoreRequest *));
    }
    memory->waiting[memory->waiting_count++] = request;
}

static void stats(Store *store, StoreStats *stats) {
    *stats = from_store(store)->stats;
}

static void discard_pending(Store *store) {
    MemoryStore *memory = from_store(store);
    discard_completions(memory);
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
    memory_games_free(&memory->games);
    free(memory->waiting);
    free(memory->done);
    free(memory->held);
    free(memory);
}
