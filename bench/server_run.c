#include <config.h>

#include "server_run.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../tests/support/daemon.h"

void server_run_die(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static bool parse_option(const char *argument, const RunOption *options, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(options[i].name);
        if (strncmp(argument, options[i].name, length) != 0)
            continue;
        *options[i].value = atol(argument + length);
        return true;
    }
    return false;
}

void server_run_parse(char **arguments, const RunOption *options, size_t count,
                      const char *expected) {
    for (char **argument = arguments + 1; *argument; argument++)
        if (!parse_option(*argument, options, count))
            server_run_die(expected);
}

void server_run_wait_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

long process_memory_kib(pid_t process, const char *name) {
    char path[64], line[256];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            kib = atol(line + strlen(name));
    if (file)
        fclose(file);
    return kib;
}

long server_run_memory_kib(const ServerRun *run, const char *name) {
    long kib = 0;
    for (unsigned i = 0; i < run->count; i++)
        kib += process_memory_kib(run->processes[i], name);
    return kib;
}

/* Processor times in ticks, and the parent. */
typedef struct ProcessTimes {
    long parent;
    unsigned long own, of_dead_children;
} ProcessTimes;

static ProcessTimes read_times(long process) {
    char path[64], line[1024];
    unsigned long user = 0, system = 0, child_user = 0, child_system = 0;
    ProcessTimes times = {0};
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    const char *rest = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (rest)
        sscanf(rest, ") %*c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &times.parent,
               &user, &system, &child_user, &child_system);
    if (file)
        fclose(file);
    times.own = user + system;
    times.of_dead_children = child_user + child_system;
    return times;
}

double process_processor_s(pid_t process) {
    return (double)read_times((long)process).own / (double)sysconf(_SC_CLK_TCK);
}

double server_run_processor_s(const ServerRun *run) {
    double seconds = 0;
    for (unsigned i = 0; i < run->count; i++)
        seconds += process_processor_s(run->processes[i]);
    return seconds;
}

double postgres_processor_s(pid_t postmaster) {
    ProcessTimes times = read_times((long)postmaster);
    unsigned long ticks = times.own + times.of_dead_children;
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        long process = atol(entry->d_name);
        if (process > 0 && (times = read_times(process)).parent == (long)postmaster)
            ticks += times.own;
    }
    if (processes)
        closedir(processes);
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

/* The names of a server's files. */
static const char *file_name(unsigned server, const char *extension) {
    static char names[LOAD_SERVERS_MAX][2][32];
    char *name = names[server][extension[0] == 'l'];
    snprintf(name, sizeof names[server][0], "congod-%u.%s", server, extension);
    return name;
}

/* Copies the configuration with an administrator's socket, and with another database, if the
 * environment names one. */
static void write_config(FILE *from, unsigned server) {
    char line[1024], folder[4096];
    const char *database = getenv("CONGOD_DATABASE");
    FILE *to = fopen(file_name(server, "conf"), "w");
    if (!to || !getcwd(folder, sizeof folder))
        server_run_die("cannot write a configuration");
    rewind(from);
    while (fgets(line, sizeof line, from))
        if (database && strncmp(line, "database", strlen("database")) == 0)
            fprintf(to, "database = \"%s\";\n", database);
        else if (strncmp(line, "admin", strlen("admin")) == 0)
            fprintf(to, "admin = \"%s/%u\";\n", folder, server);
        else
            fputs(line, to);
    if (fclose(to) != 0)
        server_run_die("cannot write a configuration");
}

static void enter_folder(ServerRun *run, const char *config) {
    FILE *from = fopen(config, "r");
    if (!from || !mkdtemp(run->folder) || chdir(run->folder) != 0)
        server_run_die("cannot make a folder with a congod.conf");
    for (unsigned i = 0; i < run->count; i++)
        write_config(from, i);
    fclose(from);
}

