#include <config.h>

#include "play/autosave.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/storage.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"

enum { FILE_MODE = 0600, NAME_TRIES = 1000 };

#define GAME_SUFFIX   ".congo"
#define BROKEN_SUFFIX ".broken"

struct Autosave {
    char path[FILE_PATH_SIZE];
    int file; /* open and locked */
};

const char *autosave_path(const Autosave *autosave) {
    return autosave->path;
}

/* Makes a path from the date, for people, and the process id and a number, to be unique. */
static bool make_path(const char *folder, int number, char path[FILE_PATH_SIZE]) {
    time_t now = time(NULL);
    struct tm date;
    char day[32] = "undated";
    if (localtime_r(&now, &date))
        strftime(day, sizeof day, "%Y%m%d-%H%M%S", &date);
    int length = snprintf(path, FILE_PATH_SIZE, "%s/%s-%ld-%d" GAME_SUFFIX, folder, day,
                          (long)getpid(), number);
    return length < FILE_PATH_SIZE;
}

static bool claim_name(Autosave *autosave, const char *folder, Error *error) {
    for (int number = 0; number < NAME_TRIES; number++) {
        Error failure = {0};
        if (!make_path(folder, number, autosave->path))
            return error_set(error, ERROR_RANGE, "%s: the path is too long", folder);
        autosave->file = file_open_locked(autosave->path, O_CREAT | O_EXCL, FILE_MODE, &failure);
        if (autosave->file >= 0)
            return true;
        /* Another program that looks for games may lock or remove the empty file. */
        if (failure.code != ERROR_STATE)
            return error_set(error, failure.code, "%s", failure.text);
    }
    return error_set(error, ERROR_IO, "%s: cannot find a free name for the game", folder);
}

Autosave *autosave_create(Error *error) {
    char folder[FILE_PATH_SIZE];
    if (!storage_state_folder(folder, error))
        return NULL;
    Autosave *autosave = memory_allocate(sizeof *autosave);
    if (claim_name(autosave, folder, error))
        return autosave;
    free(autosave);
    return NULL;
}

bool autosave_write(Autosave *autosave, const char *text, size_t length, Error *error) {
    return file_replace_locked(&autosave->file, autosave->path, text, length, FILE_MODE, error);
}

void autosave_close(Autosave *autosave, bool remove_file) {
    if (!autosave)
        return;
    if (remove_file)
        file_remove_locked(autosave->path);
    close(autosave->file);
    free(autosave);
}

void autosave_set_aside(Autosave *autosave) {
    char broken[sizeof autosave->path + sizeof BROKEN_SUFFIX];
    snprintf(broken, sizeof broken, "%s" BROKEN_SUFFIX, autosave->path);
    (void)rename(autosave->path, broken);
    autosave_close(autosave, false);
}

/* ---- unfinished games --------------------------------------------------------------------- */

/* Locks and reads a game. An empty file, left by a program that was killed before the first turn,
 * is removed; a file that is too long is set aside; after an I/O error it stays. */
static Autosave *open_and_read(const char *path, char **text, size_t *length, Error *error) {
    Error failure = {0};
    int file = file_open_locked(path, 0, 0, &failure);
    if (file < 0) {
        if (failure.code != ERROR_STATE)
            error_set(error, failure.code, "%s", failure.text);
        return NULL;
    }
    Autosave *autosave = memory_allocate(sizeof *autosave);
    text_copy(autosave->path, sizeof autosave->path, path);
    autosave->file = file;
    *text = file_read_open(file, path, length, &failure);
    if (*text && *length > 0)
        return autosave;
    if (failure.code)
        error_set(error, failure.code, "%s", failure.text);
    if (failure.code == ERROR_RANGE)
        autosave_set_aside(autosave);
    else
        autosave_close(autosave, *text != NULL);
    free(*text);
    *text = NULL;
    return NULL;
}

