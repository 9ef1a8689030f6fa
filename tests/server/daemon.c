#include <config.h>

#include "daemon.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    close(file);
    execl(program, "congod", option, action, (char *)NULL);
    perror(program);
    _exit(127);
}

static bool exited_successfully(pid_t child) {
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

pid_t daemon_start(const char *program, const char *config, const char *log) {
    return start(program, config, NULL, log);
}

bool daemon_has_ended(pid_t daemon) {
    return waitpid(daemon, NULL, WNOHANG) != 0;
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
    kill(daemon, SIGTERM);
    return exited_successfully(daemon);
}

bool daemon_run(const char *program, const char *config, const char *action, const char *log) {
    return exited_successfully(start(program, config, action, log));
}
