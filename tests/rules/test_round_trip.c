/* Two thousand random games of every variant are written and read back, with comments and other
 * notes, times, tags, declared ends, and starts in the middle of a capture. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "../support/games.h"
#include "../support/random_game.h"

enum { GAMES_EACH = 2000, PLIES_USUAL = 24, PLIES_LONG = 200, LONG_ONE_IN = 40 };

/* How often the games of a variant had each feature. The test needs all of them. */
typedef struct Seen {
    size_t plies, chains, drowned, comments, glyphs, variations, scores, times, declared, ended,
        in_capture, from_fen;
} Seen;

static void look(const Record *record, Seen *seen) {
    const Position *start = record_position_at(record, 0);
    Position usual;
    position_start(&usual, &record->variant);
    seen->from_fen += !position_same(start, &usual);
    seen->in_capture += position_in_capture(start);
    seen->declared += record->declared.reason != REASON_NONE;
    seen->ended += record_outcome(record).result != RESULT_OPEN;
    seen->plies += record->count;
    for (size_t ply = 1; ply <= record->count; ply++) {
        Move move = record->plies[ply - 1].move;
        seen->chains += move_jumps(move) > 1;
        seen->drowned += position_drowned(record_position_at(record, ply - 1), move) != 0;
        seen->comments += record_comment(record, ply) != NULL;
        seen->glyphs += record->plies[ply - 1].glyphs[0] != 0;
        seen->variations += record->plies[ply - 1].variations != NULL;
        seen->scores += record->scores[ply].known;
        seen->times += record->plies[ply - 1].time_ms >= 0;
    }
}

static void check_variant(const Variant *variant, uint64_t *seed) {
    Seen seen = {0};
    for (int i = 0; i < GAMES_EACH; i++) {
        Variant made = variant ? *variant : random_game_variant(seed);
        size_t plies = random_below(seed, LONG_ONE_IN) == 0 ? PLIES_LONG : PLIES_USUAL;
        Record *record = random_game_create(&made, plies, seed);
        random_game_check_round_trip(record);
        look(record, &seen);
        record_free(record);
    }
    print_message("%s: %d games, %zu moves, %zu of several jumps\n",
                  variant ? variant->name : "custom", GAMES_EACH, seen.plies, seen.chains);
    bool monkeys = !variant || strchr(variant->start, 'm');
    assert_true(seen.drowned && seen.comments && seen.times && seen.declared && seen.ended);
    assert_true(seen.glyphs && seen.variations && seen.scores);
    assert_true(seen.from_fen && (!monkeys || (seen.chains && seen.in_capture)));
}

static void every_written_game_is_read_back(void **state) {
    (void)state;
    uint64_t seed = 2026;
    const Variant *variant;
    for (size_t i = 0; (variant = variant_builtin(i)); i++)
        check_variant(variant, &seed);
    check_variant(NULL, &seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_written_game_is_read_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
