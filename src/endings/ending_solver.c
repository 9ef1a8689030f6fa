#include <config.h>

#include "endings/ending_solver.h"

#include <stdlib.h>
#include <string.h>

#include "endings/leaving.h"
#include "endings/row.h"

/* The words of one side to move, one for each row. */
typedef struct SideRows {
    Bitboard *not_won; /* positions that exist and are not known to be won */
    Bitboard *lost;
    Bitboard *held;  /* cannot be lost yet, or at all, because of a move that leaves the class */
    uint8_t *values; /* ROW_SPAN for each row: at first by the moves that leave the class alone */
    /* The last odd and the last even round that changed a row, by placement of the lions. */
    int changed[2][LION_PLACEMENTS];
} SideRows;

/* A position whose value is due in a later round because of a move that leaves the class. */
typedef struct Pending {
    uint32_t *places;                    /* owned; row * ROW_SPAN + square, sorted by round */
    size_t starts[ENDING_PLIES_MAX + 3]; /* by round */
} Pending;

typedef struct Retrograde {
    const EndingTables *tables;
    EndingTable *table;
    RowLayout layout;
    SideRows sides[COLOR_COUNT];
    Pending pending[COLOR_COUNT];
    int last_pending; /* the last round in which a position is due */
} Retrograde;

/* ---- moves that leave the class ----------------------------------------- */

/* Values the positions of a row by the moves that leave the class. Equal pieces in another order
 * have been or will be valued with their sorted position. */
static void value_row(const Retrograde *solver, const Row *row, Color side) {
    const uint32_t start = row->number * ROW_SPAN;
    uint8_t *values = solver->sides[side].values;
    Position position = row_position(&solver->layout, row, side);
    for (Bitboard set = row->positions; set; set &= set - 1) {
        Square square = bitboard_first(set);
        if (row_sorted_place(&solver->layout, row, square) != start + (uint32_t)square)
            continue;
        row_toggle_last(&solver->layout, &position, square);
        values[start + (uint32_t)square] = leaving_value(solver->tables, &position);
        row_toggle_last(&solver->layout, &position, square);
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
    const Bitboard positions = row->positions;
    Bitboard held = 0;
    for (Bitboard set = positions; set; set &= set - 1) {
        Square square = bitboard_first(set);
        uint8_t *byte = &rows->values[row->number * ROW_SPAN + (uint32_t)square];
        *byte = rows->values[row_sorted_place(&solver->layout, row, square)];
        if (*byte != ending_byte(0))
            held |= square_bit(square);
        if (due_round(*byte) >= 0)
            solver->pending[side].starts[due_round(*byte) + 1]++;
    }
    rows->not_won[row->number] = positions;
    rows->lost[row->number] = 0;
    rows->held[row->number] = held;
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
    for (uint32_t row = 0; row < solver->layout.row_count; row++) {
        for (Bitboard set = solver->sides[side].not_won[row]; set; set &= set - 1) {
            uint32_t place = row * ROW_SPAN + (uint32_t)bitboard_first(set);
            int round = due_round(solver->sides[side].values[place]);
            if (round >= 0)
                pending->places[next[round]++] = place;
        }
    }
    return true;
}

static bool allocate(Retrograde *solver, Error *error) {
    for (int side = WHITE; side <= BLACK; side++) {
        SideRows *rows = &solver->sides[side];
        rows->not_won = malloc(solver->layout.row_count * sizeof *rows->not_won);
        rows->lost = malloc(solver->layout.row_count * sizeof *rows->lost);
        rows->held = malloc(solver->layout.row_count * sizeof *rows->held);
        rows->values = malloc((size_t)solver->layout.row_count * ROW_SPAN);
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
        for (uint32_t row = 0; row < solver->layout.row_count; row++) {
            if (row % 1024 == 0 && is_cancelled(cancelled, error))
                return false;
            Row at = row_at(&solver->layout, row);
            if (at.positions)
                value_row(solver, &at, (Color)side);
        }
        for (uint32_t row = 0; row < solver->layout.row_count; row++) {
            Row at = row_at(&solver->layout, row);
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
    rows->changed[round % 2][row / solver->layout.config_rows] = round;
    for (; set; set &= set - 1)
        rows->values[row * ROW_SPAN + (uint32_t)bitboard_first(set)] = ending_byte(round);
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
        uint32_t row = pending->places[i] / ROW_SPAN;
        Bitboard bit = square_bit((Square)(pending->places[i] % ROW_SPAN));
        released[row / solver->layout.config_rows] = true;
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
    const QuietMoveList *list = &solver->layout.moves->from[side][LION][lions[side]];
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
    const Row at = row_at(&solver->layout, row);
    if (round % 2 == 1)
        return open & row_reach(&solver->layout, &at, side, others->lost);
    return open & ~row_reach(&solver->layout, &at, side, others->not_won);
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
        uint32_t first = (uint32_t)placement * solver->layout.config_rows;
        for (uint32_t row = first; row < first + solver->layout.config_rows; row++) {
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
        if (idle == 0 && round > RETROGRADE_PLIES_MAX)
            return error_set(error, ERROR_RANGE, "a win takes more than %d plies",
                             RETROGRADE_PLIES_MAX);
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
    Bitboard set = row->positions;
    const Bitboard open = undecided(rows, row->number);
    Position position = row_position(&solver->layout, row, side);
    for (; set; set &= set - 1) {
        Square square = bitboard_first(set);
        uint32_t place = row->number * ROW_SPAN + (uint32_t)square;
        if (row_sorted_place(&solver->layout, row, square) != place)
            continue;
        row_toggle_last(&solver->layout, &position, square);
        uint32_t number = ending_index_of(&solver->table->index, &position);
        row_toggle_last(&solver->layout, &position, square);
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
        for (uint32_t row = 0; row < solver->layout.row_count; row++) {
            Row at = row_at(&solver->layout, row);
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
    Retrograde solver = {.tables = tables, .table = table};
    row_layout_init(&solver.layout, &table->index, variant, moves);
    bool solved = allocate(&solver, error) && begin(&solver, cancelled, error) &&
                  solve_rounds(&solver, cancelled, error) && store(&solver, error);
    free_rows(&solver);
    return solved;
}
