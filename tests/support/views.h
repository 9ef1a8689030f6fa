/* Games for tests of the screen, in a View filled like the program's. */
#ifndef TESTS_SUPPORT_VIEWS_H
#define TESTS_SUPPORT_VIEWS_H

#include "board/painter.h"
#include "engine/engine.h"

/*
 * Creates a view of a game: the variant's name, a FEN (NULL for the start position) and moves in
 * any notation, separated by blanks. Everything the position implies is marked; the cursor is on d3
 * and nothing is selected. Returns NULL on failure. Released by view_free.
 */
View *view_create(const char *variant, const char *fen, const char *moves, Error *error);
void view_free(View *view);

/* Arranges and paints the view. Returns the arrangement. */
Screen view_paint(const View *view);

/* Adds plies that depend only on the position, for a longer game. */
void view_lengthen(View *view, int plies);
/* Shows the position after `ply` plies. */
void view_show_ply(View *view, size_t ply);
/* Selects the piece on a square, with its targets and captures; SQUARE_NONE selects nothing. */
void view_select(View *view, Square square);
/* Marks the squares of a move. */
void view_advise(View *view, const char *move);
/* Shows a variation with a score of 0.34 for the side to move. */
void view_think(View *view, const char *moves);
/* Tells the variation of view_think in words, as that of advice. */
void view_word_thoughts(View *view, const char *score, const char *moves);
/* Writes both forms of a variation's score. */
void view_set_score(ViewVariation *variation, Score white_score);
/* Gives every position a score. */
void view_score(View *view);
/* Gives both players a clock. */
void view_clock(View *view, int64_t white_ms, int64_t black_ms);
/* Describes the square under the cursor in the status line. */
void view_describe(View *view);

#endif
