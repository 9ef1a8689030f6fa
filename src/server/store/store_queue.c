#include <config.h>

#include "server/store/store_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "net/identity.h"

enum { DAMAGE_REPORTS_MAX = 100 };

/* ---- lists of requests ---- */

static void add_request(StoreRequestList *list, const StoreRequest *request) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 64;
        list->items = memory_resize(list->items, list->capacity, sizeof *list->items);
    }
    list->items[list->count++] = *request;
}

void store_request_list_drop(StoreRequestList *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (list->items[i].kind == STORE_BACKUP)
            free((char *)(uintptr_t)list->items[i].path);
    list->count -= count;
    if (list->count > 0)
        memmove(list->items, list->items + count, list->count * sizeof *list->items);
}

void store_request_list_free(StoreRequestList *list) {
    store_request_list_drop(list, list->count);
    free(list->items);
}

/* ---- the queue ---- */

void store_queue_init(StoreQueue *queue, const StoreMethods *methods, StoreNotify *notify,
                      void *context, StoreReport *report) {
    queue->store.methods = methods;
    queue->notify = notify;
    queue->context = context;
    queue->report = report;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
}

void store_queue_free(StoreQueue *queue) {
    for (size_t i = queue->done.taken; i < queue->done.count; i++)
        store_completion_free(&queue->done.items[i]);
    free(queue->done.items);
    store_request_list_free(&queue->waiting);
    store_request_list_free(&queue->taken);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

/* ---- the owner's thread ---- */

void store_queue_submit(Store *store, const StoreRequest *request) {
    StoreQueue *queue = (StoreQueue *)store;
    StoreRequest copy = *request;
    if (copy.kind == STORE_BACKUP)
        copy.path = memory_strdup(request->path);
    pthread_mutex_lock(&queue->lock);
    add_request(&queue->waiting, &copy);
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

bool store_queue_take(Store *store, StoreCompletion *completion) {
    StoreQueue *queue = (StoreQueue *)store;
    pthread_mutex_lock(&queue->lock);
    bool available = queue->done.taken < queue->done.count;
    if (available)
        *completion = queue->done.items[queue->done.taken++];
    pthread_mutex_unlock(&queue->lock);
    return available;
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

static bool is_job(StoreKind kind) {
    return kind == STORE_BACKUP || kind == STORE_CHECK;
}

bool store_queue_wait(StoreQueue *queue, StoreRequestList *requests, StoreRequestList *jobs) {
    pthread_mutex_lock(&queue->lock);
    if (requests->count == 0 && jobs->count == 0)
        while (queue->waiting.count == 0 && !queue->alerted && !queue->closing)
            pthread_cond_wait(&queue->changed, &queue->lock);
    queue->alerted = false;
    bool closing = queue->closing;
    StoreRequestList taken = queue->waiting;
    queue->waiting = queue->taken;
    pthread_mutex_unlock(&queue->lock);
    for (size_t i = 0; i < taken.count; i++)
        add_request(is_job(taken.items[i].kind) ? jobs : requests, &taken.items[i]);
    taken.count = 0;
    queue->taken = taken;
    return !closing || requests->count > 0;
}

void store_queue_alert(StoreQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->alerted = true;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

static StoreCompletion *add_completions(StoreCompletionQueue *done, size_t count) {
    if (done->taken == done->count)
        done->taken = done->count = 0;
    if (done->count + count > done->capacity) {
        done->capacity = (done->count + count) * 2;
        done->items = memory_resize(done->items, done->capacity, sizeof *done->items);
    }
    done->count += count;
    return done->items + done->count - count;
}

void store_queue_publish(StoreQueue *queue, const StoreCompletion *completions, size_t count) {
    if (count == 0)
        return;
    pthread_mutex_lock(&queue->lock);
    memcpy(add_completions(&queue->done, count), completions, count * sizeof *completions);
    pthread_mutex_unlock(&queue->lock);
    queue->notify(queue->context);
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

void store_queue_report(StoreQueue *queue, const char *sentence) {
    if (queue->report && sentence[0])
        queue->report(sentence);
}

void store_queue_report_damage(StoreQueue *queue, const StoreCompletion *completions,
                               size_t count) {
    char sentence[sizeof(Error)];
    for (size_t i = 0; i < count && queue->damage_reports < DAMAGE_REPORTS_MAX; i++) {
        if (completions[i].result != STORE_DAMAGED)
            continue;
        snprintf(sentence, sizeof sentence, "the database is damaged at game %s: %s%s",
                 game_id_from_number(completions[i].id).text, completions[i].text,
                 ++queue->damage_reports == DAMAGE_REPORTS_MAX ? "; no more is reported" : "");
        store_queue_report(queue, sentence);
    }
}
