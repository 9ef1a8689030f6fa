#include <config.h>

#include "server/loop/loop.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/loop/admin.h"
#include "server/loop/client_connection.h"
#include "server/loop/log.h"
#include "server/loop/loop_parts.h"
#include "server/loop/systemd.h"
#include "server/store/store_sqlite.h"

enum {
    DEFERRED_INTERVAL_MS = 2, /* between rounds of deferred work */
    SHUTDOWN_TIMEOUT_MS = 15 * 1000,
    SPARE_DESCRIPTORS = 64 /* for everything but clients */
};

static const int signal_numbers[] = {SIGTERM, SIGINT, SIGHUP};

/* ---- time ---- */

static int64_t unix_ms(void) {
    uv_timeval64_t now;
    uv_gettimeofday(&now);
    return now.tv_sec * 1000 + now.tv_usec / 1000;
}

void loop_update_time(Loop *loop) {
    core_set_time(loop->core, (int64_t)uv_now(&loop->uv), unix_ms());
}

static void on_timer(uv_timer_t *timer) {
    Loop *loop = timer->data;
    loop->core_timer_due_ms = INT64_MAX;
    loop_update_time(loop);
    core_tick(loop->core);
    loop_update(loop);
}

/* An early expiry is harmless, so the timer is only ever set to an earlier time. */
static void set_timer(Loop *loop) {
    int64_t due = core_next_deadline(loop->core), now = (int64_t)uv_now(&loop->uv);
    if (due >= loop->core_timer_due_ms)
        return;
    loop->core_timer_due_ms = due;
    uv_timer_start(&loop->core_timer, on_timer, due > now ? (uint64_t)(due - now) : 0, 0);
}

static void on_deferred(uv_timer_t *timer) {
    Loop *loop = timer->data;
    loop_update_time(loop);
    core_run_deferred(loop->core);
    loop_update(loop);
}

static void set_deferred_timer(Loop *loop) {
    if (core_has_deferred(loop->core) && !uv_is_active((uv_handle_t *)&loop->deferred_timer))
        uv_timer_start(&loop->deferred_timer, on_deferred, DEFERRED_INTERVAL_MS, 0);
}

/* ---- shutting down ---- */

static void on_shutdown_timeout(uv_timer_t *timer) {
    uv_stop(timer->loop);
}

static void stop(Loop *loop) {
    loop->stopping = true;
    listener_stop_all(loop);
    uv_timer_start(&loop->resume_timer, on_shutdown_timeout, SHUTDOWN_TIMEOUT_MS, 0);
}

static void check_failure(Loop *loop) {
    if (!core_failure(loop->core) || loop->failed)
        return;
    loop->failed = true;
    log_line(LOG_ERR, "the database has failed, stopping: %s", core_failure(loop->core));
    stop(loop);
}

static void check_readonly(Loop *loop) {
    if (core_is_readonly(loop->core) == loop->readonly)
        return;
    loop->readonly = !loop->readonly;
    log_line(loop->readonly ? LOG_ERR : LOG_NOTICE,
             loop->readonly ? "the disk is full: games cannot be played until there is room"
                            : "the disk has room again");
}

static bool is_done(const Loop *loop) {
    CoreStats stats;
    core_stats(loop->core, &stats);
    return core_is_drained(loop->core) || (loop->failed && stats.clients == 0);
}

void loop_update(Loop *loop) {
    Client *client;
    while ((client = core_next_changed(loop->core)))
        client_connection_update(client_user_data(client));
    set_timer(loop);
    set_deferred_timer(loop);
    check_failure(loop);
    check_readonly(loop);
    if (loop->stopping && is_done(loop))
        uv_stop(&loop->uv);
}

/* ---- signals ---- */

static void drain(Loop *loop) {
    if (loop->stopping) { /* the second signal stops at once */
        uv_stop(&loop->uv);
        return;
    }
    log_line(LOG_NOTICE, "stopping");
    systemd_notify("STOPPING=1");
    stop(loop);
    core_drain(loop->core);
    loop_update(loop);
}

/* Raises the limit of descriptors, and limits the clients to it. */
static void fit_descriptor_limit(ServerSettings *settings) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    if (limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= (rlim_t)settings->limits.clients + SPARE_DESCRIPTORS)
        return;
    settings->limits.clients =
        limit.rlim_cur > SPARE_DESCRIPTORS ? (int)(limit.rlim_cur - SPARE_DESCRIPTORS) : 1;
    log_line(LOG_WARNING, "limiting clients to %d: the system allows %lu open files",
             settings->limits.clients, (unsigned long)limit.rlim_cur);
}

static bool same_endpoints(const ServerSettings *a, const ServerSettings *b) {
    bool same = a->listen_count == b->listen_count && strcmp(a->database, b->database) == 0 &&
                strcmp(a->admin, b->admin) == 0;
    for (int i = 0; same && i < a->listen_count; i++)
        same = strcmp(a->listen[i], b->listen[i]) == 0;
    return same;
}

/* Keeps the endpoints in use: the next reload compares with them, and the end removes them. */
static void keep_endpoints(ServerSettings *next, const ServerSettings *now) {
    memcpy(next->listen, now->listen, sizeof next->listen);
    next->listen_count = now->listen_count;
    memcpy(next->database, now->database, sizeof next->database);
    memcpy(next->admin, now->admin, sizeof next->admin);
}

