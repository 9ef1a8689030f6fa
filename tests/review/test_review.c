#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/games.h"
#include "../support/prover.h"
#include "../support/search_helper.h"
#include "engine/chance.h"
#include "review/review_judge.h"
#include "review/review_store.h"
#include "review/review_words.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum { NODES = 2000, PLIES = 24 };

static void assert_near(double a, double b) {
    assert_true(fabs(a - b) < 1e-9);
}

static Record *record_of(const char *fen) {
    Position start;
    Error error = {0};
    assert_true(fen_parse(fen, variant_default(), &start, &error));
    return record_create(&start);
}

static void play(Record *record, const char *move) {
    Error error = {0};
    if (!record_play_coordinates(record, move, -1, -1, &error))
        fail_msg("%s", error.text);
}

/* Plays random moves, in which there are mistakes of all kinds. */
static Record *random_game(uint64_t seed, int plies) {
    Position start;
    position_start(&start, variant_default());
    Record *record = record_create(&start);
    assert_true(record_play_random(record, plies, &seed));
    return record;
}

static Review *review(const Record *record, ReviewOptions options, const atomic_bool *cancelled,
                      ReviewProgress *progress, void *context) {
    Error error = {0};
    options.nodes = NODES;
    Review *found =
        review_game(record, shared_engine, &options, cancelled, progress, context, &error);
    if (found == NULL)
        fail_msg("%s", error.text);
    return found;
}

static void assert_same_reviews(const Review *a, const Review *b) {
    assert_int_equal(a->count, b->count);
    for (size_t ply = 0; ply <= a->count; ply++) {
        assert_int_equal(a->positions[ply].score, b->positions[ply].score);
        assert_int_equal(a->positions[ply].depth, b->positions[ply].depth);
    }
    for (size_t i = 0; i < a->count; i++)
        assert_int_equal(a->moves[i].mark, b->moves[i].mark);
    assert_int_equal(a->turning_point, b->turning_point);
}

/* ---- chances ---- */

static void chances_follow_scores(void **state) {
    (void)state;
    assert_near(win_probability(0), 0.5);
    assert_near(win_probability(score_win_at(9)), 1);
    assert_near(win_probability(score_loss_at(9)), 0);
    for (Score score = -2000; score < 2000; score += 50) {
        assert_true(win_probability(score) < win_probability(score + 50));
        assert_near(win_probability(score) + win_probability(-score), 1);
    }
}

static void marks_follow_losses(void **state) {
    (void)state;
    assert_int_equal(review_mark(0.079), REVIEW_NONE);
    assert_int_equal(review_mark(0.08), REVIEW_INACCURACY);
    assert_int_equal(review_mark(0.149), REVIEW_INACCURACY);
    assert_int_equal(review_mark(0.15), REVIEW_MISTAKE);
    assert_int_equal(review_mark(0.25), REVIEW_BLUNDER);
    assert_int_equal(review_mark(1), REVIEW_BLUNDER);
    assert_true(review_mark_is_close(0.09));
    assert_true(review_mark_is_close(0.14));
    assert_true(review_mark_is_close(0.2));
    assert_true(review_mark_is_close(0.3));
    assert_false(review_mark_is_close(0.02));
    assert_false(review_mark_is_close(0.12));
    assert_false(review_mark_is_close(0.5));
}

static void set_line(ReviewPosition *position, const Position *at, const char *move) {
    Error error = {0};
    if (move == NULL)
        return;
    position->line.length = 1;
    if (!coordinate_parse(at, move, &position->line.moves[0], &error))
        fail_msg("%s: %s", move, error.text);
}

/* ---- sums ---- */

/* Returns a review of a random game with these scores. */
static Review *review_of_scores(const Record *record, const Score *scores) {
    Review *made = review_create(record);
    for (size_t ply = 0; ply <= record->count; ply++)
        made->positions[ply] = (ReviewPosition){.known = true, .final = true, .score = scores[ply]};
    for (size_t ply = 1; ply <= record->count; ply++)
        review_judge_move(made, record, ply);
    review_judge_game(made, record);
    return made;
}

