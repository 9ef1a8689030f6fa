/* What the files of the client share: see link.h. */
#ifndef NET_LINK_PARTS_H
#define NET_LINK_PARTS_H

#include "net/link.h"
#include "rules/buffer.h"

/* A request that has no answer yet. */
typedef struct Pending {
    struct Pending *next;
    Request request;
    unsigned ticket;
    bool own;           /* the link's, not its user's */
    bool began;         /* a line of its reply has come */
    int64_t not_before; /* not to be sent earlier */
    unsigned refusals;  /* with retry=later, one after the other */
} Pending;

typedef struct Queue {
    Pending *first;
    Pending **end;
} Queue;

/* A game that is followed. */
typedef struct Follow {
    struct Follow *next_follow;
    Following state; /* brought up to date with every ply */
    unsigned
        watch_ticket; /* of the WATCH on its way, whose reply has all that is missing; 0: none */
    unsigned join_ticket;
    bool told_end;
    Message game; /* the last =GAME */
} Follow;

typedef enum Phase {
    PHASE_WAITING, /* for the next attempt */
    PHASE_CONNECTING,
    PHASE_GREETING,
    PHASE_ONLINE,
    PHASE_GAVE_UP
} Phase;

struct Link {
    LinkOptions options;
    NewsListener *listener;
    void *context;
    Phase phase;
    int64_t now;
    int64_t since;          /* when the phase began */
    int64_t attempt_at;     /* in PHASE_WAITING */
    int64_t heard_at;       /* when bytes came last */
    bool pinged;            /* since then */
    unsigned failures;      /* attempts in a row that did not last */
    uint32_t retry_seconds; /* of the server's goodbye */
    uint64_t chance;
    unsigned last_ticket;
    Queue waiting; /* not sent */
    Queue sent;    /* in the order of their answers */
    Follow *follows;
    Buffer output;
    LineReader reader;
    char line[LINE_SERVER_MAX + LINE_END_SIZE];
};

/* ---- link.c ---- */

void link_tell(Link *link, News news);
/* Ends the connection, and arranges for the next. */
void link_drop(Link *link, const char *why);

/* ---- link_queue.c ---- */

void queue_init(Queue *queue);
void queue_free(Queue *queue);
/* Adds a request of the link or its user; returns its ticket. */
unsigned link_add(Link *link, const Request *request, bool own);
/* Writes what waits and may be sent; own requests come first. */
void link_send_waiting(Link *link);
/* When the next request that is delayed may be sent. */
int64_t link_delayed_until(const Link *link);
/* The connection is lost: what can be sent again waits, what cannot is told. */
void link_requeue(Link *link);
/* A line of a reply. False, with the connection dropped, if nothing was asked that it could answer.
 */
bool link_answer(Link *link, const Message *message);

/* ---- link_follow.c ---- */

/* Takes seats and asks for what was missed, after the greeting. */
void follows_begin(Link *link);
/* A line of the reply to an own JOIN or WATCH. */
void follows_answer(Link *link, const Pending *pending, const Message *message);
/* The reply to a user's MOVE, before it is told. */
void follows_moved(Link *link, const Request *request, const Message *message);
void follows_event(Link *link, const Message *message);
void follows_free(Link *link);

#endif
