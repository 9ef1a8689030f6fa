/*
 * Speed of the rules on one thread, in million leaves per second, the best of several runs: leaves
 * that are only counted, and leaves that are made with their keys. The targets are for the default
 * variant's start position in a native build.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "rules/fen.h"
#include "rules/perft.h"

enum { RUNS = 5, COUNTED_TARGET = 2000, MADE_TARGET = 150 }; /* million leaves per second */

typedef struct PerftCase {
    const char *what;
    const char *variant;
    const char *fen; /* NULL: the start position */
    int counted_depth;
    int made_depth;
    bool has_target;
} PerftCase;

static const PerftCase cases[] = {
    {"start", "congo", NULL, 6, 5, true},
    {"middle game", "congo", "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1", 5, 4, false},
    {"ending", "congo", "7/4l2/7/4c2/7/2p4/1M1L3/w/-1", 7, 6, false},
    {"start", "islands", NULL, 6, 5, false},
    {"start", "crowded", NULL, 6, 5, false},
    {"start", "megapawn", NULL, 6, 5, false},
};
enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

static double measure(const Position *position, int depth, bool made, uint64_t *leaves) {
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        uint64_t keys;
        double begun_ms = bench_cpu_ms();
        *leaves = made ? perft_made(position, depth, &keys) : perft_count(position, depth);
        double speed = (double)*leaves / (bench_cpu_ms() - begun_ms) / 1e3;
        if (speed > best)
            best = speed;
    }
    return best;
}

static bool report(const PerftCase *subject, const char *how, int depth, uint64_t leaves,
                   double speed, int target) {
    bool enough = !subject->has_target || speed >= target;
    printf("%-9s %-12s %-8s %5d %12" PRIu64 " %8.0f", subject->variant, subject->what, how, depth,
           leaves, speed);
    if (subject->has_target)
        printf("   target %d: %s", target, enough ? "pass" : "fail");
    putchar('\n');
    return enough;
}

static bool measure_subject(const PerftCase *subject) {
    const Variant *variant = variant_find(subject->variant);
    Position position;
    Error error = {0};
    uint64_t leaves;
    if (!subject->fen) {
        position_start(&position, variant);
    } else if (!fen_parse(subject->fen, variant, &position, &error)) {
        bench_fail("perft", error.text);
    }
    double counted = measure(&position, subject->counted_depth, false, &leaves);
    bool enough =
        report(subject, "counted", subject->counted_depth, leaves, counted, COUNTED_TARGET);
    double made = measure(&position, subject->made_depth, true, &leaves);
    return report(subject, "made", subject->made_depth, leaves, made, MADE_TARGET) && enough;
}

int main(void) {
    bool enough = true;
    printf("perft, one thread, best of %d runs\n%-9s %-12s %-8s %5s %12s %8s\n", RUNS, "variant",
           "position", "leaves", "depth", "number", "million/s");
    for (int i = 0; i < CASE_COUNT; i++)
        enough = measure_subject(&cases[i]) && enough;
    return enough ? EXIT_SUCCESS : EXIT_FAILURE;
}
