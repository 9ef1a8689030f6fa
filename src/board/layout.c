#include <config.h>

#include "board/layout.h"

#include "base/number.h"
#include "rules/bitboard.h"

enum {
    RANKS_WIDTH = 2, /* a digit and a blank */
    BAR_WIDTH = 2,
    SIDE_WIDTH_MIN = 14,
    SIDE_WIDTH_GOOD = 20, /* the bar is shown only if the side keeps this width */
    SIDE_WIDTH_MAX = 56,
    SIDE_HEIGHT_MIN = 5,   /* two players of two lines, and the frame's lower edge */
    SIDE_HEIGHT_GOOD = 34, /* the largest side, unless the board is higher */
    LESSON_WIDTH_MIN = 24,
    LESSON_HEIGHT_MIN = 6,
    LESSON_HEIGHT_GOOD = 22,    /* the largest lesson, hints included */
    LESSON_CELLS_GOOD = 392,    /* a board may not grow while the lesson has fewer cells */
    LESSON_HINTS_HEIGHT = 5,    /* the blank line above the hints included */
    LESSON_WITH_HINTS_MIN = 16, /* lines of a lesson with hints below it */
    STATUS_LINES_MAX = 2,
    STATUS_WIDTH_GOOD = 70 /* a narrower status is given two lines */
};

/* --- the side --- */

typedef enum LayoutSection {
    SECTION_UPPER,
    SECTION_MOVES,
    SECTION_THINKING,
    SECTION_GRAPH,
    SECTION_LOWER,
    SECTION_HINTS,
    SECTION_COUNT
} LayoutSection;

/* The narrowest side that shows a section. */
static const int section_width_min[SECTION_COUNT] = {
    [SECTION_UPPER] = SIDE_WIDTH_MIN,    [SECTION_MOVES] = SIDE_WIDTH_MIN,
    [SECTION_THINKING] = SIDE_WIDTH_MIN, [SECTION_GRAPH] = SIDE_WIDTH_GOOD,
    [SECTION_LOWER] = SIDE_WIDTH_MIN,    [SECTION_HINTS] = 26,
};

/* Sections get rows in this order while there are any left: as the screen shrinks, the last share
 * goes first. A side has at least the first two shares. */
typedef struct RowShare {
    LayoutSection section;
    int rows; /* EXTRA_THINKING stands for the number in the options */
} RowShare;
enum { EXTRA_THINKING = -1 };
static const RowShare shares[] = {
    {SECTION_UPPER, 2},  {SECTION_LOWER, 2},    {SECTION_MOVES, 3},
    {SECTION_MOVES, 1},  {SECTION_THINKING, 2}, {SECTION_LOWER, 1},
    {SECTION_UPPER, 1},  {SECTION_MOVES, 2},    {SECTION_THINKING, EXTRA_THINKING},
    {SECTION_GRAPH, 3},  {SECTION_HINTS, 2},    {SECTION_HINTS, 1},
    {SECTION_HINTS, 1},  {SECTION_HINTS, 1},    {SECTION_MOVES, 3},
    {SECTION_GRAPH, 1},  {SECTION_THINKING, 1}, {SECTION_MOVES, 3},
    {SECTION_GRAPH, 1},  {SECTION_HINTS, 1},    {SECTION_THINKING, 2},
    {SECTION_MOVES, 40},
};
enum { SHARE_COUNT = sizeof shares / sizeof shares[0] };

/* Gives rows to the sections. Returns the rows used, the frame's lower edge included, or 0 if there
 * is no room for both players. */
