/* Everything around the board: the cards and panels, the turn, hints and status. */
#ifndef BOARD_PANELS_H
#define BOARD_PANELS_H

#include <stdbool.h>
#include <stddef.h>

#include "board/layout.h"
#include "board/view.h"
#include "term/draw.h"
#include "term/list.h"
#include "term/rect.h"

/* ---- the key hints, in aligned columns ---- */

/* The positions of the hints, in cells. */
typedef struct HintPlaces {
    int count;
    Rect area[VIEW_HINTS_MAX];
    int index[VIEW_HINTS_MAX]; /* into the hints of the view */
    int action[VIEW_HINTS_MAX];
} HintPlaces;

/* ---- a lesson: its text, the last remark, the task and the key that continues ---- */

/* Returns whether the section has room for the lesson. With a remark, the player has read the text
 * before, and it may be left out. */
bool lesson_panel_fits(const ViewLesson *lesson, Rect section);

/* Returns the task, or else the key that continues, in one line. */
const char *lesson_panel_task(const ViewLesson *lesson);

/* ---- the status line ---- */

/* Returns whether the sentence and all its warnings fit unshortened. */
bool status_panel_fits(const char *status, Rect area);

/* ---- the talk of players and spectators of a network game ---- */

/* Paints the lines before line `end`, the last of them at the bottom of the area. Returns the
 * number of the uppermost line shown. */
size_t talk_panel_paint(const ViewTalk *talk, size_t end, Rect area, UiRole role);

/* ---- candidate moves: a summary and, if they are listed, all of them ---- */

/* The places of the remark and of the moves in the panel, in cells. */
typedef struct CandidatePlaces {
    Rect remark;  /* of height 0 if absent, as the next two */
    Rect heading; /* the names of the columns */
    List moves;
} CandidatePlaces;

/* Returns the lines that the panel needs in a width of `width` columns within its margins. */
int candidate_panel_lines(const ViewCandidates *candidates, int width);

/* ---- the score as White's share of a bar and of a graph, and the review below it ---- */

/* The place of the graph, with a column for each position, or for several positions if the game is
 * longer than the graph is wide. */
typedef struct GraphPlaces {
    Rect columns; /* of height 0 without a graph */
    Rect marks;   /* a line below it with the mistakes of a review; of height 0 without one */
    Rect text;    /* of a review; likewise */
    size_t positions;
} GraphPlaces;

/* ---- the list of the game's moves ---- */

/* The positions of the moves in their section, in cells. */
typedef struct MoveListPlaces {
    Rect area; /* of height 0 without a list */
    size_t first_line;
    int white, black; /* columns of the moves, from the left edge of the area */
    bool paired;      /* White's and Black's move on one line */
    size_t leading;   /* 1 if Black began: the first line then has no move of White's */
    size_t ply_count; /* plies in the list, including a move that is awaited */
} MoveListPlaces;

/* ---- everything ---- */

typedef struct PanelPlaces {
    MoveListPlaces moves;
    CandidatePlaces candidates;
    GraphPlaces graph;
    HintPlaces hints;
} PanelPlaces;

/* Arranges what is in the panels so that the move of the shown position and the selected candidate
 * are in sight. */
PanelPlaces panels_arrange(const View *view, const Layout *layout);

/* `layout` is that of the places, or with a longer status. */
void panels_paint(const View *view, const Layout *layout, const PanelPlaces *places);

/* Sets the position, candidate or hint at a cell of the screen. Returns false if there is none. */
bool panels_hit(const PanelPlaces *places, int y, int x, Hit *hit);

#endif
