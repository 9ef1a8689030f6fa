/* The commands of the line interface: one table, from which running, help and completion come. */
#ifndef CLI_LINE_COMMANDS_H
#define CLI_LINE_COMMANDS_H

#include <stddef.h>

#include "cli/cli_state.h"
#include "cli/completion.h"
#include "rules/error.h"

enum { LINE_ARGUMENTS_MAX = 24 };

/* What stands behind a command. */
typedef struct LineArguments {
    int count; /* of words; more than LINE_ARGUMENTS_MAX: only so many are here */
    char *word[LINE_ARGUMENTS_MAX];
    const char *text; /* all of it, as typed, without blanks around it */
} LineArguments;

typedef enum LineResult {
    LINE_STATUS_OK,
    LINE_STATUS_USAGE,   /* not what the usage says */
    LINE_STATUS_ILLEGAL, /* the move cannot be made: the error says why */
    LINE_STATUS_ERROR    /* the error says why */
} LineResult;

typedef struct LineCommand {
    const char *name;
    const char *description;
    const char *usage; /* several lines are divided by '\n' */
    LineResult (*run)(Cli *cli, const LineArguments *arguments, Error *error);
    /* CompletionList for the word after those arguments; NULL: nothing is known. */
    void (*complete)(const Cli *cli, const LineArguments *before, CompletionList *completions);
} LineCommand;

const LineCommand *line_commands_get(size_t index); /* NULL past the last */
const LineCommand *line_commands_find(const char *name);

/* Runs a line that line_buffer_validate has let pass: a command, or a move in any notation. */
void line_commands_run(Cli *cli, const char *line);
/* What can stand after `before`, the beginning of a line. */
void line_commands_complete(const Cli *cli, const char *before, CompletionList *completions);

/* The verdict on something that could have failed. */
LineResult line_status(bool done);
/* On a move, which only the rules can make a wrong one. */
LineResult line_status_of_move(bool done, const Error *error);
/* A whole number between the limits; false, with the number as it was, when the word is none. */
bool line_argument_number(const char *word, int least, int most, int *number);

/* --- what the commands do, by file: line_move.c, line_think.c, line_game.c, line_puzzle.c,
 * line_network.c, line_show.c, line_ask.c --- */
LineResult line_play_move(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_notation(Cli *cli, const char *text, Error *error);
LineResult line_play_undo(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_redo(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_resign(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_draw(Cli *cli, const LineArguments *arguments, Error *error);
void line_play_complete_move(const Cli *cli, const LineArguments *before,
                             CompletionList *completions);

LineResult line_play_advise(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_analyse(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_level(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_pause(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_resume(Cli *cli, const LineArguments *arguments, Error *error);

LineResult line_game_new(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_variant(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_load(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_save(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_fen(Cli *cli, const LineArguments *arguments, Error *error);
void line_game_complete_new(const Cli *cli, const LineArguments *before,
                            CompletionList *completions);
void line_game_complete_variant(const Cli *cli, const LineArguments *before,
                                CompletionList *completions);
void line_game_complete_file(const Cli *cli, const LineArguments *before,
                             CompletionList *completions);

LineResult line_game_puzzle(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_next_puzzle(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_hint(Cli *cli, const LineArguments *arguments, Error *error);
void line_game_complete_puzzle(const Cli *cli, const LineArguments *before,
                               CompletionList *completions);

LineResult line_network_show(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_say(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_abort(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_decline(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_join(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_watch(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_lobby(Cli *cli, const LineArguments *arguments, Error *error);
void line_network_complete_join(const Cli *cli, const LineArguments *before,
                                CompletionList *completions);

LineResult line_show(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_moves(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_help(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_exit(Cli *cli, const LineArguments *arguments, Error *error);

LineResult line_show_rank(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_file(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_piece(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_last(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_attackers(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_drowning(Cli *cli, const LineArguments *arguments, Error *error);
void line_show_complete_piece(const Cli *cli, const LineArguments *before,
                              CompletionList *completions);
void line_show_complete(const Cli *cli, const LineArguments *before, CompletionList *completions);
void line_show_complete_help(const Cli *cli, const LineArguments *before,
                             CompletionList *completions);

#endif
