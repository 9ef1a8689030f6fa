/* The engine wins with lion and one piece against the bare lion. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../support/lone_lion.h"
#include "rules/fen.h"
#include "../support/search_helper.h"

enum { POSITIONS = 5, NODES = 20000 };

static LoneTable *table;

static int begin(void **state) {
    table = lone_table_create();
    return engine_begin(state);
}

static int end(void **state) {
    free(table);
    return engine_end(state);
}

/* In plies. No such win takes longer than 22, by independent analysis. */
static void knows_the_longest_wins(void **state) {
    (void)state;
    static const int longest[] = {[ZEBRA] = 18,  [ELEPHANT] = 14, [GIRAFFE] = 12,  [CROCODILE] = 12,
                                  [MONKEY] = 18, [PAWN] = 22,     [SUPERPAWN] = 16};
    for (PieceType type = ZEBRA; type <= SUPERPAWN; type++)
        assert_int_equal(lone_count(table, type).longest, longest[type]);
}

static void check_wins(Engine *defence) {
    uint64_t random = 1;
    for (PieceType type = ZEBRA; type <= SUPERPAWN; type++) {
        for (int i = 0; i < POSITIONS; i++) {
            char fen[FEN_SIZE];
            Position position = lone_choose(table, type, &random);
            fen_write(&position, fen);
            engine_new_game(shared_engine);
            if (lone_play(table, &position, shared_engine, defence, NODES) == 0)
                fail_msg("%s is not won", fen);
        }
    }
}

static void wins_against_itself(void **state) {
    (void)state;
    Engine *defence = engine_of(1);
    check_wins(defence);
    engine_free(defence);
}

static void wins_against_the_perfect_defence(void **state) {
    (void)state;
    check_wins(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_longest_wins),
        cmocka_unit_test(wins_against_itself),
        cmocka_unit_test(wins_against_the_perfect_defence),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
