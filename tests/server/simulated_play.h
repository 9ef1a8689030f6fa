/* The aims of the simulated clients: which games they play, and what they do next. */
#ifndef TESTS_SERVER_SIMULATED_PLAY_H
#define TESTS_SERVER_SIMULATED_PLAY_H

#include "simulation_parts.h"

/* ---- simulated_play.c ---- */

/* Gives a client its role, and its table its first game. */
void play_create(Actor *client);
/* Sends the first lines of a connection. */
void play_on_connected(Actor *client);
/* The table's game is known to its clients, who enter it. */
void play_set_game(Table *table, Simulation *simulation, const char *id);
/* The table goes on with the rematch of its game. */
void play_begin_rematch(Table *table, Simulation *simulation, const char *id);
/* Notes that a game is listed in the lobby, or no longer. */
void play_list(Actor *client, const char *id, bool is_listed);

/* ---- simulated_actor.c ---- */

/* Asks for the player's seat. */
void actor_join(Actor *client);
/* Enters the table's game, whose moves it may know in part. */
void actor_enter(Actor *client);
/* Sends a line that is repeated on the next connections until it is answered. */
void actor_request(Actor *client, const SentRequest *request, const char *text);
void actor_send_again(Actor *client);
/* Chooses a random move, or "" if there is none. */
void actor_choose_move(Actor *client, char path[COORDINATE_SIZE]);

#endif
