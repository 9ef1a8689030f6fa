#include <config.h>

#include "rules/tables.h"

/* Everything here is a constant expression, so the tables lie in read-only memory. */

/* The bit of a file and a row (row 0 is rank 7); 0 outside the board. */
#define AT(f, r)                                                                                   \
    ((f) >= 0 && (f) < 7 && (r) >= 0 && (r) < 7 ? UINT64_C(1) << (((r)&7) * 8 + ((f)&7)) : 0)

/* ENTRY(file, row) for each square of the board, 0 for the guard column. */
#define TABLE_ROW(ENTRY, r)                                                                        \
    ENTRY(0, r), ENTRY(1, r), ENTRY(2, r), ENTRY(3, r), ENTRY(4, r), ENTRY(5, r), ENTRY(6, r), 0
#define TABLE(ENTRY)                                                                               \
    {                                                                                              \
        TABLE_ROW(ENTRY, 0), TABLE_ROW(ENTRY, 1), TABLE_ROW(ENTRY, 2), TABLE_ROW(ENTRY, 3),        \
            TABLE_ROW(ENTRY, 4), TABLE_ROW(ENTRY, 5), TABLE_ROW(ENTRY, 6)                          \
    }

#define STRAIGHT(f, r, n)                                                                          \
    (AT(f, (r) - (n)) | AT((f) + (n), r) | AT(f, (r) + (n)) | AT((f) - (n), r))
#define DIAGONAL(f, r, n)                                                                          \
    (AT((f) + (n), (r) - (n)) | AT((f) + (n), (r) + (n)) | AT((f) - (n), (r) + (n)) |              \
     AT((f) - (n), (r) - (n)))

#define KING(f, r)           (STRAIGHT(f, r, 1) | DIAGONAL(f, r, 1))
#define LEAP(f, r)           (STRAIGHT(f, r, 2) | DIAGONAL(f, r, 2))
#define ELEPHANT_MOVES(f, r) (STRAIGHT(f, r, 1) | STRAIGHT(f, r, 2))
#define KNIGHT(f, r)                                                                               \
    (AT((f) + 1, (r)-2) | AT((f) + 2, (r)-1) | AT((f) + 2, (r) + 1) | AT((f) + 1, (r) + 2) |       \
     AT((f)-1, (r) + 2) | AT((f)-2, (r) + 1) | AT((f)-2, (r)-1) | AT((f)-1, (r)-2))

/* A neighbour can be jumped over if the square beyond it is on the board. */
#define JUMP_OVER(f, r, df, dr)                                                                    \
    (AT((f) + 2 * (df), (r) + 2 * (dr)) ? AT((f) + (df), (r) + (dr)) : 0)
#define JUMP(f, r)                                                                                 \
    (JUMP_OVER(f, r, 0, -1) | JUMP_OVER(f, r, 1, -1) | JUMP_OVER(f, r, 1, 0) |                     \
     JUMP_OVER(f, r, 1, 1) | JUMP_OVER(f, r, 0, 1) | JUMP_OVER(f, r, -1, 1) |                      \
     JUMP_OVER(f, r, -1, 0) | JUMP_OVER(f, r, -1, -1))

#define LION_MOVES(f, r)                                                                           \
    (AT(f, r) & WHITE_CASTLE   ? KING(f, r) & WHITE_CASTLE                                         \
     : AT(f, r) & BLACK_CASTLE ? KING(f, r) & BLACK_CASTLE                                         \
                               : 0)

#define SIDEWAYS(f, r)        (AT((f)-1, r) | AT((f) + 1, r) | AT((f)-2, r) | AT((f) + 2, r))
#define ELEPHANTE_WHITE(f, r) (SIDEWAYS(f, r) | AT(f, (r) + 1))
#define ELEPHANTE_BLACK(f, r) (SIDEWAYS(f, r) | AT(f, (r)-1))

