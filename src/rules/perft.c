#include <config.h>

#include "rules/perft.h"

#include "rules/apply.h"
#include "rules/generate.h"

typedef struct PerftSum {
    uint64_t leaves;
    uint64_t keys;
} PerftSum;

/*
 * Both counters are written once and specialised for colour and family, which alternate and stay.
 * The last ply is counted where its position was made, not in a call of its own: the position then
 * need not leave the processor's fastest memory.
 */
#define PERFT_COUNT(name, opposite, us, them, family)                                              \
    static uint64_t opposite(const Position *position, int depth);                                 \
    static uint64_t name(const Position *position, int depth) {                                    \
        if (depth == 1)                                                                            \
            return generate_moves(GENERATE_COUNT, position, us, family, NULL);                     \
        MoveList list;                                                                             \
        movelist_init(&list);                                                                      \
        generate_moves(GENERATE_ALL, position, us, family, &list);                                 \
        uint64_t leaves = 0;                                                                       \
        for (size_t i = 0; i < list.count; i++) {                                                  \
            Position child = *position;                                                            \
            apply_move(&child, list.moves[i], us, APPLY_BOARD);                                    \
            leaves += depth == 2 ? generate_moves(GENERATE_COUNT, &child, them, family, NULL)      \
                                 : opposite(&child, depth - 1);                                    \
        }                                                                                          \
        movelist_free(&list);                                                                      \
        return leaves;                                                                             \
    }

PERFT_COUNT(count_white_congo, count_black_congo, WHITE, BLACK, PAWNS_CONGO)
PERFT_COUNT(count_black_congo, count_white_congo, BLACK, WHITE, PAWNS_CONGO)
PERFT_COUNT(count_white_mega, count_black_mega, WHITE, BLACK, PAWNS_MEGA)
PERFT_COUNT(count_black_mega, count_white_mega, BLACK, WHITE, PAWNS_MEGA)

#define PERFT_MADE(name, opposite, us, family)                                                     \
    static void opposite(const Position *position, int depth, PerftSum *sum);                      \
    static void name(const Position *position, int depth, PerftSum *sum) {                         \
        MoveList list;                                                                             \
        movelist_init(&list);                                                                      \
        generate_moves(GENERATE_ALL, position, us, family, &list);                                 \
        for (size_t i = 0; i < list.count; i++) {                                                  \
            Position child = *position;                                                            \
            apply_move(&child, list.moves[i], us, APPLY_ALL);                                      \
            if (depth > 1) {                                                                       \
                opposite(&child, depth - 1, sum);                                                  \
            } else {                                                                               \
                sum->leaves++;                                                                     \
                sum->keys += child.key;                                                            \
            }                                                                                      \
        }                                                                                          \
        movelist_free(&list);                                                                      \
    }

PERFT_MADE(made_white_congo, made_black_congo, WHITE, PAWNS_CONGO)
PERFT_MADE(made_black_congo, made_white_congo, BLACK, PAWNS_CONGO)
PERFT_MADE(made_white_mega, made_black_mega, WHITE, PAWNS_MEGA)
PERFT_MADE(made_black_mega, made_white_mega, BLACK, PAWNS_MEGA)

typedef uint64_t CountFunction(const Position *position, int depth);
typedef void MadeFunction(const Position *position, int depth, PerftSum *sum);

static CountFunction *const count_functions[COLOR_COUNT][2] = {
    {count_white_congo, count_white_mega}, {count_black_congo, count_black_mega}};
static MadeFunction *const made_functions[COLOR_COUNT][2] = {{made_white_congo, made_white_mega},
                                                             {made_black_congo, made_black_mega}};

/* An open capture is closed by the first move, whose generator is not the specialised one. */
static void perft_first_ply(const Position *position, int depth, bool made, PerftSum *sum) {
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position child = *position;
        position_make(&child, list.moves[i], NULL);
        if (depth == 1) {
            sum->leaves++;
            sum->keys += child.key;
        } else if (made) {
            made_functions[child.side][child.variant->pawns](&child, depth - 1, sum);
        } else {
            sum->leaves += count_functions[child.side][child.variant->pawns](&child, depth - 1);
        }
    }
    movelist_free(&list);
}

uint64_t perft_count(const Position *position, int depth) {
    if (depth <= 0)
        return 1;
    if (!position_in_capture(position))
        return count_functions[position->side][position->variant->pawns](position, depth);
    PerftSum sum = {0, 0};
    perft_first_ply(position, depth, false, &sum);
    return sum.leaves;
}

uint64_t perft_made(const Position *position, int depth, uint64_t *keys) {
    PerftSum sum = {1, position->key};
    if (depth > 0) {
        sum = (PerftSum){0, 0};
        if (position_in_capture(position))
            perft_first_ply(position, depth, true, &sum);
        else
            made_functions[position->side][position->variant->pawns](position, depth, &sum);
    }
    *keys = sum.keys;
    return sum.leaves;
}
