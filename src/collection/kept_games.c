#include <config.h>

#include "collection/kept_games.h"

#include <string.h>
#include <unistd.h>

#include "collection/game_info.h"
#include "play/autosave.h"
#include "play/storage.h"

enum { DAY_SECONDS = 24 * 60 * 60 };

time_t kept_games_time(const char *path, const FileStamp *stamp) {
    struct tm date = {0};
    const char *slash = strrchr(path, '/');
    const char *end = strptime(slash != NULL ? slash + 1 : path, "%Y%m%d-%H%M%S", &date);
    return end != NULL && (*end == '-' || *end == '.') ? timegm(&date) : (time_t)stamp->seconds;
}

/* Keeps or removes a finished game that no running program has. */
static void tidy_autosave(const char *path, bool keep, Error *error) {
    UnfinishedGame game;
    if (!autosave_open_any(path, &game, error))
        return;
    if (autosave_is_kept(game.record)) {
        if (keep)
            autosave_keep(game.autosave, game_info_network_id(game.record), error);
        else
            autosave_close(game.autosave, true);
        game.autosave = NULL;
    }
    autosave_release_unfinished(&game);
}

static void tidy_autosaves(const char *folder, bool keep, Error *error) {
    FileList files;
    if (!file_list_folder(folder, AUTOSAVE_SUFFIX, &files, error))
        return;
    for (size_t i = 0; i < files.count; i++)
        tidy_autosave(files.paths[i], keep, error);
    file_list_free(&files);
}

static void remove_trash(const char *folder) {
    FileList files;
    if (!file_list_folder(folder, KEPT_GAMES_TRASH, &files, NULL))
        return;
    for (size_t i = 0; i < files.count; i++) {
        int file = file_open_locked(files.paths[i], 0, 0, NULL);
        if (file < 0)
            continue; /* its program may bring it back */
        file_remove_locked(files.paths[i]);
        close(file);
    }
    file_list_free(&files);
}

static void remove_old(const char *folder, int days) {
    FileList files;
    time_t oldest = time(NULL) - (time_t)days * DAY_SECONDS;
    if (!file_list_folder(folder, AUTOSAVE_SUFFIX, &files, NULL))
        return;
    for (size_t i = 0; i < files.count; i++)
        if (kept_games_time(files.paths[i], &files.stamps[i]) < oldest)
            unlink(files.paths[i]);
    file_list_free(&files);
}

bool kept_games_tidy(const Settings *settings, Error *error) {
    char state[FILE_PATH_SIZE], kept[FILE_PATH_SIZE];
    Error failure = {0};
    if (!storage_state_folder(state, error) ||
        !storage_state_path(AUTOSAVE_KEPT_FOLDER, kept, error)) /* which need not exist */
        return false;
    tidy_autosaves(state, settings->keep_games != KEEP_NONE, &failure);
    remove_trash(state);
    remove_trash(kept);
    if (settings->keep_games > KEEP_DAYS)
        remove_old(kept, settings->keep_games - KEEP_DAYS);
    return failure.code == ERROR_NONE || error_set(error, failure.code, "%s", failure.text);
}
