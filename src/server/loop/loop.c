#include <config.h>

#include "server/loop/loop.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "server/core/administration.h"
#include "server/loop/admin.h"
#include "server/loop/connections.h"
#include "server/loop/loop_parts.h"
#include "server/loop/restrictions_file.h"
#include "server/store/store_open.h"

/* ---- messages for the administrator ---- */

/* Messages come from any thread. */
static atomic_bool to_syslog;

/* Chooses the destination of messages. The default is standard error. */
static void log_open(ServerLog log) {
    if (log == SERVER_LOG_SYSLOG && !to_syslog)
        openlog("congod", LOG_PID, LOG_DAEMON);
    to_syslog = log == SERVER_LOG_SYSLOG;
}

void log_line(int priority, const char *format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (to_syslog)
        syslog(priority, "%s", text);
    else
        fprintf(stderr, "congod: %s\n", text);
}

enum {
    DEFERRED_INTERVAL_MS = 2, /* between rounds of deferred work */
    HEARTBEAT_MS = 250,
    STALL_MS = 2 * HEARTBEAT_MS, /* between two heartbeats; the rest is not charged to players */
    STOPPED_INTERVAL_MS = 10,    /* between ticks while the core's time stands still */
    SHUTDOWN_TIMEOUT_MS = 15 * 1000,
    RESTRICTIONS_INTERVAL_MS = 5 * 1000, /* between attempts to write their file */
    ABUSE_LINES_PER_S = 10,
    ABUSE_LINES_BURST = 100,
    SPARE_DESCRIPTORS = 64 /* for everything but clients */
};

static const int signal_numbers[] = {SIGTERM, SIGINT, SIGHUP};

/* ---- time ---- */

static int64_t unix_ms(void) {
    uv_timeval64_t now;
    uv_gettimeofday(&now);
    return now.tv_sec * 1000 + now.tv_usec / 1000;
}

int64_t loop_unix_s(void) {
    return unix_ms() / 1000;
}

/* With a shared store, the core's time is the same on all servers. */
static int64_t core_now(Loop *loop) {
    int64_t now = (int64_t)uv_now(&loop->uv);
    return loop->store->is_shared ? service_clock_now(&loop->service, now) : now - loop->stalled_ms;
}

/* While clocks run, the heartbeat updates the time. What a gap exceeds is a stall: the process was
 * stopped, or the machine suspended or too busy. It is not charged to the players. */
void loop_update_time(Loop *loop) {
    int64_t now = (int64_t)uv_now(&loop->uv), gap = now - loop->updated_ms;
    if (gap > STALL_MS && uv_is_active((uv_handle_t *)&loop->heartbeat))
        loop->stalled_ms += gap - STALL_MS;
    loop->updated_ms = now;
    core_set_time(loop->core, core_now(loop), unix_ms());
    core_watch(loop->core, now);
}

static void on_heartbeat(uv_timer_t *timer) {
    Loop *loop = timer->data;
    loop_update_time(loop);
    if (!core_has_running_clocks(loop->core))
        uv_timer_stop(timer);
}

static void on_idle(uv_idle_t *idle) {
    (void)idle; /* an active one keeps the poll from waiting */
}

/* No flag falls before everything that has arrived is read: core_tick() is left to on_polled(). */
static void on_timer(uv_timer_t *timer) {
    Loop *loop = timer->data;
    loop->core_timer_due_ms = INT64_MAX;
    uv_idle_start(&loop->tick_due, on_idle);
}

static void on_polled(uv_check_t *check) {
    Loop *loop = check->data;
    if (!uv_is_active((uv_handle_t *)&loop->tick_due))
        return;
    uv_idle_stop(&loop->tick_due);
    loop_update_time(loop);
    core_tick(loop->core);
    loop_update(loop);
}

/* While the core's time stands still, it is not due again at once. */
static int64_t timer_delay(Loop *loop, int64_t due) {
    int64_t delay = due - core_now(loop);
    bool stopped = loop->store->is_shared &&
                   service_clock_is_stopped(&loop->service, (int64_t)uv_now(&loop->uv));
    int64_t least = stopped ? STOPPED_INTERVAL_MS : 0;
    return delay > least ? delay : least;
}

static void on_deferred(uv_timer_t *timer) {
    Loop *loop = timer->data;
    loop_update_time(loop);
    core_run_deferred(loop->core);
    loop_update(loop);
}

/* An early expiry of the core's timer is harmless, so it is only ever set to an earlier time. In a
 * shared store, the other players' time goes on while this server stands still: no heartbeat. */
