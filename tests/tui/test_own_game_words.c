/* The user's own games on servers in words, with the time left. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/monotonic.h"
#include "tui/game_form.h"
#include "tui/online/waiting.h"

enum { HOUR_MS = 3600 * 1000, DAY_MS = 24 * HOUR_MS };

static const SavedSeat seat = {.seat = SEAT_BLACK}, free_seat = {.seat = SEAT_ANY};

static OwnGame game_with_time(OwnGameState state, int64_t left_ms) {
    return (OwnGame){.saved = &seat,
                     .state = state,
                     .game = {.taken = {true, true}, .player = {"Ada", "Bo"}},
                     .has_time = true,
                     .time_ms = left_ms,
                     .asked_ms = monotonic_ms()};
}

static void assert_state(const OwnGame *game, const char *wide, const char *narrow) {
    char text[OWN_GAME_WORDS_SIZE];
    assert_string_equal(own_game_state(game, true, text), wide);
    assert_string_equal(own_game_state(game, false, text), narrow);
}

/* The unit is the largest of which two are left; it is rounded. */
static void test_time_left(void **state) {
    OwnGame game = game_with_time(OWN_GAME_MY_MOVE, 2 * (int64_t)DAY_MS + HOUR_MS);
    (void)state;
    assert_state(&game, "your move, 2 days left", "your move");
    game = game_with_time(OWN_GAME_MY_MOVE, 3 * (int64_t)DAY_MS - 1000);
    assert_state(&game, "your move, 3 days left", "your move");
    game = game_with_time(OWN_GAME_THEIR_MOVE, 47 * (int64_t)HOUR_MS + HOUR_MS / 4);
    assert_state(&game, "their move, 47 hours left", "theirs");
    game = game_with_time(OWN_GAME_MY_MOVE, HOUR_MS + 59 * 15000); /* 74.75 minutes */
    assert_state(&game, "your move, 75 minutes left", "your move");
    game = game_with_time(OWN_GAME_MY_MOVE, -5000);
    assert_state(&game, "your move, 0 seconds left", "your move");
    game.has_time = false;
    assert_state(&game, "your move", "your move");
}

/* Time passes after the server was asked. */
static void test_time_passes(void **state) {
    OwnGame game = game_with_time(OWN_GAME_MY_MOVE, 5 * (int64_t)DAY_MS + HOUR_MS);
    (void)state;
    game.asked_ms -= 2 * (int64_t)DAY_MS;
    assert_state(&game, "your move, 3 days left", "your move");
}

static void test_clauses(void **state) {
    char text[OWN_GAME_WORDS_SIZE];
    OwnGame game = game_with_time(OWN_GAME_MY_MOVE, 2 * (int64_t)DAY_MS + HOUR_MS);
    (void)state;
    assert_string_equal(own_game_clause(&game, NULL, text), "Your move against Ada (2 days left)");
    assert_string_equal(own_game_clause(&game, "localhost:7153", text),
                        "Your move against Ada on localhost:7153 (2 days left)");
    assert_true(own_game_waits_for_user(&game));
    game.state = OWN_GAME_THEIR_MOVE;
    assert_string_equal(own_game_clause(&game, NULL, text), "It is Ada's move (2 days left)");
    assert_false(own_game_waits_for_user(&game));
    game.has_time = false;
    game.state = OWN_GAME_OVER;
    game.outcome = (Outcome){RESULT_BLACK, REASON_TIME};
    assert_false(own_game_waits_for_user(&game));
    assert_state(&game, "won, on time", "won");
    assert_string_equal(own_game_clause(&game, NULL, text), "You won against Ada");
    game.outcome.result = RESULT_WHITE;
    assert_string_equal(own_game_clause(&game, NULL, text), "You lost against Ada");
    game.outcome.result = RESULT_DRAW;
    assert_string_equal(own_game_clause(&game, NULL, text), "A draw against Ada");
    game.outcome.result = RESULT_OPEN;
    assert_string_equal(own_game_clause(&game, NULL, text), "No result against Ada");
    game.rematch = REMATCH_ASKED;
    assert_true(own_game_waits_for_user(&game));
    assert_string_equal(own_game_clause(&game, NULL, text), "Ada offers a rematch");
    game.rematch = REMATCH_OFFERED;
    assert_false(own_game_waits_for_user(&game));
    assert_state(&game, "no result, on time", "no result");
    assert_string_equal(own_game_clause(&game, NULL, text), "You offer Ada a rematch");
    game.rematch = REMATCH_MADE;
    assert_true(own_game_waits_for_user(&game));
    assert_state(&game, "the rematch has begun", "rematch");
    assert_string_equal(own_game_clause(&game, NULL, text), "The rematch with Ada has begun");
    game.state = OWN_GAME_NOT_JOINED;
    assert_true(own_game_waits_for_user(&game));
    assert_state(&game, "waits for you to join", "to join");
    game.saved = &free_seat; /* it is known by the one that is taken */
    game.game.taken[BLACK] = false;
    assert_string_equal(own_game_clause(&game, NULL, text),
                        "A game against Ada waits for you to join");
    game.game.taken[WHITE] = false;
    assert_string_equal(own_game_clause(&game, NULL, text), "A game waits for you to join");
    game.state = OWN_GAME_UNKNOWN;
    assert_string_equal(own_game_clause(&game, NULL, text), "Invitation to game ");
    game = game_with_time(OWN_GAME_MY_MOVE, 0);
    game.has_time = false;
    game.game.player[WHITE][0] = '\0';
    assert_string_equal(own_game_clause(&game, NULL, text), "Your move against White");
}

static void test_clocks(void **state) {
    static const struct {
        GameClock clock;
        bool per_move;
        const char *wide, *narrow;
    } clocks[] = {
        {{0, 0}, false, "no clock", "no clock"},
        {{60, 0}, false, "1 min", "1m"},
        {{90, 1}, false, "90 s + 1 s", "90s+1s"},
        {{900, 10}, false, "15 min + 10 s", "15m+10s"},
        {{7200, 60}, false, "2 h + 1 min", "2h+1m"},
        {{86400, 0}, true, "1 day a move", "1 d/move"},
        {{30 * 86400, 0}, true, "30 days a move", "30 d/move"},
    };
    char text[CLOCK_WORDS_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        assert_string_equal(clock_choice_words(&clocks[i].clock, clocks[i].per_move, true, text),
                            clocks[i].wide);
        assert_string_equal(clock_choice_words(&clocks[i].clock, clocks[i].per_move, false, text),
                            clocks[i].narrow);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_time_passes),
        cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
