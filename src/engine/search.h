/*
 * The search of one thread: iterative deepening of a principal variation search with quiescence.
 * Threads share the transposition table, the solved endings and the stop flag, and nothing else.
 * The solver (solver.h) makes and counts its nodes with the same functions.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/engine.h"
#include "engine/evaluate.h"
#include "engine/history.h"
#include "engine/keyhistory.h"
#include "engine/nnue.h"
#include "engine/probe.h"
#include "engine/score.h"
#include "engine/tt.h"

enum {
    PLY_MAX = SEARCH_DEPTH_MAX + 60, /* longest line, quiescence included */
    PV_LINE_MAX = 32,                /* moves of a line that the search keeps */
    KILLER_COUNT = 2
};

typedef struct Search Search;

typedef struct PvLine {
    int length;
    Move moves[PV_LINE_MAX];
} PvLine;

/* State of a ply. The plies before and after the node at `ss` are ss[-1] and ss[1]. */
typedef struct SearchStack {
    Move current_move;            /* being searched; MOVE_NONE: a null move, or not known */
    bool quiet;                   /* current_move, unless it is one of the root's */
    PieceToHistory *continuation; /* of current_move; never NULL at an earlier ply */
    Move killers[KILLER_COUNT];
    int cutoffs;        /* at this ply since the last node two plies before it */
    Move excluded;      /* by a singular search of this node, or MOVE_NONE */
    Score eval;         /* static evaluation; SCORE_NONE if the lion is attacked */
    bool lion_attacked; /* of the side to move; set by node_enter, so not at the root */
    PvLine pv;          /* best line from here on, in a PV node */
    bool accumulated;   /* the accumulator is that of the position */
    Accumulator accumulator;
} SearchStack;

/* Deliberate error of a weak level at a root move. */
typedef struct Misjudgement {
    Score error; /* by which the move is overrated, at least 0 */
    bool blind;  /* the opponent's answers are not searched, not even the capture of the lion */
} Misjudgement;

enum EndingRank { ENDING_RANK_UNCERTAIN_LOSS = -1, ENDING_RANK_DRAW, ENDING_RANK_UNCERTAIN_WIN };

typedef struct RootMove {
    Move move;
    /* By the tables of endings, if they have the root: the exact score of a certain win or loss, or
     * an EndingRank. Moves of one rank are searched against each other, and come before
     * those of a lower one. */
    Score ending_rank;
    Score score;    /* of this iteration; -SCORE_INFINITE: not searched, or not above alpha */
    Score previous; /* score of the previous iteration */
    Misjudgement misjudgement; /* undecided scores include its error */
    PvLine pv;                 /* begins with the move */
} RootMove;

/* The owner's functions that a search calls, on its thread. */
typedef struct SearchObserver {
    /* Checks the limits, and sets the stop flag if one is reached. Returns the node count of the
     * next call. */
    uint64_t (*tick)(void *context, const Search *search);
    /* A root move, moves[index], will be searched. */
    void (*root_move)(void *context, const Search *search, size_t index);
    /* The score of moves[pv_index] fell on the bound of the aspiration window: `score` bounds it.
     */
    void (*window_missed)(void *context, const Search *search, Score score, Bound bound);
    void *context;
} SearchObserver;

struct Search {
    /* Set by the owner before search_begin. */
    TranspositionTable *table;      /* shared; NULL in a solver */
    const atomic_bool *stop;        /* shared; unwind at once if set */
    const SearchObserver *observer; /* shared; NULL: none */
    const Move *searchmoves;        /* root moves to search, legal and distinct; NULL: all */
    size_t searchmove_count;
    bool full_width;  /* all nodes are of full width: a win is sought */
    ProbeScope scope; /* its endings are shared */

    uint64_t tick_at; /* node count of the observer's next tick */
    Position root;
    RootMove *moves; /* owned; without those that repetition forbids */
    size_t move_count;
    size_t pv_index;     /* root moves before it are better lines of this iteration */
    bool root_probed;    /* the tables have the root: its moves are ranked */
    bool probing;        /* below the root */
    int depth;           /* of this iteration */
    int completed_depth; /* of the last complete iteration of this search; 0: none */
    int seldepth;

    _Atomic uint64_t nodes;  /* written by this thread only */
    _Atomic uint64_t tbhits; /* positions found in the tables; likewise */
    int null_move_min_ply;   /* no null moves above this ply: one is being verified */
    /* The table's wins may not hold: a position of the game may stand in their way that must not be
     * repeated, or that has occurred twice and draws with the third time. */
    bool tt_wins_unsafe;
    KeyHistory key_history;
    History history;
    EvaluationCache evaluations;
    SearchStack stack[CONTINUATION_PLIES + PLY_MAX + 3]; /* a node resets two plies ahead */
};

