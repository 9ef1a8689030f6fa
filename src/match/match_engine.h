/* An engine that plays: a process that speaks UCI. */
#ifndef MATCH_MATCH_ENGINE_H
#define MATCH_MATCH_ENGINE_H

#include "match/match_options.h"
#include "match/process.h"
#include "rules/record.h"

typedef struct MatchEngine {
    const MatchSetup *setup;
    const MatchEngineConfig *config;
    Process process;        /* none: not running */
    const Variant *variant; /* the last one it was told; NULL: none */
    char *variants;         /* how it declared UCI_Variant; owned; NULL: it has no such option */
    unsigned options_known; /* which of the side's options it has, as a set of bits */
} MatchEngine;

typedef enum MatchEngineStatus {
    MATCH_ENGINE_MOVED,
    MATCH_ENGINE_CRASHED, /* the process has ended, or closed its output */
    MATCH_ENGINE_TIMEOUT, /* no answer in time and patience */
    MATCH_ENGINE_INTERRUPTED
} MatchEngineStatus;

/* What came of a `go`. */
typedef struct MatchEngineMove {
    char text[64];      /* the word after "bestmove"; cut if it is too long to be a move */
    int64_t elapsed_us; /* from writing `go` to reading it */
    int depth;          /* 0: it did not say */
    int64_t nodes;      /* 0: it did not say */
    bool has_score;
    int score; /* hundredths of a pawn, from its own view */
} MatchEngineMove;

/* Starts the process if it is not running, and makes it ready for a new game of the variant. False
 * when it cannot be, with the reason (ERROR_STATE: because of an interrupt); it does not run then.
 */
bool match_engine_new_game(MatchEngine *engine, const Variant *variant, Error *error);

/* Lets it think about the last position of the game, in whose variant it has begun. clock_us are
 * the times left, by colour, if it plays with a clock. Anything but MATCH_ENGINE_MOVED ends the
 * process, and `how` says how (see process_end). */
MatchEngineStatus match_engine_go(MatchEngine *engine, const Record *game,
                                  const int64_t clock_us[COLOR_COUNT], MatchEngineMove *move,
                                  char exit_text[PROCESS_EXIT_TEXT_SIZE]);

/* Asks it to quit, or kills it. */
void match_engine_quit(MatchEngine *engine);

#endif
