#include <config.h>

#include "play/autosave.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "config/wording.h"
#include "play/storage.h"
#include "rules/memory.h"

enum { FILE_MODE = 0600, NAME_TRIES = 1000 };

#define GAME_ENDING   ".congo"
#define BROKEN_ENDING ".broken"

struct Autosave {
    char path[STORAGE_PATH_SIZE];
    int file; /* open and locked */
};

const char *autosave_path(const Autosave *autosave) {
    return autosave->path;
}

/* ---- locking ------------------------------------------------------------------------------ */

/* Locks the file without waiting. False, without an error, when another holds it or the name has
 * passed to another file in the meantime. */
static bool lock_named(int file, const char *path, Error *error) {
    if (storage_lock(file, false))
        return storage_has_name(file, path);
    return errno != EWOULDBLOCK &&
           error_set(error, ERROR_IO, "%s: cannot be locked: %s", path, strerror(errno));
}

/* ---- making, writing, closing ------------------------------------------------------------- */

/* The date makes the name one that a person can tell, the process and the number make it new. */
static bool write_name(const char *folder, int number, char path[STORAGE_PATH_SIZE]) {
    time_t now = time(NULL);
    struct tm date;
    char day[32] = "undated";
    if (localtime_r(&now, &date))
        strftime(day, sizeof day, "%Y%m%d-%H%M%S", &date);
    int length = snprintf(path, STORAGE_PATH_SIZE, "%s/%s-%ld-%d" GAME_ENDING, folder, day,
                          (long)getpid(), number);
    return length < STORAGE_PATH_SIZE;
}

/* Makes and locks a file of that name; false when it is taken, or with an error. */
static bool claim_name(Autosave *autosave, Error *error) {
    autosave->file =
        open(autosave->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
    if (autosave->file < 0)
        return errno != EEXIST && error_set(error, ERROR_IO, "%s: cannot be made: %s",
                                            autosave->path, strerror(errno));
    /* Another program that looks for left-over games may have been faster and have removed it. */
    Error trouble = {0};
    if (lock_named(autosave->file, autosave->path, &trouble))
        return true;
    if (trouble.code) /* where there are no locks nobody would ever remove it */
        unlink(autosave->path);
    close(autosave->file);
    return trouble.code && error_set(error, trouble.code, "%s", trouble.text);
}

Autosave *autosave_create(Error *error) {
    char folder[STORAGE_PATH_SIZE];
    Error trouble = {0};
    if (!storage_state_folder(folder, error)) {
        error_prefix(error, "games in progress are not kept: ");
        return NULL;
    }
    Autosave *autosave = memory_allocate(sizeof *autosave);
    bool claimed = false;
    for (int number = 0; !claimed && !trouble.code && number < NAME_TRIES; number++) {
        if (!write_name(folder, number, autosave->path))
            error_set(&trouble, ERROR_RANGE, "%s: the path is too long", folder);
        else
            claimed = claim_name(autosave, &trouble);
    }
    if (claimed)
        return autosave;
    free(autosave);
    if (!trouble.code)
        error_set(&trouble, ERROR_IO, "%s: no free name for a game was found", folder);
    if (error)
        *error = trouble;
    return NULL;
}

bool autosave_write(Autosave *autosave, const char *text, size_t length, Error *error) {
    return storage_write_held(&autosave->file, autosave->path, text, length, FILE_MODE, error);
}

void autosave_close(Autosave *autosave, bool remove_file) {
    if (!autosave)
        return;
    if (remove_file)
        storage_remove_held(autosave->path);
    close(autosave->file);
    free(autosave);
}

void autosave_set_aside(Autosave *autosave) {
    char broken[sizeof autosave->path + sizeof BROKEN_ENDING];
    snprintf(broken, sizeof broken, "%s" BROKEN_ENDING, autosave->path);
    (void)rename(autosave->path, broken);
    autosave_close(autosave, false);
}

/* ---- what is left over -------------------------------------------------------------------- */

typedef struct LeftGame {
    char *path;
    struct timespec changed;
} LeftGame;

typedef struct LeftGames {
    LeftGame *list;
    size_t count;
} LeftGames;

static void add_left_game(LeftGames *games, const char *path) {
    struct stat status;
    if (strlen(path) >= STORAGE_PATH_SIZE || lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    games->list = memory_resize(games->list, games->count + 1, sizeof *games->list);
    games->list[games->count++] =
        (LeftGame){.path = memory_strdup(path), .changed = status.st_mtim};
}

static int newer_first(const void *left, const void *right) {
    const LeftGame *a = left, *b = right;
    int order = storage_newer_first(&a->changed, &b->changed);
    return order != 0 ? order : strcmp(b->path, a->path);
}

static bool find_left_games(LeftGames *games, Error *error) {
    char folder[STORAGE_PATH_SIZE];
    if (!storage_state_folder(folder, error))
        return false;
    DIR *directory = opendir(folder);
    if (!directory)
        return error_set(error, ERROR_IO, "%s: cannot be read: %s", folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[STORAGE_PATH_SIZE + sizeof entry->d_name + 1];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (text_ends_with(path, GAME_ENDING))
            add_left_game(games, path);
    }
    closedir(directory);
    if (games->count)
        qsort(games->list, games->count, sizeof *games->list, newer_first);
    return true;
}

static void leftgames_free(LeftGames *games) {
    for (size_t i = 0; i < games->count; i++)
        free(games->list[i].path);
    free(games->list);
}

/* Opens and locks the file; NULL when another program holds it, or with an error. */
static Autosave *hold(const char *path, Error *error) {
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        if (errno != ENOENT) /* its program has just ended the game */
            error_set(error, ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    if (!lock_named(file, path, error)) {
        close(file);
        return NULL;
    }
    Autosave *autosave = memory_allocate(sizeof *autosave);
    snprintf(autosave->path, sizeof autosave->path, "%s", path);
    autosave->file = file;
    return autosave;
}

/* Holds the file and reads its game. An empty one, left by a program that was killed before the
 * first turn, is removed; one that is too long is no game; but a disk that fails may work later. */
static Autosave *take_up(const char *path, char **text, size_t *length, Error *error) {
    Error trouble = {0};
    Autosave *autosave = hold(path, error);
    if (!autosave)
        return NULL;
    *text = storage_read_open(autosave->file, path, length, &trouble);
    if (*text && *length > 0)
        return autosave;
    if (trouble.code)
        error_set(error, trouble.code, "%s", trouble.text);
    if (trouble.code == ERROR_RANGE)
        autosave_set_aside(autosave);
    else
        autosave_close(autosave, *text != NULL);
    free(*text);
    *text = NULL;
    return NULL;
}

bool autosave_resume(Autosave **autosave, char **text, size_t *length, Error *error) {
    LeftGames games = {0};
    *autosave = NULL;
    *text = NULL;
    if (!find_left_games(&games, error))
        return false;
    for (size_t i = 0; !*autosave && i < games.count; i++)
        *autosave = take_up(games.list[i].path, text, length, error);
    leftgames_free(&games);
    return *autosave != NULL;
}
