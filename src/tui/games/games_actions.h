/* What can be done with the selected game of the list. */
#ifndef TUI_GAMES_GAMES_ACTIONS_H
#define TUI_GAMES_GAMES_ACTIONS_H

#include "tui/games/games_screen.h"

/* Goes on with an unfinished game, or shows one that is over on the board. */
void games_actions_open(GamesScreen *screen);
/* Shows a game that is over on the board, and begins its review. */
void games_actions_review(GamesScreen *screen);
/* Asks where to save a copy. */
void games_actions_save(GamesScreen *screen);
void games_actions_delete(GamesScreen *screen);
/* Brings back the game that was deleted last. */
void games_actions_undo(GamesScreen *screen);

#endif
