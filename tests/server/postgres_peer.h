/* A server's store in PostgreSQL as the tests see it: requests, and what comes without one. */
#ifndef TESTS_SERVER_POSTGRES_PEER_H
#define TESTS_SERVER_POSTGRES_PEER_H

#include "base/buffer.h"
#include "server/store/store.h"

enum { PEER_WAIT_MS = 60 * 1000, PEER_MEMBERS_MAX = 8 };

typedef struct Peer {
    StoreWaiter waiter;
    Store *store;
    /* What has come so far. */
    uint64_t id; /* its number */
    uint64_t members[PEER_MEMBERS_MAX];
    size_t member_count;
    unsigned missed, news, times;
    int64_t service_ms; /* of the last reading; the test fails if it goes back */
    Buffer text;        /* a line for each of the news: "move 1000 3 listed 0 a2a3" */
} Peer;

/* Opens a store, or fails the test. */
void peer_open(Peer *peer, const char *conninfo);
void peer_close(Peer *peer);

/* Submits a request and returns its completion, or frees it. */
StoreCompletion peer_run(Peer *peer, StoreRequest request);
StoreResult peer_result(Peer *peer, StoreRequest request);

/* Waits for the completion of a request that was submitted. */
StoreCompletion peer_next(Peer *peer);

/* Returns whether a request, whose completion is freed, has one within `timeout_ms`. */
bool peer_has_completion(Peer *peer, int64_t timeout_ms);

/* Handles what comes until one more, of any kind, has come. Returns false after `timeout_ms`. */
bool peer_hear(Peer *peer, int64_t timeout_ms);

/* Waits until there have been `count` news, members, losses of news, or readings of the time. */
void peer_wait_for_news(Peer *peer, unsigned count);
void peer_wait_for_members(Peer *peer, size_t count);
void peer_wait_for_missed(Peer *peer, unsigned count);
void peer_wait_for_times(Peer *peer, unsigned count);

/* Returns a stored game, owned by the caller. */
StoreGame *peer_load(Peer *peer, uint64_t id);

/* What the stores have told the operator: how many sentences have this text. */
unsigned peer_reports_with(const char *text);
void peer_forget_reports(void);

#endif
