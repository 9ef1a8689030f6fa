/* The results of a match: statistics, the saved games, sums and reports. */
#ifndef MATCH_MATCH_RESULTS_H
#define MATCH_MATCH_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "match/match.h"

/* ---- statistics ----
 * Statistics of a match between two engines. Games are played in pairs, from one opening with
 * colors swapped. The two results of a pair depend on each other, so pairs are counted, by the
 * points of the first engine ("pentanomial" statistics).
 *
 * Logistic model of Elo: the expected score of a game is 1 / (1 + 10 ^ (-difference / 400)). */

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

/* ---- saving games as they end ---- */

/* Opens a file to append games. Returns -1 with an error on failure. */
int match_save_open(const char *path, Error *error);

/* Sets the tags of a finished game. `pair` counts from 1, `number` is 1 or 2 in the pair, and
 * `white` is the engine with White, 0 or 1. */
void match_save_tags(Record *game, const MatchSetup *setup, const MatchGameResult *result, int pair,
                     int number, int white);

/* Writes a game at once, so that an interrupted match leaves whole games. */
bool match_save_game(int file, const char *path, const Record *game, Error *error);

/* ---- sums and reports ---- */

typedef struct MatchResults {
    int64_t wins, draws, losses; /* of the first engine */
    Pentanomial pairs;           /* complete pairs */
    int64_t plies;
    int64_t ends[TERMINATION_COUNT];
    int64_t faults[MATCH_ENGINES][TERMINATION_COUNT]; /* games lost by time, a crash, ... */
    EngineUsage usage[MATCH_ENGINES];
    uint64_t *hashes; /* owned; one of each game's moves */
    int64_t repeated; /* games with the moves of an earlier one */
} MatchResults;

typedef enum SprtStatus { SPRT_CONTINUE, SPRT_ACCEPT_ELO0, SPRT_ACCEPT_ELO1 } SprtStatus;

void match_results_init(MatchResults *results);

/* Counts a game, in which engine `white` (0 or 1) had White. Returns the half points, 0 to 2, of
 * the first engine. */
int match_results_add(MatchResults *results, const MatchGameResult *result, const Record *game,
                      int white);

SprtStatus match_results_sprt(const MatchResults *results, const SprtOptions *sprt);

/* Appends a line of progress without its end. */
void match_results_progress(const MatchResults *results, const MatchSetup *setup, Buffer *text);

/* Appends the final report, or nothing if no game has ended. */
void match_results_report(const MatchResults *results, const MatchSetup *setup, Buffer *text);

#endif
