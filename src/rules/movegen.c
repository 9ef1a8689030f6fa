#include <config.h>

#include "rules/movegen.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rules/generate.h"

/* ---- monkey captures ---- */

static int direction_of(int offset) {
    static const signed char direction[] = {7, 0,  1,  -1, -1, -1, -1, -1, 6, -1,
                                            2, -1, -1, -1, -1, -1, 5,  4,  3};
    return direction[offset + 9];
}

/*
 * `vacant` does not change during a capture, although captured pieces are removed: landing squares
 * have the parity of the first square in both coordinates, and the squares jumped over never do.
 */
uint64_t generate_count_jumps(Square from, Bitboard enemies, Bitboard lion, Bitboard vacant) {
    uint64_t count = 0;
    for (Bitboard near = generate_jumpable(from, enemies, vacant); near; near &= near - 1) {
        Square over = bitboard_first(near);
        count++;
        if (square_bit(over) != lion)
            count += generate_count_jumps((Square)(2 * (int)over - (int)from),
                                          enemies & ~square_bit(over), lion, vacant);
    }
    return count;
}

/* A hash set of captured pieces and end squares, both in one word, which is never 0. */
typedef struct ChainSet {
    uint64_t *slots;
    size_t size; /* a power of two, at least twice the count */
    size_t count;
    uint64_t inline_slots[64];
} ChainSet;

static void chainset_free(ChainSet *set) {
    if (set->slots != set->inline_slots)
        free(set->slots);
}

static uint64_t *chainset_slot(const ChainSet *set, uint64_t word) {
    size_t slot = (size_t)((word * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (set->size - 1);
    while (set->slots[slot] != 0 && set->slots[slot] != word)
        slot = (slot + 1) & (set->size - 1);
    return &set->slots[slot];
}

static void chainset_grow(ChainSet *set) {
    ChainSet larger = {.size = set->size * 4, .count = set->count};
    larger.slots = memory_allocate(larger.size * sizeof larger.slots[0]);
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i] != 0)
            *chainset_slot(&larger, set->slots[i]) = set->slots[i];
    chainset_free(set);
    set->slots = larger.slots;
    set->size = larger.size;
}

/* Returns false if the set has it already. */
static bool chainset_add(ChainSet *set, Bitboard captured, Square end) {
    uint64_t word = captured | (uint64_t)end << 56;
    uint64_t *slot = chainset_slot(set, word);
    if (*slot == word)
        return false;
    *slot = word;
    if (++set->count * 2 > set->size)
        chainset_grow(set);
    return true;
}

/* One walk over a monkey's captures. */
typedef struct ChainWalk {
    Bitboard enemies; /* when the turn began */
    Bitboard lion;
    Bitboard vacant;
    size_t limit;   /* most moves in the list */
    bool cut;       /* the limit was reached */
    ChainSet *seen; /* NULL: list every path */
    MoveList *list;
} ChainWalk;

/* The continuations of a capture depend only on the captured pieces and the square reached, so each
 * such pair is followed once. */
static void walk_chain(ChainWalk *walk, Move path, Square from, Bitboard captured) {
    Bitboard near = generate_jumpable(from, walk->enemies & ~captured, walk->vacant);
    for (; near && !walk->cut; near &= near - 1) {
        Square over = bitboard_first(near);
        Square to = (Square)(2 * (int)over - (int)from);
        Bitboard now = captured | square_bit(over);
        if (walk->seen && !chainset_add(walk->seen, now, to))
            continue;
        if (walk->list->count >= walk->limit) {
            walk->cut = true;
            return;
        }
        Move longer = move_with_jump(path, direction_of((int)over - (int)from));
        movelist_add(walk->list, longer);
        if (square_bit(over) != walk->lion)
            walk_chain(walk, longer, to, now);
    }
}

void generate_list_jumps(Square from, Bitboard enemies, Bitboard lion, Bitboard vacant,
                         bool distinct, MoveList *list) {
    ChainSet seen;
    ChainWalk walk = {enemies, lion, vacant, SIZE_MAX, false, NULL, list};
    if (distinct) {
        seen = (ChainSet){.size = 64};
        seen.slots = seen.inline_slots;
        walk.seen = &seen;
    }
    walk_chain(&walk, move_capture_start(from), from, 0);
    if (distinct)
        chainset_free(&seen);
    movelist_reserve(list, (PIECES_MAX - 2) * 24); /* the others but the lion, megapawns at most */
}

/* ---- whole positions ---- */

static Bitboard enemy_pieces(const Position *position) {
    return position->by_color[color_other(position_side(position))];
}

static Bitboard enemy_lion(const Position *position) {
    return enemy_pieces(position) & position->by_type[LION];
}

