#include <config.h>

#include "match/elo.h"

#include <math.h>

#define UNSEEN_PAIRS 1e-3 /* counted for a result that never occurred */

#define NORMAL_95 1.959963984540054 /* quantile of a two-sided 95 % interval */

enum { BISECTIONS = 200 };

/* Returns the points per game, 0 to 1, of a pair's result. */
static double points(int result) {
    return result / 4.0;
}

typedef struct Moments {
    double pairs, mean, variance;
} Moments;

static Moments moments_of(const Pentanomial *counts) {
    Moments moments = {0};
    for (int i = 0; i < PENTANOMIAL_SIZE; i++) {
        moments.pairs += (double)counts->pairs[i];
        moments.mean += (double)counts->pairs[i] * points(i);
    }
    if (moments.pairs <= 0)
        return moments;
    moments.mean /= moments.pairs;
    for (int i = 0; i < PENTANOMIAL_SIZE; i++) {
        double distance = points(i) - moments.mean;
        moments.variance += (double)counts->pairs[i] / moments.pairs * distance * distance;
    }
    return moments;
}

ScoreEstimate elo_estimate_score(const Pentanomial *counts) {
    Moments moments = moments_of(counts);
    if (moments.pairs <= 0)
        return (ScoreEstimate){0};
    return (ScoreEstimate){moments.mean, NORMAL_95 * sqrt(moments.variance / moments.pairs)};
}

double elo_from_score(double score) {
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

double elo_to_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double elo_los(const Pentanomial *counts) {
    Moments moments = moments_of(counts);
    if (moments.pairs <= 0 || moments.mean == 0.5)
        return 0.5;
    if (moments.variance <= 0)
        return moments.mean > 0.5 ? 1 : 0;
    double deviations = (moments.mean - 0.5) / sqrt(moments.variance / moments.pairs);
    return erfc(-deviations / sqrt(2)) / 2;
}

/* ---- the sequential test ---- */

/* Returns the derivative of the log-likelihood by the multiplier, which decreases. */
static double likelihood_slope(const double observed[PENTANOMIAL_SIZE], double score,
                               double multiplier) {
    double sum = 0;
    for (int i = 0; i < PENTANOMIAL_SIZE; i++) {
        double distance = points(i) - score;
        sum += observed[i] * distance / (1 + multiplier * distance);
    }
    return sum;
}

/* Finds the most likely distribution with the given score: its probabilities are the observed ones
 * divided by 1 + multiplier * (points - score). */
static double find_multiplier(const double observed[PENTANOMIAL_SIZE], double score) {
    double low = -1 / (1 - score);
    double high = 1 / score;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2;
        if (likelihood_slope(observed, score, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double elo_sprt_llr(const Pentanomial *counts, double elo0, double elo1) {
    double observed[PENTANOMIAL_SIZE];
    double ratio = 0;
    double score0 = elo_to_score(elo0), score1 = elo_to_score(elo1);
    if (!(moments_of(counts).pairs > 0))
        return 0;
    for (int i = 0; i < PENTANOMIAL_SIZE; i++)
        observed[i] = counts->pairs[i] > 0 ? (double)counts->pairs[i] : UNSEEN_PAIRS;
    double multiplier0 = find_multiplier(observed, score0);
    double multiplier1 = find_multiplier(observed, score1);
    for (int i = 0; i < PENTANOMIAL_SIZE; i++)
        ratio += observed[i] * (log1p(multiplier0 * (points(i) - score0)) -
                                log1p(multiplier1 * (points(i) - score1)));
    return ratio;
}

void elo_sprt_bounds(double alpha, double beta, double *lower, double *upper) {
    *lower = log(beta / (1 - alpha));
    *upper = log((1 - beta) / alpha);
}
