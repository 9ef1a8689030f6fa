/* A game in a simulated world, with both players and a spectator, for tests of the core. Include
 * cmocka.h before it. */
#ifndef TESTS_SUPPORT_GAME_FIXTURE_H
#define TESTS_SUPPORT_GAME_FIXTURE_H

#include "world.h"

#define WHITE_KEY  "0123456789ABCDEFGHJKMNPQRS"
#define BLACK_KEY  "1123456789ABCDEFGHJKMNPQRS"
#define OTHER_KEY  "2123456789ABCDEFGHJKMNPQRS"
#define START      "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"
#define START_HASH "050bd97a59c258fb"
#define AFTER      "gmelecz/ppppppp/7/7/1P5/P1PPPPP/GMELECZ/b/-1"
#define AFTER_HASH "d9b47619696a4b26"

extern World *world;
extern Peer *white, *black, *guest;
extern char id[16]; /* of the game */

/* Set up and tear down a world without a game. */
int set_up(void **state);
int tear_down(void **state);
/* Replaces the world. */
void replace_world(void);

/* Starts a game: White creates it with these fields of NEW, Black joins, and a guest watches. */
void start_game(const char *fields);
/* Reads the id from the peer's last line, which begins with the word. */
void read_id(Peer *peer, const char *word);

/* Send a line, or a MOVE in the game, and expect "-WORD" with retry= and msg=. */
void expect_error(Peer *peer, const char *word, const char *line);
void expect_move_error(Peer *peer, const char *word, const char *rest);

#endif
