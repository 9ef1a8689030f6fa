#include <config.h>

#include "match/match_results.h"

#include <inttypes.h>
#include <math.h>

#include "base/text.h"

void match_results_init(MatchResults *results) {
    *results = (MatchResults){.usage = {ENGINE_USAGE_NONE, ENGINE_USAGE_NONE}};
}

/* ---- sums ---- */

static bool is_fault(Termination end) {
    return end == TERMINATION_TIME || end == TERMINATION_ILLEGAL || end == TERMINATION_CRASH ||
           end == TERMINATION_HANG;
}

static int half_points(Result result, Color color) {
    if (result == RESULT_DRAW)
        return 1;
    return (result == RESULT_WHITE) == (color == WHITE) ? 2 : 0;
}

int match_results_add(MatchResults *results, const MatchGameResult *result, size_t plies,
                      int white) {
    Color first = white == 0 ? WHITE : BLACK;
    int points = half_points(result->result, first);
    results->wins += points == 2;
    results->draws += points == 1;
    results->losses += points == 0;
    results->plies += (int64_t)plies;
    results->ends[result->end]++;
    if (is_fault(result->end))
        results->faults[result->at_fault == first ? 0 : 1][result->end]++;
    match_game_add_usage(&results->usage[0], &result->usage[first]);
    match_game_add_usage(&results->usage[1], &result->usage[color_other(first)]);
    return points;
}

static int64_t count_games(const MatchResults *results) {
    return results->wins + results->draws + results->losses;
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

static void add_faults(const MatchResults *results, int side, Buffer *text) {
    for (int i = 0; i < TERMINATION_COUNT; i++) {
        if (results->faults[side][i] > 0)
            buffer_add_format(text, ", lost %" PRId64 " by %s", results->faults[side][i],
                              match_game_termination_text((Termination)i));
    }
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
    add_faults(results, index, text);
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
    for (int i = 0; i < MATCH_ENGINES; i++)
        add_usage(results, &setup->engines[i], i, text);
}
