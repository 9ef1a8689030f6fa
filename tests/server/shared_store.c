#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "shared_database_parts.h"
#include "shared_judge.h"

static SharedStore *from_store(Store *store) {
    return (SharedStore *)store;
}

static void report(SharedDatabase *database, const char *text) {
    database->options.report(database->options.context, text);
}

/* ---- transactions ---- */

static void add_events(SharedStore *store, const StoreRequest *request,
                       const StoreCompletion *completion, uint64_t parent) {
    SharedDatabase *database = store->database;
    Origin *origin = store->origin;
    const StoreGame *game = memory_games_find(&database->games, completion->id);
    StoreNews news = {.id = completion->id,
                      .version = completion->version,
                      .listed = game && memory_games_is_listed(game)};
    switch (request->kind) {
    case STORE_MOVE:
        news.kind = NEWS_MOVE;
        news.move.ply = request->move.ply;
        news.move.move = request->move.move;
        news.move.end = request->move.end;
        break;
    case STORE_DELETE:
        news.kind = NEWS_DELETE;
        break;
    case STORE_TELL:
        news.kind = NEWS_TALK;
        news.talk = request->tell;
        break;
    default:
        news.kind = NEWS_CHANGE;
    }
    shared_add_event(database, origin, &news, false);
    const StoreGame *other = memory_games_find(&database->games, parent);
    if (other)
        shared_add_change(database, origin, other, request->kind == STORE_DELETE);
}

/* Changes a request as the planted fault wants it. */
static void spoil(SharedDatabase *database, const StoreGame *game, StoreRequest *request) {
    if (database->options.fault == IGNORES_VERSIONS && game)
        request->version = game->version;
    if (request->kind == STORE_DRAW && database->options.fault == LOSES_OFFERS && game)
        request->draw = game->draw;
    if (request->kind == STORE_SEAT && shared_is_planted(database, LOSES_NAMES))
        request->seat.name[0] = '\0';
    if (request->kind == STORE_LEAVE && shared_is_planted(database, FORGETS_LEAVING))
        request->leave.generation = 0;
    if (request->kind == STORE_LIST_TIMED && database->options.fault == FORGETS_TIMED_GAMES)
        request->list.after = UINT64_MAX;
}

static void run_request(SharedStore *store, const StoreRequest *wanted,
                        StoreCompletion *completion) {
    SharedDatabase *database = store->database;
    StoreRequest request = *wanted;
    const StoreGame *game = memory_games_find(&database->games, request.id);
    uint64_t parent = request.kind == STORE_CREATE           ? request.create.rematch_of
                      : request.kind == STORE_DELETE && game ? game->header.rematch_of
                                                             : 0;
    char fault[SHARED_JUDGE_TEXT];
    SharedJudgement how = {.clock_error_ms = database->clock_error_ms,
                           .presence_is_stored = shared_database_knows_presences(database)};
    if (!shared_judge_request(&database->games, store->origin->number, wanted, &how, fault))
        report(database, fault);
    spoil(database, game, &request);
    *completion = (StoreCompletion){.kind = request.kind, .request = request.completion.request};
    uint64_t version = game ? game->version : 0;
    completion->result =
        memory_games_run(&database->games, store->origin->number, &request, completion);
    database->stats.conflicts += completion->result == STORE_CONFLICT;
    shared_trace(database, "server %u: %s %s version %" PRIu64 " of %" PRIu64 ": %s",
                 store->origin->number, shared_judge_kind(request.kind),
                 request.id ? game_id_from_number(request.id).text : "", request.version, version,
                 shared_judge_result(completion->result));
    if (!store_is_change(request.kind) || completion->result != STORE_OK)
        return;
    database->stats.changes++;
    StoreGame *changed = memory_games_find(&database->games, completion->id);
    if (request.kind == STORE_ARRIVE && database->options.fault == KEEPS_GENERATION && changed &&
        completion->generation > 1)
        completion->generation = --changed->presence[request.role].generation;
    if (request.kind == STORE_MOVE && changed) {
        database->last_move_id = changed->header.id;
        database->last_move_count = changed->count;
    }
    if (request.kind != STORE_PROBE &&
        (request.kind != STORE_LEAVE || (changed && changed->version != version)))
        add_events(store, &request, completion, parent);
}

/* Runs the requests of the batch that have no final answer in one transaction. */
static void run_batch(SharedStore *store) {
    SharedDatabase *database = store->database;
    Origin *origin = store->origin;
    bool is_full = shared_now(database) < database->full_until;
    size_t events = origin->count;
    database->games.service_ms = shared_database_service_ms(database);
    database->stats.transactions++;
    for (size_t i = 0; i < store->batch_count; i++) {
        const StoreRequest *request = &store->batch[i];
        StoreCompletion *answer = &store->answers[i];
        if (store->answered[i])
            continue;
        bool is_change = store_is_change(request->kind);
        if (is_full && is_change)
            *answer = (StoreCompletion){.kind = request->kind,
                                        .result = STORE_FULL,
                                        .request = request->completion.request,
                                        .id = request->id};
        else if (request->kind == STORE_MOVE && shared_is_planted(database, ANSWERS_EARLY))
            *answer = (StoreCompletion){.kind = request->kind,
                                        .request = request->completion.request,
                                        .id = request->id,
                                        .version = request->version + 1};
        else
            run_request(store, request, answer);
        /* Committed changes remain; the others are requested again if the answer is lost. */
        store->answered[i] = is_change && answer->result == STORE_OK;
        store->stats.changes += is_change;
    }
    store->stats.commits++;
    if (origin->count > events)
        shared_announce(database, origin);
}

