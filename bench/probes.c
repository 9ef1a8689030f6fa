/*
 * The solved endings, with the tables that the game would find: a random sample of the largest
 * endings is verified (endings/ending_build.h), and looking up is timed, in blocks that are
 * unpacked already and in others.
 *
 * Usage: probes [POSITIONS [SEED]]
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "common.h"
#include "open_endings.h"
#include "endings/ending_table.h"
#include "endings/ending_build.h"

enum {
    POSITIONS = 1000000,
    THREADS = 2,
    MEASURED_MS = 1000,
    CLOSE_POSITIONS = 1000,
    CACHED_TARGET_NS = 2000 /* for a probe */
};

/* Sets up a random position of a class, of the given number at most if that is not 0. */
static Position draw(const EndingClass *class, uint32_t most, uint64_t *random) {
    EndingRules rules;
    EndingIndex index;
    Position position;
    ending_rules_of(variant_default(), &rules);
    ending_index_init(&index, class, &rules);
    uint32_t limit = most > 0 && most < index.size ? most : index.size;
    Color side = random_below(random, 2) ? WHITE : BLACK;
    while (ending_index_position(&index, (uint32_t)random_below(random, limit), side,
                                 variant_default(), &position) == 0) {
    }
    return position;
}

/* Looks all positions up. Returns the milliseconds. */
static double probe_all(const Endings *endings, const Position *positions, size_t count) {
    double begun_ms = bench_cpu_ms();
    for (size_t i = 0; i < count; i++) {
        EndingValue value;
        if (!endings_probe(endings, &positions[i], &value))
            bench_fail("probes", "a position is not found");
    }
    return bench_cpu_ms() - begun_ms;
}

/* Positions whose numbers are close to each other, over and over. Returns nanoseconds a probe. */
static double measure_cached(const Endings *endings, const EndingClass *class, uint64_t *random) {
    Position *positions = memory_allocate(CLOSE_POSITIONS * sizeof *positions);
    double spent_ms = 0;
    uint64_t probes = 0;
    for (int i = 0; i < CLOSE_POSITIONS; i++)
        positions[i] = draw(class, CLOSE_POSITIONS * 16, random);
    probe_all(endings, positions, CLOSE_POSITIONS);
    for (; spent_ms < MEASURED_MS; probes += CLOSE_POSITIONS)
        spent_ms += probe_all(endings, positions, CLOSE_POSITIONS);
    free(positions);
    return spent_ms * 1e6 / (double)probes;
}

/* A position of each class, in a set that has unpacked nothing yet. Returns nanoseconds a probe. */
static double measure_uncached(const EndingClass *classes, size_t count, uint64_t *random) {
    Position *positions = memory_allocate(count * sizeof *positions);
    double spent_ms = 0;
    uint64_t probes = 0;
    for (; spent_ms < MEASURED_MS; probes += count) {
        Endings *endings = bench_open_endings("probes");
        for (size_t i = 0; i < count; i++)
            positions[i] = draw(&classes[i], 0, random);
        spent_ms += probe_all(endings, positions, count);
        endings_close(endings);
    }
    free(positions);
    return spent_ms * 1e6 / (double)probes;
}

static bool verify(const Endings *endings, int men, uint64_t positions, uint64_t seed) {
    Error error = {0};
    EndingVerifyRequest request = {.endings = endings,
                                   .variant = variant_default(),
                                   .men = men,
                                   .sample = positions,
                                   .seed = seed,
                                   .threads = THREADS};
    double begun_ms = bench_now_ms();
    bool right = ending_verify(&request, NULL, &error);
    printf("%" PRIu64 " random endings of %d men verified in %.1f s: %s\n", positions, men,
           (bench_now_ms() - begun_ms) / 1e3, right ? "pass" : error.text);
    return right;
}

int main(int argc, char **argv) {
    uint64_t positions = argc > 1 ? strtoull(argv[1], NULL, 10) : POSITIONS;
    uint64_t random = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    EndingClass classes[ENDING_CLASSES_MAX];
    Endings *endings = bench_open_endings("probes");
    int men = endings_men(endings);
    size_t count = ending_class_list(variant_default(), men, classes);
    bool right = positions == 0 || verify(endings, men, positions, random);
    double cached_ns = measure_cached(endings, &classes[count / 2], &random);
    double uncached_ns = measure_uncached(classes, count, &random);
    endings_close(endings);
    bool fast = cached_ns < CACHED_TARGET_NS;
    printf("probes of endings of %d men, one thread: %.0f ns in a block that is unpacked "
           "(%.1f million/s), target %d: %s; %.0f ns in another one (%.0f a second)\n",
           men, cached_ns, 1e3 / cached_ns, CACHED_TARGET_NS, fast ? "pass" : "fail", uncached_ns,
           1e9 / uncached_ns);
    return right && fast ? EXIT_SUCCESS : EXIT_FAILURE;
}
