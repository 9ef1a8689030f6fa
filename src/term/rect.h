/* A rectangle of cells. */
#ifndef TERM_RECT_H
#define TERM_RECT_H

#include <stdbool.h>

typedef struct Rect {
    int y, x, height, width;
} Rect;

static inline bool rect_contains(Rect rect, int y, int x) {
    return y >= rect.y && y < rect.y + rect.height && x >= rect.x && x < rect.x + rect.width;
}

static inline bool rect_overlaps(Rect a, Rect b) {
    return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width &&
           b.x < a.x + a.width;
}

/* Returns whether a box covers a part of an area, but not all of it. */
static inline bool rect_is_cut(Rect area, Rect box) {
    Rect inside = {box.y, box.x, box.height - area.height + 1, box.width - area.width + 1};
    return rect_overlaps(area, box) && !rect_contains(inside, area.y, area.x);
}

static inline bool rect_equals(Rect a, Rect b) {
    return a.y == b.y && a.x == b.x && a.height == b.height && a.width == b.width;
}

#endif
