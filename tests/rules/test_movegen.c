#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "rules/position.h"

/*
 * The number of random plies of each variant that are compared with the reference. Half of the
 * games begin on random boards, which games never reach: seven pieces in the river, many
 * superpawns.
 */
enum { PLIES = 100000, GAME_PLIES = 150, LISTED_MAX = 2000 };

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % limit);
}

static int compare_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static char generated[LISTED_MAX][COORDINATE_SIZE], expected[LISTED_MAX][COORDINATE_SIZE];

static void list_generated(const MoveList *list) {
    for (size_t i = 0; i < list->count; i++)
        coordinate_write(list->moves[i], generated[i]);
    qsort(generated, list->count, sizeof generated[0], compare_text);
}

static void list_expected(const ReferenceMoves *moves) {
    for (int i = 0; i < moves->count; i++)
        reference_coordinates(&moves->moves[i], expected[i]);
    qsort(expected, (size_t)moves->count, sizeof expected[0], compare_text);
}

/* The library and the reference list the same moves, and the other functions of movegen agree. */
static void compare_moves(const Position *position, const ReferenceMoves *moves, const char *fen) {
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    assert_true(moves->count <= LISTED_MAX);
    if (list.count != (size_t)moves->count)
        fail_msg("%s: %zu moves, expected %d", fen, list.count, moves->count);
    list_generated(&list);
    list_expected(moves);
    for (size_t i = 0; i < list.count; i++) {
        if (strcmp(generated[i], expected[i]) != 0)
            fail_msg("%s: %s generated, %s expected", fen, generated[i], expected[i]);
        if (!move_is_legal(position, list.moves[i]))
            fail_msg("%s: %s is generated, but not legal", fen, generated[i]);
    }
    assert_int_equal(movegen_count(position), list.count);
    assert_int_equal(movegen_any(position), list.count > 0);
    movelist_free(&list);
}

/* The written notation is read back as the same move, without deviations. */
static void compare_notation(const Position *position, Move move, const char *fen) {
    char text[NOTATION_SIZE];
    Move read;
    unsigned deviations;
    Error error;
    notation_write(position, move, notation_congo, text);
    if (!notation_parse(position, text, &read, &deviations, &error))
        fail_msg("%s: %s: %s", fen, text, error.text);
    if (!move_equal(read, move) || deviations != DEVIATION_NONE)
        fail_msg("%s: %s is read as another move", fen, text);
}

/* Compares the effects of a move: captured and drowned pieces, key, FEN. */
static void compare_make(Position *position, const ReferenceMove *chosen, Reference *reference) {
    char text[COORDINATE_SIZE], before[FEN_SIZE], after[FEN_SIZE], wanted[96];
    Position read;
    Move move;
    Error error;

    reference_coordinates(chosen, text);
    fen_write(position, before);
    if (!coordinate_parse(position, text, &move, &error))
        fail_msg("%s: %s: %s", before, text, error.text);
    compare_notation(position, move, before);
    Bitboard captured = position_captured(position, move);
    Bitboard drowned = position_drowned(position, move);
    Color us = position_side(position);
    int own = popcount64(position->by_color[us]), others = popcount64(position->by_color[1 - us]);

    reference_make(reference, chosen);
    reference_fen(reference, wanted);
    position_make(position, move);
    fen_write(position, after);
    if (strcmp(after, wanted) != 0)
        fail_msg("%s: %s: %s, expected %s", before, text, after, wanted);
    assert_int_equal(popcount64(captured), others - popcount64(position->by_color[1 - us]));
    assert_int_equal(popcount64(drowned), own - popcount64(position->by_color[us]));
    assert_true(position->key == position_compute_key(position));
    assert_true(position_is_sound(position));
    if (!fen_parse(after, position->variant, &read, &error))
        fail_msg("%s: %s", after, error.text);
    assert_true(position_same(&read, position));
}

/* Sometimes leaves a monkey's capture open after a jump, as when a game is played step by step. */
static bool leave_open(Position *position, const ReferenceMove *chosen, Reference *reference) {
    char after[FEN_SIZE], wanted[96];
    Position read;
    Square from = square_at(chosen->file[0], chosen->rank[0]);
    Square to = square_at(chosen->file[1], chosen->rank[1]);
    Square over = (Square)(((int)from + (int)to) / 2);

    if (!chosen->jump || random_below(2) || position_piece_at(position, over) == LION)
        return false;
    reference_jump(reference, chosen);
    position_make_jump(position, from, to);
    reference_fen(reference, wanted);
    fen_write(position, after);
    assert_string_equal(after, wanted);
    assert_true(position->key == position_compute_key(position));
    assert_true(fen_parse(after, position->variant, &read, NULL));
    assert_true(position_same(&read, position));
    return true;
}

