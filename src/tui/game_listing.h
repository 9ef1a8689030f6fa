/* Lists the games of a file. A large file is read on another thread, while a dialog shows how far
 * it is and can stop it. */
#ifndef TUI_GAME_LISTING_H
#define TUI_GAME_LISTING_H

#include "play/storage.h"
#include "term/dialog.h"
#include "tui/app.h"

/* Receives the games. `files` is the dialog that asked, or NULL. Returns false with an error. */
typedef bool GameListHandler(App *app, Dialog *files, const char *path, const GameList *games,
                             Error *error);

/* Calls the handler: at once for a small file, or else later, unless the user stops it. Returns
 * false with an error if the file cannot be read or the handler failed; what fails later is shown.
 */
bool game_listing_start(App *app, Dialog *files, const char *path, GameListHandler *handler,
                        Error *error);

/* Stops reading, when the program ends. */
void game_listing_stop(App *app);

#endif
