#include <config.h>

#include "match/match.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "match/match_opening.h"
#include "match/match_results.h"
#include "match/match_save.h"
#include "match/openings.h"

enum {
    OPENING_HASH_MB = 4,
    PROGRESS_INTERVAL_US = 10000000 /* where progress cannot rewrite its line */
};

/* A byte in it ends every wait for an engine. It is never read. */
static int stop_pipe[2] = {-1, -1};
static volatile sig_atomic_t stop_signal;

typedef struct Match {
    MatchSetup setup;
    OpeningBook book; /* empty: random openings */
    int save_file;    /* -1: none */
    bool is_terminal;
    int64_t progress_us;

    pthread_mutex_t lock; /* guards the members below, and standard output */
    int next_pair;
    bool stopping;
    MatchResults results;
    Error error; /* the failure that ended the match early */
} Match;

/* Plays pairs of games until none is left. */
typedef struct MatchThread {
    Match *match;
    pthread_t handle;
    MatchEngine opponents[MATCH_ENGINES];
    Engine *opening_engine;
} MatchThread;

/* ---- stopping ---- */

static void wake_threads(void) {
    ssize_t written = write(stop_pipe[1], "", 1);
    (void)written; /* fails only if the pipe is full */
}

static void on_signal(int number) {
    stop_signal = number;
    wake_threads();
}

/* The first signal ends the match in order, the second kills the program. Signals ignored at start
 * (nohup) stay ignored. */
static bool install_signal_handlers(Error *error) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    if (pipe(stop_pipe) != 0)
        return error_set(error, ERROR_IO, "cannot create a pipe");
    for (int i = 0; i < 2; i++) {
        fcntl(stop_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(stop_pipe[i], F_SETFL, O_NONBLOCK);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction before;
        sigaction(numbers[i], NULL, &before);
        if (before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    sigaction(SIGPIPE, &ignore, NULL);
    process_set_interrupt(stop_pipe[0]);
    return true;
}

static void match_stop(Match *match) {
    match->stopping = true;
    wake_threads();
}

static void match_fail(Match *match, const Error *error) {
    pthread_mutex_lock(&match->lock);
    if (!match->stopping && stop_signal == 0)
        match->error = *error;
    match_stop(match);
    pthread_mutex_unlock(&match->lock);
}

/* ---- output ---- */

/* Ends the match if nobody reads the output any more. The caller holds the lock, unless there is
 * only one thread. Other failures are reported at the end. */
static void print_text(Match *match, const char *text) {
    Error error = {0};
    if (file_print(stdout, "standard output", text, strlen(text), &error) ||
        error.code != ERROR_PIPE || match->error.code != ERROR_NONE)
        return;
    match->error = error;
    match_stop(match);
}

static void print_line(Match *match, const char *text) {
    Buffer line = {0};
    buffer_add_format(&line, "%s%s\n", match->is_terminal ? "\r\033[K" : "", text);
    print_text(match, line.bytes);
    buffer_free(&line);
}

static void show_progress(Match *match) {
    Buffer text = {0};
    int64_t now_us = monotonic_us();
    if (!match->is_terminal && now_us - match->progress_us < PROGRESS_INTERVAL_US)
        return;
    match->progress_us = now_us;
    buffer_add_string(&text, match->is_terminal ? "\r" : "");
    match_results_progress(&match->results, &match->setup, &text);
    buffer_add_string(&text, match->is_terminal ? "\033[K" : "\n");
    print_text(match, text.bytes);
    buffer_free(&text);
}

/* ---- games ---- */

static bool add_game_result(Match *match, Record *game, const MatchGameResult *result, int pair,
                            int number, int white, int *points, Error *error) {
    char line[sizeof result->fault_text + 40];
    bool saved = true;
    pthread_mutex_lock(&match->lock);
    if (result->fault_text[0] != '\0') {
        snprintf(line, sizeof line, "game %d.%d: %s", pair, number, result->fault_text);
        print_line(match, line);
    }
    *points += match_results_add(&match->results, result, game->count, white);
    if (match->save_file >= 0) {
        match_save_tags(game, &match->setup, result, pair, number, white);
        saved = match_save_game(match->save_file, match->setup.save_path, game, error);
    }
    if (number == 1)
        show_progress(match);
    pthread_mutex_unlock(&match->lock);
    return saved;
}

static void add_pair_result(Match *match, int points) {
    pthread_mutex_lock(&match->lock);
    match->results.pairs.pairs[points]++;
    show_progress(match);
    if (match_results_sprt(&match->results, &match->setup.sprt) != SPRT_CONTINUE)
        match_stop(match);
    pthread_mutex_unlock(&match->lock);
}

/* Plays game 1 or 2 of a pair. Returns false if the match must end, with an error unless it was
 * stopped. */
static bool play_game(MatchThread *thread, const Record *opening, int pair, int number, int *points,
                      Error *error) {
    int white = number - 1;
    const MatchVariant *variant = opening_book_variant(&thread->match->setup, opening);
    MatchGameResult result;
    MatchEngine *opponents[COLOR_COUNT] = {&thread->opponents[white], &thread->opponents[!white]};
    for (int i = 0; i < MATCH_ENGINES; i++) {
        if (!match_engine_new_game(opponents[i], variant, error))
            return false;
    }
    Record *game = record_clone(opening);
    match_game_play(game, opponents, &thread->match->setup, &result);
    bool ok = result.end != TERMINATION_INTERRUPTED &&
              add_game_result(thread->match, game, &result, pair, number, white, points, error);
    record_free(game);
    return ok;
}

static bool play_pair(MatchThread *thread, int pair, Error *error) {
    const Match *match = thread->match;
    int points = 0;
    Record *opening = match->book.count > 0
                          ? opening_book_get(&match->book, pair)
                          : match_opening_find(thread->opening_engine, &match->setup, pair, error);
    if (!opening)
        return false;
    bool ok = play_game(thread, opening, pair + 1, 1, &points, error) &&
              play_game(thread, opening, pair + 1, 2, &points, error);
    if (ok)
        add_pair_result(thread->match, points);
    record_free(opening);
    return ok;
}

/* Returns the number of the next pair, or -1. */
static int take_pair(Match *match) {
    pthread_mutex_lock(&match->lock);
    bool none = match->stopping || stop_signal != 0 || match->next_pair == match->setup.pairs;
    int pair = none ? -1 : match->next_pair++;
    pthread_mutex_unlock(&match->lock);
    return pair;
}

static void *thread_main(void *argument) {
    MatchThread *thread = argument;
    Error error = {0};
    int pair;
    while ((pair = take_pair(thread->match)) >= 0) {
        if (!play_pair(thread, pair, &error)) {
            match_fail(thread->match, &error);
            break;
        }
    }
    for (int i = 0; i < MATCH_ENGINES; i++)
        match_engine_quit(&thread->opponents[i]);
    return NULL;
}

/* ---- the match ---- */

static bool thread_start(MatchThread *thread, Match *match, Error *error) {
    *thread = (MatchThread){.match = match};
    for (int i = 0; i < MATCH_ENGINES; i++)
        thread->opponents[i] =
            (MatchEngine){.setup = &match->setup, .config = &match->setup.engines[i]};
    thread->opening_engine = engine_create(OPENING_HASH_MB, 1, error);
    if (!thread->opening_engine)
        return false;
    if (pthread_create(&thread->handle, NULL, thread_main, thread) == 0)
        return true;
    engine_free(thread->opening_engine);
    return error_set(error, ERROR_MEMORY, "the system allows no more threads");
}

static void run_threads(Match *match) {
    static MatchThread threads[MATCH_CONCURRENCY_MAX];
    Error error = {0};
    int started = 0;
    int wanted = min_int(match->setup.concurrency, match->setup.pairs);
    while (started < wanted && thread_start(&threads[started], match, &error))
        started++;
    if (started < wanted)
        match_fail(match, &error);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i].handle, NULL);
        engine_free(threads[i].opening_engine);
    }
}

