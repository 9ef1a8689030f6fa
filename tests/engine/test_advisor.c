/* The advisors that do not search. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "../support/search_helper.h"

/* Returns the greedy advisor's move as text. */
static const char *greedy(const char *variant, const char *fen, uint64_t seed) {
    Position position = position_of(variant, fen);
    SearchRequest request = request_for(&position);
    request.advisor = ADVISOR_GREEDY;
    request.seed = seed;
    static Answer answer;
    answer = search(shared_engine, &request);
    return answer_move(&answer);
}

static void have_names(void **state) {
    (void)state;
    AdvisorKind kind;
    int count = 0;
    for (; advisor_name((AdvisorKind)count); count++) {
        assert_true(advisor_find(advisor_name((AdvisorKind)count), &kind));
        assert_int_equal(kind, count);
    }
    assert_int_equal(count, 3);
    assert_true(advisor_find("greedy", &kind));
    assert_int_equal(kind, ADVISOR_GREEDY);
    assert_false(advisor_find("greed", &kind));
}

static void greedy_captures_the_most_valuable(void **state) {
    static const struct {
        const char *what, *variant, *fen, *move;
    } cases[] = {
        {"the lion before a monkey", "congo", "3l3/7/2Z4/m6/7/7/2L4/w/-1", "c5d7"},
        {"a monkey before a pawn", "congo", "3l3/7/p6/2Z4/4m2/7/2L4/w/-1", "c4e3"},
        {"a monkey before a superpawn", "congo", "3l3/7/s3m2/2Z4/7/7/2L4/w/-1", "c4e5"},
        {"a megapawn before a monkey", "megapawn", "3l3/7/q3m2/2Z4/7/7/2L4/w/-1", "c4a5"},
        {"two pawns before one", "congo", "3l3/7/4p2/7/2p4/1M5/2L4/w/-1", "b2d4f6"},
        {"a pawn though the zebra is lost", "congo", "e2l3/7/p6/2Z4/7/7/2L4/w/-1", "c4a5"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            const char *move = greedy(cases[i].variant, cases[i].fen, seed);
            if (strcmp(move, cases[i].move) != 0)
                fail_msg("%s: expected %s, found %s", cases[i].what, cases[i].move, move);
        }
    }
}

/* Every equal move is chosen by some seed, and a seed always chooses the same. */
static void greedy_breaks_ties_at_random(void **state) {
    static const char two_pawns[] = "3l3/7/p3p2/2Z4/7/7/2L4/w/-1";
    int left = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        bool is_left = strcmp(greedy("congo", two_pawns, seed), "c4a5") == 0;
        assert_string_equal(greedy("congo", two_pawns, seed), is_left ? "c4a5" : "c4e5");
        left += is_left;
    }
    assert_in_range(left, 50, 150);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(have_names),
        cmocka_unit_test(greedy_captures_the_most_valuable),
        cmocka_unit_test(greedy_breaks_ties_at_random),
    };
    return cmocka_run_group_tests(tests, engine_begin, engine_end);
}
