#include <config.h>

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "config/admin_verbs.h"
#include "config/options.h"
#include "main/program.h"
#include "server/loop/admin.h"
#include "server/loop/loop.h"
#include "server/loop/connections.h"
#include "server/store/store_open.h"
#include "server/store/maintenance.h"
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
    char path[STORE_PATH_SIZE] = "", request[STORE_PATH_SIZE + 24];
    Buffer answer = {0};
    StoreCompletion completion = {0};
    bool is_backup = options->backup != NULL, succeeded = true;
    if (is_backup && !make_absolute(options->backup, path, error))
        return false;
    snprintf(request, sizeof request, "%s%s%s", is_backup ? "backup " : "check",
             is_backup && options->force ? "force " : "", path);
    if (!settings->admin[0] || !admin_ask(settings->admin, request, &answer, NULL)) {
        buffer_clear(&answer);
        succeeded = is_backup ? store_sqlite_backup(settings->database, path, options->force,
                                                    &completion, error)
                              : store_open_check(settings->database, &completion, error);
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

/* Passes a request of the administrator's to the running server. */
static bool run_request(const CongodOptions *options, const ServerSettings *settings,
                        Error *error) {
    Buffer request = {0}, answer = {0};
    char shown[QUOTE_SIZE];
    if (text_find_word(admin_words, options->admin) < 0)
        return error_set(error, ERROR_SYNTAX,
                         "--admin: there is no request %s; --admin=help lists "
                         "them",
                         text_quote(options->admin, shown));
    if (!settings->admin[0])
        return error_set(error, ERROR_STATE,
                         "the configuration has no socket for the "
                         "administrator");
    buffer_add_string(&request, options->admin);
    for (size_t i = 0; i < options->operands.count; i++)
        buffer_add_format(&request, " %s", options->operands.items[i]);
    bool good = strpbrk(request.bytes, "\r\n")
                    ? error_set(error, ERROR_SYNTAX, "--admin: expected one line")
                    : admin_ask(settings->admin, request.bytes, &answer, error);
    bool ok = good && admin_is_ok(&answer);
    if (good && !ok)
        error_set(error, ERROR_STATE, "--admin: the server has not done it");
    bool written = !good || file_print(stdout, "standard output", answer.bytes, answer.length,
                                       ok ? error : NULL);
    buffer_free(&request);
    buffer_free(&answer);
    return ok && written;
}

/* A server whose database file was removed has no lock on the file, but its socket answers. */
static bool check_server_stopped(const ServerSettings *settings, Error *error) {
    int connection = settings->admin[0] ? socket_connect(settings->admin, NULL) : -1;
    if (connection < 0)
        return true;
    close(connection);
    return error_set(error, ERROR_STATE, "the server is running; stop it before --restore");
}

static bool run_restore(const CongodOptions *options, const ServerSettings *settings,
                        Error *error) {
    RestoreResult result;
    Buffer text = {0};
    if (!check_server_stopped(settings, error) ||
        !restore_run(settings->database, options->restore, options->force, &result, error))
        return false;
    buffer_add_format(&text, "ok: %s is now a copy of %s\n", settings->database, options->restore);
    if (result.damaged > 0)
        buffer_add_format(&text, "It has %llu damaged games or pages.\n",
                          (unsigned long long)result.damaged);
    if (result.kept[0])
        buffer_add_format(&text, "What was there before is kept in %s\n", result.kept);
    bool written = file_print(stdout, "standard output", text.bytes, text.length, error);
    buffer_free(&text);
    return written;
}

static void report_progress(const char *sentence) {
    fprintf(stderr, "congod: %s\n", sentence);
}

static bool run_copy(const CongodOptions *options, Error *error) {
    if (options->operands.count != 2)
        return error_set(error, ERROR_SYNTAX, "expected two databases after --copy, FROM and TO");
    const StoreCopyOptions copy = {.from = options->operands.items[0],
                                   .to = options->operands.items[1],
                                   .leaves_out_damaged = options->force,
                                   .patience_ms = 15000,
                                   .report_every_ms = 5000,
                                   .report = report_progress};
    StoreCopyResult result;
    bool copied = store_copy_run(&copy, &result, error);
    if (copied && result.continued > 0)
        buffer_add_format(&result.text, "%llu game%s there from an earlier copy\n",
                          (unsigned long long)result.continued,
                          result.continued == 1 ? " was" : "s were");
    if (copied && result.damaged > 0)
        buffer_add_format(&result.text, "%llu damaged game%s left out\n",
                          (unsigned long long)result.damaged,
                          result.damaged == 1 ? " was" : "s were");
    if (copied)
        buffer_add_format(&result.text,
                          "ok: %llu game%s with %llu move%s, each compared and replayed\n",
                          (unsigned long long)result.games, text_plural(result.games),
                          (unsigned long long)result.moves, text_plural(result.moves));
    bool written = file_print(stdout, "standard output", result.text.bytes, result.text.length,
                              copied ? error : NULL);
    buffer_free(&result.text);
    return copied && written;
}

/* Checks the database's name, and whether the options suit such a database. */
static bool check_database(const CongodOptions *options, const LoopOptions *setup, Error *error) {
    if (!conninfo_matches(setup->settings.database))
        return true;
    if (!conninfo_check(setup->settings.database, error))
        return error_prefix(error, "%s: database: ", setup->config_path);
    if (!options->backup && !options->restore)
        return true;
    return error_set(error, ERROR_UNSUPPORTED,
                     "PostgreSQL's own tools, such as pg_dump and pg_basebackup, copy and restore "
                     "its databases: see congo-cluster(7)");
}

static int run(const CongodOptions *options) {
    static LoopOptions setup = {.version = PACKAGE_VERSION};
    char found[QUOTE_SIZE];
    Error error = {0};
    if (options->copy)
        return run_copy(options, &error) ? EXIT_SUCCESS : fail(&error);
    if (options->operands.count > 0 && !options->admin) {
        error_set(&error, ERROR_SYNTAX, "expected an option, found %s",
                  text_quote(options->operands.items[0], found));
        return fail(&error);
    }
    setup.config_path = config_path(options);
    setup.until_eof = options->until_eof;
    setup.is_forced = options->force;
    server_settings_default(&setup.settings);
    if (setup.config_path && !server_settings_read(&setup.settings, setup.config_path, &error))
        return fail(&error);
    if (options->admin)
        return run_request(options, &setup.settings, &error) ? EXIT_SUCCESS : fail(&error);
    if (!check_database(options, &setup, &error))
        return fail(&error);
    if (options->restore)
        return run_restore(options, &setup.settings, &error) ? EXIT_SUCCESS : fail(&error);
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
    int status = given.request ? show(given.request) : run(&options);
    arguments_free(&given);
    return status;
}
