#include <config.h>

#include "uci/match_report.h"

#include <inttypes.h>
#include <math.h>

void tally_init(MatchTally *tally) {
    *tally = (MatchTally){.use = {GAME_USE_NONE, GAME_USE_NONE}};
}

/* ---- adding up ---------------------------------------------------------- */

static bool is_fault(GameEnd end) {
    return end == END_TIME || end == END_ILLEGAL || end == END_CRASH || end == END_HANG;
}

static int half_points(Result result, Color color) {
    if (result == RESULT_DRAW)
        return 1;
    return (result == RESULT_WHITE) == (color == WHITE) ? 2 : 0;
}

int tally_add(MatchTally *tally, const GameResult *result, size_t plies, int white) {
    Color first = white == 0 ? WHITE : BLACK;
    int points = half_points(result->result, first);
    tally->wins += points == 2;
    tally->draws += points == 1;
    tally->losses += points == 0;
    tally->plies += (int64_t)plies;
    tally->ends[result->end]++;
    if (is_fault(result->end))
        tally->faults[result->blamed == first ? 0 : 1][result->end]++;
    gameuse_add(&tally->use[0], &result->use[first]);
    gameuse_add(&tally->use[1], &result->use[color_other(first)]);
    return points;
}

static int64_t tally_games(const MatchTally *tally) {
    return tally->wins + tally->draws + tally->losses;
}

static int64_t tally_pairs(const MatchTally *tally) {
    int64_t pairs = 0;
    for (int i = 0; i < PAIR_RESULTS; i++)
        pairs += tally->pairs.pairs[i];
    return pairs;
}

SprtVerdict tally_verdict(const MatchTally *tally, const MatchSprt *sprt) {
    double lower, upper;
    if (!sprt->wanted)
        return SPRT_GOES_ON;
    double ratio = sprt_ratio(&tally->pairs, sprt->elo0, sprt->elo1);
    sprt_bounds(sprt->alpha, sprt->beta, &lower, &upper);
    if (ratio <= lower)
        return SPRT_ELO0;
    return ratio >= upper ? SPRT_ELO1 : SPRT_GOES_ON;
}

/* ---- telling ------------------------------------------------------------ */

/* Half the width of the interval, which is not quite symmetric in Elo. */
static void add_elo(const MatchTally *tally, Buffer *text) {
    ScoreEstimate estimate = score_estimate(&tally->pairs);
    double elo = score_to_elo(estimate.score);
    double low = score_to_elo(estimate.score - estimate.error);
    double high = score_to_elo(estimate.score + estimate.error);
    if (tally_pairs(tally) == 0)
        buffer_add_string(text, "Elo not known");
    else if (isinf(elo))
        buffer_add_format(text, "Elo %cinfinite", elo > 0 ? '+' : '-');
    else if (isinf(high - low))
        buffer_add_format(text, "Elo %+.1f (%+.1f to %+.1f)", elo, low, high);
    else
        buffer_add_format(text, "Elo %+.1f +- %.1f", elo, (high - low) / 2);
}

static void add_sprt(const MatchTally *tally, const MatchSprt *sprt, Buffer *text) {
    double lower, upper;
    sprt_bounds(sprt->alpha, sprt->beta, &lower, &upper);
    buffer_add_format(text, "LLR %.2f (%.2f to %.2f)",
                      sprt_ratio(&tally->pairs, sprt->elo0, sprt->elo1), lower, upper);
}

static void add_points(const MatchTally *tally, Buffer *text) {
    int64_t games = tally_games(tally);
    double points = (double)tally->wins + (double)tally->draws / 2;
    buffer_add_format(text, "+%" PRId64 " =%" PRId64 " -%" PRId64, tally->wins, tally->draws,
                      tally->losses);
    if (games > 0)
        buffer_add_format(text, ", %.1f %%", points * 100 / (double)games);
}

