#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "review/review.h"
#include "review/review_store.h"

enum { NODES = 500, PLIES = 30, GAMES = 7 };

/* Calls received by the listener. */
typedef struct ReceivedReviews {
    uv_loop_t loop;
    Reviewer *reviewer;
    int reports, finals, failures;
    size_t count; /* plies of the last one */
    bool restart; /* with another game at the next report */
    bool closed;
} ReceivedReviews;

static Record *random_game(uint64_t seed, int plies) {
    Position start;
    position_start(&start, variant_default());
    Record *record = record_create(&start);
    assert_true(record_play_random(record, plies, &seed));
    return record;
}

static void start(ReceivedReviews *received, int plies) {
    Error error = {0};
    Record *record = random_game(1, plies);
    assert_true(
        reviewer_start(received->reviewer, record, &(ReviewOptions){.nodes = NODES}, &error));
    record_free(record); /* the reviewer has a copy */
}

static void on_progress(void *context, const Review *review) {
    ReceivedReviews *received = context;
    if (received->restart) { /* this report may already be the final one */
        received->restart = false;
        start(received, PLIES / 2);
        return;
    }
    received->reports++;
    received->finals += review->pass == REVIEW_DONE;
    received->count = review->count;
}

static void on_failed(void *context, const Error *error) {
    ReceivedReviews *received = context;
    (void)error;
    received->failures++;
}

static void on_closed(void *context) {
    ReceivedReviews *received = context;
    received->closed = true;
}

static int begin(void **state) {
    static ReceivedReviews received;
    Error error = {0};
    received = (ReceivedReviews){.restart = false};
    if (uv_loop_init(&received.loop) != 0)
        return -1;
    const ReviewerListener listener = {on_progress, on_failed, &received};
    received.reviewer = reviewer_create(&received.loop, HASH_MB_MIN, 1, &listener, &error);
    *state = &received;
    return received.reviewer != NULL ? 0 : -1;
}

static int end(void **state) {
    ReceivedReviews *received = *state;
    reviewer_close(received->reviewer, on_closed, received);
    uv_run(&received->loop, UV_RUN_DEFAULT);
    return received->closed && uv_loop_close(&received->loop) == 0 ? 0 : -1;
}

static void review_arrives_on_the_loop(void **state) {
    ReceivedReviews *received = *state;
    start(received, PLIES);
    assert_int_equal(received->reports, 0);
    while (received->finals == 0)
        uv_run(&received->loop, UV_RUN_ONCE);
    assert_int_equal(received->count, PLIES);
    assert_int_equal(received->failures, 0);
}

static void cancelled_review_has_no_news(void **state) {
    ReceivedReviews *received = *state;
    start(received, PLIES);
    while (received->reports == 0)
        uv_run(&received->loop, UV_RUN_ONCE);
    reviewer_cancel(received->reviewer);
    const int reports = received->reports;
    uv_run(&received->loop, UV_RUN_NOWAIT);
    assert_int_equal(received->reports, reports);
    reviewer_cancel(received->reviewer);
}

static void new_review_replaces_another(void **state) {
    ReceivedReviews *received = *state;
    received->restart = true; /* by its listener */
    start(received, PLIES);
    while (received->finals == 0)
        uv_run(&received->loop, UV_RUN_ONCE);
    assert_int_equal(received->count, PLIES / 2);
    start(received, PLIES);
    start(received, PLIES / 2);
    while (received->finals == 1)
        uv_run(&received->loop, UV_RUN_ONCE);
    assert_int_equal(received->count, PLIES / 2);
}

static void running_review_can_be_closed(void **state) {
    start(*state, PLIES);
}

/* ---- many games ---- */

typedef struct BatchGames {
    Record *records[GAMES]; /* reviewed ones, owned */
    size_t count, cancel_after;
    atomic_bool cancelled;
} BatchGames;

static Record *load(void *context, size_t index) {
    (void)context;
    return random_game(index + 17, PLIES);
}

static const Endings *no_endings(void *context, const Record *record) {
    (void)context;
    (void)record;
    return NULL;
}

static void on_reviewed(void *context, size_t index, const Record *record) {
    BatchGames *games = context;
    assert_null(games->records[index]);
    games->records[index] = record_clone(record);
    if (++games->count == games->cancel_after)
        atomic_store(&games->cancelled, true);
}

static void on_games(void *context, size_t done, int64_t left_ms) {
    const BatchGames *games = context;
    assert_int_equal(done, games->count);
    assert_true(left_ms >= -1);
}

static void run_batch(BatchGames *games, int threads) {
    static const size_t positions[GAMES] = {31, 31, 31, 0, 31, 31, 31};
    const ReviewGames source = {.positions = positions,
                                .count = GAMES,
                                .load = load,
                                .endings = no_endings,
                                .reviewed = on_reviewed,
                                .progress = on_games,
                                .context = games};
    Error error = {0};
    assert_true(review_batch(&source, &(ReviewOptions){.nodes = NODES}, threads, &games->cancelled,
                             &error));
}

static void free_games(BatchGames *games) {
    for (size_t i = 0; i < GAMES; i++)
        record_free(games->records[i]);
}

/* Expects that the whole review of a game stands in its record. */
static void expect_reviewed(const Record *record) {
    Review *review = review_from_record(record);
    assert_int_equal(review->pass, REVIEW_DONE);
    review_free(review);
}

static void threads_do_not_change_reviews(void **state) {
    (void)state;
    BatchGames one = {.cancel_after = 0}, many = {.cancel_after = 0};
    run_batch(&one, 1);
    run_batch(&many, 3);
    assert_int_equal(one.count, GAMES - 1);
    assert_int_equal(many.count, GAMES - 1);
    for (size_t i = 0; i < GAMES; i++) {
        if (i == 3) {
            assert_null(one.records[i]); /* it has nothing to search */
            continue;
        }
        expect_reviewed(one.records[i]);
        assert_true(record_equal(one.records[i], many.records[i]));
    }
    free_games(&one);
    free_games(&many);
}

static void batch_can_be_cancelled(void **state) {
    (void)state;
    BatchGames games = {.cancel_after = 2};
    run_batch(&games, 2);
    assert_true(games.count >= 2 && games.count <= 3);
    for (size_t i = 0; i < GAMES; i++)
        if (games.records[i] != NULL)
            expect_reviewed(games.records[i]);
    free_games(&games);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(review_arrives_on_the_loop, begin, end),
        cmocka_unit_test_setup_teardown(cancelled_review_has_no_news, begin, end),
        cmocka_unit_test_setup_teardown(new_review_replaces_another, begin, end),
        cmocka_unit_test_setup_teardown(running_review_can_be_closed, begin, end),
        cmocka_unit_test(threads_do_not_change_reviews),
        cmocka_unit_test(batch_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
