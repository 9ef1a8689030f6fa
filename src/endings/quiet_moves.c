#include <config.h>

#include "endings/quiet_moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "rules/movegen.h"

/* A piece on a board with the lions and, if `blocker` is a square, another piece of its colour. */
typedef struct Scene {
    const Variant *variant;
    Color color;
    PieceType type;
    Square from;
    Square blocker;
} Scene;

static void put(Position *position, Color color, PieceType type, Square square) {
    position->by_type[type] |= square_bit(square);
    position->by_color[color] |= square_bit(square);
}

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
    put(&position, WHITE, LION, white);
    put(&position, BLACK, LION, black);
    if (scene->type != LION)
        put(&position, scene->color, scene->type, scene->from);
    if (scene->blocker != SQUARE_NONE &&
        !bitboard_has(position_occupied(&position), scene->blocker))
        put(&position, scene->color, ZEBRA, scene->blocker);
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
