/* A server's store in PostgreSQL as the tests see it: requests, and what comes without one. */
#ifndef TESTS_SUPPORT_POSTGRES_PEER_H
#define TESTS_SUPPORT_POSTGRES_PEER_H

#include "base/buffer.h"
#include "server/store/store.h"

enum { PEER_WAIT_MS = 60 * 1000, PEER_MEMBERS_MAX = 8 };

typedef struct PostgresPeer {
    StoreWaiter waiter;
    Store *store;
    /* What has come so far. */
    uint64_t id; /* its number */
    uint64_t members[PEER_MEMBERS_MAX];
    size_t member_count;
    unsigned missed, news, times;
    int64_t service_ms; /* of the last reading; the test fails if it goes back */
    Buffer text;        /* a line for each of the news: "move 1000 3 listed 0 a2a3" */
} PostgresPeer;

/* Opens a store, or fails the test. */
void postgres_peer_open(PostgresPeer *peer, const char *conninfo);
void postgres_peer_close(PostgresPeer *peer);

/* Submits a request and returns its completion, or frees it. */
StoreCompletion postgres_peer_run(PostgresPeer *peer, StoreRequest request);
StoreResult postgres_peer_result(PostgresPeer *peer, StoreRequest request);

/* Waits for the completion of a request that was submitted. */
StoreCompletion postgres_peer_next(PostgresPeer *peer);

/* Returns whether a request, whose completion is freed, has one within `timeout_ms`. */
bool postgres_peer_has_completion(PostgresPeer *peer, int64_t timeout_ms);

/* Handles what comes until one more, of any kind, has come. Returns false after `timeout_ms`. */
bool postgres_peer_hear(PostgresPeer *peer, int64_t timeout_ms);

/* Waits until there have been `count` news, members, losses of news, or readings of the time. */
void postgres_peer_wait_for_news(PostgresPeer *peer, unsigned count);
void postgres_peer_wait_for_members(PostgresPeer *peer, size_t count);
void postgres_peer_wait_for_missed(PostgresPeer *peer, unsigned count);
void postgres_peer_wait_for_times(PostgresPeer *peer, unsigned count);

/* Returns a stored game, owned by the caller. */
StoreGame *postgres_peer_load(PostgresPeer *peer, uint64_t id);

/* What the stores have told the operator: how many sentences have this text. */
unsigned postgres_peer_reports_with(const char *text);
void postgres_peer_forget_reports(void);

#endif
