#include <config.h>

#include "tui/panels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tui/terminal.h"

enum { EIGHTHS = 8, THIRDS = 3 };

void score_write(Score white_score, char *text, size_t size) {
    int plies = score_win_plies(white_score);
    if (plies != 0)
        snprintf(text, size, "%c#%d", plies > 0 ? '+' : '-', (abs(plies) + 1) / 2);
    else
        snprintf(text, size, "%c%d.%02d", white_score < 0 ? '-' : '+', abs(white_score) / 100,
                 abs(white_score) % 100);
}

/* White's share of the bar, 0 to 1. */
static double share_of(Score white_score) {
    if (white_score >= SCORE_WIN_LEAST || white_score <= -SCORE_WIN_LEAST)
        return white_score > 0 ? 1 : 0;
    return 0.5 + 0.48 * tanh(white_score / 500.0);
}

/* --- one column of White's part below Black's --- */

/* The character of a place that White fills to `filled` of `full`. */
static const char *level_text(int filled, int full) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const halves[] = {" ", "▄", "█"};
    return full == EIGHTHS ? eighths[filled] : halves[filled];
}

/* How finely the terminal's characters can tell a height. */
static int steps_of_character(void) {
    return terminal_abilities()->rich ? EIGHTHS : terminal_abilities()->utf8 ? 2 : 1;
}

static void draw_level(int y, int x, int width, Ink ink, const char *text) {
    for (int i = 0; i < width; i++)
        draw_ink(y, x + i, 1, ink, text);
}

/* A column of `height` characters whose lower part is White's. */
static void draw_column(Rect area, double share, bool white_below, Ink ink) {
    int steps = steps_of_character();
    int filled = (int)lround(share * area.height * steps);
    for (int i = 0; i < area.height; i++) { /* from White's end */
        int here = filled - i * steps;
        here = here < 0 ? 0 : here > steps ? steps : here;
        int y = white_below ? area.y + area.height - 1 - i : area.y + i;
        if (steps == 1) {
            draw_level(y, area.x, area.width, ink, here ? "#" : ":");
        } else if (white_below) {
            draw_level(y, area.x, area.width, ink, level_text(here, steps));
        } else { /* only lower parts of a character can be filled: Black's, then */
            Ink swapped = {ink.bg, ink.fg, ink.attributes ^ INK_MONO_REVERSE};
            draw_level(y, area.x, area.width, swapped, level_text(steps - here, steps));
        }
    }
}

/* --- the bar --- */

static bool score_at(const View *view, size_t ply, Score *score) {
    return view->score_at != NULL && view->score_at(view->score_context, ply, score);
}

/* The score to show: how the game ended, what is thought now, or what was thought then. */
static double current_share(const View *view) {
    Score score;
    if (!view->browsing && view->outcome.result != RESULT_OPEN)
        return view->outcome.result == RESULT_WHITE   ? 1
               : view->outcome.result == RESULT_BLACK ? 0
                                                      : 0.5;
    if (!view->browsing && view->thinking != NULL && view->thinking->line_count > 0) {
        score = view->thinking->lines[0].score;
        return share_of(position_side(view->thinking_position) == WHITE ? score : -score);
    }
    return score_at(view, view->ply, &score) ? share_of(score) : 0.5;
}

static const Ink bar_ink = {HUE_BAR_WHITE, HUE_BAR_BLACK, INK_EXACT};

void score_bar_paint(const View *view, Rect area) {
    draw_column(area, current_share(view), !view->flipped, bar_ink);
}

/* --- the graph --- */

/* The share of the latest position of a column that has one; false: none has. */
static bool column_share(const View *view, size_t first, size_t end, double *share) {
    for (size_t ply = end; ply-- > first;) {
        Score score;
        if (score_at(view, ply, &score)) {
            *share = share_of(score);
            return true;
        }
    }
    return false;
}

/* In ASCII a character tells thirds by its weight. */
static void draw_ascii_column(Rect area, double share, Ink ink) {
    static const char *const weights[] = {" ", ".", ":", "#"};
    int filled = (int)lround(share * area.height * THIRDS);
    for (int i = 0; i < area.height; i++) {
        int here = filled - i * THIRDS;
        here = here < 0 ? 0 : here > THIRDS ? THIRDS : here;
        draw_ink(area.y + area.height - 1 - i, area.x, 1, ink, weights[here]);
    }
}

void score_graph_paint(const View *view, Rect section) {
    Rect inside = section_inside(section);
    size_t positions = view->record->count + 1;
    size_t width = (size_t)inside.width;
    size_t columns = positions < width ? positions : width;
    double share = 0.5;
    for (size_t i = 0; i < columns; i++) {
        size_t first = i * positions / columns, end = (i + 1) * positions / columns;
        if (!column_share(view, first, end, &share) && i > 0 && first > view->record->current)
            break;
        bool here = view->browsing && view->ply >= first && view->ply < end;
        Ink ink = {here ? HUE_CURSOR : HUE_BAR_WHITE, HUE_BAR_BLACK,
                   (here ? INK_MONO_BOLD : 0) | INK_EXACT};
        Rect column = {inside.y, inside.x + (int)i, inside.height, 1};
        if (steps_of_character() == 1)
            draw_ascii_column(column, share, ink);
        else
            draw_column(column, share, true, ink);
    }
}
