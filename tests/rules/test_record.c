#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "../support/games.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/record.h"

static void assert_outcome(Outcome outcome, Result result, Reason reason) {
    assert_string_equal(reason_word(outcome.reason), reason_word(reason));
    assert_string_equal(result_text(outcome.result), result_text(result));
}

/* ---- the example game ---- */

/* Deviations and errors of the game as it was printed. */
static const struct {
    size_t ply;       /* from 1 */
    const char *text; /* as printed */
    ErrorCode code;   /* of a lenient reader */
    unsigned deviations;
    const char *means; /* the move that is meant */
} printed_deviations[] = {
    {4, "Z-D6", ERROR_AMBIGUOUS, 0, "Z-FD6"},
    {5, "Z-D2", ERROR_AMBIGUOUS, 0, "Z-FD2"},
    {26, "E:A5", ERROR_NONE, DEVIATION_CAPTURE_MARK, "E-A5"},
    {27, "E:E2", ERROR_NONE, DEVIATION_CAPTURE_MARK, "E-E2"},
    {28, "E:E6", ERROR_NONE, DEVIATION_CAPTURE_MARK, "E-E6"},
};
enum { PRINTED_DEVIATIONS = sizeof printed_deviations / sizeof printed_deviations[0] };

/* Plays the example game up to `plies` plies and returns the number of deviations. */
static size_t play_example(Record *record, size_t plies) {
    size_t length, found = 0;
    char *list = games_read_data("example-game.txt", &length), word[16];
    const char *at = list;
    while (record->count < plies && games_next_move(&at, word, sizeof word)) {
        Move move;
        unsigned deviations = 0;
        Error error = {0};
        if (!record_parse_move(record, word, &move, &deviations, &error) || deviations) {
            assert_true(found < PRINTED_DEVIATIONS);
            assert_int_equal(record->count + 1, printed_deviations[found].ply);
            assert_string_equal(word, printed_deviations[found].text);
            assert_int_equal(error.code, printed_deviations[found].code);
            assert_int_equal(deviations, printed_deviations[found].deviations);
            assert_true(record_parse_move(record, printed_deviations[found].means, &move,
                                          &deviations, NULL));
            assert_int_equal(deviations, 0);
            found++;
        }
        char written[NOTATION_SIZE];
        notation_write(record_position(record), move, notation_congo, written);
        if (found == 0 || printed_deviations[found - 1].ply != record->count + 1)
            assert_string_equal(written, word);
        assert_true(record_play(record, move, -1, -1, &error));
    }
    free(list);
    return found;
}

static void example_game_is_read_to_its_end(void **state) {
    (void)state;
    Record *record = games_start("megapawn");
    assert_int_equal(play_example(record, SIZE_MAX), PRINTED_DEVIATIONS);
    assert_int_equal(record->count, 97);
    assert_outcome(record_outcome(record), RESULT_WHITE, REASON_LION);
    assert_outcome(record_outcome_at(record, 96), RESULT_OPEN, REASON_NONE);
    char fen[FEN_SIZE];
    fen_write(record_position(record), fen);
    assert_string_equal(fen, "7/3L3/7/1c5/2E4/7/7/b/-1");
    record_free(record);
}

static void example_game_rejects_a_repetition(void **state) {
    (void)state;
    Record *record = games_start("megapawn");
    play_example(record, 91);
    Move move;
    Error error = {0};
    assert_false(record_parse_move(record, "E-F2", &move, NULL, &error));
    assert_int_equal(error.code, ERROR_ILLEGAL);
    assert_string_equal(error.text,
                        "E-F2 would repeat an earlier position, which megapawn forbids");
    assert_true(notation_parse(record_position(record), "E-F2", &move, NULL, &error));
    assert_true(record_repeats(record, move));
    assert_false(record_is_legal(record, move, NULL));
    assert_false(record_play(record, move, -1, -1, NULL));
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    assert_false(movelist_has(&list, move));
    assert_int_equal(list.count, movegen_count(record_position(record)) - 1);
    movelist_free(&list);
    games_play(record, "E-D1");
    record_free(record);
}

/* ---- endings ---- */

#define ZEBRAS_OUT  " Z-F3 Z-F5"
#define ZEBRAS_HOME " Z-G1 Z-G7"

