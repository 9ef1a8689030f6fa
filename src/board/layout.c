#include <config.h>

#include "board/layout.h"

#include <string.h>

#include "base/number.h"
#include "rules/bitboard.h"

enum {
    RANKS_WIDTH = 2, /* a digit and a blank */
    GAP_GOOD = 3,    /* columns between board and side: the bar, the marker, a blank */
    GAP_MIN = 1,
    SIDE_WIDTH_MIN = 14,
    SIDE_WIDTH_GOOD = 28,
    SIDE_WIDTH_BELOW = 44,  /* of a side below a narrower board, if there is room */
    SIDE_HEIGHT_MIN = 4,    /* two cards */
    SIDE_HEIGHT_BELOW = 44, /* of a side below the board, at most */
    SIDE_BELOW_GOOD = 10,   /* lines below a board that is larger than one beside the side */
    CARD_WIDTH_GOOD = 27,   /* counts take one line from here on */
    CARD_TALL_FROM = 26,    /* lines of a side with margins in its cards */
    CARD_THREE_FROM = 12,   /* lines of a narrow side with two lines of counts */
    STATUS_WIDTH_GOOD = 70, /* a narrower status is given two lines */
    HINT_WIDTH = 13,        /* columns of a hint */
    HINT_MARGIN = 2,
    HINT_COUNT = 6,
    SPACED_FROM = 4,       /* spare lines that put empty lines around the status */
    SPACED_PANELS_FROM = 6 /* lines of panels with an empty line below them */
};

/* ---- the board ---- */

/* The board and its labels in the upper left corner of the block. */
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

static int right_of(Rect rect) {
    return rect.x + rect.width;
}

static int bottom_of(Rect rect) {
    return rect.y + rect.height;
}

/* ---- arrangements: the places that do not depend on what is shown ---- */

/* Lines and columns of the parts of a block. */
typedef struct Arrangement {
    bool beside; /* the side is beside the board, not below it */
    int gap;     /* columns between the board and a side beside it */
    int side_width, side_height;
    bool turn; /* there is no side, but a line that says whose turn it is */
    int status_lines;
    int hint_lines; /* below everything */
    int space;      /* empty lines before the status and before the hints */
    int height, width;
} Arrangement;

/* A narrow screen has two lines of status if there is room for them. */
static int wanted_status_lines(const LayoutOptions *options) {
    return options->columns < STATUS_WIDTH_GOOD ? 2 : 1;
}

static int hint_columns(int width) {
    int columns = clamp_int(width / HINT_WIDTH, 1, HINT_COUNT);
    return columns > HINT_COUNT / 2 && columns < HINT_COUNT ? HINT_COUNT / 2 : columns;
}

/* Gives the lines that are left to the status, the hints and the space around them. */
static void share_lines_below(Arrangement *arrangement, const LayoutOptions *options) {
    int left = options->lines - arrangement->height;
    arrangement->status_lines = min_int(left, wanted_status_lines(options));
    left -= arrangement->status_lines;
    arrangement->hint_lines = min_int(left, HINT_COUNT / hint_columns(arrangement->width));
    left -= arrangement->hint_lines;
    arrangement->space = left >= SPACED_FROM ? 1 : 0;
    arrangement->height += arrangement->status_lines + arrangement->hint_lines +
                           arrangement->space * (arrangement->hint_lines > 0 ? 2 : 1);
}

/* The board on the left, the side on the right with at least `least` columns. */
static bool arrange_beside(const Layout *layout, const LayoutOptions *options, int least,
                           Arrangement *arrangement) {
    static const int widest[ZOOM_COUNT] = {0, 31, 31, 31, 31, 38, 44, 52, 60};
    int right = right_of(layout->board);
    int gap = clamp_int(options->columns - right - least, GAP_MIN, GAP_GOOD);
    int room = options->columns - right - gap;
    if (room < least || bottom_of(layout->files) + 1 > options->lines)
        return false;
    int width = min_int(widest[layout->zoom], room);
    int height = layout->board.height;
    if (layout->zoom == ZOOM_2X1) /* a taller side than the board */
        height = clamp_int(options->lines - 1 - wanted_status_lines(options), height, 2 * height);
    *arrangement = (Arrangement){.beside = true,
                                 .gap = gap,
                                 .side_width = width,
                                 .side_height = height,
                                 .width = right + gap + width,
                                 .height = max_int(bottom_of(layout->files), height)};
    return true;
}

