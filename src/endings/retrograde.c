#include <config.h>

#include "endings/retrograde.h"

#include <stdlib.h>
#include <string.h>

#include "endings/leaving.h"
#include "rules/tables.h"

enum {
    CONFIG_PIECES_MAX = ENDING_PIECES_MAX - 1,
    /* A byte of a row for each square, the guard column included. */
    ROW_BYTES = SQUARE_SPAN
};

/* A class without pieces has rows of one position, at a square that is its own mirror image. */
static const Square alone = D7;

typedef struct SolverPiece {
    Color color;
    PieceType type;
} SolverPiece;

/* The words of one side to move, one for each row. */
typedef struct SideRows {
    Bitboard *not_won; /* positions that exist and are not known to be won */
    Bitboard *lost;
    Bitboard *held;  /* cannot be lost yet, or at all, because of a move that leaves the class */
    uint8_t *values; /* ROW_BYTES for each row: at first by the moves that leave the class alone */
    /* The last odd and the last even round that changed a row, by placement of the lions. */
    int changed[2][LION_PLACEMENTS];
} SideRows;

/* A position whose value is due in a later round because of a move that leaves the class. */
typedef struct Pending {
    uint32_t *places;                    /* owned; row * ROW_BYTES + square, sorted by round */
    size_t starts[ENDING_PLIES_MAX + 3]; /* by round */
} Pending;

typedef struct Retrograde {
    const EndingTables *tables;
    EndingTable *table;
    const Variant *variant;
    const QuietMoves *moves;
    int piece_count;
    SolverPiece pieces[ENDING_PIECES_MAX]; /* the last one varies within a row */
    int config_count;                      /* the pieces but the last */
    uint32_t strides[CONFIG_PIECES_MAX];   /* of the numbers of their squares, in rows */
    uint32_t config_rows;                  /* rows of one placement of the lions */
    uint32_t row_count;
    SideRows sides[COLOR_COUNT];
    Pending pending[COLOR_COUNT];
    int last_pending; /* the last round in which a position is due */
} Retrograde;

/* What the positions of a row have in common. */
typedef struct Row {
    uint32_t row;
    int placement;
    Square lions[COLOR_COUNT];
    Square squares[CONFIG_PIECES_MAX];
    Bitboard occupied; /* by lions and config pieces */
    bool exists;       /* no two pieces on one square, no pawn on its last rank */
} Row;

/* ---- rows --------------------------------------------------------------- */

static Bitboard last_rank(Color color) {
    return color == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
}

static bool may_stand(const SolverPiece *piece, Square square) {
    return piece->type != PAWN || !bitboard_has(last_rank(piece->color), square);
}

static Row row_at(const Retrograde *solver, uint32_t row) {
    Row at = {.row = row, .placement = (int)(row / solver->config_rows), .exists = true};
    uint32_t rest = row % solver->config_rows;
    ending_index_lion_squares(&solver->table->index, at.placement, &at.lions[WHITE],
                              &at.lions[BLACK]);
    at.occupied = square_bit(at.lions[WHITE]) | square_bit(at.lions[BLACK]);
    for (int i = 0; i < solver->config_count; i++) {
        Square square = square_from_number((int)(rest / solver->strides[i] % SQUARE_COUNT));
        at.exists = at.exists && !bitboard_has(at.occupied, square) &&
                    may_stand(&solver->pieces[i], square);
        at.squares[i] = square;
        at.occupied |= square_bit(square);
    }
    return at;
}