static void accuracy_is_that_of_lichess(void **state) {
    (void)state;
    static const Score even[] = {0, 0, 0, 0, 0}, uneven[] = {0, -100, -100, -100, -100};
    char text[REVIEW_SENTENCE_SIZE];
    Record *record = random_game(1, 4);
    Review *made = review_of_scores(record, even);
    assert_near(made->sides[WHITE].accuracy, 100);
    assert_near(made->sides[BLACK].accuracy, 100);
    review_words_side(made, BLACK, text);
    assert_string_equal(text, "Black: accuracy 100 %, no blunders, no mistakes, no inaccuracies");
    review_free(made);
    /* The first move loses 23.1 points of winning chance: 36.8 % accurate in a window of 11.6
     * points, the second of White's is perfect in one of 0.5: (weighted 39.4 + harmonic 53.8) / 2.
     */
    made = review_of_scores(record, uneven);
    const double first = 103.1668100711649 * exp(-0.04354415386753951 * 100 * made->moves[0].lost) -
                         2.166924740191411;
    const double swing = 100 * made->moves[0].lost / 2;
    const double weighted = (swing * first + 0.5 * 100) / (swing + 0.5);
    const double harmonic = 2 / (1 / first + 1.0 / 100);
    assert_near(made->sides[WHITE].accuracy, (weighted + harmonic) / 2);
    assert_near(made->sides[BLACK].accuracy, 100);
    review_words_side(made, WHITE, text);
    assert_non_null(strstr(text, "no blunders, 1 mistake, no inaccuracies"));
    review_free(made);
    record_free(record);
}

static void turning_point_is_where_the_winner_stays_ahead(void **state) {
    (void)state;
    static const Score lost_twice[] = {0, 200, 0, 300, 400}, never[] = {0, 0, 0, 0, 0},
                       always[] = {100, 100, 200, 300, 400};
    const Outcome white = {RESULT_WHITE, REASON_RESIGNED};
    char text[REVIEW_SENTENCE_SIZE];
    Record *record = random_game(1, 4);
    Review *made = review_of_scores(record, lost_twice);
    assert_int_equal(made->turning_point, 0); /* nobody has won */
    review_free(made);
    assert_true(record_declare(record, white, NULL));
    made = review_of_scores(record, lost_twice);
    assert_int_equal(made->turning_point, 3);
    review_words_turning_point(made, record, notation_congo, text);
    assert_non_null(strstr(text, "The game turned when White played 2. "));
    review_free(made);
    made = review_of_scores(record, never);
    assert_int_equal(made->turning_point, 0);
    review_words_turning_point(made, record, notation_congo, text);
    assert_string_equal(text, "");
    review_free(made);
    made = review_of_scores(record, always);
    assert_int_equal(made->turning_point, 0);
    review_free(made);
    record_free(record);
}

/* ---- reviews ---- */

static void blunder_is_found(void **state) {
    (void)state;
    char text[REVIEW_SENTENCE_SIZE];
    Record *record = record_of("3gl2/2p4/7/G6/7/4P2/2L3Z/w/-1");
    play(record, "g1f3");
    play(record, "c6c5");
    Review *made = review(record, (ReviewOptions){0}, NULL, NULL, NULL);
    assert_int_equal(made->pass, REVIEW_DONE);
    assert_int_equal(made->moves[0].mark, REVIEW_BLUNDER);
    assert_true(made->moves[0].final);
    review_words_move(made, record, 1, notation_congo, text);
    assert_string_equal(text,
                        "Blunder: Z-F3,:A4 leaves the giraffe in the river (a4). G:C6 was better.");
    review_free(made);
    record_free(record);
}

static void only_move_is_found(void **state) {
    (void)state;
    Record *record = record_of("4l2/7/7/G6/7/4P2/2L4/w/-1");
    play(record, "a4a5");
    play(record, "e7d7");
    Review *made = review(record, (ReviewOptions){0}, NULL, NULL, NULL);
    /* There are several ways out of the river. */
    assert_int_equal(made->moves[0].mark, REVIEW_NONE);
    review_free(made);
    record_free(record);
    /* The superpawn attacks the lion and the zebra. */
    record = record_of("4l2/7/7/7/P6/3s3/2L1Z2/w/-1");
    play(record, "c1d2");
    play(record, "e7d7");
    play(record, "d2d3");
    made = review(record, (ReviewOptions){0}, NULL, NULL, NULL);
    assert_int_equal(made->moves[0].mark, REVIEW_ONLY);
    assert_int_equal(made->moves[2].mark, REVIEW_BLUNDER); /* into the other lion's sight */
    review_store(made, record);
    assert_int_equal(record_mark(record, 1), 1);
    assert_string_equal(record_comment(record, 1), "Only move: everything but L:D2 is much worse.");
    review_free(made);
    made = review_from_record(record);
    assert_int_equal(made->moves[0].mark, REVIEW_ONLY);
    review_free(made);
    record_free(record);
    /* Taking back is no surprise. */
    record = record_of("4l2/7/4z2/7/P2P3/2L4/4Z2/b/-1");
    play(record, "e5d3");
    play(record, "c2d3");
    play(record, "e7e6");
    assert_false(review_can_be_only(record, 2));
    record_free(record);
}

