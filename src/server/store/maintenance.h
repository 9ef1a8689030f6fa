/* Long jobs on the store's file, run in pieces between its transactions, and restoring a backup. */
#ifndef SERVER_STORE_MAINTENANCE_H
#define SERVER_STORE_MAINTENANCE_H

#include <stdbool.h>

#include "base/error.h"
#include "server/store/store_sqlite.h"
#include "server/store/store.h"

typedef struct MaintenanceJob MaintenanceJob;

/* Begins a STORE_BACKUP or a STORE_CHECK. The database has to outlive the job. A thorough check
 * begins with SQLite's check of the file, which is one long piece. */
MaintenanceJob *maintenance_begin(Database *database, StoreRequest *request, bool thorough);

/* Runs a piece of a few milliseconds. Returns true and fills in the completion when the job is
 * done. */
bool maintenance_step(MaintenanceJob *job, StoreCompletion *completion);

/* Frees a job. An unfinished backup leaves no file. */
void maintenance_end(MaintenanceJob *job);

/* Runs a job on a file that no server has open, by a DatabaseMode. A check is thorough. Returns
 * false with an error if the file cannot be opened. The caller passes the completion to
 * store_completion_free() in either case. */
bool maintenance_run(const char *path, unsigned mode, StoreRequest *request,
                     StoreCompletion *completion, Error *error);

/* ---- putting a backup in the place of the database ----
 * The backup is copied to DATABASE.restore and checked. Then DATABASE.restore is renamed to
 * DATABASE.restoring: from this moment on the restored games count, and whoever opens the database
 * finishes what is left, which is to rename the files of the database to DATABASE.replaced-N, and
 * DATABASE.restoring to DATABASE. So a crash leaves the old games or the restored ones, with the
 * log that belongs to them. */

typedef struct RestoreResult {
    char kept[STORE_PATH_SIZE]; /* what was in place before, or "" */
    uint64_t damaged;           /* damaged games and faults in the backup */
} RestoreResult;

/* Puts a copy of the database `from` in the place of the database `path`, which may be absent or
 * damaged, with its mode and owner. Returns false with an error if a server has the database, or
 * the backup cannot be read, or is damaged and `allow_damage` is not set; then nothing has changed.
 */
bool restore_run(const char *path, const char *from, bool allow_damage, RestoreResult *result,
                 Error *error);

/* Finishes a restore that was interrupted. Returns false with an error on failure. */
bool restore_finish(const char *path, Error *error);

#endif
