#include <config.h>

#include "shared_database.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "server/base/service_clock.h"
#include "shared_database_parts.h"

enum {
    HEARTBEAT_MS = 1000,
    DEATH_MS = 8000,        /* of service time without a heartbeat */
    EVENTS_KEPT_MS = 60000, /* or much shorter, for seeds in which news are missed */
    EVENTS_KEPT_SHORTLY_MS = 4000,
    CLOCK_ERROR_MS = 600, /* of a server's estimate of the service time, at most */
    RARELY = 12           /* a planted fault strikes once in so many times */
};

static const char *const fault_names[DATABASE_FAULTS] = {"good",
                                                         "loses-commits",
                                                         "answers-early",
                                                         "repeats-commits",
                                                         "ignores-versions",
                                                         "keeps-generation",
                                                         "loses-news",
                                                         "repeats-news",
                                                         "swaps-news",
                                                         "hides-missed-news",
                                                         "ignores-deaths",
                                                         "keeps-presences",
                                                         "charges-outages",
                                                         "loses-offers",
                                                         "forgets-timed-games",
                                                         "forgets-leaving",
                                                         "loses-names"};

const char *database_fault_name(DatabaseFault fault) {
    return fault < DATABASE_FAULTS ? fault_names[fault] : NULL;
}

bool shared_is_planted(SharedDatabase *database, DatabaseFault fault) {
    return database->options.fault == fault && random_once_in(&database->random, RARELY);
}

void shared_trace(const SharedDatabase *database, const char *format, ...) {
    if (!database->options.trace)
        return;
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    database->options.trace(database->options.context, text);
}

/* ---- time ---- */

static int64_t database_clock(const SharedDatabase *database) {
    return shared_now(database) + database->clock_jump_ms;
}

bool shared_is_down(const SharedDatabase *database) {
    return shared_now(database) < database->down_until;
}

int64_t shared_database_service_ms(const SharedDatabase *database) {
    int64_t gap_ms = database_clock(database) - database->last_beat_ms;
    if (gap_ms < 0)
        gap_ms = 0;
    if (gap_ms > SERVICE_CLOCK_GRACE_MS && database->options.fault != CHARGES_OUTAGES)
        gap_ms = SERVICE_CLOCK_GRACE_MS;
    return database->service_ms + gap_ms;
}

int64_t shared_transaction_delay(SharedDatabase *database) {
    uint64_t *random = &database->random;
    return random_once_in(random, 40) ? random_between(random, 20, 400)
                                      : random_between(random, 1, 6);
}

static int64_t news_delay(SharedDatabase *database) {
    uint64_t *random = &database->random;
    if (random_once_in(random, 60))
        return random_between(random, 200, 2500);
    return random_once_in(random, 6) ? random_between(random, 10, 150)
                                     : random_between(random, 1, 8);
}

bool shared_waits(SharedStore *store, Task *task) {
    int64_t wait_ms = store->frozen_until - shared_now(store->database);
    if (wait_ms > 0)
        schedule_after(store->database->schedule, task, wait_ms);
    return wait_ms > 0;
}

/* ---- completions ---- */

void shared_complete(SharedStore *store, const StoreCompletion *completion) {
    if (store->done_count == store->done_capacity) {
        store->done_capacity = store->done_capacity * 2 + 16;
        store->done = memory_resize(store->done, store->done_capacity, sizeof *store->done);
    }
    store->done[store->done_count++] = *completion;
    store->notify(store->context);
}

static void add_members(SharedStore *store) {
    SharedDatabase *database = store->database;
    uint64_t *ids = memory_allocate((database->origin_count + 1) * sizeof *ids);
    StoreCompletion completion = {.kind = STORE_MEMBERS, .id = store->origin->number, .ids = ids};
    for (size_t i = 0; i < database->origin_count; i++)
        if (database->origins[i]->is_member)
            ids[completion.id_count++] = database->origins[i]->number;
    shared_complete(store, &completion);
}

void shared_on_members(void *owner) {
    SharedStore *store = owner;
    if (shared_waits(store, &store->members))
        return;
    if (shared_is_down(store->database) ||
        shared_now(store->database) < store->listener_refused_until)
        schedule_after(store->database->schedule, &store->members, 200);
    else if (store->origin->is_member) /* otherwise it is about to find out */
        add_members(store);
}

static void tell_members(SharedDatabase *database) {
    for (SharedStore *store = database->stores; store; store = store->next)
        if (!store->is_dead && store->origin && !task_is_set(&store->members))
            schedule_after(database->schedule, &store->members, news_delay(database));
}

/* ---- news ---- */

static StoreNews *copy_news(const StoreNews *news) {
    StoreNews *copy = memory_allocate(sizeof *copy);
    *copy = *news;
    return copy;
}

static void tell(Feed *feed, const Event *event) {
    SharedDatabase *database = feed->store->database;
    if (feed->origin->store == feed->store && !event->is_for_all)
        return;
    if (shared_is_planted(database, LOSES_NEWS))
        return;
    StoreCompletion completion = {.kind = STORE_NEWS, .news = copy_news(&event->news)};
    database->stats.news++;
    shared_complete(feed->store, &completion);
    if (!shared_is_planted(database, REPEATS_NEWS))
        return;
    completion.news = copy_news(&event->news);
    shared_complete(feed->store, &completion);
}