/* Sets up a random board of few or many pieces, with the lions in their castles. */
static void random_board(Reference *reference, const Variant *variant) {
    static const char *const pieces[2] = {"ZEGCMPS", "ZEGCMPQ"};
    reference_set(reference, variant, "7/7/7/7/7/7/7", random_below(2) ? 'w' : 'b');
    reference->board[5 + random_below(3)][2 + random_below(3)] = 'l';
    reference->board[1 + random_below(3)][2 + random_below(3)] = 'L';
    for (int color = 0; color < 2; color++) {
        for (uint32_t count = random_below(16); count > 0; count--) {
            int rank = (int)(1 + random_below(7)), file = (int)random_below(7);
            if (random_below(3) == 0)
                rank = 4;
            char piece = pieces[variant->pawns][random_below(7)];
            if (variant->elephante && random_below(5) == 0)
                piece = 'T';
            if (reference->board[rank][file] != ' ' || (piece == 'P' && rank == (color ? 1 : 7)))
                continue;
            reference->board[rank][file] = color ? (char)(piece - 'A' + 'a') : piece;
        }
    }
}

/* Chooses a random move. Prefers captures a little, so that games come to an end. */
static const ReferenceMove *choose(const ReferenceMoves *moves, const Reference *reference) {
    const ReferenceMove *chosen = &moves->moves[random_below((uint32_t)moves->count)];
    for (int tries = 0; tries < 2; tries++) {
        if (chosen->jump || reference->board[chosen->rank[1]][chosen->file[1]] != ' ')
            break;
        chosen = &moves->moves[random_below((uint32_t)moves->count)];
    }
    return chosen;
}

static int play_game(const Variant *variant, bool from_start) {
    Reference reference;
    Position position;
    ReferenceMoves moves = {0};
    char fen[96];
    int plies = 0;

    if (from_start)
        reference_start(&reference, variant);
    else
        random_board(&reference, variant);
    reference_fen(&reference, fen);
    assert_true(fen_parse(fen, variant, &position, NULL));
    for (; plies < GAME_PLIES; plies++) {
        reference_moves(&reference, &moves);
        reference_fen(&reference, fen);
        if (moves.count > LISTED_MAX)
            break;
        compare_moves(&position, &moves, fen);
        if (moves.count == 0)
            break;
        const ReferenceMove *chosen = choose(&moves, &reference);
        if (!leave_open(&position, chosen, &reference))
            compare_make(&position, chosen, &reference);
    }
    reference_free(&moves);
    return plies;
}

static void play_variant(const Variant *variant) {
    int plies = 0;
    for (int game = 0; plies < PLIES; game++)
        plies += play_game(variant, game % 2 == 0);
}

static void test_every_variant_against_the_reference(void **state) {
    (void)state;
    for (size_t i = 0; variant_builtin(i); i++)
        play_variant(variant_builtin(i));
}

static void test_custom_variants_against_the_reference(void **state) {
    (void)state;
    Variant custom = *variant_find("megapawn");
    strcpy(custom.start, "tzclczt/3p3/p1p1p1p/7/P1P1P1P/3P3/TZCLCZT");
    custom.elephante = true;
    custom.islands = UINT64_C(1) << D4;
    play_variant(&custom);
    custom.pawns = PAWNS_CONGO;
    play_variant(&custom);
}

static void read_fen(const char *fen, Position *position) {
    Error error;
    if (!fen_parse(fen, variant_default(), position, &error))
        fail_msg("%s: %s", fen, error.text);
}

static void test_a_monkey_with_very_many_paths(void **state) {
    (void)state;
    Position position;
    MoveList list;
    read_fen("3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1", &position);
    movelist_init(&list);
    movegen_all(&position, &list);
    assert_int_equal(list.count, 3906);
    assert_int_equal(movegen_count(&position), 3906);
    for (size_t i = 0; i < list.count; i++)
        assert_true(move_is_legal(&position, list.moves[i]));
    movelist_free(&list);
    assert_false(movegen_some(&position, 100, &list));
    assert_int_equal(list.count, 100);
    movelist_free(&list);
    assert_true(movegen_some(&position, 3906, &list));
    assert_int_equal(list.count, 3906);
    movelist_free(&list);
}

