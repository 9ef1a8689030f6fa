#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "rules/movegen.h"
#include "rules/position_editor.h"

#define START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"

static PositionEditor *editor_of(const char *variant) {
    Position start;
    position_start(&start, variant_find(variant));
    return position_editor_create(&start);
}

static const char *fen_of(const PositionEditor *editor) {
    static char fen[FEN_SIZE];
    fen_write(position_editor_board(editor), fen);
    return fen;
}

/* Makes edits: "Pa7" puts a piece, "-a7" removes, "a7b6" moves, "w" and "b" turn, "clear", "start",
 * "mirror", "exchange", "undo", "redo". */
static void edit(PositionEditor *editor, const char *edits) {
    char text[400], *rest;
    Error error;
    snprintf(text, sizeof text, "%s", edits);
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        PawnFamily pawns = position_editor_variant(editor)->pawns;
        if (strcmp(word, "clear") == 0)
            position_editor_clear(editor);
        else if (strcmp(word, "start") == 0)
            position_editor_start(editor);
        else if (strcmp(word, "mirror") == 0)
            position_editor_mirror(editor);
        else if (strcmp(word, "exchange") == 0)
            position_editor_exchange(editor);
        else if (strcmp(word, "undo") == 0)
            assert_true(position_editor_undo(editor));
        else if (strcmp(word, "redo") == 0)
            assert_true(position_editor_redo(editor));
        else if (strcmp(word, "w") == 0 || strcmp(word, "b") == 0)
            position_editor_set_side(editor, *word == 'w' ? WHITE : BLACK);
        else if (*word == '-')
            position_editor_remove(editor, square_parse(word + 1));
        else if (strlen(word) == 4)
            position_editor_move(editor, square_parse(word), square_parse(word + 2));
        else if (!position_editor_put(editor, isupper((unsigned char)*word) ? WHITE : BLACK,
                                      piece_type_from_letter(*word, pawns), square_parse(word + 1),
                                      &error))
            fail_msg("%s: %s", word, error.text);
    }
}

