#include <config.h>

#include "server/core/core.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "server/core/core_parts.h"
#include "server/core/game.h"
#include "server/core/client.h"

enum {
    CLOCK_INTERVAL_MS = 500, /* between changes of the stored service time: with the time of a
                              * commit, a crash gives back less than a second of a running turn */
    SWEEP_INTERVAL_MS = 60 * 60 * 1000, /* between attempts to sweep */
    SWEEP_BATCH = 500,                  /* ids asked for at a time */
    LOOKS_APART_DAYS = 7,               /* the least time between two looks at the wall clock */
    LIST_BATCH = 1000
};

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

/* ---- internal calls of the store ---- */

static PendingCall *begin_call(Core *core, StoreKind kind) {
    return pending_begin(core, kind, NULL, NULL, NULL);
}

static void list_games(Core *core, StoreKind kind, uint64_t after) {
    PendingCall *list = begin_call(core, kind);
    list->request.list.after = after;
    list->request.list.limit = LIST_BATCH;
    pending_submit(core, list);
}

/* Requests the games that have to be in memory: of those whose clocks run, this server's part, and
 * those with players of other servers for the lists. The time and the servers have to be known. */
static void list_needed_games(Core *core) {
    bool is_shared = core->store->is_shared;
    if (is_shared && (core->now_ms == 0 || core->cluster.server == 0))
        return;
    list_games(core, STORE_LIST_TIMED, 0);
    if (is_shared)
        list_games(core, STORE_LIST_PRESENT, 0);
}

static void load(Core *core, uint64_t id) {
    if (!game_cache_find(core, id))
        game_cache_load(core, game_cache_add(core, id, GAME_LOADING));
}

/* Servers that share a store also share the games that nobody has loaded. */
static bool is_shared_out_here(const Core *core, uint64_t id) {
    return !core->store->is_shared || random_next(&id) % core->cluster.count == core->cluster.rank;
}

/* Games whose clocks run are loaded, so that their flags fall without a client. */
void core_on_timed_games(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    for (size_t i = 0; i < completion->id_count; i++)
        if (is_shared_out_here(core, completion->ids[i]))
            load(core, completion->ids[i]);
    if (completion->id != 0)
        list_games(core, STORE_LIST_TIMED, completion->id);
}

void core_on_present_games(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    for (size_t i = 0; i < completion->id_count; i++)
        load(core, completion->ids[i]);
    if (completion->id != 0)
        list_games(core, STORE_LIST_PRESENT, completion->id);
}

/* Requests the next games that are to be deleted: without moves, or over. Returns whether there can
 * be any. */
static bool list_old_games(Core *core, StoreKind kind, uint64_t after) {
    int days =
        kind == STORE_LIST_UNSTARTED ? core->limits.unstarted_days : core->limits.finished_days;
    if (days == 0)
        return false;
    PendingCall *list = begin_call(core, kind);
    list->request.list.after = after;
    list->request.list.before_ms = core->swept_ms - days * day_ms;
    list->request.list.limit = SWEEP_BATCH;
    pending_submit(core, list);
    return true;
}

/* Deletes a game that is not in use. It leaves the cache first, so that later requests for it find
 * it deleted. */
static void delete_game(Core *core, uint64_t id) {
    CachedGame *game = game_cache_find(core, id);
    if (game && !game->idle)
        return;
    if (game)
        game_cache_remove(core, game);
    PendingCall *deletion = begin_call(core, STORE_DELETE);
    deletion->request.id = id;
    pending_submit(core, deletion);
}

void core_on_old_games(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    for (size_t i = 0; i < completion->id_count; i++)
        delete_game(core, completion->ids[i]);
    core->sweeping =
        (completion->id != 0 && list_old_games(core, completion->kind, completion->id)) ||
        (completion->kind == STORE_LIST_UNSTARTED && list_old_games(core, STORE_LIST_FINISHED, 0));
}

/* ---- service time ---- */

int64_t core_service_ms(const Core *core, int64_t at_ms) {
    if (core->store->is_shared)
        return at_ms;
    return core->earlier_service_ms < 0 ? -1 : core->earlier_service_ms + at_ms - core->started_ms;
}

void core_store_clock(Core *core) {
    if (core->store->is_shared || core->readonly || core->failure || core->earlier_service_ms < 0 ||
        core->now_ms == core->clock_ms)
        return;
    core->clocks_pending++;
    core->clock_ms = core->now_ms;
    PendingCall *clock = begin_call(core, STORE_CLOCK);
    clock->request.service_ms = core_service_ms(core, core->now_ms);
    pending_submit(core, clock);
}

