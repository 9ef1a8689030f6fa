#include <config.h>

#include "server/store/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/fnv.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "net/identity.h"
#include "server/store/game_replay.h"

/* ---- words for values in tables ---- */

static const char *const colors[COLOR_COUNT] = {[WHITE] = "w", [BLACK] = "b"};

static const char *const offers[] = {[STORE_OFFER_NONE] = "none",
                                     [STORE_OFFER_OPEN] = "open",
                                     [STORE_OFFER_DECLINED] = "declined",
                                     [STORE_OFFER_WITHDRAWN] = "withdrawn"};

const char *store_words_color(Color color) {
    return colors[color];
}

const char *store_words_offer(StoreOffer offer) {
    return offers[offer];
}

bool store_words_parse_color(const char *word, Color *color) {
    *color = strcmp(word, colors[BLACK]) == 0 ? BLACK : WHITE;
    return strcmp(word, colors[*color]) == 0;
}

bool store_words_parse_offer(const char *word, StoreOffer *offer) {
    for (*offer = STORE_OFFER_NONE; *offer <= STORE_OFFER_WITHDRAWN; (*offer)++)
        if (strcmp(word, offers[*offer]) == 0)
            return true;
    return false;
}

bool store_words_parse_outcome(const char *result, const char *reason, Outcome *outcome) {
    Result as = RESULT_OPEN;
    while (as < RESULT_DRAW && strcmp(result, result_text(as)) != 0)
        as++;
    Reason why = REASON_LION;
    while (why < REASON_ABORTED && strcmp(reason, reason_word(why)) != 0)
        why++;
    *outcome = (Outcome){as, why};
    return strcmp(result, result_text(as)) == 0 && strcmp(reason, reason_word(why)) == 0;
}

/* ---- the report of a STORE_CHECK ---- */

enum { REPORT_LINES_MAX = 1000 };

void check_report_add(StoreCheckReport *report, const char *name, const char *what) {
    report->totals.damaged++;
    if (report->totals.damaged == REPORT_LINES_MAX + 1)
        buffer_add_string(&report->text, "and more\n");
    if (report->totals.damaged <= REPORT_LINES_MAX)
        buffer_add_format(&report->text, "%s: %s\n", name, what);
}

void check_report_add_game(StoreCheckReport *report, const StoreCompletion *loaded) {
    Error error = {0};
    report->totals.games++;
    if (loaded->result == STORE_DAMAGED)
        error_set(&error, ERROR_STATE, "%s", loaded->text);
    else if (loaded->game)
        game_replay_check(loaded->game, &error);
    else
        error_set(&error, ERROR_STATE, "it is listed, but missing");
    if (error.code != ERROR_NONE)
        check_report_add(report, game_id_from_number(loaded->id).text, error.text);
    if (loaded->game)
        report->totals.moves += loaded->game->count;
}

void check_report_take(StoreCheckReport *report, StoreCompletion *completion) {
    completion->totals = report->totals;
    completion->text = buffer_take(&report->text);
}

void check_report_free(StoreCheckReport *report) {
    buffer_free(&report->text);
}

/* ---- waiting for completions ---- */

/* The timeouts of a condition are of monotonic time. */
static void init_condition(pthread_cond_t *condition) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

/* Waits until a condition is signalled. Returns false at the monotonic time `end_ms`; INT64_MAX:
 * never. */
static bool wait_for_condition(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t end_ms) {
    struct timespec end = {.tv_sec = (time_t)(end_ms / 1000),
                           .tv_nsec = (long)(end_ms % 1000) * 1000000};
    return (end_ms == INT64_MAX ? pthread_cond_wait(condition, lock)
                                : pthread_cond_timedwait(condition, lock, &end)) == 0;
}

void store_waiter_begin(StoreWaiter *waiter) {
    *waiter = (StoreWaiter){0};
    pthread_mutex_init(&waiter->lock, NULL);
    init_condition(&waiter->changed);
}

void store_waiter_end(StoreWaiter *waiter) {
    pthread_cond_destroy(&waiter->changed);
    pthread_mutex_destroy(&waiter->lock);
}

void store_waiter_notify(void *context) {
    StoreWaiter *waiter = context;
    pthread_mutex_lock(&waiter->lock);
    waiter->notified = true;
    pthread_cond_signal(&waiter->changed);
    pthread_mutex_unlock(&waiter->lock);
}