/* Sets the root position and its history, and clears the stack. The last key is the root's; the
 * others are those of the game before it. A new search must be zeroed. */
void search_reset(Search *search, const Position *root, const uint64_t *keys, size_t key_count);

/* Begins a search: resets it and lists the root moves, sorted by a static estimate. */
void search_begin(Search *search, const Position *root, const uint64_t *keys, size_t key_count);

/* Frees what the search owns. */
void search_end(Search *search);

/* Clears the histories. */
void search_clear(Search *search);

/*
 * Runs one iteration: searches the root to `depth` plies and moves the best `lines` moves to the
 * front, sorted. Returns false if it was stopped; the moves in front are then the best known.
 */
bool search_iterate(Search *search, int depth, int lines);

/* Returns the number of root moves, from one of them on, that have its rank. */
size_t search_rank_count(const Search *search, size_t from);

/* Returns whether the first `lines` moves have exact scores by the tables, which no search betters.
 */
bool search_is_solved(const Search *search, int lines);

static inline SearchStack *search_stack(Search *search, int ply) {
    return &search->stack[ply + CONTINUATION_PLIES];
}

/* Returns whether the search must unwind. Results are then meaningless. */
static inline bool search_stopped(const Search *search) {
    return atomic_load_explicit(search->stop, memory_order_relaxed);
}

static inline uint64_t search_nodes(const Search *search) {
    return atomic_load_explicit(&search->nodes, memory_order_relaxed);
}

static inline uint64_t search_tbhits(const Search *search) {
    return atomic_load_explicit(&search->tbhits, memory_order_relaxed);
}

/* Returns the latest score of a move that search_iterate has moved to the front. */
static inline Score rootmove_score(const RootMove *move) {
    return move->score == -SCORE_INFINITE ? move->previous : move->score;
}

/* Returns whether a root move draws by the tables. */
static inline bool search_is_draw(const Search *search, const RootMove *move) {
    return search->root_probed && move->ending_rank == ENDING_RANK_DRAW;
}

/* Like rootmove_score, without the error of a weak level, and 0 for a draw by the tables. */
static inline Score search_true_score(const Search *search, const RootMove *move) {
    Score score = rootmove_score(move);
    if (search_is_draw(search, move))
        return SCORE_DRAW;
    return score_is_decided(score) ? score : score - move->misjudgement.error;
}

/* Makes the search misjudge a move. Must be called between search_begin and the first iteration. */
void rootmove_misjudge(RootMove *move, Misjudgement misjudgement);

/* Moves one of the root moves to an earlier place. */
void rootmove_move_up(RootMove *moves, size_t from, size_t to);

/* ---- nodes, for the search and the solver ---- */

/*
 * A node is of full width if only a win shorter than a known one, or a defence against it, changes
 * the result, and always if the search is for a win in N moves. Then "there is none" must be as
 * true as "here it is": the node searches all moves, to their full depth, and takes no undecided
 * score of a search that prunes. Only the end of the game, mate distance, solved endings and other
 * scores of the table end it early. Quiescence has no full width.
 */
typedef struct Node {
    const Position *position;
    SearchStack *ss;
    int depth; /* plies left to search; 0 or less: quiescence */
    int ply;   /* from the root */
    Score alpha;
    Score beta;
    Score best;
    Move best_move; /* MOVE_NONE until a move raises alpha */
    int tried;      /* moves searched */
    bool pv_node;   /* the window is not null: the exact score and its line are needed */
    bool cut_node;  /* expected to fail high */
    bool full_width;
    bool improving; /* the evaluation is better than at the side's previous turn */
    bool tt_hit;
    bool multicut;  /* the score comes from a singular search: it is not stored */
    bool uncertain; /* the tables have the position, but their value is not certain; see `probe` */
    Probe probe;
    TTEntry tt_entry;
    Score eval; /* best estimate of the score; SCORE_NONE if the lion is attacked */
} Node;

/* Counts a node and calls the tick if it is due. */
void node_count(Search *search, int ply);

/* Brings the next tick forward: listing thousands of moves takes the time of many nodes. */
void node_count_moves(Search *search, size_t count);

/* Makes a move of the position at `ply` into *child and enters it into the key history and the
 * stack. Returns false, and does nothing, if repetition forbids the move. */
bool node_enter(Search *search, const Position *position, int ply, Move move, Position *child);

/* Takes back node_enter or node_enter_null. */
void node_leave(Search *search);

/* Sets `line` to a move followed by the line of the next ply. */
void node_join_pv(PvLine *line, Move move, const PvLine *rest);

/* Returns whether the game ends here or with the next move, and its score. */
bool node_is_over(Search *search, const Node *node, Score *score);

#endif
