/* Games to show in tests of the screen, filled into a View as the program would do it. */
#ifndef TESTS_BOARD_VIEWS_H
#define TESTS_BOARD_VIEWS_H

#include "board/view.h"

/*
 * A view of a game: the variant's name, a FEN (NULL: the start position) and moves in any notation
 * with blanks between. Everything that the position says is marked; the cursor is on d3, nothing is
 * selected. NULL with an error when something is wrong. For view_free.
 */
View *view_create(const char *variant, const char *fen, const char *moves, Error *error);
void view_free(View *view);

/* Plays moves that depend on nothing but the position, to have a longer game to show. */
void view_lengthen(View *view, int plies);
/* Shows the position after so many plies. */
void view_show_ply(View *view, size_t ply);
/* Selects the piece on a square, with its targets and captures (SQUARE_NONE: nothing). */
void view_select(View *view, Square square);
/* Marks the squares of a move. */
void view_advise(View *view, const char *move);
/* A principal variation with a score of 0.34 for the side to move. */
void view_think(View *view, const char *moves);
/* A score for every position. */
void view_score(View *view);
/* A clock for both. */
void view_clock(View *view, int64_t white_ms, int64_t black_ms);
/* Says in the status line what is under the cursor. */
void view_describe(View *view);

#endif
