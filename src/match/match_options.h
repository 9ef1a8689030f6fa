/* The options of a match. */
#ifndef MATCH_MATCH_OPTIONS_H
#define MATCH_MATCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/variant.h"

enum {
    MATCH_ENGINES = 2,
    MATCH_OPTIONS_MAX = 32, /* of an engine */
    MATCH_VARIANTS_MAX = 16,
    MATCH_CONCURRENCY_MAX = 256 /* games at once */
};

/* The limits of an engine's search. 0 means no limit; at least one is set. */
typedef struct MatchLimits {
    int depth;
    int64_t nodes;
    int64_t movetime_ms;
    int64_t base_ms; /* clock at the start of a game; 0: no clock */
    int64_t increment_ms;
} MatchLimits;

/* One of the two engines. Borrows its strings from the command line. */
typedef struct MatchEngineConfig {
    const char *command;                    /* for sh -c */
    char name[64];                          /* in reports and saved games */
    const char *options[MATCH_OPTIONS_MAX]; /* "Name=value" */
    int option_count;
    MatchLimits limits;
} MatchEngineConfig;

/* Ends games by the engines' own scores, in hundredths of a pawn. A count of 0 turns it off. */
typedef struct MatchAdjudication {
    int resign_score, resign_count;
    int draw_score, draw_count;
    int draw_from; /* the first move that counts */
} MatchAdjudication;

typedef struct SprtOptions {
    bool wanted;
    double elo0, elo1, alpha, beta;
} SprtOptions;

typedef struct MatchSetup {
    MatchEngineConfig engines[MATCH_ENGINES];
    Variant variants[MATCH_VARIANTS_MAX]; /* take turns, a pair of games each */
    int variant_count;
    int pairs;
    int concurrency;
    uint64_t seed;
    int opening_plies;
    int64_t opening_nodes;   /* of the search that judges an opening */
    int opening_score;       /* the most that it may find for either side */
    int plies_max;           /* a longer game is a draw */
    int64_t margin_ms;       /* by which a clock may be overstepped */
    int64_t move_timeout_ms; /* time to wait for a move beyond its limit */
    MatchAdjudication adjudication;
    SprtOptions sprt;
    const char *save_path; /* may be NULL */
} MatchSetup;

/* Reads the arguments after "match", which must outlive the setup. */
bool match_options_read(int count, char *const arguments[], MatchSetup *setup, Error *error);

/* Appends the text for --help. */
void match_options_help(Buffer *text);

#endif