static void third_time_draws(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, ZEBRAS_OUT ZEBRAS_HOME ZEBRAS_OUT " Z-G1");
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    games_play(record, "Z-G7");
    assert_outcome(record_outcome(record), RESULT_DRAW, REASON_REPETITION);
    assert_true(record_is_over(record));
    assert_int_equal(record_occurrences(record, 8), 3);
    assert_int_equal(record_occurrences(record, 7), 2);
    assert_int_equal(record_occurrences(record, 4), 2);
    assert_int_equal(record_occurrences(record, 0), 1);
    assert_outcome(record_outcome_at(record, 7), RESULT_OPEN, REASON_NONE);
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    assert_int_equal(list.count, 0);
    Error error = {0};
    Move move = move_plain(PAWN, C2, C3);
    assert_false(record_play(record, move, -1, -1, &error));
    assert_int_equal(error.code, ERROR_STATE);
    assert_false(record_parse_move(record, "C3", &move, NULL, &error));
    assert_int_equal(error.code, ERROR_STATE);
    record_free(record);
}

static void repetition_does_not_draw_in_other_variants(void **state) {
    (void)state;
    Variant variant = *variant_default();
    variant.repetition = REPETITION_NONE;
    variant.quiet_plies = 0;
    Record *record = games_from_fen("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", &variant);
    for (int i = 0; i < 10; i++)
        games_play(record, ZEBRAS_OUT ZEBRAS_HOME);
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    assert_int_equal(record_occurrences(record, record->count), 11);
    record_free(record);
}

static void the_start_position_counts_for_repetition(void **state) {
    (void)state;
    Record *record = games_start("megapawn");
    games_play(record, "E-A2 E-A6 E-A1");
    Move move;
    Error error = {0};
    assert_false(record_parse_move(record, "E-A7", &move, NULL, &error));
    assert_non_null(strstr(error.text, "would repeat"));
    record_undo(record);
    games_play(record, "E-G2");
    record_free(record);
}

/* If one of two moves that fit a text would repeat, the other is meant. */
static void forbidden_moves_are_not_read(void **state) {
    (void)state;
    Record *record = games_from_fen("2l4/7/7/7/7/2E4/1E2L2/w/-1", variant_find("megapawn"));
    games_play(record, "E-BB2 L-C6 E-BA2 L-C7");
    Move move;
    unsigned deviations;
    Error error = {0};
    assert_false(notation_parse(record_position(record), "E-B2", &move, &deviations, &error));
    assert_int_equal(error.code, ERROR_AMBIGUOUS);
    assert_true(record_parse_move(record, "E-B2", &move, &deviations, NULL));
    assert_true(move_equal(move, move_plain(ELEPHANT, C2, B2)));
    assert_int_equal(deviations, DEVIATION_ORIGIN);
    record_free(record);
}

static void hundred_quiet_plies_draw(void **state) {
    (void)state;
    Variant variant = *variant_default();
    variant.repetition = REPETITION_NONE;
    Record *record = games_from_fen("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", &variant);
    games_play(record, "d2d3 d6d5");
    for (int i = 0; i < 24; i++)
        games_play(record, ZEBRAS_OUT ZEBRAS_HOME);
    games_play(record, ZEBRAS_OUT " Z-G1");
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    games_play(record, "Z-G7");
    assert_outcome(record_outcome(record), RESULT_DRAW, REASON_QUIET);
    record_free(record);
}

static void a_record_starts_counting_quiet_plies(void **state) {
    (void)state;
    Position position;
    position_start(&position, variant_default());
    position.quiet = 99;
    Record *record = record_create(&position);
    games_play(record, "Z-F3");
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    record_free(record);
}

static void bare_lions_draw_by_the_variant(void **state) {
    (void)state;
    static const char fen[] = "4l2/7/7/7/7/2p4/3L3/w/-1";
    static const char facing[] = "3l3/7/7/7/7/2p4/3L3/w/-1";
    Record *record = games_from_fen(fen, variant_find("congo"));
    games_play(record, "L:C2");
    assert_outcome(record_outcome(record), RESULT_DRAW, REASON_BARE_LIONS);
    record_free(record);
    record = games_from_fen("2l4/7/7/7/7/2p4/3L3/w/-1", variant_find("congo"));
    games_play(record, "L:C2");
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    games_play(record, "L:C2#");
    assert_outcome(record_outcome(record), RESULT_BLACK, REASON_LION);
    record_free(record);
    record = games_from_fen("2l4/7/7/7/7/2p4/3L3/w/-1", variant_find("wits"));
    games_play(record, "L:C2");
    assert_outcome(record_outcome(record), RESULT_DRAW, REASON_BARE_LIONS);
    record_free(record);
    record = games_from_fen(facing, variant_find("megapawn"));
    games_play(record, "L:C2 L-E7");
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    record_free(record);
}

