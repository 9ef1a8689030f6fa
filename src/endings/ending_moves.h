/* What each move leads to in a solved ending, and the best line. */
#ifndef ENDINGS_ENDING_MOVES_H
#define ENDINGS_ENDING_MOVES_H

#include "endings/endings.h"
#include "rules/move.h"

typedef struct EndingMove {
    Move move;
    EndingValue value; /* for the mover: a win in 1 captures the lion */
} EndingMove;

typedef struct EndingMoves {
    EndingMove *moves; /* owned; best first, equal ones in the order of movegen_all */
    size_t count;
    EndingValue value; /* of the position, for the side to move */
} EndingMoves;

enum { ENDING_MOVES_MAX = 1000 };

/*
 * Values all legal moves of a position that is not over, which may be in the middle of a capture.
 * Returns false if one of them leads to a position without a table, or there are more than
 * ENDING_MOVES_MAX. Free with ending_moves_free.
 */
bool ending_moves_list(const Endings *endings, const Position *position, EndingMoves *list);
void ending_moves_free(EndingMoves *list);

/* Returns the value of a position, which may be in the middle of a capture. */
bool ending_moves_value(const Endings *endings, const Position *position, EndingValue *value);

/* Stores the best line of a won or lost position to its end, at most `size` moves. Returns their
 * number; 0 for a draw or without tables. */
int ending_moves_line(const Endings *endings, const Position *position, Move *line, int size);

#endif
