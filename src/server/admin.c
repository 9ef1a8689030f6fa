#include <config.h>

#include "server/admin.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/memory.h"
#include "server/listen.h"
#include "server/log.h"
#include "server/loop_parts.h"
#include "server/metrics.h"

enum { REQUEST_SIZE = STORE_PATH_SIZE + 16 };

/* A connection of an administrator. */
typedef struct Visit {
    uv_pipe_t pipe;
    uv_write_t write;
    Loop *loop;
    Buffer answer;
    size_t length;
    bool asked;   /* work is on its way */
    bool closing; /* gone; freed when the work is done */
    char request[REQUEST_SIZE];
} Visit;

/* ---- reports ---- */

void admin_report(Buffer *answer, const StoreCompletion *completion) {
    const StoreTotals *totals = &completion->totals;
    if (completion->text) {
        buffer_add_string(answer, completion->text);
        size_t length = strlen(completion->text);
        if (length > 0 && completion->text[length - 1] != '\n')
            buffer_add_string(answer, "\n");
    }
    if (completion->result != STORE_OK)
        buffer_add_string(answer, "failed: it could not be done\n");
    else if (completion->kind == STORE_BACKUP)
        buffer_add_string(answer, "ok: the backup is complete\n");
    else
        buffer_add_format(
            answer, "%s: %" PRIu64 " games with %" PRIu64 " moves, %" PRIu64 " damaged\n",
            totals->damaged ? "failed" : "ok", totals->games, totals->moves, totals->damaged);
}

bool admin_is_good(const Buffer *answer) {
    if (answer->length < 2)
        return false;
    const char *last = answer->bytes + answer->length - 1;
    while (last > answer->bytes && last[-1] != '\n')
        last--;
    return strncmp(last, "ok", 2) == 0;
}

/* ---- the server's side ---- */

static void free_visit(Visit *visit) {
    buffer_free(&visit->answer);
    free(visit);
}

static void on_closed(uv_handle_t *handle) {
    Visit *visit = handle->data;
    visit->closing = true;
    if (!visit->asked)
        free_visit(visit);
}

static void close_visit(Visit *visit) {
    if (!uv_is_closing((uv_handle_t *)&visit->pipe))
        uv_close((uv_handle_t *)&visit->pipe, on_closed);
}

static void on_written(uv_write_t *write, int status) {
    (void)status;
    close_visit(write->data);
}

static void answer_visit(Visit *visit) {
    if (uv_is_closing((uv_handle_t *)&visit->pipe))
        return;
    uv_buf_t buffer = uv_buf_init(visit->answer.bytes, (unsigned)visit->answer.length);
    visit->write.data = visit;
    if (uv_write(&visit->write, (uv_stream_t *)&visit->pipe, &buffer, 1, on_written) != 0)
        close_visit(visit);
}

static void log_work(const StoreCompletion *completion) {
    const char *work = completion->kind == STORE_BACKUP ? "backup" : "check";
    if (completion->result != STORE_OK)
        log_line(LOG_ERR, "the %s asked for by the administrator has failed: %s", work,
                 completion->text ? completion->text : "it was interrupted");
    else if (completion->totals.damaged > 0)
        log_line(LOG_ERR, "the check asked for by the administrator has found %" PRIu64 " damaged",
                 completion->totals.damaged);
    else
        log_line(LOG_NOTICE, "the %s asked for by the administrator is done", work);
}

static void on_work_done(void *context, const StoreCompletion *completion) {
    Visit *visit = context;
    visit->asked = false;
    admin_report(&visit->answer, completion);
    log_work(completion);
    if (visit->closing)
        free_visit(visit);
    else
        answer_visit(visit);
}

static void answer_metrics(Visit *visit, bool http) {
    CoreStats core;
    StoreStats store;
    core_stats(visit->loop->core, &core);
    store_stats(visit->loop->store, &store);
    if (http)
        buffer_add_string(&visit->answer, "HTTP/1.1 200 OK\r\nContent-Type: text/plain; "
                                          "version=0.0.4\r\nConnection: close\r\n\r\n");
    metrics_write(&visit->answer, &core, &store);
    answer_visit(visit);
}

static void answer_request(Visit *visit) {
    const char *request = visit->request;
    Core *core = visit->loop->core;
    loop_note_time(visit->loop);
    if (strcmp(request, "metrics") == 0 || strncmp(request, "GET ", 4) == 0) {
        answer_metrics(visit, request[0] == 'G');
    } else if (strcmp(request, "check") == 0) {
        visit->asked = true;
        core_check(core, on_work_done, visit);
    } else if (strncmp(request, "backup /", 8) == 0) {
        visit->asked = true;
        core_backup(core, request + 7, on_work_done, visit);
    } else {
        buffer_add_string(&visit->answer, "failed: expected \"metrics\", \"check\" or \"backup "
                                          "PATH\" with an absolute path\n");
        answer_visit(visit);
    }
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    Visit *visit = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(visit->request + visit->length,
                          (unsigned)(sizeof visit->request - 1 - visit->length));
}

static void on_request(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    Visit *visit = stream->data;
    (void)buffer;
    if (length < 0) {
        close_visit(visit);
        return;
    }
    visit->length += (size_t)length;
    visit->request[visit->length] = '\0';
    size_t line = strcspn(visit->request, "\r\n");
    if (line == visit->length && visit->length < sizeof visit->request - 1)
        return;
    visit->request[line] = '\0';
    uv_read_stop(stream);
    answer_request(visit);
}

static void on_visit(uv_stream_t *stream, int status) {
    Loop *loop = stream->data;
    if (status < 0)
        return;
    Visit *visit = memory_allocate(sizeof *visit);
    visit->loop = loop;
    uv_pipe_init(&loop->uv, &visit->pipe, 0);
    visit->pipe.data = visit;
    if (uv_accept(stream, (uv_stream_t *)&visit->pipe) != 0)
        close_visit(visit);
    else
        uv_read_start((uv_stream_t *)&visit->pipe, on_room, on_request);
}

void admin_serve(Loop *loop, int fd) {
    uv_pipe_init(&loop->uv, &loop->admin, 0);
    loop->admin.data = loop;
    uv_pipe_open(&loop->admin, fd);
    uv_listen((uv_stream_t *)&loop->admin, 16, on_visit);
    loop->has_admin = true;
}

bool admin_open(Loop *loop, Error *error) {
    int fd = listen_open(loop->setup.settings.admin, 0600, error);
    if (fd < 0)
        return false;
    admin_serve(loop, fd);
    loop->owns_admin = true;
    return true;
}

void admin_leave(uv_handle_t *visit) {
    close_visit(visit->data);
}

/* ---- the other side ---- */

static bool write_all(int fd, const char *text) {
    for (size_t length = strlen(text); length > 0;) {
        ssize_t written = write(fd, text, length);
        if (written < 0 && errno != EINTR)
            return false;
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

bool admin_ask(const char *socket_path, const char *request, Buffer *answer, Error *error) {
    int fd = listen_connect(socket_path, error);
    if (fd < 0)
        return false;
    bool good = write_all(fd, request) && write_all(fd, "\n");
    char bytes[4096];
    ssize_t length = 1;
    while (good && length != 0) {
        length = read(fd, bytes, sizeof bytes);
        if (length > 0)
            buffer_add(answer, bytes, (size_t)length);
        else if (length < 0 && errno != EINTR)
            good = false;
    }
    close(fd);
    return good || error_set(error, ERROR_IO, "%s: %s", socket_path, strerror(errno));
}
