#include <config.h>

#include "play/autosave.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/job.h"
#include "play/storage.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"

/* ---- the background writer ---- */

struct Saver {
    uv_loop_t *loop;
    Job job; /* writes the newest snapshot */
    SaverErrorCallback *on_error;
    void *context;
    bool failing; /* the last write failed; reported */
    bool closing;
    void (*closed)(void *context); /* may be NULL */
    void *closed_context;

    uv_mutex_t file_mutex; /* held while writing; locked before `mutex` */
    Autosave *autosave;    /* NULL before the first write */

    uv_mutex_t mutex; /* never held during I/O, so that the loop does not wait for the disk */
    Record *newest;   /* to be written, or NULL */
    Error error;      /* of the last write */
};

Saver *saver_create(uv_loop_t *loop, Autosave *autosave, SaverErrorCallback *on_error,
                    void *context, Error *error) {
    Saver *saver = memory_allocate(sizeof *saver);
    saver->loop = loop;
    saver->on_error = on_error;
    saver->context = context;
    saver->autosave = autosave;
    bool ready = uv_mutex_init(&saver->mutex) == 0;
    if (ready && uv_mutex_init(&saver->file_mutex) != 0) {
        uv_mutex_destroy(&saver->mutex);
        ready = false;
    }
    if (ready)
        return saver;
    autosave_close(autosave, false);
    free(saver);
    error_set(error, ERROR_MEMORY, "the autosave cannot be set up: no memory for its locks");
    return NULL;
}

/* Returns the snapshot that was waiting. */
static Record *exchange_newest(Saver *saver, Record *snapshot) {
    uv_mutex_lock(&saver->mutex);
    Record *old = saver->newest;
    saver->newest = snapshot;
    uv_mutex_unlock(&saver->mutex);
    return old;
}

/* Called with the file mutex held. */
static bool write_snapshot(Saver *saver, const Record *snapshot, Error *error) {
    if (!saver->autosave)
        saver->autosave = autosave_create(error);
    if (!saver->autosave)
        return false;
    size_t length;
    char *text = gamefile_write(snapshot, GAME_CONGO, &length);
    bool done = autosave_write(saver->autosave, text, length, error);
    free(text);
    return done;
}

/* Called on any thread. */
static void write_newest(void *context) {
    Saver *saver = context;
    Error error = {0};
    uv_mutex_lock(&saver->file_mutex);
    Record *snapshot = exchange_newest(saver, NULL);
    if (snapshot) {
        write_snapshot(saver, snapshot, &error);
        uv_mutex_lock(&saver->mutex);
        saver->error = error;
        uv_mutex_unlock(&saver->mutex);
    }
    uv_mutex_unlock(&saver->file_mutex);
    record_free(snapshot);
}

static void saver_destroy(Saver *saver) {
    void (*closed)(void *context) = saver->closed;
    void *context = saver->closed_context;
    record_free(saver->newest);
    uv_mutex_destroy(&saver->file_mutex);
    uv_mutex_destroy(&saver->mutex);
    free(saver);
    if (closed)
        closed(context);
}

static void on_written(void *context, bool stopped);

static const JobOps writing = {.work = write_newest, .done = on_written};

static void on_written(void *context, bool stopped) {
    Saver *saver = context;
    (void)stopped;
    if (saver->closing) {
        autosave_close(saver->autosave, true); /* deferred by saver_close */
        saver_destroy(saver);
        return;
    }
    uv_mutex_lock(&saver->mutex);
    bool more = saver->newest != NULL;
    Error error = saver->error;
    uv_mutex_unlock(&saver->mutex);
    if (more)
        job_start(&saver->job, saver->loop, &writing, saver);
    bool reported = saver->failing;
    saver->failing = error.code != ERROR_NONE;
    if (saver->failing && !reported)
        saver->on_error(saver->context, &error);
}

void saver_submit(Saver *saver, Record *snapshot) {
    record_free(exchange_newest(saver, snapshot));
    if (!saver->job.running)
        job_start(&saver->job, saver->loop, &writing, saver);
}

bool saver_write_now(Saver *saver, Record *snapshot, Error *error) {
    record_free(exchange_newest(saver, snapshot));
    write_newest(saver);
    uv_mutex_lock(&saver->mutex);
    Error result = saver->error;
    uv_mutex_unlock(&saver->mutex);
    if (error)
        *error = result;
    return result.code == ERROR_NONE;
}

bool saver_is_idle(const Saver *saver) {
    return !saver->job.running && !saver->failing;
}

static void close_autosave(Saver *saver, SaverEnd end, const char *id) {
    uv_mutex_lock(&saver->file_mutex);
    if (end == SAVER_ARCHIVE && saver->autosave)
        autosave_archive(saver->autosave, id, NULL); /* failures are retried at the next start */
    else
        autosave_close(saver->autosave, end == SAVER_REMOVE);
    saver->autosave = NULL;
    uv_mutex_unlock(&saver->file_mutex);
}

void saver_close(Saver *saver, SaverEnd end, const char *id, void (*closed)(void *context),
                 void *context) {
    record_free(exchange_newest(saver, NULL));
    saver->closing = true;
    saver->closed = closed;
    saver->closed_context = context;
    if (end == SAVER_REMOVE && saver->job.running) {
        /* on_written removes the file later, so that the loop does not wait for a useless write. */
        job_stop(&saver->job);
        return;
    }
    close_autosave(saver, end, id);
    if (!saver->job.running)
        saver_destroy(saver);
}

/* ---- files ---- */

