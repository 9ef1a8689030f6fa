#include <config.h>

#include "match/match_results.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "rules/games/gamefile.h"

/* ---- saving games as they end ---- */

int match_save_open(const char *path, Error *error) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        error_set(error, ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
    return file;
}

static void add_limits(Buffer *text, const MatchLimits *limits) {
    size_t before = text->length;
    buffer_add_string(text, ""); /* never NULL */
    if (limits->base_ms > 0)
        buffer_add_format(text, "%g+%g", (double)limits->base_ms / 1000,
                          (double)limits->increment_ms / 1000);
    if (limits->movetime_ms > 0)
        buffer_add_format(text, "%s%" PRId64 " ms per move", text->length > before ? ", " : "",
                          limits->movetime_ms);
    if (limits->nodes > 0)
        buffer_add_format(text, "%s%" PRId64 " node%s", text->length > before ? ", " : "",
                          limits->nodes, text_plural((uint64_t)limits->nodes));
    if (limits->depth > 0)
        buffer_add_format(text, "%sdepth %d", text->length > before ? ", " : "", limits->depth);
}

/* Writes both limits only if they differ. */
static void tag_limits(Record *game, const MatchEngineConfig *white,
                       const MatchEngineConfig *black) {
    Buffer text = {0}, other = {0};
    add_limits(&text, &white->limits);
    add_limits(&other, &black->limits);
    if (strcmp(text.bytes, other.bytes) != 0) {
        buffer_add_string(&text, " / ");
        buffer_add_string(&text, other.bytes);
    }
    record_set_tag(game, "TimeControl", text.bytes);
    buffer_free(&text);
    buffer_free(&other);
}

/* Adds the fault to the comment on the last move. */
static void add_fault(Record *game, const char *fault_text) {
    Buffer text = {0};
    const char *comment = record_comment(game, game->count);
    if (comment)
        buffer_add_format(&text, "%s, ", comment);
    buffer_add_string(&text, fault_text);
    record_set_comment(game, game->count, text.bytes);
    buffer_free(&text);
}

void match_save_tags(Record *game, const MatchSetup *setup, const MatchGameResult *result, int pair,
                     int number, int white) {
    char text[40];
    time_t now = time(NULL);
    struct tm local;
    record_set_tag(game, "Event", "congo-engine match");
    if (localtime_r(&now, &local) && strftime(text, sizeof text, "%Y.%m.%d", &local) > 0)
        record_set_tag(game, "Date", text);
    snprintf(text, sizeof text, "%d.%d", pair, number);
    record_set_tag(game, "Round", text);
    record_set_tag(game, "White", setup->engines[white].name);
    record_set_tag(game, "Black", setup->engines[!white].name);
    tag_limits(game, &setup->engines[white], &setup->engines[!white]);
    record_set_tag(game, "Termination", match_game_termination_text(result->end));
    if (result->fault_text[0] != '\0')
        add_fault(game, result->fault_text);
}

