/* Whole games of the advisors, played on a record, which checks every move. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "rules/record.h"
#include "../support/search_helper.h"

enum { GAME_MAX = 300 };

static Move ask(const Record *record, SearchRequest request) {
    request.positions = record->positions;
    request.position_count = record->current + 1;
    Answer answer = search(shared_engine, &request);
    assert_true(answer.info.has_move);
    return answer.info.lines[0].pv[0];
}

/* Plays until the game is over or too long; the second request is Black's. */
static void play_on(Record *record, const SearchRequest requests[COLOR_COUNT]) {
    while (record_outcome(record).result == RESULT_OPEN && record->current < GAME_MAX) {
        Error error = {0};
        Move move = ask(record, requests[record_position(record)->side]);
        if (!record_play(record, move, -1, -1, &error))
            fail_msg("ply %zu: %s", record->current, error.text);
    }
}

static Record *play(const Position *start, SearchRequest white, SearchRequest black) {
    Record *record = record_create(start);
    play_on(record, (SearchRequest[]){white, black});
    return record;
}

static SearchRequest random_request(uint64_t seed) {
    SearchRequest request = request_for(NULL);
    request.advisor = ADVISOR_RANDOM;
    request.seed = seed;
    return request;
}

static SearchRequest level_request(int level, uint64_t seed) {
    SearchRequest request = request_for(NULL);
    request.level = level;
    request.seed = seed;
    request.limits.nodes = 500;
    return request;
}

static void plays_legally_in_every_variant(void **state) {
    (void)state;
    for (size_t index = 0; variant_builtin(index); index++) {
        Position start;
        position_start(&start, variant_builtin(index));
        for (int level = LEVEL_MIN; level <= LEVEL_MAX; level += 9) {
            record_free(play(&start, random_request((uint64_t)level), random_request(index)));
            record_free(play(&start, level_request(level, 1), random_request(2)));
            record_free(play(&start, level_request(level, 1), level_request(LEVEL_MAX, 2)));
        }
    }
}

/* Two lions that may not repeat a position run out of moves, or one is captured. */
static void ends_games_without_repetition(void **state) {
    (void)state;
    Position start = position_of("megapawn", "2l4/7/7/7/7/7/3L3/w/-1");
    SearchRequest request = request_for(NULL);
    request.limits.depth = 3;
    engine_new_game(shared_engine);
    Record *record = play(&start, request, request);
    assert_true(record_outcome(record).result != RESULT_OPEN);
    assert_true(record_outcome(record).result != RESULT_DRAW);
    record_free(record);
    for (uint64_t seed = 1; seed < 30; seed++) {
        record = play(&start, random_request(seed), random_request(seed * 100));
        assert_true(record_outcome(record).result != RESULT_OPEN);
        record_free(record);
    }
}

static void the_same_seed_plays_the_same_game(void **state) {
    (void)state;
    Position start;
    int differing = 0;
    position_start(&start, variant_default());
    for (uint64_t seed = 1; seed < 4; seed++) {
        for (int level = 0; level <= 1; level++) {
            SearchRequest request = level ? level_request(level, seed) : random_request(seed);
            SearchRequest other = level ? level_request(level, 99) : random_request(99);
            engine_new_game(shared_engine);
            Record *first = play(&start, request, request);
            engine_new_game(shared_engine);
            Record *second = play(&start, request, request);
            engine_new_game(shared_engine);
            Record *third = play(&start, other, other);
            assert_true(record_equal(first, second));
            differing += !record_equal(first, third);
            record_free(first);
            record_free(second);
            record_free(third);
        }
    }
    assert_int_equal(differing, 6);
}

static void random_plays_every_move(void **state) {
    (void)state;
    Position start;
    MoveList drawn;
    position_start(&start, variant_default());
    SearchRequest request = request_for(&start);
    request.advisor = ADVISOR_RANDOM;
    movelist_init(&drawn);
    for (request.seed = 0; request.seed < 1000; request.seed++) {
        Move move = search(shared_engine, &request).info.lines[0].pv[0];
        if (!movelist_has(&drawn, move))
            movelist_add(&drawn, move);
    }
    assert_int_equal(drawn.count, movegen_count(&start));
    movelist_free(&drawn);
}

static int points(int level, SearchRequest opponent, int games) {
    int points = 0;
    for (int game = 0; game < games; game++) {
        Position start;
        Color color = (Color)(game % 2);
        position_start(&start, variant_default());
        SearchRequest own = level_request(level, (uint64_t)game);
        own.limits.nodes = 10000;
        opponent.seed = (uint64_t)game;
        Record *record = color == WHITE ? play(&start, own, opponent) : play(&start, opponent, own);
        Result result = record_outcome(record).result;
        points += result == (color == WHITE ? RESULT_WHITE : RESULT_BLACK);
        record_free(record);
    }
    return points;
}

