#include <config.h>

#include "server/work.h"

#include "rules/memory.h"

MaintenanceJob *maintenance_begin(Database *database, const StoreRequest *request, bool thorough) {
    MaintenanceJob *job =
        request->kind == STORE_BACKUP ? backup_create(request->path) : check_create(thorough);
    job->database = database;
    job->kind = request->kind;
    job->request_id = request->request_id;
    return job;
}

bool maintenance_step(MaintenanceJob *job, StoreCompletion *completion) {
    *completion = (StoreCompletion){.kind = job->kind, .request_id = job->request_id};
    if (job->database->failure.code == ERROR_NONE)
        return job->methods->step(job, completion);
    completion->result = STORE_FAILED;
    completion->text = memory_strdup(job->database->failure.text);
    return true;
}

void maintenance_end(MaintenanceJob *job) {
    job->methods->end(job);
}
