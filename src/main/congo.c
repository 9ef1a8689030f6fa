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
#include "script/sandbox.h"
#include "script/script_run.h"
#include "term/capability.h"
#include "tui/app.h"
#include "tui/keymap.h"

/* What congo does besides playing: "congo NAME ...". */
typedef struct ProgramCommand {
    const char *name;
    const char *form;
    const char *help;
    int (*run)(int count, char *const arguments[]); /* the exit status */
} ProgramCommand;

static const ProgramCommand commands[] = {
    {"file", "file check|convert|merge", "work with files of games", file_command},
    {"fen", "fen FEN", "show a position, and what is wrong or special", fen_command},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* Where a standard file is closed, the next one to be opened would take its place, and be taken for
 * the terminal. Nothing can be written to what stands there instead, so that this is noticed. */
static void reserve_standard_fds(void) {
    int file;
    do
        file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

static void print_help(void) {
    char *help = options_help();
    fputs(help, stdout);
    free(help);
    puts("\nCommands, instead of options; each shows its own --help:");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  congo %-25s %s\n", commands[i].form, commands[i].help);
}

/* Runs the command of that name. */
static int run_command(int count, char **arguments) {
    Suggestion closest = {arguments[1], "", INT_MAX};
    char shown[QUOTE_SIZE];
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(arguments[1], commands[i].name) == 0)
            return commands[i].run(count - 2, arguments + 2);
        text_suggest(&closest, commands[i].name);
    }
    fprintf(
        stderr,
        "congo: expected an option such as --white=hi/negamax, or a command, the closest is %s, "
        "found %s\n",
        closest.known, text_quote(arguments[1], shown));
    return EXIT_FAILURE;
}

/* What was asked to be shown is lost if standard output cannot take it. */
static int show(OptionsRequest request) {
    if (request == OPTIONS_HELP)
        print_help();
    else if (request == OPTIONS_HELP_KEYS)
        keymap_print(stdout);
    else
        puts("congo " PACKAGE_VERSION);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    perror("congo: standard output");
    return EXIT_FAILURE;
}

/* The line interface is what runs where the full screen cannot be. */
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
    signal(SIGPIPE, SIG_IGN); /* a server that hangs up is heard of by other ways */
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

/* Enters the sandbox before the options are read: they may name files in it. */
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
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow any more is told of like a full disk */
    setlocale(LC_ALL, "");
    if (count > 1 && arguments[1][0] != '-')
        return run_command(count, arguments);
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