static void result_depends_on_nodes_only(void **state) {
    (void)state;
    Record *record = random_game(5, PLIES);
    Review *first = review(record, (ReviewOptions){0}, NULL, NULL, NULL);
    Record *other = random_game(4, PLIES);
    review_free(review(other, (ReviewOptions){0}, NULL, NULL, NULL));
    Review *second = review(record, (ReviewOptions){0}, NULL, NULL, NULL);
    assert_same_reviews(first, second);
    review_free(first);
    review_free(second);
    record_free(record);
    record_free(other);
}

/* The last moves of a game in which the best move that was known lost by force, and others did not.
 */
static void forced_wins_can_be_proved(void **state) {
    (void)state;
    enum { PLIES_MAX = 6, BUDGET = 2000000 };
    Record *record =
        games_from_fen("2el1cz/p1mpppp/1pp4/4P2/1PPe3/PM3PP/2ELECZ/w/-1", variant_default());
    games_play(record, "L-E2 P-DE5 M-C2 E-D2 L-E3 Z-F5 L-D3 L:D3#");
    Review *made = review(record, (ReviewOptions){0}, NULL, NULL, NULL);
    size_t proved = 0;
    for (size_t ply = 0; ply < record->count; ply++) {
        const int plies = score_win_plies(made->positions[ply].score);
        if (plies == 0 || abs(plies) > PLIES_MAX)
            continue;
        record_go_to(record, ply);
        assert_int_equal(prover_wins(record, plies > 0 ? WHITE : BLACK, abs(plies), BUDGET),
                         PROOF_HOLDS);
        proved++;
    }
    assert_true(proved > 0);
    review_free(made);
    record_free(record);
}

/* Counts the reports, and cancels the review after some of the deep pass. */
typedef struct Follower {
    atomic_bool cancelled;
    size_t reports, cancel_after; /* 0: never */
    size_t coarse;
    int64_t left_ms;
} Follower;

static void follow(void *context, const Review *now) {
    Follower *follower = context;
    follower->reports++;
    follower->coarse += now->pass == REVIEW_COARSE;
    follower->left_ms = now->left_ms;
    assert_true(now->done <= now->count + 1);
    if (now->pass == REVIEW_DEEP && now->done == follower->cancel_after)
        atomic_store(&follower->cancelled, true);
}

static void interrupted_review_goes_on(void **state) {
    (void)state;
    enum { DEEP = 9 };
    Follower follower = {.cancel_after = DEEP};
    Record *record = random_game(5, PLIES);
    Review *begun = review(record, (ReviewOptions){0}, &follower.cancelled, follow, &follower);
    assert_int_equal(begun->pass, REVIEW_DEEP);
    assert_true(follower.left_ms >= 0);
    review_store(begun, record);
    size_t kept = 0;
    for (size_t ply = 0; ply <= record->count; ply++) {
        assert_true(record->scores[ply].known == begun->positions[ply].final ||
                    outcome_is_over(record->outcomes[ply]));
        kept += begun->positions[ply].final;
    }
    assert_int_equal(kept, DEEP - 1);

    Follower second = {.cancel_after = 0};
    Review *ended = review(record, (ReviewOptions){0}, NULL, follow, &second);
    assert_int_equal(ended->pass, REVIEW_DONE);
    assert_int_equal(second.coarse, PLIES + 1 - kept);
    for (size_t ply = 0; ply <= record->count; ply++) {
        assert_true(ended->positions[ply].final);
        if (begun->positions[ply].final)
            assert_int_equal(ended->positions[ply].score, begun->positions[ply].score);
    }
    review_store(ended, record);
    Review *stored = review_from_record(record);
    assert_int_equal(stored->pass, REVIEW_DONE);
    review_free(stored);

    Follower third = {.cancel_after = 0};
    review_free(review(record, (ReviewOptions){0}, NULL, follow, &third));
    assert_int_equal(third.reports, 1); /* its end */
    Review *anew = review(record, (ReviewOptions){.again = true}, NULL, NULL, NULL);
    Record *bare = random_game(5, PLIES);
    Review *whole = review(bare, (ReviewOptions){0}, NULL, NULL, NULL);
    assert_same_reviews(anew, whole);
    review_free(begun);
    review_free(ended);
    review_free(anew);
    review_free(whole);
    record_free(record);
    record_free(bare);
}