/* The board above, the side below with at least `least` lines. */
static bool arrange_below(const Layout *layout, const LayoutOptions *options, int least,
                          Arrangement *arrangement) {
    int right = right_of(layout->board);
    int top = bottom_of(layout->files);
    int room = options->lines - top - wanted_status_lines(options);
    if (right > options->columns || room < least)
        return false;
    int width = min_int(max_int(right + GAP_GOOD, SIDE_WIDTH_BELOW), options->columns);
    int hints = room > SIDE_BELOW_GOOD + 2 ? 2 : 0; /* lines that are left for hints */
    *arrangement = (Arrangement){.gap = GAP_GOOD,
                                 .side_width = width,
                                 .side_height = min_int(room - hints, SIDE_HEIGHT_BELOW),
                                 .width = width};
    arrangement->height = top + arrangement->side_height;
    return true;
}

/* The board alone, with a line that says whose turn it is. */
static bool arrange_alone(const Layout *layout, const LayoutOptions *options,
                          Arrangement *arrangement) {
    int right = right_of(layout->board);
    int top = bottom_of(layout->files);
    if (right > options->columns || top + 2 > options->lines)
        return false;
    *arrangement =
        (Arrangement){.gap = GAP_GOOD, .turn = true, .width = options->columns, .height = top + 1};
    return true;
}

/* Arranges a board whose size was asked for. Returns false if it does not fit. */
static bool arrange_requested(const Layout *layout, const LayoutOptions *options,
                              Arrangement *arrangement) {
    return arrange_beside(layout, options, SIDE_WIDTH_GOOD, arrangement) ||
           arrange_below(layout, options, SIDE_BELOW_GOOD, arrangement) ||
           arrange_beside(layout, options, SIDE_WIDTH_MIN, arrangement) ||
           arrange_below(layout, options, SIDE_HEIGHT_MIN, arrangement) ||
           arrange_alone(layout, options, arrangement);
}

/* ---- choosing the size of the squares ---- */

/* A side beside the board is preferred unless the screen is so narrow that the board would be much
 * smaller. */
static Arrangement arrange_best(const LayoutOptions *options, Zoom *zoom) {
    Arrangement arrangement = {0};
    Zoom beside = ZOOM_AUTO, below = ZOOM_AUTO; /* the largest that fit */
    for (Zoom size = ZOOM_2X1; size < ZOOM_COUNT; size++) {
        Layout layout = layout_for_zoom(size, options->ruled);
        int least = size <= ZOOM_4X2 ? SIDE_WIDTH_MIN : SIDE_WIDTH_GOOD;
        if (arrange_beside(&layout, options, least, &arrangement))
            beside = size;
        if (arrange_below(&layout, options, SIDE_BELOW_GOOD, &arrangement))
            below = size;
    }
    bool is_below = beside < ZOOM_6X3 ? below > beside : below > beside + 1;
    *zoom = is_below ? below : beside;
    if (*zoom < ZOOM_4X2) {
        Layout layout = layout_for_zoom(ZOOM_4X2, options->ruled);
        if (arrange_alone(&layout, options, &arrangement)) {
            *zoom = ZOOM_4X2;
            return arrangement;
        }
    }
    if (*zoom == ZOOM_AUTO)
        *zoom = ZOOM_2X1;
    Layout layout = layout_for_zoom(*zoom, options->ruled);
    if (is_below)
        arrange_below(&layout, options, SIDE_BELOW_GOOD, &arrangement);
    else
        arrange_requested(&layout, options, &arrangement);
    return arrangement;
}

static Arrangement arrange(const LayoutOptions *options, Zoom *zoom) {
    Arrangement arrangement = {0};
    if (options->zoom == ZOOM_AUTO) {
        arrangement = arrange_best(options, zoom);
    } else {
        for (*zoom = options->zoom; *zoom > ZOOM_AUTO; --*zoom) { /* 2x1 always fits */
            Layout layout = layout_for_zoom(*zoom, options->ruled);
            if (arrange_requested(&layout, options, &arrangement))
                break;
        }
    }
    share_lines_below(&arrangement, options);
    return arrangement;
}

/* ---- the panels in the side ---- */

