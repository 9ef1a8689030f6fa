/* Opening games from files, and saving them. */
#ifndef TUI_GAMES_FILE_DIALOGS_H
#define TUI_GAMES_FILE_DIALOGS_H

#include "play/storage.h"
#include "term/dialog.h"
#include "tui/feature.h"

extern const Feature files_feature;

/* The files that were used last in this run. */
typedef struct FilePaths {
    char save[SETTING_PATH_SIZE];   /* suggested by the save dialog; or "" */
    char opened[SETTING_PATH_SIZE]; /* of the file that was opened last; or "" */
} FilePaths;

FilePaths *file_dialogs_paths(const App *app);

/* Writes something to a path. Returns false with an error, ERROR_STATE if there is a file that it
 * replaces only if `overwrite` is set. */
typedef bool FileSaver(App *app, const char *path, bool overwrite, void *context, Error *error);

/* Asks where to save something else, in the same way. The title and the context are borrowed. */
void file_dialogs_save_with(App *app, const char *title, const char *name, FileSaver *saver,
                            void *context);

#endif
