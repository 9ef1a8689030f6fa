/* Subscribers: clients that play, watch or have created a game. */
#ifndef SERVER_CORE_SUBSCRIBER_H
#define SERVER_CORE_SUBSCRIBER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/message.h"
#include "rules/position.h"

typedef struct Core Core;
typedef struct Client Client;
typedef struct CachedGame CachedGame;

/* The relation of a client to a game. */
typedef struct Subscriber {
    Client *client;
    CachedGame *game;
    LIST_ENTRY(Subscriber) of_client;
    LIST_ENTRY(Subscriber) of_game;
    uint8_t seat;  /* Seat: SEAT_WHITE, SEAT_BLACK or SEAT_NONE */
    bool notified; /* receives the game's events */
} Subscriber;

LIST_HEAD(SubscriberList, Subscriber);

/* Returns NULL if the client has not subscribed to the game. */
Subscriber *subscriber_find(const Client *client, const CachedGame *game);

/* Returns whether the client may subscribe to the game (NULL: a new one). If not, rejects the
 * command. */
bool subscriber_check_limit(Core *core, Client *client, const char *tag, const CachedGame *game);

/* Returns the subscriber, which is added if needed. The limit is not checked here: a change that
 * the store has accepted is never undone. */
Subscriber *subscriber_add(Core *core, Client *client, CachedGame *game);
void subscriber_remove(Core *core, Subscriber *subscriber);
void subscriber_remove_all(Core *core, Client *client);

/* Gives the seat to the subscriber and sends REPLACED to its previous holder. Sends JOIN to the
 * others if the seat was vacant or if `is_announced`, for example with a new name. */
void subscriber_take_seat(Core *core, Subscriber *subscriber, Color color, bool is_announced);

/* Returns the client's seat, or SEAT_NONE. */
Seat subscriber_seat(const CachedGame *game, const Client *client);

/* Sends an event to the game's subscribers except one client (NULL: to all). */
void subscriber_notify_all(Core *core, const CachedGame *game, const Message *event,
                           const Client *except);

#endif
