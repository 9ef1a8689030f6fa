/* The commands of the line interface: one table, from which running, help and completion come. */
#ifndef CLI_LINE_COMMANDS_H
#define CLI_LINE_COMMANDS_H

#include <stddef.h>

#include "cli/cli_state.h"
#include "cli/completion.h"
#include "rules/error.h"

enum { ARGUMENTS_MAX = 24 };

/* What stands behind a command. */
typedef struct Arguments {
    int count; /* of words; more than ARGUMENTS_MAX: only so many are here */
    char *word[ARGUMENTS_MAX];
    const char *text; /* all of it, as typed, without blanks around it */
} Arguments;

typedef enum Verdict {
    VERDICT_DONE,
    VERDICT_FORMAT, /* not what the usage says */
    VERDICT_MOVE,   /* the move cannot be made: the error says why */
    VERDICT_REFUSED /* the error says why */
} Verdict;

typedef struct LineCommand {
    const char *name;
    const char *description;
    const char *usage; /* several lines are divided by '\n' */
    Verdict (*run)(Cli *cli, const Arguments *arguments, Error *error);
    /* Candidates for the word after those arguments; NULL: nothing is known. */
    void (*complete)(const Cli *cli, const Arguments *before, Candidates *candidates);
} LineCommand;

const LineCommand *line_command_at(size_t index); /* NULL past the last */
const LineCommand *line_command_find(const char *name);

/* Runs a line that line_check has let pass: a command, or a move in any notation. */
void line_commands_run(Cli *cli, const char *line);
/* What can stand after `before`, the beginning of a line. */
void line_commands_complete(const Cli *cli, const char *before, Candidates *candidates);

/* The verdict on something that could have failed. */
Verdict verdict_of(bool done);
/* On a move, which only the rules can make a wrong one. */
Verdict verdict_on_move(bool done, const Error *error);
/* A whole number between the limits; false, with the number as it was, when the word is none. */
bool argument_number(const char *word, int least, int most, int *number);

/* --- what the commands do, by file: line_move.c, line_think.c, line_game.c, line_puzzle.c,
 * line_network.c, line_show.c, line_ask.c --- */
Verdict run_move(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_notation(Cli *cli, const char *text, Error *error);
Verdict run_undo(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_redo(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_resign(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_draw(Cli *cli, const Arguments *arguments, Error *error);
void complete_move(const Cli *cli, const Arguments *before, Candidates *candidates);

Verdict run_advise(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_analyse(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_level(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_pause(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_resume(Cli *cli, const Arguments *arguments, Error *error);

Verdict run_new(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_variant(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_load(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_save(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_fen(Cli *cli, const Arguments *arguments, Error *error);
void complete_new(const Cli *cli, const Arguments *before, Candidates *candidates);
void complete_variant(const Cli *cli, const Arguments *before, Candidates *candidates);
void complete_file(const Cli *cli, const Arguments *before, Candidates *candidates);

Verdict run_puzzle(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_next(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_hint(Cli *cli, const Arguments *arguments, Error *error);
void complete_puzzle(const Cli *cli, const Arguments *before, Candidates *candidates);

Verdict run_network(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_say(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_abort(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_decline(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_join(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_watch(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_lobby(Cli *cli, const Arguments *arguments, Error *error);
void complete_join(const Cli *cli, const Arguments *before, Candidates *candidates);

Verdict run_show(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_moves(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_help(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_exit(Cli *cli, const Arguments *arguments, Error *error);

Verdict run_rank(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_file(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_piece(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_last(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_attackers(Cli *cli, const Arguments *arguments, Error *error);
Verdict run_drowning(Cli *cli, const Arguments *arguments, Error *error);
void complete_piece(const Cli *cli, const Arguments *before, Candidates *candidates);
void complete_show(const Cli *cli, const Arguments *before, Candidates *candidates);
void complete_help(const Cli *cli, const Arguments *before, Candidates *candidates);

#endif
