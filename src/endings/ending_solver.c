#include <config.h>

#include "endings/ending_solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/tables.h"

/* ---- rows ----
 * A row is the positions of a class that differ only in the square of the last piece. It is a word
 * with a bit for each square, so that a move is made from about 40 positions at once. A row has
 * equal pieces in every order, unlike the index of a table. */

enum {
    CONFIG_PIECES_MAX = ENDING_PIECES_MAX - 1, /* the pieces but the last */
    ROW_SPAN = SQUARE_SPAN /* places of a row, those of the guard column included */
};

typedef struct RowPiece {
    Color color;
    PieceType type;
} RowPiece;

typedef struct RowLayout {
    const EndingIndex *index;
    const Variant *variant;
    const QuietMoves *moves;
    int piece_count;
    RowPiece pieces[ENDING_PIECES_MAX];  /* the last one varies within a row */
    int config_count;                    /* the pieces but the last */
    uint32_t strides[CONFIG_PIECES_MAX]; /* of the numbers of their squares, in rows */
    uint32_t config_rows;                /* rows of one placement of the lions */
    uint32_t row_count;
} RowLayout;

/* The common part of the positions of a row. */
typedef struct Row {
    uint32_t number;
    int placement; /* of the lions, as in ending_table.h */
    Square lions[COLOR_COUNT];
    Square squares[CONFIG_PIECES_MAX];
    Bitboard occupied;  /* by lions and config pieces */
    Bitboard positions; /* squares of the last piece; none if no position exists */
} Row;

/* A class without pieces has rows of one position, at a square that is its own mirror image. */
static const Square alone = D7;

/* Returns the squares where the last piece can stand beside the others. */
static Bitboard last_squares(const RowLayout *layout, Bitboard occupied) {
    if (layout->piece_count == 0)
        return square_bit(alone);
    const RowPiece *last = &layout->pieces[layout->config_count];
    Bitboard squares = BOARD_MASK & ~occupied;
    return last->type == PAWN ? squares & ~last_rank(last->color) : squares;
}

