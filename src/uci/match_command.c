#include <config.h>

#include "uci/match_command.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "uci/arguments.h"
#include "uci/match_opening.h"
#include "uci/match_options.h"
#include "uci/match_report.h"
#include "uci/match_save.h"

enum { PROGRESS_EVERY_US = 10000000 /* where it is not one line rewritten */ };

/* Written to once, never read: every wait for an engine ends when there is something in it. */
static int stop_pipe[2] = {-1, -1};
static volatile sig_atomic_t stop_signal;

typedef struct Match {
    MatchSetup setup;
    int save_file; /* -1: none */
    bool terminal; /* standard output is one */
    int64_t progress_us;

    pthread_mutex_t lock; /* guards what follows, and standard output */
    int next_pair;
    bool stopping;
    MatchTally tally;
    Error error; /* what ended the match before its time */
} Match;

/* Plays one pair of games after the other; several do so at once. */
typedef struct Slot {
    Match *match;
    pthread_t thread;
    Player players[MATCH_SIDES];
    Engine *judge;
} Slot;

/* ---- stopping ----------------------------------------------------------- */

static void wake_all(void) {
    ssize_t written = write(stop_pipe[1], "", 1);
    (void)written; /* it is full: then it was written to */
}

static void on_signal(int number) {
    stop_signal = number;
    wake_all();
}

/* The first signal stops the match in good order, the second one at once; those that whoever
 * started the program ignores, as nohup(1) does, stay ignored. */
static bool catch_signals(Error *error) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    if (pipe(stop_pipe) != 0)
        return error_set(error, ERROR_IO, "no pipe can be made");
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
    process_interrupt_at(stop_pipe[0]);
    return true;
}

static void match_stop(Match *match) {
    match->stopping = true;
    wake_all();
}

static void match_fail(Match *match, const Error *error) {
    pthread_mutex_lock(&match->lock);
    if (!match->stopping && stop_signal == 0)
        match->error = *error;
    match_stop(match);
    pthread_mutex_unlock(&match->lock);
}

/* ---- telling ------------------------------------------------------------ */

static void say(const Match *match, const char *text) {
    printf("%s%s\n", match->terminal ? "\r\033[K" : "", text);
    fflush(stdout);
}

static void show_progress(Match *match) {
    Buffer text = {0};
    int64_t now_us = process_now_us();
    if (!match->terminal && now_us - match->progress_us < PROGRESS_EVERY_US)
        return;
    match->progress_us = now_us;
    report_progress(&match->tally, &match->setup, &text);
    printf(match->terminal ? "\r%s\033[K" : "%s\n", text.bytes);
    fflush(stdout);
    buffer_free(&text);
}

/* ---- games -------------------------------------------------------------- */

static bool note_game(Match *match, Record *game, const GameResult *result, int pair, int number,
                      int white, int *points, Error *error) {
    char line[sizeof result->sentence + 40];
    bool saved = true;
    pthread_mutex_lock(&match->lock);
    if (result->sentence[0] != '\0') {
        snprintf(line, sizeof line, "game %d.%d: %s", pair, number, result->sentence);
        say(match, line);
    }
    *points += tally_add(&match->tally, result, game->count, white);
    if (match->save_file >= 0) {
        save_tags(game, &match->setup, result, pair, number, white);
        saved = save_game(match->save_file, match->setup.save_path, game, error);
    }
    if (number == 1)
        show_progress(match);
    pthread_mutex_unlock(&match->lock);
    return saved;
}

static void note_pair(Match *match, int points) {
    pthread_mutex_lock(&match->lock);
    match->tally.pairs.pairs[points]++;
    show_progress(match);
    if (tally_verdict(&match->tally, &match->setup.sprt) != SPRT_GOES_ON)
        match_stop(match);
    pthread_mutex_unlock(&match->lock);
}

/* One game of a pair. False when the match is to end: *error says why, if it is not for a stop. */
static bool play_game(Slot *slot, const Record *opening, const Variant *variant, int pair,
                      int number, int *points, Error *error) {
    int white = number - 1;
    GameResult result;
    Player *players[COLOR_COUNT] = {&slot->players[white], &slot->players[!white]};
    for (int i = 0; i < MATCH_SIDES; i++) {
        if (!player_begin_game(players[i], variant, error))
            return false;
    }
    Record *game = record_clone(opening);
    game_play(game, players, &slot->match->setup, &result);
    bool goes_on = result.end != END_INTERRUPTED &&
                   note_game(slot->match, game, &result, pair, number, white, points, error);
    record_free(game);
    return goes_on;
}

