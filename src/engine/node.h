/* What the files of the search share: the node that is being searched, and the steps on the way
 * from one to the next. */
#ifndef ENGINE_NODE_H
#define ENGINE_NODE_H

#include "engine/search.h"

/* A node of the tree while it is searched. */
typedef struct Node {
    const Position *position;
    int depth; /* plies still to search; 0 and less: quiescence */
    int ply;   /* from the root */
    Score alpha;
    Score beta;
    Score best;
    Move best_move;  /* MOVE_NONE while nothing is above alpha */
    int tried;       /* moves searched */
    bool pv_node;    /* the window is: the score itself is wanted, and the line */
    bool full_width; /* the question is whether a win known is the shortest: nothing is left out */
    bool cut_node;   /* the position is expected to be refuted */
    bool improving;  /* the side to move stands better than at its last turn */
    bool tt_hit;     /* the table has an entry */
    TTEntry tt_entry;
    bool multicut; /* the result was not searched to this depth */
    Score eval;    /* the best guess at the score; SCORE_NONE when the lion is attacked */
} Node;

/* ---- search.c ---- */

/* The score of a position `ply` plies from the root, for the window alpha..beta, searched to
 * `depth` plies; `cut_node`: it is expected to be refuted. The frame's `attacked` and the trail
 * must have been set (see node_enter). Worthless once halted. */
Score alphabeta_search(Search *search, const Position *position, int depth, int ply, Score alpha,
                       Score beta, bool cut_node);

/* ---- steps.c ---- */

/* Whether to unwind. */
bool search_stopped(const Search *search);

void node_count(Search *search, int ply);
/* Listing thousands of moves takes the time of many nodes: the next tick comes so much sooner. */
void node_count_moves(Search *search, size_t count);

/* The moves that led to the position `ply` plies from the root, the last one first, going back. */
PriorMove *node_prior_moves(Search *search, int ply);

/* Makes a move of the position `ply` plies from the root into *child, and enters it on the path and
 * the trail; false, and nothing happened, when repetition forbids it. node_leave leaves it. */
bool node_enter(Search *search, const Position *position, int ply, Move move, Position *child);
/* The same for passing the turn. */
void node_enter_null(Search *search, const Position *position, int ply, Position *child);
void node_leave(Search *search);

/* Puts a move in front of the line of the next ply. */
void node_join_pv(PvLine *line, Move move, const PvLine *rest);

/* Whether the game ends here, or with the next move; its score. */
bool node_is_over(Search *search, const Node *node, Score *score);

/* The static evaluation, corrected by what searches have found of positions with these pawns. */
Score node_static_eval(Search *search, const Position *position);

/* Looks the node up in the table; true when that answers the question. */
bool node_probe_tt(Search *search, Node *node);
/* Enters what was learned into the table. */
void node_store_tt(const Search *search, const Node *node);
/* What the result is as a bound, by the window that the node began with. */
Bound node_bound(const Node *node);

/* Takes the score of a move into the node; true when it refutes the position. */
bool node_improve(Search *search, Node *node, Move move, Score score);

/* ---- root.c ---- */

/* Moves one of the moves to an earlier place. */
void rootmove_move_up(RootMove *moves, size_t from, size_t to);

/* ---- quiescence.c ---- */

/* The score when nothing but captures, promotions and answers to attacks on the lion is looked at.
 * As alphabeta_search. */
Score quiescence_search(Search *search, const Position *position, int ply, Score alpha, Score beta);

/* ---- shortcuts.c ---- */

/* Tries to do without looking at every move of a node whose lion is not attacked, and whose window
 * is closed; true with the score when that works. */
bool prune_node(Search *search, Node *node, Score *score);

#endif
