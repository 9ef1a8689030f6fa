#include <config.h>

#include "main/program.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "config/arguments.h"

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
    table_store_defaults(&command->table, options);
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

/* Tells where Congo lives. */
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
