/* Wins that were proved by full search of all moves: tests/data/forced-wins.txt. */
#ifndef TESTS_ENGINE_FORCED_WIN_H
#define TESTS_ENGINE_FORCED_WIN_H

#include <stdbool.h>
#include <stdio.h>

#include "rules/fen.h"
#include "rules/move.h"

enum { FORCED_WIN_MOVES_SIZE = 512 };

/* A position of the variant congo. */
typedef struct ForcedWin {
    char fen[FEN_SIZE];
    int plies;                         /* until the lion is taken: 3, 5 or 7 */
    char moves[FORCED_WIN_MOVES_SIZE]; /* all that win so soon, each between blanks */
} ForcedWin;

/* Opens the file below the folder that CONGO_SOURCE names; ends the program if it cannot. */
FILE *forced_win_open(void);

/* The next one of the file; false when there is none. */
bool forced_win_read(FILE *file, ForcedWin *win);

/* Whether the move wins so soon. */
bool forced_win_by(const ForcedWin *win, Move move);

#endif
