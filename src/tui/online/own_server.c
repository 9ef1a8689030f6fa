#include <config.h>

#include "tui/online/own_server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "play/storage.h"

#define CONFIG_NAME "server/congod.conf"

enum { LOG_LINE_MAX = 300, KILL_AFTER_MS = 5000, RESTARTS_MAX = 3, CONFIG_SIZE_MAX = 64 * 1024 };

typedef struct OwnServer {
    App *app; /* NULL: to be freed when its handles are closed */
    OwnServerPlace place;
    OwnServerPlace former; /* where it accepted connections last, if it `was_ready` */
    bool was_ready;
    uv_process_t process;
    uv_pipe_t input; /* the server ends when it is closed */
    uv_pipe_t log;
    uv_timer_t timer; /* kills a process that does not exit, or delays a report */
    int open_handles;
    LineBuffer lines;
    char reason[LOG_LINE_MAX]; /* last line of the log, unless it accepts connections */
    char buffer[LOG_LINE_MAX];
    bool running; /* the process has not ended */
    bool ready;
    bool restart; /* when the process has ended */
    int restarts; /* after it ended unexpectedly */
    OwnServerListener *listener;
    void *context;
} OwnServer;

/* The feature's state is a pointer to the server; NULL: it does not run. */
static OwnServer **own_server(const App *app) {
    return app_state(app, &own_server_feature);
}

/* ---- places ---- */

/* Writes the configuration. A path is quoted as configfile.c reads it. */
static bool write_config(const OwnServerPlace *place, char path[FILE_PATH_SIZE], Error *error) {
    char folder[FILE_PATH_SIZE], database[FILE_PATH_SIZE];
    Buffer text = {0};
    if (!storage_state_path("server", folder, error) ||
        !file_make_folder(folder, FILE_FOLDER_PRIVATE, error) ||
        !storage_state_path(CONFIG_NAME, path, error) ||
        !storage_state_path("server/games.db", database, error))
        return false;
    buffer_add_format(&text, "listen = [\"%s:%d\"];\nadmin = \"\";\ndatabase = \"",
                      place->others ? "0.0.0.0" : "127.0.0.1", place->port);
    for (const char *at = database; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            buffer_add_string(&text, "\\");
        buffer_add(&text, at, 1);
    }
    buffer_add_string(&text, "\";\n");
    bool written = file_write_atomic(path, text.bytes, text.length, 0600, true, error);
    buffer_free(&text);
    return written;
}

/* Reads the place from the configuration that was written last. */
static bool read_config(OwnServerPlace *place) {
    char path[FILE_PATH_SIZE];
    char *text = NULL;
    int numbers[4];
    if (storage_state_path(CONFIG_NAME, path, NULL))
        text = file_read_text(path, path, CONFIG_SIZE_MAX, NULL);
    bool found = text != NULL && sscanf(text, "listen = [\"%d.%d.%d.%d:%d\"", &numbers[0],
                                        &numbers[1], &numbers[2], &numbers[3], &place->port) == 5;
    place->others = found && numbers[0] == 0;
    free(text);
    return found;
}

static void free_probe(uv_handle_t *probe) {
    free(probe);
}

/* Tries to listen at a port and sets it, which may be 0, to the one that was free. Returns 0 or an
 * error of libuv. */
static int probe_port(uv_loop_t *loop, bool others, int *port) {
    uv_tcp_t *probe = memory_allocate(sizeof *probe);
    struct sockaddr_in address;
    int size = sizeof address;
    uv_tcp_init(loop, probe);
    uv_ip4_addr(others ? "0.0.0.0" : "127.0.0.1", *port, &address);
    int failure = uv_tcp_bind(probe, (struct sockaddr *)&address, 0);
    if (failure == 0)
        failure = uv_listen((uv_stream_t *)probe, 1, NULL);
    if (failure == 0)
        failure = uv_tcp_getsockname(probe, (struct sockaddr *)&address, &size);
    if (failure == 0)
        *port = ntohs(address.sin_port);
    uv_close((uv_handle_t *)probe, free_probe);
    return failure;
}

static bool choose_port(uv_loop_t *loop, OwnServerPlace *place, Error *error) {
    int port = place->port > 0 ? place->port : SERVER_PORT;
    int failure = probe_port(loop, place->others, &port);
    if (failure != 0 && place->port == 0) {
        port = 0;
        failure = probe_port(loop, place->others, &port);
    }
    if (failure == UV_EADDRINUSE)
        return error_set(error, ERROR_RANGE, "another program uses port %d", port);
    place->port = port;
    return failure == 0 ||
           error_set(error, ERROR_IO, "port %d cannot be used: %s", port, uv_strerror(failure));
}

