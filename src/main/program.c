#include <config.h>

#include "main/program.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/options.h"

#ifdef HAVE_TLS
#define TLS_STATE "yes"
#else
#define TLS_STATE "no, this program was built without OpenSSL"
#endif
#ifdef HAVE_LIBPQ
#define POSTGRESQL_STATE "yes"
#else
#define POSTGRESQL_STATE "no, this program was built without libpq"
#endif

static int show(const ProgramCommand *run, const Setting *request) {
    const ShellCommand *command = &table_commands[run->id];
    Buffer help = {0};
    if (strcmp(request->name, "version") == 0)
        return program_show_version(command->name);
    if (run->show_help != NULL)
        return run->show_help();
    arguments_help(command, &help);
    return program_print(command->name, &help);
}

int program_run(const ProgramCommand *run, int count, char *const arguments[]) {
    const ShellCommand *command = &table_commands[run->id];
    Arguments given = {.command = command};
    Error error = {0};
    int status = COMMAND_ERROR;
    void *options = memory_allocate(command->table.size);
    setting_table_store_defaults(&command->table, options);
    if (arguments_read(&given, count, arguments, NULL, &error)) {
        if (given.request)
            status = show(run, given.request);
        else if (arguments_store(&given, options, &error))
            status = run->run(options, &error);
    }
    free(options);
    arguments_free(&given);
    return error.code != ERROR_NONE ? program_fail(command->name, &error, status) : status;
}

/* ---- groups of commands ---- */

/* Returns the last word of a command. */
static const char *command_word(const ProgramCommand *command) {
    return strrchr(table_commands[command->id].name, ' ') + 1;
}

static int show_group_help(const ShellCommand *group, const ProgramCommand commands[],
                           size_t command_count) {
    Buffer text = {0};
    for (size_t i = 0; i < command_count; i++) {
        buffer_add_string(&text, i > 0 ? "\n" : "");
        arguments_help(&table_commands[commands[i].id], &text);
    }
    buffer_add_string(&text, group->afterword != NULL ? group->afterword : "");
    return program_print(group->name, &text);
}

/* Reports an unknown command, or that none was given. */
static int report_unknown(const ShellCommand *group, const ProgramCommand commands[],
                          size_t command_count, const char *word) {
    Buffer expected = {0};
    Suggestion closest = {word, "", INT_MAX};
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    for (size_t i = 0; i < command_count; i++) {
        buffer_add_format(&expected, "%s%s",
                          i == 0                  ? ""
                          : i + 1 < command_count ? ", "
                                                  : " or ",
                          command_word(&commands[i]));
        text_suggest(&closest, command_word(&commands[i]));
    }
    if (*word == '\0')
        fprintf(stderr, "%s: expected %s, found nothing\n", group->name, expected.bytes);
    else
        fprintf(stderr, "%s: there is no command %s%s; expected %s\n", group->name,
                text_quote(word, shown), text_suggestion(&closest, "", suggested), expected.bytes);
    buffer_free(&expected);
    return COMMAND_ERROR;
}

int program_run_group(CommandId id, const ProgramCommand commands[], size_t command_count,
                      int count, char *const arguments[]) {
    const ShellCommand *group = &table_commands[id];
    const char *word = count > 1 ? arguments[1] : "";
    const Setting *request = arguments_find_request(word);
    if (request != NULL)
        return strcmp(request->name, "version") == 0
                   ? program_show_version(group->name)
                   : show_group_help(group, commands, command_count);
    for (size_t i = 0; i < command_count; i++)
        if (text_equal_ignore_case(word, command_word(&commands[i])))
            return program_run(&commands[i], count - 1, arguments + 1);
    return report_unknown(group, commands, command_count, word);
}

/* Appends the address for bugs and the project's home. */
static void add_home(Buffer *text) {
    const char *bugs = PACKAGE_BUGREPORT, *page = PACKAGE_URL;
    buffer_add_format(text, "Report bugs to %s.\n",
                      bugs[0] ? bugs : "whoever gave you this program");
    if (page[0])
        buffer_add_format(text, "Home page: %s\n", page);
}

int program_show_version(const char *command) {
    Buffer text = {0};
    buffer_add_format(&text, "%.*s " PACKAGE_VERSION "\n", (int)strcspn(command, " "), command);
    if (strncmp(command, "congo-engine", 12) != 0) /* it connects to nothing */
        buffer_add_string(&text, "Encrypted connections (TLS): " TLS_STATE ".\n");
    if (strcmp(command, "congod") == 0)
        buffer_add_string(&text, "Games in PostgreSQL: " POSTGRESQL_STATE ".\n");
    add_home(&text);
    return program_print(command, &text);
}

int program_print_help(const char *program, Buffer *text) {
    buffer_add_string(text, "\n");
    add_home(text);
    return program_print(program, text);
}

int program_fail(const char *name, const Error *error, int status) {
    if (error->code == ERROR_PIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    fprintf(stderr, "%s: %s\n", name, error->text);
    return status;
}

int program_print(const char *name, Buffer *text) {
    Error error = {0};
    bool written = file_print(stdout, "standard output", text->bytes, text->length, &error);
    buffer_free(text);
    return written ? EXIT_SUCCESS : program_fail(name, &error, EXIT_FAILURE);
}
