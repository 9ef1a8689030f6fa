/* Wins that were proved by exhaustive search: tests/data/forced-wins.txt. */
#ifndef TESTS_SUPPORT_FORCED_WIN_H
#define TESTS_SUPPORT_FORCED_WIN_H

#include <stdbool.h>
#include <stdio.h>

#include "rules/fen.h"
#include "rules/move.h"

enum { FORCED_WIN_MOVES_SIZE = 512 };

/* A position of the variant congo. */
typedef struct ForcedWin {
    char fen[FEN_SIZE];
    int plies;                         /* until the lion is captured: 3, 5 or 7 */
    char moves[FORCED_WIN_MOVES_SIZE]; /* all that win in these plies, each between blanks */
} ForcedWin;

/* Opens the file in the tree that CONGO_SOURCE names, or exits. */
FILE *forced_win_open(void);

/* Reads the next win. Returns false at the end. */
bool forced_win_read(FILE *file, ForcedWin *win);

/* Returns whether the move wins in win->plies. */
bool forced_win_by(const ForcedWin *win, Move move);

#endif