static void leave_folder(const ServerRun *run) {
    unlink("games.db");
    unlink("games.db-wal");
    for (unsigned i = 0; i < run->count; i++) {
        unlink(file_name(i, "conf"));
        unlink(file_name(i, "log"));
    }
    if (chdir("..") == 0)
        rmdir(run->folder);
}

/* Raises the limit of descriptors. */
static void raise_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Returns the port that the server's log names, or 0. */
static int logged_port(const char *name) {
    static const char words[] = "listening on 127.0.0.1:";
    char line[512];
    int found = 0;
    FILE *log = fopen(name, "r");
    while (log && found == 0 && fgets(line, sizeof line, log)) {
        const char *place = strstr(line, words);
        if (place && strchr(line, '\n'))
            found = atoi(place + strlen(words));
    }
    if (log)
        fclose(log);
    return found;
}

/* Waits until a server accepts clients. */
static void wait_for_server(ServerRun *run, unsigned server) {
    Load *load = NULL;
    while (!load || !load_connect(load)) {
        if (daemon_has_ended(run->processes[server]))
            server_run_die("congod has ended; see its log");
        if (!load && (run->servers[server].port = logged_port(file_name(server, "log"))) != 0)
            load = load_create(&(LoadSetup){.servers = {run->servers[server]}, .games = 1});
        server_run_wait_ms(10);
    }
    load_free(load);
}

void server_run_start(ServerRun *run, long count) {
    const char *program = getenv("CONGOD"), *config = getenv("CONGOD_CONF");
    if (count < 1 || count > LOAD_SERVERS_MAX)
        server_run_die("there can be one to eight servers");
    run->count = (unsigned)count;
    strcpy(run->folder, "bench-server-XXXXXX");
    if (!realpath(program ? program : "src/congod", run->program))
        server_run_die("there is no src/congod; CONGOD names another");
    raise_limit();
    enter_folder(run, config ? config : "../bench/congod.conf");
    for (unsigned i = 0; i < run->count; i++) {
        run->processes[i] = daemon_start(run->program, file_name(i, "conf"), file_name(i, "log"));
        wait_for_server(run, i);
    }
    run->idle_kib = server_run_memory_kib(run, "VmRSS:");
}

double server_run_metric(const ServerRun *run, unsigned server, const char *name) {
    char command[5000], line[512], start[80];
    double value = 0;
    int length = snprintf(start, sizeof start, "congod_%s ", name);
    snprintf(command, sizeof command, "%s --config=%s --admin metrics", run->program,
             file_name(server, "conf"));
    FILE *metrics = popen(command, "r"); /* NOLINT(cert-env33-c): a command of our own */
    while (metrics && fgets(line, sizeof line, metrics))
        if (strncmp(line, start, (size_t)length) == 0)
            value = atof(line + length);
    if (!metrics || pclose(metrics) != 0)
        server_run_die("congod tells no metrics");
    return value;
}

/* Returns how many moves the check has counted, by the last such line of a log. */
static uint64_t checked_moves(const char *name) {
    char line[512];
    unsigned long long games, moves = 0;
    FILE *log = fopen(name, "r");
    while (log && fgets(line, sizeof line, log))
        sscanf(line, "ok: %llu game%*[s] with %llu move", &games, &moves);
    if (log)
        fclose(log);
    return moves;
}

bool server_run_stop(const ServerRun *run, uint64_t moves) {
    bool good = true;
    for (unsigned i = 0; i < run->count; i++)
        good = daemon_stop(run->processes[i]) && good;
    good = daemon_run(run->program, file_name(0, "conf"), "--check", file_name(0, "log")) && good;
    uint64_t stored = checked_moves(file_name(0, "log"));
    if (moves > 0)
        printf("%-28s %9" PRIu64 " acknowledged, %" PRIu64 " stored\n", "moves", moves, stored);
    good = good && (moves == 0 || moves == stored);
    printf("%-28s %9s\n", "stopped and checked", good ? "well" : "NOT WELL");
    if (good)
        leave_folder(run);
    return good;
}
