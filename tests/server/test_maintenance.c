/* congod --check and congod --backup, with a busy server, without one, and after one was killed. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/memory.h"
#include "../support/daemon.h"
#include "../support/load.h"
#include "../support/scratch.h"
#include "server/loop/admin.h"
#include "server/loop/connections.h"

enum { TIMEOUT_MS = 300000, HANG_SECONDS = 1200, LONG_REQUEST = 4 << 20 };

static const char config[] = "listen = [ \"%s\" ];\n"
                             "database = \"%s\";\n"
                             "admin = \"%s\";\n"
                             "limits = { outage = 0; commands = 0; games = 0; };\n";

static char program[SCRATCH_PATH_SIZE], address[SCRATCH_PATH_SIZE];

static void write_config(const char *name, const char *database) {
    char text[sizeof config + 4 * SCRATCH_PATH_SIZE];
    snprintf(text, sizeof text, config, address, scratch_path(database), scratch_path("admin"));
    scratch_write(name, text);
}

static int begin(void **state) {
    const char *build = getenv("CONGO_BUILD");
    snprintf(program, sizeof program, "%s/src/congod", build ? build : ".");
    if (scratch_make(state) != 0 || chdir(scratch_path("")) != 0)
        return -1;
    snprintf(address, sizeof address, "%s", scratch_path("clients"));
    write_config("congod.conf", "games.db");
    write_config("copy.conf", "copy.db");
    return 0;
}

/* The seed determines the keys, and a key creates one game. */
static Load *create_load(unsigned seed) {
    return load_create(&(LoadSetup){.servers = {{.socket = address}}, .games = 5, .seed = seed});
}

static pid_t start(Load *load) {
    pid_t server = daemon_start(program, "congod.conf", "congod.log");
    while (!load_connect(load)) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        assert_false(daemon_has_ended(server));
    }
    return server;
}