enum { FILE_MODE = 0600, NAME_TRIES = 1000 };

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
    int length = snprintf(path, FILE_PATH_SIZE, "%s/%s-%ld-%d" AUTOSAVE_SUFFIX, folder, day,
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

/* ---- games that are over ---- */

bool autosave_kept_folder(char folder[FILE_PATH_SIZE], Error *error) {
    return storage_state_path(AUTOSAVE_KEPT_FOLDER, folder, error) &&
           file_make_folder(folder, FILE_FOLDER_PRIVATE, error);
}

/* Returns whether the game of a server is kept already. An empty file is a name that a program
 * reserved and did not use. */
static bool is_id_kept(const char *folder, const char *id) {
    char ending[FILE_PATH_SIZE];
    FileList kept;
    bool found = false;
    snprintf(ending, sizeof ending, "-%s" AUTOSAVE_SUFFIX, id);
    if (!file_list_folder(folder, ending, &kept, NULL))
        return false;
    for (size_t i = 0; i < kept.count; i++)
        found |= kept.stamps[i].size > 0;
    file_list_free(&kept);
    return found;
}

/* Makes the path of a kept game from when its autosave changed last and a word. */
static bool make_kept_path(const Autosave *autosave, const char *folder, const char *word,
                           char path[FILE_PATH_SIZE], Error *error) {
    struct stat status;
    struct tm date;
    char day[32] = "undated";
    if (fstat(autosave->file, &status) == 0 && gmtime_r(&status.st_mtime, &date))
        strftime(day, sizeof day, "%Y%m%d-%H%M%S", &date);
    int length = snprintf(path, FILE_PATH_SIZE, "%s/%s-%s" AUTOSAVE_SUFFIX, folder, day, word);
    return length < FILE_PATH_SIZE ||
           error_set(error, ERROR_RANGE, "%s: the path is too long", folder);
}

/* Reserves a new name by an empty file, which rename() replaces. */
static bool claim_kept_path(const Autosave *autosave, const char *folder, char path[FILE_PATH_SIZE],
                            Error *error) {
    for (int number = 0; number < NAME_TRIES; number++) {
        char word[32];
        snprintf(word, sizeof word, "%d", number);
        if (!make_kept_path(autosave, folder, word, path, error))
            return false;
        int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, FILE_MODE);
        if (file >= 0) {
            close(file);
            return true;
        }
        if (errno != EEXIST)
            return error_set(error, ERROR_IO, "%s: cannot be created: %s", path, strerror(errno));
    }
    return error_set(error, ERROR_IO, "%s: cannot find a free name for the game", folder);
}

/* The name of a network game is its own, so nothing else is replaced. */
static bool move_to_kept(Autosave *autosave, const char *folder, const char *id, Error *error) {
    char path[FILE_PATH_SIZE];
    if (!(id ? make_kept_path(autosave, folder, id, path, error)
             : claim_kept_path(autosave, folder, path, error)))
        return false;
    if (rename(autosave->path, path) != 0) {
        error_set(error, ERROR_IO, "%s: the game cannot be kept: %s", path, strerror(errno));
        if (!id)
            unlink(path);
        return false;
    }
    return file_sync_folder(path, error) && file_sync_folder(autosave->path, error);
}

bool autosave_archive(Autosave *autosave, const char *id, Error *error) {
    char folder[FILE_PATH_SIZE];
    if (!autosave_kept_folder(folder, error)) {
        autosave_close(autosave, false);
        return false;
    }
    bool twice = id != NULL && is_id_kept(folder, id);
    bool done = twice || move_to_kept(autosave, folder, id, error);
    autosave_close(autosave, twice);
    return done;
}

bool autosave_is_archivable(const Record *record) {
    return record->count > 0 && record_outcome(record).result != RESULT_OPEN;
}

void autosave_set_aside(Autosave *autosave) {
    char broken[sizeof autosave->path + sizeof BROKEN_SUFFIX];
    snprintf(broken, sizeof broken, "%s" BROKEN_SUFFIX, autosave->path);
    (void)rename(autosave->path, broken);
    autosave_close(autosave, false);
}

/* ---- unfinished games ---- */

/* Locks and reads a game. An empty file, left by a program that was killed before the first turn,
 * is removed; a file that is too long is set aside; after an I/O error it stays. */
static Autosave *open_and_read(const char *path, char **text, size_t *length, Error *error) {
    Error failure = {0};
    *text = NULL;
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

bool autosave_is_resumable(const Record *record) {
    Outcome outcome = record_outcome(record);
    return outcome.result == RESULT_OPEN && outcome.reason == REASON_NONE &&
           (record->count > 0 || record_tag(record, AUTOSAVE_CAPTURE_TAG));
}

/* Returns false if the game is neither resumable nor over, with the file removed or set aside. */
static bool read_game(UnfinishedGame *game, Error *error) {
    GameReader reader;
    Error broken = {0};
    gamereader_init(&reader, autosave_path(game->autosave), game->text, game->length);
    game->record = gamereader_next(&reader, false, &broken);
    if (game->record != NULL && reader.cut_off) {
        error_set(&broken, ERROR_SYNTAX, "%s: the end of the game is missing", reader.name);
        record_free(game->record);
        game->record = NULL;
    }
    if (game->record != NULL &&
        (autosave_is_resumable(game->record) || autosave_is_archivable(game->record)))
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

bool autosave_open_any(const char *path, UnfinishedGame *game, Error *error) {
    *game = (UnfinishedGame){0};
    game->autosave = open_and_read(path, &game->text, &game->length, error);
    if (game->autosave != NULL && read_game(game, error))
        return true;
    autosave_release_unfinished(game);
    return false;
}

bool autosave_open_resumable(const char *path, UnfinishedGame *game, Error *error) {
    Error failure = {0};
    if (autosave_open_any(path, game, &failure) && autosave_is_resumable(game->record))
        return true;
    autosave_release_unfinished(game);
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
