#include <config.h>

#include "tui/marks.h"

typedef struct MarkStyle {
    char left, right;
    Hue fg, bg; /* HUE_COUNT: the square's */
    unsigned attributes;
    signed char places[MARK_PLACES_MAX]; /* the favourite first */
} MarkStyle;

static const MarkStyle styles[MARK_COUNT] = {
    [MARK_CURSOR] = {'[', ']', HUE_CURSOR_TEXT, HUE_CURSOR, INK_MONO_BOLD, {0, 1, 2, 3}},
    [MARK_CAPTURE] = {'x', 'x', HUE_DANGER_TEXT, HUE_DANGER, INK_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_SELECTED] = {'(', ')', HUE_CURSOR_TEXT, HUE_CURSOR, INK_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_TARGET] = {'o', 'o', HUE_CURSOR_TEXT, HUE_CURSOR, INK_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_DROWNING] = {'!', '!', HUE_DANGER_TEXT, HUE_DANGER, INK_MONO_BOLD, {2, 3, 1, 0}},
    [MARK_LAST] = {'>', '<', HUE_MARK, HUE_COUNT, INK_BOLD, {1, 3, 2, 0}},
    [MARK_ADVICE] = {'*', '*', HUE_ADVICE_TEXT, HUE_ADVICE, INK_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_LIONS] = {'|', '|', HUE_DANGER_TEXT, HUE_DANGER, INK_MONO_BOLD, {2, 3, 1, 0}},
};

enum { FREE = -1 };

Ink mark_ink(Mark mark, Hue square) {
    const MarkStyle *style = &styles[mark];
    return (Ink){style->fg, style->bg == HUE_COUNT ? square : style->bg, style->attributes};
}

const char *mark_text(Mark mark, int right, int slope) {
    if (mark == MARK_LIONS && slope != 0)
        return cell_char(slope > 0 ? '\\' : '/');
    return cell_char(right ? styles[mark].right : styles[mark].left);
}

typedef struct Occupants {
    int left, right; /* Mark, or FREE */
} Occupants;

static void find_place(Mark mark, Occupants *occupants, int place_count) {
    const signed char *places = styles[mark].places;
    for (int i = 0; i < MARK_PLACES_MAX; i++)
        if (places[i] < place_count && occupants[places[i]].left == FREE) {
            occupants[places[i]] = (Occupants){(int)mark, (int)mark};
            return;
        }
    for (int i = 0; i < MARK_PLACES_MAX; i++) {
        if (places[i] >= place_count)
            continue;
        Occupants *shared = &occupants[places[i]];
        if (shared->left == shared->right) {
            shared->right = (int)mark;
            return;
        }
    }
}

void marks_put(Cell *cell, unsigned marks, int slope, const MarkPlace *places, int place_count) {
    Occupants occupants[MARK_PLACES_MAX];
    for (int i = 0; i < place_count; i++)
        occupants[i] = (Occupants){FREE, FREE};
    for (Mark mark = 0; mark < MARK_COUNT; mark++)
        if (marks & mark_bit(mark))
            find_place(mark, occupants, place_count);
    for (int i = 0; i < place_count; i++) {
        if (occupants[i].left == FREE)
            continue;
        Mark left = (Mark)occupants[i].left, right = (Mark)occupants[i].right;
        cell_text(cell, places[i].row, places[i].left, mark_ink(left, cell->square),
                  mark_text(left, 0, slope));
        cell_text(cell, places[i].row, places[i].right, mark_ink(right, cell->square),
                  mark_text(right, 1, slope));
    }
}