bool autosave_open_newest(Autosave **autosave, char **text, size_t *length, Error *error) {
    char folder[FILE_PATH_SIZE];
    FileList games;
    *autosave = NULL;
    *text = NULL;
    if (!storage_state_folder(folder, error) ||
        !file_list_folder(folder, GAME_SUFFIX, &games, error))
        return false;
    for (size_t i = 0; !*autosave && i < games.count; i++)
        *autosave = open_and_read(games.paths[i], text, length, error);
    file_list_free(&games);
    return *autosave != NULL;
}

bool autosave_is_resumable(const Record *record) {
    Outcome outcome = record_outcome(record);
    return outcome.result == RESULT_OPEN && outcome.reason == REASON_NONE &&
           (record->count > 0 || record_tag(record, AUTOSAVE_CAPTURE_TAG));
}

/* Returns false, with the file removed or set aside, if the game is not resumable. */
static bool read_game(UnfinishedGame *game, Error *error) {
    GameReader reader;
    Error broken = {0};
    gamereader_init(&reader, autosave_path(game->autosave), game->text, game->length);
    game->record = gamereader_next(&reader, false, &broken);
    if (game->record != NULL && autosave_is_resumable(game->record))
        return true;
    if (game->record != NULL) {
        autosave_close(game->autosave, true);
    } else {
        autosave_set_aside(game->autosave);
        error_set(error, broken.code, "%s; the file was renamed to *.broken", broken.text);
    }
    game->autosave = NULL;
    return false;
}

bool autosave_find_unfinished(UnfinishedGame *game, Error *error) {
    *game = (UnfinishedGame){0};
    while (autosave_open_newest(&game->autosave, &game->text, &game->length, error)) {
        if (read_game(game, error))
            return true;
        autosave_release_unfinished(game);
    }
    return false;
}

static bool open_unfinished(const char *path, UnfinishedGame *game, Error *error) {
    *game = (UnfinishedGame){0};
    game->autosave = open_and_read(path, &game->text, &game->length, error);
    if (game->autosave != NULL && read_game(game, error))
        return true;
    autosave_release_unfinished(game);
    return false;
}

static void add_to_list(UnfinishedList *list, UnfinishedGame *game) {
    struct stat status = {0};
    fstat(game->autosave->file, &status);
    list->games = memory_resize(list->games, list->count + 1, sizeof *list->games);
    list->games[list->count++] = (ListedGame){.path = memory_strdup(autosave_path(game->autosave)),
                                              .played = status.st_mtime,
                                              .record = game->record};
    game->record = NULL;
}

void autosave_list_unfinished(UnfinishedList *list, Error *error) {
    char folder[FILE_PATH_SIZE];
    FileList files;
    *list = (UnfinishedList){0};
    if (!storage_state_folder(folder, error) ||
        !file_list_folder(folder, GAME_SUFFIX, &files, error))
        return;
    for (size_t i = 0; i < files.count; i++) {
        UnfinishedGame game;
        if (!open_unfinished(files.paths[i], &game, error))
            continue;
        add_to_list(list, &game);
        autosave_release_unfinished(&game);
    }
    file_list_free(&files);
}

void autosave_free_list(UnfinishedList *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->games[i].path);
        record_free(list->games[i].record);
    }
    free(list->games);
    *list = (UnfinishedList){0};
}

bool autosave_open_listed(const ListedGame *listed, UnfinishedGame *game, Error *error) {
    Error failure = {0};
    if (open_unfinished(listed->path, game, &failure))
        return true;
    if (failure.code != ERROR_NONE)
        return error_set(error, failure.code, "%s", failure.text);
    return error_set(error, ERROR_STATE, "this game is open in another window, or it is over");
}

void autosave_release_unfinished(UnfinishedGame *game) {
    autosave_close(game->autosave, false);
    free(game->text);
    record_free(game->record);
    *game = (UnfinishedGame){0};
}
