/* The rate of talk. A line is charged to its speaker, and to the game and the server by the number
 * of those who hear it, since each of them is sent a copy. */
#ifndef SERVER_CORE_TALK_RATE_H
#define SERVER_CORE_TALK_RATE_H

#include <stdint.h>

typedef struct Core Core;
typedef struct Client Client;
typedef struct CachedGame CachedGame;

/* Charges a line that `hearers` clients hear, and returns 0; or charges nothing and returns the
 * milliseconds until the client may repeat it. */
int64_t talk_rate_take(Core *core, Client *client, CachedGame *game, uint32_t hearers);

/* Computes the rates from the limits. */
void talk_rate_configure(Core *core);

#endif
