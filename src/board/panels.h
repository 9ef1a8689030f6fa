/* What stands beside the board: players, moves, thinking, the score's bar and graph, hints, status.
 */
#ifndef BOARD_PANELS_H
#define BOARD_PANELS_H

#include "board/layout.h"
#include "board/view.h"
#include "term/draw.h"

/* The frame with the titles of its sections, the players, whose turn it is, hints and status; or
 * the frame with a lesson: returns whether there was room for all of it. */
bool panels_paint(const View *view, const Layout *layout);

/* --- player_panel.c --- */
/* A section with a player's name, clock, men and state. */
void player_panel_paint(const View *view, Rect section, Color color, bool first);
/* How long nothing has happened, where that draws; at the end of the lower player's last line. */
void player_panel_paint_quiet(const View *view, Rect section);
/* Where there are no sections: "* White to move", and the clocks. */
void player_panel_paint_turn(const View *view, Rect area);

/* --- status_panel.c --- */
/* As many of the keys' hints as there is room for. */
void status_panel_paint_hints(const View *view, Rect area);
/* The warnings, from "  ! " on, have a place of their own, so that they stay where they are while
 * the sentence before them changes. Where the room is short they become shorter, then fewer; of
 * other sentences the last ones go. */
void status_panel_paint(const char *status, Rect area);
/* Whether there is room for all of it. */
bool status_panel_fits(const char *status, Rect area);

/* --- lesson.c --- */
/* The inside of the lesson's frame; returns how many lines it would need. */
int panels_paint_lesson(const ViewLesson *lesson, Rect inside);
/* What there is to do now, in a line. */
const char *panels_lesson_task(const ViewLesson *lesson);

/* --- move_list.c --- */
/* The moves of the game, the one that led to the position shown marked. */
void move_list_paint(const View *view, Rect section);
/* The position number after the move painted last at that place; false: none is there. */
bool move_list_hit(int y, int x, size_t *ply);

/* --- thinking.c --- */
/* The principal variations, the best first, as many as there is room for. */
void thinking_panel_paint(const View *view, Rect section);
/* Score, depth and speed, as much as fits in `width` columns. */
void thinking_panel_summary(const View *view, int width, char *text, size_t size);

/* --- talk_panel.c --- */
/* What was said last. */
void panels_paint_talk(const View *view, Rect section);

/* --- score.c --- */
void score_panel_paint_bar(const View *view, Rect area);
/* One column a position; a longer game is drawn together. */
void score_panel_paint_graph(const View *view, Rect section);

enum { NARROW_SECTION = 20 }; /* a section of fewer columns has no blanks to spare */

/* The inside of a section: without its title and the frame's sides. A narrow one has no
 * margins. */
static inline Rect section_inside(Rect section) {
    int margin = section.width < NARROW_SECTION ? 1 : 2;
    return (Rect){section.y + 1, section.x + margin, section.height - 1,
                  section.width - 2 * margin};
}

#endif
