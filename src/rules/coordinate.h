/* Squares in text, and moves in coordinate form: the squares of a move, one after the other. */
#ifndef RULES_COORDINATE_H
#define RULES_COORDINATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/move.h"
#include "rules/position.h"

enum {
    SQUARE_TEXT_SIZE = 3, /* "a1" and the final NUL */
    COORDINATE_SIZE = 40  /* origin, 16 landings, final NUL */
};

/* Writes "a1"; returns text. */
char *square_write(Square square, char text[SQUARE_TEXT_SIZE]);
/* Reads a file letter (either case) and a rank digit at text[0..1]; SQUARE_NONE if it is not one.
 */
Square square_parse(const char *text);

/* Coordinate form: "a2a3", "b1d3f5", "f5f5". Returns its length. Needs no position. */
size_t coordinate_write(Move move, char text[COORDINATE_SIZE]);

/* Append a square or a move in coordinate form. */
void coordinate_add_square(Buffer *text, Square square);
void coordinate_add(Buffer *text, Move move);

/* Reads coordinate form, in either case, with nothing before or after it; false when the text is
 * not a legal move in that form (ERROR_SYNTAX, ERROR_ILLEGAL). */
bool coordinate_parse(const Position *position, const char *text, Move *move, Error *error);

/*
 * The legal move of the piece on `from` that lands on these squares in turn (for any piece but a
 * monkey that captures: on the one); in the middle of a capture `from` itself means the stop. False
 * when there is none. A path is walked, so this is quick however many paths there are.
 */
bool coordinate_find_move(const Position *position, Square from, const Square *landings,
                          size_t count, Move *move);

#endif
