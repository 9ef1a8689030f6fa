#include <config.h>

#include "endings/ending_index.h"

#include <string.h>

#include "rules/tables.h"

/* The castles are three squares wide. A mirror image exchanges their outer files. */
enum {
    CASTLE_SIDE = 3,
    CASTLE_SQUARES = 9,
    OUTER_PLACEMENTS = 27, /* White's lion on the c file */
    MIRRORED_PLACEMENTS = 45
};

/* How a board is turned before its squares are numbered. */
typedef struct Turn {
    bool mirror;   /* file a becomes g */
    bool exchange; /* rank 1 becomes 7, and White's pieces Black's */
} Turn;

static int turned_number(Square square, Turn turn) {
    int row = (int)square >> 3;
    int file = (int)square & 7;
    if (turn.exchange)
        row = BOARD_RANKS - 1 - row;
    if (turn.mirror)
        file = BOARD_FILES - 1 - file;
    return row * BOARD_FILES + file;
}

/* ---- the lions ---- */

/* The squares of the lions, numbered as by castle_index. */
typedef struct Lions {
    int white, black;
} Lions;

static bool lions_need_mirror(Lions lions) {
    int white_file = lions.white % CASTLE_SIDE;
    return white_file == 2 || (white_file == 1 && lions.black % CASTLE_SIDE == 2);
}

static int castle_mirror(int square) {
    return square + 2 - 2 * (square % CASTLE_SIDE);
}

/* Numbers a placement that does not need to be mirrored. */
static int lions_number(Lions lions) {
    int row = lions.white / CASTLE_SIDE;
    if (lions.white % CASTLE_SIDE == 0)
        return row * CASTLE_SQUARES + lions.black;
    return OUTER_PLACEMENTS + row * 6 + lions.black / CASTLE_SIDE * 2 + lions.black % CASTLE_SIDE;
}

static Lions lions_of_number(int number) {
    if (number < OUTER_PLACEMENTS)
        return (Lions){number / CASTLE_SQUARES * CASTLE_SIDE, number % CASTLE_SQUARES};
    number -= OUTER_PLACEMENTS;
    return (Lions){number / 6 * CASTLE_SIDE + 1, number % 6 / 2 * CASTLE_SIDE + number % 2};
}

int ending_index_lions(const EndingIndex *index, Square white, Square black, bool *mirror) {
    Lions lions = {castle_index(white, WHITE), castle_index(black, BLACK)};
    *mirror = index->mirrored && lions_need_mirror(lions);
    if (!index->mirrored)
        return lions.white * CASTLE_SQUARES + lions.black;
    if (*mirror)
        lions = (Lions){castle_mirror(lions.white), castle_mirror(lions.black)};
    return lions_number(lions);
}

/* Returns a square of a castle. */
static Square castle_square(int number, Color color) {
    return (Square)((number / CASTLE_SIDE + (color == WHITE ? 4 : 0)) * 8 + number % CASTLE_SIDE +
                    2);
}

void ending_index_lion_squares(const EndingIndex *index, int placement, Square *white,
                               Square *black) {
    Lions lions = index->mirrored ? lions_of_number(placement)
                                  : (Lions){placement / CASTLE_SQUARES, placement % CASTLE_SQUARES};
    *white = castle_square(lions.white, WHITE);
    *black = castle_square(lions.black, BLACK);
}

/* ---- the other pieces ---- */

static uint32_t choose(uint32_t of, int count) {
    switch (count) {
    case 1:
        return of;
    case 2:
        return of * (of - 1) / 2;
    default:
        return of * (of - 1) * (of - 2) / 6;
    }
}

void ending_index_init(EndingIndex *index, const EndingClass *class, const EndingRules *rules) {
    *index = (EndingIndex){.mirrored = ending_rules_mirror(rules)};
    index->lion_placements = index->mirrored ? MIRRORED_PLACEMENTS : LION_PLACEMENTS;
    index->size = (uint32_t)index->lion_placements;
    for (int color = WHITE; color <= BLACK; color++) {
        for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++) {
            int count = ending_class_count(class, (Color)color, (PieceType)type);
            if (count == 0)
                continue;
            EndingGroup *group = &index->groups[index->group_count++];
            *group = (EndingGroup){(uint8_t)color, (uint8_t)type, (uint8_t)count,
                                   choose(SQUARE_COUNT, count)};
            index->size *= group->size;
        }
    }
}