/* There is exactly one move for each set of captured pieces and last square. */
static void test_distinct_moves_have_every_outcome_once(void **state) {
    (void)state;
    Position position;
    MoveList all, distinct;
    size_t outcomes = 0;
    read_fen("3l3/1p1p1p1/1p1p1p1/7/1p1p1p1/1p1p1p1/M2L3/w/-1", &position);
    movelist_init(&all);
    movelist_init(&distinct);
    movegen_all(&position, &all);
    movegen_distinct(&position, &distinct);
    for (size_t i = 0; i < all.count; i++) {
        size_t same = 0, first = 0;
        for (size_t j = 0; j < i; j++)
            first += move_jumped(all.moves[j]) == move_jumped(all.moves[i]) &&
                     move_to(all.moves[j]) == move_to(all.moves[i]) &&
                     move_from(all.moves[j]) == move_from(all.moves[i]);
        for (size_t j = 0; j < distinct.count; j++)
            same += move_jumped(distinct.moves[j]) == move_jumped(all.moves[i]) &&
                    move_to(distinct.moves[j]) == move_to(all.moves[i]) &&
                    move_from(distinct.moves[j]) == move_from(all.moves[i]);
        assert_int_equal(same, 1);
        outcomes += first == 0;
    }
    assert_int_equal(outcomes, distinct.count);
    assert_true(distinct.count < all.count);
    movelist_free(&all);
    movelist_free(&distinct);
}

static void test_captures_and_quiets_are_all_moves(void **state) {
    (void)state;
    static const char *const fens[] = {
        "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1",
        "4l2/P1p1P2/7/7/7/7/3L3/w/-1",
        "S2l3/1pm4/7/2C4/3p3/1p1E3/3L3/b/-1",
    };
    for (size_t n = 0; n < sizeof fens / sizeof fens[0]; n++) {
        Position position;
        MoveList all, captures, quiets;
        size_t count = 0;
        read_fen(fens[n], &position);
        movelist_init(&all);
        movelist_init(&captures);
        movelist_init(&quiets);
        movegen_distinct(&position, &all);
        movegen_captures(&position, &captures);
        movegen_quiets(&position, &quiets);
        for (size_t i = 0; i < all.count; i++) {
            Move move = all.moves[i];
            int rank = square_rank(move_to(move));
            bool wanted = position_captured(&position, move) ||
                          (move_piece(move) == PAWN && (rank == 7 || rank == 1));
            assert_int_equal(movelist_has(&captures, move), wanted);
            assert_int_equal(movelist_has(&quiets, move), !wanted);
            count += wanted;
        }
        assert_int_equal(captures.count, count);
        assert_int_equal(quiets.count, all.count - count);
        movelist_free(&all);
        movelist_free(&captures);
        movelist_free(&quiets);
    }
}

static void test_legality_accepts_any_bits(void **state) {
    (void)state;
    Position position;
    MoveList list;
    read_fen("1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1", &position);
    movelist_init(&list);
    movegen_all(&position, &list);
    assert_false(move_is_legal(&position, MOVE_NONE));
    for (int i = 0; i < 1000000; i++) {
        Move move = {(uint64_t)random_below(UINT32_MAX) << 32 | random_below(UINT32_MAX)};
        if (i % 2)
            move.bits &= 0x1fffff;
        if (i % 3 == 0)
            move = (Move){list.moves[random_below((uint32_t)list.count)].bits ^
                          UINT64_C(1) << random_below(64)};
        assert_int_equal(move_is_legal(&position, move), movelist_has(&list, move));
    }
    movelist_free(&list);
}

/* Steps are the first targets of moves; origins are the squares where moves begin. */
static void test_steps_and_origins(void **state) {
    (void)state;
    Position position;
    MoveList list;
    Bitboard origins = 0;
    read_fen("1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1", &position);
    movelist_init(&list);
    movegen_all(&position, &list);
    for (size_t i = 0; i < list.count; i++)
        origins |= square_bit(move_from(list.moves[i]));
    assert_true(movegen_origins(&position) == origins);
    while (origins) {
        Square from = bitboard_pop(&origins);
        Bitboard targets, captures, wanted = 0, taking = 0;
        movegen_steps(&position, from, &targets, &captures);
        for (size_t i = 0; i < list.count; i++) {
            Square landings[MOVE_JUMPS_MAX];
            if (move_from(list.moves[i]) != from)
                continue;
            move_landings(list.moves[i], landings);
            wanted |= square_bit(landings[0]);
            if (position_captured(&position, list.moves[i]))
                taking |= square_bit(landings[0]);
        }
        assert_true(targets == wanted);
        assert_true(captures == taking);
    }
    movelist_free(&list);
}

static void test_steps_of_an_open_capture(void **state) {
    (void)state;
    Position position;
    Bitboard targets, captures;
    read_fen("3l3/7/7/2p1p2/7/2p4/1M1L3/w/-1", &position);
    position_make_jump(&position, B1, D3);
    assert_true(position_can_jump_on(&position));
    movegen_steps(&position, D3, &targets, &captures);
    assert_true(targets == (square_bit(D3) | square_bit(B5) | square_bit(F5)));
    assert_true(captures == (square_bit(B5) | square_bit(F5)));
    assert_true(movegen_origins(&position) == square_bit(D3));
    position_make_jump(&position, D3, F5);
    assert_false(position_can_jump_on(&position));
    assert_int_equal(movegen_count(&position), 1);
}

