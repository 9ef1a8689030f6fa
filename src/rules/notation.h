/* Writes and reads moves in Congo notation; congo-rules(6) describes it. */
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
    NOTATION_LONGEST = 199, /* a longer text is not read as a move */
};

/*
 * Writes a legal move: "D3", "Z-F3", "E-CD4", "M:D3:F5", "C-F3,:D4", "L:D6#", "M=F5", with its
 * origin if another piece of the same type could land on the same squares. Returns the length.
 */
size_t notation_write(const Position *position, Move move, char text[NOTATION_SIZE]);

/* Deviations from the notation that a lenient reader accepts. */
typedef enum NotationDeviation {
    DEVIATION_NONE = 0,
    DEVIATION_CAPTURE_MARK = 1, /* '-' or ':' is missing, or the wrong one of the two */
    DEVIATION_DROWNED = 2,      /* the drowned squares are missing, wrong or out of order */
    DEVIATION_LION_MARK = 4,    /* '#' is missing or wrong */
    DEVIATION_ORIGIN = 8        /* the origin is missing, superfluous or of another form */
} NotationDeviation;

/*
 * Reads a move in any of these forms, with blanks around it:
 *   - coordinates;
 *   - Congo notation in either case, with the deviations above, "MP" for Q, and trailing '!' and
 *     '?';
 *   - the forms of mindsports.nl: "d2-d3", "d2xe3", "d2-e3x", "a2-c4-c6x";
 *   - the steps of the line interface, as a whole turn: see coordinate_read_steps.
 *
 * Exactly one legal move must fit. A move that contradicts a mark of the text fits only if no other
 * does. Fails with ERROR_SYNTAX for a text in none of these forms, ERROR_ILLEGAL if no move fits,
 * and ERROR_AMBIGUOUS if several do. *deviations (NULL is allowed) receives a set of
 * NotationDeviation.
 */
bool notation_parse(const Position *position, const char *text, Move *move, unsigned *deviations,
                    Error *error);

/* The two halves of notation_parse: notation_find lists the moves that fit, possibly none, and
 * notation_choose accepts the only one left. A caller can remove moves in between. */
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
