/* What a match is to be: who plays, from what, at what limits. Filled by match_options.c. */
#ifndef MATCH_MATCH_OPTIONS_H
#define MATCH_MATCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/variant.h"

enum {
    MATCH_ENGINES = 2,
    MATCH_OPTIONS_MAX = 32,     /* an engine's */
    MATCH_VARIANTS_MAX = 16,    /* of one match */
    MATCH_CONCURRENCY_MAX = 256 /* games at once */
};

/* What an engine is told to search to; 0: no such limit. At least one is set. */
typedef struct MatchLimits {
    int depth;
    int64_t nodes;
    int64_t movetime_ms;
    int64_t base_ms; /* the clock at the start of a game; 0: no clock */
    int64_t increment_ms;
} MatchLimits;

/* One of the two engines. Its texts are the command line's. */
typedef struct MatchEngineConfig {
    const char *command;                    /* for sh -c */
    char name[64];                          /* in reports and saved games */
    const char *options[MATCH_OPTIONS_MAX]; /* "Name=value" */
    int option_count;
    MatchLimits limits;
} MatchEngineConfig;

/* Ends games by the engines' own scores, in hundredths of a pawn; a count of 0: does not. */
typedef struct MatchAdjudication {
    int resign_score, resign_count;
    int draw_score, draw_count, draw_from; /* the move that it begins at */
} MatchAdjudication;

typedef struct SprtOptions {
    bool wanted;
    double elo0, elo1, alpha, beta;
} SprtOptions;

typedef struct MatchSetup {
    MatchEngineConfig engines[MATCH_ENGINES];
    Variant variants[MATCH_VARIANTS_MAX]; /* a pair of games each, in turn */
    int variant_count;
    int pairs;
    int concurrency;
    uint64_t seed;
    int opening_plies;
    int64_t opening_nodes;   /* of the search that judges an opening */
    int opening_score;       /* the most that it may find for either side */
    int plies_max;           /* a longer game is a draw */
    int64_t margin_ms;       /* by which a clock may be overstepped */
    int64_t move_timeout_ms; /* how long beyond its limit a move is waited for */
    MatchAdjudication adjudication;
    SprtOptions sprt;
    const char *save_path; /* NULL: nowhere */
} MatchSetup;

/* The command line of a match. */

/* Reads the arguments after "match"; their texts must outlive the setup. The error names the option
 * and what was expected. */
bool match_options_read(int count, char *const arguments[], MatchSetup *setup, Error *error);

/* What the options are, for people. */
void match_options_help(Buffer *text);

#endif