static void set_timers(Loop *loop) {
    int64_t due = core_next_deadline(loop->core);
    if (due < loop->core_timer_due_ms) {
        loop->core_timer_due_ms = due;
        uv_timer_start(&loop->core_timer, on_timer, (uint64_t)timer_delay(loop, due), 0);
    }
    if (!loop->store->is_shared && core_has_running_clocks(loop->core) &&
        !uv_is_active((uv_handle_t *)&loop->heartbeat))
        uv_timer_start(&loop->heartbeat, on_heartbeat, HEARTBEAT_MS, HEARTBEAT_MS);
    if (core_has_deferred(loop->core) && !uv_is_active((uv_handle_t *)&loop->deferred_timer))
        uv_timer_start(&loop->deferred_timer, on_deferred, DEFERRED_INTERVAL_MS, 0);
}

/* ---- shutting down ---- */

static void on_shutdown_timeout(uv_timer_t *timer) {
    uv_stop(timer->loop);
}

static void stop(Loop *loop) {
    loop->stopping = true;
    uv_timer_stop(&loop->drain_timer); /* it would be taken for a second signal */
    listener_stop_all(loop);
    uv_timer_start(&loop->resume_timer, on_shutdown_timeout, SHUTDOWN_TIMEOUT_MS, 0);
}

/* Logs what has changed, and stops the server if the database has failed. */
static void check_database(Loop *loop) {
    const char *failure = core_failure(loop->core);
    if (failure && !loop->failed) {
        loop->failed = true;
        log_line(LOG_ERR, "the database has failed, stopping: %s", failure);
        stop(loop);
    }
    if (core_is_readonly(loop->core) != loop->readonly) {
        loop->readonly = !loop->readonly;
        log_line(loop->readonly ? LOG_ERR : LOG_NOTICE,
                 loop->readonly ? "the disk is full: games cannot be played until there is room"
                                : "the disk has room again");
    }
    if (core_database_answers(loop->core) == loop->cut_off) {
        loop->cut_off = !loop->cut_off;
        log_line(loop->cut_off ? LOG_ERR : LOG_NOTICE,
                 loop->cut_off
                     ? "the database does not answer: new clients are refused until it does"
                     : "the database answers again");
    }
}

/* A file that cannot be written is tried again, and logged once. */
static void keep_restrictions(Loop *loop) {
    int64_t now = (int64_t)uv_now(&loop->uv);
    Error error = {0};
    if (now < loop->restrictions_ms)
        return;
    bool kept = restrictions_file_update(loop, &error);
    if (!kept && loop->restrictions_ms == 0)
        log_line(LOG_ERR, "%s", error.text);
    loop->restrictions_ms = kept ? 0 : now + RESTRICTIONS_INTERVAL_MS;
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
    set_timers(loop);
    check_database(loop);
    keep_restrictions(loop);
    if (loop->stopping && is_done(loop))
        uv_stop(&loop->uv);
}

/* ---- whether all is well ---- */

/* The watchdog ends a server whose loop stands still, or whose database does not answer. */
static void feed_watchdog(Loop *loop) {
    const char *limit_us = getenv("WATCHDOG_USEC");
    int64_t now = (int64_t)uv_now(&loop->uv);
    if (!limit_us || !core_database_answers(loop->core) ||
        now - loop->fed_ms < strtoll(limit_us, NULL, 10) / 3000)
        return;
    loop->fed_ms = now;
    systemd_notify("WATCHDOG=1");
}

