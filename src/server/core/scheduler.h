/*
 * Fair scheduling. A token bucket limits the commands of a client. A turn of a client is at most
 * LINES_PER_TURN lines or STREAM_HIGH_WATER bytes of a long reply; the rest is deferred to rounds
 * of a few clients each, so that short requests do not wait for long ones.
 */
#ifndef SERVER_CORE_SCHEDULER_H
#define SERVER_CORE_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Core Core;
typedef struct Client Client;

enum { LINES_PER_TURN = 16 };

/* Takes a token for a command. Pauses the client and returns false if its bucket is empty. */
bool scheduler_take_token(Core *core, Client *client);

/* Charges an invalid command, which costs more once the client has exceeded its rate limit. */
void scheduler_charge_error(Core *core, Client *client);

/* Charges `length` bytes of a long reply. */
void scheduler_charge_reply(Core *core, Client *client, size_t length);

/* Add the client to the queue of the next rounds, or remove it. Both may be repeated. */
void scheduler_defer(Core *core, Client *client);
void scheduler_cancel(Core *core, Client *client);

bool scheduler_has_work(const Core *core);

/* Runs one round. */
void scheduler_run(Core *core);

#endif
