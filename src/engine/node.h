/* A node of the search tree and the operations that all searches share: counting, making moves,
 * detecting the end of the game, static evaluation, and the transposition table. */
#ifndef ENGINE_NODE_H
#define ENGINE_NODE_H

#include "engine/search.h"

typedef struct Node {
    const Position *position;
    SearchStack *ss;
    int depth; /* plies left to search; 0 or less: quiescence */
    int ply;   /* from the root */
    Score alpha;
    Score beta;
    Score best;
    Move best_move;  /* MOVE_NONE until a move raises alpha */
    int tried;       /* moves searched */
    bool pv_node;    /* the window is not null: the exact score and its line are needed */
    bool cut_node;   /* expected to fail high */
    bool full_width; /* no pruning or reductions: shorter wins than a known one are sought */
    bool improving;  /* the evaluation is better than at the side's previous turn */
    bool tt_hit;
    bool multicut;  /* the score comes from a singular search: it is not stored */
    bool uncertain; /* the tables have the position, but their value is not certain; see `probe` */
    Probe probe;
    TTEntry tt_entry;
    Score eval; /* best estimate of the score; SCORE_NONE if the lion is attacked */
} Node;

/* Begins a node: sets up its fields, counts it and clears its line. */
Node node_begin(Search *search, const Position *position, int depth, int ply, Score alpha,
                Score beta);

/* Counts a node and calls the tick if it is due. */
void node_count(Search *search, int ply);
/* Brings the next tick forward: listing thousands of moves takes the time of many nodes. */
void node_count_moves(Search *search, size_t count);

/* Makes a move of the position at `ply` into *child and enters it into the key history and the
 * stack. Returns false, and does nothing, if repetition forbids the move. */
bool node_enter(Search *search, const Position *position, int ply, Move move, Position *child);
/* Does the same with a null move. */
void node_enter_null(Search *search, const Position *position, int ply, Position *child);
/* Takes back node_enter or node_enter_null. */
void node_leave(Search *search);

/* Sets `line` to a move followed by the line of the next ply. */
void node_join_pv(PvLine *line, Move move, const PvLine *rest);

/* Returns whether the game ends here or with the next move, and its score. */
bool node_is_over(Search *search, const Node *node, Score *score);

/* Looks the node up in the tables of endings. Returns true if their score is exact. Otherwise it is
 * the static evaluation of the node: whether the win can be had depends on plies far ahead, so the
 * node must not be pruned. */
bool node_probe_endings(Search *search, Node *node, Score *score);

/* Returns the static evaluation with the correction learned from searches. */
Score node_static_eval(Search *search, const Node *node);

/* Returns the table's score if it is a better estimate than the evaluation, else the evaluation. */
Score node_refine_eval(const Node *node, Score eval);

/* Looks the node up in the table. Returns true if the entry's score allows a cutoff. */
bool node_probe_tt(Search *search, Node *node);
void node_store_tt(const Search *search, const Node *node);
/* Returns the bound that the best score is, for the window that the node began with. */
Bound node_bound(const Node *node);

/* Updates the node with the score of a move. Returns true on a beta cutoff. */
bool node_improve(Node *node, Move move, Score score);

#endif
