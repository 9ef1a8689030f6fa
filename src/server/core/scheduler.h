/*
 * Fair shares. A token bucket limits the commands of a client. A turn of a client is at most
 * LINES_PER_TURN lines or STREAM_HIGH_WATER bytes of a long reply; the rest is deferred to rounds
 * of a few clients each, so that a client that wants little does not wait for those that want much.
 */
#ifndef SERVER_CORE_SCHEDULER_H
#define SERVER_CORE_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Core Core;
typedef struct Client Client;

enum { LINES_PER_TURN = 16 };

/* Takes a token for a command. If there is none, pauses the client and returns false. */
bool scheduler_take_token(Core *core, Client *client);

/* Charges an invalid command, which costs more once the client has exceeded its rate limit. */
void scheduler_charge_error(Core *core, Client *client);

/* Charges `length` bytes of a long reply. */
void scheduler_charge_reply(Core *core, Client *client, size_t length);

/* Puts the client in the queue for the next rounds, or takes it out. */
void scheduler_defer(Core *core, Client *client);
void scheduler_cancel(Core *core, Client *client);

/* Runs a round. */
void scheduler_run(Core *core);

#endif