/* Returns the contents of a file, valid until the next call. */
static const char *read_text(const char *name) {
    static char text[4096];
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Returns the output of a run, valid until the next call. */
static const char *run_congod(bool *succeeded, const char *configuration, const char *action) {
    unlink("output");
    *succeeded = daemon_run(program, configuration, action, "output");
    return read_text("output");
}

static void assert_runs(const char *configuration, const char *action) {
    bool succeeded;
    const char *text = run_congod(&succeeded, configuration, action);
    if (!succeeded)
        fail_msg("%s %s: %s", configuration, action, text);
}

static long count_moves(const char *name) {
    sqlite3 *file;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(name, &file), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(file, "SELECT count(*) FROM move", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    long count = (long)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(file);
    return count;
}

/* Runs congod while moves are played. */
static void run_under_load(Load *load, const char *action) {
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(!daemon_run(program, "congod.conf", action, "output"));
    while (waitpid(child, &status, WNOHANG) == 0)
        assert_true(load_run(load, 5, UINT32_MAX));
    assert_int_equal(status, 0);
}

static void test_running_server(void **state) {
    (void)state;
    LoadStats before, after;
    Load *load = create_load(1);
    pid_t server = start(load);
    load_set_rate(load, 0);
    load_run(load, TIMEOUT_MS, 100);
    load_stats(load, &before);
    run_under_load(load, "--check");
    run_under_load(load, "--backup=copy.db");
    load_run(load, TIMEOUT_MS, 50);
    load_stats(load, &after);
    assert_true(after.moves >= before.moves + 50);
    assert_true(daemon_stop(server));
    load_free(load);

    struct stat status;
    assert_int_equal(stat("copy.db", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_runs("copy.conf", "--check");
    assert_true(count_moves("copy.db") >= (long)before.moves);
    assert_true(count_moves("copy.db") < count_moves("games.db"));
}

/* A job reads the log of a killed server too, and changes nothing. */
static void test_killed_server(void **state) {
    (void)state;
    LoadStats stats;
    Load *load = create_load(2);
    pid_t server = start(load);
    load_set_rate(load, 0);
    load_run(load, TIMEOUT_MS, 100);
    daemon_kill(server);
    load_drop(load, 0);
    load_stats(load, &stats);
    load_free(load);
    assert_int_equal(access("games.db-wal", F_OK), 0);
    assert_runs("congod.conf", "--check");
    assert_runs("congod.conf", "--backup=copy.db");
    assert_runs("copy.conf", "--check");
    assert_int_equal(access("games.db-wal", F_OK), 0);
    assert_true(count_moves("copy.db") >= (long)stats.moves);
    assert_int_equal(count_moves("copy.db"), count_moves("games.db"));
}

/* Damage is reported, and the exit status is 1. */
static void test_damage(void **state) {
    (void)state;
    bool succeeded;
    sqlite3 *file;
    assert_int_equal(sqlite3_open("copy.db", &file), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(file, "UPDATE move SET path='a1a7' WHERE ply=1", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    const char *text = run_congod(&succeeded, "copy.conf", "--check");
    assert_false(succeeded);
    assert_non_null(strstr(text, "move 2: the checksum is wrong"));

    text = run_congod(&succeeded, "copy.conf", "--backup=copy.db");
    assert_false(succeeded);
    assert_non_null(strstr(text, "this is the database itself"));
    static const char *const others[] = {"--backup=congod.conf", "--backup=games.db"};
    for (int i = 0; i < 2; i++) {
        text = run_congod(&succeeded, "copy.conf", others[i]);
        assert_false(succeeded);
        assert_non_null(strstr(text, "this file is not an earlier backup; --force replaces it"));
    }
    text = run_congod(&succeeded, "copy.conf", "--backup=nowhere/copy.db");
    assert_false(succeeded);
    assert_non_null(strstr(text, "No such file or directory"));
    write_config("none.conf", "none.db");
    text = run_congod(&succeeded, "none.conf", "--check");
    assert_false(succeeded);
    assert_non_null(strstr(text, "none.db: cannot be opened: No such file or directory"));
}

/* Connects to a socket of the server. The caller closes the connection. */
static int connect_to(const char *name) {
    struct sockaddr_un socket_address = {.sun_family = AF_UNIX};
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(socket_address.sun_path, sizeof socket_address.sun_path, "%s", name);
    /* The name exists a moment before the server listens. */
    while (connect(connection, (struct sockaddr *)&socket_address, sizeof socket_address) != 0)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    return connection;
}

/* Starts a server and waits until it accepts clients. */
static pid_t start_congod(const char *configuration, const char *log) {
    unlink("clients");
    unlink("admin"); /* left by a server that was killed */
    pid_t server = daemon_start(program, configuration, log);
    while (!daemon_is_listening("clients")) {
        assert_false(daemon_has_ended(server));
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return server;
}

/* A running server reports damage too, and survives administrators that hang up. */
static void test_damage_with_running_server(void **state) {
    (void)state;
    bool succeeded;
    pid_t server = start_congod("copy.conf", "copy.log");
    for (int i = 0; i < 3; i++) {
        int connection = connect_to("admin");
        assert_int_equal(write(connection, "check\n", i < 2 ? 6 : 3), i < 2 ? 6 : 3);
        close(connection);
    }
    const char *text = run_congod(&succeeded, "copy.conf", "--check");
    assert_false(succeeded);
    assert_non_null(strstr(text, "move 2: the checksum is wrong"));
    assert_non_null(strstr(text, " damaged\n"));
    assert_non_null(strstr(read_text("copy.log"),
                           "the check requested by the administrator found damaged entries: "));
    assert_true(daemon_stop(server));
}

/* An administrator gets an error if the server hangs up. The request is longer than a socket's
 * buffer, so that it is not sent completely. */
static void test_server_hangs_up(void **state) {
    (void)state;
    Error error = {0};
    Buffer answer = {0};
    int listener = socket_listen(scratch_path("hangs-up"), 0600, &error);
    assert_true(listener >= 0);
    pid_t child = fork();
    if (child == 0) {
        int client;
        while ((client = accept(listener, NULL, NULL)) < 0)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        _exit(close(client));
    }
    char *request = memory_allocate(LONG_REQUEST + 1);
    memset(request, 'x', LONG_REQUEST);
    assert_false(admin_ask(scratch_path("hangs-up"), request, &answer, &error));
    assert_non_null(strstr(error.text, "hangs-up: Broken pipe"));
    assert_int_equal(answer.length, 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    buffer_free(&answer);
    free(request);
    close(listener);
}

/* Checks the server's notifications of a service manager at a socket of that name. */
static void check_notifications(const char *name) {
    struct sockaddr_un socket_address = {.sun_family = AF_UNIX};
    char first_message[64] = "", last_message[64] = "";
    int manager = socket(AF_UNIX, SOCK_DGRAM, 0);
    size_t length = offsetof(struct sockaddr_un, sun_path) + strlen(name);
    snprintf(socket_address.sun_path, sizeof socket_address.sun_path, "%s", name);
    if (name[0] == '@')
        socket_address.sun_path[0] = '\0';
    assert_int_equal(bind(manager, (struct sockaddr *)&socket_address, (socklen_t)length), 0);
    setenv("NOTIFY_SOCKET", name, 1);
    pid_t server = daemon_start(program, "congod.conf", "congod.log");
    unsetenv("NOTIFY_SOCKET");
    assert_true(recv(manager, first_message, sizeof first_message - 1, 0) > 0);
    close(connect_to("clients")); /* it is ready */
    assert_true(daemon_stop(server));
    assert_true(recv(manager, last_message, sizeof last_message - 1, 0) > 0);
    close(manager);
    assert_string_equal(first_message, "READY=1");
    assert_string_equal(last_message, "STOPPING=1");
}

static void test_service_manager(void **state) {
    (void)state;
    check_notifications(scratch_path("manager"));
#ifdef __linux__ /* has abstract socket names */
    char name[64];
    snprintf(name, sizeof name, "@congo-test-%ld", (long)getpid());
    check_notifications(name);
#endif
}

static void test_system_log(void **state) {
    (void)state;
    char text[sizeof config + 4 * SCRATCH_PATH_SIZE];
    snprintf(text, sizeof text, "listen = \"%s\"; database = \"games.db\"; admin = \"\"; %s",
             address, "log = \"syslog\";");
    scratch_write("quiet.conf", text);
    assert_true(daemon_stop(start_congod("quiet.conf", "quiet.log")));
    assert_string_equal(read_text("quiet.log"), "");
}

int main(void) {
    alarm(HANG_SECONDS); /* a hang is a failure */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_running_server),  cmocka_unit_test(test_killed_server),
        cmocka_unit_test(test_damage),          cmocka_unit_test(test_damage_with_running_server),
        cmocka_unit_test(test_server_hangs_up), cmocka_unit_test(test_service_manager),
        cmocka_unit_test(test_system_log),
    };
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
