#include <config.h>

#include "board/panels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/theme.h"
#include "term/terminal.h"

enum { EIGHTHS = 8, THIRDS = 3 };

/* White's share of the bar, 0 to 1. */
static double white_share(Score white_score) {
    if (white_score >= SCORE_WIN_LEAST || white_score <= -SCORE_WIN_LEAST)
        return white_score > 0 ? 1 : 0;
    return 0.5 + 0.48 * tanh(white_score / 500.0);
}

/* --- one column of White's part below Black's --- */

/* How finely the terminal's characters can tell a height. */
static int steps_of_character(void) {
    return terminal_capabilities()->rich ? EIGHTHS : terminal_capabilities()->utf8 ? 2 : 1;
}

/* A character whose lower part, `filled` of `full` steps, is in the foreground. */
static const char *level_text(int filled, int full) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const halves[] = {" ", "▄", "█"};
    return full == EIGHTHS ? eighths[filled] : halves[filled];
}

/* How many steps of a character, the `index`th from White's end, are White's. */
static int filled_steps(double share, int height, int index, int steps) {
    int filled = (int)lround(share * height * steps) - index * steps;
    return filled < 0 ? 0 : filled > steps ? steps : filled;
}

static void draw_places(int y, int x, int width, Style style, const char *text) {
    for (int i = 0; i < width; i++)
        draw_styled(y, x + i, 1, style, text);
}

/* A column of `height` characters whose lower (or upper) part is White's; `empty` stands where
 * nothing is. */
static void draw_column(Rect area, double share, bool white_below, Style style, const char *empty) {
    int steps = steps_of_character();
    /* Only the lower part of a character can be filled: above White's, that is Black's. */
    Style swapped = {style.bg, style.fg, style.attributes ^ STYLE_MONO_REVERSE};
    Style white = {style.bg, style.fg, style.attributes};
    for (int i = 0; i < area.height; i++) {
        int here = filled_steps(share, area.height, i, steps);
        int y = white_below ? area.y + area.height - 1 - i : area.y + i;
        if (here == 0)
            draw_places(y, area.x, area.width, style, empty);
        else if (steps == 1)
            draw_places(y, area.x, area.width, white, "#");
        else if (white_below || here == steps)
            draw_places(y, area.x, area.width, style, level_text(here, steps));
        else
            draw_places(y, area.x, area.width, swapped, level_text(steps - here, steps));
    }
}

/* --- the bar --- */

static bool score_at(const View *view, size_t ply, Score *score) {
    return view->score_at != NULL && view->score_at(view->score_context, ply, score);
}

/* The score to show: how the game ended, or what the position was last thought to be worth. */
static double current_share(const View *view) {
    Score score;
    if (!view->browsing && outcome_is_over(view->outcome))
        return view->outcome.result == RESULT_WHITE   ? 1
               : view->outcome.result == RESULT_BLACK ? 0
                                                      : 0.5;
    return score_at(view, view->ply, &score) ? white_share(score) : 0.5;
}

static const Style bar_style = {COLOR_BAR_WHITE, COLOR_BAR_BLACK, STYLE_EXACT};

void score_panel_paint_bar(const View *view, Rect area) {
    /* Without many colours Black's part may look like the screen: a shade shows how far it goes. */
    const char *shade = terminal_capabilities()->colors < 256 ? "░" : " ";
    draw_column(area, current_share(view), !view->flipped, bar_style, draw_select(shade, ":"));
}

/* --- the graph --- */

/* The share of the latest position of a column that has one; false: none has. */
static bool white_share_of_column(const View *view, size_t first, size_t end, double *share) {
    for (size_t ply = end; ply-- > first;) {
        Score score;
        if (score_at(view, ply, &score)) {
            *share = white_share(score);
            return true;
        }
    }
    return false;
}

/* In ASCII a character tells thirds by its weight. */
static void draw_ascii_column(Rect area, double share, Style style) {
    static const char *const weights[] = {" ", ".", ":", "#"};
    for (int i = 0; i < area.height; i++)
        draw_styled(area.y + area.height - 1 - i, area.x, 1, style,
                    weights[filled_steps(share, area.height, i, THIRDS)]);
}

void score_panel_paint_graph(const View *view, Rect section) {
    Rect inside = section_inside(section);
    size_t positions = view->record->count + 1;
    size_t width = (size_t)inside.width;
    size_t columns = positions < width ? positions : width;
    double share = 0.5;
    for (size_t i = 0; i < columns; i++) {
        size_t first = i * positions / columns, end = (i + 1) * positions / columns;
        if (!white_share_of_column(view, first, end, &share) && i > 0 &&
            first > view->record->current)
            break;
        bool here = view->browsing && view->ply >= first && view->ply < end;
        Style style = {here ? COLOR_CURSOR : COLOR_BAR_WHITE, COLOR_BAR_BLACK,
                       (here ? STYLE_MONO_BOLD : 0) | STYLE_EXACT};
        Rect column = {inside.y, inside.x + (int)i, inside.height, 1};
        if (steps_of_character() == 1)
            draw_ascii_column(column, share, style);
        else
            draw_column(column, share, true, style, " ");
    }
}