typedef enum LayoutSection {
    SECTION_MOVES,
    SECTION_NOTICE,
    SECTION_NOTES,
    SECTION_CANDIDATES,
    SECTION_THINKING,
    SECTION_TALK,
    SECTION_LOST,
    SECTION_GRAPH,
    SECTION_REVIEW,
    SECTION_ABOUT,
    SECTION_HINTS,
    SECTION_SPACE, /* the empty line above the lower card */
    SECTION_COUNT
} LayoutSection;

/* Panels get lines in this order while there are any left: as the screen shrinks, the last share
 * goes first. A panel's lines include the empty one above it. */
typedef struct LineShare {
    LayoutSection panel;
    int lines;
    bool whole; /* all of the lines or none */
} LineShare;

enum {
    SHARE_COUNT = 25,
    CANDIDATE_LINES = 4, /* that the panel of candidates has at first */
    NOTE_LINES = 4,      /* that the panel of notes has at first ... */
    NOTE_LINES_GOOD = 7, /* ... and before the moves have more */
    REVIEW_TEXT = 4,     /* that the text of a review has at first */
    REVIEW_GRAPH = 4,    /* of a review's graph, with the marks below it */
    GRAPH_LINES = 5,     /* of a graph without a review, with its title ... */
    GRAPH_TALL = 4,      /* ... and more in a tall side, ... */
    MOVE_LINES_TALL = 4  /* ... where these more of moves come first */
};

static int with_title(int lines) {
    return lines > 0 ? lines + 2 : 0;
}

/* Fills in the shares of the panels in `left` lines; those with nothing to say have none. */
static void list_shares(const LayoutOptions *options, int width, bool hints, int left,
                        LineShare shares[SHARE_COUNT]) {
    const int hint_lines = HINT_COUNT / hint_columns(width) + 1;
    const int candidate_lines = options->candidate_lines > 0 ? options->candidate_lines + 1 : 0;
    const bool reviews = options->review_lines > 0;
    const bool has_graph = options->graph && !reviews && width >= SIDE_WIDTH_GOOD;
    const int note_lines = with_title(options->note_lines);
    const int space = left >= SPACED_PANELS_FROM ? 1 : 0;
    const LineShare all[SHARE_COUNT] = {
        {SECTION_SPACE, options->review_whole ? 0 : space, true},
        {SECTION_MOVES, 3, false},
        {SECTION_TALK, min_int(with_title(options->talk_lines), 4), true},
        {SECTION_NOTES, min_int(note_lines, NOTE_LINES), true},
        {SECTION_CANDIDATES, min_int(candidate_lines, CANDIDATE_LINES), true},
        {SECTION_THINKING, min_int(with_title(options->thinking_lines), 3), true},
        {SECTION_REVIEW, reviews ? REVIEW_TEXT + 2 : 0, true},
        {SECTION_NOTICE, options->notice_lines > 0 ? options->notice_lines + 1 : 0, true},
        {SECTION_MOVES, options->review_whole ? 0 : 2, false},
        {SECTION_REVIEW, reviews && options->graph && width >= SIDE_WIDTH_GOOD ? REVIEW_GRAPH : 0,
         true},
        {SECTION_HINTS, hints && width >= 2 * HINT_WIDTH ? hint_lines : 0, true},
        {SECTION_CANDIDATES, max_int(candidate_lines - CANDIDATE_LINES, 0), false},
        {SECTION_THINKING, max_int(with_title(options->thinking_lines) - 3, 0), false},
        {SECTION_REVIEW, reviews ? max_int(options->review_lines - REVIEW_TEXT, 0) : 0, false},
        {SECTION_SPACE, options->review_whole ? space : 0, true},
        {SECTION_GRAPH, has_graph ? GRAPH_LINES : 0, true},
        {SECTION_NOTES, clamp_int(note_lines - NOTE_LINES, 0, NOTE_LINES_GOOD - NOTE_LINES), false},
        {SECTION_MOVES, 3, false},
        {SECTION_NOTES, max_int(note_lines - NOTE_LINES_GOOD, 0), false},
        {SECTION_TALK, max_int(with_title(options->talk_lines) - 4, 0), false},
        {SECTION_ABOUT, options->about_lines > 0 ? options->about_lines + 1 : 0, true},
        {SECTION_LOST, options->lost_lines > 0 ? options->lost_lines + 1 : 0, true},
        {SECTION_MOVES, MOVE_LINES_TALL, false},
        {SECTION_GRAPH, has_graph ? GRAPH_TALL : 0, true},
        {SECTION_THINKING, options->thinking_lines, false},
    };
    memcpy(shares, all, sizeof all);
}