static void reload_config(Loop *loop) {
    if (!loop->options.config_path)
        return;
    ServerSettings next;
    Error error = {0};
    server_settings_default(&next);
    if (!server_settings_read(&next, loop->options.config_path, &error)) {
        log_line(LOG_ERR, "the configuration was not reloaded: %s", error.text);
        return;
    }
    if (!same_endpoints(&next, &loop->options.settings))
        log_line(LOG_WARNING,
                 "changes to listen, admin and database take effect at the next start");
    keep_endpoints(&next, &loop->options.settings);
    fit_descriptor_limit(&next);
    loop->options.settings = next;
    log_open(next.log);
    core_configure(loop->core, &next.limits);
    log_line(LOG_NOTICE, "the configuration has been reloaded");
}

static void on_signal(uv_signal_t *signal, int number) {
    Loop *loop = signal->data;
    loop_update_time(loop);
    if (number == SIGHUP)
        reload_config(loop);
    else
        drain(loop);
}

/* ---- standard input ---- */

static void on_input(uv_poll_t *poll, int status, int events) {
    Loop *loop = poll->data;
    char ignored[64];
    (void)events;
    ssize_t length = status == 0 ? read(STDIN_FILENO, ignored, sizeof ignored) : 0;
    if (length > 0 || (length < 0 && (errno == EAGAIN || errno == EINTR)))
        return;
    uv_poll_stop(poll);
    loop_update_time(loop);
    drain(loop);
}

static bool watch_input(Loop *loop, Error *error) {
    int failure = uv_poll_init(&loop->uv, &loop->input, STDIN_FILENO);
    if (failure != 0)
        return error_set(error, ERROR_STATE, "--until-eof: cannot wait for standard input: %s",
                         uv_strerror(failure));
    loop->input.data = loop;
    uv_poll_start(&loop->input, UV_READABLE, on_input);
    return true;
}

/* ---- the store ---- */

static void on_stored(uv_async_t *async) {
    Loop *loop = async->data;
    StoreCompletion completion;
    if (!loop->store)
        return;
    loop_update_time(loop);
    while (store_take(loop->store, &completion))
        core_complete(loop->core, &completion);
    loop_update(loop);
}

static void on_store_notify(void *context) {
    uv_async_send(context);
}

static bool open_store(Loop *loop, Error *error) {
    SqliteStoreOptions options = {.path = loop->options.settings.database,
                                  .notify = on_store_notify,
                                  .context = &loop->completions};
    loop->store = store_sqlite_open(&options, error);
    if (!loop->store)
        return false;
    CoreOptions core = {.limits = loop->options.settings.limits,
                        .store = loop->store,
                        .version = loop->options.version,
                        .now_ms = (int64_t)uv_now(&loop->uv),
                        .unix_ms = unix_ms()};
    loop->core = core_create(&core);
    return true;
}

/* ---- running ---- */

static void start_handles(Loop *loop) {
    uv_loop_init(&loop->uv);
    loop->core_timer_due_ms = INT64_MAX;
    uv_async_init(&loop->uv, &loop->completions, on_stored);
    uv_timer_init(&loop->uv, &loop->core_timer);
    uv_timer_init(&loop->uv, &loop->deferred_timer);
    uv_timer_init(&loop->uv, &loop->resume_timer);
    loop->completions.data = loop->core_timer.data = loop->deferred_timer.data =
        loop->resume_timer.data = loop;
    for (size_t i = 0; i < sizeof signal_numbers / sizeof *signal_numbers; i++) {
        uv_signal_init(&loop->uv, &loop->signals[i]);
        loop->signals[i].data = loop;
        uv_signal_start(&loop->signals[i], on_signal, signal_numbers[i]);
    }
}

static void close_handle(uv_handle_t *handle, void *argument) {
    Loop *loop = argument;
    if (handle->type == UV_NAMED_PIPE && handle != (uv_handle_t *)&loop->admin)
        admin_close_session(handle);
    else if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void close_loop(Loop *loop) {
    if (loop->core) {
        core_close_all(loop->core);
        loop_update(loop);
    }
    listener_close_all(loop);
    if (loop->owns_admin)
        unlink(loop->options.settings.admin);
    if (loop->store)
        store_close(loop->store);
    core_free(loop->core);
    loop->store = NULL;
    uv_walk(&loop->uv, close_handle, loop);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    uv_loop_close(&loop->uv);
}

int loop_run(const LoopOptions *options) {
    static Loop loop; /* large for a stack */
    Error error = {0};
    loop = (Loop){.options = *options};
    signal(SIGPIPE, SIG_IGN);
    log_open(options->settings.log);
    fit_descriptor_limit(&loop.options.settings);
    start_handles(&loop);
    bool good = (!options->until_eof || watch_input(&loop, &error)) && open_store(&loop, &error) &&
                listener_open_all(&loop, &error);
    if (good) {
        listener_start_all(&loop);
        loop_update(&loop);
        systemd_notify("READY=1");
        uv_run(&loop.uv, UV_RUN_DEFAULT);
    } else {
        log_line(LOG_ERR, "%s", error.text);
    }
    good = good && !loop.failed;
    close_loop(&loop);
    if (good)
        log_line(LOG_NOTICE, "stopped");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
