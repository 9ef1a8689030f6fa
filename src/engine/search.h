/*
 * The search of one thread: principal variation search below the root, quiescence at the leaves.
 * Threads share the table and the sign to halt, and nothing else.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/path.h"
#include "engine/picker.h"
#include "engine/score.h"
#include "engine/transposition.h"

enum { PLY_MAX = SEARCH_DEPTH_MAX + 60 }; /* deepest line, quiescence included */

/* A line of moves. */
typedef struct Line {
    int length;
    Move moves[PV_MAX];
} Line;

/* What a thread keeps for every ply from the root. */
typedef struct Frame {
    Move killers[KILLER_COUNT];
    Line line; /* the best one from here on, when the window is open */
} Frame;

/* A move at the root. */
typedef struct RootMove {
    Move move;
    Score
        score; /* in this iteration; -SCORE_INFINITE: not better than the best, or not yet known */
    Score previous; /* in the last one */
    Line line;      /* begins with the move */
} RootMove;

typedef struct Searcher Searcher;

/* Called now and then by the thread that minds the limits, to halt the search when one is reached.
 * Returns the number of nodes at which to call it next. */
typedef uint64_t SearchTick(void *context, const Searcher *searcher);

struct Searcher {
    Table *table;            /* shared */
    const atomic_bool *halt; /* shared; set: unwind at once */
    SearchTick *tick;        /* NULL: none */
    void *tick_context;
    uint64_t tick_at; /* nodes */

    Position root;
    RootMove *moves; /* owned; those that repetition forbids are left out */
    size_t move_count;
    size_t first_move; /* the moves before it belong to better lines of this iteration */
    int depth;         /* of the iteration that runs */
    int seldepth;

    _Atomic uint64_t nodes; /* written by this thread only */
    Path path;
    History history;
    Frame frames[PLY_MAX + 3]; /* a node looks two plies ahead */
};

/* Begins a search of the position with the last of the keys; the earlier ones are the game's. Lists
 * the moves of the root, the best at a first glance in front. The searcher is all 0 or was begun
 * before; `table`, `halt` and the tick are the caller's to set. */
void searcher_begin(Searcher *searcher, const Position *root, const uint64_t *keys,
                    size_t key_count);
/* Releases what the searcher owns. */
void searcher_end(Searcher *searcher);
/* Forgets what earlier searches taught. */
void searcher_forget(Searcher *searcher);

/*
 * One iteration: searches the root to `depth` plies and brings the best `lines` moves to the front,
 * sorted. False when it was halted; the moves in front are then still the best known.
 */
bool searcher_iterate(Searcher *searcher, int depth, int lines);

/* The score of one of the moves in front. */
Score rootmove_score(const RootMove *move);

uint64_t searcher_nodes(const Searcher *searcher);

/* --- between search.c and root.c --- */

/* Whether to unwind. */
bool searcher_halted(const Searcher *searcher);

/* Makes a move into *child and enters it on the path; false, and nothing happened, when repetition
 * forbids it. path_pop leaves the child. */
bool searcher_enter(Searcher *searcher, const Position *position, Move move, Position *child);

/* The score of a position `ply` plies from the root, for the window alpha..beta, searched to
 * `depth` plies. Worthless once halted. */
Score search_position(Searcher *searcher, const Position *position, int depth, int ply, Score alpha,
                      Score beta);

/* Puts a move in front of the line of the next ply. */
void line_join(Line *line, Move move, const Line *rest);

#endif
