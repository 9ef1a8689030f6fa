/* No position of a game is implausible, and the descriptions of attacks and drowning agree with the
 * rules. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../support/games.h"
#include "../support/random_game.h"
#include "cli/description.h"
#include "cli/commands/fen_command.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"

enum { GAMES = 1600, PLIES = 120 };

static void assert_plausible(const Position *position) {
    Buffer text = {0};
    char fen[FEN_SIZE];
    if (implausible_list(position, "", &text) > 0) {
        fen_write(position, fen);
        fail_msg("%s %s: %s", position->variant->name, fen, text.bytes);
    }
    buffer_free(&text);
}

/* Checks the position after every possible first jump. */
static void check_captures(const Position *position, size_t *seen) {
    for (Bitboard set = position_pieces(position, position_side(position), MONKEY); set;) {
        Square from = bitboard_pop(&set);
        Bitboard captures;
        movegen_steps(position, from, NULL, &captures);
        while (captures) {
            Square to = bitboard_pop(&captures);
            Bitboard over = square_bit((Square)(((int)from + (int)to) / 2));
            Position open = *position;
            if (over & position->by_type[LION])
                continue;
            position_make_jump(&open, from, to);
            assert_plausible(&open);
            *seen += 1;
        }
    }
}

static void positions_of_games_are_plausible(void **state) {
    (void)state;
    uint64_t seed = 77;
    size_t captures = 0;
    for (int i = 0; i < GAMES; i++) {
        Record *record = games_start(variant_builtin((size_t)i % 7)->name);
        games_play_random(record, PLIES, &seed);
        for (size_t ply = 0; ply <= record->count; ply++) {
            const Position *position = record_position_at(record, ply);
            assert_plausible(position);
            if (!position_in_capture(position) && ply % 8 == 0)
                check_captures(position, &captures);
        }
        record_free(record);
    }
    assert_true(captures > 0);
}

/* Returns whether a text names the piece on a square, as in "zebra g1". */
static bool names(const Buffer *text, const Position *position, Square square) {
    char name[40], at[SQUARE_TEXT_SIZE];
    snprintf(name, sizeof name, "%s %s",
             piece_type_name(position_piece_at(position, square), position->variant->pawns),
             square_write(square, at));
    return text->bytes && strstr(text->bytes, name);
}

/* Checks that every capture is described as an attack. */
static void check_attackers(const Position *position) {
    MoveList list;
    movelist_init(&list);
    movegen_captures(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        for (Bitboard taken = position_captured(position, list.moves[i]); taken;) {
            Buffer text = {0};
            Square square = bitboard_pop(&taken);
            description_attackers(position, square, &text);
            if (!names(&text, position, move_from(list.moves[i])))
                fail_msg("%s", text.bytes);
            buffer_free(&text);
        }
    }
    movelist_free(&list);
}

/* Checks that every piece that drowns was described as in danger. */
static void check_drowning(const Position *position, Move move) {
    Buffer text = {0};
    description_drowning(position, position_side(position), &text);
    for (Bitboard set = position_drowned(position, move); set;) {
        Square square = bitboard_pop(&set);
        if (square == move_to(move))
            square = move_from(move); /* where it stood before the move */
        if (!names(&text, position, square))
            fail_msg("%s", text.bytes);
    }
    buffer_free(&text);
}

static void descriptions_match_the_rules(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 80; i++) {
        Variant made = random_game_variant(&seed);
        const Variant *variant = i % 8 < 7 ? variant_builtin((size_t)i % 8) : &made;
        Position start;
        position_start(&start, variant);
        Record *record = record_create(&start);
        games_play_random(record, PLIES, &seed);
        for (size_t ply = 0; ply < record->count; ply++) {
            const Position *position = record_position_at(record, ply);
            check_attackers(position);
            check_drowning(position, record->plies[ply].move);
        }
        record_free(record);
    }
}

static void a_played_move_is_the_object_of_a_sentence(void **state) {
    static const struct {
        const char *fen, *move, *text;
    } cases[] = {
        {"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", "g1f3", "zebra g1 to f3"},
        {"3l3/7/7/7/4p2/5P1/3L3/b/-1", "e3f2", "pawn e3 to f2, taking the pawn there"},
        {"4l2/p6/7/7/7/7/2L4/b/-1", "a6a5", "pawn a6 to a5"},
        {"4l2/1P5/7/7/7/7/2L4/w/-1", "b6b7", "pawn b6 to b7, becoming a superpawn"},
        {"3l3/7/2pp3/4p2/2p1c2/2p4/1M1L3/w/-1", "b1d3f5",
         "monkey b1 to d3, taking the pawn c2, then to f5, taking the pawn e4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position position;
        Move move;
        Buffer text = {0};
        assert_true(fen_parse(cases[i].fen, variant_default(), &position, NULL));
        assert_true(coordinate_parse(&position, cases[i].move, &move, NULL));
        describe_played_move(&position, move, &text);
        assert_string_equal(text.bytes, cases[i].text);
        buffer_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_games_are_plausible),
        cmocka_unit_test(descriptions_match_the_rules),
        cmocka_unit_test(a_played_move_is_the_object_of_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
