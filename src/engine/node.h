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
    Move best_move; /* MOVE_NONE while nothing is above alpha */
    int tried;      /* moves searched */
    bool pv_node;   /* the window is: the score itself is wanted, and the line */
    bool proving;   /* the question is whether a win known is the shortest: nothing is left out */
    bool cut_node;  /* the position is expected to be refuted */
    bool improving; /* the side to move stands better than at its last turn */
    bool tt_hit;    /* the table has an entry */
    TableEntry tt_entry;
    bool guessed; /* the result was not searched to this depth */
    Score eval;   /* the best guess at the score; SCORE_NONE when the lion is attacked */
} Node;

/* ---- search.c ---- */

/* The score of a position `ply` plies from the root, for the window alpha..beta, searched to
 * `depth` plies; `cut_node`: it is expected to be refuted. The frame's `attacked` and the trail
 * must have been set (see search_enter). Worthless once halted. */
Score search_position(Search *search, const Position *position, int depth, int ply, Score alpha,
                      Score beta, bool cut_node);

/* ---- steps.c ---- */

/* Whether to unwind. */
bool search_halted(const Search *search);

void search_count_node(Search *search, int ply);
/* Listing thousands of moves takes the time of many nodes: the next tick comes so much sooner. */
void search_count_moves(Search *search, size_t count);

/* The moves that led to the position `ply` plies from the root, the last one first, going back. */
Trail *search_trail(Search *search, int ply);

/* Makes a move of the position `ply` plies from the root into *child, and enters it on the path and
 * the trail; false, and nothing happened, when repetition forbids it. search_leave leaves it. */
bool search_enter(Search *search, const Position *position, int ply, Move move, Position *child);
/* The same for passing the turn. */
void search_enter_pass(Search *search, const Position *position, int ply, Position *child);
void search_leave(Search *search);

/* Puts a move in front of the line of the next ply. */
void line_join(Line *line, Move move, const Line *rest);

/* Whether the game ends here, or with the next move; its score. */
bool search_is_over(Search *search, const Node *node, Score *score);

/* The static evaluation, corrected by what searches have found of positions with these pawns. */
Score search_evaluate(Search *search, const Position *position);

/* Looks the node up in the table; true when that answers the question. */
bool node_look_up(Search *search, Node *node);
/* Enters what was learned into the table. */
void node_remember(const Search *search, const Node *node);
/* What the result is as a bound, by the window that the node began with. */
Bound node_bound(const Node *node);

/* Takes the score of a move into the node; true when it refutes the position. */
bool node_improve(Search *search, Node *node, Move move, Score score);

/* ---- root.c ---- */

/* Moves one of the moves to an earlier place. */
void rootmove_raise(RootMove *moves, size_t from, size_t to);

/* ---- quiescence.c ---- */

/* The score when nothing but captures, promotions and answers to attacks on the lion is looked at.
 * As search_position. */
Score search_quiescence(Search *search, const Position *position, int ply, Score alpha, Score beta);

/* ---- shortcuts.c ---- */

/* Tries to do without looking at every move of a node whose lion is not attacked, and whose window
 * is closed; true with the score when that works. */
bool node_cut_short(Search *search, Node *node, Score *score);

#endif