/* Writes all reasons, each followed by '|'. */
static const char *reasons_of(const PositionEditor *editor) {
    static char all[2000];
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    all[0] = '\0';
    for (size_t i = 0; position_editor_explain(editor, i, sentence); i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s|", sentence);
    return all;
}

static const struct {
    const char *variant, *edits, *fen, *reasons;
} cases[] = {
    /* Legal. */
    {"congo", "", START "/w/-1", ""},
    {"congo", "b", START "/b/-1", ""},
    {"congo", "clear Ld1 ld7 Za4", "3l3/7/7/Z6/7/7/3L3/w/-1", ""},
    {"congo", "-d1 -d7 Lc3 le5 -d2 -d6", "gme1ecz/ppp1ppp/4l2/7/2L4/PPP1PPP/GME1ECZ/w/-1", ""},
    {"congo", "Pd6", "gmelecz/pppPppp/7/7/7/PPPPPPP/GMELECZ/w/-1", ""},
    {"congo", "Sd6 -a2 sa7", "smelecz/pppSppp/7/7/7/1PPPPPP/GMELECZ/w/-1", ""},
    {"congo", "a2a5", "gmelecz/ppppppp/P6/7/7/1PPPPPP/GMELECZ/w/-1", ""},
    {"congo", "a2a6", "gmelecz/Ppppppp/7/7/7/1PPPPPP/GMELECZ/w/-1", ""},
    {"congo", "a4b4 a2a2 -d4 w", START "/w/-1", ""},
    {"congo", "clear start", START "/w/-1", ""},
    {"congo", "clear start b exchange exchange w", START "/w/-1", ""},
    {"congo", "mirror", "zcelemg/ppppppp/7/7/7/PPPPPPP/ZCELEMG/w/-1", ""},
    {"congo", "Za3 exchange -a7 ", "1melecz/ppppppp/z6/7/7/PPPPPPP/GMELECZ/b/-1", ""},
    {"congo", "clear undo", START "/w/-1", ""},
    {"congo", "Zd4 b undo undo redo", "gmelecz/ppppppp/7/3Z3/7/PPPPPPP/GMELECZ/w/-1", ""},
    {"megapawn", "clear Ld1 ld7 Qa4", "3l3/7/7/Q6/7/7/3L3/w/-1", ""},
    {"megapawn", "clear Ld1 ld7", "3l3/7/7/7/7/7/3L3/w/-1", ""}, /* it is played on */
    /* The lions face each other: the side to move may capture, which is legal. */
    {"congo", "clear Ld1 ld7", "3l3/7/7/7/7/7/3L3/w/-1", ""},
    {"congo", "clear Ld1 ld7 Ze6 b", "3l3/4Z2/7/7/7/7/3L3/b/-1", ""},
    /* Lions. */
    {"congo", "clear", "7/7/7/7/7/7/7/w/-1",
     "White has no lion: put it on c1 to e3.|Black has no lion: put it on c5 to e7.|"},
    {"congo", "-d1", "gmelecz/ppppppp/7/7/7/PPPPPPP/GME1ECZ/w/-1",
     "White has no lion: put it on c1 to e3.|"},
    {"congo", "-d7", "gme1ecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
     "Black has no lion: put it on c5 to e7.|"},
    {"congo", "Zd7", "gmeZecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
     "Black has no lion: put it on c5 to e7.|"},
    {"congo", "Ld2", "gmelecz/ppppppp/7/7/7/PPPLPPP/GMELECZ/w/-1",
     "White has 2 lions: leave only one.|"},
    {"congo", "ld6 lc6 Ld2", "gmelecz/ppllppp/7/7/7/PPPLPPP/GMELECZ/w/-1",
     "White has 2 lions: leave only one.|Black has 3 lions: leave only one.|"},
    {"congo", "d1a3", "gmelecz/ppppppp/7/7/L6/PPPPPPP/GME1ECZ/w/-1",
     "White's lion is outside its castle, c1 to e3.|"},
    {"congo", "d7d2 d1d6", "gme1ecz/pppLppp/7/7/7/PPPlPPP/GME1ECZ/w/-1",
     "White's lion is outside its castle, c1 to e3.|"
     "Black's lion is outside its castle, c5 to e7.|"},
    {"congo", "La3", "gmelecz/ppppppp/7/7/L6/PPPPPPP/GMELECZ/w/-1",
     "White has 2 lions: leave only one.|"
     "White's lion is outside its castle, c1 to e3.|"},
    {"congo", "-d1 d7a4", "gme1ecz/ppppppp/7/l6/7/PPPPPPP/GME1ECZ/w/-1",
     "White has no lion: put it on c1 to e3.|"
     "Black's lion is outside its castle, c5 to e7.|"},
    /* Pawns. */
    {"congo", "Pa7", "Pmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
     "White's pawn on a7 must be a superpawn.|"},
    {"congo", "-a2 -b2 Pa7 Pb7", "PPelecz/ppppppp/7/7/7/2PPPPP/GMELECZ/w/-1",
     "White's pawns on a7 and b7 must be superpawns.|"},
    {"megapawn", "clear Ld1 ld7 pa1 pb1 pc1 pe1", "3l3/7/7/7/7/7/pppLp2/w/-1",
     "Black's pawns on a1, b1, c1 and e1 must be megapawns.|"},
    {"megapawn", "clear Ld1 ld7 pa1 pb1 pc1 pe1 pf1", "3l3/7/7/7/7/7/pppLpp1/w/-1",
     "Black's pawns on a1, b1, c1 and 2 more must be megapawns.|"},
    {"congo", "pg7 Pb1", "gmelecp/ppppppp/7/7/7/PPPPPPP/GPELECZ/w/-1", ""},
    /* Numbers. */
    {"congo", "Zd4 Zd5 Zd3", "gmelecz/ppppppp/3Z3/3Z3/3Z3/PPPPPPP/GMELECZ/w/-1",
     "White has 17 pieces: at most 16 are allowed.|"},
    {"congo", "za4 zb4 zc4", "gmelecz/ppppppp/7/zzz4/7/PPPPPPP/GMELECZ/w/-1",
     "Black has 17 pieces: at most 16 are allowed.|"},
    /* The game would be over. */
    {"wits", "clear Ld1 ld7", "3l3/7/7/7/7/7/3L3/w/-1",
     "Only lions are left: a draw. Add a piece.|"},
    {"congo", "clear Lc1 ld7", "3l3/7/7/7/7/7/2L4/w/-1",
     "Only lions are left: a draw. Add a piece.|"},
    {"congo",
     "clear Ld1 Ma2 Mb2 Mc2 Md2 Me2 Mf2 Mg2 Ma1 Mb1 Mc1 Me1 Mf1 Mg1 ld7 pa4 pb4 pc4 pd4 pe4 pf4 "
     "pg4 pa3 pb3 pc3 pd3 pe3 pf3 pg3",
     "3l3/7/7/ppppppp/ppppppp/MMMMMMM/MMMLMMM/w/-1",
     "White has no legal move, so the game is over.|"},
};

static void test_every_edit_has_its_sentences(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        PositionEditor *editor = editor_of(cases[i].variant);
        Position position;
        Error error;
        edit(editor, cases[i].edits);
        if (strcmp(fen_of(editor), cases[i].fen) != 0)
            fail_msg("%s: %s, expected %s", cases[i].edits, fen_of(editor), cases[i].fen);
        if (strcmp(reasons_of(editor), cases[i].reasons) != 0)
            fail_msg("%s: \"%s\", expected \"%s\"", cases[i].edits, reasons_of(editor),
                     cases[i].reasons);
        assert_int_equal(position_editor_get(editor, &position, &error), *cases[i].reasons == '\0');
        position_editor_free(editor);
    }
}