static int share_rows(int width, int height, const LayoutOptions *options,
                      int rows[SECTION_COUNT]) {
    for (int i = 0; i < SECTION_COUNT; i++)
        rows[i] = 0;
    int left = height - 1;
    for (int i = 0; i < SHARE_COUNT && left > 0; i++) {
        const RowShare *share = &shares[i];
        if (width < section_width_min[share->section] ||
            (share->section == SECTION_GRAPH && options->no_graph))
            continue;
        int given = share->rows == EXTRA_THINKING ? options->extra_thinking_lines : share->rows;
        if (given > left) {
            bool divisible = share->section == SECTION_MOVES || share->section == SECTION_THINKING;
            if (!divisible || rows[share->section] == 0)
                break;
            given = left;
        }
        rows[share->section] += given;
        left -= given;
    }
    return rows[SECTION_LOWER] == 0 ? 0 : height - left;
}

static Rect take_rows(Rect *area, int rows) {
    Rect taken = {area->y, area->x, rows, area->width};
    area->y += rows;
    return taken;
}

/* Leaves the first line and column of the hints blank. */
static void inset_hints(Layout *layout) {
    if (layout->hints.height == 0)
        return;
    layout->hints.y++;
    layout->hints.height--;
    layout->hints.x++;
    layout->hints.width--;
}

/* Returns false if there is too little room for a text. */
static bool place_lesson(Layout *layout, Rect area) {
    if (area.width < LESSON_WIDTH_MIN || area.height < LESSON_HEIGHT_MIN)
        return false;
    int hints =
        area.height >= LESSON_WITH_HINTS_MIN && area.width >= section_width_min[SECTION_HINTS]
            ? LESSON_HINTS_HEIGHT
            : 0;
    layout->lesson = layout->side = take_rows(&area, area.height - hints);
    layout->hints = take_rows(&area, hints);
    inset_hints(layout);
    return true;
}

/* Returns false if there is no room for the players. */
static bool place_side(Layout *layout, const LayoutOptions *options, Rect area) {
    int rows[SECTION_COUNT];
    if (options->lesson)
        return place_lesson(layout, area);
    int used = area.width < SIDE_WIDTH_MIN ? 0 : share_rows(area.width, area.height, options, rows);
    if (used == 0)
        return false;
    layout->side = (Rect){area.y, area.x, used - rows[SECTION_HINTS], area.width};
    layout->upper = take_rows(&area, rows[SECTION_UPPER]);
    layout->moves = take_rows(&area, rows[SECTION_MOVES]);
    layout->thinking = take_rows(&area, rows[SECTION_THINKING]);
    layout->graph = take_rows(&area, rows[SECTION_GRAPH]);
    layout->lower = take_rows(&area, rows[SECTION_LOWER]);
    area.y += 1; /* the frame's lower edge */
    layout->hints = take_rows(&area, rows[SECTION_HINTS]);
    inset_hints(layout);
    return true;
}

/* --- arrangements --- */

/* The board and its labels in the upper left corner of the screen. */
static Layout layout_for_zoom(Zoom zoom, bool ruled) {
    static const SquareSize sizes[ZOOM_COUNT] = {{0, 0},  {2, 1},  {4, 2},  {6, 3},  {8, 4},
                                                 {10, 5}, {14, 7}, {18, 9}, {24, 12}};
    Layout layout = {.zoom = zoom, .ruled = ruled && zoom > ZOOM_2X1, .square_size = sizes[zoom]};
    int height = layout.square_size.y * BOARD_RANKS + (layout.ruled ? 1 : 0);
    int width = layout.square_size.x * BOARD_FILES + (layout.ruled || zoom == ZOOM_2X1 ? 1 : 0);
    layout.board = (Rect){0, RANKS_WIDTH, height, width};
    layout.ranks = (Rect){0, 0, height, RANKS_WIDTH};
    layout.files = (Rect){height, RANKS_WIDTH, 1, width};
    return layout;
}

Layout layout_board(Zoom zoom, bool ruled, int y, int x) {
    Layout layout = layout_for_zoom(zoom, ruled);
    layout.board.y = y;
    layout.board.x = x;
    layout.ranks.height = layout.files.height = 0;
    return layout;
}

static void place_bar(Layout *layout) {
    Rect board = layout->board;
    layout->bar = (Rect){board.y, board.x + board.width + 1, board.height, BAR_WIDTH};
}

