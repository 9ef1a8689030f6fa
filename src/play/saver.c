#include <config.h>

#include "play/saver.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rules/games/gamefile.h"

struct Saver {
    uv_loop_t *loop;
    uv_work_t work;
    SaverErrorCallback *on_error;
    void *context;
    bool working; /* `work` is queued or runs */
    bool failing; /* the last write failed; reported */
    bool closing;
    void (*closed)(void *context); /* may be NULL */
    void *closed_context;

    uv_mutex_t file_mutex; /* held while writing; locked before `mutex` */
    Autosave *autosave;    /* NULL before the first write */

    uv_mutex_t mutex; /* never held during I/O, so that the loop does not wait for the disk */
    Record *newest;   /* to be written, or NULL */
    Error error;      /* of the last write */
};

static bool init_mutexes(Saver *saver) {
    if (uv_mutex_init(&saver->mutex) != 0)
        return false;
    if (uv_mutex_init(&saver->file_mutex) == 0)
        return true;
    uv_mutex_destroy(&saver->mutex);
    return false;
}

Saver *saver_create(uv_loop_t *loop, Autosave *autosave, SaverErrorCallback *on_error,
                    void *context, Error *error) {
    Saver *saver = memory_allocate(sizeof *saver);
    saver->loop = loop;
    saver->work.data = saver;
    saver->on_error = on_error;
    saver->context = context;
    saver->autosave = autosave;
    if (init_mutexes(saver))
        return saver;
    autosave_close(autosave, false);
    free(saver);
    error_set(error, ERROR_MEMORY, "the autosave cannot be set up: no memory for its locks");
    return NULL;
}

/* Returns the snapshot that was waiting. */
static Record *exchange_newest(Saver *saver, Record *snapshot) {
    uv_mutex_lock(&saver->mutex);
    Record *old = saver->newest;
    saver->newest = snapshot;
    uv_mutex_unlock(&saver->mutex);
    return old;
}

/* Called with the file mutex held. */
static bool write_snapshot(Saver *saver, const Record *snapshot, Error *error) {
    if (!saver->autosave)
        saver->autosave = autosave_create(error);
    if (!saver->autosave)
        return false;
    size_t length;
    char *text = gamefile_write(snapshot, GAME_CONGO, &length);
    bool done = autosave_write(saver->autosave, text, length, error);
    free(text);
    return done;
}

/* Called on any thread. */
static void write_newest(Saver *saver) {
    Error error = {0};
    uv_mutex_lock(&saver->file_mutex);
    Record *snapshot = exchange_newest(saver, NULL);
    if (snapshot) {
        write_snapshot(saver, snapshot, &error);
        uv_mutex_lock(&saver->mutex);
        saver->error = error;
        uv_mutex_unlock(&saver->mutex);
    }
    uv_mutex_unlock(&saver->file_mutex);
    record_free(snapshot);
}

static void work_run(uv_work_t *work) {
    write_newest(work->data);
}

static void saver_destroy(Saver *saver) {
    void (*closed)(void *context) = saver->closed;
    void *context = saver->closed_context;
    record_free(saver->newest);
    uv_mutex_destroy(&saver->file_mutex);
    uv_mutex_destroy(&saver->mutex);
    free(saver);
    if (closed)
        closed(context);
}

static void report_error(Saver *saver, const Error *error) {
    bool began = error->code != ERROR_NONE && !saver->failing;
    saver->failing = error->code != ERROR_NONE;
    if (began)
        saver->on_error(saver->context, error);
}

static void queue_work(Saver *saver);

static void work_done(uv_work_t *work, int status) {
    Saver *saver = work->data;
    (void)status;
    saver->working = false;
    if (saver->closing) {
        autosave_close(saver->autosave, true); /* deferred by saver_close */
        saver_destroy(saver);
        return;
    }
    uv_mutex_lock(&saver->mutex);
    bool more = saver->newest != NULL;
    Error error = saver->error;
    uv_mutex_unlock(&saver->mutex);
    if (more)
        queue_work(saver);
    report_error(saver, &error);
}

static void queue_work(Saver *saver) {
    /* uv_queue_work fails only without a work function. */
    saver->working = uv_queue_work(saver->loop, &saver->work, work_run, work_done) == 0;
}

void saver_submit(Saver *saver, Record *snapshot) {
    record_free(exchange_newest(saver, snapshot));
    if (!saver->working)
        queue_work(saver);
}

bool saver_write_now(Saver *saver, Record *snapshot, Error *error) {
    record_free(exchange_newest(saver, snapshot));
    write_newest(saver);
    uv_mutex_lock(&saver->mutex);
    Error result = saver->error;
    uv_mutex_unlock(&saver->mutex);
    if (error)
        *error = result;
    return result.code == ERROR_NONE;
}

bool saver_is_idle(const Saver *saver) {
    return !saver->working && !saver->failing;
}

static void close_autosave(Saver *saver, SaverEnd end, const char *id) {
    uv_mutex_lock(&saver->file_mutex);
    if (end == SAVER_KEEP && saver->autosave)
        autosave_keep(saver->autosave, id, NULL); /* what fails is tried at the next start */
    else
        autosave_close(saver->autosave, end == SAVER_REMOVE);
    saver->autosave = NULL;
    uv_mutex_unlock(&saver->file_mutex);
}

void saver_close(Saver *saver, SaverEnd end, const char *id, void (*closed)(void *context),
                 void *context) {
    record_free(exchange_newest(saver, NULL));
    saver->closing = true;
    saver->closed = closed;
    saver->closed_context = context;
    if (end == SAVER_REMOVE && saver->working) {
        /* work_done removes the file later, so that the loop does not wait for a useless write. */
        uv_cancel((uv_req_t *)&saver->work);
        return;
    }
    close_autosave(saver, end, id);
    if (!saver->working)
        saver_destroy(saver);
}
