/* Games on one server whose second player is away, to be claimed, and the server killed among the
 * claims. The shortest absence is a minute, and a restart begins it anew. In this order: begin,
 * wait until they are due, claim, kill the server, hear, and claim again once it runs. What is
 * acknowledged or allowed is recorded in the history. Failures fail the test. */
#ifndef TESTS_SUPPORT_CLAIMED_GAMES_H
#define TESTS_SUPPORT_CLAIMED_GAMES_H

#include <stdint.h>

#include "history.h"

enum { CLAIMED_GAMES = 20 };

typedef struct ClaimedGames ClaimedGames;

/* Begins games on the server of a Unix socket. Games of another `number` have other players. The
 * path and the history are borrowed. */
ClaimedGames *claimed_games_begin(const char *address, unsigned number, History *history);
void claimed_games_free(ClaimedGames *claimed);

/* Returns how long the opponents will be away too shortly yet, in ms; 0 if the games are due. */
int64_t claimed_games_wait_ms(ClaimedGames *claimed);
/* Claims all games, and waits for the replies to the first `alone`; some opponents have come back,
 * and lose nothing. */
void claimed_games_claim(ClaimedGames *claimed, size_t alone);
/* Reads what a killed server has replied. */
void claimed_games_hear(ClaimedGames *claimed);
/* Claims all games of a server that was killed and runs again, and leaves: what was not
 * acknowledged is there, or the absence has begun with the server. */
void claimed_games_claim_again(ClaimedGames *claimed);

const char *claimed_games_id(const ClaimedGames *claimed, size_t game);
unsigned claimed_games_acknowledged(const ClaimedGames *claimed);

#endif