/* Numbers a combination of squares, which are sorted here. */
static uint32_t combination_number(int squares[ENDING_PIECES_MAX], int count) {
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && squares[j] < squares[j - 1]; j--) {
            int square = squares[j];
            squares[j] = squares[j - 1];
            squares[j - 1] = square;
        }
    }
    uint32_t number = 0;
    for (int i = 0; i < count; i++)
        number += choose((uint32_t)squares[i], i + 1);
    return number;
}

/* Finds the squares of a combination, the largest first: the combinatorial number system (D. Knuth,
 * "The Art of Computer Programming", 7.2.1.3). */
static void combination_squares(uint32_t number, int squares[ENDING_PIECES_MAX], int count) {
    for (int i = count; i > 0; i--) {
        uint32_t square = 0;
        while (choose(square + 1, i) <= number)
            square++;
        squares[i - 1] = (int)square;
        number -= choose(square, i);
    }
}

static uint32_t number_turned(const EndingIndex *index, const Position *position, bool exchange) {
    Bitboard lions = position->by_type[LION];
    Square white = bitboard_first(lions & position->by_color[exchange ? BLACK : WHITE]);
    Square black = bitboard_first(lions & position->by_color[exchange ? WHITE : BLACK]);
    Turn turn = {.exchange = exchange};
    if (exchange) {
        white = (Square)(48 - ((int)white & 56) + ((int)white & 7));
        black = (Square)(48 - ((int)black & 56) + ((int)black & 7));
    }
    uint32_t number = (uint32_t)ending_index_lions(index, white, black, &turn.mirror);
    for (const EndingGroup *group = index->groups; group < index->groups + index->group_count;
         group++) {
        int squares[ENDING_PIECES_MAX], count = 0;
        Bitboard set = position->by_type[group->type] & position->by_color[group->color ^ exchange];
        for (; set; set &= set - 1)
            squares[count++] = turned_number(bitboard_first(set), turn);
        number = number * group->size + combination_number(squares, count);
    }
    return number;
}

uint32_t ending_index_of(const EndingIndex *index, const Position *position) {
    return number_turned(index, position, false);
}

uint32_t ending_index_of_exchanged(const EndingIndex *index, const Position *position) {
    return number_turned(index, position, true);
}

/* ---- positions of numbers ---- */

static bool add_piece(Position *position, Color color, PieceType type, Square square) {
    const Bitboard last = color == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
    const Bitboard bit = square_bit(square);
    if ((position_occupied(position) & bit) || (type == PAWN && (last & bit)))
        return false;
    position->by_type[type] |= bit;
    position->by_color[color] |= bit;
    return true;
}

/* Adds the pieces besides the lions. Returns false if the number belongs to no position. */
static bool add_groups(const EndingIndex *index, uint32_t number, Position *position) {
    for (int i = index->group_count - 1; i >= 0; i--) {
        const EndingGroup *group = &index->groups[i];
        int squares[ENDING_PIECES_MAX];
        combination_squares(number % group->size, squares, group->count);
        number /= group->size;
        for (int j = 0; j < group->count; j++) {
            if (!add_piece(position, (Color)group->color, (PieceType)group->type,
                           square_from_number(squares[j])))
                return false;
        }
    }
    return true;
}

int ending_index_position(const EndingIndex *index, uint32_t number, Color side,
                          const Variant *variant, Position *position) {
    const uint32_t groups = index->size / (uint32_t)index->lion_placements;
    Square white, black;
    ending_index_lion_squares(index, (int)(number / groups), &white, &black);
    *position = (Position){
        .variant = variant,
        .side = (uint8_t)side,
        .jump_start = SQUARE_NONE,
        .jump_at = SQUARE_NONE,
    };
    add_piece(position, WHITE, LION, white);
    add_piece(position, BLACK, LION, black);
    if (!add_groups(index, number % groups, position))
        return 0;
    position->key = position_compute_key(position);
    return index->mirrored && (square_file(white) != 3 || square_file(black) != 3) ? 2 : 1;
}
