/* Subscribers: clients that play, watch or have created a game. */
#ifndef SERVER_CORE_SUBSCRIBER_H
#define SERVER_CORE_SUBSCRIBER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/message.h"
#include "rules/position.h"
#include "server/base/event_log.h"

typedef struct Core Core;
typedef struct Client Client;
typedef struct CachedGame CachedGame;

/* The relation of a client to a game. */
typedef struct Subscriber {
    Client *client;
    CachedGame *game;
    LIST_ENTRY(Subscriber) of_client;
    LIST_ENTRY(Subscriber) of_game;
    EventReader events; /* reads nothing until the client receives the game's events */
    char *name;         /* of a spectator who talks; owned; NULL if not given */
    uint8_t seat;       /* Seat: SEAT_WHITE, SEAT_BLACK or SEAT_NONE */
} Subscriber;

LIST_HEAD(SubscriberList, Subscriber);

/* Returns NULL if the client has not subscribed to the game. */
Subscriber *subscriber_find(const Client *client, const CachedGame *game);

/* Returns whether the client may subscribe to the game (NULL: a new one). If not, rejects the
 * command. Games that are over do not count. */
bool subscriber_check_limit(Core *core, Client *client, const char *tag, const CachedGame *game);

/* Returns the subscriber, which is added if needed. Of the games that are over, the one subscribed
 * to for the longest gives way. Otherwise the limit is not checked here: a change that the store
 * has accepted is never undone. */
Subscriber *subscriber_add(Core *core, Client *client, CachedGame *game);
void subscriber_remove(Core *core, Subscriber *subscriber);
void subscriber_remove_all(Core *core, Client *client);

/* Makes the subscriber receive the game's events from now on. May be repeated. */
void subscriber_start_events(Subscriber *subscriber);
static inline bool subscriber_receives_events(const Subscriber *subscriber) {
    return subscriber->events.log != NULL;
}

/* Gives the seat to the subscriber and sends REPLACED to its previous holder. Sends JOIN to the
 * others if the player was not present, or if `is_announced`, for example with a new name. */
void subscriber_take_seat(Core *core, Subscriber *subscriber, Color color, bool is_announced);

/* Takes the seat from its holder, which becomes a spectator, and sends it REPLACED. */
void subscriber_lose_seat(Core *core, CachedGame *game, Color color);

/* Returns the client's seat, or SEAT_NONE. */
Seat subscriber_seat(const CachedGame *game, const Client *client);

/* Sets the name under which a spectator talks; "" for none. */
void subscriber_set_name(Subscriber *subscriber, const char *name);

/* Sends an event to the game's subscribers: first to the players, then to few at once, or to many
 * in turns of the scheduler. A client sends its replies first, so that they do not wait. */
void subscriber_notify(Core *core, CachedGame *game, const Message *event, EventAudience audience);

/* Sends an event to all subscribers except one client (NULL: to all). */
void subscriber_notify_all(Core *core, CachedGame *game, const Message *event,
                           const Client *except);

/* Returns the bit of a speaker (SEAT_NONE: a spectator) in EventAudience and EventReader. */
static inline uint8_t subscriber_speaker(Seat seat) {
    return (uint8_t)(1U << seat);
}

/* The bits of both players and the spectators. */
enum { SUBSCRIBER_ALL_SPEAKERS = 1 << SEAT_WHITE | 1 << SEAT_BLACK | 1 << SEAT_NONE };

#endif
