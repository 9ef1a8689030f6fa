/* The subscriptions of a link: games and seats that it restores after lost connections. */
#ifndef NET_SUBSCRIPTIONS_H
#define NET_SUBSCRIPTIONS_H

#include <sys/queue.h>

#include "net/link.h"

typedef struct ActiveSubscription {
    LIST_ENTRY(ActiveSubscription) entry;
    Subscription wanted;       /* kept up to date with every ply */
    unsigned watch_request_id; /* of the pending WATCH for the missing moves, or 0 */
    unsigned join_request_id;
    bool end_notified;
    bool muted[MUTED_COUNT]; /* at the server: each side, and spectators */
    Message game;            /* the last =GAME */
} ActiveSubscription;

typedef LIST_HEAD(SubscriptionList, ActiveSubscription) SubscriptionList;

void subscriptions_free(Link *link);

/* After the greeting: takes the seats and asks for missed moves. */
void subscriptions_start(Link *link);

/* Handles a line of the reply to the link's own JOIN or WATCH. */
void subscriptions_on_reply(Link *link, unsigned request_id, const Request *request,
                            const Message *message);

/* Handles the reply to a user's MOVE, MUTE or UNMUTE before it is reported. */
void subscriptions_on_user_reply(Link *link, const Request *request, const Message *message);

void subscriptions_on_event(Link *link, const Message *message);

#endif