static bool play_pair(Slot *slot, int pair, Error *error) {
    const MatchSetup *setup = &slot->match->setup;
    const Variant *variant = &setup->variants[pair % setup->variant_count];
    int points = 0;
    Record *opening = opening_find(slot->judge, setup, variant, pair, error);
    if (!opening)
        return false;
    bool goes_on = play_game(slot, opening, variant, pair + 1, 1, &points, error) &&
                   play_game(slot, opening, variant, pair + 1, 2, &points, error);
    if (goes_on)
        note_pair(slot->match, points);
    record_free(opening);
    return goes_on;
}

/* The number of the next pair; -1 when there is none. */
static int take_pair(Match *match) {
    pthread_mutex_lock(&match->lock);
    bool none = match->stopping || stop_signal != 0 || match->next_pair == match->setup.pairs;
    int pair = none ? -1 : match->next_pair++;
    pthread_mutex_unlock(&match->lock);
    return pair;
}

static void *slot_main(void *argument) {
    Slot *slot = argument;
    Error error = {0};
    int pair;
    while ((pair = take_pair(slot->match)) >= 0) {
        if (!play_pair(slot, pair, &error)) {
            match_fail(slot->match, &error);
            break;
        }
    }
    for (int i = 0; i < MATCH_SIDES; i++)
        player_end(&slot->players[i]);
    return NULL;
}

/* ---- the match ---------------------------------------------------------- */

static bool slot_start(Slot *slot, Match *match, Error *error) {
    *slot = (Slot){.match = match};
    for (int i = 0; i < MATCH_SIDES; i++)
        slot->players[i] = (Player){.setup = &match->setup, .side = &match->setup.sides[i]};
    slot->judge = opening_judge(error);
    if (!slot->judge)
        return false;
    if (pthread_create(&slot->thread, NULL, slot_main, slot) == 0)
        return true;
    engine_free(slot->judge);
    return error_set(error, ERROR_MEMORY, "the system gives no more threads");
}

static void run_slots(Match *match) {
    static Slot slots[MATCH_CONCURRENCY_MAX];
    Error error = {0};
    int started = 0;
    int wanted = match->setup.concurrency;
    if (wanted > match->setup.pairs)
        wanted = match->setup.pairs;
    while (started < wanted && slot_start(&slots[started], match, &error))
        started++;
    if (started < wanted)
        match_fail(match, &error);
    for (int i = 0; i < started; i++) {
        pthread_join(slots[i].thread, NULL);
        engine_free(slots[i].judge);
    }
}

/* The result so far, however the match ended. */
static bool conclude(Match *match, Error *error) {
    Buffer text = {0};
    if (stop_signal != 0)
        say(match, "interrupted");
    else if (match->terminal)
        printf("\r\033[K");
    report_result(&match->tally, &match->setup, &text);
    if (text.bytes)
        fputs(text.bytes, stdout);
    buffer_free(&text);
    if (match->save_file >= 0)
        close(match->save_file);
    *error = match->error;
    if (error->code == ERROR_NONE && stop_signal != 0)
        error_set(error, ERROR_STATE, "the match was interrupted");
    if (error->code == ERROR_NONE && fflush(stdout) != 0)
        error_set(error, ERROR_IO, "standard output: the result cannot be written");
    return error->code == ERROR_NONE;
}

static bool play_match(Match *match, Error *error) {
    match->save_file = -1;
    if (match->setup.save_path && (match->save_file = save_open(match->setup.save_path, error)) < 0)
        return false;
    if (!catch_signals(error))
        return false;
    match->terminal = isatty(STDOUT_FILENO);
    match->progress_us = process_now_us();
    tally_init(&match->tally);
    run_slots(match);
    return conclude(match, error);
}

static int print_help(void) {
    Buffer text = {0};
    match_options_help(&text);
    fputs(text.bytes, stdout);
    buffer_free(&text);
    if (fflush(stdout) == 0)
        return STATUS_DONE;
    fputs("congo-engine match: standard output cannot be written\n", stderr);
    return STATUS_FAILED;
}

int match_command(int count, char *const arguments[]) {
    static Match match = {.lock = PTHREAD_MUTEX_INITIALIZER};
    Error error = {0};
    int status = STATUS_DONE;
    if (count == 1 && strcmp(arguments[0], "--help") == 0)
        return print_help();
    if (!match_options_read(count, arguments, &match.setup, &error))
        status = STATUS_USAGE;
    else if (!play_match(&match, &error))
        status = STATUS_FAILED;
    if (status != STATUS_DONE)
        fprintf(stderr, "congo-engine match: %s\n", error.text);
    return status;
}
