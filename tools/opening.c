#include <config.h>

#include "tools/opening.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "engine/random.h"
#include "rules/buffer.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "tools/variants.h"

enum {
    PLIES_LEAST = 4,
    PLIES_MOST = 10,
    THINNED_PERCENT = 40,   /* of the openings have fewer men than the start */
    SCATTERED_PERCENT = 50, /* of those have men elsewhere */
    KEPT_LEAST = 15,        /* per cent of the men that a thinned board keeps */
    KEPT_MOST = 90,
    PROMOTED_MOST = 3, /* pawns a side that are superpawns instead */
    MOVED_PERCENT = 60 /* of the men on a scattered board */
};

/* Letters of FEN by square, 0: empty. */
typedef struct Board {
    char men[SQUARE_SPAN];
    const Variant *variant;
} Board;

static bool chance(uint64_t *random, int percent) {
    return random_below(random, 100) < (uint64_t)percent;
}

static int between(uint64_t *random, int least, int most) {
    return least + (int)random_below(random, (uint64_t)(most - least) + 1);
}

/* ---- boards ------------------------------------------------------------- */

static Board board_start(const Variant *variant) {
    Board board = {.variant = variant};
    Position position;
    position_start(&position, variant);
    for (Bitboard men = position_occupied(&position); men;) {
        Square square = bitboard_pop(&men);
        board.men[square] = piece_letter(position_color_at(&position, square),
                                         position_piece_at(&position, square), variant->pawns);
    }
    return board;
}

static PieceType board_kind(const Board *board, Square square) {
    return piece_type_from_letter(board->men[square], board->variant->pawns);
}

static void board_thin(Board *board, uint64_t *random) {
    int kept = between(random, KEPT_LEAST, KEPT_MOST);
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares);
        if (board->men[square] && board_kind(board, square) != LION && !chance(random, kept))
            board->men[square] = '\0';
    }
}

static Square draw_square(Bitboard squares, uint64_t *random) {
    for (uint64_t skip = random_below(random, (uint64_t)popcount64(squares)); skip > 0; skip--)
        squares &= squares - 1;
    return bitboard_first(squares);
}

static Bitboard board_pawns(const Board *board, bool white) {
    Bitboard pawns = 0;
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares);
        char man = board->men[square];
        if (man && board_kind(board, square) == PAWN && !isupper((unsigned char)man) == !white)
            pawns |= square_bit(square);
    }
    return pawns;
}

/* As many of each side: a megapawn more decides the game. */
static void board_promote(Board *board, uint64_t *random) {
    int promoted = between(random, 0, PROMOTED_MOST);
    for (int side = 0; side < COLOR_COUNT; side++) {
        Bitboard pawns = board_pawns(board, side == WHITE);
        for (int i = 0; i < promoted && pawns; i++) {
            Square square = draw_square(pawns, random);
            board->men[square] = piece_letter((Color)side, SUPERPAWN, board->variant->pawns);
            pawns &= ~square_bit(square);
        }
    }
}

/* Where a man may be put. */
static Bitboard board_room(const Board *board, Square square) {
    bool white = isupper((unsigned char)board->men[square]);
    PieceType kind = board_kind(board, square);
    Bitboard room = BOARD_MASK;
    if (kind == LION)
        room = white ? WHITE_CASTLE : BLACK_CASTLE;
    else if (kind == PAWN)
        room &= ~ROW_MASK(white ? 0 : BOARD_RANKS - 1);
    for (Bitboard squares = room; squares;) {
        Square other = bitboard_pop(&squares);
        if (board->men[other])
            room &= ~square_bit(other);
    }
    return room;
}

static void board_scatter(Board *board, uint64_t *random) {
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares);
        if (!board->men[square] || !chance(random, MOVED_PERCENT))
            continue;
        Bitboard room = board_room(board, square);
        if (room) {
            board->men[draw_square(room, random)] = board->men[square];
            board->men[square] = '\0';
        }
    }
}

static bool board_place(const Board *board, Position *position) {
    Buffer fen = {0};
    for (int rank = BOARD_RANKS; rank >= 1; rank--) {
        for (int file = 0; file < BOARD_FILES; file++) {
            char man = board->men[square_at(file, rank)];
            buffer_add(&fen, man ? &man : "1", 1);
        }
        buffer_add_string(&fen, "/");
    }
    buffer_add_string(&fen, "w/-1");
    bool sound = fen_parse(fen.bytes, board->variant, position, NULL);
    buffer_free(&fen);
    return sound;
}

/* ---- moves -------------------------------------------------------------- */

static bool is_open(const Position *position) {
    return position_outcome(position).result == RESULT_OPEN && !position_can_capture_lion(position);
}

static bool play_random(Position *position, uint64_t *random) {
    MoveList list;
    movelist_init(&list);
    for (int plies = between(random, PLIES_LEAST, PLIES_MOST); plies > 0 && is_open(position);
         plies--) {
        list.count = 0;
        movegen_distinct(position, &list);
        position_make(position, list.moves[random_below(random, list.count)]);
    }
    movelist_free(&list);
    position->quiet = 0;
    return is_open(position);
}

static bool draw_once(uint64_t *random, const Variant *variant, Position *position) {
    Board board = board_start(variant);
    if (chance(random, THINNED_PERCENT)) {
        board_thin(&board, random);
        board_promote(&board, random);
        if (chance(random, SCATTERED_PERCENT))
            board_scatter(&board, random);
    }
    return board_place(&board, position) && play_random(position, random);
}

void opening_draw(uint64_t *random, Position *position) {
    while (!draw_once(random, variants_draw(random), position))
        ;
}

void opening_draw_of(uint64_t *random, const Variant *variant, Position *position) {
    while (!draw_once(random, variant, position))
        ;
}
