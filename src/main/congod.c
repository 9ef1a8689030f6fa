#include <config.h>

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "config/arguments.h"
#include "main/program.h"
#include "server/loop/admin.h"
#include "server/loop/loop.h"
#include "server/store/store_sqlite.h"

static int fail(const Error *error) {
    return program_fail("congod", error, EXIT_FAILURE);
}

static int show(const Setting *request) {
    Buffer text = {0};
    if (strcmp(request->name, "version") == 0)
        return program_show_version("congod");
    arguments_help(&table_commands[COMMAND_CONGOD], &text);
    return program_print_help("congod", &text);
}

/* Returns the file to read, or NULL. */
static const char *config_path(const CongodOptions *options) {
    static const char usual[] = SYSCONFDIR "/congo/congod.conf";
    if (options->config)
        return strcmp(options->config, "none") == 0 ? NULL : options->config;
    return access(usual, F_OK) == 0 ? usual : NULL;
}

/* Makes a path that the server, which has another working folder, can read from one line. */
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

/* Asks the running server, or opens the database if there is none. */
static bool run_maintenance(const CongodOptions *options, const ServerSettings *settings,
                            Error *error) {
    char path[STORE_PATH_SIZE] = "", request[STORE_PATH_SIZE + 16];
    Buffer answer = {0};
    StoreCompletion completion = {0};
    bool is_backup = options->backup != NULL, succeeded = true;
    if (is_backup && !make_absolute(options->backup, path, error))
        return false;
    snprintf(request, sizeof request, "%s%s", is_backup ? "backup " : "check", path);
    if (!settings->admin[0] || !admin_ask(settings->admin, request, &answer, NULL)) {
        buffer_clear(&answer);
        succeeded = is_backup ? store_sqlite_backup(settings->database, path, &completion, error)
                              : store_sqlite_check(settings->database, &completion, error);
        completion.kind = is_backup ? STORE_BACKUP : STORE_CHECK;
        if (succeeded)
            admin_report(&answer, &completion);
        store_completion_free(&completion);
    }
    bool ok = succeeded && admin_is_ok(&answer);
    if (succeeded && !ok)
        error_set(error, ERROR_STATE, "%s", is_backup ? "there is no backup" : "the check failed");
    bool written =
        file_print(stdout, "standard output", answer.bytes, answer.length, ok ? error : NULL);
    buffer_free(&answer);
    return ok && written;
}

static int run(const CongodOptions *options) {
    static LoopOptions setup = {.version = PACKAGE_VERSION};
    Error error = {0};
    setup.config_path = config_path(options);
    setup.until_eof = options->until_eof;
    server_settings_default(&setup.settings);
    if (setup.config_path && !server_settings_read(&setup.settings, setup.config_path, &error))
        return fail(&error);
    if (!options->check && !options->backup)
        return loop_run(&setup);
    return run_maintenance(options, &setup.settings, &error) ? EXIT_SUCCESS : fail(&error);
}

int main(int count, char **arguments) {
    Arguments given = {.command = &table_commands[COMMAND_CONGOD]};
    CongodOptions options = {0};
    Error error = {0};
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is reported like a full disk */
    if (!arguments_read(&given, count, arguments, NULL, &error) ||
        (!given.request && !arguments_store(&given, &options, &error)))
        return fail(&error);
    const Setting *request = given.request;
    arguments_free(&given);
    return request ? show(request) : run(&options);
}
