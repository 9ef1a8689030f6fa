#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/ending_games.h"
#include "base/monotonic.h"
#include "play/searcher.h"
#include "rules/fen.h"
#include "rules/movegen.h"

/* Calls received by the listener. */
typedef struct ReceivedReports {
    uv_loop_t loop;
    Searcher *searcher;
    int reports;
    int finals;
    int failures;
    SearchInfo last;
    bool closed;
} ReceivedReports;

static void on_report(void *context, const SearchInfo *info, int64_t at_ms) {
    ReceivedReports *received = context;
    assert_true(at_ms <= monotonic_ms());
    received->reports++;
    received->finals += info->final;
    received->last = *info;
}

static void on_failed(void *context, const Error *error) {
    ReceivedReports *received = context;
    (void)error;
    received->failures++;
}

static void on_closed(void *context) {
    ReceivedReports *received = context;
    received->closed = true;
}

static int begin(void **state) {
    static ReceivedReports received;
    Error error = {0};
    received = (ReceivedReports){0};
    if (uv_loop_init(&received.loop) != 0)
        return -1;
    SearcherListener listener = {on_report, on_failed, &received};
    received.searcher = searcher_create(&received.loop, HASH_MB_MIN, 2, &listener, &error);
    *state = &received;
    return received.searcher ? 0 : -1;
}

static int end(void **state) {
    ReceivedReports *received = *state;
    searcher_close(received->searcher, on_closed, received);
    uv_run(&received->loop, UV_RUN_DEFAULT);
    return received->closed && uv_loop_close(&received->loop) == 0 ? 0 : -1;
}

static void run_until(ReceivedReports *received, const int *count, int wanted) {
    while (*count < wanted)
        uv_run(&received->loop, UV_RUN_ONCE);
}

static void stop_timer(uv_timer_t *timer) {
    uv_close((uv_handle_t *)timer, NULL);
}

/* Runs the loop for a while, to check that nothing happens. */
static void run_on(ReceivedReports *received) {
    uv_timer_t timer;
    uv_timer_init(&received->loop, &timer);
    uv_timer_start(&timer, stop_timer, 50, 0);
    while (uv_is_active((uv_handle_t *)&timer))
        uv_run(&received->loop, UV_RUN_ONCE);
    uv_run(&received->loop, UV_RUN_NOWAIT);
}

static Position standard(void) {
    Position position;
    position_start(&position, variant_default());
    return position;
}

/* Returns a position with other moves than the standard start. */
static Position other(void) {
    Position position;
    Error error = {0};
    assert_true(fen_parse("3l3/1p5/7/7/2Z4/7/3L3/b/-1", variant_default(), &position, &error));
    return position;
}

static void start(ReceivedReports *received, const Position *position, SearchLimits limits) {
    Error error = {0};
    SearchRequest request = {.advisor = ADVISOR_NEGAMAX,
                             .positions = position,
                             .position_count = 1,
                             .limits = limits,
                             .level = LEVEL_MAX,
                             .multipv = 1};
    assert_true(searcher_start(received->searcher, &request, &error));
}

static const SearchLimits endless = {.infinite = true};
static const SearchLimits two_plies = {.depth = 2};

static void assert_move_of(const ReceivedReports *received, const Position *position) {
    assert_true(received->last.final);
    assert_true(received->last.has_move);
    assert_true(move_is_legal(position, received->last.lines[0].pv[0]));
}

static void a_search_reports_its_end(void **state) {
    ReceivedReports *received = *state;
    Position position = standard();
    start(received, &position, two_plies);
    run_until(received, &received->finals, 1);
    assert_move_of(received, &position);
    start(received, &position, two_plies);
    run_until(received, &received->finals, 2);
    assert_move_of(received, &position);
}

static void a_search_is_stopped_early(void **state) {
    ReceivedReports *received = *state;
    Position position = standard();
    start(received, &position, endless);
    run_until(received, &received->reports, 1);
    searcher_stop(received->searcher);
    run_until(received, &received->finals, 1);
    assert_move_of(received, &position);
    run_on(received);
    assert_int_equal(received->finals, 1);
}

