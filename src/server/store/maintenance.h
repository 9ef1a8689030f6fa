/* Long jobs on the store's file, run in pieces between its transactions. */
#ifndef SERVER_STORE_MAINTENANCE_H
#define SERVER_STORE_MAINTENANCE_H

#include <stdbool.h>

#include "server/store/database.h"

typedef struct MaintenanceJob MaintenanceJob;

/* Begins a STORE_BACKUP or a STORE_CHECK. The database has to outlive the job. A thorough check
 * begins with SQLite's check of the file, which is one long piece. */
MaintenanceJob *maintenance_begin(Database *database, const StoreRequest *request, bool thorough);

/* Runs a piece of a few milliseconds. Returns true and fills in the completion when the job is
 * done. */
bool maintenance_step(MaintenanceJob *job, StoreCompletion *completion);

/* Frees a job. An unfinished backup leaves no file. */
void maintenance_end(MaintenanceJob *job);

/* Runs a job on a file that no server has open. A check is thorough. Returns false with an error if
 * the file cannot be opened. The caller passes the completion to store_completion_free() in either
 * case. */
bool maintenance_run(const char *path, DatabaseMode mode, const StoreRequest *request,
                     StoreCompletion *completion, Error *error);

#endif
