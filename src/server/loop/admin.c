#include <config.h>

#include "server/loop/admin.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "config/admin_verbs.h"
#include "server/core/administration.h"
#include "server/loop/admin_verbs.h"
#include "server/loop/loop.h"
#include "server/loop/loop_parts.h"
#include "server/loop/connections.h"

typedef struct TlsStats {
    uint64_t clients; /* encrypted connections, now */
    HandshakerStats handshakes;
} TlsStats;

/* ---- the protocols of systemd ---- */

enum { FIRST_INHERITED = 3 }; /* SD_LISTEN_FDS_START */

void systemd_notify(const char *state) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = getenv("NOTIFY_SOCKET");
    if (!path || (path[0] != '/' && path[0] != '@') || strlen(path) >= sizeof address.sun_path)
        return;
    size_t length = strlen(path);
    memcpy(address.sun_path, path, length);
    if (path[0] == '@')
        address.sun_path[0] = '\0'; /* an abstract name */
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0)
        return;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    ssize_t sent =
        sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
    (void)sent; /* a failure cannot be reported */
    close(fd);
}

/* Copies the n-th name, from 0, of a list separated by colons. */
static void nth_field(const char *names, int n, char *name, size_t size) {
    for (; names && n > 0; n--) {
        names = strchr(names, ':');
        names = names ? names + 1 : NULL;
    }
    snprintf(name, size, "%.*s", names ? (int)strcspn(names, ":") : 0, names ? names : "");
}

int systemd_next_socket(char *name, size_t size, Error *error) {
    static int inherited_count;
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (!process || !count || strtol(process, NULL, 10) != (long)getpid() ||
        inherited_count >= strtol(count, NULL, 10))
        return -1;
    int fd = FIRST_INHERITED + inherited_count;
    nth_field(getenv("LISTEN_FDNAMES"), inherited_count, name, size);
    inherited_count++;
    int listens = 0;
    socklen_t length = sizeof listens;
    if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens &&
        socket_set_nonblocking(fd))
        return fd;
    error_set(error, ERROR_STATE,
              "expected listening sockets from systemd, but descriptor %d is none", fd);
    return -1;
}

/* ---- the server's counters in the text format of Prometheus ---- */

static void write_number(Buffer *text, const char *name, const char *type, const char *help,
                         double value) {
    buffer_add_format(text, "# HELP congod_%s %s\n# TYPE congod_%s %s\n", name, help, name, type);
    buffer_add_format(text, "congod_%s %.15g\n", name, value);
}

static void gauge(Buffer *text, const char *name, const char *help, double value) {
    write_number(text, name, "gauge", help, value);
}

static void counter(Buffer *text, const char *name, const char *help, uint64_t value) {
    write_number(text, name, "counter", help, (double)value);
}

static void write_clients(Buffer *text, const CoreStats *stats) {
    gauge(text, "clients", "Open connections.", (double)stats->clients);
    gauge(text, "watches", "Subscriptions of clients to games they play or watch.",
          (double)stats->subscribers);
    counter(text, "connections_total", "Connections accepted or refused.", stats->connections);
    counter(text, "connections_refused_total", "Connections refused because of a limit.",
            stats->rejected);
    counter(text, "clients_slow_total", "Clients disconnected because they did not read.",
            stats->slow);
    counter(text, "clients_timed_out_total",
            "Clients disconnected because no complete line came in time.", stats->timed_out);
    counter(text, "commands_total", "Lines received from clients.", stats->commands);
    counter(text, "refusals_total", "Commands refused.", stats->command_errors);
    counter(text, "events_total", "Events sent, counted for each client.", stats->events);
}

static void write_games(Buffer *text, const CoreStats *stats) {
    gauge(text, "games_in_memory", "Games in memory.", (double)stats->games_in_memory);
    gauge(text, "games_stored", "Games in the database.", (double)stats->games_stored);
    counter(text, "games_created_total", "Games created.", stats->games_created);
    counter(text, "moves_total", "Moves played.", stats->moves);
}

static void write_store(Buffer *text, const CoreStats *core, const StoreStats *store) {
    gauge(text, "store_waiting", "Requests waiting for the database.", (double)core->waiting);
    gauge(text, "store_outage", "1 while the database does not answer.", core->outage);
    gauge(text, "store_readonly", "1 while the disk is full.", core->readonly);
    counter(text, "store_conflicts_total", "Unexpected replies of the database.", core->conflicts);
    counter(text, "store_overtaken_total",
            "Changes of games that came after one of another server; their commands ran again.",
            core->overtaken);
    counter(text, "store_commits_total", "Transactions committed.", store->commits);
    counter(text, "store_repeats_total",
            "Transactions repeated because of deadlocks or other conflicts.", store->repeats);
    counter(text, "store_changes_total", "Changes committed.", store->changes);
    write_number(text, "store_commit_seconds_total", "counter", "Time spent in commits.",
                 (double)store->commit_us / 1e6);
    gauge(text, "store_commit_seconds_max", "The longest commit.",
          (double)store->commit_us_max / 1e6);
    gauge(text, "store_batch_max", "Most changes in one commit.", (double)store->batch_max);
}

static void write_tls(Buffer *text, const TlsStats *stats) {
    gauge(text, "tls_clients", "Open connections that are encrypted.", (double)stats->clients);
    gauge(text, "tls_handshakes", "TLS handshakes that have begun.",
          (double)stats->handshakes.underway);
    counter(text, "tls_handshakes_completed_total", "TLS handshakes completed.",
            stats->handshakes.completed);
    counter(text, "tls_handshakes_failed_total",
            "TLS handshakes that failed, took too long or gave way to others.",
            stats->handshakes.failed);
}