static void test_pieces_of_other_variants(void **state) {
    (void)state;
    PositionEditor *editor = editor_of("congo");
    Variant strange = *variant_find("congo");
    Error error;
    assert_false(position_editor_put(editor, WHITE, ELEPHANTE, D4, &error));
    assert_string_equal(error.text, "there is no elephante in congo");
    assert_string_equal(fen_of(editor), START "/w/-1");

    snprintf(strange.name, sizeof strange.name, "strange");
    strange.elephante = true;
    position_editor_set_variant(editor, &strange);
    assert_string_equal(position_editor_variant(editor)->name, "strange");
    edit(editor, "-a2 Td4");
    assert_string_equal(reasons_of(editor), "");
    position_editor_set_variant(editor, variant_find("congo"));
    assert_string_equal(reasons_of(editor), "There is no elephante in congo: remove it from d4.|");
    assert_true(position_editor_faults(editor) == square_bit(D4));
    edit(editor, "undo");
    assert_string_equal(reasons_of(editor), "");
    edit(editor, "redo -d4 Sd4");
    position_editor_set_variant(editor, variant_find("megapawn"));
    assert_string_equal(fen_of(editor), "gmelecz/ppppppp/7/3Q3/7/1PPPPPP/GMELECZ/w/-1");
    position_editor_free(editor);
}

static void test_pasted_positions(void **state) {
    (void)state;
    PositionEditor *editor = editor_of("congo");
    Position position;
    Error error;
    assert_true(position_editor_paste(editor, "3l3/7/7/2p1p2/3M3/7/3L3 w 43@31", &error));
    assert_string_equal(fen_of(editor), "3l3/7/7/2p1p2/3M3/7/3L3/w/43"); /* an open capture */
    assert_true(position_editor_get(editor, &position, &error));
    edit(editor, "-c4");
    assert_string_equal(fen_of(editor), "3l3/7/7/4p2/3M3/7/3L3/w/-1");

    assert_false(position_editor_paste(editor, "3l3/7/7/7/7/7/L6/w/-1", &error));
    assert_string_equal(error.text, "rank 1: the lion of White is outside its castle c1-e3");
    assert_string_equal(fen_of(editor), "3l3/7/7/4p2/3M3/7/3L3/w/-1");

    /* The end of a game can be copied, but not played from. */
    char fen[FEN_SIZE];
    assert_true(position_editor_paste(editor, "7/3L3/7/7/7/7/7 b -1", &error));
    assert_true(position_editor_write_fen(editor, fen, &error));
    assert_string_equal(fen, "7/3L3/7/7/7/7/7/b/-1");
    assert_false(position_editor_get(editor, &position, &error));
    assert_string_equal(error.text, "Black has no lion: put it on c5 to e7");
    edit(editor, "Pd7");
    assert_false(position_editor_write_fen(editor, fen, &error));
    position_editor_free(editor);
}