/* Gives `left` lines to the panels; the moves take what the others do not need. */
static void share_lines(const LayoutOptions *options, int width, bool hints, int left,
                        int lines[SECTION_COUNT]) {
    LineShare shares[SHARE_COUNT];
    list_shares(options, width, hints, left, shares);
    for (int i = 0; i < SECTION_COUNT; i++)
        lines[i] = 0;
    for (int i = 0; i < SHARE_COUNT; i++) {
        int given = min_int(shares[i].lines, left);
        if (shares[i].whole && given < shares[i].lines)
            continue;
        if (!shares[i].whole && shares[i].panel != SECTION_MOVES && lines[shares[i].panel] == 0)
            continue;
        lines[shares[i].panel] += given;
        left -= given;
    }
    lines[SECTION_MOVES] += left;
}

static Rect take_lines(Rect *area, int lines) {
    Rect taken = {area->y, area->x, lines, area->width};
    area->y += lines;
    return taken;
}

/* Takes the lines of a panel and leaves the first one empty. */
static Rect take_panel(Rect *area, int lines) {
    Rect taken = take_lines(area, lines);
    if (lines > 0) {
        taken.y++;
        taken.height--;
    }
    return taken;
}

/* Leaves a margin on the left of the hints. */
static Rect hint_rect(Rect area) {
    return (Rect){area.y, area.x + HINT_MARGIN, area.height, area.width - HINT_MARGIN};
}

static void place_panels(Layout *layout, const LayoutOptions *options, bool hints) {
    int lines[SECTION_COUNT];
    Rect area = layout->side;
    int card = area.height >= CARD_TALL_FROM ? LAYOUT_CARD_TALL : 2;
    if (area.width < CARD_WIDTH_GOOD)
        card = area.height >= CARD_THREE_FROM ? 3 : 2;
    int left = area.height - 2 * card;
    layout->upper = take_lines(&area, card);
    share_lines(options, area.width, hints, left, lines);
    layout->moves = left > 3 ? take_panel(&area, lines[SECTION_MOVES])
                             : take_lines(&area, lines[SECTION_MOVES]);
    layout->notice = take_panel(&area, lines[SECTION_NOTICE]);
    layout->notes = take_panel(&area, lines[SECTION_NOTES]);
    layout->candidates = take_panel(&area, lines[SECTION_CANDIDATES]);
    layout->thinking = take_panel(&area, lines[SECTION_THINKING]);
    layout->graph = take_panel(&area, lines[SECTION_GRAPH]);
    layout->review = take_panel(&area, lines[SECTION_REVIEW]);
    layout->talk = take_panel(&area, lines[SECTION_TALK]);
    layout->lost = take_panel(&area, lines[SECTION_LOST]);
    layout->about = take_panel(&area, lines[SECTION_ABOUT]);
    if (hints)
        layout->hints = hint_rect(take_panel(&area, lines[SECTION_HINTS]));
    area.y = bottom_of(layout->side) - card;
    layout->lower = take_lines(&area, card);
}

/* A lesson has the whole side, or leaves lines for hints that have no other place. */
static void place_lesson(Layout *layout, bool hints) {
    Rect area = layout->side;
    int lines = 0;
    if (hints && area.width >= 2 * HINT_WIDTH && area.height >= CARD_TALL_FROM)
        lines = HINT_COUNT / 2;
    layout->lesson = take_lines(&area, area.height - lines - (lines > 0 ? 1 : 0));
    area.y += lines > 0 ? 1 : 0;
    layout->hints = hint_rect(take_lines(&area, lines));
}

/* ---- placing ---- */

/* Places the board with its labels, and the marker and the bar in the gap beside it. */
static void place_board(Layout *layout, const LayoutOptions *options,
                        const Arrangement *arrangement) {
    Rect *const rects[] = {&layout->board, &layout->ranks, &layout->files};
    Rect block = layout->block;
    int left = max_int((block.width - right_of(layout->board) - GAP_GOOD) / 2, 0);
    for (unsigned i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        rects[i]->y += block.y;
        rects[i]->x += block.x + (arrangement->beside ? 0 : left);
    }
    if (arrangement->beside && block.height == options->lines && layout->zoom >= ZOOM_8X4) {
        /* The files go above: large pieces keep from the edge of the screen. */
        layout->files.y = layout->board.y;
        layout->board.y++;
        layout->ranks.y++;
    }
    Rect board = layout->board;
    int x = right_of(board) + (arrangement->gap - 1) / 2;
    if (x >= right_of(block))
        return;
    layout->mark = (Rect){board.y, x, board.height, 1};
    if (options->bar && arrangement->gap >= GAP_GOOD)
        layout->bar = (Rect){board.y, right_of(board), board.height, 1};
}