bool match_save_game(int file, const char *path, const Record *game, Error *error) {
    size_t length;
    char *text = gamefile_write(game, GAME_CONGO, &length);
    bool written = file_write_all(file, text, length);
    if (!written)
        error_set(error, ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
    free(text);
    return written;
}

/* ---- sums ---- */

void match_results_init(MatchResults *results) {
    *results = (MatchResults){.usage = {ENGINE_USAGE_NONE, ENGINE_USAGE_NONE}};
}

static int64_t count_games(const MatchResults *results) {
    return results->wins + results->draws + results->losses;
}

static bool is_fault(Termination end) {
    return end == TERMINATION_TIME || end == TERMINATION_ILLEGAL || end == TERMINATION_CRASH ||
           end == TERMINATION_HANG;
}

/* Counts a game that repeats an earlier one, as by engines without chance and too few openings. */
static void count_repeated(MatchResults *results, const Record *game) {
    const size_t count = (size_t)count_games(results);
    uint64_t hash = 0;
    for (size_t ply = 0; ply <= game->count; ply++) {
        uint64_t state = hash ^ game->positions[ply].key;
        hash = random_next(&state);
    }
    bool repeated = false;
    for (size_t i = 0; i < count && !repeated; i++)
        repeated = results->hashes[i] == hash;
    results->repeated += repeated;
    results->hashes = memory_resize(results->hashes, count + 1, sizeof *results->hashes);
    results->hashes[count] = hash;
}

int match_results_add(MatchResults *results, const MatchGameResult *result, const Record *game,
                      int white) {
    count_repeated(results, game);
    Color first = white == 0 ? WHITE : BLACK;
    Result won = first == WHITE ? RESULT_WHITE : RESULT_BLACK;
    int points = result->result == won ? 2 : result->result == RESULT_DRAW ? 1 : 0;
    results->wins += points == 2;
    results->draws += points == 1;
    results->losses += points == 0;
    results->plies += (int64_t)game->count;
    results->ends[result->end]++;
    if (is_fault(result->end))
        results->faults[result->at_fault == first ? 0 : 1][result->end]++;
    match_game_add_usage(&results->usage[0], &result->usage[first]);
    match_game_add_usage(&results->usage[1], &result->usage[color_other(first)]);
    return points;
}

static int64_t count_pairs(const MatchResults *results) {
    int64_t pairs = 0;
    for (int i = 0; i < PENTANOMIAL_SIZE; i++)
        pairs += results->pairs.pairs[i];
    return pairs;
}

SprtStatus match_results_sprt(const MatchResults *results, const SprtOptions *sprt) {
    double lower, upper;
    if (!sprt->wanted)
        return SPRT_CONTINUE;
    double ratio = elo_sprt_llr(&results->pairs, sprt->elo0, sprt->elo1);
    elo_sprt_bounds(sprt->alpha, sprt->beta, &lower, &upper);
    if (ratio <= lower)
        return SPRT_ACCEPT_ELO0;
    return ratio >= upper ? SPRT_ACCEPT_ELO1 : SPRT_CONTINUE;
}

/* ---- reports ---- */

/* Appends the difference and its 95 % interval, which is taken as symmetric in Elo. */
static void add_elo(const MatchResults *results, Buffer *text) {
    ScoreEstimate estimate = elo_estimate_score(&results->pairs);
    double elo = elo_from_score(estimate.score);
    double low = elo_from_score(estimate.score - estimate.error);
    double high = elo_from_score(estimate.score + estimate.error);
    if (count_pairs(results) == 0)
        buffer_add_string(text, "Elo not known");
    else if (isinf(elo))
        buffer_add_format(text, "Elo %cinfinite", elo > 0 ? '+' : '-');
    else if (isinf(high - low))
        buffer_add_format(text, "Elo %+.1f (%+.1f to %+.1f)", elo, low, high);
    else
        buffer_add_format(text, "Elo %+.1f +- %.1f", elo, (high - low) / 2);
}

static void add_sprt(const MatchResults *results, const SprtOptions *sprt, Buffer *text) {
    double lower, upper;
    elo_sprt_bounds(sprt->alpha, sprt->beta, &lower, &upper);
    buffer_add_format(text, "LLR %.2f (%.2f to %.2f)",
                      elo_sprt_llr(&results->pairs, sprt->elo0, sprt->elo1), lower, upper);
}

static void add_points(const MatchResults *results, Buffer *text) {
    int64_t games = count_games(results);
    double points = (double)results->wins + (double)results->draws / 2;
    buffer_add_format(text, "+%" PRId64 " =%" PRId64 " -%" PRId64, results->wins, results->draws,
                      results->losses);
    if (games > 0)
        buffer_add_format(text, ", %.1f %%", points * 100 / (double)games);
}

void match_results_progress(const MatchResults *results, const MatchSetup *setup, Buffer *text) {
    buffer_add_format(text, "game %" PRId64 "/%d: ", count_games(results), setup->pairs * 2);
    add_points(results, text);
    buffer_add_string(text, ", ");
    add_elo(results, text);
    if (setup->sprt.wanted) {
        buffer_add_string(text, ", ");
        add_sprt(results, &setup->sprt, text);
    }
}

static void add_sprt_result(const MatchResults *results, const SprtOptions *sprt, Buffer *text) {
    SprtStatus status = match_results_sprt(results, sprt);
    buffer_add_format(text, "SPRT of Elo %g against %g: ", sprt->elo0, sprt->elo1);
    add_sprt(results, sprt, text);
    if (status == SPRT_CONTINUE)
        buffer_add_string(text, ", no decision\n");
    else
        buffer_add_format(text, ", %g accepted\n",
                          status == SPRT_ACCEPT_ELO0 ? sprt->elo0 : sprt->elo1);
}

static void add_ends(const MatchResults *results, Buffer *text) {
    const char *separator = "ends: ";
    for (int i = 0; i < TERMINATION_COUNT; i++) {
        if (results->ends[i] == 0)
            continue;
        buffer_add_format(text, "%s%s %" PRId64, separator,
                          match_game_termination_text((Termination)i), results->ends[i]);
        separator = ", ";
    }
    buffer_add_format(text, "; %.1f plies per game\n",
                      (double)results->plies / (double)count_games(results));
}

static void add_usage(const MatchResults *results, const MatchEngineConfig *side, int index,
                      Buffer *text) {
    const EngineUsage *usage = &results->usage[index];
    buffer_add_format(text, "%s: %" PRId64 " move%s", side->name, usage->moves,
                      text_plural((uint64_t)usage->moves));
    if (usage->moves > 0)
        buffer_add_format(text, ", %.1f ms each",
                          (double)usage->elapsed_us / 1000 / (double)usage->moves);
    if (usage->depth_moves > 0)
        buffer_add_format(text, ", depth %.1f",
                          (double)usage->depth_sum / (double)usage->depth_moves);
    if (usage->nodes_us > 0)
        buffer_add_format(text, ", %.0f nodes/s",
                          (double)usage->nodes * 1e6 / (double)usage->nodes_us);
    if (usage->min_left_us != INT64_MAX)
        buffer_add_format(text, ", least time left %.1f ms", (double)usage->min_left_us / 1000);
    else if (usage->overrun_us != INT64_MIN)
        buffer_add_format(text,
                          usage->overrun_us > 0 ? ", at most %.1f ms over its time"
                                                : ", at least %.1f ms within its time",
                          fabs((double)usage->overrun_us) / 1000);
    for (int i = 0; i < TERMINATION_COUNT; i++)
        if (results->faults[index][i] > 0)
            buffer_add_format(text, ", lost %" PRId64 " by %s", results->faults[index][i],
                              match_game_termination_text((Termination)i));
    buffer_add_string(text, "\n");
}

void match_results_report(const MatchResults *results, const MatchSetup *setup, Buffer *text) {
    ScoreEstimate estimate = elo_estimate_score(&results->pairs);
    if (count_games(results) == 0)
        return;
    buffer_add_format(text, "%s against %s: %" PRId64 " game%s, ", setup->engines[0].name,
                      setup->engines[1].name, count_games(results),
                      text_plural((uint64_t)count_games(results)));
    add_points(results, text);
    buffer_add_format(text, "\n%" PRId64 " pair%s by points 0 1/2 1 3/2 2:", count_pairs(results),
                      text_plural((uint64_t)count_pairs(results)));
    for (int i = 0; i < PENTANOMIAL_SIZE; i++)
        buffer_add_format(text, " %" PRId64, results->pairs.pairs[i]);
    buffer_add_format(text, "; score %.2f +- %.2f %% (95 %%)\n", estimate.score * 100,
                      estimate.error * 100);
    add_elo(results, text);
    buffer_add_format(text, ", LOS %.1f %%\n", elo_los(&results->pairs) * 100);
    if (setup->sprt.wanted)
        add_sprt_result(results, &setup->sprt, text);
    add_ends(results, text);
    if (results->repeated > 0)
        buffer_add_format(text,
                          "%" PRId64 " game%s repeated an earlier one move for move: more "
                          "openings or a limit of time make them differ\n",
                          results->repeated, text_plural((uint64_t)results->repeated));
    for (int i = 0; i < MATCH_ENGINES; i++)
        add_usage(results, &setup->engines[i], i, text);
}