/* Counts occurrences by comparing all positions. */
static int occurrences_slowly(const Record *record, const Position *position, size_t last) {
    int times = 0;
    for (size_t i = 0; i <= last; i++)
        times += position_same(record_position_at(record, i), position);
    return times;
}

static bool stuck_slowly(const Record *record, size_t ply) {
    MoveList list;
    movelist_init(&list);
    movegen_all(record_position_at(record, ply), &list);
    bool stuck = true;
    for (size_t i = 0; i < list.count; i++) {
        Position after = *record_position_at(record, ply);
        position_make(&after, list.moves[i]);
        stuck &= occurrences_slowly(record, &after, ply) > 0;
    }
    movelist_free(&list);
    return stuck;
}

static bool lions_face_after(const Record *record, Move move) {
    Position after = *record_position(record);
    position_make(&after, move);
    return position_lions_face(&after, NULL);
}

/* In the same game, the last ply reaches the limit of quiet plies. Having no move takes precedence.
 */
static void assert_stuck_before_quiet(const Record *record) {
    Variant variant = record->variant;
    variant.quiet_plies = (int)record->count;
    Position start = *record_position_at(record, 0);
    start.variant = &variant;
    Record *again = record_create(&start);
    for (size_t i = 0; i < record->count; i++)
        assert_true(record_play(again, record->plies[i].move, -1, -1, NULL));
    assert_int_equal(position_outcome(record_position(again)).reason, REASON_QUIET);
    assert_int_equal(record_outcome(again).reason, REASON_NO_MOVES);
    record_free(again);
}

/* Two lions that avoid facing each other run out of new positions. */
static void a_side_that_can_only_repeat_loses(void **state) {
    (void)state;
    uint64_t seed = 7;
    int stuck = 0, captured = 0;
    for (int game = 0; game < 40; game++) {
        Record *record = games_from_fen("4l2/7/7/7/7/7/2L4/w/-1", variant_find("megapawn"));
        for (Move move; move = games_random_move(record, &seed), !move_is_none(move);) {
            for (int tries = 0; tries < 20 && lions_face_after(record, move); tries++)
                move = games_random_move(record, &seed);
            assert_true(record_play(record, move, -1, -1, NULL));
            Outcome outcome = record_outcome(record);
            bool none = outcome.reason != REASON_LION && stuck_slowly(record, record->count);
            assert_int_equal(outcome.reason == REASON_NO_MOVES, none);
            if (none)
                assert_int_equal(outcome.result, position_side(record_position(record)) == WHITE
                                                     ? RESULT_BLACK
                                                     : RESULT_WHITE);
            stuck += none;
            captured += outcome.reason == REASON_LION;
        }
        assert_true(record_is_over(record));
        if (record_outcome(record).reason == REASON_NO_MOVES)
            assert_stuck_before_quiet(record);
        record_free(record);
    }
    assert_true(stuck > 0);
    assert_true(captured > 0);
}

/* ---- declared endings ---- */

static bool declare(Record *record, Result result, Reason reason, Error *error) {
    return record_declare(record, (Outcome){result, reason}, error);
}

static void declared_endings(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5 c2c3");
    assert_false(declare(record, RESULT_OPEN, REASON_RESIGNED, NULL));
    assert_false(declare(record, RESULT_DRAW, REASON_TIME, NULL));
    assert_false(declare(record, RESULT_WHITE, REASON_AGREED, NULL));
    assert_false(declare(record, RESULT_WHITE, REASON_ABORTED, NULL));
    assert_false(declare(record, RESULT_WHITE, REASON_LION, NULL));
    assert_false(declare(record, RESULT_OPEN, REASON_NONE, NULL));
    record_undo(record);
    assert_true(declare(record, RESULT_WHITE, REASON_RESIGNED, NULL));
    assert_int_equal(record->count, 2); /* later plies are removed */
    assert_outcome(record_outcome(record), RESULT_WHITE, REASON_RESIGNED);
    Error error = {0};
    assert_false(declare(record, RESULT_DRAW, REASON_AGREED, &error));
    assert_string_equal(error.text, "the game is over: Black resigned; White won.");
    assert_false(record_play(record, move_plain(PAWN, C2, C3), -1, -1, &error));
    assert_true(record_undo(record));
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    record_go_to(record, 2);
    assert_outcome(record_outcome(record), RESULT_WHITE, REASON_RESIGNED);
    record_truncate(record);
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    assert_true(declare(record, RESULT_OPEN, REASON_ABORTED, NULL));
    assert_true(record_is_over(record));
    assert_false(record_is_legal(record, move_plain(PAWN, C2, C3), NULL));
    record_undo(record);
    games_play(record, "e6e5 c2c3"); /* another move removes the declared end */
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    assert_true(declare(record, RESULT_BLACK, REASON_TIME, NULL));
    record_free(record);
}

