#include <config.h>

#include "board/marks.h"

#include "base/number.h"

typedef struct MarkStyle {
    char left, right;
    ColorRole fg, bg;
    unsigned attributes;
    signed char places[MARK_PLACES_MAX]; /* in the order of preference */
} MarkStyle;

static const MarkStyle styles[MARK_COUNT] = {
    [MARK_CURSOR] = {'[', ']', COLOR_CURSOR_TEXT, COLOR_CURSOR, STYLE_MONO_BOLD, {0, 1, 2, 3}},
    [MARK_DROWNING] = {'!', '!', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {2, 3, 1, 0}},
    [MARK_CAPTURE] = {'x', 'x', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_TARGET] = {'o', 'o', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_SELECTED] = {'(', ')', COLOR_CURSOR_TEXT, COLOR_CURSOR, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_PREMOVE] = {'=', '=', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_LAST] = {'>', '<', COLOR_MARK_TEXT, COLOR_MARK, STYLE_BOLD, {1, 3, 2, 0}},
    [MARK_ADVICE] = {'*', '*', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_LIONS] = {'|', '|', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {2, 3, 1, 0}},
    [MARK_WAY] = {'.', '.', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
};

enum { NO_MARK = -1 };

Style mark_style(Mark mark) {
    const MarkStyle *style = &styles[mark];
    return (Style){style->fg, style->bg, style->attributes};
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
        tile_put_text(tile, places[i].row, places[i].left, mark_style(left),
                      mark_text(left, 0, slope));
        tile_put_text(tile, places[i].row, places[i].right, mark_style(right),
                      mark_text(right, 1, slope));
    }
}

/* --- pixels --- */

static Mark first_mark(unsigned marks) {
    Mark mark = 0;
    while (!(marks & mark_bit(mark)))
        mark++;
    return mark;
}

/* Returns the length of a corner's arm from the edge of the area at `start`, so that it ends
 * between two cells. */
static int arm_length(int start, int cells) {
    return 2 * cells + start % 2;
}

typedef struct CornerShape {
    ColorRole edge;   /* the arms */
    ColorRole inside; /* between them; COLOR_ROLE_COUNT for nothing */
} CornerShape;

static void put_corner(Tile *tile, const MarkSpot *spot, bool bottom, bool right,
                       CornerShape shape) {
    Rect area = spot->area;
    int free_columns = tile->width - area.x - area.width,
        free_rows = tile->height - area.y - area.height;
    bool filled = shape.inside != COLOR_ROLE_COUNT;
    int cells = filled ? (tile->columns + 2) / 6 : tile->columns / 4;
    int across = arm_length(right ? free_columns : area.x, max_int(cells, 1));
    int down = arm_length(bottom ? free_rows : area.y, max_int(tile->rows / (filled ? 4 : 3), 1));
    Rect corner = {bottom ? area.y + area.height - down : area.y,
                   right ? area.x + area.width - across : area.x, down, across};
    Rect side = {corner.y, right ? corner.x + across - spot->thickness : corner.x, down,
                 spot->thickness};
    Rect top = {bottom ? corner.y + down - 1 : corner.y, corner.x, 1, across};
    if (filled) {
        tile_put_mark(tile, corner, shape.inside);
        tile_fill(tile, side, shape.edge);
        tile_fill(tile, top, shape.edge);
    } else {
        tile_put_mark(tile, side, shape.edge);
        tile_put_mark(tile, top, shape.edge);
    }
}

static void put_corners(Tile *tile, const MarkSpot *spot, CornerShape shape) {
    for (int i = 0; i < 4; i++)
        put_corner(tile, spot, i / 2, i % 2, shape);
}

static void put_sides(Tile *tile, const MarkSpot *spot, int y, int height, ColorRole role) {
    Rect area = spot->area;
    int right = area.x + area.width - spot->thickness;
    tile_put_mark(tile, (Rect){y, area.x, height, spot->thickness}, role);
    tile_put_mark(tile, (Rect){y, right, height, spot->thickness}, role);
}

/* Top and bottom stand behind the piece; the sides are whole. Between walls above and below, a
 * piece leaves room only for the sides. */
static void put_frame(Tile *tile, const MarkSpot *spot, ColorRole role) {
    Rect area = spot->area;
    put_sides(tile, spot, area.y, area.height, role);
    if (spot->occupied && area.y > 0)
        return;
    tile_put_behind(tile, (Rect){area.y, area.x, 1, area.width}, role);
    tile_put_behind(tile, (Rect){area.y + area.height - 1, area.x, 1, area.width}, role);
}