static Move stop_move(const Position *position) {
    return move_plain(MONKEY, (Square)position->jump_at, (Square)position->jump_at);
}

/* Lists the moves of an open capture: the stop and the ways to jump on. */
static void generate_open(const Position *position, bool distinct, MoveList *list) {
    if (!position_has_both_lions(position))
        return;
    Square at = (Square)position->jump_at;
    movelist_reserve(list, 1);
    movelist_add(list, stop_move(position));
    generate_list_jumps(at, enemy_pieces(position), enemy_lion(position),
                        position_empty(position) | square_bit(at), distinct, list);
}

/* Calls generate_moves with colour and family as constants. */
static ALWAYS_INLINE uint64_t generate_specialised(GenerateMode mode, const Position *position,
                                                   MoveList *list) {
    bool congo = position->variant->pawns == PAWNS_CONGO;
    if (position->side == WHITE)
        return congo ? generate_moves(mode, position, WHITE, PAWNS_CONGO, list)
                     : generate_moves(mode, position, WHITE, PAWNS_MEGA, list);
    return congo ? generate_moves(mode, position, BLACK, PAWNS_CONGO, list)
                 : generate_moves(mode, position, BLACK, PAWNS_MEGA, list);
}

static ALWAYS_INLINE void generate_list(GenerateMode mode, const Position *position,
                                        MoveList *list) {
    movelist_reserve(list, MOVELIST_INLINE);
    if (!position_in_capture(position))
        generate_specialised(mode, position, list);
    else if (mode != GENERATE_QUIETS)
        generate_open(position, mode != GENERATE_ALL, list);
}

void movegen_all(const Position *position, MoveList *list) {
    generate_list(GENERATE_ALL, position, list);
}

void movegen_distinct(const Position *position, MoveList *list) {
    generate_list(GENERATE_DISTINCT, position, list);
}

void movegen_captures(const Position *position, MoveList *list) {
    generate_list(GENERATE_CAPTURES, position, list);
}

void movegen_quiets(const Position *position, MoveList *list) {
    generate_list(GENERATE_QUIETS, position, list);
}

uint64_t movegen_count(const Position *position) {
    if (!position_in_capture(position))
        return generate_specialised(GENERATE_COUNT, position, NULL);
    if (!position_has_both_lions(position))
        return 0;
    Square at = (Square)position->jump_at;
    return 1 + generate_count_jumps(at, enemy_pieces(position), enemy_lion(position),
                                    position_empty(position) | square_bit(at));
}

/* Lists the moves that do not jump; in an open capture, the stop. */
static void list_plain(const Position *position, MoveList *list) {
    movelist_init(list);
    if (!position_in_capture(position))
        generate_specialised(GENERATE_PLAIN, position, list);
    else if (position_has_both_lions(position))
        movelist_add(list, stop_move(position));
}

bool movegen_some(const Position *position, size_t limit, MoveList *list) {
    Bitboard jumpers = position_in_capture(position)
                           ? square_bit((Square)position->jump_at)
                           : position_pieces(position, position_side(position), MONKEY);
    ChainWalk walk = {.enemies = enemy_pieces(position),
                      .lion = enemy_lion(position),
                      .limit = list->count + limit,
                      .list = list};
    if (!position_has_both_lions(position))
        return true;
    MoveList plain;
    list_plain(position, &plain);
    for (size_t i = 0; i < plain.count && !walk.cut; i++) {
        if (list->count < walk.limit)
            movelist_add(list, plain.moves[i]);
        else
            walk.cut = true;
    }
    movelist_free(&plain);
    while (jumpers && !walk.cut) {
        Square from = bitboard_pop(&jumpers);
        walk.vacant = position_empty(position) | square_bit(from);
        walk_chain(&walk, move_capture_start(from), from, 0);
    }
    return !walk.cut;
}

/* Returns the pieces that a monkey on `from` could jump over now, whether or not a capture is open.
 */
static Bitboard first_jumps(const Position *position, Square from) {
    Color us = position_side(position);
    if (!position_has_both_lions(position) ||
        !(position_pieces(position, us, MONKEY) & square_bit(from)))
        return 0;
    if (position_in_capture(position) && from != (Square)position->jump_at)
        return 0;
    return generate_jumpable(from, enemy_pieces(position), position_empty(position));
}

bool movegen_any(const Position *position) {
    MoveList list;
    movelist_init(&list);
    movegen_some(position, 1, &list);
    bool any = list.count > 0;
    movelist_free(&list);
    return any;
}