static void an_ended_game_cannot_be_declared(void **state) {
    (void)state;
    Record *record = games_from_fen("3l3/7/7/7/7/7/3L3/w/-1", variant_default());
    games_play(record, "L:D7#");
    Error error = {0};
    assert_false(declare(record, RESULT_DRAW, REASON_AGREED, &error));
    assert_int_equal(error.code, ERROR_STATE);
    record_free(record);
}

/* ---- the current ply ---- */

static void undo_and_go_to(void **state) {
    (void)state;
    Record *record = games_start("congo");
    assert_false(record_undo(record));
    games_play(record, "d2d3 d6d5 c2c3 c6c5");
    record_go_to(record, 1);
    assert_int_equal(record->current, 1);
    assert_int_equal(record->count, 4);
    assert_ptr_equal(record_position(record), record_position_at(record, 1));
    record_go_to(record, 2);
    assert_true(record_undo(record));
    Move again = record->plies[1].move;
    assert_true(record_play(record, again, -1, -1, NULL));
    assert_int_equal(record->count, 2); /* the same move also removes the plies after it */
    record_go_to(record, 1000);
    assert_int_equal(record->current, 2);
    record_free(record);
}

static void illegal_moves_change_nothing(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5 c2c3");
    record_undo(record);
    Error error = {0};
    assert_false(record_play(record, move_plain(PAWN, D3, D5), -1, -1, &error));
    assert_int_equal(error.code, ERROR_ILLEGAL);
    assert_false(record_play(record, MOVE_NONE, -1, -1, &error));
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++) {
        Move move = {random_next(&seed) >> random_below(&seed, 64)};
        MoveList list;
        movelist_init(&list);
        if (i < 100) {
            record_moves(record, &list);
            assert_int_equal(record_is_legal(record, move, NULL), movelist_has(&list, move));
        } else {
            record_is_legal(record, move, NULL);
        }
        movelist_free(&list);
    }
    assert_int_equal(record->count, 3);
    record_free(record);
}

