/*
 * Background writer of a game's autosave file. A thread of libuv's pool writes one snapshot of the
 * game at a time, always the newest.
 */
#ifndef PLAY_SAVER_H
#define PLAY_SAVER_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"
#include "play/autosave.h"
#include "rules/record.h"

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

/* What becomes of the file of a saver that is closed. */
typedef enum SaverEnd {
    SAVER_LEAVE,
    SAVER_REMOVE,
    SAVER_KEEP /* autosave_keep; write the end of the game before */
} SaverEnd;

/* Waits for a write in progress and unlocks the file, or removes it, perhaps later. `id` is that of
 * a network game to keep, or NULL. `closed`, which may be NULL if nothing was submitted, is called
 * when the saver is freed, perhaps before this returns. */
void saver_close(Saver *saver, SaverEnd end, const char *id, void (*closed)(void *context),
                 void *context);

#endif
