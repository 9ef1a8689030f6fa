/*
 * The engine: owns the transposition table and the search threads. One search runs at a time. Its
 * reports arrive on the first search thread; the receiver passes them on to its own thread, as
 * play/searcher.c does. All functions except engine_stop and engine_ponder_hit must be called by
 * one thread at a time.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "endings/endings.h"
#include "engine/advisor.h"
#include "engine/score.h"
#include "rules/position.h"

/* ---- ranges, also for the table of settings ---- */

enum {
    SEARCH_DEPTH_MAX = 100, /* plies */
    LEVEL_MIN = 1,
    LEVEL_MAX = 10, /* full strength */
    MULTIPV_MAX = 8,
    HASH_MB_MIN = 1,
    HASH_MB_MAX = 16384,
    MOVE_OVERHEAD_MS = 30, /* usual */
    MOVE_OVERHEAD_MS_MAX = 5000,
    ENGINE_THREADS_MAX = 256
};

/* ---- requests and reports ---- */

enum { PV_MAX = 288 }; /* room for the longest win of a solved ending */

/* Limits of a search; 0 means no limit. Without any limit it runs until engine_stop. */
typedef struct SearchLimits {
    int depth; /* plies */
    uint64_t nodes;
    int mate;                      /* stop when a win in N moves is found or refuted */
    int64_t movetime_ms;           /* use all of it, unless the result is final */
    int64_t clock_ms[COLOR_COUNT]; /* time left; 0: no clock */
    int64_t increment_ms[COLOR_COUNT];
    int moves_to_go;          /* 0: the rest of the game */
    int64_t move_overhead_ms; /* of the clock for each move, lost outside of the engine */
    bool infinite;            /* do not answer before engine_stop, even if the result is final */
    bool ponder; /* neither answer nor use time before engine_ponder_hit or engine_stop */
} SearchLimits;

/* Returns whether a search by `side` runs until engine_stop. */
bool search_is_unlimited(const SearchLimits *limits, Color side);

typedef struct SearchRequest {
    AdvisorKind advisor;
    /* The game up to the position to search, which may be in the middle of a capture. The earlier
     * positions matter for repetition. Copied. */
    const Position *positions;
    size_t position_count; /* at least 1 */
    /* Root moves to search, legal and distinct. NULL: all legal moves. Copied. */
    const Move *moves;
    size_t move_count;
    SearchLimits limits;
    int level;    /* 1..10 */
    int multipv;  /* lines wanted, 1..8 */
    bool verbose; /* report root moves and bounds at once, not only in a long search */
    /* For the random and greedy advisors and for weak levels. The upper half sets the strength of a
     * weak level and must not change during a game. */
    uint64_t seed;
} SearchRequest;

typedef struct SearchLine {
    Score score;
    int length; /* moves in pv, at least 1 */
    Move pv[PV_MAX];
} SearchLine;

typedef struct SearchInfo {
    int depth;    /* completed iteration */
    int seldepth; /* plies of the longest line searched */
    uint64_t nodes;
    uint64_t nps;    /* nodes per second */
    int64_t time_ms; /* since the start */
    int hashfull;    /* used part of the transposition table, in thousandths */
    uint64_t tbhits; /* positions found in the tables of endings */
    int line_count;
    SearchLine lines[MULTIPV_MAX]; /* best first, except for the move that a weak level plays */

    /* What this report adds to the lines above, which it repeats; see SearchReport. */
    int current_number; /* of the root move that will be searched next, from 1; 0: none */
    Move current_move;
    Bound bound;      /* of bound_line's score in the next iteration; BOUND_NONE: no such line */
    int bound_number; /* of the line, from 1 */
    SearchLine bound_line;

    bool final;    /* the search has ended; lines[0].pv[0] is the move to play */
    bool has_move; /* false only in a final report on a game that is over */
} SearchInfo;

/*
 * Receives reports on the first search thread: one when a new depth is completed, about ten per
 * second in between, and one at the end with `final` set, after which the engine accepts a new
 * search. From the first second on, or from the start if the request is verbose, also one for every
 * root move and for every score outside its aspiration window. Must not call the engine, nor wait
 * for a thread that does.
 */
typedef void SearchReport(void *context, const SearchInfo *info);

/* ---- the engine ---- */

typedef struct Engine Engine;

/* Creates an engine with a table of hash_mb MiB. More threads than two for each processor are not
 * used. Returns NULL with an error if memory or threads are refused. */
Engine *engine_create(int hash_mb, int threads, Error *error);

/* Stops a running search without a further report and joins the threads. NULL is allowed. */
void engine_free(Engine *engine);

/* Changes the table's size and the number of threads; on failure nothing changes. Fails with
 * ERROR_STATE during a search. */
bool engine_resize(Engine *engine, int hash_mb, int threads, Error *error);

/* Returns the number of threads that search. */
int engine_threads(const Engine *engine);

/* Clears the table and the histories for a new game. Waits for the end of a search. Required before
 * a search under other rules: the table's keys do not include the variant. */
void engine_new_game(Engine *engine);

/* Sets the solved endings that searches look positions up in, from the next one on. They are
 * borrowed; NULL: none. Only full strength uses them, and only in variants that they fit. Waits for
 * the end of a search. */
void engine_set_endings(Engine *engine, const Endings *endings);

/* Lowers the priority of the search threads permanently, from the next search on, so that the
 * interface stays responsive. Does nothing on systems without priorities of single threads. */
void engine_set_niced(Engine *engine);

/* Starts a search and returns at once. Fails with ERROR_STATE during a search. */
bool engine_start(Engine *engine, const SearchRequest *request, SearchReport *report, void *context,
                  Error *error);

/* Ends the running search, if any, with the best move known; the final report comes as usual. Any
 * thread may call it. */
void engine_stop(Engine *engine);

/* Ends pondering because the expected move was played: the search now uses time and may answer. Any
 * thread may call it. Does nothing if no search ponders. */
void engine_ponder_hit(Engine *engine);

/* Returns whether a search runs that has not yet delivered its final report. */
bool engine_is_searching(Engine *engine);

/* Waits until the running search has delivered its final report and its threads rest. */
void engine_wait(Engine *engine);

/* Searches, waits for the end and stores the final report. Stops soon after `cancelled`, which may
 * be NULL, is set. */
bool engine_search(Engine *engine, const SearchRequest *request, const atomic_bool *cancelled,
                   SearchInfo *info, Error *error);

/* Returns the static evaluation from the side to move's view. */
Score engine_evaluate(const Position *position);

#endif
