#include <config.h>

#include "unfinished_game.h"

#include "base/file.h"
#include "play/storage.h"

bool find_unfinished_game(UnfinishedGame *game, Error *error) {
    char folder[FILE_PATH_SIZE];
    FileList files;
    bool found = false;
    *game = (UnfinishedGame){0};
    if (!storage_state_folder(folder, error) ||
        !file_list_folder(folder, AUTOSAVE_SUFFIX, &files, error))
        return false;
    for (size_t i = 0; !found && i < files.count; i++) {
        found =
            autosave_open_any(files.paths[i], game, error) && autosave_is_resumable(game->record);
        if (!found)
            autosave_release_unfinished(game);
    }
    file_list_free(&files);
    return found;
}
