/* Commands for puzzles. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cli/line_commands.h"
#include "play/puzzle.h"
#include "rules/memory.h"

/* Begins a puzzle; the next new game is one of the usual kind. */
static bool start_puzzle(Cli *cli, int number, Error *error) {
    SessionSetup setup;
    return puzzle_setup(&cli->settings, number, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

static void say_progress(Cli *cli) {
    PuzzleView view;
    char sentence[PUZZLE_SENTENCE_SIZE];
    if (!puzzle_view(cli->session, &view))
        return;
    cli_say(cli, "%s", puzzle_sentence(&view, cli->session, sentence));
    cli_say(cli, "This is puzzle %d%s; %d of %d puzzles are solved.", view.number,
            view.done ? ", which is solved" : "", view.solved, view.count);
}

LineResult line_game_puzzle(Cli *cli, const LineArguments *arguments, Error *error) {
    PuzzleView view;
    int number = PUZZLE_NEXT;
    if (arguments->count > 1)
        return LINE_STATUS_USAGE;
    if (arguments->count == 1 && strcmp(arguments->word[0], "next") == 0)
        return line_game_next_puzzle(cli, &(LineArguments){.text = ""}, error);
    if (arguments->count == 1 && !line_argument_number(arguments->word[0], 1, PUZZLES_MAX, &number))
        return LINE_STATUS_USAGE;
    if (arguments->count == 0 && puzzle_view(cli->session, &view)) {
        say_progress(cli);
        return LINE_STATUS_OK;
    }
    return line_status(start_puzzle(cli, number, error));
}

/* The next after the one that is on the board, if one is; a file that cannot be read is told of
 * when it begins. */
static int find_next_puzzle(const Cli *cli, int moves) {
    PuzzleProgress *progress = memory_allocate(sizeof *progress);
    PuzzleView view = {.number = 0};
    puzzle_view(cli->session, &view);
    puzzle_progress_read(progress, NULL);
    int number = puzzle_next(progress, view.number, moves);
    free(progress);
    return number;
}

LineResult line_game_next_puzzle(Cli *cli, const LineArguments *arguments, Error *error) {
    int moves = 0;
    if (arguments->count > 1 ||
        (arguments->count == 1 &&
         !line_argument_number(arguments->word[0], PUZZLE_MOVES_MIN, PUZZLE_MOVES_MAX, &moves)))
        return LINE_STATUS_USAGE;
    return line_status(start_puzzle(cli, find_next_puzzle(cli, moves), error));
}

LineResult line_game_hint(Cli *cli, const LineArguments *arguments, Error *error) {
    return arguments->count > 0 ? LINE_STATUS_USAGE : line_status(puzzle_hint(cli->session, error));
}

void line_game_complete_puzzle(const Cli *cli, const LineArguments *before,
                               CompletionList *completions) {
    (void)cli;
    if (before->count == 0)
        completion_add(completions, "next");
}
