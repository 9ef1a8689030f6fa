#include <config.h>

#include "tools/opening.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/buffer.h"
#include "base/random.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "tools/variants.h"

enum {
    PLIES_MIN = 4,
    PLIES_MAX = 10,
    THINNED_PERCENT = 40,   /* of the openings: some pieces are removed */
    SCATTERED_PERCENT = 50, /* of those: some pieces are moved */
    KEPT_PERCENT_MIN = 15,  /* of the pieces that stay */
    KEPT_PERCENT_MAX = 90,
    PROMOTED_MAX = 3,  /* pawns of a side that become superpawns */
    MOVED_PERCENT = 60 /* of the pieces */
};

/* FEN letters by square; 0: empty. */
typedef struct FenBoard {
    char pieces[SQUARE_SPAN];
    const Variant *variant;
} FenBoard;

static bool random_chance(uint64_t *random, int percent) {
    return random_below(random, 100) < (uint64_t)percent;
}

static int random_between(uint64_t *random, int min, int max) {
    return min + (int)random_below(random, (size_t)(max - min) + 1);
}

/* ---- boards ---- */

static FenBoard board_start(const Variant *variant) {
    FenBoard board = {.variant = variant};
    Position position;
    position_start(&position, variant);
    for (Bitboard pieces = position_occupied(&position); pieces;) {
        Square square = bitboard_pop(&pieces);
        board.pieces[square] = piece_letter(position_color_at(&position, square),
                                            position_piece_at(&position, square), variant->pawns);
    }
    return board;
}

static PieceType board_piece_type(const FenBoard *board, Square square) {
    return piece_type_from_letter(board->pieces[square], board->variant->pawns);
}

static void board_remove_pieces(FenBoard *board, uint64_t *random) {
    int kept = random_between(random, KEPT_PERCENT_MIN, KEPT_PERCENT_MAX);
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares);
        if (board->pieces[square] && board_piece_type(board, square) != LION &&
            !random_chance(random, kept))
            board->pieces[square] = '\0';
    }
}

static Square random_square(Bitboard squares, uint64_t *random) {
    for (uint64_t skip = random_below(random, (size_t)popcount64(squares)); skip > 0; skip--)
        squares &= squares - 1;
    return bitboard_first(squares);
}

static Bitboard board_pawns(const FenBoard *board, bool white) {
    Bitboard pawns = 0;
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares);
        char piece = board->pieces[square];
        if (piece && board_piece_type(board, square) == PAWN &&
            !isupper((unsigned char)piece) == !white)
            pawns |= square_bit(square);
    }
    return pawns;
}

/* Promotes equally many on both sides, since an extra megapawn decides the game. */
static void board_promote(FenBoard *board, uint64_t *random) {
    int promoted = random_between(random, 0, PROMOTED_MAX);
    for (int side = 0; side < COLOR_COUNT; side++) {
        Bitboard pawns = board_pawns(board, side == WHITE);
        for (int i = 0; i < promoted && pawns; i++) {
            Square square = random_square(pawns, random);
            board->pieces[square] = piece_letter((Color)side, SUPERPAWN, board->variant->pawns);
            pawns &= ~square_bit(square);
        }
    }
}

/* Returns the empty squares on which a piece may stand. */
static Bitboard board_free_squares(const FenBoard *board, Square square) {
    bool white = isupper((unsigned char)board->pieces[square]);
    PieceType type = board_piece_type(board, square);
    Bitboard room = BOARD_MASK;
    if (type == LION)
        room = white ? WHITE_CASTLE : BLACK_CASTLE;
    else if (type == PAWN)
        room &= ~ROW_MASK(white ? 0 : BOARD_RANKS - 1);
    for (Bitboard squares = room; squares;) {
        Square other = bitboard_pop(&squares);
        if (board->pieces[other])
            room &= ~square_bit(other);
    }
    return room;
}

static void board_shuffle(FenBoard *board, uint64_t *random) {
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares);
        if (!board->pieces[square] || !random_chance(random, MOVED_PERCENT))
            continue;
        Bitboard room = board_free_squares(board, square);
        if (room) {
            board->pieces[random_square(room, random)] = board->pieces[square];
            board->pieces[square] = '\0';
        }
    }
}

static bool board_to_position(const FenBoard *board, Position *position) {
    Buffer fen = {0};
    for (int rank = BOARD_RANKS; rank >= 1; rank--) {
        for (int file = 0; file < BOARD_FILES; file++) {
            char piece = board->pieces[square_at(file, rank)];
            buffer_add(&fen, piece ? &piece : "1", 1);
        }
        buffer_add_string(&fen, "/");
    }
    buffer_add_string(&fen, "w/-1");
    bool sound = fen_parse(fen.bytes, board->variant, position, NULL);
    buffer_free(&fen);
    return sound;
}

/* ---- moves ---- */

static bool is_open(const Position *position) {
    return position_outcome(position).result == RESULT_OPEN && !position_can_capture_lion(position);
}

static bool play_random(Position *position, uint64_t *random) {
    MoveList list;
    movelist_init(&list);
    for (int plies = random_between(random, PLIES_MIN, PLIES_MAX); plies > 0 && is_open(position);
         plies--) {
        list.count = 0;
        movegen_distinct(position, &list);
        position_make(position, list.moves[random_below(random, list.count)]);
    }
    movelist_free(&list);
    position->quiet = 0;
    return is_open(position);
}

static bool generate_once(uint64_t *random, const Variant *variant, Position *position) {
    FenBoard board = board_start(variant);
    if (random_chance(random, THINNED_PERCENT)) {
        board_remove_pieces(&board, random);
        board_promote(&board, random);
        if (random_chance(random, SCATTERED_PERCENT))
            board_shuffle(&board, random);
    }
    return board_to_position(&board, position) && play_random(position, random);
}

void opening_random(uint64_t *random, Position *position) {
    while (!generate_once(random, variants_random(random), position))
        ;
}

void opening_random_of_variant(uint64_t *random, const Variant *variant, Position *position) {
    while (!generate_once(random, variant, position))
        ;
}
