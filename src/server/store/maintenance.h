/* Work of minutes on the store's file, done in pieces between its transactions. */
#ifndef SERVER_STORE_MAINTENANCE_H
#define SERVER_STORE_MAINTENANCE_H

#include <stdbool.h>

#include "server/store/database.h"

typedef struct MaintenanceJob MaintenanceJob;

/* Begins a BACKUP or a CHECK. A thorough check lets SQLite examine the file first, in one piece. */
MaintenanceJob *maintenance_begin(Database *database, const StoreRequest *request, bool thorough);
/* Does a piece of some milliseconds; true when all is done: then *completion is filled. */
bool maintenance_step(MaintenanceJob *job, StoreCompletion *completion);
/* Frees it; work that is not done is broken off and leaves nothing behind. */
void maintenance_end(MaintenanceJob *job);

/* ---- between the parts ---- */

typedef struct MaintenanceMethods {
    bool (*step)(MaintenanceJob *job, StoreCompletion *completion);
    void (*end)(MaintenanceJob *job); /* frees it, too */
} MaintenanceMethods;

/* The first member of each kind of work. */
struct MaintenanceJob {
    const MaintenanceMethods *methods;
    Database *database; /* borrowed */
    StoreKind kind;
    uint64_t request_id;
};

MaintenanceJob *check_create(bool thorough);
MaintenanceJob *backup_create(const char *path);

#endif