/* Edits that change nothing are none, and the oldest ones are forgotten. */
static void test_undo(void **state) {
    (void)state;
    PositionEditor *editor = editor_of("congo");
    assert_false(position_editor_undo(editor));
    assert_false(position_editor_redo(editor));
    edit(editor, "w -d4 d4d5 Ld1 a1a1 start");
    assert_false(position_editor_undo(editor));
    for (int i = 0; i < POSITION_EDITOR_UNDO_MAX + 10; i++)
        edit(editor, i % 2 == 0 ? "b" : "w");
    int undone = 0;
    while (position_editor_undo(editor))
        undone++;
    assert_int_equal(undone, POSITION_EDITOR_UNDO_MAX);
    while (position_editor_redo(editor))
        undone--;
    assert_int_equal(undone, 0);
    edit(editor, "undo Zd4");
    assert_false(position_editor_redo(editor));
    position_editor_free(editor);
}

/* ---- random edits ---- */

static void edit_randomly(PositionEditor *editor, uint64_t *random) {
    static const PieceType types[] = {LION, LION, ZEBRA, ELEPHANT, MONKEY, PAWN, PAWN, SUPERPAWN};
    Square square = square_from_number((int)random_below(random, SQUARE_COUNT));
    Square other = square_from_number((int)random_below(random, SQUARE_COUNT));
    Color color = (Color)random_below(random, COLOR_COUNT);
    switch (random_below(random, 16)) {
    case 0:
        position_editor_set_side(editor, color);
        break;
    case 1:
        position_editor_mirror(editor);
        break;
    case 2:
        position_editor_exchange(editor);
        break;
    case 3:
        position_editor_undo(editor);
        break;
    case 4:
        position_editor_redo(editor);
        break;
    case 5:
        if (random_below(random, 10) == 0)
            position_editor_clear(editor);
        else if (random_below(random, 5) == 0)
            position_editor_start(editor);
        break;
    case 6:
    case 7:
    case 8:
        position_editor_move(editor, square, other);
        break;
    case 9:
    case 10:
    case 11:
        position_editor_remove(editor, square);
        break;
    case 12:
        position_editor_put(editor, color, LION, color == WHITE ? D1 : D7, NULL);
        break;
    default:
        position_editor_put(editor, color, types[random_below(random, 8)], square, NULL);
    }
}

/* A position that is got is one that fen_parse reads and in which the game is not over, and the
 * other way round. */
static void check_against_fen(const PositionEditor *editor, int counts[2]) {
    Position read, got;
    Error error = {0};
    const Variant *variant = position_editor_variant(editor);
    const char *fen = fen_of(editor);
    char copied[FEN_SIZE];
    bool readable = fen_parse(fen, variant, &read, NULL);
    bool playable = readable && !outcome_is_over(position_outcome(&read));
    if (position_editor_get(editor, &got, &error) != playable)
        fail_msg("%s: %s", fen, playable ? error.text : "got");
    assert_int_equal(position_editor_write_fen(editor, copied, &error), readable);
    assert_int_equal(*reasons_of(editor) == '\0', playable);
    if (playable) {
        assert_true(position_same(&got, &read));
        assert_true(position_is_sound(&got));
    }
    counts[playable]++;
}

static void test_random_edits_agree_with_fen(void **state) {
    (void)state;
    static const char *const variants[] = {"congo", "wits", "megapawn", "crowded"};
    enum { EDITS = 20000 };
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        PositionEditor *editor = editor_of(variants[i]);
        uint64_t random = 17 + i;
        int counts[2] = {0};
        for (int edits = 0; edits < EDITS; edits++) {
            edit_randomly(editor, &random);
            check_against_fen(editor, counts);
        }
        assert_true(counts[0] > EDITS / 50 && counts[1] > EDITS / 50); /* both happen */
        position_editor_free(editor);
    }
}

/* The sides exchanged, the same moves are legal. */
static void test_exchange_keeps_the_moves(void **state) {
    (void)state;
    PositionEditor *editor = editor_of("congo");
    assert_true(
        position_editor_paste(editor, "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1", NULL));
    for (int i = 0; i < 4; i++) {
        MoveList list;
        movelist_init(&list);
        movegen_all(position_editor_board(editor), &list);
        assert_int_equal(list.count, 41);
        movelist_free(&list);
        if (i % 2 == 0)
            position_editor_exchange(editor);
        else
            position_editor_mirror(editor);
    }
    position_editor_free(editor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_edit_has_its_sentences),
        cmocka_unit_test(test_pieces_of_other_variants),
        cmocka_unit_test(test_pasted_positions),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_random_edits_agree_with_fen),
        cmocka_unit_test(test_exchange_keeps_the_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
