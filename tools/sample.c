#include <config.h>

#include "tools/sample.h"

#include <string.h>

#include "base/number.h"
#include "tools/variants.h"

enum {
    PIECES_AT = 7,
    PIECE_BITS = 5,
    PIECE_BLACK = 16,
    SCORE_AT = 27,
    QUIET_AT = 29,
    RESULT_AT = 30,
    RESULT_MASK = 3,
    SIDE_BIT = 4,
    VARIANT_AT = 31
};

static uint8_t variant_number(const Variant *variant) {
    uint8_t number = 0;
    while (strcmp(variants_get(number)->name, variant->name) != 0)
        number++;
    return number;
}

void sample_pack(const Sample *sample, uint8_t bytes[SAMPLE_SIZE]) {
    const Position *position = &sample->position;
    int piece_bit = 8 * PIECES_AT;
    memset(bytes, 0, SAMPLE_SIZE);
    for (Bitboard set = position_occupied(position); set;) {
        const Square square = bitboard_pop(&set);
        const int bit = square_number(square);
        const int piece = PIECE_BLACK * (int)position_color_at(position, square) +
                          (int)position_piece_at(position, square);
        bytes[bit >> 3] |= (uint8_t)(1 << (bit & 7));
        for (int i = 0; i < PIECE_BITS; i++, piece_bit++)
            bytes[piece_bit >> 3] |= (uint8_t)((piece >> i & 1) << (piece_bit & 7));
    }
    bytes[SCORE_AT] = (uint8_t)(sample->score & UINT8_MAX);
    bytes[SCORE_AT + 1] = (uint8_t)(sample->score >> 8 & UINT8_MAX);
    bytes[QUIET_AT] = (uint8_t)min_int(position->quiet, UINT8_MAX);
    bytes[RESULT_AT] = (uint8_t)(sample->result | SIDE_BIT * position_side(position));
    bytes[VARIANT_AT] = variant_number(position->variant);
}

/* Returns the piece of PIECE_BITS bits from a bit on. */
static int unpack_piece(const uint8_t bytes[SAMPLE_SIZE], int bit) {
    const int pair = bytes[bit >> 3] | bytes[(bit >> 3) + 1] << 8;
    return pair >> (bit & 7) & ((1 << PIECE_BITS) - 1);
}

bool sample_unpack(const uint8_t bytes[SAMPLE_SIZE], Sample *sample) {
    Position *position = &sample->position;
    int piece_bit = 8 * PIECES_AT;
    *sample = (Sample){
        .position = {.variant = variants_get(bytes[VARIANT_AT]),
                     .side = (bytes[RESULT_AT] & SIDE_BIT) ? BLACK : WHITE,
                     .jump_start = SQUARE_NONE,
                     .jump_at = SQUARE_NONE,
                     .quiet = bytes[QUIET_AT]},
        .result = (Result)(bytes[RESULT_AT] & RESULT_MASK),
        .score = (int16_t)(uint16_t)(bytes[SCORE_AT] | bytes[SCORE_AT + 1] << 8),
    };
    for (int bit = 0; bit < SQUARE_COUNT; bit++) {
        if (!(bytes[bit >> 3] >> (bit & 7) & 1))
            continue;
        if (piece_bit == 8 * SCORE_AT)
            return false;
        const Square square = square_from_number(bit);
        const int piece = unpack_piece(bytes, piece_bit);
        const int type = piece & (PIECE_BLACK - 1);
        if (type >= PIECE_TYPE_COUNT)
            return false;
        position->by_type[type] |= square_bit(square);
        position->by_color[piece >= PIECE_BLACK] |= square_bit(square);
        piece_bit += PIECE_BITS;
    }
    return position->variant && sample->result != RESULT_OPEN && position_has_both_lions(position);
}