/* Returns the positions of a row that exist. */
static Bitboard row_positions(const Retrograde *solver, const Row *row) {
    if (!row->exists)
        return 0;
    if (solver->piece_count == 0)
        return square_bit(alone);
    const SolverPiece *last = &solver->pieces[solver->config_count];
    Bitboard squares = BOARD_MASK & ~row->occupied;
    return last->type == PAWN ? squares & ~last_rank(last->color) : squares;
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

static uint32_t config_row(const Retrograde *solver, const Row *row, bool mirror) {
    uint32_t number = 0;
    for (int i = 0; i < solver->config_count; i++) {
        Square square = mirror ? mirror_square(row->squares[i]) : row->squares[i];
        number += (uint32_t)square_number(square) * solver->strides[i];
    }
    return number;
}

/* ---- moves within the class --------------------------------------------- */

/* The pieces of the side to move that drown unless they leave the deep river now. */
typedef struct Endangered {
    Bitboard config; /* of the config pieces */
    Bitboard last;   /* squares on which the last piece is one of them */
} Endangered;

static bool drowns(const SolverPiece *piece, Color side) {
    return piece->color == side && piece->type != CROCODILE;
}

static Endangered row_endangered(const Retrograde *solver, const Row *row, Color side) {
    const Bitboard deep = variant_deep(solver->variant);
    Endangered endangered = {0, 0};
    for (int i = 0; i < solver->config_count; i++) {
        if (drowns(&solver->pieces[i], side))
            endangered.config |= square_bit(row->squares[i]) & deep;
    }
    if (solver->piece_count > 0 && drowns(&solver->pieces[solver->config_count], side))
        endangered.last = deep;
    return endangered;
}

/* Returns the word of the row that a move of a lion leads to. */
static Bitboard word_after_lion(const Retrograde *solver, const Row *row, Color side, Square to,
                                const Bitboard *words) {
    Square lions[COLOR_COUNT] = {row->lions[WHITE], row->lions[BLACK]};
    bool mirror;
    lions[side] = to;
    int placement = ending_index_lions(&solver->table->index, lions[WHITE], lions[BLACK], &mirror);
    uint32_t there = (uint32_t)placement * solver->config_rows + config_row(solver, row, mirror);
    return mirror ? mirror_word(words[there]) : words[there];
}

static Bitboard reach_by_lion(const Retrograde *solver, const Row *row, Color side,
                              const Bitboard *words) {
    const QuietMoveList *list = &solver->moves->from[side][LION][row->lions[side]];
    Bitboard found = 0;
    for (int i = 0; i < list->count; i++) {
        if (!bitboard_has(row->occupied, list->moves[i].to))
            found |= word_after_lion(solver, row, side, list->moves[i].to, words);
    }
    return found;
}

static Bitboard reach_by_config(const Retrograde *solver, const Row *row, int piece, bool must_land,
                                const Bitboard *words) {
    const SolverPiece *moved = &solver->pieces[piece];
    const Square from = row->squares[piece];
    const QuietMoveList *list = &solver->moves->from[moved->color][moved->type][from];
    const Bitboard closed = row->occupied | (must_land ? variant_deep(solver->variant) : 0);
    Bitboard found = 0;
    for (int i = 0; i < list->count; i++) {
        const QuietMove *move = &list->moves[i];
        if (bitboard_has(closed, move->to) || (move->between & row->occupied))
            continue;
        int squares = square_number(move->to) - square_number(from);
        uint32_t there = row->row + (uint32_t)squares * solver->strides[piece];
        found |= words[there] & ~move->between;
    }
    return found;
}

static Bitboard shift_back(Bitboard set, int offset) {
    return (offset > 0 ? set >> offset : set << -offset) & BOARD_MASK;
}

static Bitboard reach_by_last(const Retrograde *solver, const Row *row, Bitboard endangered,
                              const Bitboard *words) {
    const SolverPiece *last = &solver->pieces[solver->config_count];
    const QuietShiftList *list = &solver->moves->shifts[last->color][last->type];
    const Bitboard targets = words[row->row];
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

/*
 * Returns the positions of a row, with `side` to move, that have a move within the class to a
 * position in `words`, which have the other side to move. Some that do not exist may be among them.
 * All endangered pieces must leave the deep river, so at most one may be there, which then moves.
 */
static Bitboard reach(const Retrograde *solver, const Row *row, Color side, const Bitboard *words) {
    const Endangered endangered = row_endangered(solver, row, side);
    const bool others_may_move = endangered.config == 0;
    Bitboard found = 0;
    if (endangered.config & (endangered.config - 1))
        return 0;
    if (others_may_move)
        found |= reach_by_lion(solver, row, side, words);
    for (int i = 0; i < solver->config_count; i++) {
        bool must_land = endangered.config == square_bit(row->squares[i]);
        if (solver->pieces[i].color == side && (others_may_move || must_land))
            found |= reach_by_config(solver, row, i, must_land, words);
    }
    found &= ~endangered.last;
    if (others_may_move && solver->piece_count > 0 &&
        solver->pieces[solver->config_count].color == side)
        found |= reach_by_last(solver, row, endangered.last, words);
    return found;
}

/* ---- moves that leave the class ----------------------------------------- */

static void put(Position *position, const SolverPiece *piece, Square square) {
    position->by_type[piece->type] ^= square_bit(square);
    position->by_color[piece->color] ^= square_bit(square);
    position->key ^= key_piece[piece->color][piece->type][square];
}

/* Sets up the lions and config pieces of a row. */
static Position row_position(const Retrograde *solver, const Row *row, Color side) {
    Position position = {
        .variant = solver->variant,
        .side = (uint8_t)side,
        .jump_start = SQUARE_NONE,
        .jump_at = SQUARE_NONE,
    };
    for (int color = WHITE; color <= BLACK; color++)
        put(&position, &(SolverPiece){(Color)color, LION}, row->lions[color]);
    for (int i = 0; i < solver->config_count; i++)
        put(&position, &solver->pieces[i], row->squares[i]);
    position.key = position_compute_key(&position);
    return position;
}

static bool same_piece(const SolverPiece *a, const SolverPiece *b) {
    return a->color == b->color && a->type == b->type;
}

/* Sorts the squares of equal pieces, which follow each other. Returns whether they were sorted. */
static bool sort_equal_pieces(const Retrograde *solver, Square squares[ENDING_PIECES_MAX]) {
    bool sorted = true;
    for (int i = 1; i < solver->piece_count; i++) {
        for (int j = i; j > 0 && same_piece(&solver->pieces[j - 1], &solver->pieces[j]) &&
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

/* Finds the place of the same position with equal pieces sorted. */
static uint32_t sorted_place(const Retrograde *solver, const Row *row, Square last) {
    Square squares[ENDING_PIECES_MAX] = {0};
    uint32_t place = (uint32_t)row->placement * solver->config_rows;
    for (int i = 0; i < solver->config_count; i++)
        squares[i] = row->squares[i];
    squares[solver->config_count] = last;
    if (sort_equal_pieces(solver, squares))
        return row->row * ROW_BYTES + (uint32_t)last;
    for (int i = 0; i < solver->config_count; i++)
        place += (uint32_t)square_number(squares[i]) * solver->strides[i];
    return place * ROW_BYTES + (uint32_t)squares[solver->config_count];
}

/* Values the positions of a row by the moves that leave the class. Equal pieces in another order
 * have been or will be valued with their sorted position. */
static void value_row(const Retrograde *solver, const Row *row, Color side) {
    const uint32_t start = row->row * ROW_BYTES;
    uint8_t *values = solver->sides[side].values;
    Position position = row_position(solver, row, side);
    for (Bitboard set = row_positions(solver, row); set; set &= set - 1) {
        Square square = bitboard_first(set);
        if (sorted_place(solver, row, square) != start + (uint32_t)square)
            continue;
        if (solver->piece_count == 0) {
            values[start + (uint32_t)square] = leaving_value(solver->tables, &position);
            continue;
        }
        put(&position, &solver->pieces[solver->config_count], square);
        values[start + (uint32_t)square] = leaving_value(solver->tables, &position);
        put(&position, &solver->pieces[solver->config_count], square);
    }
}

/* ---- setting up --------------------------------------------------------- */

/* Returns the round in which a position is due by its moves that leave the class, or -1. */
static int due_round(uint8_t byte) {
    return byte == ENDING_BYTE_DRAW || byte == ending_byte(0) ? -1 : byte - 1;
}

/* Sets the words of a row from the values of its positions, and counts those that are due later. */
static void begin_row(Retrograde *solver, const Row *row, Color side) {
    SideRows *rows = &solver->sides[side];
    const Bitboard positions = row_positions(solver, row);
    Bitboard held = 0;
    for (Bitboard set = positions; set; set &= set - 1) {
        Square square = bitboard_first(set);
        uint8_t *byte = &rows->values[row->row * ROW_BYTES + (uint32_t)square];
        *byte = rows->values[sorted_place(solver, row, square)];
        if (*byte != ending_byte(0))
            held |= square_bit(square);
        if (due_round(*byte) >= 0)
            solver->pending[side].starts[due_round(*byte) + 1]++;
    }
    rows->not_won[row->row] = positions;
    rows->lost[row->row] = 0;
    rows->held[row->row] = held;
}

/* Sorts the positions that are due later by round. starts[n + 1] has their number in round n. */
static bool sort_pending(Retrograde *solver, Color side, Error *error) {
    Pending *pending = &solver->pending[side];
    size_t next[ENDING_PLIES_MAX + 2];
    for (int round = 0; round <= ENDING_PLIES_MAX + 1; round++) {
        if (pending->starts[round + 1] > 0 && round > solver->last_pending)
            solver->last_pending = round;
        pending->starts[round + 1] += pending->starts[round];
        next[round] = pending->starts[round];
    }
    size_t count = pending->starts[ENDING_PLIES_MAX + 2];
    pending->places = malloc((count + 1) * sizeof *pending->places);
    if (pending->places == NULL)
        return error_set(error, ERROR_MEMORY, "no memory to solve endings");
    for (uint32_t row = 0; row < solver->row_count; row++) {
        for (Bitboard set = solver->sides[side].not_won[row]; set; set &= set - 1) {
            uint32_t place = row * ROW_BYTES + (uint32_t)bitboard_first(set);
            int round = due_round(solver->sides[side].values[place]);
            if (round >= 0)
                pending->places[next[round]++] = place;
        }
    }
    return true;
}

static void list_pieces(Retrograde *solver) {
    const EndingIndex *index = &solver->table->index;
    solver->config_rows = 1;
    for (int i = 0; i < index->group_count; i++) {
        const EndingGroup *group = &index->groups[i];
        for (int j = 0; j < group->count; j++)
            solver->pieces[solver->piece_count++] =
                (SolverPiece){(Color)group->color, (PieceType)group->type};
    }
    solver->config_count = solver->piece_count > 0 ? solver->piece_count - 1 : 0;
    for (int i = solver->config_count - 1; i >= 0; i--) {
        solver->strides[i] = solver->config_rows;
        solver->config_rows *= SQUARE_COUNT;
    }
    solver->row_count = solver->config_rows * (uint32_t)index->lion_placements;
}

static bool allocate(Retrograde *solver, Error *error) {
    for (int side = WHITE; side <= BLACK; side++) {
        SideRows *rows = &solver->sides[side];
        rows->not_won = malloc(solver->row_count * sizeof *rows->not_won);
        rows->lost = malloc(solver->row_count * sizeof *rows->lost);
        rows->held = malloc(solver->row_count * sizeof *rows->held);
        rows->values = malloc((size_t)solver->row_count * ROW_BYTES);
        if (!rows->not_won || !rows->lost || !rows->held || !rows->values)
            return error_set(error, ERROR_MEMORY, "no memory to solve endings");
    }
    return true;
}

static bool is_cancelled(const atomic_bool *cancelled, Error *error) {
    if (cancelled == NULL || !atomic_load_explicit(cancelled, memory_order_relaxed))
        return false;
    error_set(error, ERROR_STATE, "stopped before the end");
    return true;
}

/* Values all positions by their moves that leave the class, and sets up the words. */
static bool begin(Retrograde *solver, const atomic_bool *cancelled, Error *error) {
    for (int side = WHITE; side <= BLACK; side++) {
        for (uint32_t row = 0; row < solver->row_count; row++) {
            if (row % 1024 == 0 && is_cancelled(cancelled, error))
                return false;
            Row at = row_at(solver, row);
            if (at.exists)
                value_row(solver, &at, (Color)side);
        }
        for (uint32_t row = 0; row < solver->row_count; row++) {
            Row at = row_at(solver, row);
            begin_row(solver, &at, (Color)side);
        }
        if (!sort_pending(solver, (Color)side, error))
            return false;
    }
    return true;
}

/* ---- rounds ------------------------------------------------------------- */

/* Gives positions of a row, which were not decided, their value: won or lost in `round` plies. */
static void decide(Retrograde *solver, uint32_t row, Color side, Bitboard set, int round) {
    SideRows *rows = &solver->sides[side];
    if (round % 2 == 1)
        rows->not_won[row] &= ~set;
    else
        rows->lost[row] |= set;
    rows->changed[round % 2][row / solver->config_rows] = round;
    for (; set; set &= set - 1)
        rows->values[row * ROW_BYTES + (uint32_t)bitboard_first(set)] = ending_byte(round);
}

static Bitboard undecided(const SideRows *rows, uint32_t row) {
    return rows->not_won[row] & ~rows->lost[row];
}

/* Treats the positions that are due: wins are decided, losses are no longer held. */
static void release_pending(Retrograde *solver, Color side, int round,
                            bool released[LION_PLACEMENTS]) {
    const Pending *pending = &solver->pending[side];
    SideRows *rows = &solver->sides[side];
    for (size_t i = pending->starts[round]; i < pending->starts[round + 1]; i++) {
        uint32_t row = pending->places[i] / ROW_BYTES;
        Bitboard bit = square_bit((Square)(pending->places[i] % ROW_BYTES));
        released[row / solver->config_rows] = true;
        if (round % 2 == 0)
            rows->held[row] &= ~bit;
        else if (undecided(rows, row) & bit)
            decide(solver, row, side, bit, round);
    }
}

/* Returns whether a row that a move of `side` can reach from this placement has changed in the
 * round before. */
static bool successors_changed(const Retrograde *solver, int placement, Color side, int round) {
    const int *changed = solver->sides[color_other(side)].changed[(round - 1) % 2];
    Square lions[COLOR_COUNT];
    ending_index_lion_squares(&solver->table->index, placement, &lions[WHITE], &lions[BLACK]);
    const QuietMoveList *list = &solver->moves->from[side][LION][lions[side]];
    if (changed[placement] == round - 1)
        return true;
    for (int i = 0; i < list->count; i++) {
        Square after[COLOR_COUNT] = {lions[WHITE], lions[BLACK]};
        bool mirror;
        after[side] = list->moves[i].to;
        if (changed[ending_index_lions(&solver->table->index, after[WHITE], after[BLACK],
                                       &mirror)] == round - 1)
            return true;
    }
    return false;
}

/* Returns the positions of a row that are decided in this round. */
static Bitboard row_decided(const Retrograde *solver, uint32_t row, Color side, int round) {
    const SideRows *rows = &solver->sides[side];
    const SideRows *others = &solver->sides[color_other(side)];
    Bitboard open = undecided(rows, row);
    if (round % 2 == 0)
        open &= ~rows->held[row];
    if (open == 0)
        return 0;
    const Row at = row_at(solver, row);
    if (round % 2 == 1)
        return open & reach(solver, &at, side, others->lost);
    return open & ~reach(solver, &at, side, others->not_won);
}

/* Returns whether a position was decided. */
static bool solve_side(Retrograde *solver, Color side, int round) {
    bool released[LION_PLACEMENTS] = {false};
    bool found = false;
    release_pending(solver, side, round, released);
    for (int placement = 0; placement < solver->table->index.lion_placements; placement++) {
        found = found || released[placement];
        if (round > 0 && !released[placement] &&
            !successors_changed(solver, placement, side, round))
            continue;
        uint32_t first = (uint32_t)placement * solver->config_rows;
        for (uint32_t row = first; row < first + solver->config_rows; row++) {
            Bitboard set = row_decided(solver, row, side, round);
            if (set) {
                decide(solver, row, side, set, round);
                found = true;
            }
        }
    }
    return found;
}

static bool solve_rounds(Retrograde *solver, const atomic_bool *cancelled, Error *error) {
    int idle = 0; /* rounds without a change */
    for (int side = WHITE; side <= BLACK; side++) {
        for (int placement = 0; placement < LION_PLACEMENTS; placement++)
            solver->sides[side].changed[0][placement] = solver->sides[side].changed[1][placement] =
                -1;
    }
    for (int round = 0; idle < 2 || round <= solver->last_pending; round++) {
        if (is_cancelled(cancelled, error))
            return false;
        bool white = solve_side(solver, WHITE, round);
        bool black = solve_side(solver, BLACK, round);
        idle = white || black ? 0 : idle + 1;
        if (idle == 0 && round > ENDING_PLIES_MAX)
            return error_set(error, ERROR_RANGE, "a win takes more than %d plies",
                             ENDING_PLIES_MAX);
    }
    return true;
}

/* ---- the result --------------------------------------------------------- */

/* Bytes of numbers that belong to no position repeat the byte before, which compresses best. */
static void fill_holes(uint8_t *values, const bool *exists, uint32_t size) {
    for (uint32_t i = 1; i < size; i++) {
        if (!exists[i])
            values[i] = values[i - 1];
    }
}

/* Copies the values of a row's sorted positions to their numbers. */
static void store_row(const Retrograde *solver, const Row *row, Color side, uint8_t *values,
                      bool *exists) {
    const SideRows *rows = &solver->sides[side];
    const Bitboard open = undecided(rows, row->row);
    Position position = row_position(solver, row, side);
    for (Bitboard set = row_positions(solver, row); set; set &= set - 1) {
        Square square = bitboard_first(set);
        uint32_t place = row->row * ROW_BYTES + (uint32_t)square;
        if (sorted_place(solver, row, square) != place)
            continue;
        if (solver->piece_count > 0)
            put(&position, &solver->pieces[solver->config_count], square);
        uint32_t number = ending_index_of(&solver->table->index, &position);
        if (solver->piece_count > 0)
            put(&position, &solver->pieces[solver->config_count], square);
        values[number] = bitboard_has(open, square) ? ENDING_BYTE_DRAW : rows->values[place];
        exists[number] = true;
    }
}

static bool store(const Retrograde *solver, Error *error) {
    const uint32_t size = solver->table->index.size;
    bool *exists = malloc(size * sizeof *exists);
    bool stored = exists != NULL;
    for (int side = WHITE; side <= BLACK && stored; side++) {
        uint8_t *values = calloc(size, 1);
        stored = values != NULL;
        if (!stored)
            break;
        memset(exists, 0, size * sizeof *exists);
        for (uint32_t row = 0; row < solver->row_count; row++) {
            Row at = row_at(solver, row);
            store_row(solver, &at, (Color)side, values, exists);
        }
        fill_holes(values, exists, size);
        solver->table->values[side] = values;
    }
    free(exists);
    return stored || error_set(error, ERROR_MEMORY, "no memory to solve endings");
}

static void free_rows(Retrograde *solver) {
    for (int side = WHITE; side <= BLACK; side++) {
        free(solver->sides[side].not_won);
        free(solver->sides[side].lost);
        free(solver->sides[side].held);
        free(solver->sides[side].values);
        free(solver->pending[side].places);
    }
}

bool retrograde_solve(const EndingTables *tables, EndingTable *table, const Variant *variant,
                      const QuietMoves *moves, const atomic_bool *cancelled, Error *error) {
    Retrograde solver = {.tables = tables, .table = table, .variant = variant, .moves = moves};
    list_pieces(&solver);
    bool solved = allocate(&solver, error) && begin(&solver, cancelled, error) &&
                  solve_rounds(&solver, cancelled, error) && store(&solver, error);
    free_rows(&solver);
    return solved;
}
