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

/*
 * Sets up position `number` of the class with `side` to move, in a variant with the rules of the
 * index. Returns the number of placements that it stands for, 2 with its mirror image, else 1; or 0
 * if the number belongs to no position, or to one that has another number too.
 */
int ending_index_position(const EndingIndex *index, uint32_t number, Color side,
                          const Variant *variant, Position *position);

#endif
