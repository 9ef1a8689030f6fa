/* What is noted on moves, in the notation of the reader. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "../support/games.h"
#include "review/review_notes.h"
#include "review/review_words.h"
#include "rules/fen.h"

static void expect_notes(const Record *record, size_t ply, Notation notation,
                         const char *expected) {
    Buffer text = {0};
    review_notes_write(record, ply, (NotationStyle){.notation = notation}, &text);
    assert_string_equal(text.bytes ? text.bytes : "", expected);
    assert_int_equal(record_notes_exist(record, ply), *expected != '\0');
    buffer_free(&text);
}

static void notes_are_told_in_words(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5 c2c3");
    record_set_comment(record, 0, "An evening\nby the river.");
    record_set_glyphs(record, 1, (const unsigned char[]){6, 14, 36, 0});
    record_set_comment(record, 1, "Slowly.");
    record_set_variations(
        record, 1,
        "(1. C3 {is [%clk 0:01:00] quiet} (1. E3 {\\x7d \\\\\\n}) $4) ({[%eval 1.0]} "
        "1. B3)");
    record_set_variations(record, 2, "(1... C5)");
    record_set_score(record, 3, &(RecordScore){true, 9, 0, 34});
    expect_notes(record, 0, NOTATION_CONGO, "An evening\nby the river.");
    expect_notes(record, 1, NOTATION_CONGO,
                 "A doubtful move. White is slightly better. Sign $36 of PGN.\nSlowly.\n"
                 "Instead: 1. C3 {is quiet} (1. E3 {} \\ }) $4\nInstead: 1. B3");
    expect_notes(record, 2, NOTATION_CONGO, "Instead: 1... C5");
    expect_notes(record, 3, NOTATION_CONGO, "");
    record_free(record);
}

/* Numbers, marks, other people's words and what cannot be read stay. */
static void variations_follow_the_notation(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5");
    record_set_variations(record, 2,
                          "(1... P-CC5!? 2.Z-F3 {or C3} (2. e2e3) 2... Z-E3 $14) (G9 C3)");
    expect_notes(record, 2, NOTATION_CONGO,
                 "Instead: 1... P-CC5!? 2.Z-F3 {or C3} (2. P-EE3) 2... Z-E3 $14\nInstead: G9 C3");
    expect_notes(record, 2, NOTATION_PLAIN,
                 "Instead: 1... c6-c5!? 2.g1-f3 {or C3} (2. e2-e3) 2... Z-E3 $14\n"
                 "Instead: G9 C3");
    expect_notes(record, 2, NOTATION_LETTERS,
                 "Instead: 1... Pc6-c5!? 2.Zg1-f3 {or C3} (2. Pe2-e3) 2... Z-E3 $14\n"
                 "Instead: G9 C3");
    record_free(record);
}

/* Plays a move and sets the comment on it. */
static Record *comment_on(const char *fen, const char *move, const char *comment) {
    Position start;
    Error error = {0};
    assert_true(fen_parse(fen, variant_default(), &start, &error));
    Record *record = record_create(&start);
    games_play(record, move);
    record_set_comment(record, 1, comment);
    return record;
}

/* Squares stay, and so do the lines that people wrote. */
static void sentences_of_a_review_follow_the_notation(void **state) {
    (void)state;
    Record *record = comment_on(
        "3gl2/2p4/7/G6/7/4P2/2L3Z/w/-1", "g1f3",
        "I like Z-F3.\n"
        "Blunder: Z-F3,:A4 leaves the giraffe in the river (a4). G:C6 was better.\nOr E3");
    expect_notes(record, 1, NOTATION_CONGO, record_comment(record, 1));
    expect_notes(
        record, 1, NOTATION_PLAIN,
        "I like Z-F3.\n"
        "Blunder: g1-f3~a4 leaves the giraffe in the river (a4). a4×c6 was better.\nOr E3");
    record_set_comment(record, 1, "Only move: everything but Z-F3,:A4 is much worse.");
    expect_notes(record, 1, NOTATION_LETTERS, "Only move: everything but Zg1-f3~a4 is much worse.");
    record_free(record);
}

/* The same word is another move before and after the move: E-C6 of Black's, C3 of White's. */
static void lines_begin_where_the_cause_says(void **state) {
    (void)state;
    static const char fen[] = "3l3/2e4/4p2/7/4P2/2E4/3L3/w/-1";
    Record *record = comment_on(fen, "d1e1", "Mistake: L-E1 misses E-C4 L-E7, which helps.");
    expect_notes(record, 1, NOTATION_PLAIN, "Mistake: d1-e1 misses c2-c4 d7-e7, which helps.");
    record_set_comment(record, 1,
                       "Mistake: L-E1 loses the pawn on e3 after E-C4 L-D1. E4 was "
                       "better.");
    expect_notes(record, 1, NOTATION_PLAIN,
                 "Mistake: d1-e1 loses the pawn on e3 after c6-c4 e1-d1. e3-e4 was better.");
    record_free(record);
}

static void causes_follow_the_notation(void **state) {
    (void)state;
    char text[REVIEW_SENTENCE_SIZE];
    Record *record = comment_on("3l3/2e4/4p2/7/4P2/2E4/3L3/w/-1", "d1e1", NULL);
    const Position *before = record_position_at(record, 0);
    const NotationStyle plain = {.notation = NOTATION_PLAIN};
    review_words_in_style("lets Black answer E-C4 L-D1: White's chance falls from 50 % to 20 %",
                          before, record->plies[0].move, plain, text);
    assert_string_equal(text,
                        "lets Black answer c6-c4 e1-d1: White's chance falls from 50 % to 20 %");
    review_words_in_style("misses the fork E-C4 of the pawn on e5", before, record->plies[0].move,
                          plain, text);
    assert_string_equal(text, "misses the fork c2-c4 of the pawn on e5");
    assert_int_equal(review_words_in_style("", before, record->plies[0].move, plain, text), 0);
    record_free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_told_in_words),
        cmocka_unit_test(variations_follow_the_notation),
        cmocka_unit_test(sentences_of_a_review_follow_the_notation),
        cmocka_unit_test(lines_begin_where_the_cause_says),
        cmocka_unit_test(causes_follow_the_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