static void place(Layout *layout, const LayoutOptions *options, const Arrangement *arrangement) {
    int spare = options->lines - arrangement->height;
    Rect block = {spare == 1 ? 1 : spare / 2, /* a single line is a margin at the top */
                  (options->columns - arrangement->width) / 2, arrangement->height,
                  arrangement->width};
    layout->block = block;
    place_board(layout, options, arrangement);
    int y = max_int(bottom_of(layout->board), bottom_of(layout->files));
    if (arrangement->turn)
        layout->turn = (Rect){y++, block.x, 1, block.width};
    if (arrangement->beside) {
        layout->side = (Rect){layout->board.y, right_of(layout->board) + arrangement->gap,
                              arrangement->side_height, arrangement->side_width};
        y = max_int(y, bottom_of(layout->side));
    }
    layout->status =
        (Rect){y + arrangement->space, block.x, arrangement->status_lines, block.width};
    y = bottom_of(layout->status);
    if (!arrangement->beside && !arrangement->turn) {
        layout->side = (Rect){y, block.x, arrangement->side_height, arrangement->side_width};
        y = bottom_of(layout->side);
    }
    bool below = arrangement->hint_lines > 0;
    if (options->lesson && !arrangement->turn)
        place_lesson(layout, !below);
    else if (!arrangement->turn)
        place_panels(layout, options, !below);
    if (below)
        layout->hints = hint_rect(
            (Rect){y + arrangement->space, block.x, arrangement->hint_lines, block.width});
}

Layout layout_make(const LayoutOptions *options) {
    if (options->lines < LAYOUT_LINES_MIN || options->columns < LAYOUT_COLUMNS_MIN)
        return (Layout){0};
    Zoom zoom;
    Arrangement arrangement = arrange(options, &zoom);
    Layout layout = layout_for_zoom(zoom, options->ruled);
    place(&layout, options, &arrangement);
    return layout;
}

/* ---- parts ---- */

bool layout_can_extend_status(const Layout *layout) {
    return layout->turn.height > 0 && layout->files.height > 0 && layout->status.height == 1;
}

void layout_extend_status(Layout *layout) {
    layout->turn.y = layout->files.y;
    layout->files.height = 0;
    layout->status.y--;
    layout->status.height++;
}

bool layout_can_extend_turn(const Layout *layout) {
    return layout->turn.height > 0 && layout->files.height > 0;
}

void layout_extend_turn(Layout *layout) {
    layout->turn.y = layout->files.y;
    layout->turn.height += layout->files.height;
    layout->files.height = 0;
}

Rect layout_square(const Layout *layout, int column, int row) {
    int rule = layout->ruled ? 1 : 0;
    return (Rect){layout->board.y + row * layout->square_size.y + rule,
                  layout->board.x + column * layout->square_size.x + rule,
                  layout->square_size.y - rule, layout->square_size.x - rule};
}

Rect layout_inside(Rect panel) {
    Rect inside = layout_untitled(panel);
    return (Rect){inside.y + 1, inside.x, inside.height - 1, inside.width};
}

Rect layout_untitled(Rect panel) {
    int margin = panel.width < SIDE_WIDTH_GOOD ? 1 : 2;
    return (Rect){panel.y, panel.x + margin, panel.height, panel.width - margin - 1};
}

Rect layout_review_graph(Rect review) {
    Rect inside = layout_inside(review);
    bool fits = review.width >= SIDE_WIDTH_GOOD && inside.height >= REVIEW_GRAPH + REVIEW_TEXT;
    inside.height = fits ? REVIEW_GRAPH : 0;
    return inside;
}

int layout_hint_columns(Rect hints) {
    return hint_columns(hints.width + HINT_MARGIN);
}

int layout_hint_width(Rect hints) {
    return (hints.width + HINT_MARGIN) / layout_hint_columns(hints);
}
