#include <config.h>

#include "server/parts.h"

#include <stdlib.h>

#include "rules/memory.h"

enum {
    SWEEP_MS = 60 * 60 * 1000, /* how often games that were never started are looked for */
    SWEEP_GAMES = 500,         /* so many at a time */
    CLOCKED_GAMES = 1000
};

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

static void system_random(void *context, void *bytes, size_t size) {
    (void)context;
    random_bytes(bytes, size);
}

/* ---- questions for the store ---- */

static void ask(Core *core, StoreKind kind, StoreRequest *request) {
    change_submit(core, change_begin(core, kind, NULL, NULL, NULL), request);
}

/* Games whose clocks run go on when the server is there again. */
static void ask_clocked(Core *core, uint64_t after) {
    StoreRequest request = {.list = {.after = after, .limit = CLOCKED_GAMES}};
    ask(core, STORE_CLOCKED, &request);
}

static void ask_unmoved(Core *core, uint64_t after) {
    int64_t before = core->unix_ms - (int64_t)core->limits.unstarted_days * day_ms;
    StoreRequest request = {.list = {.after = after, .before_ms = before, .limit = SWEEP_GAMES}};
    ask(core, STORE_UNMOVED, &request);
}

void games_load(Core *core, Game *game) {
    StoreRequest request = {0};
    change_submit(core, change_begin(core, STORE_LOAD, NULL, NULL, game), &request);
}

void finish_load(Core *core, Change *change, StoreCompletion *completion) {
    Game *game = change->game;
    if (completion->result == STORE_OK)
        games_fill(core, game, completion->game);
    else if (completion->result == STORE_MISSING)
        game->status = GAME_MISSING;
    else
        game->status = GAME_DAMAGED;
}

void finish_clocked(Core *core, Change *change, StoreCompletion *completion) {
    (void)change;
    for (size_t i = 0; i < completion->id_count; i++)
        if (!games_find(core, completion->ids[i]))
            games_load(core, games_add(core, completion->ids[i], GAME_LOADING));
    if (completion->id_count == CLOCKED_GAMES)
        ask_clocked(core, completion->ids[CLOCKED_GAMES - 1]);
}

/* A game that somebody uses is spared; one that nobody uses is forgotten first, so that whoever
 * comes for it later looks for it after it was deleted. */
static void delete_unmoved(Core *core, uint64_t id) {
    Game *game = games_find(core, id);
    if (game && !game->idle)
        return;
    if (game)
        games_remove(core, game);
    StoreRequest request = {.id = id};
    ask(core, STORE_DELETE, &request);
}

void finish_unmoved(Core *core, Change *change, StoreCompletion *completion) {
    (void)change;
    for (size_t i = 0; i < completion->id_count; i++)
        delete_unmoved(core, completion->ids[i]);
    core->sweeping = completion->id_count == SWEEP_GAMES;
    if (core->sweeping)
        ask_unmoved(core, completion->ids[SWEEP_GAMES - 1]);
}

/* ---- chores ---- */

void core_set_chores(Core *core) {
    int64_t due = core->sweep_ms;
    if (core->readonly && !core->probing && core->probe_ms < due)
        due = core->probe_ms;
    timers_set(&core->timers, &core->chores, due);
}

static void do_chores(Core *core) {
    if (core->failure)
        return;
    if (core->readonly && !core->probing && core->now_ms >= core->probe_ms) {
        core->probing = true;
        core->probe_ms = core->now_ms + PROBE_MS;
        StoreRequest request = {0};
        ask(core, STORE_PROBE, &request);
    }
    if (core->now_ms >= core->sweep_ms) {
        core->sweep_ms = core->now_ms + SWEEP_MS;
        if (core->limits.unstarted_days > 0 && !core->sweeping && !core->readonly) {
            core->sweeping = true;
            ask_unmoved(core, 0);
        }
    }
    core_set_chores(core);
}

void core_set_readonly(Core *core, bool readonly) {
    if (core->readonly == readonly)
        return;
    core->readonly = readonly;
    core->probe_ms = core->now_ms + PROBE_MS;
    core_set_chores(core);
    clients_tell_all(core, readonly ? "The server's disk is full: until there is room again, "
                                      "games can be followed, but not played."
                                    : "The server's disk has room again: games can be played.");
}

