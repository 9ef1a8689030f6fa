/*
 * Keeps a game's autosave file up to date without holding up the loop: snapshots of the game are
 * written on a thread of libuv's pool, one at a time, always the newest that was handed in.
 */
#ifndef PLAY_SAVER_H
#define PLAY_SAVER_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"
#include "play/autosave.h"
#include "rules/record.h"

typedef struct Saver Saver;

/* Told on the loop's thread when writing begins to fail; not again until it has worked since. */
typedef void SaverErrorCallback(void *context, const Error *error);

/* Takes the autosave over, also on failure; NULL: one is made with the first snapshot. NULL with an
 * error. */
Saver *saver_create(uv_loop_t *loop, Autosave *autosave, SaverErrorCallback *on_error,
                    void *context, Error *error);

/* Hands a snapshot over, which the saver then owns. Returns at once; what is not yet begun is
 * superseded. */
void saver_submit(Saver *saver, Record *snapshot);

/* As saver_submit, but returns when the snapshot is on the disk, or the error says why not. */
bool saver_write_now(Saver *saver, Record *snapshot, Error *error);

/* Unlocks the file, after a writing that has begun; or, if told so, removes it, perhaps only later.
 * `closed` is called when that is done and the loop holds nothing of the saver any more, perhaps
 * before this returns. */
void saver_close(Saver *saver, bool remove_file, void (*closed)(void *context), void *context);

#endif