static Row row_at(const RowLayout *layout, uint32_t number) {
    Row at = {.number = number, .placement = (int)(number / layout->config_rows)};
    uint32_t rest = number % layout->config_rows;
    bool exists = true;
    ending_index_lion_squares(layout->index, at.placement, &at.lions[WHITE], &at.lions[BLACK]);
    at.occupied = square_bit(at.lions[WHITE]) | square_bit(at.lions[BLACK]);
    for (int i = 0; i < layout->config_count; i++) {
        Square square = square_from_number((int)(rest / layout->strides[i] % SQUARE_COUNT));
        exists = exists && !bitboard_has(at.occupied, square) &&
                 (layout->pieces[i].type != PAWN ||
                  !bitboard_has(last_rank(layout->pieces[i].color), square));
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

static uint32_t config_row(const RowLayout *layout, const Row *row, bool mirror) {
    uint32_t number = 0;
    for (int i = 0; i < layout->config_count; i++) {
        Square square = mirror ? square_mirror(row->squares[i]) : row->squares[i];
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

/*
 * Returns the positions of a row, with `side` to move, that have a move within the class to a
 * position in `words`, by row number, in which the other side is to move. Some that do not exist
 * may be among them. All endangered pieces must leave the deep river, so at most one may be there,
 * which then moves.
 */
static Bitboard row_reach(const RowLayout *layout, const Row *row, Color side,
                          const Bitboard *words) {
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

/* Sets up the lions and config pieces of a row, with `side` to move. */
static Position row_position(const RowLayout *layout, const Row *row, Color side) {
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

/* Adds the last piece of the class to a position, or takes it away again. Does nothing in a class
 * without pieces. */
static void row_toggle_last(const RowLayout *layout, Position *position, Square square) {
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

/* Returns the place, row * ROW_SPAN + square, of a position of a row with equal pieces in the order
 * of their squares: the place at hand, or that of the same position. */
static uint32_t row_sorted_place(const RowLayout *layout, const Row *row, Square last) {
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

/* Lays out the rows of a class. Borrows everything. */
static void row_layout_init(RowLayout *layout, const EndingIndex *index, const Variant *variant,
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

/* ---- quiet moves ---- */

/* A piece on a board with the lions and, if `blocker` is a square, another piece of its colour. */
typedef struct Scene {
    const Variant *variant;
    Color color;
    PieceType type;
    Square from;
    Square blocker;
} Scene;

/* Returns the targets of the piece with the lions on two squares, which may be the piece's or the
 * blocker's: then *fits is false. */
static Bitboard targets_with(const Scene *scene, Square white, Square black, bool *fits) {
    Position position = {.variant = scene->variant,
                         .side = (uint8_t)scene->color,
                         .jump_start = SQUARE_NONE,
                         .jump_at = SQUARE_NONE};
    const Square lions[COLOR_COUNT] = {white, black};
    MoveList list;
    Bitboard targets = 0;
    *fits = scene->type == LION ? lions[scene->color] == scene->from
                                : white != scene->from && black != scene->from;
    if (!*fits)
        return 0;
    placement_put(&position, WHITE, LION, white);
    placement_put(&position, BLACK, LION, black);
    if (scene->type != LION)
        placement_put(&position, scene->color, scene->type, scene->from);
    if (scene->blocker != SQUARE_NONE &&
        !bitboard_has(position_occupied(&position), scene->blocker))
        placement_put(&position, scene->color, ZEBRA, scene->blocker);
    movelist_init(&list);
    movegen_quiets(&position, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (move_from(list.moves[i]) == scene->from)
            targets |= square_bit(move_plain_to(list.moves[i]));
    }
    movelist_free(&list);
    return targets;
}

/* Returns the targets that the piece has with any placement of the lions. */
static Bitboard targets_of(const Scene *scene) {
    Bitboard targets = 0;
    for (Bitboard whites = WHITE_CASTLE; whites; whites &= whites - 1) {
        for (Bitboard blacks = BLACK_CASTLE; blacks; blacks &= blacks - 1) {
            bool fits;
            targets |= targets_with(scene, bitboard_first(whites), bitboard_first(blacks), &fits);
        }
    }
    return targets;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

/* Returns the squares strictly between two squares of one line; none if no line joins them. */
static Bitboard line_between(Square from, Square to) {
    int files = square_file(to) - square_file(from);
    int rows = ((int)to >> 3) - ((int)from >> 3);
    Bitboard between = 0;
    if (files != 0 && rows != 0 && abs(files) != abs(rows))
        return 0;
    int step = sign(rows) * 8 + sign(files);
    for (int at = (int)from + step; at != (int)to; at += step)
        between |= square_bit((Square)at);
    return between;
}

/* Returns the squares that must be empty for the piece to reach a target. */
static Bitboard blocking_squares(Scene scene, Square to) {
    Bitboard blocking = 0;
    for (Bitboard set = line_between(scene.from, to); set; set &= set - 1) {
        scene.blocker = bitboard_first(set);
        if (!bitboard_has(targets_of(&scene), to))
            blocking |= square_bit(scene.blocker);
    }
    return blocking;
}

/* Adds a move to the shifts of its piece. */
static void add_shift(QuietShiftList *list, Square from, const QuietMove *move) {
    QuietShift shift = {.offset = (int)move->to - (int)from};
    for (Bitboard set = move->between; set; set &= set - 1)
        shift.between[shift.between_count++] = (int)bitboard_first(set) - (int)from;
    for (int i = 0; i < list->count; i++) {
        QuietShift *known = &list->shifts[i];
        if (known->offset == shift.offset && known->between_count == shift.between_count &&
            memcmp(known->between, shift.between, sizeof shift.between) == 0) {
            known->from |= square_bit(from);
            return;
        }
    }
    assert(list->count < QUIET_SHIFTS_MAX);
    shift.from = square_bit(from);
    list->shifts[list->count++] = shift;
}

static void find_from(QuietMoves *moves, const Scene *scene) {
    QuietMoveList *list = &moves->from[scene->color][scene->type][scene->from];
    for (Bitboard targets = targets_of(scene); targets; targets &= targets - 1) {
        assert(list->count < QUIET_TARGETS_MAX);
        QuietMove *move = &list->moves[list->count++];
        move->to = bitboard_first(targets);
        move->between = blocking_squares(*scene, move->to);
        if (scene->type != LION)
            add_shift(&moves->shifts[scene->color][scene->type], scene->from, move);
    }
}

void quiet_moves_find(QuietMoves *moves, const Variant *variant) {
    *moves = (QuietMoves){0};
    for (int color = WHITE; color <= BLACK; color++) {
        for (int type = LION; type < PIECE_TYPE_COUNT; type++) {
            if (!variant_has_piece(variant, (PieceType)type))
                continue;
            for (Bitboard squares = BOARD_MASK; squares; squares &= squares - 1)
                find_from(moves, &(Scene){variant, (Color)color, (PieceType)type,
                                          bitboard_first(squares), SQUARE_NONE});
        }
    }
}

/* ---- moves that leave the class by a capture, a drowning or a promotion ---- */

/* Returns whether a move has led to another class. The number of pieces falls, or that of pawns. */
static bool left_class(const Position *before, const Position *after) {
    return popcount64(position_occupied(before)) != popcount64(position_occupied(after)) ||
           popcount64(before->by_type[PAWN]) != popcount64(after->by_type[PAWN]);
}

static uint8_t lookup(const EndingTables *tables, const Position *position) {
    EndingPlace place = ending_tables_place(tables, position);
    assert(place.table != NULL && place.table->values[place.side] != NULL);
    return place.table->values[place.side][place.number];
}

/*
 * Returns the value, as a byte, that a position would have if it had only the moves that leave its
 * class; a loss in 0 plies if it has none. The values of the classes that they lead to are in
 * memory. Bare lions have their value by the variant's rule.
 */
static uint8_t leaving_value(const EndingTables *tables, const Position *position) {
    if (position_bare_lions_draw(position))
        return ENDING_BYTE_DRAW;
    if (position_can_capture_lion(position))
        return ending_byte(1);
    /* Without endangered pieces, nothing drowns. */
    const bool any_may_leave = position_endangered(position) != 0;
    EndingValue best = {ENDING_LOSS, -1};
    MoveList list;
    movelist_init(&list);
    if (any_may_leave)
        movegen_distinct(position, &list);
    else
        movegen_captures(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position after = *position;
        position_make(&after, list.moves[i]);
        if (any_may_leave && !left_class(position, &after))
            continue;
        EndingValue value = ending_value_before(ending_value(lookup(tables, &after)));
        if (best.plies < 0 || ending_value_rank(value) > ending_value_rank(best))
            best = value;
    }
    movelist_free(&list);
    if (best.plies < 0)
        return ending_byte(0);
    return best.result == ENDING_DRAW ? ENDING_BYTE_DRAW : ending_byte(best.plies);
}

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

/* ---- values by the moves that leave the class ---- */

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

/* ---- setting up ---- */

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

/* ---- rounds ---- */

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

/* ---- the result ---- */

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
