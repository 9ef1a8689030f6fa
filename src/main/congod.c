#include <config.h>

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/loop/admin.h"
#include "server/loop/loop.h"
#include "server/store/store_sqlite.h"

typedef enum CongodAction { ACTION_SERVE, ACTION_CHECK, ACTION_BACKUP } CongodAction;

typedef struct CongodOptions {
    const char *config;
    CongodAction action;
    const char *backup;
} CongodOptions;

static void print_help(void) {
    puts("Usage: congod [--config=FILE]\n"
         "       congod [--config=FILE] --check\n"
         "       congod [--config=FILE] --backup=FILE\n"
         "\n"
         "The server of Congo: durable games for programs, scripts and people.\n"
         "\n"
         "  --config=FILE   the configuration; \"none\": the defaults\n"
         "                  (" SYSCONFDIR "/congo/congod.conf, if it is there)\n"
         "  --check         plays every stored game again, and tells what is wrong\n"
         "  --backup=FILE   writes a copy of all games to FILE\n"
         "  --help          this help\n"
         "  --version       the version\n"
         "\n"
         "--check and --backup ask the running server, or else work on its database.\n"
         "congod(8) explains the configuration, congo-protocol(7) the protocol.");
}

static void print_version(void) {
    puts("congod " PACKAGE_VERSION);
}

/* What was to be shown is lost if standard output cannot take it. */
static bool flush_output(Error *error) {
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           error_set(error, ERROR_IO, "standard output: %s", strerror(errno));
}

static int fail(const Error *error) {
    fprintf(stderr, "congod: %s\n", error->text);
    return EXIT_FAILURE;
}

/* The exit status of a program that was only to show this. */
static int show(void print(void)) {
    Error error = {0};
    print();
    return flush_output(&error) ? EXIT_SUCCESS : fail(&error);
}

static int reject_argument(const char *expected, const char *found) {
    fprintf(stderr, "congod: expected %s, found \"%.60s\"; see congod --help\n", expected, found);
    return EXIT_FAILURE;
}

/* False when the program has nothing more to do; *status is then its exit status. */
static bool parse(int count, char **arguments, CongodOptions *options, int *status) {
    static const struct option known[] = {
        {"config", required_argument, NULL, 'c'}, {"check", no_argument, NULL, 'k'},
        {"backup", required_argument, NULL, 'b'}, {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},      {NULL, 0, NULL, 0}};
    int option;
    *status = EXIT_SUCCESS;
    while ((option = getopt_long(count, arguments, ":", known, NULL)) != -1)
        switch (option) {
        case 'c':
            options->config = optarg;
            break;
        case 'k':
            options->action = ACTION_CHECK;
            break;
        case 'b':
            options->action = ACTION_BACKUP;
            options->backup = optarg;
            break;
        case 'h':
            *status = show(print_help);
            return false;
        case 'v':
            *status = show(print_version);
            return false;
        default:
            *status =
                reject_argument(option == ':' ? "a value" : "an option", arguments[optind - 1]);
            return false;
        }
    if (optind == count)
        return true;
    *status = reject_argument("an option", arguments[optind]);
    return false;
}

/* The file that is read; NULL: none. */
static const char *config_path(const CongodOptions *options) {
    static const char usual[] = SYSCONFDIR "/congo/congod.conf";
    if (options->config)
        return strcmp(options->config, "none") == 0 ? NULL : options->config;
    return access(usual, F_OK) == 0 ? usual : NULL;
}

/* The server has another working folder, and is asked in a line. */
static bool make_absolute(const char *path, char absolute[STORE_PATH_SIZE], Error *error) {
    char folder[PATH_MAX] = "";
    if (path[0] != '/' && !getcwd(folder, sizeof folder))
        return error_set(error, ERROR_IO, "the working folder: %s", strerror(errno));
    int length = snprintf(absolute, STORE_PATH_SIZE, "%s%s%s", folder, folder[0] ? "/" : "", path);
    if (length < 0 || length >= STORE_PATH_SIZE)
        return error_set(error, ERROR_RANGE, "%.60s: this path is too long", path);
    return !strpbrk(absolute, "\r\n") ||
           error_set(error, ERROR_SYNTAX, "%.60s: expected a path without line breaks", absolute);
}

/* What the running server is asked; false when there is none. */
static bool ask_server(const ServerSettings *settings, const char *request, Buffer *answer) {
    return settings->admin[0] && admin_ask(settings->admin, request, answer, NULL);
}

static bool run_maintenance(const CongodOptions *options, const ServerSettings *settings,
                            Error *error) {
    char path[STORE_PATH_SIZE] = "", request[STORE_PATH_SIZE + 16];
    Buffer answer = {0};
    StoreCompletion completion = {0};
    bool is_backup = options->action == ACTION_BACKUP, succeeded = true;
    if (is_backup && !make_absolute(options->backup, path, error))
        return false;
    snprintf(request, sizeof request, "%s%s", is_backup ? "backup " : "check", path);
    if (!ask_server(settings, request, &answer)) {
        buffer_clear(&answer);
        succeeded = is_backup ? store_sqlite_backup(settings->database, path, &completion, error)
                              : store_sqlite_check(settings->database, &completion, error);
        completion.kind = is_backup ? STORE_BACKUP : STORE_CHECK;
        if (succeeded)
            admin_report(&answer, &completion);
        store_completion_free(&completion);
    }
    fputs(answer.bytes ? answer.bytes : "", stdout);
    bool ok = succeeded && admin_is_ok(&answer);
    buffer_free(&answer);
    if (succeeded && !ok)
        error_set(error, ERROR_STATE, "%s", is_backup ? "there is no backup" : "the check failed");
    return ok && flush_output(error);
}

int main(int count, char **arguments) {
    CongodOptions options = {0};
    Error error = {0};
    static LoopOptions setup = {.version = PACKAGE_VERSION};
    int status;
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is reported like a full disk */
    if (!parse(count, arguments, &options, &status))
        return status;
    setup.config_path = config_path(&options);
    server_settings_default(&setup.settings);
    if (setup.config_path && !server_settings_read(&setup.settings, setup.config_path, &error))
        return fail(&error);
    if (options.action == ACTION_SERVE)
        return loop_run(&setup);
    return run_maintenance(&options, &setup.settings, &error) ? EXIT_SUCCESS : fail(&error);
}