/* A transaction arrives at the database. */
static void execute(SharedStore *store) {
    SharedDatabase *database = store->database;
    bool arrives = !shared_is_down(database);
    if (store->is_dead && arrives && store->origin->is_member)
        run_batch(store); /* nobody waits for the answer */
    if (store->is_dead)
        return;
    if (!store->origin->is_member && arrives)
        shared_register(store);
    if (arrives)
        run_batch(store);
    store->state = arrives && !store->writer_lost ? BATCH_ANSWERED : BATCH_UNKNOWN;
    database->stats.lost += store->state == BATCH_UNKNOWN;
    schedule_after(database->schedule, &store->writer, shared_transaction_delay(database));
}

static void drop_answers(SharedStore *store, bool all) {
    for (size_t i = 0; i < store->batch_count; i++)
        if (!store->answered[i] || all) {
            store_completion_free(&store->answers[i]);
            store->answers[i] = (StoreCompletion){0};
        }
}

/* Connects again and finds out what was committed. */
static void recover(SharedStore *store) {
    SharedDatabase *database = store->database;
    if (shared_is_down(database) || shared_now(database) < store->writer_refused_until) {
        schedule_after(database->schedule, &store->writer,
                       random_between(&database->random, 50, 500));
        return;
    }
    database->stats.recovered++;
    drop_answers(store, false);
    for (size_t i = 0; i < store->batch_count && database->options.fault == REPEATS_COMMITS; i++)
        store->answered[i] = false;
    store->writer_lost = false;
    execute(store);
}

static void finish_batch(SharedStore *store) {
    for (size_t i = 0; i < store->batch_count; i++)
        shared_complete(store, &store->answers[i]);
    store->batch_count = 0;
    store->state = BATCH_NONE;
}

/* Loses the connection for changes, now or with the next batch. */
static void lose_writer(SharedStore *store, Loss loss, int64_t ms) {
    store->loses_next = store->state == BATCH_NONE && loss != LOSS_OF_ALL;
    store->next_loss = loss;
    store->next_loss_ms = ms;
    if (store->loses_next)
        return;
    store->writer_lost = true;
    store->writer_refused_until = shared_now(store->database) + ms;
    if (loss != LOSS_AFTER_COMMIT && store->state == BATCH_SENT) {
        store->state = BATCH_UNKNOWN; /* it never arrives */
        store->database->stats.lost++;
    }
}

static void send_batch(SharedStore *store) {
    SharedDatabase *database = store->database;
    if (!store->origin || shared_is_down(database) ||
        shared_now(database) < store->writer_refused_until) {
        schedule_after(database->schedule, &store->writer,
                       random_between(&database->random, 50, 500));
        return;
    }
    size_t count = store->batch_count = store->waiting_count;
    store->batch = memory_resize(store->batch, count, sizeof *store->batch);
    memcpy(store->batch, store->waiting, count * sizeof *store->batch);
    free(store->answers);
    free(store->answered);
    store->answers = memory_allocate(count * sizeof *store->answers);
    store->answered = memory_allocate(count * sizeof *store->answered);
    store->waiting_count = 0;
    store->writer_lost = false;
    store->state = BATCH_SENT;
    schedule_after(database->schedule, &store->writer, shared_transaction_delay(database));
    if (store->loses_next)
        lose_writer(store, store->next_loss, store->next_loss_ms);
}

static void on_writer(void *owner) {
    SharedStore *store = owner;
    if (store->state == BATCH_SENT) {
        execute(store);
        return;
    }
    if (store->is_dead || shared_waits(store, &store->writer))
        return;
    if (store->state == BATCH_UNKNOWN || store->writer_lost) {
        store->state = BATCH_UNKNOWN;
        recover(store);
        return;
    }
    if (store->state == BATCH_ANSWERED)
        finish_batch(store);
    if (store->waiting_count > 0)
        send_batch(store);
}

/* ---- the interface ---- */

static bool is_for_same_game(const StoreRequest *request, const StoreRequest *other) {
    return store_is_change(other->kind) && other->kind != STORE_TELL && other->id == request->id;
}