const Bitboard table_king[SQUARE_SPAN] = TABLE(KING);
const Bitboard table_knight[SQUARE_SPAN] = TABLE(KNIGHT);
const Bitboard table_leap[SQUARE_SPAN] = TABLE(LEAP);
const Bitboard table_elephant[SQUARE_SPAN] = TABLE(ELEPHANT_MOVES);
const Bitboard table_jump[SQUARE_SPAN] = TABLE(JUMP);
const Bitboard table_lion[SQUARE_SPAN] = TABLE(LION_MOVES);
const Bitboard table_elephante[COLOR_COUNT][SQUARE_SPAN] = {TABLE(ELEPHANTE_WHITE),
                                                            TABLE(ELEPHANTE_BLACK)};

/*
 * White's lion is on castle square w (rows 4 to 6), Black's on b (rows 0 to 2). On one file, the
 * squares between their rows are between them. The only diagonals that join the castles cross d4.
 */
#define FILE_OF(i)   ((i) % 3 + 2)
#define ROWS_FROM(r) (~UINT64_C(0) << (8 * (r)))
#define FILE_BETWEEN(w, b)                                                                         \
    ((AT(FILE_OF(w), 0) * UINT64_C(0x0101010101010101)) & ROWS_FROM((b) / 3 + 1) &                 \
     ~ROWS_FROM((w) / 3 + 4))
#define BETWEEN(w, b)                                                                              \
    (FILE_OF(w) == FILE_OF(b)                           ? FILE_BETWEEN(w, b)                       \
     : ((w) == 0 && (b) == 8) || ((w) == 2 && (b) == 6) ? AT(3, 3)                                 \
                                                        : BOARD_MASK)
#define BETWEEN_ROW(w)                                                                             \
    {                                                                                              \
        BETWEEN(w, 0), BETWEEN(w, 1), BETWEEN(w, 2), BETWEEN(w, 3), BETWEEN(w, 4), BETWEEN(w, 5),  \
            BETWEEN(w, 6), BETWEEN(w, 7), BETWEEN(w, 8)                                            \
    }
const Bitboard table_between_lions[9][9] = {BETWEEN_ROW(0), BETWEEN_ROW(1), BETWEEN_ROW(2),
                                            BETWEEN_ROW(3), BETWEEN_ROW(4), BETWEEN_ROW(5),
                                            BETWEEN_ROW(6), BETWEEN_ROW(7), BETWEEN_ROW(8)};

/* KEY(n) is output number n of SplitMix64 from state 0, as in base/random.h but at compile time. */
#define MIX_A(x)  (((x) ^ ((x) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define MIX_B(x)  (((x) ^ ((x) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define MIX_C(x)  ((x) ^ ((x) >> 31))
#define KEY(n)    MIX_C(MIX_B(MIX_A((n)*UINT64_C(0x9e3779b97f4a7c15))))
#define KEYS_4(n) KEY(n), KEY((n) + 1), KEY((n) + 2), KEY((n) + 3)
#define KEYS_28(n)                                                                                 \
    KEYS_4(n), KEYS_4((n) + 4), KEYS_4((n) + 8), KEYS_4((n) + 12), KEYS_4((n) + 16),               \
        KEYS_4((n) + 20), KEYS_4((n) + 24)
#define KEYS_56(n)                                                                                 \
    { KEYS_28(n), KEYS_28((n) + 28) }
#define KEYS_COLOR(n)                                                                              \
    {                                                                                              \
        KEYS_56(n), KEYS_56((n) + 56), KEYS_56((n) + 112), KEYS_56((n) + 168), KEYS_56((n) + 224), \
            KEYS_56((n) + 280), KEYS_56((n) + 336), KEYS_56((n) + 392), KEYS_56((n) + 448)         \
    }

const uint64_t key_piece[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_SPAN] = {KEYS_COLOR(UINT64_C(1)),
                                                                        KEYS_COLOR(UINT64_C(505))};
const uint64_t key_jump_start[SQUARE_SPAN] = KEYS_56(UINT64_C(1009));
const uint64_t key_jump_at[SQUARE_SPAN] = KEYS_56(UINT64_C(1065));
const uint64_t key_side = KEY(UINT64_C(1121));
