/*
 * What the results of a match say about two engines. Games are played in pairs, from one opening
 * with colours swapped, and the results of a pair depend on each other: so pairs are what is
 * counted, by the half points that the first engine made in them ("pentanomial").
 *
 * The logistic model of Elo: the expected score of a game is 1 / (1 + 10 ^ (-difference / 400)).
 */
#ifndef MATCH_ELO_H
#define MATCH_ELO_H

#include <stdbool.h>
#include <stdint.h>

enum { PENTANOMIAL_SIZE = 5 };

/* How many pairs gave 0, 1/2, 1, 3/2 and 2 points. */
typedef struct Pentanomial {
    int64_t pairs[PENTANOMIAL_SIZE];
} Pentanomial;

/* Of one game, 0 to 1, with half the width of its 95 % interval; both 0 without pairs. */
typedef struct ScoreEstimate {
    double score;
    double error;
} ScoreEstimate;
ScoreEstimate elo_estimate_score(const Pentanomial *counts);

/* The Elo difference of a score; infinite at 0 and 1. */
double elo_from_score(double score);
double elo_to_score(double elo);

/* The likelihood of superiority: the probability that the true score is above one half, by the
 * normal distribution. 0.5 without pairs. */
double elo_los(const Pentanomial *counts);

/*
 * The logarithm of how much better the difference elo1 explains the results than elo0 does: the
 * generalised sequential probability ratio test (X. Li, J. Liu, Z. Ying, "Generalized Sequential
 * Probability Ratio Test for Separate Families of Hypotheses", Sequential Analysis 33, 2014). Under
 * either hypothesis the five probabilities are those that explain the results best among all with
 * the hypothesis's score (M. Van den Bergh, "Support for MLE computation for multinomial
 * distribution", hardy.uhasselt.be/Fishtest, 2019). A result that never occurred counts as a
 * thousandth of a pair. 0 without pairs.
 */
double elo_sprt_llr(const Pentanomial *counts, double elo0, double elo1);

/* Where the test ends: at or below *lower the difference is taken to be elo0, at or above *upper
 * elo1, wrongly so with the probabilities beta and alpha (A. Wald, 1945). */
void elo_sprt_bounds(double alpha, double beta, double *lower, double *upper);

#endif