static void tell_all(Feed *feed) {
    SharedDatabase *database = feed->store->database;
    Origin *origin = feed->origin;
    if (feed->position == origin->count)
        return;
    if (origin->events[feed->position].committed_ms <
        shared_now(database) - database->events_kept_ms) {
        feed->position = origin->count;
        database->stats.missed++;
        if (database->options.fault != HIDES_MISSED_NEWS)
            shared_complete(feed->store, &(StoreCompletion){.kind = STORE_MISSED});
        return;
    }
    if (origin->count - feed->position >= 2 && database->options.fault == SWAPS_NEWS) {
        Event first = origin->events[feed->position];
        origin->events[feed->position] = origin->events[feed->position + 1];
        origin->events[feed->position + 1] = first;
    }
    while (feed->position < origin->count)
        tell(feed, &origin->events[feed->position++]);
}

static void on_feed(void *owner) {
    Feed *feed = owner;
    SharedStore *store = feed->store;
    SharedDatabase *database = store->database;
    if (shared_waits(store, &feed->task))
        return;
    if (shared_is_down(database) || shared_now(database) < store->listener_refused_until ||
        !store->origin->is_member)
        schedule_after(database->schedule, &feed->task, random_between(&database->random, 50, 300));
    else
        tell_all(feed);
}

void shared_announce(SharedDatabase *database, const Origin *origin) {
    for (SharedStore *store = database->stores; store; store = store->next)
        for (size_t i = 0; i < store->feed_count && !store->is_dead; i++)
            if (store->feeds[i]->origin == origin && !task_is_set(&store->feeds[i]->task))
                schedule_after(database->schedule, &store->feeds[i]->task, news_delay(database));
}

void shared_add_event(SharedDatabase *database, Origin *origin, const StoreNews *news,
                      bool is_for_all) {
    if (origin->count == origin->capacity) {
        origin->capacity = origin->capacity * 2 + 64;
        origin->events = memory_resize(origin->events, origin->capacity, sizeof *origin->events);
    }
    origin->events[origin->count++] = (Event){shared_now(database), is_for_all, *news};
}

void shared_add_change(SharedDatabase *database, Origin *origin, const StoreGame *game,
                       bool is_for_all) {
    StoreNews news = {.kind = NEWS_CHANGE,
                      .id = game->header.id,
                      .version = game->version,
                      .listed = memory_games_is_listed(game)};
    shared_add_event(database, origin, &news, is_for_all);
}

/* ---- members ---- */

static void add_feed(SharedStore *store, Origin *origin) {
    Feed *feed = memory_allocate(sizeof *feed);
    *feed = (Feed){.store = store, .origin = origin, .position = origin->count};
    feed->task = task_for(on_feed, feed);
    store->feeds = memory_resize(store->feeds, store->feed_count + 1, sizeof(Feed *));
    store->feeds[store->feed_count++] = feed;
}

void shared_register(SharedStore *store) {
    SharedDatabase *database = store->database;
    Origin *origin = memory_allocate(sizeof *origin);
    *origin = (Origin){.number = (uint32_t)database->origin_count + 1,
                       .is_member = true,
                       .beat_ms = shared_database_service_ms(database),
                       .store = store};
    for (size_t i = 0; i < database->origin_count && !store->origin; i++)
        add_feed(store, database->origins[i]);
    database->origins =
        memory_resize(database->origins, database->origin_count + 1, sizeof(Origin *));
    database->origins[database->origin_count++] = origin;
    for (SharedStore *other = database->stores; other; other = other->next)
        if (!other->is_dead && (other->origin || other == store))
            add_feed(other, origin);
    shared_trace(database, "server %u registers; it was %u", origin->number,
                 store->origin ? store->origin->number : 0);
    store->origin = origin;
    add_members(store);
    tell_members(database);
}

void shared_end_presences(SharedDatabase *database, uint32_t number, Origin *by, bool is_for_all) {
    for (size_t i = 0; i < database->games.count; i++) {
        StoreGame *game = database->games.games[i];
        uint64_t version = game->version;
        for (int role = 0; role < ROLE_COUNT; role++)
            if (game->presence[role].server == number && database->options.fault != KEEPS_PRESENCES)
                memory_games_leave(&database->games, game, (Role)role);
        if (game->version != version)
            shared_add_change(database, by, game, is_for_all);
    }
    shared_announce(database, by);
    tell_members(database);
}

static void bury_the_dead(SharedDatabase *database, Origin *by) {
    int64_t service_ms = database->games.service_ms = shared_database_service_ms(database);
    for (size_t i = 0; i < database->origin_count; i++) {
        Origin *origin = database->origins[i];
        if (!origin->is_member || origin == by || service_ms - origin->beat_ms <= DEATH_MS ||
            database->options.fault == IGNORES_DEATHS)
            continue;
        shared_trace(database, "server %u buries %u", by->number, origin->number);
        origin->is_member = false;
        database->stats.burials++;
        shared_end_presences(database, origin->number, by, true);
    }
}

