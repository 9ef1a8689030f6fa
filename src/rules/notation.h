/* Moves in text: coordinate form and Congo notation, both ways (congo-rules(6)). */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/error.h"
#include "rules/movegen.h"
#include "rules/position.h"

enum {
    SQUARE_TEXT_SIZE = 3, /* "a1" and the final NUL */
    COORDINATE_SIZE = 40, /* origin, 16 landings, final NUL */
    NOTATION_SIZE = 112   /* origin, 16 landings, 7 drowned, lion mark, final NUL */
};

/* Writes "a1"; returns text. */
char *square_write(Square square, char text[SQUARE_TEXT_SIZE]);
/* Reads a file letter (either case) and a rank digit at text[0..1]; SQUARE_NONE if it is not one.
 */
Square square_parse(const char *text);

/* Coordinate form: "a2a3", "b1d3f5", "f5f5". Returns its length. Needs no position. */
size_t coordinate_write(Move move, char text[COORDINATE_SIZE]);

/* Reads coordinate form; false when the text is not a legal move in that form (see the error). */
bool coordinate_parse(const Position *position, const char *text, Move *move, Error *error);

/* Congo notation of a legal move: "D3", "Z-F3", "E-CD4", "M:D3:F5", "C-F3,:D4", "L:D6#", "M=F5".
 * Returns its length. */
size_t notation_write(const Position *position, Move move, char text[NOTATION_SIZE]);

/* What a lenient reader found to forgive. */
typedef enum NotationSlip {
    SLIP_NONE = 0,
    SLIP_CAPTURE_MARK = 1, /* marks a capture where nothing is taken, or none where something is */
    SLIP_DROWNED = 2,      /* the drowned squares are missing or wrong */
    SLIP_LION_MARK = 4,    /* '#' is missing or wrong */
    SLIP_ORIGIN = 8        /* an origin was needed, or not needed */
} NotationSlip;

/*
 * Reads a move in any form: coordinates, Congo notation (leniently: case, a missing or wrong '-' or
 * ':', "MP" for Q, missing or superfluous origin, drowned squares and '#', trailing '!' and '?'),
 * the mindsports forms "d2-d3", "d2xe3", "d2-e3x", "a2-c4-c6x", and "(a2,a3)". Exactly one legal
 * move must fit. On failure the error says so: ERROR_AMBIGUOUS lists the moves that fit,
 * ERROR_ILLEGAL that none does, ERROR_SYNTAX that the text is no move at all. `slips` (may be NULL)
 * receives a set of NotationSlip.
 */
bool notation_parse(const Position *position, const char *text, Move *move, unsigned *slips,
                    Error *error);

#endif
