/* What was played from a position, and the results of the user. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/text.h"
#include "collection/game_tree.h"
#include "play/autosave.h"
#include "rules/coordinate.h"
#include "rules/games/gamefile.h"
#include "rules/movegen.h"
#include "../support/scratch.h"

static Record *play(const Variant *variant, const char *moves, Outcome outcome) {
    Position start;
    char *copy = strdup(moves), *rest = copy;
    position_start(&start, variant);
    Record *record = record_create(&start);
    for (char *word; (word = text_next_word(&rest)) != NULL;)
        assert_true(record_play_coordinates(record, word, -1, -1, NULL));
    if (outcome.reason != REASON_NONE)
        assert_true(record_declare(record, outcome, NULL));
    free(copy);
    return record;
}

static void add(GameTree *tree, const Variant *variant, const char *moves, Outcome outcome) {
    Record *record = play(variant, moves, outcome);
    game_tree_add(tree, record);
    record_free(record);
}

static GameTreeNode look_up(const GameTree *tree, const Variant *variant, const char *moves) {
    GameTreeNode node;
    Record *record = play(variant, moves, (Outcome){0});
    game_tree_look_up(tree, record_position(record), &node);
    record_free(record);
    return node;
}

static const Outcome white = {RESULT_WHITE, REASON_RESIGNED};
static const Outcome black = {RESULT_BLACK, REASON_TIME};
static const Outcome draw = {RESULT_DRAW, REASON_AGREED};

static void moves_are_counted_with_their_results(void **state) {
    (void)state;
    const Variant *congo = variant_default(), *islands = variant_find("islands");
    GameTree *tree = game_tree_create();
    add(tree, congo, "c1c3 c7c5", white);
    add(tree, congo, "c1c3 e7e5", draw);
    add(tree, congo, "c1c3", black);
    add(tree, congo, "e1e3", (Outcome){0});
    add(tree, congo, "", white);
    add(tree, islands, "g1f3", white);
    assert_int_equal(game_tree_games(tree), 6);
    GameTreeNode node = look_up(tree, congo, "");
    assert_int_equal(node.count.games, 5);
    assert_int_equal(node.count.white, 2);
    assert_int_equal(node.move_count, 2);
    assert_int_equal(move_from(node.moves[0].move), C1);
    assert_int_equal(node.moves[0].count.games, 3);
    assert_int_equal(node.moves[0].count.white, 1);
    assert_int_equal(node.moves[0].count.draws, 1);
    assert_int_equal(node.moves[0].count.black, 1);
    assert_int_equal(node.moves[1].count.games, 1); /* without a result */
    assert_int_equal(node.moves[1].count.white + node.moves[1].count.draws, 0);
    game_tree_free_node(&node);
    node = look_up(tree, islands, "");
    assert_int_equal(node.count.games, 1);
    game_tree_free_node(&node);
    node = look_up(tree, variant_find("wits"), "");
    assert_int_equal(node.count.games, 0);
    game_tree_free_node(&node);
    game_tree_free(tree);
}

static void transpositions_count_and_mirror_images_do_not(void **state) {
    (void)state;
    const Variant *congo = variant_default();
    GameTree *tree = game_tree_create();
    add(tree, congo, "c1c3 c7c5 e1e3 e7e5", white);
    add(tree, congo, "e1e3 e7e5 c1c3 c7c5 b2b3", black);
    GameTreeNode node = look_up(tree, congo, "c1c3 c7c5 e1e3 e7e5");
    assert_int_equal(node.count.games, 2);
    assert_int_equal(node.move_count, 1);
    game_tree_free_node(&node);
    node = look_up(tree, congo, "c1c3");
    assert_int_equal(node.count.games, 1);
    game_tree_free_node(&node);
    game_tree_free(tree);
}

/* Elephants go there and back: the start comes twice. */
static void a_game_counts_once_for_a_position(void **state) {
    (void)state;
    const Variant *congo = variant_default();
    GameTree *tree = game_tree_create();
    add(tree, congo, "c1c3 c7c5 c3c1 c5c7 e1e3", white);
    GameTreeNode node = look_up(tree, congo, "");
    assert_int_equal(node.count.games, 1);
    assert_int_equal(node.move_count, 1);
    assert_int_equal(move_from(node.moves[0].move), C1);
    game_tree_free_node(&node);
    game_tree_free(tree);
}

