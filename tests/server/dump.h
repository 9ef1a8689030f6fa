/* All that a store holds of the story's games, as text. */
#ifndef TESTS_SERVER_DUMP_H
#define TESTS_SERVER_DUMP_H

#include "base/buffer.h"
#include "server/store/database.h"

/* A few lines a game: its head, seats, offer and end, and a line for each move. */
void dump_game(const StoreGame *game, Buffer *text);

/* What the file holds, game after game, and what the lists say. The caller frees it. NULL when a
 * request failed. A game that is damaged, or that the rules do not allow, is in it with the
 * reason. */
char *dump_database(Database *database);

#endif
