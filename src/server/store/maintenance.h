/* Jobs on the store's file that take minutes, done in pieces between its transactions. */
#ifndef SERVER_STORE_MAINTENANCE_H
#define SERVER_STORE_MAINTENANCE_H

#include <stdbool.h>

#include "server/store/database.h"

typedef struct MaintenanceJob MaintenanceJob;

/* Begins a STORE_BACKUP or a STORE_CHECK. A thorough check first lets SQLite check the file, which
 * is not done in pieces. */
MaintenanceJob *maintenance_begin(Database *database, const StoreRequest *request, bool thorough);

/* Does a piece of a few milliseconds. Returns true and fills in the completion when the job is
 * done. */
bool maintenance_step(MaintenanceJob *job, StoreCompletion *completion);

/* Frees a job. An unfinished backup leaves no file. */
void maintenance_end(MaintenanceJob *job);

#endif