static void a_cancelled_search_reports_nothing(void **state) {
    ReceivedReports *received = *state;
    Position position = standard();
    start(received, &position, endless);
    run_until(received, &received->reports, 1);
    int reports = received->reports;
    searcher_cancel(received->searcher);
    run_on(received);
    assert_int_equal(received->reports, reports);
    searcher_stop(received->searcher); /* no search is running */
    run_on(received);
    assert_int_equal(received->finals, 0);
    start(received, &position, two_plies);
    run_until(received, &received->finals, 1);
}

static void a_replaced_search_reports_nothing(void **state) {
    ReceivedReports *received = *state;
    for (int round = 0; round < 50; round++) {
        Position first = standard(), second = other();
        received->finals = 0;
        start(received, &first, endless);
        if (round % 2)
            run_until(received, &received->reports, received->reports + 1);
        start(received, &first, endless); /* is queued and never starts */
        start(received, &second, two_plies);
        second = first; /* the queued search has a copy */
        run_until(received, &received->finals, 1);
        second = other();
        assert_move_of(received, &second);
    }
    run_on(received);
    assert_int_equal(received->finals, 1);
    assert_int_equal(received->failures, 0);
}

static void a_final_report_in_the_mailbox_is_dropped_too(void **state) {
    ReceivedReports *received = *state;
    Position first = standard(), second = other();
    start(received, &first, two_plies);
    usleep(50000); /* time for the report to reach the mailbox */
    start(received, &second, two_plies);
    run_until(received, &received->finals, 1);
    assert_move_of(received, &second);
    run_on(received);
    assert_int_equal(received->finals, 1);
}

static void a_queued_search_can_be_stopped(void **state) {
    ReceivedReports *received = *state;
    Position first = standard(), second = other();
    start(received, &first, endless);
    start(received, &second, endless);
    searcher_stop(received->searcher);
    run_until(received, &received->finals, 1);
    assert_move_of(received, &second);
}

static void closing_ends_a_search(void **state) {
    ReceivedReports *received = *state;
    Position position = standard();
    start(received, &position, endless);
    start(received, &position, endless);
}

/* Returns the number of threads with a lower priority than this one. */
static int count_niced_threads(void) {
    int own = getpriority(PRIO_PROCESS, 0);
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    for (const struct dirent *task; tasks && (task = readdir(tasks));) {
        errno = 0;
        pid_t thread = (pid_t)strtol(task->d_name, NULL, 10);
        count += thread > 0 && getpriority(PRIO_PROCESS, (id_t)thread) > own && errno == 0;
    }
    if (tasks)
        closedir(tasks);
    return count;
}

/* The program must react to a key at once while all processors search. */
static void search_threads_are_niced(void **state) {
    ReceivedReports *received = *state;
    Position position = standard();
    if (access("/proc/self/task", R_OK) != 0 || getpriority(PRIO_PROCESS, 0) > 0)
        skip();
    start(received, &position, endless);
    for (int tries = 0; count_niced_threads() < 2; tries++) {
        assert_true(tries < 30000);
        usleep(1000);
    }
}

/* They are set while a search runs, without waiting for it. */
static void the_next_search_uses_the_endings(void **state) {
    ReceivedReports *received = *state;
    Position position = other();
    Endings *endings = ending_tables(variant_default(), 4);
    if (!endings)
        skip();
    start(received, &position, endless);
    run_until(received, &received->reports, 1);
    searcher_set_endings(received->searcher, endings);
    assert_int_equal(received->last.tbhits, 0);
    start(received, &position, two_plies);
    run_until(received, &received->finals, 1);
    assert_true(received->last.tbhits > 0);
    searcher_set_endings(received->searcher, NULL);
    start(received, &position, two_plies);
    run_until(received, &received->finals, 2);
    assert_int_equal(received->last.tbhits, 0);
    endings_close(endings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_search_reports_its_end, begin, end),
        cmocka_unit_test_setup_teardown(a_search_is_stopped_early, begin, end),
        cmocka_unit_test_setup_teardown(a_cancelled_search_reports_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_replaced_search_reports_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_final_report_in_the_mailbox_is_dropped_too, begin, end),
        cmocka_unit_test_setup_teardown(a_queued_search_can_be_stopped, begin, end),
        cmocka_unit_test_setup_teardown(closing_ends_a_search, begin, end),
        cmocka_unit_test_setup_teardown(search_threads_are_niced, begin, end),
        cmocka_unit_test_setup_teardown(the_next_search_uses_the_endings, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