static bool path_is_legal(const Position *position, Move move) {
    int at = (int)move_from(move), jumps = move_jumps(move);
    Bitboard enemies = enemy_pieces(position);
    Bitboard vacant = position_empty(position) | square_bit((Square)at);

    if (jumps > MOVE_JUMPS_MAX || move.bits >> (15 + 3 * jumps) || move_piece(move) != MONKEY)
        return false;
    for (int jump = 0; jump < jumps; jump++) {
        Bitboard near = jump == 0 ? first_jumps(position, (Square)at)
                                  : generate_jumpable((Square)at, enemies, vacant);
        int offset = direction_offset[move_jump_direction(move, jump)];
        if (at + offset < 0 || !bitboard_has(near, (Square)(at + offset)))
            return false;
        enemies &= ~square_bit((Square)(at + offset));
        if (at + offset == (int)bitboard_first(enemy_lion(position)) && jump + 1 < jumps)
            return false;
        at += 2 * offset;
    }
    return true;
}

/* Like list_plain, but lists only the moves of the piece on a square and of the lion. */
static void list_plain_from(const Position *position, Square from, MoveList *list) {
    if (position_in_capture(position)) {
        list_plain(position, list);
        return;
    }
    Position alone = *position;
    for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++)
        alone.by_type[type] &= square_bit(from);
    movelist_init(list);
    generate_specialised(GENERATE_PLAIN, &alone, list);
}

bool move_is_legal(const Position *position, Move move) {
    Square from = move_from(move);
    if ((int)from >= SQUARE_SPAN ||
        !bitboard_has(position->by_color[position_side(position)], from))
        return false;
    if (move_jumps(move) > 0)
        return path_is_legal(position, move);
    MoveList list;
    list_plain_from(position, from, &list);
    bool legal = movelist_has(&list, move);
    movelist_free(&list);
    return legal;
}

bool move_is_quiet(const Position *position, Move move) {
    return position_captured(position, move) == 0 && !move_promotes(position, move);
}

void movegen_steps(const Position *position, Square from, Bitboard *targets, Bitboard *captures) {
    Bitboard to = 0;
    MoveList list;

    list_plain(position, &list);
    for (size_t i = 0; i < list.count; i++)
        if (move_from(list.moves[i]) == from)
            to |= square_bit(move_to(list.moves[i]));
    movelist_free(&list);
    Bitboard capturing = to & enemy_pieces(position);
    for (Bitboard over = first_jumps(position, from); over;) {
        Square landing = (Square)(2 * (int)bitboard_pop(&over) - (int)from);
        capturing |= square_bit(landing);
        to |= square_bit(landing);
    }
    if (targets)
        *targets = to;
    if (captures)
        *captures = capturing;
}

Bitboard movegen_origins(const Position *position) {
    Bitboard origins = 0;
    MoveList list;

    list_plain(position, &list);
    for (size_t i = 0; i < list.count; i++)
        origins |= square_bit(move_from(list.moves[i]));
    movelist_free(&list);
    for (Bitboard set = position_pieces(position, position_side(position), MONKEY); set;) {
        Square from = bitboard_pop(&set);
        if (first_jumps(position, from))
            origins |= square_bit(from);
    }
    return origins;
}

/* ---- attacks ---- */

Bitboard movegen_attackers(const Position *position, Square square, Color by) {
    Bitboard attackers = generate_attackers(position, by, square);
    if (position_has_both_lions(position) &&
        bitboard_has(position_pieces(position, color_other(by), LION), square))
        attackers |= generate_lion_line(position) & position->by_color[by];
    return attackers;
}

/* Returns the squares that a monkey could jump over, now or after further jumps, if enemies stood
 * there. A jumped square is never a landing square, so that such an enemy would not be in the way.
 */
static Bitboard chain_attacks(Square at, Bitboard enemies, Bitboard vacant) {
    Bitboard attacked = 0;
    for (Bitboard near = table_jump[at]; near;) {
        Square over = bitboard_pop(&near), landing = (Square)(2 * (int)over - (int)at);
        if (!bitboard_has(vacant, landing))
            continue;
        attacked |= square_bit(over);
        if (bitboard_has(enemies, over))
            attacked |= chain_attacks(landing, enemies & ~square_bit(over), vacant);
    }
    return attacked;
}

Bitboard movegen_attacks(const Position *position, Color by) {
    Bitboard attacked = 0, empty = position_empty(position);
    Bitboard enemies = position->by_color[color_other(by)] & ~position->by_type[LION];
    for (Bitboard pieces = position->by_color[by]; pieces;) {
        Square from = bitboard_pop(&pieces);
        PieceType type = position_piece_at(position, from);
        if (type == MONKEY)
            attacked |= chain_attacks(from, enemies, empty | square_bit(from));
        else if (type != LION)
            attacked |= generate_attacks(position, by, type, position->variant->pawns, from, empty);
        else if (position_has_both_lions(position))
            attacked |= table_lion[from] | (generate_lion_line(position) & ~square_bit(from));
        else
            attacked |= table_lion[from];
    }
    return attacked;
}