/* Returns the lines above the status. A narrow screen has two lines of status if `needed` lines are
 * left, but beside a lesson always one. */
static int room_above_status(const LayoutOptions *options, int needed) {
    int wanted = options->columns < STATUS_WIDTH_GOOD && !options->lesson ? STATUS_LINES_MAX : 1;
    return options->lines - (needed > options->lines - wanted ? 1 : wanted);
}

/* The board on the left, the sections on the right. */
static bool arrange_beside(Layout *layout, const LayoutOptions *options) {
    int board_right = layout->board.x + layout->board.width;
    int board_height = layout->board.height + 1;
    int room = room_above_status(options, board_height);
    if (board_height > room)
        return false;
    int left = board_right + 1;
    if (!options->lesson && options->columns - (left + BAR_WIDTH + 1) >= SIDE_WIDTH_GOOD) {
        place_bar(layout);
        left += BAR_WIDTH + 1;
    }
    int width = min_int(options->columns - left, SIDE_WIDTH_MAX);
    int height = options->lesson ? LESSON_HEIGHT_GOOD : max_int(board_height, SIDE_HEIGHT_GOOD);
    return place_side(layout, options, (Rect){0, left, min_int(height, room), width});
}

/* The board above, the sections below. */
static bool arrange_below(Layout *layout, const LayoutOptions *options) {
    int top = layout->board.height + 1;
    int right = layout->board.x + layout->board.width;
    if (right > options->columns)
        return false;
    if (!options->lesson && right + 1 + BAR_WIDTH <= options->columns) {
        place_bar(layout);
        right += 1 + BAR_WIDTH;
    }
    int width = min_int(max_int(right, SIDE_WIDTH_MAX), options->columns);
    int room = room_above_status(options, top + SIDE_HEIGHT_MIN) - top;
    int height = min_int(room, options->lesson ? LESSON_HEIGHT_GOOD : SIDE_HEIGHT_GOOD);
    return place_side(layout, options, (Rect){top, 0, height, width});
}

/* The board alone, with a line that says whose turn it is. */
static bool arrange_alone(Layout *layout, const LayoutOptions *options) {
    int right = layout->board.x + layout->board.width;
    int top = layout->board.height + 1;
    if (right > options->columns || top + 2 > options->lines)
        return false;
    if (!options->lesson && right + 1 + BAR_WIDTH <= options->columns)
        place_bar(layout);
    layout->turn = (Rect){top, 0, 1, options->columns};
    return true;
}

static int bottom_of(Rect rect) {
    return rect.height == 0 ? 0 : rect.y + rect.height;
}

static int right_of(Rect rect) {
    return rect.height == 0 ? 0 : rect.x + rect.width;
}

static void move_all(Layout *layout, int y, int x) {
    Rect *const rects[] = {&layout->board, &layout->ranks,    &layout->files, &layout->bar,
                           &layout->turn,  &layout->side,     &layout->upper, &layout->moves,
                           &layout->graph, &layout->thinking, &layout->lower, &layout->lesson,
                           &layout->hints};
    for (unsigned i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        rects[i]->y += y;
        rects[i]->x += x;
    }
}

/* Centres all rectangles and puts the status below them. */
static void centre_and_add_status(Layout *layout, const LayoutOptions *options) {
    int height = max_int(max_int(bottom_of(layout->files), bottom_of(layout->turn)),
                         max_int(bottom_of(layout->side), bottom_of(layout->hints)));
    int width = max_int(max_int(right_of(layout->board), right_of(layout->bar)),
                        max_int(right_of(layout->side), right_of(layout->turn)));
    int spare = options->lines - height - 1;
    int gap = spare >= (options->columns < STATUS_WIDTH_GOOD ? STATUS_LINES_MAX : 1) ? 1 : 0;
    int status_lines = spare - gap >= 1 ? STATUS_LINES_MAX : 1;
    int x = (options->columns - width) / 2;
    int y = (options->lines - height - gap - status_lines) / 2;
    move_all(layout, y, x);
    layout->status = (Rect){y + height + gap, x, status_lines, options->columns - 2 * x};
}

