/*
 * Statistics of a match between two engines. Games are played in pairs, from one opening with
 * colors swapped. The two results of a pair depend on each other, so pairs are counted, by the
 * points of the first engine ("pentanomial" statistics).
 *
 * Logistic model of Elo: the expected score of a game is 1 / (1 + 10 ^ (-difference / 400)).
 */
#ifndef MATCH_ELO_H
#define MATCH_ELO_H

#include <stdint.h>

enum { PENTANOMIAL_SIZE = 5 };

/* The number of pairs with 0, 1/2, 1, 3/2 and 2 points. */
typedef struct Pentanomial {
    int64_t pairs[PENTANOMIAL_SIZE];
} Pentanomial;

/* The score per game, 0 to 1, and half the width of its 95 % interval. Both are 0 without pairs. */
typedef struct ScoreEstimate {
    double score;
    double error;
} ScoreEstimate;

ScoreEstimate elo_estimate_score(const Pentanomial *counts);

/* Converts between a score and an Elo difference, which is infinite at scores 0 and 1. */
double elo_from_score(double score);

double elo_to_score(double elo);

/* Returns the likelihood of superiority: the probability that the true score is above one half, by
 * the normal distribution. 0.5 without pairs. */
double elo_los(const Pentanomial *counts);

/*
 * Returns the log-likelihood ratio of elo1 against elo0: the generalized sequential probability
 * ratio test (X. Li, J. Liu, Z. Ying, "Generalized Sequential Probability Ratio Test for Separate
 * Families of Hypotheses", Sequential Analysis 33, 2014). Under each hypothesis the five
 * probabilities are the most likely ones with its score (M. Van den Bergh, "Support for MLE
 * computation for multinomial distribution", hardy.uhasselt.be/Fishtest, 2019). A result that never
 * occurred counts as a thousandth of a pair. 0 without pairs.
 */
double elo_sprt_llr(const Pentanomial *counts, double elo0, double elo1);

/* Sets the bounds of the test: elo0 is accepted at or below *lower, elo1 at or above *upper, with
 * the error probabilities beta and alpha (A. Wald, 1945). */
void elo_sprt_bounds(double alpha, double beta, double *lower, double *upper);

#endif
