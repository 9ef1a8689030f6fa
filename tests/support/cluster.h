/* One congod or several that share a store, in child processes, in the current folder. Clients
 * reach them by Unix sockets. Failures fail the test. */
#ifndef TESTS_SUPPORT_CLUSTER_H
#define TESTS_SUPPORT_CLUSTER_H

#include <stdbool.h>
#include <sys/types.h>

#include "load.h"

typedef struct Cluster {
    unsigned count;
    pid_t servers[LOAD_SERVERS_MAX]; /* 0: not running */
    LoadServer addresses[LOAD_SERVERS_MAX];
} Cluster;

/* Writes the configurations of `count` servers of a database, which need no limits for a load. */
void cluster_init(Cluster *cluster, unsigned count, const char *database);
void cluster_start(Cluster *cluster, unsigned server);
/* Starts all servers that are not running, and connects all clients, however long that takes. */
void cluster_start_all(Cluster *cluster, Load *load);
/* Connects all clients to the servers that run. */
void cluster_connect(Cluster *cluster, Load *load);
/* Kills a server with SIGKILL; its clients lose their connections. */
void cluster_kill(Cluster *cluster, unsigned server, Load *load);
void cluster_kill_all(Cluster *cluster, Load *load);
/* Stops a server with SIGSTOP, so that the others take it for dead, and lets it go on. */
void cluster_pause(Cluster *cluster, unsigned server, Load *load);
void cluster_resume(Cluster *cluster, unsigned server, Load *load);
/* Stops all servers with SIGTERM. Returns whether their exit statuses are 0. */
bool cluster_stop(Cluster *cluster);
/* Runs congod with an option, such as --check, on the database. Returns whether its exit status is
 * 0. */
bool cluster_run(const char *action);
/* Returns the number of games that the last --check has counted. */
size_t cluster_checked_games(void);

#endif
