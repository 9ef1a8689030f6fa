#include <config.h>

#include "play/session_endings.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "config/ending_folders.h"
#include "endings/ending_absence.h"
#include "endings/endings.h"
#include "play/session_state.h"

/* ---- opening and closing ------------------------------------------------------------------ */

/* Runs on a thread of the pool: there are some hundreds of files, and the disk may be slow. */
static void open_tables(uv_work_t *work) {
    Session *session = work->data;
    SessionEndings *endings = &session->endings;
    EndingFolders folders;
    if (ending_folders_find(endings->setting, &folders, &endings->error) && folders.count > 0)
        endings->tables =
            endings_open(folders.list, folders.count, &endings->variant, &endings->error);
}

static void report_error(Session *session) {
    Error *error = &session->endings.error;
    if (error->code == ERROR_NONE)
        return;
    error_prefix(error, session->endings.tables ? "the solved endings are incomplete: "
                                                : "the solved endings cannot be used: ");
    session_post_notice(session, error->text);
}

static void on_open(uv_work_t *work, int status) {
    Session *session = work->data;
    SessionEndings *endings = &session->endings;
    (void)status;
    endings->opening = false;
    if (endings->closed) {
        endings_close(endings->tables);
        endings->closed(session);
        return;
    }
    searcher_set_endings(session->searcher, endings->tables);
    report_error(session);
    session_notify(session, SESSION_STATE);
}

void session_endings_open(Session *session) {
    SessionEndings *endings = &session->endings;
    if (!*session->setup.endings)
        return;
    text_copy(endings->setting, sizeof endings->setting, session->setup.endings);
    endings->variant = session->record->variant;
    endings->work.data = session;
    /* uv_queue_work fails only without a work function. */
    endings->opening = uv_queue_work(session->loop, &endings->work, open_tables, on_open) == 0;
}

void session_endings_close(Session *session, void (*closed)(void *session)) {
    SessionEndings *endings = &session->endings;
    if (endings->opening) {
        endings->closed = closed;
        uv_cancel((uv_req_t *)&endings->work);
        return;
    }
    endings_close(endings->tables);
    endings->tables = NULL;
}

/* ---- looking positions up ----------------------------------------------------------------- */

const Endings *session_endings(const Session *session) {
    return session->endings.opening ? NULL : session->endings.tables;
}

/* Lists the moves in the middle of an open capture. */
static bool list_open_capture(const Session *session, EndingChoices *list) {
    const Record *record = session->record;
    size_t count = record->current + 1;
    Position *positions = memory_resize(NULL, count, sizeof *positions);
    memcpy(positions, record_position_at(record, 0), (count - 1) * sizeof *positions);
    positions[count - 1] = *session_position(session);
    bool found = ending_choices_list(session->endings.tables, positions, count, list);
    free(positions);
    return found;
}

bool session_list_ending(const Session *session, size_t ply, EndingChoices *list, Error *error) {
    const Record *record = session->record;
    const SessionEndings *endings = &session->endings;
    bool in_capture = ply == record->current && capture_is_open(&session->capture);
    *list = (EndingChoices){0};
    if (!session_allows_analysis(session, error))
        return false;
    if (outcome_is_over(record->outcomes[ply]))
        return error_set(error, ERROR_STATE, "the game ends here: there is no move to look up");
    if (endings->opening)
        return error_set(error, ERROR_STATE, "the solved endings are being opened");
    bool found = in_capture ? list_open_capture(session, list)
                            : ending_choices_list(endings->tables, record_position_at(record, 0),
                                                  ply + 1, list);
    return found || ending_absence_explain(endings->tables, &endings->error,
                                           in_capture ? session_position(session)
                                                      : record_position_at(record, ply),
                                           error);
}
