/* Congo notation of moves, both ways (congo-rules(6)). */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/coordinate.h"
#include "rules/move.h"
#include "rules/position.h"

enum {
    NOTATION_SIZE = 112,    /* piece, origin, 16 landings, 7 drowned, lion mark, final NUL */
    NOTATION_LONGEST = 199, /* a longer text is no move, whatever is in it */
};

/*
 * Congo notation of a legal move: "D3", "Z-F3", "E-CD4", "M:D3:F5", "C-F3,:D4", "L:D6#", "M=F5".
 * The origin is there if another piece of the same kind could land on the same squares. Returns its
 * length.
 */
size_t notation_write(const Position *position, Move move, char text[NOTATION_SIZE]);

/* What a lenient reader found to forgive in Congo notation. */
typedef enum NotationDeviation {
    DEVIATION_NONE = 0,
    DEVIATION_CAPTURE_MARK = 1, /* '-' or ':' is missing, or the wrong one of the two */
    DEVIATION_DROWNED = 2,      /* the drowned squares are missing, wrong or out of order */
    DEVIATION_LION_MARK = 4,    /* '#' is missing or wrong */
    DEVIATION_ORIGIN = 8        /* an origin was needed, or not needed, or another one */
} NotationDeviation;

/*
 * Reads a move in any form: coordinates, Congo notation (leniently: case, a missing or wrong '-' or
 * ':', "MP" for Q, missing or superfluous origin, drowned squares and '#', trailing '!' and '?'),
 * the mindsports forms "d2-d3", "d2xe3", "d2-e3x", "a2-c4-c6x", and the steps of the line
 * interface, "(a2,a3)" and "(b1,d3) -> (d3,f5) -> (f5,f5)"; blanks around it are allowed. Exactly
 * one legal move must fit; one that a mark in the text contradicts counts only if there is no
 * other. On failure the error says so: ERROR_AMBIGUOUS lists the moves that fit, ERROR_ILLEGAL that
 * none does, ERROR_SYNTAX that the text is no move at all. `slips` (may be NULL) receives a set of
 * NotationDeviation.
 */
bool notation_parse(const Position *position, const char *text, Move *move, unsigned *deviations,
                    Error *error);

/* The two halves of notation_parse, for a caller that knows more than the position: find the moves
 * that fit (none is no error), strike out some, choose the one that is left. */
enum { NOTATION_FITS_MAX = 2 * PIECES_MAX };

typedef struct NotationFit {
    Move move;
    unsigned deviations;
} NotationFit;

typedef struct NotationFits {
    size_t count;
    NotationFit fit[NOTATION_FITS_MAX];
} NotationFits;

bool notation_find(const Position *position, const char *text, NotationFits *fits, Error *error);
bool notation_choose(const Position *position, const char *text, const NotationFits *fits,
                     Move *move, unsigned *deviations, Error *error);

#endif
