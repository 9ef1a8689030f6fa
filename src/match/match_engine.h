/* An engine of a match: a process that speaks UCI. */
#ifndef MATCH_MATCH_ENGINE_H
#define MATCH_MATCH_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/process.h"
#include "config/command_options.h"
#include "rules/record.h"

typedef struct MatchEngine {
    const MatchSetup *setup;
    const MatchEngineConfig *config;
    Process process;             /* all 0: not running */
    const MatchVariant *variant; /* last set, or NULL */
    char *variants;         /* owned; its declaration of UCI_Variant, NULL without that option */
    bool reads_variants;    /* it has the option VariantPath */
    unsigned options_known; /* bit i: it has the configured option i */
    char endings[32];       /* the solved endings it says to have; "": it says nothing */
} MatchEngine;

typedef enum MatchEngineStatus {
    MATCH_ENGINE_MOVED,
    MATCH_ENGINE_CRASHED, /* the process ended, or closed its output */
    MATCH_ENGINE_TIMEOUT,
    MATCH_ENGINE_INTERRUPTED
} MatchEngineStatus;

typedef struct MatchEngineMove {
    char text[64];      /* the word after "bestmove", perhaps cut */
    int64_t elapsed_us; /* from writing "go" to reading the move */
    int depth;          /* 0: not reported */
    int64_t nodes;      /* 0: not reported */
    bool has_score;
    int score; /* hundredths of a pawn, from the engine's view */
    int mate;  /* moves to a win, negative to a loss; 0: none found */
} MatchEngineMove;

/* Prepares the engine for a game of the variant, starting the process if it is not running. On
 * failure the process does not run; ERROR_STATE means an interrupt. */
bool match_engine_new_game(MatchEngine *engine, const MatchVariant *variant, Error *error);

/* Lets the engine search the last position of the game. clock_us is the time left by color; it
 * counts only for an engine with a clock. If no move arrives, ends the process and sets exit_text
 * as process_end() does. */
MatchEngineStatus match_engine_go(MatchEngine *engine, const Record *game,
                                  const int64_t clock_us[COLOR_COUNT], MatchEngineMove *move,
                                  char exit_text[PROCESS_EXIT_TEXT_SIZE]);

/* Asks the engine to quit, or kills it. */
void match_engine_quit(MatchEngine *engine);

#endif
