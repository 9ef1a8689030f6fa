#include <config.h>

#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/fen_command.h"
#include "cli/file_command.h"
#include "config/options.h"
#include "main/program.h"
#include "script/sandbox.h"
#include "script/script_run.h"
#include "term/capability.h"
#include "tui/app.h"
#include "tui/keymap.h"

static const ProgramCommand file_commands[] = {
    {COMMAND_FILE_CHECK, file_check},
    {COMMAND_FILE_CONVERT, file_convert},
    {COMMAND_FILE_MERGE, file_merge},
};
enum { FILE_COMMAND_COUNT = sizeof file_commands / sizeof file_commands[0] };

static const ProgramCommand fen = {COMMAND_FEN, fen_command};

/* Opens /dev/null for closed standard files, whose numbers other files would get. Read-only, so
 * that writing to them fails. */
static void reserve_standard_fds(void) {
    int file;
    do
        file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

static int show_file_help(void) {
    Buffer text = {0};
    for (int i = 0; i < FILE_COMMAND_COUNT; i++) {
        buffer_add_string(&text, i > 0 ? "\n" : "");
        arguments_help(&table_commands[file_commands[i].id], &text);
    }
    buffer_add_string(&text, "\nA FILE that is - is standard input: see congo-file(6).\n");
    return program_print("congo file", &text);
}

/* Runs congo file; `arguments` begins with "file". */
static int run_file_command(int count, char **arguments) {
    const char *verb = count > 1 ? arguments[1] : "";
    Suggestion closest = {verb, "", INT_MAX};
    char shown[QUOTE_SIZE];
    if (strcmp(verb, "--help") == 0)
        return show_file_help();
    for (int i = 0; i < FILE_COMMAND_COUNT; i++) {
        const char *known = strrchr(table_commands[file_commands[i].id].name, ' ') + 1;
        if (strcmp(verb, known) == 0)
            return program_run(&file_commands[i], count - 1, arguments + 1);
        text_suggest(&closest, known);
    }
    if (count < 2)
        fputs("congo file: expected check, convert or merge, found nothing\n", stderr);
    else
        fprintf(stderr,
                "congo file: expected check, convert or merge, the closest is %s, found %s\n",
                closest.known, text_quote(verb, shown));
    return COMMAND_ERROR;
}

/* Runs a command of congo; `arguments` begins with its name. */
static int run_command(int count, char **arguments) {
    Suggestion closest = {arguments[0], "", INT_MAX};
    char shown[QUOTE_SIZE];
    if (strcmp(arguments[0], "file") == 0)
        return run_file_command(count, arguments);
    if (strcmp(arguments[0], "fen") == 0)
        return program_run(&fen, count, arguments);
    text_suggest(&closest, "file");
    text_suggest(&closest, "fen");
    fprintf(
        stderr,
        "congo: expected an option such as --white=hi/negamax, or a command, the closest is %s, "
        "found %s\n",
        closest.known, text_quote(arguments[0], shown));
    return EXIT_FAILURE;
}

static int show(OptionsRequest request) {
    Buffer text = {0};
    if (request == OPTIONS_HELP_KEYS)
        keymap_print(stdout);
    else if (request == OPTIONS_VERSION)
        buffer_add_string(&text, "congo " PACKAGE_VERSION "\n");
    else
        arguments_help(&table_commands[COMMAND_CONGO], &text);
    return program_print("congo", &text);
}

static bool needs_line_interface(const Settings *settings) {
    if (settings->ui != UI_AUTO)
        return settings->ui == UI_CLI;
    return settings->plain || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
           !capability_probe(NULL);
}

static int run_full_screen(const Settings *settings, const ScriptRunOptions *script) {
    Error error = {0};
    if (script->script != NULL || script->record != NULL)
        return script_run(settings, script);
    if (app_run(settings, NULL, &error))
        return EXIT_SUCCESS;
    fprintf(stderr, "congo: %s\n", error.text);
    return EXIT_FAILURE;
}

static int play(const Settings *settings, const ScriptRunOptions *script) {
    signal(SIGPIPE, SIG_IGN); /* a closed connection is reported as an error */
    if (!needs_line_interface(settings))
        return run_full_screen(settings, script);
    const char *option = settings->start_mode == START_TOUR ? "tour"
                         : script->script != NULL           ? "script"
                         : script->record != NULL           ? "record"
                                                            : NULL;
    if (option == NULL)
        return cli_run(settings);
    fprintf(stderr, "congo: --%s: expected a terminal for the full screen, found none\n", option);
    return EXIT_FAILURE;
}

static bool parse_options(int count, char **arguments, const Script *script, Settings *settings,
                          OptionsRequest *request, Error *error) {
    size_t line_count = 0;
    OptionLine *lines = script != NULL ? script_options(script, &line_count) : NULL;
    bool good = options_parse(count, arguments, lines, line_count, settings, request, error);
    free(lines);
    return good;
}

/* Enters the sandbox before reading the options, which may name files in it. */
static int run(int count, char **arguments, const ScriptRunOptions *script) {
    static Settings settings;
    OptionsRequest request;
    Error error = {0};
    if (((script->script != NULL || script->record != NULL) &&
         !sandbox_enter(script->script, &error)) ||
        !parse_options(count, arguments, script->script, &settings, &request, &error)) {
        fprintf(stderr, "congo: %s\n", error.text);
        return EXIT_FAILURE;
    }
    return request == OPTIONS_PLAY ? play(&settings, script) : show(request);
}

int main(int count, char **arguments) {
    reserve_standard_fds();
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is reported like a full disk */
    setlocale(LC_ALL, "");
    if (count > 1 && arguments[1][0] != '-')
        return run_command(count - 1, arguments + 1);
    ScriptRunOptions script = {
        .record = options_peek(count, arguments, "record"),
        .count = count,
        .arguments = arguments,
    };
    const char *path = options_peek(count, arguments, "script");
    Error error;
    Script *read = path != NULL ? script_read(path, &error) : NULL;
    if (path != NULL && read == NULL) {
        fprintf(stderr, "congo: %s\n", error.text);
        return EXIT_FAILURE;
    }
    script.script = read;
    int status = run(count, arguments, &script);
    sandbox_leave();
    script_free(read);
    return status;
}
