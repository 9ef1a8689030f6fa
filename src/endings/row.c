#include <config.h>

#include "endings/row.h"

#include "rules/tables.h"

/* A class without pieces has rows of one position, at a square that is its own mirror image. */
static const Square alone = D7;

/* ---- rows ---- */

static Bitboard last_rank(Color color) {
    return color == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
}

static bool may_stand(const RowPiece *piece, Square square) {
    return piece->type != PAWN || !bitboard_has(last_rank(piece->color), square);
}

/* Returns the squares where the last piece can stand beside the others. */
static Bitboard last_squares(const RowLayout *layout, Bitboard occupied) {
    if (layout->piece_count == 0)
        return square_bit(alone);
    const RowPiece *last = &layout->pieces[layout->config_count];
    Bitboard squares = BOARD_MASK & ~occupied;
    return last->type == PAWN ? squares & ~last_rank(last->color) : squares;
}

Row row_at(const RowLayout *layout, uint32_t number) {
    Row at = {.number = number, .placement = (int)(number / layout->config_rows)};
    uint32_t rest = number % layout->config_rows;
    bool exists = true;
    ending_index_lion_squares(layout->index, at.placement, &at.lions[WHITE], &at.lions[BLACK]);
    at.occupied = square_bit(at.lions[WHITE]) | square_bit(at.lions[BLACK]);
    for (int i = 0; i < layout->config_count; i++) {
        Square square = square_from_number((int)(rest / layout->strides[i] % SQUARE_COUNT));
        exists =
            exists && !bitboard_has(at.occupied, square) && may_stand(&layout->pieces[i], square);
        at.squares[i] = square;
        at.occupied |= square_bit(square);
    }
    if (exists)
        at.positions = last_squares(layout, at.occupied);
    return at;
}

