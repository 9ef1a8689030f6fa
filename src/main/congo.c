#include <config.h>

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli_loop.h"
#include "cli/commands/fen_command.h"
#include "cli/commands/file_command.h"
#include "cli/commands/find_command.h"
#include "cli/commands/review_command.h"
#include "cli/commands/tree_command.h"
#include "collection/collection.h"
#include "config/options.h"
#include "main/program.h"
#include "script/script.h"
#include "script/script_run.h"
#include "term/capability.h"
#include "term/terminal.h"
#include "tui/action.h"
#include "tui/app.h"
#include "tui/app_loop.h"
#include "tui/feature.h"

static const ProgramCommand file_commands[] = {
    {.id = COMMAND_FILE_CHECK, .run = file_check},
    {.id = COMMAND_FILE_CONVERT, .run = file_convert},
    {.id = COMMAND_FILE_FIND, .run = find_command},
    {.id = COMMAND_FILE_MERGE, .run = file_merge},
    {.id = COMMAND_FILE_REVIEW, .run = file_review},
    {.id = COMMAND_FILE_TREE, .run = tree_command},
};
enum { FILE_COMMAND_COUNT = sizeof file_commands / sizeof file_commands[0] };

static const ProgramCommand fen = {.id = COMMAND_FEN, .run = fen_command};

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

/* Runs a command of congo; `arguments` begins with its name. */
static int run_command(int count, char **arguments) {
    Suggestion closest = {arguments[0], "", INT_MAX};
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    if (text_equal_ignore_case(arguments[0], "file"))
        return program_run_group(COMMAND_FILE, file_commands, FILE_COMMAND_COUNT, count, arguments);
    if (text_equal_ignore_case(arguments[0], "fen"))
        return program_run(&fen, count, arguments);
    text_suggest(&closest, "file");
    text_suggest(&closest, "fen");
    if (access(arguments[0], F_OK) == 0)
        fprintf(stderr, "congo: %s is not a command; --load=FILE opens a file\n",
                text_quote(arguments[0], shown));
    else
        fprintf(stderr, "congo: there is no command %s%s; --help lists options and commands\n",
                text_quote(arguments[0], shown), text_suggestion(&closest, "", suggested));
    return EXIT_FAILURE;
}

static int fail(const Error *error) {
    return program_fail("congo", error, EXIT_FAILURE);
}

/* Prints the configured keys; those of the program if they cannot be used, for the error names an
 * unknown action, and this list has the known ones. */
static int show_keys(const Settings *settings) {
    static const Settings none;
    KeyMap map;
    Error error = {0};
    Buffer text = {0};
    bool good = keymap_build(&map, settings, &error);
    if (!good)
        keymap_build(&map, &none, NULL);
    keymap_print(&map, &text);
    int status = program_print("congo", &text);
    return good ? status : fail(&error);
}

static int show_help(void) {
    Buffer text = {0};
    arguments_help(&table_commands[COMMAND_CONGO], &text);
    return program_print_help("congo", &text);
}

/* Says so if the user must do without the screen because of the terminal. */
static bool needs_line_interface(const Settings *settings) {
    Error error;
    if (settings->ui != UI_AUTO)
        return settings->ui == UI_CLI;
    if (settings->plain || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return true;
    if (capability_probe(&error))
        return false;
    fprintf(stderr, "Playing in the line interface: %s.\n", error.text);
    return true;
}

static int play(const Settings *settings, const ScriptRunOptions *script) {
    KeyMap map;
    Error error = {0};
    signal(SIGPIPE, SIG_IGN);                  /* a closed connection is reported as an error */
    if (!keymap_build(&map, settings, &error)) /* wrong keys matter to both interfaces */
        return fail(&error);
    kept_games_tidy(settings, NULL); /* the game continues without a state folder */
    if (!needs_line_interface(settings)) {
        if (script->script != NULL || script->record != NULL)
            return script_run(settings, script);
        return app_run(settings, features, NULL, &error) ? EXIT_SUCCESS : fail(&error);
    }
    const char *option = settings->start_mode == START_TOUR ? "tour"
                         : script->script != NULL           ? "script"
                         : script->record != NULL           ? "record"
                                                            : NULL;
    if (option == NULL)
        return cli_run(settings, &error) ? EXIT_SUCCESS : fail(&error);
    error_set(&error, ERROR_STATE,
              settings->ui == UI_CLI ? "--%s needs the full screen, not --ui=cli"
              : settings->plain
                  ? "--%s needs the full screen, not --plain"
                  : "--%s needs the full screen: start congo at a terminal, not in a pipe",
              option);
    return fail(&error);
}

/* Enters the sandbox before reading the options, which may name files in it. */
static int run(int count, char **arguments, const ScriptRunOptions *script) {
    static Settings settings;
    OptionsRequest request;
    Error error = {0};
    size_t line_count = 0;
    if ((script->script != NULL || script->record != NULL) &&
        !sandbox_enter(script->script, &error))
        return fail(&error);
    OptionLine *lines = script->script != NULL ? script_options(script->script, &line_count) : NULL;
    bool good = options_parse(count, arguments, lines, line_count, &settings, &request, &error);
    free(lines);
    if (!good)
        return fail(&error);
    switch (request) {
    case OPTIONS_HELP:
        return show_help();
    case OPTIONS_HELP_KEYS:
        return show_keys(&settings);
    case OPTIONS_VERSION:
        return program_show_version("congo");
    case OPTIONS_PLAY:
        break;
    }
    return play(&settings, script);
}

int main(int count, char **arguments) {
    reserve_standard_fds();
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is reported like a full disk */
    locale_start();
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
    if (path != NULL && read == NULL)
        return fail(&error);
    script.script = read;
    int status = run(count, arguments, &script);
    sandbox_leave();
    script_free(read);
    return status;
}
