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

#endif
