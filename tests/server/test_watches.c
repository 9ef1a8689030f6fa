/* congod when the system has no more watches for sockets: clients are refused, and the others play
 * on. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../support/scratch.h"

#include "server/loop/loop.h"

enum { INHERITED = 3 };

static atomic_bool exhausted;
static struct sockaddr_in address; /* of the inherited socket */
static LoopOptions options;

static bool is_internet(int fd) {
    int domain = 0;
    socklen_t length = sizeof domain;
    return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_INET;
}

/* Takes the place of the C library's, for libuv too. libuv's own pipes keep their watches. */
int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
    if (exhausted && operation == EPOLL_CTL_ADD && is_internet(fd)) {
        errno = ENOSPC;
        return -1;
    }
    return (int)syscall(SYS_epoll_ctl, epoll, operation, fd, event);
}

static void *serve(void *status) {
    *(int *)status = loop_run(&options);
    return NULL;
}

/* Connects, and returns the socket once the server's first line begins with `greeting`. */
static int connect_and_expect(const char *greeting) {
    char line[512] = "";
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_true(recv(fd, line, sizeof line - 1, 0) > 0);
    if (strncmp(line, greeting, strlen(greeting)) != 0)
        fail_msg("expected \"%s...\", not \"%s\"", greeting, line);
    return fd;
}

/* When a client is answered, its socket has its watch. */
static void expect_service(int fd) {
    char answer[100] = "";
    assert_int_equal(send(fd, "PING\n", 5, MSG_NOSIGNAL), 5);
    assert_true(recv(fd, answer, sizeof answer - 1, 0) > 0);
    assert_string_equal(answer, "+PONG\n");
}

static void client_without_a_watch_is_refused_and_the_others_are_served(void **state) {
    (void)state;
    pthread_t thread;
    int status = -1;
    assert_int_equal(pthread_create(&thread, NULL, serve, &status), 0);
    int first = connect_and_expect("!HELLO ");
    expect_service(first);
    exhausted = true;
    int second = connect_and_expect("!BYE full retry=30\n");
    expect_service(first);
    exhausted = false;
    int third = connect_and_expect("!HELLO ");
    expect_service(third);
    kill(getpid(), SIGTERM);
    pthread_join(thread, NULL);
    assert_int_equal(status, EXIT_SUCCESS);
    close(first);
    close(second);
    close(third);
}

static void server_without_a_watch_for_its_socket_does_not_start(void **state) {
    (void)state;
    exhausted = true;
    int status = loop_run(&options);
    exhausted = false;
    assert_int_equal(status, EXIT_FAILURE);
}

/* Passes a listening socket as systemd does, so that its port is known. */
static void inherit_socket(void) {
    char process[20];
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    address =
        (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 5) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0 || dup2(fd, INHERITED) < 0)
        exit(EXIT_FAILURE);
    if (fd != INHERITED)
        close(fd);
    snprintf(process, sizeof process, "%ld", (long)getpid());
    setenv("LISTEN_PID", process, 1);
    setenv("LISTEN_FDS", "1", 1);
}

static int set_up(void **state) {
    int failed = scratch_make(state);
    server_settings_default(&options.settings);
    options.version = "test";
    options.settings.admin[0] = '\0';
    options.settings.listen.count = 1;
    strcpy(options.settings.listen.text[0], "127.0.0.1:0");
    snprintf(options.settings.database, sizeof options.settings.database, "%s",
             scratch_path("games.db"));
    return failed;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(client_without_a_watch_is_refused_and_the_others_are_served),
        cmocka_unit_test(server_without_a_watch_for_its_socket_does_not_start),
    };
    inherit_socket();
    return cmocka_run_group_tests(tests, set_up, scratch_remove);
}