/* --- choosing --- */

static int lesson_cells(const Layout *layout) {
    return layout->lesson.height * layout->lesson.width;
}

/* Returns a measure of the content beside the board: the number of sections, or of a lesson's
 * cells. */
static int count_sections(const Layout *layout) {
    return (layout->moves.height > 0) + (layout->thinking.height > 0) + (layout->graph.height > 0) +
           (layout->hints.height > 0) + lesson_cells(layout);
}

static bool (*const arrangements[])(Layout *layout, const LayoutOptions *options) = {
    arrange_beside, arrange_below, arrange_alone};
enum { ARRANGEMENTS = sizeof arrangements / sizeof arrangements[0], ARRANGEMENT_NONE = -1 };

/* Chooses the arrangement that shows the most sections. Returns its index or ARRANGEMENT_NONE. */
static int arrange(Layout *best, Zoom zoom, const LayoutOptions *options) {
    int found = ARRANGEMENT_NONE;
    for (int i = 0; i < ARRANGEMENTS; i++) {
        Layout layout = layout_for_zoom(zoom, options->ruled);
        if (!arrangements[i](&layout, options))
            continue;
        if (found == ARRANGEMENT_NONE || count_sections(&layout) > count_sections(best)) {
            *best = layout;
            found = i;
        }
    }
    return found;
}

/* Returns whether a board of this size leaves enough room: in squares of 6x3 for the moves, above
 * it for the thinking and the graph too, and beside a lesson for its text. */
static bool leaves_enough_room(const Layout *layout, const LayoutOptions *options) {
    if (options->lesson)
        return layout->zoom == ZOOM_2X1 || lesson_cells(layout) >= LESSON_CELLS_GOOD;
    switch (layout->zoom) {
    case ZOOM_2X1:
    case ZOOM_4X2:
        return true;
    case ZOOM_6X3:
        return layout->moves.height > 0;
    default:
        return layout->thinking.height > 0 && (layout->graph.height > 0 || options->no_graph);
    }
}

Layout layout_make(const LayoutOptions *options) {
    Layout layout = {0};
    if (options->lines < LAYOUT_LINES_MIN || options->columns < LAYOUT_COLUMNS_MIN)
        return layout;
    LayoutOptions base_options = *options;
    base_options.extra_thinking_lines = 0;
    Zoom zoom = options->zoom == ZOOM_AUTO ? ZOOM_COUNT - 1 : options->zoom;
    int chosen = arrange(&layout, zoom, &base_options);
    while (chosen == ARRANGEMENT_NONE ||
           (options->zoom == ZOOM_AUTO && !leaves_enough_room(&layout, options)))
        chosen = arrange(&layout, --zoom, &base_options); /* 2x1 always fits */
    layout = layout_for_zoom(zoom, options->ruled);
    arrangements[chosen](&layout, options);
    centre_and_add_status(&layout, options);
    return layout;
}

bool layout_can_extend_status(const Layout *layout) {
    return layout->turn.height > 0 && layout->files.height > 0 && layout->status.height == 1;
}

void layout_extend_status(Layout *layout) {
    layout->turn.y = layout->files.y;
    layout->files.height = 0;
    layout->status.y--;
    layout->status.height++;
}

Rect layout_square(const Layout *layout, int column, int row) {
    int rule = layout->ruled ? 1 : 0;
    return (Rect){layout->board.y + row * layout->square_size.y + rule,
                  layout->board.x + column * layout->square_size.x + rule,
                  layout->square_size.y - rule, layout->square_size.x - rule};
}

Rect layout_inside(Rect section) {
    int margin = section.width < LAYOUT_SECTION_NARROW ? 1 : 2;
    return (Rect){section.y + 1, section.x + margin, section.height - 1,
                  section.width - 2 * margin};
}
