/* Solved endings in a search. */
#ifndef ENGINE_PROBE_H
#define ENGINE_PROBE_H

#include "endings/endings.h"
#include "engine/engine.h"

/* What is probed, and under which conditions. The same for all threads of a search. */
typedef struct ProbeScope {
    const Endings *endings;    /* borrowed; NULL: nothing is probed */
    int men;                   /* the most that are probed; 0: nothing is probed */
    EndingCertainty certainty; /* of values in this game */
} ProbeScope;

/* Sets up the scope of a search of the last position of a game. NULL endings, and those of other
 * rules, are not probed. */
void probe_scope_init(ProbeScope *scope, const Endings *endings, const Position *positions,
                      size_t position_count);

typedef struct Probe {
    EndingValue value; /* for the side to move */
    bool certain;      /* neither the limit of quiet plies nor a repetition can spoil it */
} Probe;

/* Looks up a position of the search with both lions. Returns false if the tables do not have it. */
bool probe_position(const ProbeScope *scope, const Position *position, Probe *probe);

/* Returns the score of a position at `ply`: exact if the value is certain, otherwise an evaluation
 * that is above all others, or below, but not decided. */
Score probe_score(const Probe *probe, const Position *position, int ply);

/*
 * Completes a line of a search from `root`. A forced win or loss is continued by the best moves to
 * its end, if the tables have them. A line from a position that is drawn by the tables ends before
 * the first mistake.
 */
void probe_complete_line(const ProbeScope *scope, const Position *root, bool root_is_draw,
                         SearchLine *line);

#endif
