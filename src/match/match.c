#include <config.h>

#include "match/match.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "match/openings.h"
#include "match/match_results.h"

/* ---- one game ---- */

typedef struct MatchGame {
    Record *record;
    MatchEngine *const *opponents;
    const MatchSetup *setup;
    MatchGameResult *result;
    int64_t clock_us[COLOR_COUNT];
    /* Consecutive moves with such a score, by side. */
    int losing[COLOR_COUNT], winning[COLOR_COUNT], drawish[COLOR_COUNT];
} MatchGame;

const char *match_game_termination_text(Termination end) {
    static const char *const words[TERMINATION_COUNT] = {
        [TERMINATION_LION] = "lion",
        [TERMINATION_NO_MOVES] = "no moves",
        [TERMINATION_REPETITION] = "repetition",
        [TERMINATION_QUIET] = "quiet",
        [TERMINATION_BARE_LIONS] = "bare lions",
        [TERMINATION_RESIGNED] = "resigned by score",
        [TERMINATION_AGREED] = "drawn by score",
        [TERMINATION_LENGTH] = "too long",
        [TERMINATION_TIME] = "time",
        [TERMINATION_ILLEGAL] = "illegal move",
        [TERMINATION_CRASH] = "crash",
        [TERMINATION_HANG] = "hang",
    };
    return words[end];
}

/* ---- the end ---- */

static void terminate_by_rules(MatchGame *game) {
    static const Termination ends[] = {
        [REASON_LION] = TERMINATION_LION,
        [REASON_NO_MOVES] = TERMINATION_NO_MOVES,
        [REASON_REPETITION] = TERMINATION_REPETITION,
        [REASON_QUIET] = TERMINATION_QUIET,
        [REASON_BARE_LIONS] = TERMINATION_BARE_LIONS,
    };
    Outcome outcome = record_outcome(game->record);
    game->result->end = ends[outcome.reason];
    game->result->result = outcome.result;
}

/* Ends a game that the rules have not ended. */
static void terminate(MatchGame *game, Termination end, Outcome outcome) {
    game->result->end = end;
    game->result->result = outcome.result;
    record_declare(game->record, outcome, NULL);
}

static void terminate_lost(MatchGame *game, Termination end, Color loser) {
    Reason reason = end == TERMINATION_TIME ? REASON_TIME : REASON_RESIGNED;
    game->result->at_fault = loser;
    terminate(game, end, (Outcome){loser == WHITE ? RESULT_BLACK : RESULT_WHITE, reason});
}

static void terminate_drawn(MatchGame *game, Termination end) {
    terminate(game, end, (Outcome){RESULT_DRAW, REASON_AGREED});
}

static void terminate_failed(MatchGame *game, MatchEngineStatus status, Color loser,
                             const char *exit_text) {
    MatchGameResult *result = game->result;
    const char *name = game->opponents[loser]->config->name;
    switch (status) {
    case MATCH_ENGINE_CRASHED:
        snprintf(result->fault_text, sizeof result->fault_text, "%s %s", name,
                 exit_text[0] ? exit_text : "closed its output");
        terminate_lost(game, TERMINATION_CRASH, loser);
        break;
    case MATCH_ENGINE_TIMEOUT:
        snprintf(result->fault_text, sizeof result->fault_text, "%s did not answer and was killed",
                 name);
        terminate_lost(game, TERMINATION_HANG, loser);
        break;
    default:
        result->end = TERMINATION_INTERRUPTED;
        break;
    }
}

/* ---- adjudication ---- */

static void update_adjudication(MatchGame *game, Color color, const MatchEngineMove *move) {
    const MatchAdjudication *rules = &game->setup->adjudication;
    bool losing = move->has_score && move->score <= -rules->resign_score;
    bool winning = move->has_score && move->score >= rules->resign_score;
    bool drawish = move->has_score && abs(move->score) <= rules->draw_score &&
                   (int)(game->record->count + 1) / 2 >= rules->draw_from;
    game->losing[color] = losing ? game->losing[color] + 1 : 0;
    game->winning[color] = winning ? game->winning[color] + 1 : 0;
    game->drawish[color] = drawish ? game->drawish[color] + 1 : 0;
}

