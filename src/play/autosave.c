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

#include "base/memory.h"
#include "base/text.h"
#include "play/storage.h"
#include "rules/gamereader.h"

enum { FILE_MODE = 0600, NAME_TRIES = 1000 };

#define GAME_SUFFIX   ".congo"
#define BROKEN_SUFFIX ".broken"

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
        return storage_is_file_at(file, path);
    return errno != EWOULDBLOCK &&
           error_set(error, ERROR_IO, "%s: cannot be locked: %s", path, strerror(errno));
}

/* ---- making, writing, closing ------------------------------------------------------------- */

/* The date makes the name one that a person can tell, the process and the number make it new. */
static bool make_path(const char *folder, int number, char path[STORAGE_PATH_SIZE]) {
    time_t now = time(NULL);
    struct tm date;
    char day[32] = "undated";
    if (localtime_r(&now, &date))
        strftime(day, sizeof day, "%Y%m%d-%H%M%S", &date);
    int length = snprintf(path, STORAGE_PATH_SIZE, "%s/%s-%ld-%d" GAME_SUFFIX, folder, day,
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
    Error failure = {0};
    if (lock_named(autosave->file, autosave->path, &failure))
        return true;
    if (failure.code) /* where there are no locks nobody would ever remove it */
        unlink(autosave->path);
    close(autosave->file);
    return failure.code && error_set(error, failure.code, "%s", failure.text);
}

Autosave *autosave_create(Error *error) {
    char folder[STORAGE_PATH_SIZE];
    Error failure = {0};
    if (!storage_state_folder(folder, error)) {
        error_prefix(error, "games in progress are not kept: ");
        return NULL;
    }
    Autosave *autosave = memory_allocate(sizeof *autosave);
    bool claimed = false;
    for (int number = 0; !claimed && !failure.code && number < NAME_TRIES; number++) {
        if (!make_path(folder, number, autosave->path))
            error_set(&failure, ERROR_RANGE, "%s: the path is too long", folder);
        else
            claimed = claim_name(autosave, &failure);
    }
    if (claimed)
        return autosave;
    free(autosave);
    if (!failure.code)
        error_set(&failure, ERROR_IO, "%s: no free name for a game was found", folder);
    if (error)
        *error = failure;
    return NULL;
}

bool autosave_write(Autosave *autosave, const char *text, size_t length, Error *error) {
    return storage_replace_locked(&autosave->file, autosave->path, text, length, FILE_MODE, error);
}

void autosave_close(Autosave *autosave, bool remove_file) {
    if (!autosave)
        return;
    if (remove_file)
        storage_remove_locked(autosave->path);
    close(autosave->file);
    free(autosave);
}

void autosave_set_aside(Autosave *autosave) {
    char broken[sizeof autosave->path + sizeof BROKEN_SUFFIX];
    snprintf(broken, sizeof broken, "%s" BROKEN_SUFFIX, autosave->path);
    (void)rename(autosave->path, broken);
    autosave_close(autosave, false);
}

/* ---- what is left over -------------------------------------------------------------------- */

typedef struct AutosaveFile {
    char *path;
    struct timespec changed;
} AutosaveFile;

typedef struct AutosaveFiles {
    AutosaveFile *list;
    size_t count;
} AutosaveFiles;

static void add_file(AutosaveFiles *games, const char *path) {
    struct stat status;
    if (strlen(path) >= STORAGE_PATH_SIZE || lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    games->list = memory_resize(games->list, games->count + 1, sizeof *games->list);
    games->list[games->count++] =
        (AutosaveFile){.path = memory_strdup(path), .changed = status.st_mtim};
}

static int newer_first(const void *left, const void *right) {
    const AutosaveFile *a = left, *b = right;
    int order = storage_newer_first(&a->changed, &b->changed);
    return order != 0 ? order : strcmp(b->path, a->path);
}

static bool list_files(AutosaveFiles *games, Error *error) {
    char folder[STORAGE_PATH_SIZE];
    if (!storage_state_folder(folder, error))
        return false;
    DIR *directory = opendir(folder);
    if (!directory)
        return error_set(error, ERROR_IO, "%s: cannot be read: %s", folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[STORAGE_PATH_SIZE + sizeof entry->d_name + 1];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (text_ends_with(path, GAME_SUFFIX))
            add_file(games, path);
    }
    closedir(directory);
    if (games->count)
        qsort(games->list, games->count, sizeof *games->list, newer_first);
    return true;
}

static void free_files(AutosaveFiles *games) {
    for (size_t i = 0; i < games->count; i++)
        free(games->list[i].path);
    free(games->list);
}

/* Opens and locks the file; NULL when another program holds it, or with an error. */
static Autosave *open_and_lock(const char *path, Error *error) {
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
static Autosave *open_and_read(const char *path, char **text, size_t *length, Error *error) {
    Error failure = {0};
    Autosave *autosave = open_and_lock(path, error);
    if (!autosave)
        return NULL;
    *text = storage_read_fd(autosave->file, path, length, &failure);
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
    AutosaveFiles games = {0};
    *autosave = NULL;
    *text = NULL;
    if (!list_files(&games, error))
        return false;
    for (size_t i = 0; !*autosave && i < games.count; i++)
        *autosave = open_and_read(games.list[i].path, text, length, error);
    free_files(&games);
    return *autosave != NULL;
}

bool autosave_is_resumable(const Record *record) {
    Outcome outcome = record_outcome(record);
    return outcome.result == RESULT_OPEN && outcome.reason == REASON_NONE &&
           (record->count > 0 || record_tag(record, AUTOSAVE_CAPTURE_TAG));
}

/* Whether there is something to go on with; if not, it is the end of the file. */
static bool read_game(UnfinishedGame *left, Error *error) {
    GameReader reader;
    Error broken = {0};
    gamereader_init(&reader, autosave_path(left->autosave), left->text, left->length);
    left->record = gamereader_next(&reader, false, &broken);
    if (left->record != NULL && autosave_is_resumable(left->record))
        return true;
    if (left->record != NULL) {
        autosave_close(left->autosave, true);
    } else {
        autosave_set_aside(left->autosave);
        error_set(error, broken.code, "%s; the file is set aside as *.broken", broken.text);
    }
    left->autosave = NULL;
    return false;
}

bool autosave_find_unfinished(UnfinishedGame *left, Error *error) {
    *left = (UnfinishedGame){0};
    while (autosave_open_newest(&left->autosave, &left->text, &left->length, error)) {
        if (read_game(left, error))
            return true;
        autosave_release_unfinished(left);
    }
    return false;
}

void autosave_release_unfinished(UnfinishedGame *left) {
    autosave_close(left->autosave, false);
    free(left->text);
    record_free(left->record);
    *left = (UnfinishedGame){0};
}
