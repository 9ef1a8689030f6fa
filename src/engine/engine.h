/*
 * The advisors: `random`, `greedy`, which takes the most that can be taken with this move, and
 * `negamax`, the search. An engine owns its tables and threads; one
 * search runs at a time, on threads of its own. Its reports come on a search thread: the receiver
 * hands them to its own (see play/). All functions but engine_stop and engine_ponder_hit are called
 * by one thread at a time.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/limits.h"
#include "rules/position.h"
#include "rules/record.h"

typedef enum AdvisorKind { ADVISOR_RANDOM, ADVISOR_NEGAMAX, ADVISOR_GREEDY } AdvisorKind;

/* "random", "negamax", "greedy"; NULL for the number past the last. */
const char *advisor_name(AdvisorKind kind);
/* False when there is none of that name. */
bool advisor_find(const char *name, AdvisorKind *kind);

enum { PV_MAX = 32 };

/* Scores are in hundredths of a pawn from the side to move's view; a win in N plies is
 * SCORE_WIN - N, a loss in N plies -(SCORE_WIN - N). */
typedef int Score;
#define SCORE_WIN       30000
#define SCORE_WIN_LEAST (SCORE_WIN - 1000) /* from here on a score is a win found */

/* A win or loss found, in plies to the lion's capture: positive wins; 0: neither. */
int score_win_plies(Score score);

/* What ends a search; a zero is no limit. With no limit at all it runs until it is stopped. */
typedef struct SearchLimits {
    int depth; /* plies */
    uint64_t nodes;
    int mate; /* stop when a win in so many moves of the mover's own is found, or ruled out */
    int64_t movetime_ms;           /* use this; less only when there is nothing left to find */
    int64_t clock_ms[COLOR_COUNT]; /* time left; 0: no clock */
    int64_t increment_ms[COLOR_COUNT];
    int moves_to_go; /* 0: the rest of the game */
    bool infinite;   /* do not answer before a stop, even when there is nothing left to find */
    bool ponder;     /* do not answer, nor use up time, before engine_ponder_hit or a stop */
} SearchLimits;

typedef struct SearchRequest {
    AdvisorKind advisor;
    /* The game up to the position to search: its last position is searched (it may be in the middle
     * of a capture), the earlier ones matter for repetition. Copied. */
    const Position *positions;
    size_t position_count; /* at least 1 */
    /* Search only these moves, which are legal and all different. Copied; NULL: all moves. */
    const Move *moves;
    size_t move_count;
    SearchLimits limits;
    int level;     /* 1..10 */
    int multipv;   /* lines wanted, 1..8 */
    uint64_t seed; /* for random and greedy moves and weak levels; of these the upper half decides
                    * how well a level plays: it is the same for all moves of a game */
} SearchRequest;

typedef struct SearchLine {
    Score score;
    int length; /* moves in pv, at least 1 */
    Move pv[PV_MAX];
} SearchLine;

/* What a search knows. */
typedef struct SearchInfo {
    int depth;    /* completed iteration */
    int seldepth; /* deepest line looked at, in plies */
    uint64_t nodes;
    uint64_t nps;    /* nodes a second */
    int64_t time_ms; /* since the start */
    int hashfull;    /* of the transposition table in use */
    int line_count;
    SearchLine lines[MULTIPV_MAX]; /* best first, but for the move that a weak level plays */
    bool final;                    /* the search has ended; lines[0].pv[0] is the move to play */
    bool has_move;                 /* false only in a final report on a game that is over */
} SearchInfo;

/*
 * Called on a search thread: after every iteration, at most some ten times a second in between, and
 * once at the end with `final` set, after which the engine takes a new search. Must not call the
 * engine, nor wait for a thread that does.
 */
typedef void SearchReport(void *context, const SearchInfo *info);

typedef struct Engine Engine;

/* hash_mb in MiB, threads >= 1. NULL with an error when memory or threads cannot be had. */
Engine *engine_create(int hash_mb, int threads, Error *error);
/* Stops a search without a further report, joins the threads. NULL is allowed. */
void engine_free(Engine *engine);

/* Changes the size of the table or the number of threads; not during a search. */
bool engine_resize(Engine *engine, int hash_mb, int threads, Error *error);
/* Forgets the table and histories (a new game). Not during a search. */
void engine_new_game(Engine *engine);

/* From the next search on its threads give way to the program's others, and to other programs,
 * where the system knows priorities of single threads: a screen is to answer while the engine
 * thinks. Not during a search; for good. */
void engine_set_niced(Engine *engine);

/* Starts a search; returns at once. Fails with ERROR_STATE while one is running. */
bool engine_start(Engine *engine, const SearchRequest *request, SearchReport *report, void *context,
                  Error *error);

/* Asks the running search to end now with the best move known; the final report comes as usual. Any
 * thread. Nothing happens when no search runs. */
void engine_stop(Engine *engine);

/* The move that was pondered on has been played: from now on the running search uses time, and may
 * answer. Any thread. Nothing happens when no search ponders. */
void engine_ponder_hit(Engine *engine);

/* Whether a search runs: it will make its final report. */
bool engine_is_searching(Engine *engine);

/* Waits until the running search has delivered its final report. */
void engine_wait(Engine *engine);

/* Searches and waits for the end. Sets *info to the final report. Stops soon after `cancelled`,
 * which may be NULL, is set. */
bool engine_search(Engine *engine, const SearchRequest *request, const atomic_bool *cancelled,
                   SearchInfo *info, Error *error);

/* Static evaluation from the side to move's view. */
Score engine_evaluate(const Position *position);

#endif
