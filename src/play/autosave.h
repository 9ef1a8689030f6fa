/*
 * Autosaves: one file in the state folder for each game in progress, locked while a program plays
 * it. Two programs never write to one file. The system drops the lock of a killed program, so that
 * its game can be found.
 *
 * The file of a game that is over is moved to the kept games when its session closes; until then it
 * can be taken back.
 *
 * Every write replaces the file by a new one that is locked before it gets the name
 * (file_replace_locked).
 */
#ifndef PLAY_AUTOSAVE_H
#define PLAY_AUTOSAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <uv.h>

#include "base/error.h"
#include "base/file.h"
#include "rules/record.h"

/* The folder of the state folder with the games that are over, one file each. */
#define AUTOSAVE_KEPT_FOLDER "games"

#define AUTOSAVE_SUFFIX ".congo"

/* The tag with the jumps of an unfinished turn. */
#define AUTOSAVE_CAPTURE_TAG "CongoCapture"

typedef struct Autosave Autosave; /* one file, locked by this process */

/* Creates an empty file with a new name. Empty files are never offered. */
Autosave *autosave_create(Error *error);

/* Replaces the content atomically. */
bool autosave_write(Autosave *autosave, const char *text, size_t length, Error *error);

/* Returns the path, for messages. */
const char *autosave_path(const Autosave *autosave);

/* Unlocks the file, and removes it if `remove_file` is set. NULL is allowed. */
void autosave_close(Autosave *autosave, bool remove_file);

/* Gets the folder of the games that are over, and creates it if needed. */
bool autosave_kept_folder(char folder[FILE_PATH_SIZE], Error *error);

/*
 * Moves the file of a game that is over to the kept games, and closes it. The new name begins with
 * the time of its last change in UTC, as in 20260731-180459, so that names sort by time. `id`,
 * which may be NULL, is that of a network game, which is kept once: a second file of it is removed.
 * On failure the file stays where it is.
 */
bool autosave_archive(Autosave *autosave, const char *id, Error *error);

/* Renames the file to *.broken, so that it is kept but not offered again, and closes it. */
void autosave_set_aside(Autosave *autosave);

/* Returns whether a game is over with a result and a move. */
bool autosave_is_archivable(const Record *record);

/* Returns whether the game of an autosave file is in progress and has a move or a jump. */
bool autosave_is_resumable(const Record *record);

/* An unfinished game, for session_setup_resume. Owns its members; set those to NULL that were
 * passed on. */
typedef struct UnfinishedGame {
    Autosave *autosave;
    char *text;
    size_t length;
    Record *record; /* as read, to be shown */
} UnfinishedGame;

/* Unlocks the file, so that it can be found again. */
void autosave_release_unfinished(UnfinishedGame *game);

/* Locks and reads the game of a file, resumable or over. Returns false without an error if a
 * running program has it, or if it had no move and was removed; with one if the file cannot be read
 * (a damaged one is set aside). */
bool autosave_open_any(const char *path, UnfinishedGame *game, Error *error);

/* Locks and reads an unfinished game. Returns false with an error if a program plays it, or if it
 * is gone or over. */
bool autosave_open_resumable(const char *path, UnfinishedGame *game, Error *error);

/* ---- the background writer ---- */

/*
 * Background writer of a game's autosave file. A thread of libuv's pool writes one snapshot of the
 * game at a time, always the newest.
 */

typedef struct Saver Saver;

/* Called on the loop's thread for the first failed write after a successful one. */
typedef void SaverErrorCallback(void *context, const Error *error);

/* Owns the autosave, also on failure; if it is NULL, the first snapshot creates one. Returns NULL
 * with an error on failure. */
Saver *saver_create(uv_loop_t *loop, Autosave *autosave, SaverErrorCallback *on_error,
                    void *context, Error *error);

/* Queues a snapshot, which the saver then owns. It replaces one that is not being written yet. */
void saver_submit(Saver *saver, Record *snapshot);

/* Writes a snapshot, which the saver then owns, and returns when it is on the disk. */
bool saver_write_now(Saver *saver, Record *snapshot, Error *error);

/* Returns whether all snapshots are on the disk. */
bool saver_is_idle(const Saver *saver);

/* The fate of a file when its saver is closed. */
typedef enum SaverEnd {
    SAVER_UNLOCK, /* it stays and can be resumed */
    SAVER_REMOVE,
    SAVER_ARCHIVE /* autosave_archive; write the end of the game before */
} SaverEnd;

/* Waits for a write in progress and unlocks the file, or removes it, perhaps later. `id` is that of
 * a network game to archive, or NULL. `closed`, which may be NULL if nothing was submitted, is
 * called when the saver is freed, perhaps before this returns. */
void saver_close(Saver *saver, SaverEnd end, const char *id, void (*closed)(void *context),
                 void *context);

#endif
