/* Opening games from files, and saving them. */
#ifndef TUI_GAMES_FILE_DIALOGS_H
#define TUI_GAMES_FILE_DIALOGS_H

#include "play/storage.h"
#include "term/dialog.h"
#include "tui/feature.h"

extern const Feature files_feature;

/* Writes something to a path. Returns false with an error, ERROR_STATE if there is a file that it
 * replaces only if `overwrite` is set. */
typedef bool FileSaver(App *app, const char *path, bool overwrite, void *context, Error *error);

/* Asks where to save something else, in the same way. The title and the context are borrowed. */
void file_dialogs_save_with(App *app, const char *title, const char *name, FileSaver *saver,
                            void *context);

#endif
