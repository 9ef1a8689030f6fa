#include <config.h>

#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

double bench_now_ms(void) {
    return clock_ms(CLOCK_MONOTONIC);
}

double bench_cpu_ms(void) {
    return clock_ms(CLOCK_PROCESS_CPUTIME_ID);
}

void bench_fail(const char *name, const char *message) {
    fprintf(stderr, "bench-%s: %s\n", name, message);
    exit(EXIT_FAILURE);
}

int64_t bench_option(int argc, char **argv, const char *key, int64_t value) {
    const size_t length = strlen(key);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], key, length) == 0 && argv[i][length] == '=')
            value = strtoll(argv[i] + length + 1, NULL, 10);
    return value;
}

Engine *bench_engine(const char *name, int hash_mb, int threads) {
    Error error = {0};
    Engine *engine = engine_create(hash_mb, threads, &error);
    if (engine == NULL)
        bench_fail(name, error.text);
    return engine;
}
