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

#include "play/searcher.h"
#include "rules/fen.h"
#include "rules/movegen.h"

/* What a listener has heard. */
typedef struct Heard {
    uv_loop_t loop;
    Searcher *searcher;
    int reports;
    int finals;
    int failures;
    SearchInfo last;
    bool closed;
} Heard;

static void on_report(void *context, const SearchInfo *info, int64_t at_ms) {
    Heard *heard = context;
    assert_true(at_ms <= searcher_now());
    heard->reports++;
    heard->finals += info->final;
    heard->last = *info;
}

static void on_failed(void *context, const Error *error) {
    Heard *heard = context;
    (void)error;
    heard->failures++;
}

static void on_closed(void *context) {
    Heard *heard = context;
    heard->closed = true;
}

static int begin(void **state) {
    static Heard heard;
    Error error = {0};
    heard = (Heard){0};
    if (uv_loop_init(&heard.loop) != 0)
        return -1;
    SearcherListener listener = {on_report, on_failed, &heard};
    heard.searcher = searcher_create(&heard.loop, HASH_MB_MIN, 2, &listener, &error);
    *state = &heard;
    return heard.searcher ? 0 : -1;
}

static int end(void **state) {
    Heard *heard = *state;
    searcher_close(heard->searcher, on_closed, heard);
    uv_run(&heard->loop, UV_RUN_DEFAULT);
    return heard->closed && uv_loop_close(&heard->loop) == 0 ? 0 : -1;
}

static void run_until(Heard *heard, const int *count, int wanted) {
    while (*count < wanted)
        uv_run(&heard->loop, UV_RUN_ONCE);
}

static void stop_timer(uv_timer_t *timer) {
    uv_close((uv_handle_t *)timer, NULL);
}

/* Lets the loop turn for a while, for what ought not to come. */
static void run_on(Heard *heard) {
    uv_timer_t timer;
    uv_timer_init(&heard->loop, &timer);
    uv_timer_start(&timer, stop_timer, 50, 0);
    while (uv_is_active((uv_handle_t *)&timer))
        uv_run(&heard->loop, UV_RUN_ONCE);
    uv_run(&heard->loop, UV_RUN_NOWAIT);
}

static Position standard(void) {
    Position position;
    position_start(&position, variant_default());
    return position;
}

/* A position whose moves are other ones than those of the standard start. */
static Position other(void) {
    Position position;
    Error error = {0};
    assert_true(fen_parse("3l3/1p5/7/7/2Z4/7/3L3/b/-1", variant_default(), &position, &error));
    return position;
}

static void start(Heard *heard, const Position *position, SearchLimits limits) {
    Error error = {0};
    SearchRequest request = {.advisor = ADVISOR_NEGAMAX,
                             .positions = position,
                             .position_count = 1,
                             .limits = limits,
                             .level = LEVEL_MAX,
                             .multipv = 1};
    assert_true(searcher_start(heard->searcher, &request, &error));
}

static const SearchLimits endless = {.infinite = true};
static const SearchLimits two_plies = {.depth = 2};

static void assert_move_of(const Heard *heard, const Position *position) {
    assert_true(heard->last.final);
    assert_true(heard->last.has_move);
    assert_true(move_is_legal(position, heard->last.lines[0].pv[0]));
}

static void a_search_comes_to_its_end(void **state) {
    Heard *heard = *state;
    Position position = standard();
    start(heard, &position, two_plies);
    run_until(heard, &heard->finals, 1);
    assert_move_of(heard, &position);
    start(heard, &position, two_plies);
    run_until(heard, &heard->finals, 2);
    assert_move_of(heard, &position);
}

static void a_search_is_finished_early(void **state) {
    Heard *heard = *state;
    Position position = standard();
    start(heard, &position, endless);
    run_until(heard, &heard->reports, 1);
    searcher_finish(heard->searcher);
    run_until(heard, &heard->finals, 1);
    assert_move_of(heard, &position);
    run_on(heard);
    assert_int_equal(heard->finals, 1);
}

static void an_abandoned_search_is_not_heard(void **state) {
    Heard *heard = *state;
    Position position = standard();
    start(heard, &position, endless);
    run_until(heard, &heard->reports, 1);
    int reports = heard->reports;
    searcher_abandon(heard->searcher);
    run_on(heard);
    assert_int_equal(heard->reports, reports);
    searcher_finish(heard->searcher); /* nothing runs any more */
    run_on(heard);
    assert_int_equal(heard->finals, 0);
    start(heard, &position, two_plies);
    run_until(heard, &heard->finals, 1);
}

static void a_replaced_search_is_not_heard(void **state) {
    Heard *heard = *state;
    for (int round = 0; round < 50; round++) {
        Position first = standard(), second = other();
        heard->finals = 0;
        start(heard, &first, endless);
        if (round % 2)
            run_until(heard, &heard->reports, heard->reports + 1);
        start(heard, &first, endless); /* waits, and never begins */
        start(heard, &second, two_plies);
        second = first; /* the waiting search has a copy of its own */
        run_until(heard, &heard->finals, 1);
        second = other();
        assert_move_of(heard, &second);
    }
    run_on(heard);
    assert_int_equal(heard->finals, 1);
    assert_int_equal(heard->failures, 0);
}

static void a_final_report_in_the_mail_is_dropped_too(void **state) {
    Heard *heard = *state;
    Position first = standard(), second = other();
    start(heard, &first, two_plies);
    usleep(50000); /* most likely it is there by now; the loop has not looked */
    start(heard, &second, two_plies);
    run_until(heard, &heard->finals, 1);
    assert_move_of(heard, &second);
    run_on(heard);
    assert_int_equal(heard->finals, 1);
}

static void a_waiting_search_can_be_finished(void **state) {
    Heard *heard = *state;
    Position first = standard(), second = other();
    start(heard, &first, endless);
    start(heard, &second, endless);
    searcher_finish(heard->searcher);
    run_until(heard, &heard->finals, 1);
    assert_move_of(heard, &second);
}

static void closing_ends_a_search(void **state) {
    Heard *heard = *state;
    Position position = standard();
    start(heard, &position, endless);
    start(heard, &position, endless);
}

/* How many threads of this process are nicer to others than this one. */
static int count_humble_threads(void) {
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

/* A key is to be answered at once, however many processors are searching. */
static void search_threads_are_niced(void **state) {
    Heard *heard = *state;
    Position position = standard();
    if (access("/proc/self/task", R_OK) != 0 || getpriority(PRIO_PROCESS, 0) > 0)
        skip();
    start(heard, &position, endless);
    for (int tries = 0; count_humble_threads() < 2; tries++) {
        assert_true(tries < 30000);
        usleep(1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_search_comes_to_its_end, begin, end),
        cmocka_unit_test_setup_teardown(a_search_is_finished_early, begin, end),
        cmocka_unit_test_setup_teardown(an_abandoned_search_is_not_heard, begin, end),
        cmocka_unit_test_setup_teardown(a_replaced_search_is_not_heard, begin, end),
        cmocka_unit_test_setup_teardown(a_final_report_in_the_mail_is_dropped_too, begin, end),
        cmocka_unit_test_setup_teardown(a_waiting_search_can_be_finished, begin, end),
        cmocka_unit_test_setup_teardown(closing_ends_a_search, begin, end),
        cmocka_unit_test_setup_teardown(search_threads_are_niced, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
