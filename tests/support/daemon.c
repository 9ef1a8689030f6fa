#include <config.h>

#include "daemon.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start(const char *program, const char *config, const char *action, const char *log) {
    char option[1200];
    snprintf(option, sizeof option, "--config=%s", config);
    pid_t child = fork();
    if (child != 0)
        return child;
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves no server */
#endif
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    close(file);
    execl(program, "congod", option, action, (char *)NULL);
    perror(program);
    _exit(127);
}

static bool is_success(int status) {
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const char *log_path = ""; /* of the last daemon */

/* Prints how a daemon ended, which should not have, and its log. */
static void report_end(int status) {
    if (WIFSIGNALED(status))
        fprintf(stderr, "congod was killed by signal %d\n", WTERMSIG(status));
    else
        fprintf(stderr, "congod ended with status %d\n", WEXITSTATUS(status));
    daemon_print_log();
}

void daemon_print_log(void) {
    char line[512];
    FILE *log = fopen(log_path, "r");
    fprintf(stderr, "%s:\n", log_path);
    while (log && fgets(line, sizeof line, log))
        fputs(line, stderr);
    if (log)
        fclose(log);
}

pid_t daemon_start(const char *program, const char *config, const char *log) {
    log_path = log;
    return start(program, config, NULL, log);
}

bool daemon_has_ended(pid_t daemon) {
    int status;
    pid_t ended = waitpid(daemon, &status, WNOHANG);
    if (ended == daemon)
        report_end(status);
    return ended != 0;
}

/* The file of a socket is there a moment before the server listens. */
bool daemon_is_listening(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    bool listening = fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    if (fd >= 0)
        close(fd);
    return listening;
}

void daemon_kill(pid_t daemon) {
    kill(daemon, SIGKILL);
    waitpid(daemon, NULL, 0);
}

bool daemon_stop(pid_t daemon) {
    int status;
    kill(daemon, SIGTERM);
    if (waitpid(daemon, &status, 0) != daemon)
        return false;
    if (!is_success(status))
        report_end(status);
    return is_success(status);
}

bool daemon_run(const char *program, const char *config, const char *action, const char *log) {
    int status;
    pid_t child = start(program, config, action, log);
    return waitpid(child, &status, 0) == child && is_success(status);
}