ServerAddress own_server_address(const OwnServerPlace *place) {
    return (ServerAddress){.host = "127.0.0.1", .port = place->port, .tls = SERVER_TLS_OFF};
}

/* ---- the process ---- */

static void on_handle_closed(uv_handle_t *handle);

static void close_handle(void *handle) {
    if (!uv_is_closing(handle))
        uv_close(handle, on_handle_closed);
}

static void close_process(OwnServer *server) {
    server->running = false;
    close_handle(&server->process);
    close_handle(&server->input);
    close_handle(&server->log);
}

static void report(OwnServer *server, const Error *error) {
    OwnServerListener *listener = server->listener;
    server->listener = NULL;
    if (listener != NULL)
        listener(server->context, error);
    else if (error->code != ERROR_NONE)
        app_notify_error(server->app, error);
}

/* Forgets the server, which is freed when its handles are closed. */
static void release(OwnServer *server) {
    if (server->app != NULL)
        *own_server(server->app) = NULL;
    server->app = NULL;
    close_handle(&server->timer);
}

static bool launch(OwnServer *server, Error *error);

/* Called when the process has ended and its handles are closed. */
static void on_ended(OwnServer *server) {
    App *app = server->app;
    Error error = {0};
    if (app == NULL || (server->restart && launch(server, &error)))
        return;
    if (error.code == ERROR_NONE)
        error_set(&error, ERROR_STATE, "the server on this computer has stopped: %s",
                  server->reason[0] != '\0' ? server->reason : "it gave no reason");
    report(server, &error);
    release(server);
    app_invalidate(app);
}

static void on_handle_closed(uv_handle_t *handle) {
    OwnServer *server = handle->data;
    server->open_handles--;
    if (server->open_handles == 1 && server->app != NULL)
        on_ended(server);
    if (server->open_handles > 0)
        return;
    line_buffer_free(&server->lines);
    free(server);
}

static void on_process_exit(uv_process_t *process, int64_t status, int number) {
    OwnServer *server = process->data;
    (void)status;
    (void)number;
    uv_timer_stop(&server->timer);
    if (server->ready && server->restarts < RESTARTS_MAX && !server->restart) {
        server->restart = true;
        server->restarts++;
    }
    close_process(server);
    if (server->app == NULL)
        close_handle(&server->timer);
}

static void on_log_line(OwnServer *server, const char *line) {
    static const Error none = {0};
    const char *text = strncmp(line, "congod: ", 8) == 0 ? line + 8 : line;
    bool listening = strncmp(text, "listening on", 12) == 0;
    if (!listening)
        snprintf(server->reason, sizeof server->reason, "%s", text);
    if (!listening || server->ready || server->restart)
        return;
    server->ready = server->was_ready = true;
    server->former = server->place;
    report(server, &none);
}

static void on_log(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    OwnServer *server = stream->data;
    char *line;
    size_t size;
    if (length < 0)
        uv_read_stop(stream);
    if (length <= 0)
        return;
    line_buffer_add(&server->lines, buffer->base, (size_t)length);
    while ((line = line_buffer_next(&server->lines, &size)) != NULL)
        on_log_line(server, line);
}

static void allocate_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    OwnServer *server = handle->data;
    (void)size;
    *buffer = uv_buf_init(server->buffer, sizeof server->buffer);
}

/* Finds congod beside this program, or where packages put servers; else it is looked for in PATH.
 */
static void find_program(char path[FILE_PATH_SIZE]) {
    static const char *const places[] = {"congod", "../sbin/congod"};
    char own[FILE_PATH_SIZE];
    size_t size = sizeof own;
    char *name = uv_exepath(own, &size) == 0 ? strrchr(own, '/') : NULL;
    for (size_t i = 0; name != NULL && i < sizeof places / sizeof places[0]; i++) {
        int length = snprintf(path, FILE_PATH_SIZE, "%.*s/%s", (int)(name - own), own, places[i]);
        if (length >= 0 && length < FILE_PATH_SIZE && access(path, X_OK) == 0)
            return;
    }
    snprintf(path, FILE_PATH_SIZE, "congod");
}

static int spawn(OwnServer *server, char *config) {
    char program[FILE_PATH_SIZE], option[FILE_PATH_SIZE + 16], until_eof[] = "--until-eof";
    char *arguments[] = {program, option, until_eof, NULL};
    uv_stdio_container_t files[] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&server->input},
        {.flags = UV_IGNORE},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&server->log},
    };
    find_program(program);
    snprintf(option, sizeof option, "--config=%s", config);
    /* Detached: Ctrl-Z stops this program, but not the opponent's server. */
    uv_process_options_t options = {.file = program,
                                    .args = arguments,
                                    .flags = UV_PROCESS_DETACHED,
                                    .exit_cb = on_process_exit,
                                    .stdio = files,
                                    .stdio_count = sizeof files / sizeof files[0]};
    return uv_spawn(&server->app->loop, &server->process, &options);
}