/* A piece is attacked if and only if a single capture could take it. */
static void test_attackers_agree_with_moves(void **state) {
    (void)state;
    for (int n = 0; n < 3000; n++) {
        const Variant *variant = variant_builtin(n % 2 ? 0 : 6);
        Reference reference;
        Position position;
        MoveList list;
        char fen[96];
        random_board(&reference, variant);
        reference_fen(&reference, fen);
        assert_true(fen_parse(fen, variant, &position, NULL));
        Color us = position_side(&position);
        movelist_init(&list);
        movegen_some(&position, LISTED_MAX, &list);
        for (Bitboard pieces = position.by_color[1 - us]; pieces;) {
            Square square = bitboard_pop(&pieces);
            Bitboard wanted = 0;
            for (size_t i = 0; i < list.count; i++)
                if (position_captured(&position, list.moves[i]) == square_bit(square))
                    wanted |= square_bit(move_from(list.moves[i]));
            if (movegen_attackers(&position, square, us) != wanted)
                fail_msg("%s: attackers of %d", fen, square_number(square));
        }
        movelist_free(&list);
    }
}

/* Returns the squares of all pieces that a move could capture. */
static Bitboard all_captured(const Position *position) {
    Bitboard captured = 0;
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count; i++)
        captured |= position_captured(position, list.moves[i]);
    movelist_free(&list);
    return captured;
}

/* Puts an enemy of the side to move on a square, whatever stands there. */
static Position with_enemy(Position position, Square square) {
    Color us = position_side(&position);
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        position.by_type[type] &= ~square_bit(square);
    position.by_type[ZEBRA] |= square_bit(square);
    position.by_color[us] &= ~square_bit(square);
    position.by_color[1 - us] |= square_bit(square);
    return position;
}

/* A square is attacked if and only if an enemy that stood there could be captured in one turn. */
static void test_attacked_squares_are_those_where_an_enemy_could_be_captured(void **state) {
    (void)state;
    Variant custom = *variant_find("islands");
    custom.elephante = true;
    const Variant *variants[] = {variant_default(), variant_find("megapawn"), &custom};
    for (int n = 0; n < 600; n++) {
        Reference reference;
        Position position;
        char fen[96];
        random_board(&reference, variants[n % 3]);
        reference_fen(&reference, fen);
        assert_true(fen_parse(fen, variants[n % 3], &position, NULL));
        if (position_in_capture(&position) || !position_has_both_lions(&position) ||
            movegen_count(&position) > 500)
            continue;
        Bitboard attacked = movegen_attacks(&position, position_side(&position));
        for (Bitboard squares = BOARD_MASK; squares;) {
            Square square = bitboard_pop(&squares);
            Position tried = position;
            if (bitboard_has(position_empty(&position), square) ||
                bitboard_has(position.by_color[position_side(&position)] & ~position.by_type[LION],
                             square))
                tried = with_enemy(position, square);
            else if (!bitboard_has(position.by_color[1 - position_side(&position)], square))
                continue;
            if (bitboard_has(attacked, square) != bitboard_has(all_captured(&tried), square))
                fail_msg("%s: square %d", fen, square_number(square));
        }
    }
}

/* Perft counts its last plies without making the moves. On random boards, with positions that games
 * hardly ever reach, the number must be that of the leaves made. */
static void test_leaves_counted_and_made_agree(void **state) {
    (void)state;
    Variant custom = *variant_find("islands");
    custom.elephante = true;
    const Variant *variants[] = {variant_default(), variant_find("megapawn"), &custom};
    for (int n = 0; n < 20000; n++) {
        Reference reference;
        Position position;
        uint64_t keys;
        char fen[96];
        random_board(&reference, variants[n % 3]);
        reference_fen(&reference, fen);
        assert_true(fen_parse(fen, variants[n % 3], &position, NULL));
        if (movegen_count(&position) > 300)
            continue;
        if (perft_count(&position, 2) != perft_made(&position, 2, &keys))
            fail_msg("%s: counted and made differ", fen);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_variant_against_the_reference),
        cmocka_unit_test(test_custom_variants_against_the_reference),
        cmocka_unit_test(test_a_monkey_with_very_many_paths),
        cmocka_unit_test(test_distinct_moves_have_every_outcome_once),
        cmocka_unit_test(test_captures_and_quiets_are_all_moves),
        cmocka_unit_test(test_legality_accepts_any_bits),
        cmocka_unit_test(test_steps_and_origins),
        cmocka_unit_test(test_steps_of_an_open_capture),
        cmocka_unit_test(test_attackers_agree_with_moves),
        cmocka_unit_test(test_attacked_squares_are_those_where_an_enemy_could_be_captured),
        cmocka_unit_test(test_leaves_counted_and_made_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
