/*
 * The search of one thread: principal variation search below the root, quiescence at the leaves.
 * Threads share the table and the sign to halt, and nothing else.
 *
 * root.c has the moves of the root and one iteration, search.c a node, step by step, with the moves
 * it leaves out, reduces or extends; shortcuts.c the ways to do without its moves; quiescence.c the
 * leaves; prove.c the proof of short wins; steps.c what they share, which node.h declares.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/evaluate.h"
#include "engine/keyhistory.h"
#include "engine/picker.h"
#include "engine/score.h"
#include "engine/tt.h"

enum { PLY_MAX = SEARCH_DEPTH_MAX + 60 }; /* deepest line, quiescence included */

/* A line of moves. */
typedef struct PvLine {
    int length;
    Move moves[PV_MAX];
} PvLine;

/* What a thread keeps for every ply from the root. */
typedef struct SearchStack {
    Move killers[KILLER_COUNT];
    Move excluded; /* the node is searched without this move; MOVE_NONE: with all */
    Score eval;    /* static, corrected; SCORE_NONE where the lion is attacked */
    bool attacked; /* the lion of the side to move is attacked; set by the ply above */
    PvLine pv;     /* the best one from here on, when the window is open */
} SearchStack;

/* How a weak level gets a move of the root wrong. */
typedef struct Misjudgement {
    Score error; /* by so much, 0 or more, it takes the move to be better than it is */
    bool blind; /* what the opponent can answer is not looked at, not even that it takes the lion */
} Misjudgement;

/* A move at the root. */
typedef struct RootMove {
    Move move;
    Score
        score; /* in this iteration; -SCORE_INFINITE: not better than the best, or not yet known */
    Score previous;            /* in the last one */
    Misjudgement misjudgement; /* its scores are with the error, unless they are a win or loss */
    PvLine pv;                 /* begins with the move */
} RootMove;

typedef struct Search Search;

/* Called now and then by the thread that minds the limits, to halt the search when one is reached.
 * Returns the number of nodes at which to call it next. */
typedef uint64_t SearchTick(void *context, const Search *search);

struct Search {
    TranspositionTable *table; /* shared */
    const atomic_bool *stop;   /* shared; set: unwind at once */
    SearchTick *tick;          /* NULL: none */
    void *tick_context;
    uint64_t tick_at; /* nodes */

    const Move
        *searchmoves; /* the moves of the root to search, legal and all different; NULL: all */
    size_t searchmove_count;
    bool full_width; /* wins are sought: no move is left out anywhere */

    Position root;
    RootMove *moves; /* owned; those that repetition forbids are left out */
    size_t move_count;
    size_t pv_index; /* the moves before it belong to better lines of this iteration */
    int depth;       /* of the iteration that runs */
    int seldepth;

    _Atomic uint64_t nodes; /* written by this thread only */
    int null_move_min_ply;  /* no passing above this ply: a pass is being verified */
    bool tt_wins_unsafe;    /* the game so far or repetition can undo a win that the table knows */
    KeyHistory key_history;
    History history;
    EvaluationCache evaluations;
    SearchStack stack[PLY_MAX + 3];                          /* a node looks two plies ahead */
    PriorMove prior_moves[PLY_MAX + 2 + CONTINUATION_PLIES]; /* see node_prior_moves */
};

/* Begins a search of the position with the last of the keys; the earlier ones are the game's. Lists
 * the moves of the root, the best at a first glance in front. The search is all 0 or was begun
 * before; `table`, `halt`, `searchmoves`, `proving` and the tick are the caller's to set. */
void search_begin(Search *search, const Position *root, const uint64_t *keys, size_t key_count);
/* Releases what it owns. */
void search_end(Search *search);
/* Forgets what earlier searches taught. */
void search_clear(Search *search);

/*
 * One iteration: searches the root to `depth` plies and brings the best `lines` moves to the front,
 * sorted. False when it was halted; the moves in front are then still the best known.
 */
bool search_iterate(Search *search, int depth, int lines);

/*
 * Whether the lion can be taken by force within `plies`, an odd number from 3 on; if so, the move
 * that does it is in front, with its score and line. Gives up after about so many nodes. Where the
 * defender has men enough, only threats are looked at for the last move but one. The search has
 * begun, no lion can be taken at once, and no shorter win is there.
 */
bool solver_prove(Search *search, int plies, uint64_t nodes);

/* The score of one of the moves in front. */
Score rootmove_score(const RootMove *move);

/* From now on the search gets the move wrong. Between search_begin and the first iteration. */
void rootmove_misjudge(RootMove *move, Misjudgement misjudgement);
/* The score without the error. */
Score rootmove_true_score(const RootMove *move);

uint64_t search_nodes(const Search *search);

#endif
