#include <config.h>

#include "server/work.h"

#include "rules/memory.h"

Work *work_begin(Database *database, const StoreRequest *request, bool thorough) {
    Work *work =
        request->kind == STORE_BACKUP ? backup_begin(request->path) : check_begin(thorough);
    work->database = database;
    work->kind = request->kind;
    work->ticket = request->ticket;
    return work;
}

bool work_go_on(Work *work, StoreCompletion *completion) {
    *completion = (StoreCompletion){.kind = work->kind, .ticket = work->ticket};
    if (work->database->failure.code == ERROR_NONE)
        return work->methods->go_on(work, completion);
    completion->result = STORE_FAILED;
    completion->text = memory_strdup(work->database->failure.text);
    return true;
}

void work_end(Work *work) {
    work->methods->end(work);
}
