/*
 * The list of candidate moves beside the board, with what each leads to or how often it was played.
 * It takes the place of other panels and follows the position; while it is open, the keys of the
 * cursor choose a move in it. What it lists is up to its source: ending_list.c, openings.c.
 */
#ifndef TUI_REVIEW_CANDIDATE_LIST_H
#define TUI_REVIEW_CANDIDATE_LIST_H

#include "tui/feature.h"

extern const Feature candidate_feature;

/* Where the moves of the position shown come from. */
typedef struct CandidateSource {
    Move (*move_at)(const App *app, size_t index);
    void (*play)(App *app);                /* plays the selected move, or says why not */
    void (*step)(App *app, int direction); /* shows the position before (-1) or after (1) */
    void (*close)(App *app);
} CandidateSource;

typedef struct CandidateList {
    const CandidateSource *source; /* NULL: not open */
    List moves;
} CandidateList;

CandidateList *candidate_list(const App *app);

/* Opens the list of the source's `count` moves, with the first one selected. */
void candidate_list_open(App *app, const CandidateSource *source, size_t count);

void candidate_list_close(App *app);

/* Returns whether the list is open with the moves of the source. */
bool candidate_list_is_open(const App *app, const CandidateSource *source);

/* The source has `count` moves now. Selects the first one if the position shown is another one, or
 * has fewer moves than before. */
void candidate_list_update(App *app, bool same_position, size_t count);

/* Appends "2 of 14: " if the list has no room on the screen. */
void candidate_list_add_number(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