/* Starts the process. On failure its handles are closed. */
static bool launch(OwnServer *server, Error *error) {
    char config[FILE_PATH_SIZE];
    server->restart = server->ready = false;
    server->reason[0] = '\0';
    if (!choose_port(&server->app->loop, &server->place, error) ||
        !write_config(&server->place, config, error))
        return false;
    uv_pipe_init(&server->app->loop, &server->input, 0);
    uv_pipe_init(&server->app->loop, &server->log, 0);
    server->process.data = server->input.data = server->log.data = server;
    server->open_handles += 3;
    int failure = spawn(server, config);
    if (failure != 0) {
        close_process(server);
        return failure == UV_ENOENT
                   ? error_set(
                         error, ERROR_IO,
                         "the server, congod, is not installed here: install it, or join a game")
                   : error_set(error, ERROR_IO, "the server cannot be started: %s",
                               uv_strerror(failure));
    }
    server->running = true;
    uv_read_start((uv_stream_t *)&server->log, allocate_buffer, on_log);
    return true;
}

/* ---- starting and stopping ---- */

static void on_kill_timer(uv_timer_t *timer) {
    OwnServer *server = timer->data;
    uv_process_kill(&server->process, SIGKILL);
}

/* Closes the pipe that the server watches. */
static void end_process(OwnServer *server) {
    close_handle(&server->input);
    uv_timer_start(&server->timer, on_kill_timer, KILL_AFTER_MS, 0);
}

/* Ends the process. There is no server until its successor is ready. */
static void restart(OwnServer *server) {
    server->restart = true;
    server->ready = false;
    end_process(server);
}

static void on_already_ready(uv_timer_t *timer) {
    static const Error none = {0};
    report(timer->data, &none);
}

static OwnServer *create(App *app) {
    OwnServer *server = memory_allocate(sizeof *server);
    server->app = app;
    server->lines.limit = LOG_LINE_MAX - 1;
    uv_timer_init(&app->loop, &server->timer);
    server->timer.data = server;
    server->open_handles = 1;
    *own_server(app) = server;
    return server;
}

bool own_server_start(App *app, const OwnServerPlace *place, OwnServerListener *ready,
                      void *context, Error *error) {
    OwnServer *server = *own_server(app) != NULL ? *own_server(app) : create(app);
    const OwnServerPlace *now = &server->place;
    bool same = server->running && now->others == place->others &&
                (place->port == 0 || place->port == now->port);
    server->listener = ready;
    server->context = context;
    if (same) {
        if (server->ready)
            uv_timer_start(&server->timer, on_already_ready, 0, 0);
        return true;
    }
    int kept_port = place->port == 0 && server->running ? now->port : place->port;
    server->place = (OwnServerPlace){place->others, kept_port};
    if (server->running) {
        restart(server);
        return true;
    }
    if (launch(server, error))
        return true;
    server->listener = NULL;
    release(server);
    return false;
}

void own_server_stop(App *app) {
    OwnServer *server = *own_server(app);
    if (server == NULL)
        return;
    server->listener = NULL;
    if (server->running) {
        *own_server(app) = NULL;
        server->app = NULL;
        end_process(server);
    } else {
        release(server);
    }
}

void own_server_cancel(App *app) {
    OwnServer *server = *own_server(app);
    if (server == NULL)
        return;
    server->listener = NULL;
    if (server->was_ready)
        server->place = server->former;
    if (!own_server_hosts(app, app_game(app)))
        own_server_stop(app);
    else if (server->running && !server->ready)
        restart(server);
}

bool own_server_is_running(const App *app, OwnServerPlace *place) {
    const OwnServer *server = *own_server(app);
    if (server == NULL || !server->ready || !server->running)
        return false;
    *place = server->place;
    return true;
}

/* Returns whether a list has that server alone. */
static bool is_at(const OwnServerPlace *place, const ServerList *servers) {
    const ServerAddress own = own_server_address(place), *first = &servers->servers[0];
    return servers->count == 1 && server_address_is_same(first, &own) && first->port == own.port;
}

bool own_server_hosts(const App *app, const Session *session) {
    const OwnServer *server = *own_server(app);
    const ServerList *servers = session != NULL ? network_servers(session) : NULL;
    return server != NULL && servers != NULL && is_at(&server->place, servers);
}

bool own_server_was_at(const App *app, const ServerList *servers, OwnServerPlace *place) {
    return (own_server_is_running(app, place) || read_config(place)) && is_at(place, servers);
}

const Feature own_server_feature = {.state_size = sizeof(OwnServer *), .close = own_server_stop};
