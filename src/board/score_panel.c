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

GraphPlaces score_panel_arrange(const View *view, const Layout *layout) {
    GraphPlaces places = {.positions = view->record->count + 1};
    if (layout->graph.height > 0)
        places.columns = layout_inside(layout->graph);
    if (layout->review.height == 0)
        return places;
    Rect graph = layout_review_graph(layout->review), inside = layout_inside(layout->review);
    places.text =
        (Rect){inside.y + graph.height, inside.x, inside.height - graph.height, inside.width};
    if (graph.height == 0)
        return places;
    places.columns = (Rect){graph.y, graph.x, graph.height - 1, graph.width};
    places.marks = (Rect){graph.y + graph.height - 1, graph.x, 1, graph.width};
    return places;
}

static size_t column_count(const GraphPlaces *places) {
    size_t width = (size_t)places->columns.width;
    return places->positions < width ? places->positions : width;
}

/* Returns the first position of a column, or the one after the last of the column before. */
static size_t first_of_column(const GraphPlaces *places, size_t column) {
    return column * places->positions / column_count(places);
}

static ViewBadness badness_of_range(const ViewReview *review, size_t first, size_t end) {
    ViewBadness worst = BADNESS_NONE;
    for (size_t ply = first > 0 ? first : 1; ply < end; ply++) {
        ViewBadness badness = review->badness_at(review->context, ply);
        worst = badness > worst ? badness : worst;
    }
    return worst;
}

/* Paints a pointer below the position shown, and question marks below mistakes. */
static void paint_mark(const View *view, const GraphPlaces *places, size_t column) {
    static const UiRole roles[] = {
        [BADNESS_MISTAKE] = ROLE_WARNING, [BADNESS_BLUNDER] = ROLE_ERROR};
    size_t first = first_of_column(places, column), end = first_of_column(places, column + 1);
    int x = places->marks.x + (int)column;
    ViewBadness badness = badness_of_range(view->review, first, end);
    if (view->ply >= first && view->ply < end)
        draw_text(places->marks.y, x, 1, ROLE_TITLE, draw_select("▴", "^"));
    else if (badness != BADNESS_NONE)
        draw_text(places->marks.y, x, 1, roles[badness], "?");
}

static void paint_columns(const View *view, const GraphPlaces *places) {
    Rect area = places->columns;
    double share = 0.5;
    for (size_t i = 0; i < column_count(places); i++) {
        size_t first = first_of_column(places, i), end = first_of_column(places, i + 1);
        if (!share_of_range(view, first, end, &share) && i > 0 && first > view->record->current)
            break;
        bool shown = view->browsing && view->ply >= first && view->ply < end;
        Style style = {shown ? COLOR_CURSOR : COLOR_BAR_WHITE, COLOR_BAR_BLACK,
                       (shown ? STYLE_MONO_BOLD : 0) | STYLE_EXACT};
        draw_column((Rect){area.y, area.x + (int)i, area.height, 1}, share, style);
    }
}

/* The line of better moves has what the sentence leaves. */
static void paint_text(const ViewReview *review, Rect area) {
    bool said = review->sentence[0] != '\0';
    int used = said ? draw_wrapped(area, ROLE_NORMAL, review->sentence, 0) : 0;
    if (used >= area.height)
        return;
    area.y += used;
    area.height -= used;
    draw_wrapped(area, ROLE_DIM, review->line, 0);
}

void score_panel_paint(const View *view, const GraphPlaces *places) {
    if (places->columns.height > 0)
        paint_columns(view, places);
    for (size_t i = 0; places->marks.height > 0 && i < column_count(places); i++)
        paint_mark(view, places, i);
    if (places->text.height > 0)
        paint_text(view->review, places->text);
}

bool score_panel_hit(const GraphPlaces *places, int y, int x, size_t *ply) {
    size_t column = (size_t)(x - places->columns.x);
    if ((!rect_contains(places->columns, y, x) && !rect_contains(places->marks, y, x)) ||
        column >= column_count(places))
        return false;
    *ply = first_of_column(places, column + 1) - 1;
    return true;
}
