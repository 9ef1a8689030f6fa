/*
 * Numbers the positions of a canonical class: the value of position number i with White to move is
 * byte i of White's part of the table, and likewise for Black. Mirror images have the same number,
 * if the islands are their own mirror image, and so have exchanged pieces of one type and colour.
 * Some numbers belong to no position, because two pieces would stand on one square or a pawn on its
 * last rank.
 */
#ifndef ENDINGS_ENDING_INDEX_H
#define ENDINGS_ENDING_INDEX_H

#include "endings/ending_class.h"
#include "endings/ending_rules.h"

enum { LION_PLACEMENTS = 81 }; /* 9 squares of each castle */

/* Pieces of one type and colour. */
typedef struct EndingGroup {
    uint8_t color; /* Color */
    uint8_t type;  /* PieceType */
    uint8_t count;
    uint32_t size; /* placements of the group: combinations of the 49 squares */
} EndingGroup;

typedef struct EndingIndex {
    bool mirrored;       /* mirror images share a number */
    int lion_placements; /* that are told apart: 45 if mirrored, else LION_PLACEMENTS */
    int group_count;
    EndingGroup groups[ENDING_PIECES_MAX]; /* White's first; the last one varies fastest */
    uint32_t size;                         /* numbers of one side to move */
} EndingIndex;

void ending_index_init(EndingIndex *index, const EndingClass *class, const EndingRules *rules);

/* Returns the number of a position of the class. */
uint32_t ending_index_of(const EndingIndex *index, const Position *position);

/* The same for a position of the class with exchanged colours. */
uint32_t ending_index_of_exchanged(const EndingIndex *index, const Position *position);

/* Numbers the squares of the lions, which stand in their castles. *mirror: the other pieces of the
 * position with this number are mirrored. */
int ending_index_lions(const EndingIndex *index, Square white, Square black, bool *mirror);

/* Finds the squares of a placement of the lions, below index->lion_placements. */
void ending_index_lion_squares(const EndingIndex *index, int placement, Square *white,
                               Square *black);

/*
 * Sets up position `number` of the class with `side` to move, in a variant with the rules of the
 * index. Returns the number of placements that it stands for: 2 with its mirror image, 1 if both
 * lions are on the d file, where mirror images have numbers of their own, or without mirror images;
 * 0 if the number belongs to no position.
 */
int ending_index_position(const EndingIndex *index, uint32_t number, Color side,
                          const Variant *variant, Position *position);

#endif
