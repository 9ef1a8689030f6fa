#include <config.h>

#include "server/loop/admin.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/loop/log.h"
#include "server/loop/loop_parts.h"
#include "server/loop/metrics.h"
#include "server/loop/socket.h"

enum { REQUEST_SIZE = STORE_PATH_SIZE + 16 };

typedef struct AdminSession {
    uv_pipe_t pipe;
    uv_write_t write;
    Loop *loop;
    Buffer answer;
    size_t length;
    bool job_running;
    bool closed; /* freed when its job is done */
    char request[REQUEST_SIZE];
} AdminSession;

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
        buffer_add_string(answer, "failed: the job was not completed\n");
    else if (completion->kind == STORE_BACKUP)
        buffer_add_string(answer, "ok: the backup is complete\n");
    else
        buffer_add_format(
            answer, "%s: %" PRIu64 " game%s with %" PRIu64 " move%s, %" PRIu64 " damaged\n",
            totals->damaged ? "failed" : "ok", totals->games, text_plural(totals->games),
            totals->moves, text_plural(totals->moves), totals->damaged);
}

bool admin_is_ok(const Buffer *answer) {
    if (answer->length < 2)
        return false;
    const char *last = answer->bytes + answer->length - 1;
    while (last > answer->bytes && last[-1] != '\n')
        last--;
    return strncmp(last, "ok", 2) == 0;
}

/* ---- the server's side ---- */

static void admin_session_free(AdminSession *session) {
    buffer_free(&session->answer);
    free(session);
}

static void on_closed(uv_handle_t *handle) {
    AdminSession *session = handle->data;
    session->closed = true;
    if (!session->job_running)
        admin_session_free(session);
}

static void admin_session_close(AdminSession *session) {
    if (!uv_is_closing((uv_handle_t *)&session->pipe))
        uv_close((uv_handle_t *)&session->pipe, on_closed);
}

static void on_written(uv_write_t *write, int status) {
    (void)status;
    admin_session_close(write->data);
}

static void admin_session_reply(AdminSession *session) {
    if (uv_is_closing((uv_handle_t *)&session->pipe))
        return;
    uv_buf_t buffer = uv_buf_init(session->answer.bytes, (unsigned)session->answer.length);
    session->write.data = session;
    if (uv_write(&session->write, (uv_stream_t *)&session->pipe, &buffer, 1, on_written) != 0)
        admin_session_close(session);
}

static void log_job(const StoreCompletion *completion) {
    const char *work = completion->kind == STORE_BACKUP ? "backup" : "check";
    if (completion->result != STORE_OK)
        log_line(LOG_ERR, "the %s requested by the administrator failed: %s", work,
                 completion->text ? completion->text : "it was interrupted");
    else if (completion->totals.damaged > 0)
        log_line(LOG_ERR,
                 "the check requested by the administrator found damaged entries: %" PRIu64
                 " damaged",
                 completion->totals.damaged);
    else
        log_line(LOG_NOTICE, "the %s requested by the administrator is complete", work);
}

static void on_job_done(void *context, const StoreCompletion *completion) {
    AdminSession *session = context;
    session->job_running = false;
    admin_report(&session->answer, completion);
    log_job(completion);
    if (session->closed)
        admin_session_free(session);
    else
        admin_session_reply(session);
}

static void reply_metrics(AdminSession *session, bool http) {
    CoreStats core;
    StoreStats store;
    Loop *loop = session->loop;
    TlsStats tls = {.clients = loop->tls_clients};
    core_stats(loop->core, &core);
    store_stats(loop->store, &store);
    if (loop->handshaker)
        handshaker_stats(loop->handshaker, &tls.handshakes);
    if (http)
        buffer_add_string(&session->answer, "HTTP/1.1 200 OK\r\nContent-Type: text/plain; "
                                            "version=0.0.4\r\nConnection: close\r\n\r\n");
    metrics_write(&session->answer, &core, &store, loop->handshaker ? &tls : NULL);
    admin_session_reply(session);
}

static void handle_request(AdminSession *session) {
    const char *request = session->request;
    Core *core = session->loop->core;
    loop_update_time(session->loop);
    if (strcmp(request, "metrics") == 0 || strncmp(request, "GET ", 4) == 0) {
        reply_metrics(session, request[0] == 'G');
    } else if (strcmp(request, "check") == 0) {
        session->job_running = true;
        core_check(core, on_job_done, session);
    } else if (strncmp(request, "backup /", 8) == 0) {
        session->job_running = true;
        core_backup(core, request + 7, on_job_done, session);
    } else {
        buffer_add_string(&session->answer, "failed: expected \"metrics\", \"check\" or \"backup "
                                            "PATH\" with an absolute path\n");
        admin_session_reply(session);
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    AdminSession *session = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(session->request + session->length,
                          (unsigned)(sizeof session->request - 1 - session->length));
}

static void on_request(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    AdminSession *session = stream->data;
    (void)buffer;
    if (length < 0) {
        admin_session_close(session);
        return;
    }
    session->length += (size_t)length;
    session->request[session->length] = '\0';
    size_t line = strcspn(session->request, "\r\n");
    if (line == session->length && session->length < sizeof session->request - 1)
        return;
    session->request[line] = '\0';
    uv_read_stop(stream);
    handle_request(session);
}

static void on_connection(uv_stream_t *stream, int status) {
    Loop *loop = stream->data;
    if (status < 0)
        return;
    AdminSession *session = memory_allocate(sizeof *session);
    session->loop = loop;
    uv_pipe_init(&loop->uv, &session->pipe, 0);
    session->pipe.data = session;
    if (uv_accept(stream, (uv_stream_t *)&session->pipe) != 0)
        admin_session_close(session);
    else
        uv_read_start((uv_stream_t *)&session->pipe, on_alloc, on_request);
}

void admin_serve(Loop *loop, int fd) {
    uv_pipe_init(&loop->uv, &loop->admin, 0);
    loop->admin.data = loop;
    uv_pipe_open(&loop->admin, fd);
    uv_listen((uv_stream_t *)&loop->admin, 16, on_connection);
    loop->has_admin = true;
}

bool admin_open(Loop *loop, Error *error) {
    int fd = socket_listen(loop->options.settings.admin, 0600, error);
    if (fd < 0)
        return false;
    admin_serve(loop, fd);
    loop->owns_admin = true;
    return true;
}

void admin_close_session(uv_handle_t *session) {
    admin_session_close(session->data);
}

/* ---- the client's side ---- */

static bool send_all(int fd, const char *text) {
    for (size_t length = strlen(text); length > 0;) {
        ssize_t sent = send(fd, text, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        text += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool receive_all(int fd, Buffer *answer) {
    char bytes[4096];
    ssize_t length;
    while ((length = recv(fd, bytes, sizeof bytes, 0)) != 0) {
        if (length > 0)
            buffer_add(answer, bytes, (size_t)length);
        else if (errno != EINTR)
            return false;
    }
    return true;
}

bool admin_ask(const char *socket_path, const char *request, Buffer *answer, Error *error) {
    int fd = socket_connect(socket_path, error);
    if (fd < 0)
        return false;
    bool answered = send_all(fd, request) && send_all(fd, "\n") && receive_all(fd, answer);
    if (!answered)
        error_set(error, ERROR_IO, "%s: %s", socket_path, strerror(errno));
    close(fd);
    return answered;
}
