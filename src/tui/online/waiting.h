/* What waits for the user in games on servers, asked in the background while a card or a list shows
 * it. */
#ifndef TUI_ONLINE_WAITING_H
#define TUI_ONLINE_WAITING_H

#include "play/online/seats.h"
#include "play/online/waiting_games.h"
#include "tui/feature.h"

/* ---- the user's own games in words: in the lobby, and at the start of the program ---- */

enum { OWN_GAME_WORDS_SIZE = 320 };

/* Returns whether the user is to move, to join, to answer the offer of a rematch, or to go
 * to one that has begun. */
bool own_game_waits_for_user(const OwnGame *game);

/* Each of these writes at most OWN_GAME_WORDS_SIZE bytes and returns `text`: */

/* The opponent's name: "Bo", "nobody yet", "Black" without a name, or "" if it is unknown. */
const char *own_game_opponent(const OwnGame *game, char text[OWN_GAME_WORDS_SIZE]);

/* How the game stands, beside the opponent's name: "your move, 2 days left", "won: resigned". */
const char *own_game_state(const OwnGame *game, bool wide, char text[OWN_GAME_WORDS_SIZE]);

/* The same as a clause, which names the server unless that is NULL: "Your move against Bo on
 * localhost:7153 (2 days left)". */
const char *own_game_clause(const OwnGame *game, const char *server,
                            char text[OWN_GAME_WORDS_SIZE]);

/* ---- asking for them ---- */

extern const Feature waiting_feature;

/* Asks the servers of all saved seats. `changed`, which may be NULL, is called when one has
 * answered, until the next question. */
void waiting_ask(App *app, void (*changed)(App *app));

/* Returns what is known about the game of a seat, or NULL. */
const OwnGame *waiting_find(const App *app, const SavedSeat *seat);

/* Returns the most recently played game that waits for the user and sets its server, or returns
 * NULL. */
const OwnGame *waiting_first(const App *app, const char **server);

/* Opens the game of a seat. */
void waiting_open(App *app, const SavedSeat *seat);

#endif
