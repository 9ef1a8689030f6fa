/* Moves in coordinate form: the squares of a move, one after the other. */
#ifndef RULES_COORDINATE_H
#define RULES_COORDINATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/move.h"
#include "rules/position.h"

enum { COORDINATE_SIZE = 40 }; /* origin, 16 landings, final NUL */

/* Writes "a2a3", "b1d3f5" or, for a stop, "f5f5". Returns the length. */
size_t coordinate_write(Move move, char text[COORDINATE_SIZE]);

/* Append a square or a move in coordinate form. */
void coordinate_add_square(Buffer *text, Square square);
void coordinate_add(Buffer *text, Move move);

/* Reads a legal move in either case, without blanks around it. Fails with ERROR_SYNTAX or
 * ERROR_ILLEGAL. */
bool coordinate_parse(const Position *position, const char *text, Move *move, Error *error);

/* Squares of steps: the origin, the landings, and the last one twice if a monkey stops there. */
enum { STEP_SQUARES_MAX = MOVE_JUMPS_MAX + 2 };

/*
 * Reads steps as the line interface prints them: "(a2,a3)", "(b1,d3) -> (d3,f5) -> (f5,f5)". The
 * arrows may be missing, "(b1,d3,f5)" is two steps, and "transition" or "transitions" may stand
 * before a step. Returns the number of squares, or 0 if there are no steps at the start of the
 * text. *length receives the bytes read; other text may follow them.
 */
int coordinate_read_steps(const char *text, size_t size, Square squares[STEP_SQUARES_MAX],
                          size_t *length);

/*
 * Finds the legal move of the piece on `from` with these landing squares: those of its jumps for a
 * monkey that captures, one for any other move; `from` itself stops an open capture. Returns false
 * if there is none. The time does not depend on how many paths the monkey has.
 */
bool coordinate_find_move(const Position *position, Square from, const Square *landings,
                          size_t count, Move *move);

#endif