/* Waits for a notification. Returns false if there is none before `end_ms`. */
static bool wait_until(StoreWaiter *waiter, int64_t end_ms) {
    bool in_time = true;
    pthread_mutex_lock(&waiter->lock);
    while (!waiter->notified && in_time)
        in_time = wait_for_condition(&waiter->changed, &waiter->lock, end_ms);
    waiter->notified = false;
    pthread_mutex_unlock(&waiter->lock);
    return in_time;
}

bool store_waiter_take(StoreWaiter *waiter, Store *store, int64_t timeout_ms,
                       StoreCompletion *completion) {
    int64_t end_ms = timeout_ms < 0 ? INT64_MAX : monotonic_ms() + timeout_ms;
    while (!store_take(store, completion))
        if (!wait_until(waiter, end_ms))
            return store_take(store, completion);
    return true;
}

uint64_t move_hash_start(uint64_t id) {
    return fnv_number(FNV_START, id);
}

uint64_t move_hash_next(uint64_t hash, uint32_t ply, const StoreMove *move) {
    size_t length = strlen(move->path);
    hash = fnv_number(hash, ply);
    hash = fnv_number(hash, move->ms);
    hash = fnv_number(hash, (uint64_t)move->at_ms);
    return fnv_bytes(fnv_number(hash, length), move->path, length);
}

void store_game_free(StoreGame *game) {
    if (!game)
        return;
    free(game->moves);
    free(game);
}

void store_completion_begin(StoreRequest *request) {
    request->completion =
        (StoreCompletion){.request = request, .kind = request->kind, .id = request->id};
}

void store_completion_set_damaged(StoreCompletion *completion, const char *format, ...) {
    Buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_add_arguments(&text, format, arguments);
    va_end(arguments);
    free(completion->text);
    completion->text = text.bytes;
    completion->result = STORE_DAMAGED;
}

void store_completion_free(StoreCompletion *completion) {
    store_game_free(completion->game);
    free(completion->ids);
    free(completion->news);
    free(completion->text);
    completion->game = NULL;
    completion->ids = NULL;
    completion->id_count = 0;
    completion->news = NULL;
    completion->text = NULL;
}

/* ---- the queues of stores in a database ---- */

enum { DAMAGE_REPORTS_MAX = 100 };

/* ---- lists of requests ---- */

static void add_request(StoreRequestList *list, StoreRequest *request) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 64;
        list->items = memory_resize(list->items, list->capacity, sizeof(StoreRequest *));
    }
    list->items[list->count++] = request;
}

void store_request_list_drop(StoreRequestList *list, size_t count) {
    list->count -= count;
    if (list->count > 0)
        memmove(list->items, list->items + count, list->count * sizeof(StoreRequest *));
}

void store_request_list_free(StoreRequestList *list) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i]->is_copy)
            free(list->items[i]);
    free(list->items);
}

/* ---- the queue ---- */

void store_queue_init(StoreQueue *queue, const StoreMethods *methods, StoreNotify *notify,
                      void *context, StoreReport *report) {
    queue->store.methods = methods;
    queue->notify = notify;
    queue->context = context;
    queue->report = report;
    STAILQ_INIT(&queue->waiting);
    STAILQ_INIT(&queue->done);
    pthread_mutex_init(&queue->lock, NULL);
    init_condition(&queue->changed);
}

