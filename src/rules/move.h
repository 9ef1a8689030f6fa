/*
 * A move is one whole turn: a piece goes from a square to a square, a monkey captures with all of
 * its jumps, or a monkey stops an open capture. A move has a meaning only in its position.
 */
#ifndef RULES_MOVE_H
#define RULES_MOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/bitboard.h"
#include "rules/piece.h"

/*
 * Bits 0-5: origin; 6-9: piece type; 10-14: number of jumps, 0 unless a monkey captures; from bit
 * 15: the target square, or the directions of the jumps, three bits each, the first jump lowest.
 * A side has at most 16 pieces, so there are at most 16 jumps.
 */
typedef struct Move {
    uint64_t bits;
} Move;

enum { MOVE_JUMPS_MAX = 16 };

/* Never generated. */
#define MOVE_NONE ((Move){UINT64_MAX})

/* Clockwise from the top of the board. */
enum { DIRECTION_COUNT = 8 };
extern const signed char direction_offset[DIRECTION_COUNT]; /* added to a Square */

/* Returns the direction of the jump between two squares, or DIRECTION_COUNT if there is none. */
int move_jump_between(Square from, Square to);

static inline Move move_plain(PieceType type, Square from, Square to) {
    return (Move){(uint64_t)from | (uint64_t)type << 6 | (uint64_t)to << 15};
}

/* Begins a monkey's capture, which has no jump yet; extend it with move_with_jump. */
static inline Move move_capture_start(Square from) {
    return (Move){(uint64_t)from | (uint64_t)MONKEY << 6};
}

static inline int move_jumps(Move move) {
    return (int)(move.bits >> 10 & 31);
}

static inline Move move_with_jump(Move move, int direction) {
    int shift = 15 + 3 * move_jumps(move);
    return (Move){(move.bits + (UINT64_C(1) << 10)) | (uint64_t)direction << shift};
}

static inline Square move_from(Move move) {
    return (Square)(move.bits & 63);
}

static inline PieceType move_piece(Move move) {
    return (PieceType)(move.bits >> 6 & 15);
}

static inline bool move_equal(Move a, Move b) {
    return a.bits == b.bits;
}

static inline bool move_is_none(Move move) {
    return move.bits == UINT64_MAX;
}

/* `jump` is 0..jumps-1. */
static inline int move_jump_direction(Move move, int jump) {
    return (int)(move.bits >> (15 + 3 * jump) & 7);
}

/* Returns the target square of a move that is not a monkey's capture. */
static inline Square move_plain_to(Move move) {
    return (Square)(move.bits >> 15 & 63);
}

/* Returns the square on which the turn ends. */
Square move_to(Move move);

/* Stores the landing squares of a monkey's capture, or the target of any other move. Returns their
 * number. */
int move_landings(Move move, Square landings[MOVE_JUMPS_MAX]);

/* Returns the squares of a move: its origin and all landings. Empty for MOVE_NONE. */
Bitboard move_squares(Move move);

/* Returns the squares jumped over, which are none unless a monkey captures. */
Bitboard move_jumped(Move move);

/* A stop of an open capture has its square as origin and target. */
static inline bool move_is_stop(Move move) {
    return move_jumps(move) == 0 && move_plain_to(move) == move_from(move);
}

/* A list that allocates only if it grows beyond its inline moves. movelist_free releases it. */
enum { MOVELIST_INLINE = 448 }; /* more moves than 16 pieces have without a monkey's captures */

typedef struct MoveList {
    Move *moves;
    size_t count;
    size_t capacity;
    Move inline_moves[MOVELIST_INLINE];
} MoveList;

static inline void movelist_init(MoveList *list) {
    list->moves = list->inline_moves;
    list->count = 0;
    list->capacity = MOVELIST_INLINE;
}

void movelist_free(MoveList *list);

/* Makes room for `room` more moves. */
void movelist_grow(MoveList *list, size_t room);

static inline void movelist_reserve(MoveList *list, size_t room) {
    if (UNLIKELY(list->capacity - list->count < room))
        movelist_grow(list, room);
}

static inline void movelist_add(MoveList *list, Move move) {
    movelist_reserve(list, 1);
    list->moves[list->count++] = move;
}

bool movelist_has(const MoveList *list, Move move);

#endif
