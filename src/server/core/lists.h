/*
 * The feed of the lists of games, for SUBSCRIBE. Changes of a list are kept in a ring, so that
 * their memory is bounded. A subscription has a place in the rings of the lists that it has chosen,
 * and receives only the latest state of a game that has changed several times. One that has fallen
 * behind the ring begins again with RELIST.
 *
 * Changes are collected for a moment and then sent in turns of the scheduler. They are no part of
 * the order of other events and replies, except that they do not interrupt a reply.
 */
#ifndef SERVER_CORE_LISTS_H
#define SERVER_CORE_LISTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "server/base/timers.h"

/* The lists of public games that LIST shows. */

typedef enum Listing {
    LISTING_OPEN, /* a seat is free and not kept, and the creator or a player is present */
    LISTING_LIVE, /* both seats are taken, and a player is present */
    LISTING_COUNT
} Listing;

typedef struct Core Core;

typedef struct Client Client;

typedef struct CachedGame CachedGame;

typedef enum ListTurn {
    LIST_UP_TO_DATE, /* in `idle` */
    LIST_READY,      /* in `ready` */
    LIST_STUCK       /* in no queue: waits for room in the output, or for the end of a reply */
} ListTurn;

/* A client's SUBSCRIBE. */
typedef struct ListSubscription {
    TAILQ_ENTRY(ListSubscription) turn_entry;
    Client *client;
    uint64_t next[LISTING_COUNT]; /* the next change */
    uint32_t relist_slot;         /* the next game of a RELIST; UINT32_MAX: none */
    bool chosen[LISTING_COUNT];
    ListTurn turn;
} ListSubscription;

TAILQ_HEAD(ListSubscriptions, ListSubscription);

typedef struct ListFeed {
    uint64_t *changed[LISTING_COUNT]; /* owned: rings of the ids of games */
    uint64_t change_count[LISTING_COUNT];
    struct ListSubscriptions idle, ready;
    Timer timer; /* ends the collecting of changes */
} ListFeed;

void list_feed_init(ListFeed *feed, Core *core);

void list_feed_free(ListFeed *feed);

/* Called when a game is new in a list, has changed in it or has left it. */
void list_feed_add(Core *core, Listing listing, CachedGame *game);

/* Begins a subscription to the changes from now on, which replaces the client's earlier one. */
void list_feed_subscribe(Core *core, Client *client, bool open, bool live);

/* Ends it. May be repeated. */
void list_feed_unsubscribe(Core *core, Client *client);

static inline bool list_feed_is_stuck(const ListSubscription *subscription) {
    return subscription && subscription->turn == LIST_STUCK;
}

/* Called when the client may have room for more. */
void list_feed_resume(Core *core, Client *client);

void list_feed_on_timer(Core *core);

/* Runs the next turn. Returns false if no subscription waits. */
bool list_feed_run_turn(Core *core);

#endif