/* Adds all counters. `tls` is NULL if there is no certificate. */
static void metrics_write(Buffer *text, const CoreStats *core, const StoreStats *store,
                          const TlsStats *tls) {
    gauge(text, "uptime_seconds", "Time since the start.", (double)core->uptime_ms / 1000);
    write_clients(text, core);
    if (tls)
        write_tls(text, tls);
    write_games(text, core);
    write_store(text, core, store);
}

/* ---- sessions ---- */

enum { REQUEST_SIZE = STORE_PATH_SIZE + 24 };

typedef struct AdminSession {
    uv_pipe_t pipe;
    uv_write_t write;
    Loop *loop;
    Buffer answer;
    AdminNews news;
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
    return strncmp(last, "failed", 6) != 0;
}

/* ---- the server's side ---- */

static void admin_session_free(AdminSession *session) {
    buffer_free(&session->answer);
    buffer_free(&session->news.line);
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

static const char *describe_failure(const StoreCompletion *completion) {
    return completion->result == STORE_MISSING ? "there is no such game"
           : completion->result == STORE_FULL  ? "the disk of the database is full"
           : completion->text                  ? completion->text
                                               : "the server stops";
}

/* Adds and logs the result of hiding a game or of listing it again. */
static void report_hiding(Buffer *answer, const StoreCompletion *completion) {
    if (completion->result != STORE_OK) {
        buffer_add_format(answer, "failed: %s\n", describe_failure(completion));
        return;
    }
    GameId id = game_id_from_number(completion->id);
    const char *state = completion->request->hidden ? "private" : "public";
    log_line(LOG_NOTICE, "the administrator: game %s is %s now", id.text, state);
    buffer_add_format(answer, "ok: game %s is %s now\n", id.text, state);
}

/* Replaces the answer if the other servers are not told. */
static void report_news(AdminSession *session, const StoreCompletion *completion) {
    if (completion->result == STORE_OK)
        return;
    buffer_clear(&session->answer);
    buffer_add_format(&session->answer, "failed: %s on this server only: %s\n", session->news.done,
                      describe_failure(completion));
}

static void on_job_done(void *context, const StoreCompletion *completion) {
    AdminSession *session = context;
    session->job_running = false;
    if (completion->kind == STORE_HIDE) {
        report_hiding(&session->answer, completion);
    } else if (completion->kind == STORE_TELL) {
        report_news(session, completion);
    } else {
        admin_report(&session->answer, completion);
        log_job(completion);
    }
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

/* Runs a verb. Returns whether it answers later. */
static bool run_verb(AdminSession *session, AdminVerb verb, char *arguments) {
    static const char force[] = "force ";
    Core *core = session->loop->core;
    bool is_forced;
    GameId id;
    switch (verb) {
    case ADMIN_CHECK:
        core_check(core, on_job_done, session);
        return true;
    case ADMIN_BACKUP:
        is_forced = strncmp(arguments, force, sizeof force - 1) == 0;
        arguments += is_forced ? sizeof force - 1 : 0;
        if (*arguments == '/')
            core_backup(core, arguments, is_forced, on_job_done, session);
        else
            buffer_add_string(&session->answer, "failed: expected an absolute path\n");
        return *arguments == '/';
    case ADMIN_HIDE:
    case ADMIN_UNHIDE:
        if (!admin_verb_read_game(arguments, &id, &session->answer))
            return false;
        core_hide(core, game_id_number(&id), verb == ADMIN_HIDE, on_job_done, session);
        return true;
    default:
        admin_verb_run(session->loop, verb, arguments, &session->answer, &session->news);
        return session->news.line.length > 0 &&
               administration_tell_servers(core, session->news.line.bytes, on_job_done, session);
    }
}

static void handle_request(AdminSession *session) {
    char *rest = session->request, quoted[QUOTE_SIZE];
    loop_update_time(session->loop);
    if (strncmp(rest, "GET ", 4) == 0) {
        reply_metrics(session, true);
        return;
    }
    const char *word = text_next_word(&rest);
    int verb = word ? text_find_word(admin_words, word) : -1;
    if (verb == ADMIN_METRICS) {
        reply_metrics(session, false);
        return;
    }
    if (verb < 0)
        buffer_add_format(&session->answer,
                          "failed: expected a request, which \"help\" lists, found %s\n",
                          text_quote(word ? word : "", quoted));
    else
        session->job_running = run_verb(session, (AdminVerb)verb, rest);
    if (!session->job_running)
        admin_session_reply(session);
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

bool admin_serve(Loop *loop, int fd, Error *error) {
    uv_pipe_init(&loop->uv, &loop->admin, 0);
    loop->admin.data = loop;
    int failure = uv_pipe_open(&loop->admin, fd);
    if (failure == 0)
        failure = uv_listen((uv_stream_t *)&loop->admin, 16, on_connection);
    loop->has_admin = failure == 0;
    return loop->has_admin ||
           error_set(error, ERROR_STATE, "the administrator's socket: %s", uv_strerror(failure));
}

bool admin_open(Loop *loop, Error *error) {
    int fd = socket_listen(loop->options.settings.admin, 0600, error);
    loop->owns_admin = fd >= 0;
    return fd >= 0 && admin_serve(loop, fd, error);
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
    if (fd < 0 && error && (errno == ENOENT || errno == ECONNREFUSED))
        error_set(error, ERROR_STATE, "%s: no server listens here; is it running?", socket_path);
    if (fd < 0)
        return false;
    bool answered = send_all(fd, request) && send_all(fd, "\n") && receive_all(fd, answer);
    if (!answered)
        error_set(error, ERROR_IO, "%s: %s", socket_path, strerror(errno));
    close(fd);
    return answered;
}
