#include <config.h>

#include "cluster.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "daemon.h"
#include "scratch.h"

static const char log_name[] = "congod.log"; /* of all servers */

static const char *config_name(unsigned server) {
    static char name[32];
    snprintf(name, sizeof name, "congod-%u.conf", server);
    return name;
}

static const char *program(void) {
    static char path[SCRATCH_PATH_SIZE];
    const char *build = getenv("CONGO_BUILD");
    snprintf(path, sizeof path, "%s/src/congod", build ? build : ".");
    return path;
}

static void wait_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

void cluster_init(Cluster *cluster, unsigned count, const char *database) {
    static char paths[LOAD_SERVERS_MAX][SCRATCH_PATH_SIZE];
    *cluster = (Cluster){.count = count};
    for (unsigned i = 0; i < count; i++) {
        char name[32];
        Buffer text = {0};
        snprintf(name, sizeof name, "clients-%u", i);
        snprintf(paths[i], sizeof paths[i], "%s", scratch_path(name));
        cluster->addresses[i].socket = paths[i];
        buffer_add_string(&text, "listen = [ \"");
        buffer_add_string(&text, paths[i]);
        buffer_add_string(&text, "\" ];\ndatabase = \"");
        buffer_add_string(&text, database);
        buffer_add_string(&text, "\";\nadmin = \"\";\n"
                                 "limits = { commands = 0; games = 0; watched = 1000; "
                                 "outage = 0; };\n");
        scratch_write(config_name(i), text.bytes);
        buffer_free(&text);
    }
}

void cluster_start(Cluster *cluster, unsigned server) {
    if (cluster->servers[server] == 0)
        cluster->servers[server] = daemon_start(program(), config_name(server), log_name);
}

static void check_running(const Cluster *cluster) {
    for (unsigned i = 0; i < cluster->count; i++)
        if (cluster->servers[i] != 0 && daemon_has_ended(cluster->servers[i]))
            fail_msg("server %u has ended by itself", i);
}

void cluster_connect(Cluster *cluster, Load *load) {
    while (!load_connect(load)) {
        check_running(cluster);
        wait_ms(1);
    }
}

/* A server that does not listen yet gets no clients, which would have to go elsewhere. */
static void wait_for_servers(const Cluster *cluster) {
    for (unsigned i = 0; i < cluster->count; i++)
        while (!daemon_is_listening(cluster->addresses[i].socket)) {
            check_running(cluster);
            wait_ms(1);
        }
}

void cluster_start_all(Cluster *cluster, Load *load) {
    for (unsigned i = 0; i < cluster->count; i++)
        cluster_start(cluster, i);
    wait_for_servers(cluster);
    cluster_connect(cluster, load);
}

void cluster_kill(Cluster *cluster, unsigned server, Load *load) {
    if (cluster->servers[server] == 0)
        return;
    daemon_kill(cluster->servers[server]);
    cluster->servers[server] = 0;
    load_drop(load, server);
}

void cluster_kill_all(Cluster *cluster, Load *load) {
    for (unsigned i = 0; i < cluster->count; i++)
        cluster_kill(cluster, i, load);
}

void cluster_pause(Cluster *cluster, unsigned server, Load *load) {
    kill(cluster->servers[server], SIGSTOP);
    load_leave(load, server);
}

void cluster_resume(Cluster *cluster, unsigned server, Load *load) {
    kill(cluster->servers[server], SIGCONT);
    load_return(load);
}

bool cluster_stop(Cluster *cluster) {
    bool well = true;
    for (unsigned i = 0; i < cluster->count; i++) {
        well = (cluster->servers[i] == 0 || daemon_stop(cluster->servers[i])) && well;
        cluster->servers[i] = 0;
    }
    return well;
}

bool cluster_run(const char *action) {
    return daemon_run(program(), config_name(0), action, log_name);
}

size_t cluster_checked_games(void) {
    char line[512];
    size_t games = 0;
    FILE *log = fopen(log_name, "r");
    assert_non_null(log);
    while (fgets(line, sizeof line, log))
        if (sscanf(line, "ok: %zu games", &games) != 1)
            continue;
    fclose(log);
    return games;
}
