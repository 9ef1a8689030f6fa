/*
 * Looking into solved endings: the value of the position shown, and the list of its moves with what
 * each leads to (candidate_list.h).
 */
#ifndef TUI_REVIEW_ENDING_LIST_H
#define TUI_REVIEW_ENDING_LIST_H

#include "tui/app.h"

/*
 * The list of candidate moves beside the board, with what each leads to or how often it was played.
 * It takes the place of other panels and follows the position; while it is open, the keys of the
 * cursor choose a move in it. What it lists is up to its source: ending_list.c, openings.c.
 */

/* Where the moves of the position shown come from. */
typedef struct CandidateSource {
    size_t (*count)(const App *app);
    Move (*move_at)(const App *app, size_t index);
    void (*play)(App *app);                /* plays the selected move, or says why not */
    void (*step)(App *app, int direction); /* shows the position before (-1) or after (1) */
    void (*close)(App *app);
} CandidateSource;

/* Opens the list, with its first move selected. */
void candidate_list_open(App *app, const CandidateSource *source);

void candidate_list_close(App *app);

/* Selects the first move if the position shown is another one, or has fewer moves than before. */
void candidate_list_update(App *app, bool same_position);

/* Runs an action as the open list defines it. Returns false if it does not, or is not open. */
bool candidate_list_run_action(App *app, Action action);

/* Selects a move in the open list; plays it if it is selected already. */
void candidate_list_click(App *app, size_t index);

/* Selects the first move of the piece on a square or, for an empty one, to it. */
void candidate_list_click_square(App *app, Square square);

/* Selects another move, down or up. */
void candidate_list_scroll(App *app, int by);

/* Returns the square of the piece that the selected move moves, or of the cursor if there is no
 * such move. */
Square candidate_list_square(const App *app);

/* Marks the selected move on the board of an arranged screen. */
void candidate_list_mark(App *app, View *view);

/* Marks the squares that a side attacks; see movegen_attacks(). */

/* Marks the squares that the opponent attacks; then, each time, those of the player, of both sides,
 * and none. Says what is marked. Between two people the player is the one to move. */
void attacks_cycle(App *app);

void attacks_fill_view(const App *app, View *view);

/* Opens the list, or says why there is none; closes an open one. */
void ending_list_toggle(App *app);

bool ending_list_is_open(const App *app);

/* Returns whether the solved endings have the position shown, and the user may be told. */
bool ending_list_is_known(const App *app);

/* Looks up the position shown, if that has not been done. */
void ending_list_sync(App *app);

/* Forgets the position looked up: the game before it may have changed. */
void ending_list_forget(App *app);

/* Releases the list at the end of the program. */
void ending_list_free(App *app);

/* Fills in the panel of an open list, or of the value if that is `wanted` and known. */
void ending_list_fill_view(App *app, View *view, bool wanted);

/* Appends what the selected move does and leads to. Returns false unless the list is open. */
bool ending_list_status(const App *app, char text[VIEW_STATUS_SIZE]);

/* Appends the value if it is shown, but its panel has no room and the status line has. */
void ending_list_add_value(const App *app, const View *view, char text[VIEW_STATUS_SIZE]);

#endif
