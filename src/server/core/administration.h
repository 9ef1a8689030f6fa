/* What the administrator sees and does: the core's part of the verbs in loop/admin_verbs.c. */
#ifndef SERVER_CORE_ADMINISTRATION_H
#define SERVER_CORE_ADMINISTRATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "net/subnet.h"
#include "server/core/core.h"

typedef struct Core Core;

/* Whom a request is about: the connection with a number, or those from a network if that is 0. */
typedef struct ClientFilter {
    uint64_t number;
    Subnet subnet;
} ClientFilter;

/* Adds a line for each connection of the filter (NULL: all), and returns their number. */
size_t administration_list_clients(const Core *core, const ClientFilter *filter, Buffer *text);

/* Adds a line for each game in which the client with this number is. */
void administration_list_games_of(const Core *core, uint64_t number, Buffer *text);

/* Adds a line for each game in which a client is, and returns their number. */
size_t administration_list_games(const Core *core, Buffer *text);

/* Adds a line for the game and one for each client in it. Returns false if no client is in it. */
bool administration_show_game(const Core *core, uint64_t id, Buffer *text);

/* Disconnects clients with a reason, and returns their number. */
size_t administration_kick(Core *core, const ClientFilter *filter, const char *reason);

/* Sends NOTICE to every client of this server. */
void administration_announce(Core *core, const char *text);

/* Passes an announcement ("announce TEXT") or a restriction's line to the other servers of a shared
 * store, as talk in the game with the id 0, of which there is none, and calls `done`. Returns false
 * if there are no others, without a call. */
bool administration_tell_servers(Core *core, const char *line, CoreJobDone *done, void *context);

/* Called with such a line of another server. */
void administration_on_told(Core *core, const char *line);

/* Refuses new games with this sentence from now on; NULL: accepts them again. */
void administration_refuse_games(Core *core, const char *sentence);

#endif