static void cancelled_review_ends_at_once(void **state) {
    (void)state;
    Follower follower = {.cancelled = true};
    Record *record = random_game(5, PLIES);
    Review *made = review(record, (ReviewOptions){0}, &follower.cancelled, follow, &follower);
    assert_int_equal(made->pass, REVIEW_COARSE);
    assert_int_equal(follower.reports, 0);
    review_store(made, record);
    assert_false(record->scores[0].known);
    review_free(made);
    record_free(record);
}

/* ---- records ---- */

static void record_keeps_the_review(void **state) {
    (void)state;
    Record *record = random_game(5, PLIES);
    Review *made = review(record, (ReviewOptions){0}, NULL, NULL, NULL);
    review_store(made, record);
    size_t marks = 0;
    for (size_t ply = 1; ply <= record->count; ply++) {
        const ReviewMove *move = &made->moves[ply - 1];
        char sentence[REVIEW_SENTENCE_SIZE];
        review_words_move(made, record, ply, notation_congo, sentence);
        assert_string_equal(record_mark_text(record_mark(record, ply)),
                            review_words_sign(move->mark));
        assert_true((record->plies[ply - 1].variations != NULL) ==
                    (move->mark >= REVIEW_INACCURACY));
        if (move->mark != REVIEW_NONE)
            assert_string_equal(record_comment(record, ply), sentence);
        else
            assert_null(record_comment(record, ply));
        marks += move->mark != REVIEW_NONE;
    }
    assert_true(marks > 0);
    Review *read = review_from_record(record);
    assert_same_reviews(made, read);
    assert_int_equal(read->pass, REVIEW_DONE);
    for (size_t ply = 1; ply <= record->count; ply++)
        if (made->moves[ply - 1].mark >= REVIEW_INACCURACY) {
            char sentence[REVIEW_SENTENCE_SIZE], causes[2][REVIEW_CAUSE_SIZE];
            review_words_move(read, record, ply, notation_congo, sentence);
            assert_string_equal(record_comment(record, ply), sentence);
            /* Exercises tell the cause also when the reply's line is not known any more. */
            review_words_cause(made, record, ply, causes[0]);
            review_words_cause(read, record, ply, causes[1]);
            assert_string_equal(causes[0], causes[1]);
            assert_true(move_equal(read->moves[ply - 1].best, made->moves[ply - 1].best));
            assert_int_equal(read->positions[ply - 1].line.length,
                             made->positions[ply - 1].line.length);
        }
    /* Twice is like once. */
    Record *copy = record_clone(record);
    review_store(made, record);
    assert_true(record_equal(record, copy));
    review_store(read, record);
    assert_true(record_equal(record, copy));
    review_free(made);
    review_free(read);
    record_free(record);
    record_free(copy);
}

static void notes_of_others_stay(void **state) {
    (void)state;
    static const Score bad[] = {0, -200}, good[] = {0, 0}, fair[] = {0, -70};
    Record *record = record_of("4l2/7/3z3/7/2Z4/7/2L4/w/-1");
    play(record, "c1d1");
    record_set_comment(record, 1, "I was tired.\nAnd hungry.");
    assert_true(record_set_variations(record, 1, "(1. Z-A2)"));
    record_set_mark(record, 1, 5);

    Review *made = review_of_scores(record, good);
    review_store(made, record);
    assert_string_equal(record_comment(record, 1), "I was tired.\nAnd hungry.");
    assert_string_equal(record->plies[0].variations, "(1. Z-A2)");
    assert_int_equal(record_mark(record, 1), 5);
    review_free(made);

    made = review_of_scores(record, bad);
    set_line(&made->positions[0], record_position_at(record, 0), "c3d5");
    review_judge_move(made, record, 1);
    review_store(made, record);
    assert_string_equal(record_comment(record, 1),
                        "I was tired.\nAnd hungry.\nBlunder: L-D1 misses the capture of the zebra "
                        "on d5. Z:D5 was better.");
    assert_string_equal(record->plies[0].variations, "(1. Z:D5) (1. Z-A2)");
    assert_int_equal(record_mark(record, 1), 4);
    review_free(made);

    /* Another review replaces what this one wrote, and nothing else. */
    made = review_of_scores(record, fair);
    set_line(&made->positions[0], record_position_at(record, 0), "c3b5");
    review_judge_move(made, record, 1);
    review_store(made, record);
    assert_string_equal(record_comment(record, 1),
                        "I was tired.\nAnd hungry.\nInaccuracy: Z-B5 was better.");
    assert_string_equal(record->plies[0].variations, "(1. Z-B5) (1. Z-A2)");
    assert_int_equal(record_mark(record, 1), 6);
    review_free(made);

    made = review_of_scores(record, good);
    review_store(made, record);
    assert_string_equal(record_comment(record, 1), "I was tired.\nAnd hungry.");
    assert_string_equal(record->plies[0].variations, "(1. Z-A2)");
    assert_int_equal(record_mark(record, 1), 0);
    review_free(made);
    record_free(record);
}