/* Ends the game if the scores of both sides agree. Called after a move of `color`. */
static bool adjudicate(MatchGame *game, Color color) {
    const MatchAdjudication *rules = &game->setup->adjudication;
    for (Color loser = WHITE; rules->resign_count > 0 && loser <= BLACK; loser++) {
        if (game->losing[loser] >= rules->resign_count &&
            game->winning[color_other(loser)] >= rules->resign_count) {
            terminate_lost(game, TERMINATION_RESIGNED, loser);
            return true;
        }
    }
    if (rules->draw_count > 0 && game->drawish[color] >= rules->draw_count &&
        game->drawish[color_other(color)] >= rules->draw_count) {
        terminate_drawn(game, TERMINATION_AGREED);
        return true;
    }
    return false;
}

/* ---- moves ---- */

void match_game_add_usage(EngineUsage *sum, const EngineUsage *usage) {
    sum->moves += usage->moves;
    sum->elapsed_us += usage->elapsed_us;
    sum->depth_sum += usage->depth_sum;
    sum->depth_moves += usage->depth_moves;
    sum->nodes += usage->nodes;
    sum->nodes_us += usage->nodes_us;
    if (usage->overrun_us > sum->overrun_us)
        sum->overrun_us = usage->overrun_us;
    if (usage->min_left_us < sum->min_left_us)
        sum->min_left_us = usage->min_left_us;
}

static EngineUsage move_usage(const MatchGame *game, Color color, const MatchEngineMove *move) {
    const MatchLimits *limits = &game->opponents[color]->config->limits;
    EngineUsage usage = ENGINE_USAGE_NONE;
    usage.moves = 1;
    usage.elapsed_us = move->elapsed_us;
    usage.depth_sum = move->depth;
    usage.depth_moves = move->depth > 0;
    usage.nodes = move->nodes;
    usage.nodes_us = move->nodes > 0 ? move->elapsed_us : 0;
    if (limits->base_ms > 0) {
        usage.min_left_us = game->clock_us[color] - move->elapsed_us;
        usage.overrun_us = -usage.min_left_us;
    } else if (limits->movetime_ms > 0) {
        usage.overrun_us = move->elapsed_us - limits->movetime_ms * 1000;
    }
    return usage;
}

/* Charges the time of a move. Returns false if it exceeds the clock. */
static bool charge_clock(MatchGame *game, Color color, const MatchEngineMove *move) {
    const MatchLimits *limits = &game->opponents[color]->config->limits;
    int64_t *clock_us = &game->clock_us[color];
    if (limits->base_ms == 0)
        return true;
    *clock_us -= move->elapsed_us;
    if (*clock_us + game->setup->margin_ms * 1000 < 0) {
        snprintf(game->result->fault_text, sizeof game->result->fault_text,
                 "%s exceeded its clock by %.1f ms", game->opponents[color]->config->name,
                 (double)-*clock_us / 1000);
        return false;
    }
    if (*clock_us < 0)
        *clock_us = 0;
    *clock_us += limits->increment_ms * 1000;
    return true;
}

/* Comments the last move as other programs for matches do: "+0.35/12 0.104s" is the score in pawns
 * from the mover's view, the depth and the time; "+M3" a win in three moves. */
static void comment_move(MatchGame *game, const MatchEngineMove *move) {
    Buffer text = {0};
    if (move->has_score && move->mate != 0)
        buffer_add_format(&text, "%cM%d", move->mate > 0 ? '+' : '-', abs(move->mate));
    else if (move->has_score)
        buffer_add_format(&text, "%+.2f", (double)move->score / 100);
    if (move->has_score && move->depth > 0)
        buffer_add_format(&text, "/%d", move->depth);
    buffer_add_format(&text, "%s%.3fs", move->has_score ? " " : "", (double)move->elapsed_us / 1e6);
    record_set_comment(game->record, game->record->count, text.bytes);
    buffer_free(&text);
}

static bool apply_move(MatchGame *game, Color color, const MatchEngineMove *move) {
    Error error = {0};
    bool clocked = game->opponents[color]->config->limits.base_ms > 0;
    if (record_play_coordinates(game->record, move->text, (move->elapsed_us + 500) / 1000,
                                clocked ? game->clock_us[color] / 1000 : -1, &error)) {
        comment_move(game, move);
        return true;
    }
    snprintf(game->result->fault_text, sizeof game->result->fault_text,
             "%s played an illegal move: %s", game->opponents[color]->config->name, error.text);
    return false;
}

