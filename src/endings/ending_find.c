#include <config.h>

#include "endings/ending_find.h"

#include <stdlib.h>

#include "base/random.h"
#include "endings/ending_index.h"

/* Numbers drawn before all are looked through. */
enum { DRAWN_MAX = 1 << 20 };

typedef struct FindState {
    const EndingQuery *query;
    EndingIndex index;
    Color side;     /* to move, in the canonical class */
    bool exchanged; /* the query's class is the canonical one with exchanged colours */
    const uint8_t *values;
    bool wanted[UINT8_MAX + 1]; /* values */
    uint64_t *random;
} FindState;

/* ---- turning the board ---- */

static Bitboard exchanged_rows(Bitboard set) {
    Bitboard turned = 0;
    for (int row = 0; row < BOARD_RANKS; row++)
        turned |= (set >> (8 * row) & UINT64_C(0x7f)) << (8 * (BOARD_RANKS - 1 - row));
    return turned;
}

static Bitboard mirrored_files(Bitboard set) {
    Bitboard turned = 0;
    while (set) {
        Square square = bitboard_pop(&set);
        turned |= square_bit(square_at(BOARD_FILES - 1 - square_file(square), square_rank(square)));
    }
    return turned;
}

static void turn(Position *position, Bitboard (*turned)(Bitboard set)) {
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        position->by_type[type] = turned(position->by_type[type]);
    for (int color = 0; color < COLOR_COUNT; color++)
        position->by_color[color] = turned(position->by_color[color]);
    position->key = position_compute_key(position);
}

static void exchange_colors(Position *position) {
    Bitboard white = position->by_color[WHITE];
    position->by_color[WHITE] = position->by_color[BLACK];
    position->by_color[BLACK] = white;
    position->side = (uint8_t)color_other(position_side(position));
    turn(position, exchanged_rows);
}

/* ---- one number ---- */

/* Lists the bytes of the table that are looked for. */
static void set_wanted(FindState *find) {
    const EndingQuery *query = find->query;
    for (int byte = 0; byte <= UINT8_MAX; byte++) {
        EndingValue value = ending_value((uint8_t)byte);
        find->wanted[byte] = value.result == query->result &&
                             (value.result == ENDING_DRAW ||
                              (value.plies >= query->plies_min && value.plies <= query->plies_max));
    }
}

static bool has_value(const FindState *find, uint32_t number) {
    return find->wanted[find->values[number]];
}

/* Sets up the position of a number, or its mirror image. Returns the number of both, or 0. */
static int set_up(const FindState *find, uint32_t number, Position *position) {
    int placements =
        ending_index_position(&find->index, number, find->side, find->query->variant, position);
    if (placements == 2 && random_next(find->random) >> 63)
        turn(position, mirrored_files);
    if (placements > 0 && find->exchanged)
        exchange_colors(position);
    return placements;
}

static bool is_accepted(const FindState *find, const Position *position) {
    const EndingQuery *query = find->query;
    return position_outcome(position).result == RESULT_OPEN &&
           (query->accept == NULL || query->accept(query->context, position));
}

/* ---- all numbers ---- */

/* A position that is its own mirror image is drawn half as often as the number of two. */
static bool draw_number(const FindState *find, Position *position) {
    uint32_t number = (uint32_t)random_below(find->random, find->index.size);
    if (!has_value(find, number))
        return false;
    int placements = set_up(find, number, position);
    bool drawn = placements == 2 ||
                 (placements == 1 && (!find->index.mirrored || random_next(find->random) >> 63));
    return drawn && is_accepted(find, position);
}

static bool look_through(const FindState *find, Position *position) {
    uint32_t size = find->index.size;
    uint32_t number = (uint32_t)random_below(find->random, size);
    for (uint32_t left = size; left > 0; left--, number = number + 1 < size ? number + 1 : 0)
        if (has_value(find, number) && set_up(find, number, position) > 0 &&
            is_accepted(find, position))
            return true;
    return false;
}

static bool has_any(const FindState *find) {
    uint32_t number = 0;
    while (number < find->index.size && !has_value(find, number))
        number++;
    return number < find->index.size;
}

static bool find_any(const FindState *find, Position *position) {
    if (!has_any(find))
        return false;
    for (int i = 0; i < DRAWN_MAX; i++)
        if (draw_number(find, position))
            return true;
    return look_through(find, position);
}

bool ending_find(const Endings *endings, const EndingQuery *query, uint64_t *random,
                 Position *position, Error *error) {
    EndingClass class = query->class;
    EndingRules rules;
    FindState state = {.query = query, .random = random};
    if (!ending_rules_of(query->variant, &rules))
        return ending_rules_report(query->variant, error);
    state.exchanged = ending_class_canonicalize(&class, rules.pawns);
    state.side = state.exchanged ? color_other(query->side) : query->side;
    uint8_t *values = endings_load(endings, &class, state.side, error);
    if (values == NULL)
        return false;
    state.values = values;
    set_wanted(&state);
    ending_index_init(&state.index, &class, &rules);
    bool found = find_any(&state, position);
    free(values);
    return found || error_set(error, ERROR_RANGE, "there is no such ending");
}
