/* What the files of the client share: see link.h. */
#ifndef NET_LINK_STATE_H
#define NET_LINK_STATE_H

#include "base/buffer.h"
#include "net/link.h"

/* A request that has no answer yet. */
typedef struct PendingRequest {
    struct PendingRequest *next;
    Request request;
    unsigned request_id;
    bool internal;         /* the link's, not its user's */
    bool reply_started;    /* a line of its reply has come */
    int64_t send_after_ms; /* not to be sent earlier */
    unsigned deferrals;    /* with retry=later, one after the other */
} PendingRequest;

typedef struct RequestQueue {
    PendingRequest *first;
    PendingRequest **end;
} RequestQueue;

/* A game that is followed. */
typedef struct ActiveSubscription {
    struct ActiveSubscription *next;
    Subscription wanted;       /* brought up to date with every ply */
    unsigned watch_request_id; /* of the WATCH on its way, whose reply has all that is missing; 0:
                                  none */
    unsigned join_request_id;
    bool end_notified;
    Message game; /* the last =GAME */
} ActiveSubscription;

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
    int64_t phase_since_ms;   /* when the phase began */
    int64_t retry_at_ms;      /* in LINK_WAITING */
    int64_t last_received_ms; /* when bytes came last */
    bool ping_sent;           /* since then */
    unsigned failed_attempts; /* attempts in a row that did not last */
    uint32_t retry_seconds;   /* of the server's goodbye */
    uint64_t seed;
    unsigned last_request_id;
    RequestQueue waiting; /* not sent */
    RequestQueue sent;    /* in the order of their answers */
    ActiveSubscription *subscriptions;
    Buffer output;
    LineReader reader;
    char line[LINE_SERVER_MAX + LINE_END_SIZE];
};

/* ---- link.c ---- */

void link_notify(Link *link, LinkEvent event);
/* Ends the connection, and arranges for the next. */
void link_disconnect(Link *link, const char *why);

/* ---- link_queue.c ---- */

void request_queue_init(RequestQueue *queue);
void request_queue_free(RequestQueue *queue);
/* Adds a request of the link or its user; returns its ticket. */
unsigned link_enqueue(Link *link, const Request *request, bool internal);
/* Writes what waits and may be sent; own requests come first. */
void link_flush(Link *link);
/* When the next request that is delayed may be sent. */
int64_t link_next_send(const Link *link);
/* The connection is lost: what can be sent again waits, what cannot is told. */
void link_requeue(Link *link);
/* A line of a reply. False, with the connection dropped, if nothing was asked that it could answer.
 */
bool link_on_reply(Link *link, const Message *message);

/* ---- link_subscribe.c ---- */

/* Takes seats and asks for what was missed, after the greeting. */
void subscriptions_start(Link *link);
/* A line of the reply to an own JOIN or WATCH. */
void subscriptions_on_reply(Link *link, const PendingRequest *pending, const Message *message);
/* The reply to a user's MOVE, before it is told. */
void subscriptions_on_move_reply(Link *link, const Request *request, const Message *message);
void subscriptions_on_event(Link *link, const Message *message);
void subscriptions_free(Link *link);

#endif
