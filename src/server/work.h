/* Work of minutes on the store's file, done in pieces between its transactions. */
#ifndef SERVER_WORK_H
#define SERVER_WORK_H

#include <stdbool.h>

#include "server/database.h"

typedef struct Work Work;

/* Begins a BACKUP or a CHECK. A thorough check lets SQLite examine the file first, in one piece. */
Work *work_begin(Database *database, const StoreRequest *request, bool thorough);
/* Does a piece of some milliseconds; true when all is done: then *completion is filled. */
bool work_go_on(Work *work, StoreCompletion *completion);
/* Frees it; work that is not done is broken off and leaves nothing behind. */
void work_end(Work *work);

/* ---- between the parts ---- */

typedef struct WorkMethods {
    bool (*go_on)(Work *work, StoreCompletion *completion);
    void (*end)(Work *work); /* frees it, too */
} WorkMethods;

/* The first member of each kind of work. */
struct Work {
    const WorkMethods *methods;
    Database *database; /* borrowed */
    StoreKind kind;
    uint64_t ticket;
};

Work *check_begin(bool thorough);
Work *backup_begin(const char *path);

#endif
