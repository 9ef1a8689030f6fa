#include <config.h>

#include "play/puzzles/puzzle_progress.h"

#include <string.h>

#include "play/puzzles/progress.h"
#include "play/puzzles/puzzle.h"
#include "rules/fen.h"

/* The entries of the file, and a puzzle to be added. */
typedef struct SolvedPuzzles {
    PuzzleProgress *progress;
    int added; /* its number */
} SolvedPuzzles;

static int number_of(const char *fen) {
    for (int number = 1; number <= puzzle_count(); number++)
        if (strcmp(puzzle_get(number)->fen, fen) == 0)
            return number;
    return 0;
}

/* A position that is not in the set is kept. */
static ProgressEntry read_solved(void *context, const char *line) {
    PuzzleProgress *progress = ((SolvedPuzzles *)context)->progress;
    int number = number_of(line);
    Position position;
    if (number == 0)
        return fen_parse(line, variant_find("congo"), &position, NULL) ? PROGRESS_KEPT
                                                                       : PROGRESS_INVALID;
    if (progress->done[number])
        return PROGRESS_REPLACED;
    progress->done[number] = true;
    progress->solved++;
    return PROGRESS_KEPT;
}

static void add_solved(void *context, Buffer *text) {
    const SolvedPuzzles *solved = context;
    if (solved->progress->done[solved->added])
        return;
    buffer_add_string(text, puzzle_get(solved->added)->fen);
    buffer_add_string(text, "\n");
}

static const ProgressFile solved_file = {
    .name = "puzzles",
    .headline = "# Congo: the puzzles that were solved, by their positions\n",
    .entry = "a position as FEN",
    .failure = "solved puzzles cannot be remembered",
    .change_failure = "the solved puzzle could not be remembered",
    .read = read_solved,
    .add = add_solved,
};

bool puzzle_progress_read(PuzzleProgress *progress, Error *error) {
    SolvedPuzzles solved = {.progress = progress};
    *progress = (PuzzleProgress){.count = puzzle_count()};
    return progress_file_read(&solved_file, &solved, error);
}

bool puzzle_progress_add(int number, Error *error) {
    PuzzleProgress progress = {.count = puzzle_count()};
    SolvedPuzzles solved = {.progress = &progress, .added = number};
    return progress_file_change(&solved_file, &solved, error);
}
