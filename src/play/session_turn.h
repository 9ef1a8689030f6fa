/* Turns and the end of a game, for the other files of a session. */
#ifndef PLAY_SESSION_TURN_H
#define PLAY_SESSION_TURN_H

#include "play/session.h"

/* Makes a legal whole turn of the side to move, made at `at_ms` by monotonic_ms(). */
bool session_turn_make(Session *session, Move move, int64_t at_ms, Error *error);

/* Checks and makes a turn of a local person or computer, and sends it to the server in a network
 * game. */
bool session_turn_play(Session *session, Move move, int64_t at_ms, Error *error);

/* Ends the game with a declared outcome and posts the events. */
bool session_declare(Session *session, Outcome outcome, Error *error);

/* Ends the game: the side to move has no time left. */
void session_lose_on_time(Session *session);

/* Returns whether the flag of the side to move had fallen at `at_ms`. Always false in network
 * games, where the server decides. */
bool session_flag_fell(const Session *session, int64_t at_ms);

#endif
