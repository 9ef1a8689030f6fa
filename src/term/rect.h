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

static inline bool rect_equals(Rect a, Rect b) {
    return a.y == b.y && a.x == b.x && a.height == b.height && a.width == b.width;
}

#endif