static Record *random_record(uint64_t *seed) {
    Position start;
    position_start(&start, variant_builtin(random_below(seed, 7)));
    Record *record = record_create(&start);
    record_play_random(record, 60, seed);
    return record;
}

static void check_same(const GameTree *a, const GameTree *b, const Record *record) {
    for (size_t ply = 0; ply <= record->count; ply++) {
        GameTreeNode left, right;
        game_tree_look_up(a, record_position_at(record, ply), &left);
        game_tree_look_up(b, record_position_at(record, ply), &right);
        assert_true(left.count.games >= 1);
        assert_memory_equal(&left.count, &right.count, sizeof left.count);
        assert_int_equal(left.move_count, right.move_count);
        if (left.move_count > 0)
            assert_memory_equal(left.moves, right.moves, left.move_count * sizeof *left.moves);
        game_tree_free_node(&left);
        game_tree_free_node(&right);
    }
}

/* Of the kept games' index, of a file, and of records the tree is the same; a damaged game costs
 * that game only. */
static void kept_games_and_files_make_the_same_tree(void **state) {
    (void)state;
    enum { GAMES = 60 };
    static Settings settings;
    Record *records[GAMES];
    GameTree *trees[4];
    uint64_t seed = 7;
    char folder[FILE_PATH_SIZE], path[FILE_PATH_SIZE + 64];
    size_t damaged;
    Buffer all = {0};
    settings_default(&settings);
    for (int i = 0; i < 4; i++)
        trees[i] = game_tree_create();
    assert_true(autosave_kept_folder(folder, NULL));
    for (int i = 0; i < GAMES; i++) {
        size_t length;
        records[i] = random_record(&seed);
        char *text = gamefile_write(records[i], GAME_CONGO, &length);
        snprintf(path, sizeof path, "%s/20250101-0000%02d-0.congo", folder, i);
        assert_true(file_write_atomic(path, text, length, 0600, true, NULL));
        buffer_add(&all, text, length);
        if (i == GAMES / 2)
            buffer_add_string(&all, "[White \"Nobody\"]\n\n1. Nonsense 1-0\n\n");
        free(text);
        game_tree_add(trees[0], records[i]);
    }
    for (int round = 1; round <= 2; round++) { /* without the index, and with it */
        Collection *collection = collection_open(&settings, NULL, NULL);
        assert_non_null(collection);
        game_tree_add_collection(trees[round], collection);
        collection_close(collection);
    }
    scratch_write("all", all.bytes);
    assert_true(game_tree_add_file(trees[3], scratch_path("all"), NULL, &damaged, NULL));
    assert_int_equal(damaged, 1);
    for (int i = 0; i < 4; i++)
        assert_int_equal(game_tree_games(trees[i]), GAMES);
    for (int i = 0; i < GAMES; i++)
        for (int tree = 1; tree < 4; tree++)
            check_same(trees[0], trees[tree], records[i]);
    for (int i = 0; i < GAMES; i++)
        record_free(records[i]);
    for (int i = 0; i < 4; i++)
        game_tree_free(trees[i]);
    buffer_free(&all);
}

static void a_file_without_games_is_an_error(void **state) {
    (void)state;
    Error error = {0};
    size_t damaged;
    GameTree *tree = game_tree_create();
    scratch_write("empty", "\n");
    assert_false(game_tree_add_file(tree, scratch_path("empty"), NULL, &damaged, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    error = (Error){0};
    assert_false(game_tree_add_file(tree, scratch_path("none"), NULL, &damaged, &error));
    assert_int_equal(error.code, ERROR_IO);
    game_tree_free(tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_counted_with_their_results),
        cmocka_unit_test(transpositions_count_and_mirror_images_do_not),
        cmocka_unit_test(a_game_counts_once_for_a_position),
        cmocka_unit_test_setup_teardown(kept_games_and_files_make_the_same_tree, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_file_without_games_is_an_error, scratch_make,
                                        scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