/* Returns when the service time has to be stored again, or INT64_MAX. */
static int64_t clock_deadline(const Core *core) {
    if (core->store->is_shared || core->games.running_clocks == 0 || core->clocks_pending > 0 ||
        core->readonly || core->draining || core->earlier_service_ms < 0)
        return INT64_MAX;
    return core->clock_ms + CLOCK_INTERVAL_MS;
}

/* ---- time ---- */

void core_schedule_periodic(Core *core) {
    int64_t due = core->sweep_ms;
    if (core->readonly && !core->probing && core->probe_ms < due)
        due = core->probe_ms;
    int64_t clock_due = clock_deadline(core);
    if (clock_due < due)
        due = clock_due;
    timers_set(&core->timers, &core->periodic_timer, due);
}

static void look_at_wall_clock(Core *core) {
    core->look_ms = core->now_ms;
    core->look_unix_ms = core->unix_ms;
}

/* The first of the servers that share a store sweeps for all of them. A wall clock that is wrong
 * for a while deletes no game: one has to be old by the clock of now, and by that of the last look.
 */
static void sweep(Core *core) {
    bool is_shared = core->store->is_shared;
    int64_t apart_ms = core->now_ms - core->look_ms;
    if (is_shared && core->cluster.server != 0)
        pending_submit(core, begin_call(core, STORE_TOTALS));
    if (core->sweeping || core->readonly || apart_ms < LOOKS_APART_DAYS * day_ms ||
        (is_shared && (core->cluster.server == 0 || core->cluster.rank != 0)))
        return;
    core->swept_ms = core->look_unix_ms + apart_ms;
    if (core->unix_ms < core->swept_ms)
        core->swept_ms = core->unix_ms;
    look_at_wall_clock(core);
    core->sweeping = list_old_games(core, STORE_LIST_UNSTARTED, 0) ||
                     list_old_games(core, STORE_LIST_FINISHED, 0);
}

static void run_periodic(Core *core) {
    if (core->failure)
        return;
    if (core->readonly && !core->probing && core->now_ms >= core->probe_ms) {
        core->probing = true;
        core->probe_ms = core->now_ms + PROBE_INTERVAL_MS;
        pending_submit(core, begin_call(core, STORE_PROBE));
    }
    if (core->now_ms >= clock_deadline(core))
        core_store_clock(core);
    if (core->now_ms >= core->sweep_ms) {
        core->sweep_ms = core->now_ms + SWEEP_INTERVAL_MS;
        sweep(core);
    }
    core_schedule_periodic(core);
}

void core_set_readonly(Core *core, bool readonly) {
    if (core->readonly == readonly)
        return;
    core->readonly = readonly;
    core->probe_ms = core->now_ms + PROBE_INTERVAL_MS;
    core_schedule_periodic(core);
    if (!readonly) {
        game_cache_update_flags(core);
        presence_settle_all(core);
    }
    client_notify_all(core, readonly ? EVENT_READONLY : EVENT_WRITABLE,
                      readonly ? "The server's disk is full. Until there is room again, "
                                 "games can be watched but not played."
                               : "The server's disk has room again. Games can be played.");
}

bool core_is_readonly(const Core *core) {
    return core->readonly;
}

void core_set_time(Core *core, int64_t now_ms, int64_t unix_ms) {
    bool was_known = core->now_ms != 0;
    if (now_ms > core->now_ms)
        core->now_ms = now_ms;
    core->unix_ms = unix_ms;
    if (!was_known && core->now_ms != 0) {
        core->started_ms = core->now_ms;
        look_at_wall_clock(core);
        list_needed_games(core);
    }
}

bool core_has_running_clocks(const Core *core) {
    return core->games.running_clocks > 0;
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
        case TIMER_LISTS:
            list_feed_on_timer(core);
            break;
        case TIMER_CORE:
            run_periodic(core);
            break;
        }
    client_disconnect_slow(core);
}

bool core_has_deferred(const Core *core) {
    return !TAILQ_EMPTY(&core->deferred) || !TAILQ_EMPTY(&core->scheduled_logs) ||
           !TAILQ_EMPTY(&core->list_feed.ready);
}

void core_run_deferred(Core *core) {
    scheduler_run(core);
    client_disconnect_slow(core);
}

Client *core_next_changed(Core *core) {
    Client *client = TAILQ_FIRST(&core->changed);
    if (client) {
        TAILQ_REMOVE(&core->changed, client, changed_entry);
        client->changed = false;
    }
    return client;
}

/* ---- jobs of the administrator ---- */

static PendingCall *begin_job(Core *core, StoreKind kind, CoreJobDone *done, void *context) {
    PendingCall *pending = begin_call(core, kind);
    pending->done = done;
    pending->done_context = context;
    return pending;
}