/* Plays a move. Returns false if the game has ended other than by the rules. */
static bool play_move(MatchGame *game) {
    char exit_text[PROCESS_EXIT_TEXT_SIZE] = "";
    MatchEngineMove move;
    Color color = position_side(record_position(game->record));
    MatchEngineStatus status =
        match_engine_go(game->opponents[color], game->record, game->clock_us, &move, exit_text);
    if (status != MATCH_ENGINE_MOVED) {
        terminate_failed(game, status, color, exit_text);
        return false;
    }
    EngineUsage usage = move_usage(game, color, &move);
    match_game_add_usage(&game->result->usage[color], &usage);
    if (!charge_clock(game, color, &move)) {
        terminate_lost(game, TERMINATION_TIME, color);
        return false;
    }
    if (!apply_move(game, color, &move)) {
        terminate_lost(game, TERMINATION_ILLEGAL, color);
        return false;
    }
    update_adjudication(game, color, &move);
    return true;
}

/* Plays a game to its end and stores the outcome in the record. The opponents, by color, have
 * prepared for a new game. */
static void match_game_play(Record *record, MatchEngine *const opponents[COLOR_COUNT],
                            const MatchSetup *setup, MatchGameResult *result) {
    MatchGame game = {.record = record, .opponents = opponents, .setup = setup, .result = result};
    *result = (MatchGameResult){.usage = {ENGINE_USAGE_NONE, ENGINE_USAGE_NONE}};
    for (Color color = WHITE; color <= BLACK; color++)
        game.clock_us[color] = opponents[color]->config->limits.base_ms * 1000;
    for (size_t ply = 1; ply <= record->count; ply++)
        record_set_comment(record, ply, "book");
    while (!record_is_over(record)) {
        Color color = position_side(record_position(record));
        if ((int)record->count >= setup->plies_max) {
            terminate_drawn(&game, TERMINATION_LENGTH);
            return;
        }
        if (!play_move(&game) || (!record_is_over(record) && adjudicate(&game, color)))
            return;
    }
    terminate_by_rules(&game);
}

/* ---- matches ---- */

enum {
    OPENING_HASH_MB = 4,
    PROGRESS_INTERVAL_US = 10000000 /* where progress cannot rewrite its line */
};

typedef struct Match {
    MatchSetup setup;
    OpeningBook book; /* empty: random openings */
    int save_file;    /* -1: none */
    bool is_terminal;
    int64_t progress_us;

    pthread_mutex_t lock; /* guards the members below, and standard output */
    int next_pair;
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

/* Ends the match early, unless it ends already. */
static void match_fail(Match *match, const Error *error) {
    pthread_mutex_lock(&match->lock);
    if (!atomic_load(interrupt_flag()))
        match->error = *error;
    interrupt_raise();
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
    interrupt_raise();
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

/* Says which solved endings the engines have: with other ones they play differently. */
static void print_endings(const MatchThread *thread) {
    Match *match = thread->match;
    pthread_mutex_lock(&match->lock);
    for (int i = 0; i < MATCH_ENGINES; i++) {
        const MatchEngine *engine = &thread->opponents[i];
        char line[sizeof engine->config->name + sizeof engine->endings + 20];
        if (engine->endings[0] == '\0')
            continue;
        snprintf(line, sizeof line, "%s: solved endings: %s", engine->config->name,
                 engine->endings);
        print_line(match, line);
    }
    pthread_mutex_unlock(&match->lock);
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
    *points += match_results_add(&match->results, result, game, white);
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
        interrupt_raise();
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
    if (pair == 1 && number == 1)
        print_endings(thread);
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
                          : opening_find(thread->opening_engine, &match->setup, pair, error);
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
    bool none = atomic_load(interrupt_flag()) || match->next_pair == match->setup.pairs;
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
    if (interrupt_signal() != 0)
        print_line(match, "interrupted");
    else if (match->is_terminal)
        print_text(match, "\r\033[K");
    match_results_report(&match->results, &match->setup, &text);
    if (text.bytes)
        print_text(match, text.bytes);
    buffer_free(&text);
    free(match->results.hashes);
    if (match->save_file >= 0)
        close(match->save_file);
    *error = match->error;
    if (error->code == ERROR_NONE && interrupt_signal() != 0)
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
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN); /* an engine that has ended is reported */
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
