/* Sentences about a game: its moves, advice, and how it ended; the parts that they are made of; and
 * what a piece or a square is. */
#ifndef TUI_NARRATION_H
#define TUI_NARRATION_H

#include "rules/position.h"
#include "tui/app.h"

/* ---- parts of sentences: pieces, squares, sides; texts have VIEW_STATUS_SIZE bytes ---- */

/* Appends "monkey d3", or "Monkey d3" if `capital`. */
void wording_add_piece(char *text, const Position *position, Square square, bool capital);

/* Appends the pieces on at least one square, "zebra a4, pawn c4 and giraffe d4" or "pawns c4 and
 * d4", with a capital first letter if `capital`. */
void wording_add_pieces(char *text, const Position *position, Bitboard squares, bool capital);

/* Appends "a4, c4 and d4", or "a4, c4 or d4" if `word` is "or". */
void wording_add_squares(char *text, Bitboard squares, const char *word);

/* Returns whether exactly one human plays here, and sets *color to that side; false without a
 * session. */
bool wording_you(const App *app, Color *color);

/* Returns "your", "White's" or "Black's". */
const char *wording_whose(const App *app, Color color);

/* Returns "you", "White" or "Black". */
const char *wording_who(const App *app, Color color);

/* Makes the first letter at `at` a capital. */
void wording_capitalise(char *at);

/* ---- a piece or a square, explained to a beginner in a sentence or two ---- */

/* Returns the sentences about the piece on a square, or about the square if it is empty; "" if
 * there is nothing to say. */
const char *about_square(const Position *position, Square square);

/* ---- the game ---- */

/*
 * Writes what the move before position number `ply` did, as one or two sentences: "Black's pawn
 * took your elephant on e5.", "Your monkey took two pieces: zebra c5 and pawn e5. Your pawn d4
 * drowned." For ply 0: "Start of the game."
 */
void narration_move(const App *app, size_t ply, char text[VIEW_STATUS_SIZE]);

/* Writes what your own move before the last one drowned, the last move of the game, and the
 * dangers in the position. Leaves out what matters least if the status line has no room. */
void narration_announcement(const App *app, char text[VIEW_STATUS_SIZE]);

/* Writes that the moves from the current position to position number `ply` were taken back: "Took
 * back your zebra's move and Black's reply." */
void narration_undo(const App *app, size_t ply, char text[VIEW_STATUS_SIZE]);

/* Writes an advised move: "zebra f3 takes the pawn on e5; pawn d4 drowns", "monkey b1 jumps to d3,
 * then to f5 and takes two pieces". */
void narration_advice(const Position *position, Move move, char text[VIEW_STATUS_SIZE]);

/* Writes who is better: "about even", "You are a bit ahead", "White wins in 3 moves"; short: "You
 * are ahead", "White wins in 3". */
void narration_score(const App *app, Score white_score, bool is_short, char text[VIEW_SCORE_SIZE]);

/* Writes the moves that the best variation expects, from the one at index `first`: "Black: pawn to
 * d5. You: zebra takes d5." If there are none from there, writes the advised move. */
void narration_line(const App *app, const SearchSnapshot *thought, int first,
                    char text[VIEW_MOVES_SIZE]);

/* Returns who won: "You win", "You lose", "White wins", "Draw", "The game is over". */
const char *narration_result(const App *app);

/* Writes why the game ended, as a clause in lower case: "your monkey took the lion on d6", "Black
 * has no move left"; "" if nothing is known about it. */
void narration_reason(const App *app, char text[VIEW_STATUS_SIZE]);

/* Writes the result and the reason: "You win: your monkey took the lion on d6." */
void narration_outcome(const App *app, char text[VIEW_STATUS_SIZE]);
/* Says how the game has ended. */
void narration_notify_outcome(App *app);

/* Appends the dangers in a position, each beginning with "  ! ", the most serious first. */
void narration_add_warnings(char *text, const App *app, const Position *position);

#endif
