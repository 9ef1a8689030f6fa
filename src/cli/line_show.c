/* Commands that only tell something, and the one that ends the program. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "cli/line_commands.h"

enum { TEXT_COLUMNS = 78, INDENT = 4 };

/* --- show --- */

static void show_board(Cli *cli) {
    cli->voice->board(&cli->out, session_position(cli->session));
}

static void show_players(Cli *cli) {
    cli->voice->players(&cli->out, cli->session);
}

static void show_moves(Cli *cli) {
    StepList steps;
    steps_list(cli->session, &steps);
    cli->voice->moves(&cli->out, session_position(cli->session), &steps);
}

static void show_game(Cli *cli) {
    show_board(cli);
    show_players(cli);
    show_moves(cli);
}

static const struct {
    const char *name;
    void (*show)(Cli *cli);
} shows[] = {
    {"board", show_board}, {"players", show_players}, {"moves", show_moves}, {"game", show_game}};
enum { SHOW_COUNT = sizeof shows / sizeof shows[0] };

Verdict run_show(Cli *cli, const Arguments *arguments, Error *error) {
    (void)error;
    if (arguments->count != 1)
        return VERDICT_FORMAT;
    for (int i = 0; i < SHOW_COUNT; i++) {
        if (strcmp(shows[i].name, arguments->word[0]) != 0)
            continue;
        shows[i].show(cli);
        return VERDICT_DONE;
    }
    return VERDICT_FORMAT;
}

void complete_show(const Cli *cli, const Arguments *before, Candidates *candidates) {
    (void)cli;
    for (int i = 0; i < SHOW_COUNT && before->count == 0; i++)
        candidates_add(candidates, shows[i].name);
}

/* --- the game's moves --- */

Verdict run_moves(Cli *cli, const Arguments *arguments, Error *error) {
    const Record *record = session_record(cli->session);
    (void)error;
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    if (record->current == 0) {
        game_say(cli, "No move has been made.");
        return VERDICT_DONE;
    }
    cli->voice->history(&cli->out, record);
    return VERDICT_DONE;
}

/* --- help --- */

/* Words, broken where the line would become too long. */
static void add_text(Output *out, const char *text) {
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
static void add_help_usage(Output *out) {
    Buffer usage = {0};
    buffer_add_string(&usage, "help");
    for (size_t i = 0; line_command_at(i) != NULL; i++)
        buffer_add_format(&usage, "%s %s", i > 0 ? " |" : "", line_command_at(i)->name);
    add_text(out, usage.bytes);
    buffer_free(&usage);
}

static void add_page(Output *out, const LineCommand *command) {
    output_text(out, " NAME\n");
    add_text(out, command->name);
    output_text(out, " DESCRIPTION\n");
    add_text(out, command->description);
    output_text(out, " USAGE\n");
    if (command->usage != NULL)
        add_text(out, command->usage);
    else
        add_help_usage(out);
}

Verdict run_help(Cli *cli, const Arguments *arguments, Error *error) {
    const LineCommand *command =
        line_command_find(arguments->count > 0 ? arguments->word[0] : "help");
    (void)error;
    if (arguments->count > 1 || command == NULL)
        return VERDICT_FORMAT;
    add_page(&cli->out, command);
    return VERDICT_DONE;
}

void complete_help(const Cli *cli, const Arguments *before, Candidates *candidates) {
    (void)cli;
    for (size_t i = 0; before->count == 0 && line_command_at(i) != NULL; i++)
        candidates_add(candidates, line_command_at(i)->name);
}

Verdict run_exit(Cli *cli, const Arguments *arguments, Error *error) {
    (void)error;
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    cli_end(cli);
    return VERDICT_DONE;
}