static void beats_weaker_opponents(void **state) {
    (void)state;
    assert_int_equal(points(LEVEL_MAX, random_request(0), 10), 10);
    assert_true(points(LEVEL_MIN, random_request(0), 10) >= 9);
    assert_true(points(LEVEL_MAX, level_request(LEVEL_MIN, 0), 10) >= 9);
}

/* ---- levels ---- */

static Answer ask_level(const Position *position, int level, uint64_t seed) {
    SearchRequest request = request_for(position);
    request.level = level;
    request.seed = seed;
    return search(shared_engine, &request);
}

/* Neither earlier searches nor the size of the table change the play of a weak level. */
static void weak_levels_are_reproducible(void **state) {
    (void)state;
    Engine *other = engine_of(2);
    assert_true(engine_resize(other, 2, 1, NULL));
    Position start;
    position_start(&start, variant_default());
    for (int level = LEVEL_MIN; level < LEVEL_MAX; level++) {
        Answer first = ask_level(&start, level, 7);
        search_depth(shared_engine, "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", 8);
        Answer second = ask_level(&start, level, 7);
        SearchRequest request = request_for(&start);
        request.level = level;
        request.seed = 7;
        Answer third = search(other, &request);
        assert_true(move_equal(first.info.lines[0].pv[0], second.info.lines[0].pv[0]));
        assert_true(move_equal(first.info.lines[0].pv[0], third.info.lines[0].pv[0]));
        assert_int_equal(first.info.nodes, second.info.nodes);
        assert_int_equal(first.info.nodes, third.info.nodes);
        assert_int_equal(first.info.lines[0].score, second.info.lines[0].score);
    }
    engine_free(other);
}

static void every_level_captures_a_lion(void **state) {
    (void)state;
    Position position = position_of("congo", "3l3/2P4/7/7/7/2e4/2L4/w/-1");
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
        for (uint64_t game = 0; game < 50; game++) {
            SearchRequest request = request_for(&position);
            request.level = level;
            request.seed = game << 32 | game;
            request.limits.depth = 3;
            Answer answer = search(shared_engine, &request);
            assert_int_equal(answer.info.lines[0].score, SCORE_WIN - 1);
        }
    }
}

/* Returns how often, of 100 times, a level leaves its lion under attack. */
static int lions_lost(int level) {
    Position position = position_of("congo", "2l4/7/4p2/7/p1P4/2e4/2L3Z/w/-1");
    int lost = 0;
    for (uint64_t game = 0; game < 100; game++) {
        SearchRequest request = request_for(&position);
        request.level = level;
        request.seed = game << 32 | game;
        request.limits.depth = 3;
        Move move = search(shared_engine, &request).info.lines[0].pv[0];
        Position after = position;
        position_make(&after, move);
        lost += position_can_capture_lion(&after);
    }
    return lost;
}

/* Only the lowest three levels overlook that, and the fourth in bad form. */
static void levels_protect_their_lion(void **state) {
    (void)state;
    assert_in_range(lions_lost(1), 30, 90);
    assert_in_range(lions_lost(2), 17, 29);
    assert_in_range(lions_lost(3), 5, 20);
    assert_in_range(lions_lost(4), 0, 8);
    for (int level = 5; level <= LEVEL_MAX; level++)
        assert_int_equal(lions_lost(level), 0);
}

/* Returns the points of 24 games with different seeds, hence forms. */
static int points_against(int level, int below) {
    int points = 0;
    for (uint64_t game = 0; game < 24; game++) {
        Position start;
        position_start(&start, variant_default());
        Color color = (Color)(game % 2);
        SearchRequest own = level_request(level, game << 32 | game);
        SearchRequest other = level_request(below, ~own.seed);
        own.limits.nodes = other.limits.nodes = 0;
        Record *record = color == WHITE ? play(&start, own, other) : play(&start, other, own);
        points += record_outcome(record).result == (color == WHITE ? RESULT_WHITE : RESULT_BLACK);
        record_free(record);
    }
    return points;
}

static void levels_beat_those_far_below(void **state) {
    (void)state;
    assert_true(points_against(3, 1) >= 14);
    assert_true(points_against(5, 3) >= 14);
    assert_true(points_against(7, 5) >= 14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_legally_in_every_variant),
        cmocka_unit_test(ends_games_without_repetition),
        cmocka_unit_test(the_same_seed_plays_the_same_game),
        cmocka_unit_test(random_plays_every_move),
        cmocka_unit_test(beats_weaker_opponents),
        cmocka_unit_test(weak_levels_are_reproducible),
        cmocka_unit_test(every_level_captures_a_lion),
        cmocka_unit_test(levels_protect_their_lion),
        cmocka_unit_test(levels_beat_those_far_below),
    };
    return cmocka_run_group_tests(tests, engine_begin, engine_end);
}
