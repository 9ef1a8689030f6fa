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
    return puzzle_setup(&cli->settings, number, &setup, error) && game_start(cli, &setup, error);
}

static void tell_progress(Cli *cli) {
    PuzzleView view;
    char sentence[PUZZLE_SENTENCE_SIZE];
    if (!puzzle_view(cli->session, &view))
        return;
    game_say(cli, "%s", puzzle_sentence(&view, cli->session, sentence));
    game_say(cli, "This is puzzle %d%s; %d of %d puzzles are solved.", view.number,
             view.done ? ", which is solved" : "", view.solved, view.count);
}

Verdict run_puzzle(Cli *cli, const Arguments *arguments, Error *error) {
    PuzzleView view;
    int number = PUZZLE_NEXT;
    if (arguments->count > 1)
        return VERDICT_FORMAT;
    if (arguments->count == 1 && strcmp(arguments->word[0], "next") == 0)
        return run_next(cli, &(Arguments){.text = ""}, error);
    if (arguments->count == 1 && !argument_number(arguments->word[0], 1, PUZZLES_MAX, &number))
        return VERDICT_FORMAT;
    if (arguments->count == 0 && puzzle_view(cli->session, &view)) {
        tell_progress(cli);
        return VERDICT_DONE;
    }
    return verdict_of(start_puzzle(cli, number, error));
}

/* The next after the one that is on the board, if one is; a file that cannot be read is told of
 * when it begins. */
static int find_next(const Cli *cli, int moves) {
    PuzzleProgress *progress = memory_allocate(sizeof *progress);
    PuzzleView view = {.number = 0};
    puzzle_view(cli->session, &view);
    puzzle_progress_read(progress, NULL);
    int number = puzzle_next(progress, view.number, moves);
    free(progress);
    return number;
}

Verdict run_next(Cli *cli, const Arguments *arguments, Error *error) {
    int moves = 0;
    if (arguments->count > 1 ||
        (arguments->count == 1 &&
         !argument_number(arguments->word[0], PUZZLE_MOVES_MIN, PUZZLE_MOVES_MAX, &moves)))
        return VERDICT_FORMAT;
    return verdict_of(start_puzzle(cli, find_next(cli, moves), error));
}

Verdict run_hint(Cli *cli, const Arguments *arguments, Error *error) {
    return arguments->count > 0 ? VERDICT_FORMAT : verdict_of(puzzle_hint(cli->session, error));
}

void complete_puzzle(const Cli *cli, const Arguments *before, Candidates *candidates) {
    (void)cli;
    if (before->count == 0)
        candidates_add(candidates, "next");
}
