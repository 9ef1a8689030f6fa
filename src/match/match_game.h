/* One game between two engines. */
#ifndef MATCH_MATCH_GAME_H
#define MATCH_MATCH_GAME_H

#include "match/match_engine.h"

/* How a game ended. */
typedef enum Termination {
    TERMINATION_LION,
    TERMINATION_NO_MOVES,
    TERMINATION_REPETITION,
    TERMINATION_QUIET,
    TERMINATION_BARE_LIONS,
    TERMINATION_RESIGNED, /* by the scores of both */
    TERMINATION_AGREED,   /* the same, as a draw */
    TERMINATION_LENGTH,   /* too many plies: a draw */
    TERMINATION_TIME,
    TERMINATION_ILLEGAL, /* a move that is none, or not allowed */
    TERMINATION_CRASH,
    TERMINATION_HANG,
    TERMINATION_COUNT,
    TERMINATION_INTERRUPTED = TERMINATION_COUNT /* not a game that counts */
} Termination;

/* How an engine spent its time, in one game or in many. */
typedef struct EngineUsage {
    int64_t moves;
    int64_t elapsed_us;
    int64_t depth_sum, depth_moves; /* of the moves with a depth told */
    int64_t nodes, nodes_us;        /* of those with nodes told */
    int64_t overrun_us;             /* the most beyond a clock or --movetime; negative: never */
    int64_t min_left_us;            /* the least that a clock showed after a move */
} EngineUsage;

#define ENGINE_USAGE_NONE ((EngineUsage){.overrun_us = INT64_MIN, .min_left_us = INT64_MAX})

typedef struct MatchGameResult {
    Termination end;
    Result result;
    Color at_fault;       /* who lost by time, crash, ... */
    char fault_text[512]; /* what went wrong; "": nothing */
    EngineUsage usage[COLOR_COUNT];
} MatchGameResult;

/* Adds the use of one game to that of others. */
void match_game_add_usage(EngineUsage *sum, const EngineUsage *usage);

/* Plays the game on to its end, which it declares; players are by colour, ready to play. */
void match_game_play(Record *game, MatchEngine *const opponents[COLOR_COUNT],
                     const MatchSetup *setup, MatchGameResult *result);

/* "lion", "no moves", ... */
const char *match_game_termination_text(Termination end);

#endif
