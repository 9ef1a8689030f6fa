/* congo-engine match: lets two engines play each other. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "config/command_options.h"
#include "match/match_engine.h"

/* ---- one game ---- */

typedef enum Termination {
    TERMINATION_LION,
    TERMINATION_NO_MOVES,
    TERMINATION_REPETITION,
    TERMINATION_QUIET,
    TERMINATION_BARE_LIONS,
    TERMINATION_RESIGNED, /* adjudicated by the scores of both */
    TERMINATION_AGREED,   /* adjudicated as a draw */
    TERMINATION_LENGTH,   /* a draw after too many plies */
    TERMINATION_TIME,
    TERMINATION_ILLEGAL,
    TERMINATION_CRASH,
    TERMINATION_HANG,
    TERMINATION_COUNT,
    TERMINATION_INTERRUPTED = TERMINATION_COUNT /* the game does not count */
} Termination;

/* Time and work of an engine, in one game or in many. */
typedef struct EngineUsage {
    int64_t moves;
    int64_t elapsed_us;
    int64_t depth_sum, depth_moves; /* of moves with a reported depth */
    int64_t nodes, nodes_us;        /* of moves with reported nodes */
    int64_t overrun_us;  /* largest excess over a clock or --movetime; negative: within */
    int64_t min_left_us; /* smallest time left on the clock after a move */
} EngineUsage;

#define ENGINE_USAGE_NONE ((EngineUsage){.overrun_us = INT64_MIN, .min_left_us = INT64_MAX})

typedef struct MatchGameResult {
    Termination end;
    Result result;
    Color at_fault;       /* the side that lost by time, a crash, ... */
    char fault_text[512]; /* description of the fault, or "" */
    EngineUsage usage[COLOR_COUNT];
} MatchGameResult;

void match_game_add_usage(EngineUsage *sum, const EngineUsage *usage);

/* Returns "lion", "no moves", ... */
const char *match_game_termination_text(Termination end);

CommandRunner match_command; /* MatchSetup */

#endif
