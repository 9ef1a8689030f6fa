#include <config.h>

#include "server/core/core.h"

#include <stdlib.h>

#include "base/memory.h"
#include "server/core/core_parts.h"
#include "server/core/scheduler.h"

enum {
    SWEEP_INTERVAL_MS = 60 * 60 * 1000, /* between sweeps of unstarted games */
    SWEEP_BATCH = 500,                  /* ids asked for at a time */
    TIMED_BATCH = 1000
};

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

/* ---- internal calls of the store ---- */

static void submit_internal(Core *core, StoreKind kind, StoreRequest *request) {
    pending_submit(core, pending_begin(core, kind, NULL, NULL, NULL), request);
}

/* Games whose clocks run are loaded, so that their flags fall without a client. */
static void list_timed_games(Core *core, uint64_t after) {
    StoreRequest request = {.list = {.after = after, .limit = TIMED_BATCH}};
    submit_internal(core, STORE_LIST_TIMED, &request);
}

void core_on_timed_games(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    for (size_t i = 0; i < completion->id_count; i++)
        if (!game_cache_find(core, completion->ids[i]))
            game_cache_load(core, game_cache_add(core, completion->ids[i], GAME_LOADING));
    if (completion->id_count == TIMED_BATCH)
        list_timed_games(core, completion->ids[TIMED_BATCH - 1]);
}

static void list_unstarted_games(Core *core, uint64_t after) {
    int64_t before = core->unix_ms - (int64_t)core->limits.unstarted_days * day_ms;
    StoreRequest request = {.list = {.after = after, .before_ms = before, .limit = SWEEP_BATCH}};
    submit_internal(core, STORE_LIST_UNSTARTED, &request);
}

/* Deletes a game that is not in use. It leaves the cache first, so that later requests for it find
 * it deleted. */
static void delete_unstarted(Core *core, uint64_t id) {
    CachedGame *game = game_cache_find(core, id);
    if (game && !game->idle)
        return;
    if (game)
        game_cache_remove(core, game);
    StoreRequest request = {.id = id};
    submit_internal(core, STORE_DELETE, &request);
}

void core_on_unstarted_games(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    for (size_t i = 0; i < completion->id_count; i++)
        delete_unstarted(core, completion->ids[i]);
    core->sweeping = completion->id_count == SWEEP_BATCH;
    if (core->sweeping)
        list_unstarted_games(core, completion->ids[SWEEP_BATCH - 1]);
}

/* ---- time ---- */

void core_schedule_periodic(Core *core) {
    int64_t due = core->sweep_ms;
    if (core->readonly && !core->probing && core->probe_ms < due)
        due = core->probe_ms;
    timers_set(&core->timers, &core->periodic_timer, due);
}

static void run_periodic(Core *core) {
    if (core->failure)
        return;
    if (core->readonly && !core->probing && core->now_ms >= core->probe_ms) {
        core->probing = true;
        core->probe_ms = core->now_ms + PROBE_INTERVAL_MS;
        StoreRequest request = {0};
        submit_internal(core, STORE_PROBE, &request);
    }
    if (core->now_ms >= core->sweep_ms) {
        core->sweep_ms = core->now_ms + SWEEP_INTERVAL_MS;
        if (core->limits.unstarted_days > 0 && !core->sweeping && !core->readonly) {
            core->sweeping = true;
            list_unstarted_games(core, 0);
        }
    }
    core_schedule_periodic(core);
}

void core_set_readonly(Core *core, bool readonly) {
    if (core->readonly == readonly)
        return;
    core->readonly = readonly;
    core->probe_ms = core->now_ms + PROBE_INTERVAL_MS;
    core_schedule_periodic(core);
    client_notify_all(core, readonly ? "The server's disk is full. Until there is room again, "
                                       "games can be watched but not played."
                                     : "The server's disk has room again. Games can be played.");
}

bool core_is_readonly(const Core *core) {
    return core->readonly;
}

void core_set_time(Core *core, int64_t now_ms, int64_t unix_ms) {
    if (now_ms > core->now_ms)
        core->now_ms = now_ms;
    core->unix_ms = unix_ms;
}

int64_t core_next_deadline(const Core *core) {
    return timers_next_due(&core->timers);
}

void core_tick(Core *core) {
    Timer *timer;
    while ((timer = timers_pop_due(&core->timers, core->now_ms)))
        switch (timer->kind) {
        case TIMER_CLIENT:
            client_on_timer(core, timer->owner);
            break;
        case TIMER_GAME:
            game_cache_on_timer(core, timer->owner);
            break;
        case TIMER_CORE:
            run_periodic(core);
            break;
        }
    client_disconnect_slow(core);
}

