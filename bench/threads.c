/*
 * Searches with one thread and up to two for each processor, measured from outside: by how much
 * `go movetime 1000` is overstepped and what depth it completes, and how soon `stop` is answered;
 * on an idle machine and beside two busy processes. Several engines are measured in turn; the
 * target is the first's. These times include what the machine needs to wake this program, printed
 * as "machine".
 *
 * Usage: threads [ENGINE ...]   (default: src/congo-engine)
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/process.h"
#include "common.h"

enum {
    MOVETIME_MS = 1000,
    STOP_AFTER_MS = 300,
    TARGET_MS = 20,
    SEARCHES = 5,
    BUSY_PROCESSES = 2,
    TIMEOUT_S = 60,
    COMMAND_SIZE = 4096
};

/* In increasing order. */
typedef struct Samples {
    double ms[SEARCHES];
    int count;
} Samples;

typedef struct Measured {
    Samples overstepped, stopped;
    int depth_min, depth_max;
} Measured;

static void samples_add(Samples *samples, double ms) {
    int place = samples->count++;
    for (; place > 0 && samples->ms[place - 1] > ms; place--)
        samples->ms[place] = samples->ms[place - 1];
    samples->ms[place] = ms;
}

static void print(const char *what, const Samples *samples) {
    printf("  %s p50 %7.1f, max %7.1f ms", what, samples->ms[samples->count / 2],
           samples->ms[samples->count - 1]);
}

static void sleep_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* ---- the engine ---- */

static int64_t deadline(void) {
    return monotonic_us() + TIMEOUT_S * INT64_C(1000000);
}

static void say(Process *engine, const char *line) {
    char text[COMMAND_SIZE];
    int length = snprintf(text, sizeof text, "%s\n", line);
    if (!process_write(engine, text, (size_t)length, deadline()))
        bench_fail("threads", "the engine does not read");
}

/* Reads up to a line with the beginning. Returns the depth of the last line before it that has one,
 * which is 0 for a move without a search. */
static int expect(Process *engine, const char *beginning) {
    const char *line;
    int depth = 0;
    do {
        if (process_read(engine, deadline(), &line) != PROCESS_LINE)
            bench_fail("threads", "the engine does not answer");
        if (strncmp(line, "info depth ", 11) == 0 && strstr(line, " pv "))
            depth = atoi(line + 11);
    } while (strncmp(line, beginning, strlen(beginning)) != 0);
    return depth;
}

static void start(Process *engine, const char *program, int threads) {
    char text[COMMAND_SIZE];
    Error error = {0};
    snprintf(text, sizeof text, "exec '%s'", program);
    *engine = (Process){.pid = 0};
    if (!process_start(engine, text, &error))
        bench_fail("threads", error.text);
    snprintf(text, sizeof text, "setoption name Threads value %d", threads);
    say(engine, text);
}

static void prepare_search(Process *engine) {
    say(engine, "ucinewgame");
    say(engine, "isready");
    expect(engine, "readyok");
}

static void measure_movetime(Process *engine, Measured *measured) {
    char go[COMMAND_SIZE];
    snprintf(go, sizeof go, "go movetime %d", MOVETIME_MS);
    prepare_search(engine);
    double begun_ms = bench_now_ms();
    say(engine, go);
    int depth = expect(engine, "bestmove ");
    samples_add(&measured->overstepped, bench_now_ms() - begun_ms - MOVETIME_MS);
    measured->depth_min = min_int(measured->depth_min, depth);
    measured->depth_max = max_int(measured->depth_max, depth);
}

static void measure_stop(Process *engine, Measured *measured) {
    prepare_search(engine);
    say(engine, "go infinite");
    sleep_ms(STOP_AFTER_MS);
    double stopped_ms = bench_now_ms();
    say(engine, "stop");
    expect(engine, "bestmove ");
    samples_add(&measured->stopped, bench_now_ms() - stopped_ms);
}

static Measured measure(const char *program, int threads) {
    Measured measured = {.depth_min = SEARCH_DEPTH_MAX};
    Process engine;
    start(&engine, program, threads);
    for (int i = 0; i < SEARCHES; i++) {
        measure_movetime(&engine, &measured);
        measure_stop(&engine, &measured);
    }
    say(&engine, "quit");
    process_end(&engine, TIMEOUT_S * INT64_C(1000000), NULL);
    return measured;
}

/* ---- the machine ---- */

/* They end with this program, however it ends. */
static void start_busy(pid_t busy[BUSY_PROCESSES]) {
    const pid_t parent = getpid();
    for (int i = 0; i < BUSY_PROCESSES; i++) {
        busy[i] = fork();
        while (busy[i] == 0 && getppid() == parent)
            continue;
        if (busy[i] == 0)
            _exit(EXIT_SUCCESS);
    }
}

static void end_busy(const pid_t busy[BUSY_PROCESSES]) {
    for (int i = 0; i < BUSY_PROCESSES; i++) {
        if (busy[i] > 0) {
            kill(busy[i], SIGKILL);
            waitpid(busy[i], NULL, 0);
        }
    }
}

/* Prints by how much a sleep of this program takes longer than it should. */
static void print_machine(void) {
    Samples late = {.count = 0};
    for (int i = 0; i < SEARCHES; i++) {
        double begun_ms = bench_now_ms();
        sleep_ms(STOP_AFTER_MS);
        samples_add(&late, bench_now_ms() - begun_ms - STOP_AFTER_MS);
    }
    print("machine", &late);
    printf("\n");
}

/* Returns whether the first engine kept to the target. */
static bool measure_all(int engine_count, char **engines, const char *load) {
    const int most = min_int(2 * parallel_processors(), ENGINE_THREADS_MAX);
    bool kept = true;
    printf("movetime %d, %s; target %d ms\n", MOVETIME_MS, load, TARGET_MS);
    print_machine();
    for (int threads = 1; threads <= most; threads *= 2) {
        for (int engine = 0; engine < engine_count; engine++) {
            Measured measured = measure(engines[engine], threads);
            bool good =
                measured.overstepped.ms[SEARCHES - 1] <= TARGET_MS && measured.depth_min > 0;
            printf("%4d threads", threads);
            print("overstepped", &measured.overstepped);
            print("stop", &measured.stopped);
            printf("  depth %2d to %2d  %s  %s\n", measured.depth_min, measured.depth_max,
                   good ? "pass" : "fail", engines[engine]);
            fflush(stdout);
            kept &= good || engine > 0;
        }
    }
    return kept;
}

int main(int count, char **arguments) {
    char standard[] = "src/congo-engine", *alone[] = {standard};
    char **engines = count > 1 ? arguments + 1 : alone;
    int engine_count = count > 1 ? count - 1 : 1;
    pid_t busy[BUSY_PROCESSES];
    signal(SIGPIPE, SIG_IGN);
    bool good = measure_all(engine_count, engines, "idle machine");
    start_busy(busy);
    good &= measure_all(engine_count, engines, "beside two busy processes");
    end_busy(busy);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