static void on_watch(uv_timer_t *timer) {
    Loop *loop = timer->data;
    loop_update_time(loop);
    feed_watchdog(loop);
    loop_update(loop);
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

/* ---- stopping after a time ---- */

bool loop_is_draining(const Loop *loop) {
    return uv_is_active((const uv_handle_t *)&loop->drain_timer);
}

/* The last minute is announced too. */
static void on_drain_timer(uv_timer_t *timer) {
    Loop *loop = timer->data;
    loop_update_time(loop);
    if (loop->drain_minutes == 0) {
        drain(loop);
        return;
    }
    loop_drain_in(loop, loop->drain_minutes);
    loop_update(loop);
}

void loop_drain_in(Loop *loop, int minutes) {
    char text[120];
    if (minutes < 0) {
        uv_timer_stop(&loop->drain_timer);
        administration_refuse_games(loop->core, NULL);
        snprintf(text, sizeof text, "The server does not restart now.");
    } else {
        loop->drain_minutes = minutes > 1 ? 1 : 0;
        uv_timer_start(&loop->drain_timer, on_drain_timer,
                       (uint64_t)(minutes - loop->drain_minutes) * 60 * 1000, 0);
        administration_refuse_games(loop->core,
                                    "the server restarts soon: no new games until then");
        snprintf(text, sizeof text, "The server restarts in %d minute%s. All games are kept.",
                 minutes, text_plural((uint64_t)minutes));
    }
    log_line(LOG_NOTICE, "announced: %s", text);
    administration_announce(loop->core, text);
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

/* Warns if every user can read a file with a secret. */
static void check_secrecy(const char *path, const char *secret) {
    struct stat file;
    if (stat(path, &file) == 0 && (file.st_mode & S_IROTH))
        log_line(LOG_WARNING, "%s: other users can read this file, which %s; chmod o-r forbids it",
                 path, secret);
}

static TlsContext *load_certificate(const ServerSettings *settings, Error *error) {
    const char *key = settings->certificate_key;
    TlsContext *context = tls_context_create(settings->certificate, key, error);
    if (context)
        check_secrecy(key, "is the private key of the certificate");
    return context;
}

static bool same_sockets(const ServerListen *a, const ServerListen *b) {
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = strcmp(a->text[i], b->text[i]) == 0;
    return same;
}

static bool same_endpoints(const ServerSettings *a, const ServerSettings *b) {
    return same_sockets(&a->listen, &b->listen) && same_sockets(&a->listen_tls, &b->listen_tls) &&
           (a->certificate[0] != '\0') == (b->certificate[0] != '\0') &&
           strcmp(a->database, b->database) == 0 && strcmp(a->admin, b->admin) == 0 &&
           strcmp(a->restrictions, b->restrictions) == 0;
}

/* Keeps the endpoints and files in use: the next reload compares with them, and the end removes the
 * endpoints. */
static void keep_endpoints(ServerSettings *next, const ServerSettings *now) {
    next->listen = now->listen;
    next->listen_tls = now->listen_tls;
    memcpy(next->database, now->database, sizeof next->database);
    memcpy(next->admin, now->admin, sizeof next->admin);
    memcpy(next->restrictions, now->restrictions, sizeof next->restrictions);
    if ((next->certificate[0] != '\0') == (now->certificate[0] != '\0'))
        return;
    memcpy(next->certificate, now->certificate, sizeof next->certificate);
    memcpy(next->certificate_key, now->certificate_key, sizeof next->certificate_key);
}

/* A certificate that cannot be used leaves the old one in use. */
static void reload_certificate(Loop *loop) {
    const ServerSettings *settings = &loop->options.settings;
    Error error = {0};
    if (!loop->handshaker)
        return;
    TlsContext *context = load_certificate(settings, &error);
    handshaker_configure(loop->handshaker, context, &settings->limits);
    if (context)
        log_line(LOG_NOTICE, "the certificate has been reloaded");
    else
        log_line(LOG_ERR, "the certificate was not reloaded, the old one stays in use: %s",
                 error.text);
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
                 "changes to listen, listen_tls, admin, database and restrictions, and "
                 "the first certificate or none, take effect at the next start");
    keep_endpoints(&next, &loop->options.settings);
    fit_descriptor_limit(&next);
    loop->options.settings = next;
    log_open(next.log);
    core_configure(loop->core, &next.limits);
    core_set_greeting(loop->core, loop->options.settings.message, loop->options.settings.contact);
    reload_certificate(loop);
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

/* ---- encrypted connections ---- */

static bool start_tls(Loop *loop, Error *error) {
    const ServerSettings *settings = &loop->options.settings;
    if (!settings->certificate[0])
        return true;
    TlsContext *context = load_certificate(settings, error);
    if (context)
        loop->handshaker = handshaker_start(&loop->uv, context, &settings->limits,
                                            client_connection_on_handshake, error);
    return loop->handshaker != NULL;
}

/* ---- the store ---- */

/* Accepts clients. With a shared store, not before the time is known. */
static void serve(Loop *loop) {
    if (loop->serving || loop->stopping || core_now(loop) == 0)
        return;
    loop->serving = true;
    listener_start_all(loop);
    systemd_notify("READY=1");
}

static void on_stored(uv_async_t *async) {
    Loop *loop = async->data;
    StoreCompletion completion;
    if (!loop->store)
        return;
    loop_update_time(loop);
    while (store_take(loop->store, &completion)) {
        if (completion.kind == STORE_TIME) {
            const StoreTime *time = &completion.time;
            service_clock_add(&loop->service, time->asked_ms, time->answered_ms, time->service_ms);
            /* The time may have gone on by more than has passed, so the timer is set anew. */
            loop->core_timer_due_ms = INT64_MAX;
            loop_update_time(loop);
            serve(loop);
        }
        core_complete(loop->core, &completion);
    }
    loop_update(loop);
}

static void on_store_notify(void *context) {
    uv_async_send(context);
}

static void on_store_report(const char *sentence) {
    log_line(LOG_WARNING, "%s", sentence);
}

/* For fail2ban, whose filter is etc/fail2ban/congod.conf. A flood does not fill the log. */
static void on_abuse(void *context, const Address *address, const char *what) {
    Loop *loop = context;
    char text[SUBNET_TEXT_SIZE];
    TokenBucketRate rate = token_bucket_rate(ABUSE_LINES_PER_S, 1000, ABUSE_LINES_BURST);
    if (token_bucket_take(&loop->abuse_lines, rate, (int64_t)uv_now(&loop->uv)) == 0)
        log_line(LOG_NOTICE, "abuse from %s: %s", address_write(address, text), what);
}

static bool open_store(Loop *loop, Error *error) {
    StoreOptions options = {.database = loop->options.settings.database,
                            .is_forced = loop->options.is_forced,
                            .notify = on_store_notify,
                            .context = &loop->completions,
                            .report = on_store_report};
    loop->store = store_open(&options, error);
    if (!loop->store)
        return false;
    CoreOptions core = {.limits = loop->options.settings.limits,
                        .store = loop->store,
                        .version = loop->options.version,
                        .on_abuse = on_abuse,
                        .abuse_context = loop,
                        .now_ms = core_now(loop),
                        .unix_ms = unix_ms()};
    loop->core = core_create(&core);
    core_set_greeting(loop->core, loop->options.settings.message, loop->options.settings.contact);
    return true;
}

/* ---- running ---- */

static bool start_handles(Loop *loop, Error *error) {
    int failure = uv_loop_init(&loop->uv);
    if (failure == 0)
        failure = uv_async_init(&loop->uv, &loop->completions, on_stored);
    for (size_t i = 0; failure == 0 && i < sizeof signal_numbers / sizeof *signal_numbers; i++)
        failure = uv_signal_init(&loop->uv, &loop->signals[i]);
    if (failure != 0)
        return error_set(error, ERROR_STATE, "the event loop: %s", uv_strerror(failure));
    loop->core_timer_due_ms = INT64_MAX;
    uv_check_init(&loop->uv, &loop->after_poll);
    uv_idle_init(&loop->uv, &loop->tick_due);
    uv_timer_init(&loop->uv, &loop->core_timer);
    uv_timer_init(&loop->uv, &loop->heartbeat);
    uv_timer_init(&loop->uv, &loop->deferred_timer);
    uv_timer_init(&loop->uv, &loop->drain_timer);
    uv_timer_init(&loop->uv, &loop->watch_timer);
    uv_timer_init(&loop->uv, &loop->resume_timer);
    loop->completions.data = loop->after_poll.data = loop->core_timer.data = loop->heartbeat.data =
        loop->deferred_timer.data = loop->drain_timer.data = loop->watch_timer.data =
            loop->resume_timer.data = loop;
    uv_check_start(&loop->after_poll, on_polled);
    for (size_t i = 0; i < sizeof signal_numbers / sizeof *signal_numbers; i++) {
        loop->signals[i].data = loop;
        uv_signal_start(&loop->signals[i], on_signal, signal_numbers[i]);
    }
    return true;
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
    if (loop->handshaker)
        handshaker_stop(loop->handshaker);
    if (loop->owns_admin)
        unlink(loop->options.settings.admin);
    if (loop->store)
        store_close(loop->store);
    core_free(loop->core);
    loop->store = NULL;
    uv_walk(&loop->uv, close_handle, loop);
    while (uv_run(&loop->uv, UV_RUN_DEFAULT) != 0)
        continue; /* uv_stop() may have been called again, which ends one run early */
    uv_loop_close(&loop->uv);
    handshaker_free(loop->handshaker);
}

int loop_run(const LoopOptions *options) {
    static Loop loop; /* large for a stack */
    Error error = {0};
    loop = (Loop){.options = *options};
    signal(SIGPIPE, SIG_IGN);
    log_open(options->settings.log);
    fit_descriptor_limit(&loop.options.settings);
    if (conninfo_matches(options->settings.database) &&
        conninfo_has_password(options->settings.database))
        check_secrecy(options->config_path, "has the password of the database");
    if (!start_handles(&loop, &error)) {
        log_line(LOG_ERR, "%s", error.text);
        return EXIT_FAILURE;
    }
    bool good = (!options->until_eof || watch_input(&loop, &error)) && start_tls(&loop, &error) &&
                open_store(&loop, &error) && restrictions_file_read(&loop, &error) &&
                listener_open_all(&loop, &error);
    if (good) {
        serve(&loop);
        loop_update(&loop);
        uv_timer_start(&loop.watch_timer, on_watch, 0, CORE_WATCH_MS);
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