static void moves_are_played_from_coordinates(void **state) {
    (void)state;
    Error error = {0};
    Record *record = games_from_fen("4l2/7/7/7/7/7/2L4/w/-1", variant_find("megapawn"));
    assert_false(record_play_coordinates(record, "c1", -1, -1, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    assert_false(record_play_coordinates(record, "c1c3", -1, -1, &error));
    assert_int_equal(error.code, ERROR_ILLEGAL);
    assert_int_equal(record->count, 0);
    assert_true(record_play_coordinates(record, "c1c2", 700, 2000, &error));
    assert_int_equal(record->plies[0].time_ms, 700);
    assert_int_equal(record->plies[0].clock_ms, 2000);
    games_play(record, "e7e6 c2c1");
    assert_false(record_play_coordinates(record, "e6e7", -1, -1, &error));
    assert_string_equal(error.text,
                        "L-E7 would repeat an earlier position, which megapawn forbids");
    assert_true(record_declare(record, (Outcome){RESULT_WHITE, REASON_RESIGNED}, &error));
    assert_false(record_play_coordinates(record, "e6d6", -1, -1, &error));
    assert_int_equal(error.code, ERROR_STATE);
    assert_int_equal(record->count, 3);
    record_free(record);
}

/* Occurrences are right after random jumps between plies and truncations. */
static void occurrences_survive_undo_and_truncation(void **state) {
    (void)state;
    uint64_t seed = 42;
    Variant variant = *variant_find("megapawn");
    variant.repetition = REPETITION_NONE;
    Record *record = games_from_fen("3zl2/7/7/7/7/7/2LZ3/w/-1", &variant);
    for (int i = 0; i < 3000; i++) {
        if (random_below(&seed, 100) == 0) {
            record_go_to(record, random_below(&seed, record->count + 1));
            if (random_below(&seed, 3) == 0)
                record_truncate(record);
        }
        games_play_random(record, 1, &seed);
        if (record_is_over(record))
            record_go_to(record, random_below(&seed, record->count));
        assert_int_equal(record_occurrences(record, record->current),
                         occurrences_slowly(record, record_position(record), record->current));
        Move move = games_random_move(record, &seed);
        Position after = *record_position(record);
        position_make(&after, move);
        assert_int_equal(record_repeats(record, move),
                         occurrences_slowly(record, &after, record->current) > 0);
    }
    record_free(record);
}

static void a_game_may_be_long(void **state) {
    (void)state;
    Variant variant = *variant_find("congo");
    variant.repetition = REPETITION_NONE;
    variant.quiet_plies = 0;
    Record *record = games_from_fen("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", &variant);
    const Move circle[] = {move_plain(ZEBRA, G1, F3), move_plain(ZEBRA, G7, F5),
                           move_plain(ZEBRA, F3, G1), move_plain(ZEBRA, F5, G7)};
    for (size_t i = 0; i < RECORD_PLIES_MAX; i++)
        if (!record_play(record, circle[i % 4], -1, -1, NULL))
            fail_msg("ply %zu", i);
    assert_int_equal(record_occurrences(record, RECORD_PLIES_MAX), RECORD_PLIES_MAX / 4 + 1);
    Error error = {0};
    assert_false(record_play(record, circle[0], -1, -1, &error));
    assert_int_equal(error.code, ERROR_STATE);
    record_free(record);
}

static void a_game_may_start_in_a_capture(void **state) {
    (void)state;
    /* The monkey began on b1, square number 43, and stands on d3. */
    Record *record = games_from_fen("3l3/7/7/4p2/3M3/7/3L3/w/43", variant_default());
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    assert_int_equal(list.count, 2);
    movelist_free(&list);
    games_play(record, "M=D3 L-C7");
    record_go_to(record, 0);
    games_play(record, "d3f5 l-c7");
    assert_int_equal(record->count, 2);
    record_free(record);
}

static void very_many_monkey_paths_are_handled(void **state) {
    (void)state;
    Variant variant = *variant_default();
    variant.repetition = REPETITION_ILLEGAL;
    Record *record =
        games_from_fen("3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1", &variant);
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    games_play(record, "M:C3:E5:G3:E1:C3:A5:C7:E5:G7");
    assert_outcome(record_outcome(record), RESULT_OPEN, REASON_NONE);
    record_free(record);
}

/* ---- tags, comments, copies ---- */

static void tags_are_kept_clean(void **state) {
    (void)state;
    Record *record = games_start("congo");
    assert_null(record_tag(record, "White"));
    assert_true(record_set_tag(record, "White", "Ada\nLovelace\x1b[31m \xe9 \xc3\xa9 \xc2\x9b"));
    assert_string_equal(record_tag(record, "White"), "Ada Lovelace [31m \xc3\xa9 \xc3\xa9  ");
    assert_true(record_set_tag(record, "Black", ""));
    assert_string_equal(record_tag(record, "Black"), "");
    assert_true(record_set_tag(record, "White", "Ada"));
    assert_int_equal(record->tag_count, 2);
    assert_true(record_set_tag(record, "White", NULL));
    assert_true(record_set_tag(record, "White", NULL));
    assert_int_equal(record->tag_count, 1);
    static const char *const rejected[] = {"",        "a b",          "Result", "FEN",     "Reason",
                                           "Variant", "VariantStart", "SetUp",  "\xc3\xa9"};
    for (size_t i = 0; i < sizeof rejected / sizeof rejected[0]; i++)
        assert_false(record_set_tag(record, rejected[i], "x"));
    char name[RECORD_TAG_NAME_MAX + 2];
    memset(name, 'n', sizeof name);
    name[RECORD_TAG_NAME_MAX + 1] = '\0';
    assert_false(record_set_tag(record, name, "x"));
    name[RECORD_TAG_NAME_MAX] = '\0';
    assert_true(record_set_tag(record, name, "x"));
    for (char i = 'a'; record->tag_count < RECORD_TAGS_MAX; i++)
        for (char j = 'a'; j <= 'z' && record->tag_count < RECORD_TAGS_MAX; j++)
            assert_true(record_set_tag(record, (char[]){i, j, '\0'}, "x"));
    assert_false(record_set_tag(record, "One", "too many"));
    record_free(record);
}

static void comments_are_kept_clean(void **state) {
    (void)state;
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5");
    record_set_comment(record, 0, "before\nthe first\tmove\r");
    record_set_comment(record, 2, "after {the} second");
    assert_string_equal(record_comment(record, 0), "before\nthe first\tmove ");
    assert_null(record_comment(record, 1));
    assert_string_equal(record_comment(record, 2), "after {the} second");
    record_set_comment(record, 2, "");
    assert_null(record_comment(record, 2));
    record_set_comment(record, 0, NULL);
    assert_null(record_comment(record, 0));
    record_free(record);
}

static void a_clone_is_equal_and_independent(void **state) {
    (void)state;
    uint64_t seed = 5;
    Record *record = games_start("crowded");
    record_set_tag(record, "White", "Ada");
    record_set_tag(record, "Black", "Bo");
    games_play_random(record, 200, &seed);
    record_go_to(record, record->count / 2);
    record_truncate(record);
    record_set_comment(record, 0, "start");
    record_set_comment(record, record->count, "end");
    record_set_mark(record, 1, 5);
    record_set_variations(record, 1, "(1. C4)");
    for (size_t ply = 0; ply <= record->count; ply++)
        record_set_score(record, ply, &(RecordScore){true, 9, 0, (int)ply});
    assert_true(declare(record, RESULT_DRAW, REASON_AGREED, NULL));
    Record *clone = record_clone(record);
    assert_true(record_equal(record, clone));
    assert_int_equal(clone->current, record->current);
    assert_ptr_equal(record_position(clone)->variant, &clone->variant);
    assert_int_equal(record_occurrences(clone, clone->count),
                     record_occurrences(record, record->count));
    record_set_comment(record, 1, "only here");
    assert_false(record_equal(record, clone));
    record_free(record);
    record_truncate(clone);
    games_play_random(clone, 10, &seed);
    record_free(clone);
    record_free(NULL);
}

static Record *little_game(void) {
    Record *record = games_start("congo");
    games_play(record, "d2d3 d6d5");
    record_set_tag(record, "White", "Ada");
    record_set_tag(record, "Black", "Bo");
    return record;
}

static void equal_means_the_same_game(void **state) {
    (void)state;
    Record *a = little_game(), *b = little_game();
    record_set_tag(b, "White", NULL);
    assert_false(record_equal(a, b));
    record_set_tag(b, "White", "Ada"); /* the second tag now */
    assert_true(record_equal(a, b));
    record_undo(b);
    assert_true(record_equal(a, b));
    record_play(b, a->plies[1].move, 1000, -1, NULL);
    assert_false(record_equal(a, b));
    record_undo(b);
    record_play(b, a->plies[1].move, -1, -7, NULL); /* unknown, either way */
    assert_true(record_equal(a, b));
    declare(b, RESULT_WHITE, REASON_RESIGNED, NULL);
    assert_false(record_equal(a, b));
    record_free(b);
    b = games_start("wits");
    games_play(b, "d2d3 d6d5");
    record_set_tag(b, "White", "Ada");
    record_set_tag(b, "Black", "Bo");
    assert_false(record_equal(a, b));
    record_free(a);
    record_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_game_is_read_to_its_end),
        cmocka_unit_test(example_game_rejects_a_repetition),
        cmocka_unit_test(third_time_draws),
        cmocka_unit_test(repetition_does_not_draw_in_other_variants),
        cmocka_unit_test(the_start_position_counts_for_repetition),
        cmocka_unit_test(forbidden_moves_are_not_read),
        cmocka_unit_test(hundred_quiet_plies_draw),
        cmocka_unit_test(a_record_starts_counting_quiet_plies),
        cmocka_unit_test(bare_lions_draw_by_the_variant),
        cmocka_unit_test(a_side_that_can_only_repeat_loses),
        cmocka_unit_test(declared_endings),
        cmocka_unit_test(an_ended_game_cannot_be_declared),
        cmocka_unit_test(undo_and_go_to),
        cmocka_unit_test(illegal_moves_change_nothing),
        cmocka_unit_test(moves_are_played_from_coordinates),
        cmocka_unit_test(occurrences_survive_undo_and_truncation),
        cmocka_unit_test(a_game_may_be_long),
        cmocka_unit_test(a_game_may_start_in_a_capture),
        cmocka_unit_test(very_many_monkey_paths_are_handled),
        cmocka_unit_test(tags_are_kept_clean),
        cmocka_unit_test(comments_are_kept_clean),
        cmocka_unit_test(a_clone_is_equal_and_independent),
        cmocka_unit_test(equal_means_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
