#include <config.h>

#include "rules/move.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const signed char direction_offset[DIRECTION_COUNT] = {-8, -7, 1, 9, 8, 7, -1, -9};

int move_jump_between(Square from, Square to) {
    int files = abs(square_file(to) - square_file(from));
    int ranks = abs(square_rank(to) - square_rank(from));
    if ((files != 0 && files != 2) || (ranks != 0 && ranks != 2))
        return DIRECTION_COUNT;
    int direction = 0;
    while (direction < DIRECTION_COUNT && (int)from + 2 * direction_offset[direction] != (int)to)
        direction++;
    return direction;
}

Square move_to(Move move) {
    int jumps = move_jumps(move);
    if (jumps == 0)
        return move_plain_to(move);
    int square = (int)move_from(move);
    for (int jump = 0; jump < jumps; jump++)
        square += 2 * direction_offset[move_jump_direction(move, jump)];
    return (Square)square;
}

int move_landings(Move move, Square landings[MOVE_JUMPS_MAX]) {
    int jumps = move_jumps(move);
    if (jumps == 0) {
        landings[0] = move_to(move);
        return 1;
    }
    int square = (int)move_from(move);
    for (int jump = 0; jump < jumps; jump++) {
        square += 2 * direction_offset[move_jump_direction(move, jump)];
        landings[jump] = (Square)square;
    }
    return jumps;
}

Bitboard move_squares(Move move) {
    if (move_is_none(move))
        return 0;
    Square landing[MOVE_JUMPS_MAX];
    int count = move_landings(move, landing);
    Bitboard squares = square_bit(move_from(move));
    for (int i = 0; i < count; i++)
        squares |= square_bit(landing[i]);
    return squares;
}

Bitboard move_jumped(Move move) {
    int jumps = move_jumps(move);
    int square = (int)move_from(move);
    Bitboard jumped = 0;
    for (int jump = 0; jump < jumps; jump++) {
        int offset = direction_offset[move_jump_direction(move, jump)];
        jumped |= square_bit((Square)(square + offset));
        square += 2 * offset;
    }
    return jumped;
}

void movelist_grow(MoveList *list, size_t room) {
    size_t capacity = 2 * (list->capacity + room);
    if (list->moves == list->inline_moves) {
        list->moves = memory_resize(NULL, capacity, sizeof list->moves[0]);
        memcpy(list->moves, list->inline_moves, list->count * sizeof list->moves[0]);
    } else {
        list->moves = memory_resize(list->moves, capacity, sizeof list->moves[0]);
    }
    list->capacity = capacity;
}

void movelist_free(MoveList *list) {
    if (list->moves != list->inline_moves)
        free(list->moves);
    movelist_init(list);
}

bool movelist_has(const MoveList *list, Move move) {
    for (size_t i = 0; i < list->count; i++)
        if (move_equal(list->moves[i], move))
            return true;
    return false;
}