/* ---- heartbeats ---- */

static void beat(SharedStore *store) {
    SharedDatabase *database = store->database;
    if (!store->origin || !store->origin->is_member)
        shared_register(store);
    int64_t service_ms = shared_database_service_ms(database);
    database->service_ms = service_ms;
    database->last_beat_ms = database_clock(database);
    store->origin->beat_ms = service_ms;
    store->reading.service_ms = service_ms;
    bury_the_dead(database, store->origin);
}

void shared_on_heartbeat(void *owner) {
    SharedStore *store = owner;
    SharedDatabase *database = store->database;
    Schedule *schedule = database->schedule;
    if (store->beat != BEAT_ASKS && shared_waits(store, &store->heartbeat))
        return;
    int64_t clock_ms = machine_clock_now(store->clock, schedule->now_ms);
    if (store->beat == BEAT_WAITS) {
        store->reading.asked_ms = clock_ms;
        store->listener_lost = false;
        store->beat = BEAT_ASKS;
        schedule_after(schedule, &store->heartbeat, random_between(&database->random, 1, 5));
        return;
    }
    bool refused = shared_is_down(database) || schedule->now_ms < store->listener_refused_until ||
                   store->listener_lost;
    if (refused) {
        store->beat = BEAT_WAITS;
        schedule_after(schedule, &store->heartbeat, random_between(&database->random, 100, 400));
        return;
    }
    if (store->beat == BEAT_ASKS) {
        beat(store);
        store->beat = BEAT_ANSWERED;
        schedule_after(schedule, &store->heartbeat,
                       random_once_in(&database->random, 20)
                           ? random_between(&database->random, 5, 200)
                           : random_between(&database->random, 1, 5));
        return;
    }
    store->reading.answered_ms = clock_ms;
    shared_complete(store, &(StoreCompletion){.kind = STORE_TIME, .time = store->reading});
    store->beat = BEAT_WAITS;
    schedule_after(schedule, &store->heartbeat, HEARTBEAT_MS);
}

void shared_database_stop(SharedDatabase *database, int64_t ms, int64_t jump_ms) {
    database->down_until = shared_now(database) + ms;
    for (SharedStore *store = database->stores; store; store = store->next)
        if (!store->is_dead)
            shared_database_lose(&store->store,
                                 random_once_in(&database->random, 2) ? LOSS_OF_ALL : LOSS_OF_NEWS,
                                 0);
    /* The others' batches arrive while it is down, and are lost too. */
    database->clock_jump_ms += jump_ms;
    if (jump_ms < 0) /* the servers' clocks go on until they have no more readings */
        database->clock_error_ms = CLOCK_ERROR_MS + SERVICE_CLOCK_GRACE_MS;
    StoreGame *game = memory_games_find(&database->games, database->last_move_id);
    if (database->options.fault == LOSES_COMMITS && game &&
        game->count == database->last_move_count && game->count > 0) {
        game->count--;
        game->version--;
        game->end = (StoreEnd){0};
    }
}

void shared_database_fill(SharedDatabase *database, int64_t ms) {
    database->full_until = shared_now(database) + ms;
}

bool shared_database_knows_presences(const SharedDatabase *database) {
    return shared_now(database) > database->full_until + AFTER_FULL_MS;
}

void shared_database_heal(SharedDatabase *database) {
    database->down_until = 0;
    if (database->full_until > shared_now(database))
        database->full_until = shared_now(database);
    for (SharedStore *store = database->stores; store; store = store->next)
        store->writer_refused_until = store->listener_refused_until = 0;
}

/* ---- the database ---- */

const MemoryGames *shared_database_games(const SharedDatabase *database) {
    return &database->games;
}

void shared_database_stats(const SharedDatabase *database, SharedDatabaseStats *stats) {
    *stats = database->stats;
}

SharedDatabase *shared_database_create(const SharedDatabaseOptions *options) {
    SharedDatabase *database = memory_allocate(sizeof *database);
    *database = (SharedDatabase){.schedule = options->schedule,
                                 .random = options->seed,
                                 .options = *options,
                                 .games = {.is_shared = true},
                                 .full_until = -AFTER_FULL_MS,
                                 .clock_error_ms = CLOCK_ERROR_MS,
                                 .events_kept_ms =
                                     options->seed % 2 ? EVENTS_KEPT_MS : EVENTS_KEPT_SHORTLY_MS,
                                 .last_beat_ms = options->schedule->now_ms,
                                 .service_ms = 1000000};
    return database;
}

void shared_database_free(SharedDatabase *database) {
    for (SharedStore *store = database->stores, *next; store; store = next) {
        next = store->next;
        shared_store_free(store);
    }
    for (size_t i = 0; i < database->origin_count; i++) {
        free(database->origins[i]->events);
        free(database->origins[i]);
    }
    free(database->origins);
    memory_games_free(&database->games);
    free(database);
}