/* Prints the results so far, however the match ended. */
static bool finish_match(Match *match, Error *error) {
    Buffer text = {0};
    if (stop_signal != 0)
        print_line(match, "interrupted");
    else if (match->is_terminal)
        print_text(match, "\r\033[K");
    match_results_report(&match->results, &match->setup, &text);
    if (text.bytes)
        print_text(match, text.bytes);
    buffer_free(&text);
    if (match->save_file >= 0)
        close(match->save_file);
    *error = match->error;
    if (error->code == ERROR_NONE && stop_signal != 0)
        error_set(error, ERROR_STATE, "the match was interrupted");
    if (error->code == ERROR_NONE && ferror(stdout))
        error_set(error, ERROR_IO, "standard output: the result cannot be written");
    return error->code == ERROR_NONE;
}

static bool play_match(Match *match, Error *error) {
    match->save_file = -1;
    if (match->setup.save_path &&
        (match->save_file = match_save_open(match->setup.save_path, error)) < 0)
        return false;
    if (!install_signal_handlers(error))
        return false;
    match->is_terminal = isatty(STDOUT_FILENO);
    match->progress_us = monotonic_us();
    match_results_init(&match->results);
    run_threads(match);
    return finish_match(match, error);
}

static bool check_engines(const MatchSetup *setup, Error *error) {
    if (!setup->engines[1].command)
        return error_set(error, ERROR_SYNTAX,
                         "a match needs two engines, each a command line in quotes: \"%s\" is only "
                         "one",
                         setup->engines[0].command);
    for (int i = 0; i < MATCH_ENGINES; i++) {
        const MatchLimits *limits = &setup->engines[i].limits;
        if (*setup->engines[i].command == '\0')
            return error_set(error, ERROR_SYNTAX, "engine %d: expected a command line, found \"\"",
                             i + 1);
        if (limits->depth == 0 && limits->nodes == 0 && limits->movetime_ms == 0 &&
            limits->base_ms == 0)
            return error_set(
                error, ERROR_SYNTAX,
                "engine %d has no limit: expected --depth, --nodes, --movetime or --tc", i + 1);
    }
    return true;
}

/* Checks the engines and fills in defaults. */
static bool complete_setup(MatchSetup *setup, Error *error) {
    if (!check_engines(setup, error))
        return false;
    for (int i = 0; i < MATCH_ENGINES; i++) {
        MatchEngineConfig *config = &setup->engines[i];
        if (config->name[0] == '\0')
            snprintf(config->name, sizeof config->name, "engine%d", i + 1);
    }
    setup->pairs = (setup->games + 1) / 2;
    if (setup->variant_count == 0 && !setup->openings_path)
        setup->variants[setup->variant_count++].rules = *variant_default();
    return strcmp(setup->engines[0].name, setup->engines[1].name) != 0 ||
           error_set(error, ERROR_SYNTAX, "expected two different names for the engines");
}

int match_command(const void *options, Error *error) {
    static Match match = {.lock = PTHREAD_MUTEX_INITIALIZER};
    match.setup = *(const MatchSetup *)options;
    if (!complete_setup(&match.setup, error))
        return COMMAND_ERROR;
    bool played =
        (!match.setup.openings_path || opening_book_load(&match.book, &match.setup, error)) &&
        play_match(&match, error);
    opening_book_free(&match.book);
    return played ? COMMAND_OK : COMMAND_FAILED;
}
