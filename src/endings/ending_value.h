/* The value of a position of a solved ending: the result with best play by both sides, and how long
 * it takes. */
#ifndef ENDINGS_ENDING_VALUE_H
#define ENDINGS_ENDING_VALUE_H

#include <stdint.h>

/* From the view of the side to move. */
typedef enum EndingResult { ENDING_LOSS = -1, ENDING_DRAW = 0, ENDING_WIN = 1 } EndingResult;

/*
 * `plies` counts to the capture of the lion, which is the last ply: the winner plays for the
 * fewest, the loser for the most. It is odd for a win and even for a loss: 0 if the side to move
 * has no legal move. A draw has 0. Neither repetition nor the limit of quiet plies is part of the
 * value.
 */
typedef struct EndingValue {
    EndingResult result;
    int plies;
} EndingValue;

enum { ENDING_PLIES_MAX = 254 };

/* The tables store a value as a byte: 0 for a draw, else plies + 1. */
enum { ENDING_BYTE_DRAW = 0 };

static inline uint8_t ending_byte(int plies) {
    return (uint8_t)(plies + 1);
}

static inline EndingValue ending_value(uint8_t byte) {
    if (byte == ENDING_BYTE_DRAW)
        return (EndingValue){ENDING_DRAW, 0};
    return (EndingValue){byte % 2 == 0 ? ENDING_WIN : ENDING_LOSS, byte - 1};
}

/* Returns a number that is larger the better the value is for the side to move: short wins before
 * long ones, draws, long losses before short ones. 0 for a draw. */
static inline int ending_value_rank(EndingValue value) {
    return value.result * (ENDING_PLIES_MAX + 1 - value.plies);
}

/* Returns the value for the mover of a move to a position with this value. */
static inline EndingValue ending_value_before(EndingValue after) {
    if (after.result == ENDING_DRAW)
        return after;
    return (EndingValue){after.result == ENDING_LOSS ? ENDING_WIN : ENDING_LOSS, after.plies + 1};
}

#endif