bool core_has_deferred(const Core *core) {
    return !TAILQ_EMPTY(&core->deferred);
}

void core_run_deferred(Core *core) {
    scheduler_run(core);
    client_disconnect_slow(core);
}

Client *core_next_changed(Core *core) {
    Client *client = LIST_FIRST(&core->changed);
    if (client) {
        LIST_REMOVE(client, changed_entry);
        client->changed = false;
    }
    return client;
}

/* ---- jobs of the administrator ---- */

static void start_job(Core *core, StoreKind kind, const char *path, CoreJobDone *done,
                      void *context) {
    PendingCall *pending = pending_begin(core, kind, NULL, NULL, NULL);
    pending->done = done;
    pending->done_context = context;
    StoreRequest request = {.path = path};
    pending_submit(core, pending, &request);
}

void core_backup(Core *core, const char *path, CoreJobDone *done, void *context) {
    start_job(core, STORE_BACKUP, path, done, context);
}

void core_check(Core *core, CoreJobDone *done, void *context) {
    start_job(core, STORE_CHECK, NULL, done, context);
}

/* ---- shutting down ---- */

void core_fail(Core *core, const char *why) {
    if (core->failure)
        return;
    core->failure = memory_strdup(why);
    client_disconnect_all(core, "the server's database has failed", 60);
}

const char *core_failure(const Core *core) {
    return core->failure;
}

static void disconnect_if_drained(Core *core) {
    if (core->draining && core->pending_calls.waiting == 0 && !core->drained) {
        core->drained = true;
        client_disconnect_all(core, "shutting down", 5);
    }
    client_disconnect_slow(core);
}

void core_complete(Core *core, StoreCompletion *completion) {
    pending_complete(core, completion);
    disconnect_if_drained(core);
}

void core_drain(Core *core) {
    core->draining = true;
    disconnect_if_drained(core);
}

void core_close_all(Core *core) {
    core->draining = true;
    Client *client;
    LIST_FOREACH(client, &core->clients, entry) {
        client->close_now = true;
        client_mark_changed(core, client);
    }
}

bool core_is_drained(const Core *core) {
    return core->drained && core->client_count == 0;
}

/* ---- creating and freeing ---- */

static void system_random(void *context, void *bytes, size_t size) {
    (void)context;
    identity_random_bytes(bytes, size);
}

void core_make_seat_key(Core *core, SeatKey *key) {
    uint8_t bytes[16];
    core->random(core->random_context, bytes, sizeof bytes);
    seat_key_from_bytes(bytes, key);
}

void core_configure(Core *core, const ServerLimits *limits) {
    core->limits = *limits;
    core->command_rate = token_bucket_rate(limits->commands_per_s, 1000, limits->commands_burst);
    core->game_rate =
        token_bucket_rate(limits->games_per_minute, 60 * 1000, limits->games_per_minute);
}

Core *core_create(const CoreOptions *options) {
    Core *core = memory_allocate(sizeof *core);
    core_configure(core, &options->limits);
    core->store = options->store;
    core->version = options->version;
    core->random = options->random ? options->random : system_random;
    core->random_context = options->random_context;
    core->now_ms = core->started_ms = core->sweep_ms = options->now_ms;
    core->unix_ms = options->unix_ms;
    core->periodic_timer = (Timer){.owner = core, .kind = TIMER_CORE};
    TAILQ_INIT(&core->deferred);
    game_cache_init(&core->games);
    core->random(core->random_context, &core->addresses.seed, sizeof core->addresses.seed);
    core_schedule_periodic(core);
    StoreRequest request = {0};
    submit_internal(core, STORE_TOTALS, &request);
    list_timed_games(core, 0);
    return core;
}

void core_free(Core *core) {
    if (!core)
        return;
    game_cache_free(&core->games);
    pending_free(core);
    address_table_free(&core->addresses);
    timers_free(&core->timers);
    free(core->failure);
    free(core);
}

void core_stats(const Core *core, CoreStats *stats) {
    *stats = core->counters;
    stats->clients = core->client_count;
    stats->subscribers = core->subscriber_count;
    stats->games_in_memory = core->games.count;
    stats->waiting = core->pending_calls.waiting;
    stats->uptime_ms = core->now_ms - core->started_ms;
    stats->readonly = core->readonly;
}
