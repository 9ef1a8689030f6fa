/* Commands that only tell something, and the one that ends the program. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "cli/line_commands.h"

enum { TEXT_COLUMNS = 78, INDENT = 4 };

/* --- show --- */

static void show_board(Cli *cli) {
    cli->presenter->board(&cli->out, session_position(cli->session));
}

static void show_players(Cli *cli) {
    cli->presenter->players(&cli->out, cli->session);
}

static void show_moves(Cli *cli) {
    BoardStepList steps;
    transition_list_steps(cli->session, &steps);
    cli->presenter->moves(&cli->out, session_position(cli->session), &steps);
}

static void show_game(Cli *cli) {
    show_board(cli);
    show_players(cli);
    show_moves(cli);
}

static const struct {
    const char *name;
    void (*show)(Cli *cli);
} show_commands[] = {
    {"board", show_board}, {"players", show_players}, {"moves", show_moves}, {"game", show_game}};
enum { SHOW_COMMAND_COUNT = sizeof show_commands / sizeof show_commands[0] };

LineResult line_show(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)error;
    if (arguments->count != 1)
        return LINE_STATUS_USAGE;
    for (int i = 0; i < SHOW_COMMAND_COUNT; i++) {
        if (strcmp(show_commands[i].name, arguments->word[0]) != 0)
            continue;
        show_commands[i].show(cli);
        return LINE_STATUS_OK;
    }
    return LINE_STATUS_USAGE;
}

void line_show_complete(const Cli *cli, const LineArguments *before, CompletionList *completions) {
    (void)cli;
    for (int i = 0; i < SHOW_COMMAND_COUNT && before->count == 0; i++)
        completion_add(completions, show_commands[i].name);
}

/* --- the game's moves --- */

LineResult line_show_moves(Cli *cli, const LineArguments *arguments, Error *error) {
    const Record *record = session_record(cli->session);
    (void)error;
    if (arguments->count > 0)
        return LINE_STATUS_USAGE;
    if (record->current == 0) {
        cli_say(cli, "No move has been made.");
        return LINE_STATUS_OK;
    }
    cli->presenter->history(&cli->out, record);
    return LINE_STATUS_OK;
}

/* --- help --- */

/* Words, broken where the line would become too long. */
static void print_wrapped(Output *out, const char *text) {
    int column = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, " \n");
        if (column > 0 && INDENT + column + 1 + length > TEXT_COLUMNS) {
            output_text(out, "\n");
            column = 0;
        }
        output_print(out, "%*s%.*s", column > 0 ? 1 : INDENT, "", length, text);
        column += length + (column > 0);
        text += length;
        if (*text == '\n') {
            output_text(out, "\n");
            column = 0;
        }
        text += *text != '\0';
    }
    output_text(out, "\n");
}

/* "help advise | exit | ..." */
static void print_help_usage(Output *out) {
    Buffer usage = {0};
    buffer_add_string(&usage, "help");
    for (size_t i = 0; line_commands_get(i) != NULL; i++)
        buffer_add_format(&usage, "%s %s", i > 0 ? " |" : "", line_commands_get(i)->name);
    print_wrapped(out, usage.bytes);
    buffer_free(&usage);
}

static void print_help_page(Output *out, const LineCommand *command) {
    output_text(out, " NAME\n");
    print_wrapped(out, command->name);
    output_text(out, " DESCRIPTION\n");
    print_wrapped(out, command->description);
    output_text(out, " USAGE\n");
    if (command->usage != NULL)
        print_wrapped(out, command->usage);
    else
        print_help_usage(out);
}

LineResult line_show_help(Cli *cli, const LineArguments *arguments, Error *error) {
    const LineCommand *command =
        line_commands_find(arguments->count > 0 ? arguments->word[0] : "help");
    (void)error;
    if (arguments->count > 1 || command == NULL)
        return LINE_STATUS_USAGE;
    print_help_page(&cli->out, command);
    return LINE_STATUS_OK;
}

void line_show_complete_help(const Cli *cli, const LineArguments *before,
                             CompletionList *completions) {
    (void)cli;
    for (size_t i = 0; before->count == 0 && line_commands_get(i) != NULL; i++)
        completion_add(completions, line_commands_get(i)->name);
}

LineResult line_show_exit(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)error;
    if (arguments->count > 0)
        return LINE_STATUS_USAGE;
    cli_end(cli);
    return LINE_STATUS_OK;
}
