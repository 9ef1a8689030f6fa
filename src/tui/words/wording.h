/* Parts of sentences: pieces, squares, sides. Texts have VIEW_STATUS_SIZE bytes. */
#ifndef TUI_WORDS_WORDING_H
#define TUI_WORDS_WORDING_H

#include "tui/app.h"

/* Appends "monkey d3", or "Monkey d3" if `capital`. */
void wording_add_piece(char *text, const Position *position, Square square, bool capital);

/* Appends the pieces on at least one square, "zebra a4, pawn c4 and giraffe d4" or "pawns c4 and
 * d4", with a capital first letter if `capital`. */
void wording_add_pieces(char *text, const Position *position, Bitboard squares, bool capital);

/* Appends "a4, c4 and d4", or "a4, c4 or d4" if `word` is "or". */
void wording_add_squares(char *text, Bitboard squares, const char *word);

/* Returns "one" to "twelve"; a larger number is written into `text`. */
const char *wording_number(int number, char text[16]);

/* Returns whether exactly one human plays here, and sets *color to that side; false without a
 * session. */
bool wording_you(const App *app, Color *color);
bool wording_is_you(const App *app, Color color);

/* Returns "your", "White's" or "Black's". */
const char *wording_whose(const App *app, Color color);
/* Returns "you", "White" or "Black". */
const char *wording_who(const App *app, Color color);

/* Makes the first letter at `at` a capital. */
void wording_capitalise(char *at);

#endif
