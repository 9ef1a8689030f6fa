/* The state of a link. Private to link.c and subscriptions.c. */
#ifndef NET_LINK_STATE_H
#define NET_LINK_STATE_H

#include <sys/queue.h>

#include "base/buffer.h"
#include "net/link.h"
#include "net/subscriptions.h"

/* A request without a reply. */
typedef struct PendingRequest {
    TAILQ_ENTRY(PendingRequest) entry;
    Request request;
    unsigned request_id;
    bool internal;      /* made by the link, not by its user */
    bool reply_started; /* a line of the reply has come */
    int64_t send_after_ms;
    unsigned deferrals; /* errors with retry=later in a row */
} PendingRequest;

typedef TAILQ_HEAD(RequestQueue, PendingRequest) RequestQueue;

typedef enum LinkPhase {
    LINK_WAITING, /* for the next attempt */
    LINK_CONNECTING,
    LINK_GREETING,
    LINK_ONLINE,
    LINK_FAILED
} LinkPhase;

struct Link {
    LinkOptions options;
    LinkListener *listener;
    void *context;
    LinkPhase phase;
    int64_t now;
    int64_t phase_since_ms;
    int64_t retry_at_ms; /* in LINK_WAITING */
    int64_t last_received_ms;
    bool ping_sent;           /* since bytes were last received */
    unsigned failed_attempts; /* in a row, or connections that did not last */
    unsigned useless_servers; /* servers in a row that lack a game or must not be used */
    uint32_t retry_seconds;   /* requested by the server's BYE ... */
    char bye_reason[128];     /* ... and why it ends this connection, or "" */
    uint64_t seed;
    unsigned last_request_id;
    RequestQueue waiting; /* not sent */
    RequestQueue sent;    /* in the order of the replies */
    SubscriptionList subscriptions;
    bool follows_lists;
    unsigned lists_request_id;       /* of the pending SUBSCRIBE, or 0 */
    bool lists_begun;                /* its reply has begun */
    char features[FEATURES_MAX + 1]; /* of the last +HELLO */
    Buffer output;
    LineReader reader;
    char line[LINE_SERVER_MAX + LINE_END_SIZE];
};

void link_notify(Link *link, LinkEvent event);

/* Adds a request of the link or its user; returns its id. */
unsigned link_enqueue(Link *link, const Request *request, bool internal);

/* Writes the waiting requests that may be sent, the link's own first. */
void link_flush(Link *link);

#endif
