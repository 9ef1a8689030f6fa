/* The commands of the line interface: one table for running, help and completion. */
#ifndef CLI_LINE_COMMANDS_H
#define CLI_LINE_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/cli.h"
#include "play/session.h"

/* Completion of typed words: commands, squares, moves, names. */

/* The words that complete a typed prefix. Starts as {.word = PREFIX}. */
typedef struct CompletionList {
    const char *word; /* borrowed */
    bool files;       /* file names are completed as well */
    char **list;      /* owned, as are its strings */
    size_t count;
} CompletionList;

/* Adds the text if it begins with the prefix, ignoring case. */
void completion_add(CompletionList *completions, const char *text);

void completion_free(CompletionList *completions);

/* Adds the squares that can follow these in a "move" command. */
void completion_squares(const Session *session, char *const squares[], int count,
                        CompletionList *completions);

enum { LINE_ARGUMENTS_MAX = 24 };

/* The words after a command. */
typedef struct LineArguments {
    int count;                      /* may exceed LINE_ARGUMENTS_MAX */
    char *word[LINE_ARGUMENTS_MAX]; /* the first words */
    const char *text;               /* the words as typed, without blanks around them */
} LineArguments;

typedef enum LineResult {
    LINE_RESULT_OK,
    LINE_RESULT_USAGE,   /* the arguments do not match the usage */
    LINE_RESULT_ILLEGAL, /* the error says why the move is illegal */
    LINE_RESULT_ERROR
} LineResult;

typedef LineResult LineCommandHandler(Cli *cli, const LineArguments *arguments, Error *error);

/* Adds the words that can follow the arguments before the cursor. */
typedef void LineCommandCompleter(const Cli *cli, const LineArguments *before,
                                  CompletionList *completions);

/* The parts of the list of commands, in their order. */
typedef enum LineGroup {
    GROUP_MOVES,
    GROUP_BOARD,
    GROUP_COMPUTER,
    GROUP_GAMES,
    GROUP_SETUP,
    GROUP_PUZZLES,
    GROUP_NETWORK,
    GROUP_PROGRAM,
    GROUP_COUNT
} LineGroup;

typedef struct LineCommand {
    const char *name;
    LineGroup group;
    bool needs_turn; /* does something only when the user is to move */
    int arguments_min, arguments_max;
    LineCommandHandler *run;
    LineCommandCompleter *complete; /* may be NULL */
    const char *usage;   /* one or more lines, separated by '\n'; NULL: a word of the list */
    const char *summary; /* a sentence for the list */
    const char *details; /* more sentences for its page; NULL: none */
} LineCommand;

/* Returns NULL past the last command. */
const LineCommand *line_commands_get(size_t index);

/* Ignores case; "?" is help. Returns NULL if there is no such command. */
const LineCommand *line_commands_find(const char *name);

/* Runs a line of printable text: a command, or a move in any notation. */
void line_commands_run(Cli *cli, const char *line);

/* What a line needs of a network game in which the other side is to move. */
typedef enum LineNeed {
    LINE_NEEDS_NOTHING,
    LINE_NEEDS_TURN, /* a move, or something else for the user's turn */
    LINE_EXITS       /* ends the program */
} LineNeed;

/* Returns what a line of `length` bytes needs before it can be run. */
LineNeed line_commands_need(const char *line, size_t length);

/* Completes a word. `before` is the line up to that word. */
void line_commands_complete(const Cli *cli, const char *before, CompletionList *completions);

/* Converts the result of a call that may have set an error. */
LineResult line_commands_result(bool done);

/* Converts the result of playing a move, which may be illegal. */
LineResult line_commands_move_result(bool done, const Error *error);

#endif
