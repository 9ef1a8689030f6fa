#include <config.h>

#include "engine/nnue.h"

#include <string.h>

#include "engine/nnue_data.h"

static ALWAYS_INLINE void add_row(int16_t *values, int input) {
    for (int i = 0; i < NNUE_HIDDEN; i++)
        values[i] = (int16_t)(values[i] + nnue.hidden[input][i]);
}

static ALWAYS_INLINE void subtract_row(int16_t *values, int input) {
    for (int i = 0; i < NNUE_HIDDEN; i++)
        values[i] = (int16_t)(values[i] - nnue.hidden[input][i]);
}

/* Adds the difference of two positions, of which each bitboard tells what came and what went. */
static void add_difference(Accumulator *accumulator, const Position *position) {
    for (int type = 0; type < PIECE_TYPE_COUNT; type++) {
        const int piece = nnue_piece(position->variant->pawns, (PieceType)type);
        for (int color = 0; color < COLOR_COUNT; color++) {
            const Bitboard before = accumulator->pieces[type][color];
            const Bitboard now = position_pieces(position, (Color)color, (PieceType)type);
            if (before == now)
                continue;
            accumulator->pieces[type][color] = now;
            for (Bitboard set = now & ~before; set;) {
                const Square square = bitboard_pop(&set);
                for (int view = 0; view < COLOR_COUNT; view++)
                    add_row(accumulator->values[view],
                            nnue_input((Color)view, (Color)color, piece, square));
            }
            for (Bitboard set = before & ~now; set;) {
                const Square square = bitboard_pop(&set);
                for (int view = 0; view < COLOR_COUNT; view++)
                    subtract_row(accumulator->values[view],
                                 nnue_input((Color)view, (Color)color, piece, square));
            }
        }
    }
}

void accumulator_refresh(Accumulator *accumulator, const Position *position) {
    memset(accumulator->pieces, 0, sizeof accumulator->pieces);
    for (int view = 0; view < COLOR_COUNT; view++) {
        memcpy(accumulator->values[view], nnue.hidden_bias, sizeof nnue.hidden_bias);
        for (Bitboard set = position->variant->islands; set;)
            add_row(accumulator->values[view], nnue_island_input(bitboard_pop(&set)));
    }
    add_difference(accumulator, position);
}

void accumulator_update(Accumulator *accumulator, const Accumulator *from,
                        const Position *position) {
    *accumulator = *from;
    add_difference(accumulator, position);
}

/* The product of a clipped value and a weight fits into 16 bits, and the sum into 32. */
static ALWAYS_INLINE int32_t sum_squares(const int16_t *values, const int16_t *weights) {
    int32_t sum = 0;
    for (int i = 0; i < NNUE_HIDDEN; i++) {
        const int16_t above = values[i] < 0 ? 0 : values[i];
        const int16_t clipped = above > NNUE_ONE ? NNUE_ONE : above;
        const int16_t product = (int16_t)(clipped * weights[i]);
        sum += product * clipped;
    }
    return sum;
}

int nnue_output(const Accumulator *accumulator, const Position *position) {
    const Color side = position_side(position);
    const int bucket = nnue_bucket(position);
    const int64_t sum = (int64_t)sum_squares(accumulator->values[side], nnue.output[bucket][0]) +
                        sum_squares(accumulator->values[color_other(side)], nnue.output[bucket][1]);
    return (int)(sum * NNUE_SCALE / (NNUE_ONE * NNUE_ONE * NNUE_OUTPUT_ONE)) +
           nnue.output_bias[bucket];
}

const char *nnue_heading(void) {
    return heading;
}
