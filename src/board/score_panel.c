#include <config.h>

#include "board/score_panel.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "board/theme.h"
#include "term/draw.h"
#include "term/terminal.h"

enum { EIGHTHS = 8, THIRDS = 3 };

/* --- a column that is partly White's --- */

/* Returns the number of heights that a character can show on this terminal. */
static int steps_of_character(void) {
    return terminal_capabilities()->rich ? EIGHTHS : terminal_capabilities()->utf8 ? 2 : 1;
}

/* Returns a character filled from below with `filled` of `full` steps in the foreground. */
static const char *level_text(int filled, int full) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const halves[] = {" ", "▄", "█"};
    return full == EIGHTHS ? eighths[filled] : halves[filled];
}

/* Returns White's steps in the `index`th character from White's end. */
static int filled_steps(double share, int height, int index, int steps) {
    int filled = (int)lround(share * height * steps) - index * steps;
    return clamp_int(filled, 0, steps);
}

static void draw_repeated(int y, int x, int width, Style style, const char *text) {
    for (int i = 0; i < width; i++)
        draw_styled(y, x + i, 1, style, text);
}

/* Draws a column whose lower or upper part is White's; `empty` is a character of Black's part. */
static void draw_column(Rect area, double share, bool white_below, Style style, const char *empty) {
    int steps = steps_of_character();
    /* Characters are filled from below, so White's part above Black's is drawn with swapped
     * colours. */
    Style swapped = {style.bg, style.fg, style.attributes ^ STYLE_MONO_REVERSE};
    Style white = {style.bg, style.fg, style.attributes};
    for (int i = 0; i < area.height; i++) {
        int filled = filled_steps(share, area.height, i, steps);
        int y = white_below ? area.y + area.height - 1 - i : area.y + i;
        if (filled == 0)
            draw_repeated(y, area.x, area.width, style, empty);
        else if (steps == 1)
            draw_repeated(y, area.x, area.width, white, "#");
        else if (white_below || filled == steps)
            draw_repeated(y, area.x, area.width, style, level_text(filled, steps));
        else
            draw_repeated(y, area.x, area.width, swapped, level_text(steps - filled, steps));
    }
}

static bool white_share_at(const View *view, size_t ply, double *share) {
    return view->white_share_at != NULL && view->white_share_at(view->share_context, ply, share);
}

/* --- the bar --- */

static double current_share(const View *view) {
    double share;
    if (!view->browsing && outcome_is_over(view->outcome))
        return view->outcome.result == RESULT_WHITE   ? 1
               : view->outcome.result == RESULT_BLACK ? 0
                                                      : 0.5;
    return white_share_at(view, view->ply, &share) ? share : 0.5;
}

void score_panel_paint_bar(const View *view, Rect area) {
    static const Style style = {COLOR_BAR_WHITE, COLOR_BAR_BLACK, STYLE_EXACT};
    /* With few colours Black's part can have the colour of the screen: a shade shows its extent. */
    const char *shade = terminal_capabilities()->colors < 256 ? "░" : " ";
    draw_column(area, current_share(view), !view->flipped, style, draw_select(shade, ":"));
}

/* --- the graph --- */

/* Sets *share to that of the last position in [first, end) with a known share. */
static bool share_of_range(const View *view, size_t first, size_t end, double *share) {
    for (size_t ply = end; ply-- > first;)
        if (white_share_at(view, ply, share))
            return true;
    return false;
}

/* ASCII shows thirds of a character by its weight. */
static void draw_ascii_column(Rect area, double share, Style style) {
    static const char *const weights[] = {" ", ".", ":", "#"};
    for (int i = 0; i < area.height; i++)
        draw_styled(area.y + area.height - 1 - i, area.x, 1, style,
                    weights[filled_steps(share, area.height, i, THIRDS)]);
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
        Rect column = {area.y, area.x + (int)i, area.height, 1};
        if (steps_of_character() == 1)
            draw_ascii_column(column, share, style);
        else
            draw_column(column, share, true, style, " ");
    }
}