static void put_side_ticks(Tile *tile, const MarkSpot *spot) {
    int cells = tile->rows % 2 == 1 || tile->rows == 2 ? 1 : 2;
    put_sides(tile, spot, 2 * ((tile->rows - cells + 1) / 2), 2 * cells, spot->ink);
}

/* Ticks above and below would touch a piece. */
static void put_top_ticks(Tile *tile, const MarkSpot *spot) {
    Rect area = spot->area;
    int width = tile->columns < 10 ? 4 : 8;
    int x = tile->width / 2 - width / 2;
    if (spot->occupied)
        return;
    tile_put_behind(tile, (Rect){area.y, x, 1, width}, spot->ink);
    tile_put_behind(tile, (Rect){area.y + area.height - 1, x, 1, width}, spot->ink);
}

static void put_dot(Tile *tile, const MarkSpot *spot) {
    int height = tile->rows >= 7 ? 4 : 2;
    int width = tile->columns >= 10 ? 2 * height + 2 : 2 * height;
    int y = tile->height / 2 - height / 2, x = tile->width / 2 - width / 2;
    int cut = height > 2 ? 2 : 0;
    tile_put_behind(tile, (Rect){y, x + cut, height, width - 2 * cut}, spot->ink);
    tile_put_behind(tile, (Rect){y + cut / 2, x, height - cut, width}, spot->ink);
}

static void put_mark(Tile *tile, Mark mark, const MarkSpot *spot) {
    switch (mark) {
    case MARK_CURSOR:
        put_frame(tile, spot, spot->frame);
        break;
    case MARK_DROWNING:
        put_corners(tile, spot, (CornerShape){COLOR_DANGER, COLOR_DANGER_DARK});
        break;
    case MARK_CAPTURE:
        put_corners(tile, spot, (CornerShape){spot->ink, COLOR_ROLE_COUNT});
        break;
    case MARK_TARGET: /* a monkey can stop where it stands */
        if (spot->occupied)
            put_frame(tile, spot, spot->ink);
        else
            put_dot(tile, spot);
        break;
    case MARK_SELECTED:
        put_sides(tile, spot, spot->area.y, spot->area.height, spot->ink);
        break;
    case MARK_PREMOVE:
        put_top_ticks(tile, spot);
        break;
    case MARK_LAST:
        put_side_ticks(tile, spot);
        break;
    case MARK_ADVICE:
        put_side_ticks(tile, spot);
        put_top_ticks(tile, spot);
        break;
    case MARK_LIONS:
        if (spot->occupied)
            put_corners(tile, spot, (CornerShape){COLOR_DANGER_DARK, COLOR_ROLE_COUNT});
        break;
    default: /* MARK_WAY: its dots lie on several squares */
        break;
    }
}

void marks_put_pixels(Tile *tile, unsigned marks, const MarkSpot *spot) {
    unsigned others = marks & ~mark_bit(MARK_CURSOR);
    if (others == marks) {
        if (marks != 0)
            put_mark(tile, first_mark(marks), spot);
        return;
    }
    if (!spot->occupied) /* the frame and the blanks inside are one run of bytes */
        tile->ink = spot->frame;
    Mark next = others == 0 ? MARK_CURSOR : first_mark(others);
    put_frame(tile, spot, spot->frame);
    if (next == MARK_TARGET && !spot->occupied)
        put_dot(tile, spot);
    else if (next == MARK_CAPTURE)
        put_corners(tile, spot, (CornerShape){spot->frame, spot->frame});
    else if (next == MARK_DROWNING)
        put_corners(tile, spot, (CornerShape){spot->frame, COLOR_DANGER_DARK});
}

void marks_put_attack(Tile *tile, const MarkSpot *spot, bool right, ColorRole ink) {
    Rect area = spot->area;
    int width = 2 * max_int(tile->columns / 8, 1);
    int left = right ? area.x + area.width - width : area.x, bottom = area.y + area.height - 1;
    tile_put_mark(tile, (Rect){bottom, left, 1, width}, ink);
    tile_put_mark(tile, (Rect){bottom - 1, right ? left + width / 2 : left, 1, width / 2}, ink);
}
