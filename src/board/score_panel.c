#include <config.h>

#include "board/score_panel.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "board/theme.h"
#include "term/draw.h"
#include "term/terminal.h"

enum { EIGHTHS = 8, THIRDS = 3, HALVES = 2 };

static bool white_share_at(const View *view, size_t ply, double *share) {
    return view->white_share_at != NULL && view->white_share_at(view->share_context, ply, share);
}

/* Returns White's steps in the `index`th character from White's end. */
static int filled_steps(double share, int height, int index, int steps) {
    int filled = (int)lround(share * height * steps) - index * steps;
    return clamp_int(filled, 0, steps);
}

/* --- the bar --- */

/* Sets *share to the result, or to the score of the position shown. */
static bool current_share(const View *view, double *share) {
    if (view->browsing || !outcome_is_over(view->outcome))
        return white_share_at(view, view->ply, share);
    *share = view->outcome.result == RESULT_WHITE   ? 1
             : view->outcome.result == RESULT_BLACK ? 0
                                                    : 0.5;
    return true;
}

/* Characters have seams between lines: with colours the bar is made of backgrounds. */
void score_panel_paint_bar(const View *view, Rect area) {
    static const Style white = {COLOR_BAR_BLACK, COLOR_BAR_WHITE, STYLE_EXACT};
    static const Style black = {COLOR_BAR_WHITE, COLOR_BAR_BLACK, STYLE_EXACT};
    int colors = terminal_capabilities()->colors;
    double share;
    if (!current_share(view, &share))
        return;
    for (int i = 0; i < area.height; i++) {
        bool is_white = filled_steps(share, area.height, i, 1) > 0;
        int y = view->flipped ? area.y + i : area.y + area.height - 1 - i;
        /* With few colours Black's part can have the colour of the screen. */
        const char *text = is_white ? (colors > 0 ? " " : "#") : (colors >= 256 ? " " : ":");
        draw_styled(y, area.x, 1, is_white ? white : black, text);
    }
}

/* --- the graph --- */

/* Sets *share to that of the last position in [first, end) with a known share. */
static bool share_of_range(const View *view, size_t first, size_t end, double *share) {
    for (size_t ply = end; ply-- > first;)
        if (white_share_at(view, ply, share))
            return true;
    return false;
}

/* Returns the number of heights that a character can show on this terminal. */
static int steps_of_character(void) {
    return terminal_capabilities()->rich   ? EIGHTHS
           : terminal_capabilities()->utf8 ? HALVES
                                           : THIRDS;
}

/* Returns a character filled from below with `filled` of `full` steps in the foreground; ASCII
 * shows thirds by the weight of a character. */
static const char *level_text(int filled, int full) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const halves[] = {" ", "▄", "█"};
    static const char *const thirds[] = {" ", ".", ":", "#"};
    return full == EIGHTHS ? eighths[filled] : full == HALVES ? halves[filled] : thirds[filled];
}

/* Draws a column whose lower part is White's. */
static void draw_column(Rect area, double share, Style style) {
    int steps = steps_of_character();
    for (int i = 0; i < area.height; i++)
        draw_styled(area.y + area.height - 1 - i, area.x, 1, style,
                    level_text(filled_steps(share, area.height, i, steps), steps));
}

void score_panel_paint_graph(const View *view, Rect area) {
    size_t positions = view->record->count + 1;
    size_t width = (size_t)area.width;
    size_t columns = positions < width ? positions : width;
    double share = 0.5;
    for (size_t i = 0; i < columns; i++) {
        size_t first = i * positions / columns, end = (i + 1) * positions / columns;
        if (!share_of_range(view, first, end, &share) && i > 0 && first > view->record->current)
            break;
        bool shown = view->browsing && view->ply >= first && view->ply < end;
        Style style = {shown ? COLOR_CURSOR : COLOR_BAR_WHITE, COLOR_BAR_BLACK,
                       (shown ? STYLE_MONO_BOLD : 0) | STYLE_EXACT};
        draw_column((Rect){area.y, area.x + (int)i, area.height, 1}, share, style);
    }
}
