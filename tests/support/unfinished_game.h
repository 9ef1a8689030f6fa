/* The unfinished games in the state folder, for tests. */
#ifndef TESTS_SUPPORT_UNFINISHED_GAME_H
#define TESTS_SUPPORT_UNFINISHED_GAME_H

#include <stdbool.h>

#include "play/autosave.h"

/* Opens the most recent file that autosave_open_any opens and that is resumable, and gets the error
 * of the last file that it does not open. */
bool find_unfinished_game(UnfinishedGame *game, Error *error);

#endif
