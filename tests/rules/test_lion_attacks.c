/* Attacks on the lions are compared with the list of all moves. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/position.h"

/* Returns whether any legal move captures the lion. */
static bool can_capture_lion(const Position *position) {
    Bitboard lions = position->by_type[LION];
    bool found = false;
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count && !found; i++)
        found = position_captured(position, list.moves[i]) & lions;
    movelist_free(&list);
    return found;
}

static void check(const Position *position) {
    char fen[FEN_SIZE];
    fen_write(position, fen);
    if (position_can_capture_lion(position) != can_capture_lion(position))
        fail_msg("%s: position_can_capture_lion is wrong", fen);
    if (position_in_capture(position))
        return;
    for (Color by = WHITE; by <= BLACK; by++) {
        Position turned = *position;
        turned.side = (uint8_t)by;
        if (position_attacks_lion(position, by) != can_capture_lion(&turned))
            fail_msg("%s: position_attacks_lion is wrong for %s", fen, color_name(by));
    }
}

static void agrees_in_games(void **state) {
    (void)state;
    srand(1);
    for (size_t index = 0; variant_builtin(index); index++) {
        Position position;
        position_start(&position, variant_builtin(index));
        for (int ply = 0; ply < 5000; ply++) {
            MoveList list;
            movelist_init(&list);
            movegen_all(&position, &list);
            if (list.count == 0)
                position_start(&position, variant_builtin(index));
            else
                position_make(&position, list.moves[(size_t)rand() % list.count]);
            movelist_free(&list);
            check(&position);
        }
    }
}

/* Puts a piece on a random empty square of a set. */
static void place(Position *position, Color color, PieceType kind, Bitboard squares) {
    Square square;
    squares &= ~position_occupied(position);
    do
        square = square_from_number(rand() % SQUARE_COUNT);
    while (!bitboard_has(squares, square));
    position->by_type[kind] |= square_bit(square);
    position->by_color[color] |= square_bit(square);
}

/* Crowded boards, which no game reaches, have chains of many jumps. */
static void agrees_on_crowded_boards(void **state) {
    (void)state;
    static const char letters[] = "zegcmmps";
    srand(2);
    for (int i = 0; i < 50000; i++) {
        bool mega = i % 2;
        Position position = {.variant = variant_find(mega ? "megapawn" : "congo"),
                             .side = (uint8_t)(rand() % 2),
                             .jump_start = SQUARE_NONE,
                             .jump_at = SQUARE_NONE};
        place(&position, WHITE, LION, WHITE_CASTLE);
        place(&position, BLACK, LION, BLACK_CASTLE);
        place(&position, (Color)(rand() % 2), MONKEY, BOARD_MASK);
        for (int pieces = 4 + rand() % 12; pieces > 0; pieces--) {
            PieceType kind = piece_type_from_letter(letters[rand() % 8], PAWNS_CONGO);
            Bitboard inner = BOARD_MASK & ~ROW_MASK(0) & ~ROW_MASK(6);
            place(&position, (Color)(rand() % 2), kind, kind == PAWN ? inner : BOARD_MASK);
        }
        position.key = position_compute_key(&position);
        check(&position);
    }
}

static void agrees_in_an_open_capture(void **state) {
    (void)state;
    static const char *const fens[] = {
        "7/7/3l3/4M2/7/7/3L3/w/37",
        "7/7/3l3/7/4M2/7/3L3/w/44",
        "7/3l3/2z4/1M5/7/7/3L3/w/36",
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Position position;
        Error error = {0};
        if (!fen_parse(fens[i], variant_default(), &position, &error))
            fail_msg("%s", error.text);
        check(&position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_in_games),
        cmocka_unit_test(agrees_on_crowded_boards),
        cmocka_unit_test(agrees_in_an_open_capture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