void report_progress(const MatchTally *tally, const MatchSetup *setup, Buffer *text) {
    buffer_add_format(text, "game %" PRId64 "/%d: ", tally_games(tally), setup->pairs * 2);
    add_points(tally, text);
    buffer_add_string(text, ", ");
    add_elo(tally, text);
    if (setup->sprt.wanted) {
        buffer_add_string(text, ", ");
        add_sprt(tally, &setup->sprt, text);
    }
}

static void add_verdict(const MatchTally *tally, const MatchSprt *sprt, Buffer *text) {
    buffer_add_format(text, "SPRT of Elo %g against %g: ", sprt->elo0, sprt->elo1);
    add_sprt(tally, sprt, text);
    switch (tally_verdict(tally, sprt)) {
    case SPRT_ELO0:
        buffer_add_format(text, ", %g accepted\n", sprt->elo0);
        break;
    case SPRT_ELO1:
        buffer_add_format(text, ", %g accepted\n", sprt->elo1);
        break;
    default:
        buffer_add_string(text, ", no decision\n");
        break;
    }
}

static void add_ends(const MatchTally *tally, Buffer *text) {
    const char *separator = "ends: ";
    for (int i = 0; i < END_COUNT; i++) {
        if (tally->ends[i] == 0)
            continue;
        buffer_add_format(text, "%s%s %" PRId64, separator, gameend_words((GameEnd)i),
                          tally->ends[i]);
        separator = ", ";
    }
    buffer_add_format(text, "; %.1f plies a game\n",
                      (double)tally->plies / (double)tally_games(tally));
}

static void add_faults(const MatchTally *tally, int side, Buffer *text) {
    for (int i = 0; i < END_COUNT; i++) {
        if (tally->faults[side][i] > 0)
            buffer_add_format(text, ", lost %" PRId64 " by %s", tally->faults[side][i],
                              gameend_words((GameEnd)i));
    }
}

static void add_use(const MatchTally *tally, const MatchSide *side, int index, Buffer *text) {
    const GameUse *use = &tally->use[index];
    buffer_add_format(text, "%s: %" PRId64 " moves", side->name, use->moves);
    if (use->moves > 0)
        buffer_add_format(text, ", %.1f ms each",
                          (double)use->elapsed_us / 1000 / (double)use->moves);
    if (use->depth_moves > 0)
        buffer_add_format(text, ", depth %.1f", (double)use->depth_sum / (double)use->depth_moves);
    if (use->nodes_us > 0)
        buffer_add_format(text, ", %.0f nodes/s", (double)use->nodes * 1e6 / (double)use->nodes_us);
    if (use->left_us != INT64_MAX)
        buffer_add_format(text, ", least time left %.1f ms", (double)use->left_us / 1000);
    else if (use->overstep_us != INT64_MIN)
        buffer_add_format(text, ", at most %.1f ms over its time", (double)use->overstep_us / 1000);
    add_faults(tally, index, text);
    buffer_add_string(text, "\n");
}

void report_result(const MatchTally *tally, const MatchSetup *setup, Buffer *text) {
    ScoreEstimate estimate = score_estimate(&tally->pairs);
    if (tally_games(tally) == 0)
        return;
    buffer_add_format(text, "%s against %s: %" PRId64 " games, ", setup->sides[0].name,
                      setup->sides[1].name, tally_games(tally));
    add_points(tally, text);
    buffer_add_format(text, "\n%" PRId64 " pair%s by points 0 1/2 1 3/2 2:", tally_pairs(tally),
                      tally_pairs(tally) == 1 ? "" : "s");
    for (int i = 0; i < PAIR_RESULTS; i++)
        buffer_add_format(text, " %" PRId64, tally->pairs.pairs[i]);
    buffer_add_format(text, "; score %.2f +- %.2f %% (95 %%)\n", estimate.score * 100,
                      estimate.error * 100);
    add_elo(tally, text);
    buffer_add_format(text, ", LOS %.1f %%\n", score_superiority(&tally->pairs) * 100);
    if (setup->sprt.wanted)
        add_verdict(tally, &setup->sprt, text);
    add_ends(tally, text);
    for (int i = 0; i < MATCH_SIDES; i++)
        add_use(tally, &setup->sides[i], i, text);
}
