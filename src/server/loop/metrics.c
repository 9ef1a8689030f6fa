#include <config.h>

#include "server/loop/metrics.h"

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
    gauge(text, "store_readonly", "1 while the disk is full.", core->readonly);
    counter(text, "store_conflicts_total", "Unexpected replies of the database.", core->conflicts);
    counter(text, "store_overtaken_total",
            "Changes of games that came after one of another server; their commands ran again.",
            core->overtaken);
    counter(text, "store_commits_total", "Transactions committed.", store->commits);
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

void metrics_write(Buffer *text, const CoreStats *core, const StoreStats *store,
                   const TlsStats *tls) {
    gauge(text, "uptime_seconds", "Time since the start.", (double)core->uptime_ms / 1000);
    write_clients(text, core);
    if (tls)
        write_tls(text, tls);
    write_games(text, core);
    write_store(text, core, store);
}
