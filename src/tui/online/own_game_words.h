/* The user's own games on servers in words: in the lobby, and at the start of the program. */
#ifndef TUI_ONLINE_OWN_GAME_WORDS_H
#define TUI_ONLINE_OWN_GAME_WORDS_H

#include "play/online/own_games.h"

enum { OWN_GAME_WORDS_SIZE = 320 };

/* Returns whether the user is to move, or to answer the offer of a rematch. */
bool own_game_waits_for_user(const OwnGame *game);

/* Each writes at most OWN_GAME_WORDS_SIZE bytes and returns `text`. */

/* The opponent's name: "Bo", "somebody", "nobody yet", or "" if it is unknown. */
const char *own_game_opponent(const OwnGame *game, char text[OWN_GAME_WORDS_SIZE]);
/* How the game stands, beside the opponent's name: "your move, 2 days left", "won: resigned". */
const char *own_game_state(const OwnGame *game, bool wide, char text[OWN_GAME_WORDS_SIZE]);
/* The same as a clause, which names the server unless that is NULL: "Your move against Bo on
 * localhost:7153 (2 days left)". */
const char *own_game_clause(const OwnGame *game, const char *server,
                            char text[OWN_GAME_WORDS_SIZE]);

#endif