static void lines_of_others_that_begin_like_a_review_stay(void **state) {
    (void)state;
    static const char comment[] = "Mistake: I overlooked Z:D5.\nOnly move: I saw no other.";
    static const Score bad[] = {0, -200}, good[] = {0, 0};
    Record *record = record_of("4l2/7/3z3/7/2Z4/7/2L4/w/-1");
    play(record, "c1d1");
    record_set_comment(record, 1, comment);
    assert_true(record_set_variations(record, 1, "(1. Z-A2)"));
    record_set_mark(record, 1, 2);
    record_set_comment(record, 0, comment);
    Buffer others = {0};
    review_write_other_notes(record, 0, (NotationStyle){0}, &others);
    assert_string_equal(others.bytes, comment);
    buffer_free(&others);

    Review *made = review_of_scores(record, good);
    review_store(made, record);
    assert_string_equal(record_comment(record, 1), comment);
    assert_string_equal(record->plies[0].variations, "(1. Z-A2)");
    assert_int_equal(record_mark(record, 1), 2);
    review_free(made);

    made = review_of_scores(record, bad);
    set_line(&made->positions[0], record_position_at(record, 0), "c3d5");
    review_judge_move(made, record, 1);
    review_store(made, record);
    assert_memory_equal(record_comment(record, 1), comment, sizeof comment - 1);
    assert_non_null(strstr(record_comment(record, 1), "\nBlunder: L-D1 misses"));
    assert_string_equal(record->plies[0].variations, "(1. Z:D5) (1. Z-A2)");
    review_free(made);

    made = review_of_scores(record, good);
    review_store(made, record);
    assert_string_equal(record_comment(record, 1), comment);
    assert_string_equal(record->plies[0].variations, "(1. Z-A2)");
    review_free(made);
    record_free(record);
}

static void scores_of_wins_are_kept(void **state) {
    (void)state;
    static const Score scores[] = {SCORE_WIN - 5, SCORE_WIN - 4, SCORE_WIN - 3};
    static const Score losses[] = {-(SCORE_WIN - 6), -(SCORE_WIN - 5), -(SCORE_WIN - 4)};
    Record *record = random_game(1, 2);
    for (int i = 0; i < 2; i++) {
        Review *made = review_of_scores(record, i == 0 ? scores : losses);
        review_store(made, record);
        assert_int_equal(record->scores[0].win_moves, i == 0 ? 3 : -3);
        Review *read = review_from_record(record);
        assert_same_reviews(made, read);
        review_free(made);
        review_free(read);
    }
    record_free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_follow_scores),
        cmocka_unit_test(marks_follow_losses),
        cmocka_unit_test(accuracy_is_that_of_lichess),
        cmocka_unit_test(turning_point_is_where_the_winner_stays_ahead),
        cmocka_unit_test(blunder_is_found),
        cmocka_unit_test(only_move_is_found),
        cmocka_unit_test(result_depends_on_nodes_only),
        cmocka_unit_test(forced_wins_can_be_proved),
        cmocka_unit_test(interrupted_review_goes_on),
        cmocka_unit_test(cancelled_review_ends_at_once),
        cmocka_unit_test(record_keeps_the_review),
        cmocka_unit_test(notes_of_others_stay),
        cmocka_unit_test(lines_of_others_that_begin_like_a_review_stay),
        cmocka_unit_test(scores_of_wins_are_kept),
    };
    return cmocka_run_group_tests(tests, engine_begin, engine_end);
}
