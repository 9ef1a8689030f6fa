/* What is noted on the moves of a record: glyphs, variations and scores. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <limits.h>

#include <cmocka.h>

#include "../support/games.h"
#include "rules/record.h"

static void glyphs_are_kept_once_and_in_order(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5");
    assert_int_equal(record_mark(record, 1), 0);
    record_set_glyphs(record, 1, (const unsigned char[]){14, 4, 14, 4, 36, 0});
    assert_memory_equal(record->plies[0].glyphs, ((unsigned char[8]){14, 4, 36}), 8);
    assert_int_equal(record_mark(record, 1), 4);
    assert_string_equal(record_mark_text(record_mark(record, 1)), "?\?");
    record_set_glyphs(record, 2, (const unsigned char[]){7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0});
    assert_memory_equal(record->plies[1].glyphs, ((unsigned char[8]){7, 8, 9, 10, 11, 12, 13, 14}),
                        8);
    assert_int_equal(record_mark(record, 2), 0);
    assert_string_equal(record_mark_text(14), "");
    record_free(record);
}

static void a_mark_replaces_the_first(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3");
    record_set_mark(record, 1, 6);
    assert_memory_equal(record->plies[0].glyphs, ((unsigned char[8]){6}), 8);
    record_set_glyphs(record, 1, (const unsigned char[]){14, 4, 3, 0});
    record_set_mark(record, 1, 2);
    assert_memory_equal(record->plies[0].glyphs, ((unsigned char[8]){14, 2, 3}), 8);
    record_set_mark(record, 1, 3);
    assert_memory_equal(record->plies[0].glyphs, ((unsigned char[8]){14, 3}), 8);
    record_set_mark(record, 1, 0);
    assert_memory_equal(record->plies[0].glyphs, ((unsigned char[8]){14}), 8);
    record_set_glyphs(record, 1, (const unsigned char[]){7, 8, 9, 10, 11, 12, 13, 14, 0});
    record_set_mark(record, 1, 1);
    assert_memory_equal(record->plies[0].glyphs, ((unsigned char[8]){1, 7, 8, 9, 10, 11, 12, 13}),
                        8);
    record_free(record);
}

static void variations_are_kept_tidy(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3");
    assert_true(record_set_variations(record, 1, "( 1. c2c3\n)(1. e2e3 )"));
    assert_false(record_set_variations(record, 1, "(1. c2c3"));
    assert_string_equal(record->plies[0].variations, "(1. c2c3) (1. e2e3)");
    assert_true(record_set_variations(record, 1, ""));
    assert_null(record->plies[0].variations);
    record_free(record);
}

static void scores_are_kept_in_range(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3");
    assert_false(record->scores[0].known || record->scores[1].known);
    record_set_score(record, 0, &(RecordScore){true, 12, 0, -34});
    record_set_score(record, 1, &(RecordScore){true, -3, 5, 100});
    assert_int_equal(record->scores[0].hundredths, -34);
    assert_int_equal(record->scores[1].depth, 0);
    assert_int_equal(record->scores[1].win_moves, 5);
    assert_int_equal(record->scores[1].hundredths, 0);
    record_set_score(record, 1, &(RecordScore){true, INT_MAX, 0, INT_MIN});
    assert_int_equal(record->scores[1].depth, RECORD_DEPTH_MAX);
    assert_int_equal(record->scores[1].hundredths, -RECORD_HUNDREDTHS_MAX);
    record_set_score(record, 0, &(RecordScore){false, 12, 0, -34});
    assert_int_equal(record->scores[0].depth, 0);
    record_free(record);
}

/* Notes belong to their move and go with it; those of other moves stay. */
static void another_move_drops_the_notes(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5 c2c3");
    for (size_t ply = 1; ply <= 3; ply++) {
        record_set_mark(record, ply, 4);
        record_set_variations(record, ply, "(b2b3)");
        record_set_comment(record, ply, "so");
        record_set_score(record, ply, &(RecordScore){true, 9, 0, 10});
    }
    record_set_score(record, 0, &(RecordScore){true, 9, 0, 11});
    record_go_to(record, 1);
    assert_int_equal(record_mark(record, 3), 4);
    games_play(record, "e6e5");
    assert_int_equal(record->count, 2);
    assert_int_equal(record_mark(record, 1), 4);
    assert_string_equal(record->plies[0].variations, "(b2b3)");
    assert_true(record->scores[0].known && record->scores[1].known);
    assert_int_equal(record_mark(record, 2), 0);
    assert_null(record->plies[1].variations);
    assert_null(record->plies[1].comment);
    assert_false(record->scores[2].known);
    record_free(record);
}

typedef void Note(Record *record);

static void note_glyph(Record *record) {
    record_set_glyphs(record, 2, (const unsigned char[]){14, 0});
}

static void note_variation(Record *record) {
    record_set_variations(record, 2, "(1... C5)");
}

static void note_score(Record *record) {
    record_set_score(record, 2, &(RecordScore){true, 0, 0, 0});
}

static void note_start_score(Record *record) {
    record_set_score(record, 0, &(RecordScore){true, 9, -3, 0});
}

static void notes_are_compared(void **state) {
    (void)state;
    static Note *const notes[] = {note_glyph, note_variation, note_score, note_start_score};
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        Record *a = games_start("congo"), *b = games_start("congo");
        games_play(a, "d2d3 d6d5");
        games_play(b, "d2d3 d6d5");
        notes[i](b);
        assert_false(record_equal(a, b));
        assert_true(record_hash(a) != record_hash(b));
        notes[i](a);
        assert_true(record_equal(a, b));
        assert_int_equal(record_hash(a), record_hash(b));
        record_free(a);
        record_free(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glyphs_are_kept_once_and_in_order),
        cmocka_unit_test(a_mark_replaces_the_first),
        cmocka_unit_test(variations_are_kept_tidy),
        cmocka_unit_test(scores_are_kept_in_range),
        cmocka_unit_test(another_move_drops_the_notes),
        cmocka_unit_test(notes_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