/* A server has at most one change of a game under way. */
static void judge_order(SharedStore *store, const StoreRequest *request) {
    bool again = false;
    if (!store_is_change(request->kind) || request->kind == STORE_TELL || request->id == 0)
        return;
    for (size_t i = 0; i < store->waiting_count; i++)
        again = again || is_for_same_game(request, &store->waiting[i]);
    for (size_t i = 0; i < store->batch_count; i++)
        again = again || is_for_same_game(request, &store->batch[i]);
    char text[SHARED_JUDGE_TEXT];
    snprintf(text, sizeof text, "%s of game %s is submitted while another change of it is pending",
             shared_judge_kind(request->kind), game_id_from_number(request->id).text);
    if (again)
        report(store->database, text);
}

static void submit(Store *interface, StoreRequest *request) {
    SharedStore *store = from_store(interface);
    if (store->is_dead)
        return;
    judge_order(store, request);
    if (store->waiting_count == store->waiting_capacity) {
        store->waiting_capacity = store->waiting_capacity * 2 + 16;
        store->waiting =
            memory_resize(store->waiting, store->waiting_capacity, sizeof *store->waiting);
    }
    store_completion_begin(request);
    store->waiting[store->waiting_count++] = *request;
    if (store->state == BATCH_NONE && !task_is_set(&store->writer))
        schedule_after(store->database->schedule, &store->writer, 0);
}

static bool take(Store *interface, StoreCompletion *completion) {
    SharedStore *store = from_store(interface);
    if (store->done_taken == store->done_count) {
        store->done_taken = store->done_count = 0;
        return false;
    }
    *completion = store->done[store->done_taken++];
    return true;
}

static void stats(Store *interface, StoreStats *stats) {
    *stats = from_store(interface)->stats;
}

static void drop_done(SharedStore *store) {
    StoreCompletion completion;
    while (take(&store->store, &completion))
        store_completion_free(&completion);
}

/* Ends what the server's process does. A batch that was sent goes on. */
static void end_process(SharedStore *store) {
    Schedule *schedule = store->database->schedule;
    store->is_dead = true;
    if (store->state != BATCH_SENT)
        schedule_cancel(schedule, &store->writer);
    schedule_cancel(schedule, &store->heartbeat);
    schedule_cancel(schedule, &store->members);
    for (size_t i = 0; i < store->feed_count; i++)
        schedule_cancel(schedule, &store->feeds[i]->task);
    store->waiting_count = 0;
    drop_done(store);
}

/* Finishes the requests at once. */
static void close_store(Store *interface) {
    SharedStore *store = from_store(interface);
    SharedDatabase *database = store->database;
    if (store->is_dead)
        return;
    if (store->origin && store->origin->is_member && !shared_is_down(database)) {
        drop_answers(store, false);
        if (store->state != BATCH_NONE && store->state != BATCH_ANSWERED)
            run_batch(store);
        drop_answers(store, true);
        store->batch_count = 0;
        if (store->waiting_count > 0) {
            send_batch(store);
            if (store->batch_count > 0)
                run_batch(store);
        }
        store->state = BATCH_NONE;
        store->origin->is_member = false;
        shared_trace(database, "server %u closes", store->origin->number);
        shared_end_presences(database, store->origin->number, store->origin, false);
    }
    end_process(store);
}

static const StoreMethods methods = {submit, take, stats, close_store};

Store *shared_database_open(SharedDatabase *database, const MachineClock *clock,
                            StoreNotify *notify, void *context) {
    SharedStore *store = memory_allocate(sizeof *store);
    *store = (SharedStore){.store = {&methods, true},
                           .database = database,
                           .clock = clock,
                           .notify = notify,
                           .context = context,
                           .next = database->stores};
    store->writer = task_for(on_writer, store);
    store->heartbeat = task_for(shared_on_heartbeat, store);
    store->members = task_for(shared_on_members, store);
    database->stores = store;
    schedule_after(database->schedule, &store->heartbeat, 1);
    return &store->store;
}

void shared_database_kill(Store *store) {
    end_process(from_store(store));
}

void shared_database_freeze(Store *store, int64_t ms) {
    SharedStore *frozen = from_store(store);
    frozen->frozen_until = shared_now(frozen->database) + ms;
}

void shared_database_lose(Store *interface, Loss loss, int64_t ms) {
    SharedStore *store = from_store(interface);
    SharedDatabase *database = store->database;
    if (loss != LOSS_BEFORE_COMMIT && loss != LOSS_AFTER_COMMIT) {
        store->listener_lost = true;
        store->listener_refused_until = shared_now(database) + ms;
    }
    if (loss != LOSS_OF_NEWS)
        lose_writer(store, loss, ms);
}

uint32_t shared_database_number(const Store *store) {
    const SharedStore *shared = (const SharedStore *)store;
    return shared->origin && shared->origin->is_member ? shared->origin->number : 0;
}

void shared_store_free(SharedStore *store) {
    end_process(store);
    schedule_cancel(store->database->schedule, &store->writer);
    drop_answers(store, true);
    for (size_t i = 0; i < store->feed_count; i++)
        free(store->feeds[i]);
    free(store->feeds);
    free(store->waiting);
    free(store->batch);
    free(store->answers);
    free(store->answered);
    free(store->done);
    free(store);
}
