#include <config.h>

#include "board/marks.h"

typedef struct MarkStyle {
    char left, right;
    ColorRole fg, bg; /* COLOR_ROLE_COUNT for the square's */
    unsigned attributes;
    signed char places[MARK_PLACES_MAX]; /* in the order of preference */
} MarkStyle;

static const MarkStyle styles[MARK_COUNT] = {
    [MARK_CURSOR] = {'[', ']', COLOR_CURSOR_TEXT, COLOR_CURSOR, STYLE_MONO_BOLD, {0, 1, 2, 3}},
    [MARK_CAPTURE] = {'x', 'x', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_SELECTED] = {'(', ')', COLOR_CURSOR_TEXT, COLOR_CURSOR, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_TARGET] = {'o', 'o', COLOR_CURSOR_TEXT, COLOR_CURSOR, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_DROWNING] = {'!', '!', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {2, 3, 1, 0}},
    [MARK_LAST] = {'>', '<', COLOR_MARK, COLOR_ROLE_COUNT, STYLE_BOLD, {1, 3, 2, 0}},
    [MARK_ADVICE] = {'*', '*', COLOR_ADVICE_TEXT, COLOR_ADVICE, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_LIONS] = {'|', '|', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {2, 3, 1, 0}},
};

enum { NO_MARK = -1 };

Style mark_style(Mark mark, ColorRole square) {
    const MarkStyle *style = &styles[mark];
    return (Style){style->fg, style->bg == COLOR_ROLE_COUNT ? square : style->bg,
                   style->attributes};
}

const char *mark_text(Mark mark, int right, int slope) {
    if (mark == MARK_LIONS && slope != 0)
        return tile_char(slope > 0 ? '\\' : '/');
    return tile_char(right ? styles[mark].right : styles[mark].left);
}

typedef struct SlotMarks {
    int left, right; /* a Mark or NO_MARK */
} SlotMarks;

static void assign_place(Mark mark, SlotMarks *slots, int place_count) {
    const signed char *places = styles[mark].places;
    for (int i = 0; i < MARK_PLACES_MAX; i++)
        if (places[i] < place_count && slots[places[i]].left == NO_MARK) {
            slots[places[i]] = (SlotMarks){(int)mark, (int)mark};
            return;
        }
    for (int i = 0; i < MARK_PLACES_MAX; i++) {
        if (places[i] >= place_count)
            continue;
        SlotMarks *shared = &slots[places[i]];
        if (shared->left == shared->right) {
            shared->right = (int)mark;
            return;
        }
    }
}

void marks_put(Tile *tile, unsigned marks, int slope, const MarkPlace *places, int place_count) {
    SlotMarks slots[MARK_PLACES_MAX];
    for (int i = 0; i < place_count; i++)
        slots[i] = (SlotMarks){NO_MARK, NO_MARK};
    for (Mark mark = 0; mark < MARK_COUNT; mark++)
        if (marks & mark_bit(mark))
            assign_place(mark, slots, place_count);
    for (int i = 0; i < place_count; i++) {
        if (slots[i].left == NO_MARK)
            continue;
        Mark left = (Mark)slots[i].left, right = (Mark)slots[i].right;
        tile_put_text(tile, places[i].row, places[i].left, mark_style(left, tile->square),
                      mark_text(left, 0, slope));
        tile_put_text(tile, places[i].row, places[i].right, mark_style(right, tile->square),
                      mark_text(right, 1, slope));
    }
}
