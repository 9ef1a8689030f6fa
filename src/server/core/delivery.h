/* The delivery of events from their logs to the outputs of clients. */
#ifndef SERVER_CORE_DELIVERY_H
#define SERVER_CORE_DELIVERY_H

#include <stdbool.h>

#include "net/message.h"
#include "server/base/event_log.h"

typedef struct Core Core;

/* Makes the client, by one of its readers, receive the later events of a log. May be repeated. */
void delivery_start(Client *client, EventReader *reader, EventLog *log);

/* Ends that. May be repeated. */
void delivery_stop(Core *core, EventReader *reader);
void delivery_stop_all(Core *core, Client *client);

/* Adds an event to a log. Clients take it when delivery_take() or delivery_spread() is called.
 * Clients that leave too much unread are marked as slow. */
void delivery_add(Core *core, EventLog *log, const Message *event, EventAudience audience);

/* Sends the client its events as far as its output has room, unless a reply is being sent. */
void delivery_take(Core *core, Client *client);

/* Sends the client all its events, so that they come before a reply. */
void delivery_take_all(Core *core, Client *client);

/* Lets the readers of a log take its events: few at once, many in turns of the scheduler. */
void delivery_spread(Core *core, EventLog *log);

/* Runs a turn of the log that waits the longest. Returns false if no log waits. */
bool delivery_run_turn(Core *core);

/* Removes a log without readers from the queue of turns. */
void delivery_cancel(Core *core, EventLog *log);

#endif