/* Returns the mirror image of a row's word. */
static Bitboard mirror_word(Bitboard word) {
    word = (word & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (word >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    word = (word & UINT64_C(0x3333333333333333)) << 2 | (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word & UINT64_C(0x5555555555555555)) << 1 | (word >> 1 & UINT64_C(0x5555555555555555));
    return word >> 1; /* the guard column is now the first */
}

static Square mirror_square(Square square) {
    return (Square)(((int)square & 56) + BOARD_FILES - 1 - square_file(square));
}

static uint32_t config_row(const RowLayout *layout, const Row *row, bool mirror) {
    uint32_t number = 0;
    for (int i = 0; i < layout->config_count; i++) {
        Square square = mirror ? mirror_square(row->squares[i]) : row->squares[i];
        number += (uint32_t)square_number(square) * layout->strides[i];
    }
    return number;
}

/* ---- moves within the class ---- */

/* The pieces of the side to move that drown unless they leave the deep river now. */
typedef struct Endangered {
    Bitboard config; /* of the config pieces */
    Bitboard last;   /* squares on which the last piece is one of them */
} Endangered;

static bool drowns(const RowPiece *piece, Color side) {
    return piece->color == side && piece->type != CROCODILE;
}

static Endangered row_endangered(const RowLayout *layout, const Row *row, Color side) {
    const Bitboard deep = variant_deep(layout->variant);
    Endangered endangered = {0, 0};
    for (int i = 0; i < layout->config_count; i++) {
        if (drowns(&layout->pieces[i], side))
            endangered.config |= square_bit(row->squares[i]) & deep;
    }
    if (layout->piece_count > 0 && drowns(&layout->pieces[layout->config_count], side))
        endangered.last = deep;
    return endangered;
}

/* Returns the word of the row that a move of a lion leads to. */
static Bitboard word_after_lion(const RowLayout *layout, const Row *row, Color side, Square to,
                                const Bitboard *words) {
    Square lions[COLOR_COUNT] = {row->lions[WHITE], row->lions[BLACK]};
    bool mirror;
    lions[side] = to;
    int placement = ending_index_lions(layout->index, lions[WHITE], lions[BLACK], &mirror);
    uint32_t there = (uint32_t)placement * layout->config_rows + config_row(layout, row, mirror);
    return mirror ? mirror_word(words[there]) : words[there];
}

static Bitboard reach_by_lion(const RowLayout *layout, const Row *row, Color side,
                              const Bitboard *words) {
    const QuietMoveList *list = &layout->moves->from[side][LION][row->lions[side]];
    Bitboard found = 0;
    for (int i = 0; i < list->count; i++) {
        if (!bitboard_has(row->occupied, list->moves[i].to))
            found |= word_after_lion(layout, row, side, list->moves[i].to, words);
    }
    return found;
}

static Bitboard reach_by_config(const RowLayout *layout, const Row *row, int piece, bool must_land,
                                const Bitboard *words) {
    const RowPiece *moved = &layout->pieces[piece];
    const Square from = row->squares[piece];
    const QuietMoveList *list = &layout->moves->from[moved->color][moved->type][from];
    const Bitboard closed = row->occupied | (must_land ? variant_deep(layout->variant) : 0);
    Bitboard found = 0;
    for (int i = 0; i < list->count; i++) {
        const QuietMove *move = &list->moves[i];
        if (bitboard_has(closed, move->to) || (move->between & row->occupied))
            continue;
        int squares = square_number(move->to) - square_number(from);
        uint32_t there = row->number + (uint32_t)squares * layout->strides[piece];
        found |= words[there] & ~move->between;
    }
    return found;
}

static Bitboard shift_back(Bitboard set, int offset) {
    return (offset > 0 ? set >> offset : set << -offset) & BOARD_MASK;
}

static Bitboard reach_by_last(const RowLayout *layout, const Row *row, Bitboard endangered,
                              const Bitboard *words) {
    const RowPiece *last = &layout->pieces[layout->config_count];
    const QuietShiftList *list = &layout->moves->shifts[last->color][last->type];
    const Bitboard targets = words[row->number];
    const Bitboard land = targets & ~endangered;
    Bitboard found = 0;
    for (int i = 0; i < list->count; i++) {
        const QuietShift *shift = &list->shifts[i];
        Bitboard from = (shift_back(targets, shift->offset) & ~endangered) |
                        (shift_back(land, shift->offset) & endangered);
        from &= shift->from;
        for (int j = 0; j < shift->between_count; j++)
            from &= ~shift_back(row->occupied, shift->between[j]);
        found |= from;
    }
    return found;
}

/* All endangered pieces must leave the deep river, so at most one may be there, which then moves.
 */
Bitboard row_reach(const RowLayout *layout, const Row *row, Color side, const Bitboard *words) {
    const Endangered endangered = row_endangered(layout, row, side);
    const bool others_may_move = endangered.config == 0;
    Bitboard found = 0;
    if (endangered.config & (endangered.config - 1))
        return 0;
    if (others_may_move)
        found |= reach_by_lion(layout, row, side, words);
    for (int i = 0; i < layout->config_count; i++) {
        bool must_land = endangered.config == square_bit(row->squares[i]);
        if (layout->pieces[i].color == side && (others_may_move || must_land))
            found |= reach_by_config(layout, row, i, must_land, words);
    }
    found &= ~endangered.last;
    if (others_may_move && layout->piece_count > 0 &&
        layout->pieces[layout->config_count].color == side)
        found |= reach_by_last(layout, row, endangered.last, words);
    return found;
}

/* ---- positions ---- */

static void put(Position *position, const RowPiece *piece, Square square) {
    position->by_type[piece->type] ^= square_bit(square);
    position->by_color[piece->color] ^= square_bit(square);
    position->key ^= key_piece[piece->color][piece->type][square];
}

Position row_position(const RowLayout *layout, const Row *row, Color side) {
    Position position = {
        .variant = layout->variant,
        .side = (uint8_t)side,
        .jump_start = SQUARE_NONE,
        .jump_at = SQUARE_NONE,
    };
    for (int color = WHITE; color <= BLACK; color++)
        put(&position, &(RowPiece){(Color)color, LION}, row->lions[color]);
    for (int i = 0; i < layout->config_count; i++)
        put(&position, &layout->pieces[i], row->squares[i]);
    position.key = position_compute_key(&position);
    return position;
}

void row_toggle_last(const RowLayout *layout, Position *position, Square square) {
    if (layout->piece_count > 0)
        put(position, &layout->pieces[layout->config_count], square);
}

static bool same_piece(const RowPiece *a, const RowPiece *b) {
    return a->color == b->color && a->type == b->type;
}

/* Sorts the squares of equal pieces, which follow each other. Returns whether they were sorted. */
static bool sort_equal_pieces(const RowLayout *layout, Square squares[ENDING_PIECES_MAX]) {
    bool sorted = true;
    for (int i = 1; i < layout->piece_count; i++) {
        for (int j = i; j > 0 && same_piece(&layout->pieces[j - 1], &layout->pieces[j]) &&
                        squares[j] < squares[j - 1];
             j--) {
            Square square = squares[j];
            squares[j] = squares[j - 1];
            squares[j - 1] = square;
            sorted = false;
        }
    }
    return sorted;
}

uint32_t row_sorted_place(const RowLayout *layout, const Row *row, Square last) {
    Square squares[ENDING_PIECES_MAX] = {0};
    uint32_t place = (uint32_t)row->placement * layout->config_rows;
    for (int i = 0; i < layout->config_count; i++)
        squares[i] = row->squares[i];
    squares[layout->config_count] = last;
    if (sort_equal_pieces(layout, squares))
        return row->number * ROW_SPAN + (uint32_t)last;
    for (int i = 0; i < layout->config_count; i++)
        place += (uint32_t)square_number(squares[i]) * layout->strides[i];
    return place * ROW_SPAN + (uint32_t)squares[layout->config_count];
}

void row_layout_init(RowLayout *layout, const EndingIndex *index, const Variant *variant,
                     const QuietMoves *moves) {
    *layout = (RowLayout){.index = index, .variant = variant, .moves = moves, .config_rows = 1};
    for (int i = 0; i < index->group_count; i++) {
        const EndingGroup *group = &index->groups[i];
        for (int j = 0; j < group->count; j++)
            layout->pieces[layout->piece_count++] =
                (RowPiece){(Color)group->color, (PieceType)group->type};
    }
    layout->config_count = layout->piece_count > 0 ? layout->piece_count - 1 : 0;
    for (int i = layout->config_count - 1; i >= 0; i--) {
        layout->strides[i] = layout->config_rows;
        layout->config_rows *= SQUARE_COUNT;
    }
    layout->row_count = layout->config_rows * (uint32_t)index->lion_placements;
}
