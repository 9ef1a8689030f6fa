/*
 * The speed of the rules on one thread: leaves that are counted, and leaves that are made with
 * their keys, in million leaves a second; the best of several runs. The start position of the
 * default variant is held against what is asked of it in a native build.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rules/fen.h"
#include "rules/perft.h"

enum { RUNS = 5, COUNTED_ASKED = 2000, MADE_ASKED = 150 }; /* million leaves a second */

typedef struct Subject {
    const char *what;
    const char *variant;
    const char *fen; /* NULL: the start position */
    int counted_depth;
    int made_depth;
    bool asked; /* whether the figures asked are those of this one */
} Subject;

static const Subject subjects[] = {
    {"start", "congo", NULL, 6, 5, true},
    {"middle game", "congo", "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP2/1MELE2/w/-1", 5, 4, false},
    {"ending", "congo", "7/4l2/7/4c2/7/2p4/1M1L3/w/-1", 7, 6, false},
    {"start", "islands", NULL, 6, 5, false},
    {"start", "crowded", NULL, 6, 5, false},
    {"start", "megapawn", NULL, 6, 5, false},
};
enum { SUBJECT_COUNT = sizeof subjects / sizeof subjects[0] };

/* Of the processor, so that what else runs on the machine disturbs little. */
static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Million leaves a second of the best run. */
static double measure(const Position *position, int depth, bool made, uint64_t *leaves) {
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        uint64_t keys;
        double begun = seconds();
        *leaves = made ? perft_made(position, depth, &keys) : perft_count(position, depth);
        double speed = (double)*leaves / (seconds() - begun) / 1e6;
        if (speed > best)
            best = speed;
    }
    return best;
}

static bool report(const Subject *subject, const char *how, int depth, uint64_t leaves,
                   double speed, int asked) {
    bool enough = !subject->asked || speed >= asked;
    printf("%-9s %-12s %-8s %5d %12" PRIu64 " %8.0f", subject->variant, subject->what, how, depth,
           leaves, speed);
    if (subject->asked)
        printf("   asked %d: %s", asked, enough ? "pass" : "fail");
    putchar('\n');
    return enough;
}

static bool measure_subject(const Subject *subject) {
    const Variant *variant = variant_find(subject->variant);
    Position position;
    Error error = {0};
    uint64_t leaves;
    if (!subject->fen) {
        position_start(&position, variant);
    } else if (!fen_parse(subject->fen, variant, &position, &error)) {
        fprintf(stderr, "bench-perft: %s\n", error.text);
        return false;
    }
    double counted = measure(&position, subject->counted_depth, false, &leaves);
    bool enough =
        report(subject, "counted", subject->counted_depth, leaves, counted, COUNTED_ASKED);
    double made = measure(&position, subject->made_depth, true, &leaves);
    return report(subject, "made", subject->made_depth, leaves, made, MADE_ASKED) && enough;
}

int main(void) {
    bool enough = true;
    printf("perft, one thread, best of %d runs\n%-9s %-12s %-8s %5s %12s %8s\n", RUNS, "variant",
           "position", "leaves", "depth", "number", "million/s");
    for (int i = 0; i < SUBJECT_COUNT; i++)
        enough = measure_subject(&subjects[i]) && enough;
    return enough ? EXIT_SUCCESS : EXIT_FAILURE;
}
