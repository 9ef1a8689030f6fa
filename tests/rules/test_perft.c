#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/perft.h"

/* The table of congo-rules(6), without its longest rows: tests/uci counts those with threads. */
static void test_the_rules_table(void **state) {
    (void)state;
    static const struct {
        const char *variant, *fen;
        uint64_t leaves[7];
    } rows[] = {
        {"congo", NULL, {24, 576, 14332, 356456, 9404326, 247900251}},
        {"congo",
         "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1",
         {41, 1336, 53533, 1793282, 70123631}},
        {"congo", "7/4l2/7/4c2/7/2p4/1M1L3/w/-1", {12, 215, 2138, 37635, 379135}},
        {"megapawn", NULL, {19, 361, 7910, 173454, 4159133}},
        {"congo", "3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1", {3906}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Position position;
        const Variant *variant = variant_find(rows[i].variant);
        if (rows[i].fen)
            assert_true(fen_parse(rows[i].fen, variant, &position, NULL));
        else
            position_start(&position, variant);
        for (int depth = 1; rows[i].leaves[depth - 1]; depth++) {
            uint64_t keys;
            assert_true(perft_count(&position, depth) == rows[i].leaves[depth - 1]);
            if (depth < 6)
                assert_true(perft_made(&position, depth, &keys) == rows[i].leaves[depth - 1]);
        }
    }
}

/* The rows of tests/data/perft.txt: variant;FEN;depth;leaves. */
static void test_the_data_file(void **state) {
    (void)state;
    char path[4096], line[256];
    int rows = 0;
    snprintf(path, sizeof path, "%s/tests/data/perft.txt", getenv("CONGO_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *save, *variant, *fen, *depth, *leaves;
        Position position;
        Error error;
        uint64_t keys;
        if (line[0] == '#')
            continue;
        variant = strtok_r(line, ";", &save);
        fen = strtok_r(NULL, ";", &save);
        depth = strtok_r(NULL, ";", &save);
        leaves = strtok_r(NULL, ";\n", &save);
        assert_non_null(leaves);
        if (!fen_parse(fen, variant_find(variant), &position, &error))
            fail_msg("%s: %s", fen, error.text);
        uint64_t counted = perft_count(&position, atoi(depth));
        if (counted != strtoull(leaves, NULL, 10))
            fail_msg("%s: %" PRIu64 ", expected %s", fen, counted, leaves);
        assert_true(perft_made(&position, atoi(depth), &keys) == counted);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 80);
}

static void test_small_depths_and_open_captures(void **state) {
    (void)state;
    Position position;
    uint64_t keys;
    position_start(&position, variant_default());
    assert_true(perft_count(&position, 0) == 1);
    assert_true(perft_made(&position, 0, &keys) == 1);
    assert_true(keys == position.key);
    assert_true(perft_made(&position, 1, &keys) == 24);
    /* Stop on d3, or jump on to b5 or f5. */
    assert_true(fen_parse("3l3/7/7/2p1p2/3M3/7/3L3/w/43", variant_default(), &position, NULL));
    assert_true(perft_count(&position, 1) == 3);
    assert_true(perft_count(&position, 2) == perft_made(&position, 2, &keys));
    /* A captured lion ends the sequence. */
    assert_true(fen_parse("7/7/7/7/7/7/3L3/b/-1", variant_default(), &position, NULL));
    assert_true(perft_count(&position, 1) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_rules_table),
        cmocka_unit_test(test_the_data_file),
        cmocka_unit_test(test_small_depths_and_open_captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