bool core_is_readonly(const Core *core) {
    return core->readonly;
}

void core_tick(Core *core) {
    Timer *timer;
    while ((timer = timers_next(&core->timers, core->now_ms)))
        switch (timer->kind) {
        case TIMER_CLIENT:
            client_mind_time(core, timer->owner);
            break;
        case TIMER_GAME:
            game_tick(core, timer->owner);
            break;
        case TIMER_CORE:
            do_chores(core);
            break;
        }
    clients_settle(core);
}

int64_t core_due(const Core *core) {
    return timers_due(&core->timers);
}

void core_set_time(Core *core, int64_t now_ms, int64_t unix_ms) {
    if (now_ms > core->now_ms)
        core->now_ms = now_ms;
    core->unix_ms = unix_ms;
}

/* ---- work for the administrator ---- */

static void start_work(Core *core, StoreKind kind, const char *path, CoreDone *done,
                       void *context) {
    Change *change = change_begin(core, kind, NULL, NULL, NULL);
    change->done = done;
    change->done_context = context;
    StoreRequest request = {.path = path};
    change_submit(core, change, &request);
}

void core_backup(Core *core, const char *path, CoreDone *done, void *context) {
    start_work(core, STORE_BACKUP, path, done, context);
}

void core_check(Core *core, CoreDone *done, void *context) {
    start_work(core, STORE_CHECK, NULL, done, context);
}

/* ---- the end ---- */

void core_fail(Core *core, const char *why) {
    if (core->failure)
        return;
    core->failure = memory_strdup(why);
    clients_dismiss_all(core, "the server's store has failed", 60);
}

const char *core_failure(const Core *core) {
    return core->failure;
}

void core_say_goodbye(Core *core) {
    core->drained = true;
    clients_dismiss_all(core, "shutting down", 5);
}

void core_drain(Core *core) {
    core->draining = true;
    if (core->changes.waiting == 0 && !core->drained)
        core_say_goodbye(core);
    clients_settle(core);
}

void core_drop_all(Core *core) {
    core->draining = true;
    for (Client *client = core->clients; client; client = client->next) {
        client->gone = true;
        client_note_change(core, client);
    }
}

bool core_is_drained(const Core *core) {
    return core->drained && core->client_count == 0;
}

/* ---- life ---- */

BucketRate core_command_rate(const Core *core) {
    return bucket_rate(core->limits.commands_per_s, 1000, core->limits.commands_burst);
}

BucketRate core_game_rate(const Core *core) {
    int per_minute = core->limits.games_per_minute;
    return bucket_rate(per_minute, 60000, per_minute);
}

Core *core_create(const CoreSetup *setup) {
    Core *core = memory_allocate(sizeof *core);
    core->limits = setup->limits;
    core->store = setup->store;
    core->version = setup->version;
    core->random = setup->random ? setup->random : system_random;
    core->random_context = setup->random_context;
    core->now_ms = core->started_ms = core->sweep_ms = setup->now_ms;
    core->unix_ms = setup->unix_ms;
    core->chores = (Timer){.owner = core, .kind = TIMER_CORE};
    core->random(core->random_context, &core->origins.seed, sizeof core->origins.seed);
    core_set_chores(core);
    StoreRequest request = {0};
    ask(core, STORE_TOTALS, &request);
    ask_clocked(core, 0);
    return core;
}

void core_configure(Core *core, const ServerLimits *limits) {
    core->limits = *limits;
}

void core_free(Core *core) {
    if (!core)
        return;
    games_free(core);
    changes_free(core);
    origins_free(&core->origins);
    timers_free(&core->timers);
    free(core->failure);
    free(core);
}

void core_stats(const Core *core, CoreStats *stats) {
    *stats = core->figures;
    stats->clients = core->client_count;
    stats->watching = core->watch_count;
    stats->games_in_memory = core->games.count;
    stats->waiting = core->changes.waiting;
    stats->uptime_ms = core->now_ms - core->started_ms;
    stats->readonly = core->readonly;
}
