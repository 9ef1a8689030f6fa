/* Opening games from files, and saving them. */
#ifndef TUI_GAMES_FILE_DIALOGS_H
#define TUI_GAMES_FILE_DIALOGS_H

#include "play/storage.h"
#include "term/dialog.h"
#include "tui/app.h"

/* Lists the games of a file. A large file is read on another thread, while a dialog shows how far
 * it is and can stop it. */

/* Stops reading, when the program ends. */
void game_listing_stop(App *app);

void file_dialogs_open(App *app);

void file_dialogs_save(App *app);

/* Writes something to a path. Returns false with an error, ERROR_STATE if there is a file that it
 * replaces only if `overwrite` is set. */
typedef bool FileSaver(App *app, const char *path, bool overwrite, void *context, Error *error);

/* Asks where to save something else, in the same way. The title and the context are borrowed. */
void file_dialogs_save_with(App *app, const char *title, const char *name, FileSaver *saver,
                            void *context);

/* Opens the game of a file, or the list of its games if there are several. */
bool file_dialogs_open_path(App *app, const char *path, Error *error);

/* Saves the game to a path. Asks before it replaces a file. */
bool file_dialogs_save_path(App *app, const char *path, Error *error);

#endif