void core_backup(Core *core, const char *path, bool replaces, CoreJobDone *done, void *context) {
    PendingCall *pending = begin_job(core, STORE_BACKUP, done, context);
    pending->request.backup.path = path;
    pending->request.backup.replaces = replaces;
    pending_submit(core, pending);
}

void core_check(Core *core, CoreJobDone *done, void *context) {
    pending_submit(core, begin_job(core, STORE_CHECK, done, context));
}

void core_hide(Core *core, uint64_t id, bool hidden, CoreJobDone *done, void *context) {
    PendingCall *pending = begin_job(core, STORE_HIDE, done, context);
    pending->request.id = id;
    pending->request.hidden = hidden;
    pending_submit(core, pending);
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

/* Called with the servers that share the store. If this one has a new number, the others have taken
 * it for dead: they have ended the presence of its clients. */
static void on_members(Core *core, const StoreCompletion *completion) {
    Cluster *cluster = &core->cluster;
    bool was_first = cluster->server != 0 && cluster->rank == 0;
    bool is_new = completion->id != cluster->server;
    cluster->server = (uint32_t)completion->id;
    cluster->count = (uint32_t)completion->id_count;
    for (cluster->rank = 0;
         cluster->rank + 1 < cluster->count && completion->ids[cluster->rank] != completion->id;)
        cluster->rank++;
    if (is_new)
        game_sync_on_missed(core);
    list_needed_games(core);
    if (!was_first && cluster->rank == 0) {
        core->sweep_ms = core->now_ms;
        core_schedule_periodic(core);
    }
}

/* Returns whether the completion answers no request. */
static bool complete_unrequested(Core *core, const StoreCompletion *completion) {
    switch (completion->kind) {
    case STORE_NEWS:
        if (core->now_ms != 0)
            game_sync_on_news(core, completion->news);
        return true;
    case STORE_MEMBERS:
        on_members(core, completion);
        return true;
    case STORE_MISSED:
        game_sync_on_missed(core);
        list_needed_games(core);
        return true;
    case STORE_TIME: /* the time itself is for the owner */
        outage_on_time(core);
        return true;
    default:
        return false;
    }
}

static void disconnect_if_drained(Core *core) {
    if (core->draining && core->pending_calls.waiting == 0 && !core->drained) {
        core->drained = true;
        client_disconnect_all(core, "shutting down", 5);
    }
    client_disconnect_slow(core);
}

void core_complete(Core *core, StoreCompletion *completion) {
    if (!complete_unrequested(core, completion))
        pending_complete(core, completion);
    store_completion_free(completion);
    game_sync_continue(core);
    disconnect_if_drained(core);
}

void core_drain(Core *core) {
    core->draining = true;
    if (core->games.running_clocks > 0)
        core_store_clock(core);
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

void core_report_abuse(const Core *core, const Address *address, const char *what) {
    if (core->on_abuse)
        core->on_abuse(core->abuse_context, address, what);
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
    talk_rate_configure(core);
}

void core_set_greeting(Core *core, const char *message, const char *contact) {
    core->greeting = message;
    core->contact = contact;
}

Core *core_create(const CoreOptions *options) {
    Core *core = memory_allocate(sizeof *core);
    core_configure(core, &options->limits);
    core->store = options->store;
    core->version = options->version;
    core->random = options->random ? options->random : system_random;
    core->random_context = options->random_context;
    core->on_abuse = options->on_abuse;
    core->abuse_context = options->abuse_context;
    core->now_ms = core->started_ms = core->sweep_ms = options->now_ms;
    core->unix_ms = options->unix_ms;
    look_at_wall_clock(core);
    core->earlier_service_ms = -1;
    core->periodic_timer = (Timer){.owner = core, .kind = TIMER_CORE};
    TAILQ_INIT(&core->deferred);
    TAILQ_INIT(&core->changed);
    TAILQ_INIT(&core->slow);
    TAILQ_INIT(&core->scheduled_logs);
    event_logs_init(&core->events);
    list_feed_init(&core->list_feed, core);
    game_cache_init(&core->games);
    core->random(core->random_context, &core->addresses.seed, sizeof core->addresses.seed);
    core_schedule_periodic(core);
    pending_submit(core, begin_call(core, STORE_TOTALS));
    list_needed_games(core);
    return core;
}

void core_free(Core *core) {
    if (!core)
        return;
    game_cache_free(&core->games);
    list_feed_free(&core->list_feed);
    pending_free(core);
    address_table_free(&core->addresses);
    timers_free(&core->timers);
    free(core->failure);
    free(core->no_games);
    free(core->restrictions.items);
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
    stats->outage = !core_database_answers(core);
}