void store_queue_free(StoreQueue *queue) {
    StoreCompletion completion;
    while (store_take(&queue->store, &completion))
        store_completion_free(&completion);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

/* ---- the owner's thread ---- */

void store_submit_copy(Store *store, const StoreRequest *request) {
    StoreRequest *copy = memory_allocate(sizeof *copy);
    *copy = *request;
    copy->is_copy = true;
    store_submit(store, copy);
}

bool store_take(Store *store, StoreCompletion *completion) {
    if (!store->methods->take(store, completion))
        return false;
    if (completion->request && completion->request->is_copy) {
        free(completion->request);
        completion->request = NULL;
    }
    return true;
}

void store_queue_submit(Store *store, StoreRequest *request) {
    StoreQueue *queue = (StoreQueue *)store;
    store_completion_begin(request);
    pthread_mutex_lock(&queue->lock);
    STAILQ_INSERT_TAIL(&queue->waiting, &request->completion, entry);
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

bool store_queue_take(Store *store, StoreCompletion *completion) {
    StoreQueue *queue = (StoreQueue *)store;
    pthread_mutex_lock(&queue->lock);
    StoreCompletion *first = STAILQ_FIRST(&queue->done);
    if (first)
        STAILQ_REMOVE_HEAD(&queue->done, entry);
    pthread_mutex_unlock(&queue->lock);
    if (!first)
        return false;
    *completion = *first;
    if (!first->request)
        free(first);
    return true;
}

void store_queue_stats(Store *store, StoreStats *stats) {
    StoreQueue *queue = (StoreQueue *)store;
    pthread_mutex_lock(&queue->lock);
    *stats = queue->stats;
    pthread_mutex_unlock(&queue->lock);
}

void store_queue_close(StoreQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->closing = true;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

/* ---- the store's threads ---- */

bool store_queue_wait(StoreQueue *queue, StoreRequestList *requests, StoreRequestList *jobs,
                      int timeout_ms) {
    int64_t end_ms = timeout_ms < 0 ? INT64_MAX : monotonic_ms() + timeout_ms;
    bool waits = requests->count == 0 && jobs->count == 0;
    pthread_mutex_lock(&queue->lock);
    while (waits && STAILQ_EMPTY(&queue->waiting) && !queue->alerted && !queue->closing)
        waits = wait_for_condition(&queue->changed, &queue->lock, end_ms);
    queue->alerted = false;
    bool closing = queue->closing;
    StoreCompletionList taken = STAILQ_HEAD_INITIALIZER(taken);
    STAILQ_CONCAT(&taken, &queue->waiting);
    pthread_mutex_unlock(&queue->lock);
    const StoreCompletion *waiting;
    STAILQ_FOREACH(waiting, &taken, entry) {
        bool is_job = waiting->kind == STORE_BACKUP || waiting->kind == STORE_CHECK;
        add_request(is_job ? jobs : requests, waiting->request);
    }
    return !closing || requests->count > 0;
}

void store_queue_alert(StoreQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->alerted = true;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

static void publish(StoreQueue *queue, StoreCompletionList *completions) {
    pthread_mutex_lock(&queue->lock);
    STAILQ_CONCAT(&queue->done, completions);
    pthread_mutex_unlock(&queue->lock);
    queue->notify(queue->context);
}

void store_queue_publish(StoreQueue *queue, StoreRequest *const *requests, size_t count) {
    StoreCompletionList completions = STAILQ_HEAD_INITIALIZER(completions);
    for (size_t i = 0; i < count; i++)
        STAILQ_INSERT_TAIL(&completions, &requests[i]->completion, entry);
    if (count > 0)
        publish(queue, &completions);
}

void store_queue_publish_news(StoreQueue *queue, const StoreCompletion *completion) {
    StoreCompletionList completions = STAILQ_HEAD_INITIALIZER(completions);
    StoreCompletion *copy = memory_allocate(sizeof *copy);
    *copy = *completion;
    STAILQ_INSERT_TAIL(&completions, copy, entry);
    publish(queue, &completions);
}

void store_queue_count_commit(StoreQueue *queue, size_t changes, uint64_t us) {
    if (changes == 0)
        return;
    pthread_mutex_lock(&queue->lock);
    StoreStats *stats = &queue->stats;
    stats->commits++;
    stats->changes += changes;
    stats->commit_us += us;
    if (us > stats->commit_us_max)
        stats->commit_us_max = us;
    if (changes > stats->batch_max)
        stats->batch_max = changes;
    pthread_mutex_unlock(&queue->lock);
}

void store_queue_count_repeat(StoreQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->stats.repeats++;
    pthread_mutex_unlock(&queue->lock);
}

void store_queue_report(StoreQueue *queue, const char *sentence) {
    if (queue->report && sentence[0])
        queue->report(sentence);
}

void store_queue_report_damage(StoreQueue *queue, StoreRequest *const *requests, size_t count) {
    char sentence[sizeof(Error)];
    for (size_t i = 0; i < count && queue->damage_reports < DAMAGE_REPORTS_MAX; i++) {
        const StoreCompletion *completion = &requests[i]->completion;
        if (completion->result != STORE_DAMAGED)
            continue;
        snprintf(sentence, sizeof sentence, "the database is damaged at game %s: %s%s",
                 game_id_from_number(completion->id).text, completion->text,
                 ++queue->damage_reports == DAMAGE_REPORTS_MAX ? "; no more is reported" : "");
        store_queue_report(queue, sentence);
    }
}
