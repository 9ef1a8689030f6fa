#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "postgres_peer.h"

#include "base/monotonic.h"
#include "server/store/store_open.h"
#include "workload.h"

/* ---- reports ---- */

enum { REPORTS_MAX = 200 };

static pthread_mutex_t reports_lock = PTHREAD_MUTEX_INITIALIZER;
static char reports[REPORTS_MAX][400];
static size_t report_count;

static void report(const char *sentence) {
    pthread_mutex_lock(&reports_lock);
    if (report_count < REPORTS_MAX)
        snprintf(reports[report_count++], sizeof reports[0], "%s", sentence);
    pthread_mutex_unlock(&reports_lock);
}

unsigned postgres_peer_reports_with(const char *text) {
    unsigned found = 0;
    pthread_mutex_lock(&reports_lock);
    for (size_t i = 0; i < report_count; i++)
        found += strstr(reports[i], text) != NULL;
    pthread_mutex_unlock(&reports_lock);
    return found;
}

void postgres_peer_forget_reports(void) {
    pthread_mutex_lock(&reports_lock);
    report_count = 0;
    pthread_mutex_unlock(&reports_lock);
}

/* ---- what comes without a request ---- */

static void note_news(PostgresPeer *peer, const StoreNews *news) {
    static const char *const words[] = {"change", "move", "delete", "talk"};
    peer->news++;
    buffer_add_format(&peer->text, "%s %llu", words[news->kind], (unsigned long long)news->id);
    if (news->kind == NEWS_TALK)
        buffer_add_format(&peer->text, " %d [%s] %s", (int)news->talk.seat, news->talk.name,
                          news->talk.text);
    else
        buffer_add_format(&peer->text, " %llu%s", (unsigned long long)news->version,
                          news->listed ? " listed" : "");
    if (news->kind == NEWS_MOVE)
        buffer_add_format(&peer->text, " %u %u %lld %s %s", news->move.ply, news->move.move.ms,
                          (long long)news->move.move.at_ms, news->move.move.path,
                          reason_word(news->move.end.outcome.reason));
    buffer_add_string(&peer->text, "\n");
}

static void note_members(PostgresPeer *peer, const StoreCompletion *completion) {
    assert_in_range(completion->id_count, 1, PEER_MEMBERS_MAX);
    peer->id = completion->id;
    peer->member_count = completion->id_count;
    memcpy(peer->members, completion->ids, completion->id_count * sizeof *completion->ids);
}

/* Returns whether the completion was none of a request, and frees it then. */
static bool note(PostgresPeer *peer, StoreCompletion *completion) {
    switch (completion->kind) {
    case STORE_NEWS:
        note_news(peer, completion->news);
        break;
    case STORE_MEMBERS:
        note_members(peer, completion);
        break;
    case STORE_MISSED:
        peer->missed++;
        break;
    case STORE_TIME:
        if (completion->time.service_ms < peer->service_ms)
            fail_msg("the service time went back from %lld to %lld", (long long)peer->service_ms,
                     (long long)completion->time.service_ms);
        assert_true(completion->time.asked_ms <= completion->time.answered_ms);
        peer->service_ms = completion->time.service_ms;
        peer->times++;
        break;
    default:
        return false;
    }
    store_completion_free(completion);
    return true;
}

bool postgres_peer_hear(PostgresPeer *peer, int64_t timeout_ms) {
    StoreCompletion completion;
    if (!store_waiter_take(&peer->waiter, peer->store, timeout_ms, &completion))
        return false;
    if (!note(peer, &completion))
        fail_msg("an unexpected completion of kind %d", (int)completion.kind);
    return true;
}

bool postgres_peer_has_completion(PostgresPeer *peer, int64_t timeout_ms) {
    int64_t end_ms = monotonic_ms() + timeout_ms;
    StoreCompletion completion;
    for (int64_t left_ms = timeout_ms; left_ms > 0; left_ms = end_ms - monotonic_ms()) {
        if (!store_waiter_take(&peer->waiter, peer->store, left_ms, &completion))
            return false;
        if (!note(peer, &completion)) {
            store_completion_free(&completion);
            return true;
        }
    }
    return false;
}

static void hear(PostgresPeer *peer, const char *what) {
    if (!postgres_peer_hear(peer, PEER_WAIT_MS))
        fail_msg("there are no more %s", what);
}

void postgres_peer_wait_for_news(PostgresPeer *peer, unsigned count) {
    while (peer->news < count)
        hear(peer, "news");
}

void postgres_peer_wait_for_members(PostgresPeer *peer, size_t count) {
    while (peer->member_count != count)
        hear(peer, "members");
}

void postgres_peer_wait_for_missed(PostgresPeer *peer, unsigned count) {
    while (peer->missed < count)
        hear(peer, "losses of news");
}

void postgres_peer_wait_for_times(PostgresPeer *peer, unsigned count) {
    while (peer->times < count)
        hear(peer, "readings of the time");
}

/* ---- requests ---- */

void postgres_peer_open(PostgresPeer *peer, const char *conninfo) {
    Error error = {0};
    *peer = (PostgresPeer){.id = 0};
    store_waiter_begin(&peer->waiter);
    StoreOptions options = {.database = conninfo,
                            .notify = store_waiter_notify,
                            .context = &peer->waiter,
                            .report = report};
    peer->store = store_open(&options, &error);
    if (!peer->store)
        fail_msg("%s", error.text);
    assert_true(peer->store->is_shared);
    /* These two are there at once. */
    assert_true(postgres_peer_hear(peer, 0) && peer->member_count > 0);
    assert_true(postgres_peer_hear(peer, 0) && peer->times == 1);
}

void postgres_peer_close(PostgresPeer *peer) {
    store_close(peer->store);
    store_waiter_end(&peer->waiter);
    buffer_free(&peer->text);
}

StoreCompletion postgres_peer_next(PostgresPeer *peer) {
    StoreCompletion completion;
    do {
        if (!store_waiter_take(&peer->waiter, peer->store, PEER_WAIT_MS, &completion))
            fail_msg("a request has no completion");
    } while (note(peer, &completion));
    return completion;
}

StoreCompletion postgres_peer_run(PostgresPeer *peer, StoreRequest request) {
    store_submit_copy(peer->store, &request);
    return postgres_peer_next(peer);
}

StoreResult postgres_peer_result(PostgresPeer *peer, StoreRequest request) {
    StoreCompletion completion = postgres_peer_run(peer, request);
    store_completion_free(&completion);
    return completion.result;
}

StoreGame *postgres_peer_load(PostgresPeer *peer, uint64_t id) {
    StoreCompletion completion = postgres_peer_run(peer, request_of(STORE_LOAD, id));
    if (completion.result != STORE_OK)
        fail_msg("game %llu cannot be loaded: %d", (unsigned long long)id, (int)completion.result);
    return completion.game;
}
