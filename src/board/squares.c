#include <config.h>

#include "board/squares.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/number.h"
#include "board/pieces.h"
#include "board/theme.h"
#include "term/style.h"
#include "term/terminal.h"

/* The most important first. Where marks meet, the piece stays legible and the less important give
 * way: only the most important one besides the cursor has a shape, and in small squares it has the
 * corners of the cursor's brackets. The tint of the ground stays. */
typedef enum Mark {
    MARK_CURSOR,   /* [ ], bright brackets with a dark line inside */
    MARK_DROWNING, /* ! !, red corners: the piece drowns unless it leaves */
    MARK_CAPTURE,  /* x x, corners: the selected piece can capture here */
    MARK_TARGET,   /* o o, a dot: the selected piece can end its move here */
    MARK_SELECTED, /* ( ), a bar under the piece, which is lifted if there is room */
    MARK_PREMOVE,  /* = =, ticks above and below: part of the move that is made next */
    MARK_LAST,     /* > <, ticks at the sides: part of the last move */
    MARK_ADVICE,   /* * *, ticks at all sides: part of the advised move */
    MARK_LIONS,    /* | |, / / or \ \, dots: on the line between lions that face each other */
    MARK_WAY,      /* . ., dots: the way of a capture so far */
    MARK_COUNT
} Mark;

static inline unsigned mark_bit(Mark mark) {
    return 1U << mark;
}

/* A place for a mark: two columns, left and right of the piece. */
typedef struct MarkPlace {
    signed char row, left, right;
} MarkPlace;

enum { MARK_PLACES_MAX = 4 };

/* What marks of pixels need to know of a square. */
typedef struct MarkSpot {
    Rect area;   /* the part of the tile inside walls */
    Rect inside; /* ... and inside the cursor: for corners */
    int thickness;
    bool occupied;
    bool crowded;  /* the cursor leaves no room for corners */
    ColorRole ink; /* of the piece, or of the side that moves */
} MarkSpot;

/* Values common to all squares while a board is painted. */
typedef struct PaintContext {
    const View *view;
    const Layout *layout;
    bool color, utf8, rich; /* capabilities of the terminal */
    bool pixels;            /* marks are made of pixels, not of characters */
    GlyphSet glyphs;        /* the view's, or letters if the zoom or terminal cannot show it */
    int slope;              /* of the lions' line: files to the right for each row down */
    int cell_height;        /* of tiles */
    int thickness;          /* of frames and walls, in pixels across; down it is always 1 */
} PaintContext;

typedef struct SquareState {
    Square square;
    int column, row; /* on the screen */
    PieceType type;  /* PIECE_NONE if empty */
    Color color;
    unsigned marks; /* set of mark_bit */
} SquareState;

static void squares_locate(bool flipped, Square square, int *column, int *row);

/* ---- dotted lines over several squares ---- */

typedef struct Pixel {
    int y, x; /* from the upper left corner of the board */
} Pixel;

static Pixel middle_of(const PaintContext *context, const Tile *tile, Square square) {
    int column, row;
    squares_locate(context->view->flipped, square, &column, &row);
    return (Pixel){row * tile->height + tile->height / 2, column * tile->width + tile->width / 2};
}

/* Puts the part of a line between the middles of two squares that lies on a tile. */
static void way_put(const PaintContext *context, Tile *tile, const SquareState *state, Square from,
                    Square to, ColorRole role) {
    Pixel start = middle_of(context, tile, from), end = middle_of(context, tile, to);
    int files = abs(end.x - start.x) / tile->width, ranks = abs(end.y - start.y) / tile->height;
    int dots = max_int(files, ranks) * (tile->rows >= 4 ? 5 : 3);
    int top = state->row * tile->height, left = state->column * tile->width;
    for (int i = 0; i <= dots && dots > 0; i++) {
        int y = start.y + (end.y - start.y) * i / dots, x = start.x + (end.x - start.x) * i / dots;
        tile_put_behind(tile, (Rect){y - top, x - left - 1, 1, 2}, role);
    }
}

/* ---- the ground: colours, waves, castle walls, and the lines of a ruled board ---- */

/* The castles have the same columns and the river the same row from both sides of the board. */
enum { RIVER_ROW = 3, CASTLE_LEFT = 2, CASTLE_RIGHT = 4 };

/* ---- colours ---- */

typedef enum Terrain { TERRAIN_GRASS, TERRAIN_CASTLE, TERRAIN_RIVER, TERRAIN_ISLAND } Terrain;

static Terrain terrain_at(const Variant *variant, Square square) {
    Bitboard bit = square_bit(square);
    if (bit & RIVER_MASK)
        return bit & variant->islands ? TERRAIN_ISLAND : TERRAIN_RIVER;
    return bit & (WHITE_CASTLE | BLACK_CASTLE) ? TERRAIN_CASTLE : TERRAIN_GRASS;
}

static int chequer_at(Square square) {
    return (square_file(square) + square_rank(square)) & 1;
}

/* Returns the colour of a square's ground. */
static ColorRole ground_role(const Variant *variant, Square square) {
    static const ColorRole roles[][2] = {
        [TERRAIN_GRASS] = {COLOR_GRASS, COLOR_GRASS_OTHER},
        [TERRAIN_CASTLE] = {COLOR_CASTLE, COLOR_CASTLE_OTHER},
        [TERRAIN_RIVER] = {COLOR_RIVER, COLOR_RIVER_OTHER},
        [TERRAIN_ISLAND] = {COLOR_ISLAND, COLOR_ISLAND_OTHER},
    };
    return roles[terrain_at(variant, square)][chequer_at(square)];
}

/* ---- texture ---- */

static void put_if_empty(Tile *tile, int row, int column, ColorRole role, const char *text) {
    if (row >= 0 && row < tile->rows && column >= 0 && column < tile->columns &&
        tile_is_empty(tile, row, column))
        tile_put_text(tile, row, column, (Style){role, tile->square, 0}, text);
}

static bool is_bare(const Tile *tile) {
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++)
            if (!tile_is_empty(tile, row, column))
                return false;
    return true;
}

/* Fills a square with a shade, unless something is on it: beside that the shade would look torn. */
static void put_texture(Tile *tile) {
    const bool bare = is_bare(tile);
    for (int row = 0; row < tile->rows && bare; row++)
        for (int column = 0; column < tile->columns; column++)
            put_if_empty(tile, row, column, COLOR_WALL, "░");
}

/* Fills the river with waves, except beside a piece; for a terminal without colours. */
static void put_water(Tile *tile, bool island) {
    int piece_row = pieces_row(tile), piece_column = pieces_column(tile);
    bool taken = !tile_is_empty(tile, piece_row, piece_column);
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++) {
            bool beside = taken && tile->columns > 2 && row == piece_row &&
                          (column == piece_column - 1 || column == piece_column + 1);
            bool gap = island && (row + column) % 2 != 0 && tile->columns > 2;
            if (!beside && !gap)
                put_if_empty(tile, row, column, COLOR_MARK, island ? "^" : "~");
        }
}

/* Puts crests near the top and the bottom, behind everything else. The pattern goes on in the next
 * square. */
static void put_waves(Tile *tile, const SquareState *state) {
    ColorRole crest = tile->square == COLOR_RIVER ? COLOR_RIVER_OTHER : COLOR_RIVER;
    tile->ink = crest;
    int length = tile->columns >= 14 ? 4 : 2;
    const int rows[2] = {tile->height >= 6 ? 1 : 0, tile->height - (tile->height >= 6 ? 3 : 2)};
    for (int i = 0; i < 2; i++)
        for (int x = 0; x < tile->width; x += length) {
            int phase = (state->column * tile->width + x) / length;
            tile_put_behind(tile, (Rect){rows[i] + phase % 2, x, 1, length}, crest);
        }
}

/* ---- walls ---- */

/* Returns the thickness of the castle's wall on a square, in pixels. It lies in the last columns of
 * a square, also left of a castle. The river has none. */
static int wall_thickness(const PaintContext *context, const SquareState *state) {
    bool beside_wall = state->column == CASTLE_LEFT - 1 || state->column == CASTLE_RIGHT;
    bool has_wall = beside_wall && state->row != RIVER_ROW && !context->layout->ruled &&
                    context->layout->zoom != ZOOM_2X1;
    return has_wall ? context->thickness : 0;
}

static bool is_right_half(const Tile *tile, int row, int column) {
    return column < tile->columns && tile->over[row][column].text != NULL &&
           *tile->over[row][column].text == '\0';
}

/* A piece on its way may have a character where a wall or the cursor is. */
static void clear_characters(Tile *tile, int row, int column) {
    if (is_right_half(tile, row, column))
        tile->over[row][column - 1].text = NULL;
    else if (is_right_half(tile, row, column + 1))
        tile->over[row][column + 1].text = NULL;
    tile->over[row][column].text = NULL;
}

/* Puts the sides of the castles in characters. */
static void put_castle_edges(const PaintContext *context, Tile *tile, const SquareState *state) {
    bool small = context->layout->zoom == ZOOM_2X1;
    bool left = state->column == CASTLE_LEFT || (small && state->column == CASTLE_RIGHT + 1);
    bool right = state->column == CASTLE_RIGHT && !small;
    for (int row = 0; row < tile->rows; row += 2) {
        if (left)
            put_if_empty(tile, row, 0, COLOR_WALL, "#");
        if (right)
            put_if_empty(tile, row, tile->columns - 1, COLOR_WALL, "#");
    }
}

/* Adds waves, the castles' sides and the texture of terminals with few colours. */
static void ground_put(const PaintContext *context, Tile *tile, const SquareState *state) {
    Terrain terrain = terrain_at(context->view->position->variant, state->square);
    bool few_colors = terminal_capabilities()->colors == 8;
    if (context->pixels) {
        if (!few_colors && terrain == TERRAIN_RIVER && state->type == PIECE_NONE &&
            state->marks == 0)
            put_waves(tile, state);
        bool plain = state->marks == 0 && theme_is_terrain_role(tile->square);
        if (few_colors && plain && chequer_at(state->square) == 1)
            put_texture(tile);
        int wall = wall_thickness(context, state);
        for (int row = 0; row < tile->rows && wall > 0; row++)
            clear_characters(tile, row, tile->columns - 1);
        tile_put_mark(tile, (Rect){0, tile->width - wall, tile->height, wall}, COLOR_WALL);
    } else if (!context->color && state->row == RIVER_ROW) {
        put_water(tile, terrain == TERRAIN_ISLAND);
    } else if (!context->layout->ruled && state->row != RIVER_ROW && !context->color) {
        put_castle_edges(context, tile, state);
        put_if_empty(tile, 0, pieces_column(tile), COLOR_MARK, "."); /* nothing else shows it */
    }
}

/* ---- the lines of a ruled board ---- */

typedef enum LineWeight { WEIGHT_NONE, WEIGHT_LIGHT, WEIGHT_HEAVY } LineWeight;

/* Returns the weight of the line left of column x, 0..7, in a row. */
static LineWeight vertical_weight(int x, int row) {
    if (row < 0 || row >= BOARD_RANKS)
        return WEIGHT_NONE;
    bool is_side = x == CASTLE_LEFT || x == CASTLE_RIGHT + 1;
    return is_side && row != RIVER_ROW ? WEIGHT_HEAVY : WEIGHT_LIGHT;
}

/* Returns the weight of the line above row y, 0..7, in a column. */
static LineWeight horizontal_weight(int y, int column) {
    if (column < 0 || column >= BOARD_FILES)
        return WEIGHT_NONE;
    bool edge = y == 0 || y == RIVER_ROW || y == RIVER_ROW + 1 || y == BOARD_RANKS;
    return edge && column >= CASTLE_LEFT && column <= CASTLE_RIGHT ? WEIGHT_HEAVY : WEIGHT_LIGHT;
}

/* Indexed by 3 * up + right and 3 * down + left, the weights of the four arms. */
static const char *const junctions[9][9] = {
    {" ", "╴", "╸", "╷", "┐", "┑", "╻", "┒", "┓"}, {"╶", "─", "╾", "┌", "┬", "┭", "┎", "┰", "┱"},
    {"╺", "╼", "━", "┍", "┮", "┯", "┏", "┲", "┳"}, {"╵", "┘", "┙", "│", "┤", "┥", "╽", "┧", "┪"},
    {"└", "┴", "┵", "├", "┼", "┽", "┟", "╁", "╅"}, {"┕", "┶", "┷", "┝", "┾", "┿", "┢", "╆", "╈"},
    {"╹", "┚", "┛", "╿", "┦", "┩", "┃", "┨", "┫"}, {"┖", "┸", "┹", "┞", "╀", "╃", "┠", "╂", "╉"},
    {"┗", "┺", "┻", "┡", "╄", "╇", "┣", "╊", "╋"},
};

static const char *junction_text(LineWeight up, LineWeight right, LineWeight down,
                                 LineWeight left) {
    const char *ascii = up == WEIGHT_HEAVY || down == WEIGHT_HEAVY      ? "#"
                        : right == WEIGHT_HEAVY || left == WEIGHT_HEAVY ? "="
                        : right == WEIGHT_NONE && left == WEIGHT_NONE   ? "|"
                        : up == WEIGHT_NONE && down == WEIGHT_NONE      ? "-"
                                                                        : "+";
    return draw_select(junctions[3 * up + right][3 * down + left], ascii);
}

/* Draws the lines between the squares, those around the castles heavier. */
static void ground_draw_lines(const Layout *layout) {
    const Rect *board = &layout->board;
    SquareSize square_size = layout->square_size;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            int row = y / square_size.y, column = x / square_size.x;
            bool on_horizontal = y % square_size.y == 0, on_vertical = x % square_size.x == 0;
            const char *text = NULL;
            if (on_horizontal && on_vertical)
                text =
                    junction_text(vertical_weight(column, row - 1), horizontal_weight(row, column),
                                  vertical_weight(column, row), horizontal_weight(row, column - 1));
            else if (on_horizontal)
                text = junction_text(WEIGHT_NONE, horizontal_weight(row, column), WEIGHT_NONE,
                                     horizontal_weight(row, column));
            else if (on_vertical)
                text = junction_text(vertical_weight(column, row), WEIGHT_NONE,
                                     vertical_weight(column, row), WEIGHT_NONE);
            if (text != NULL)
                draw_text(board->y + y, board->x + x, 1, ROLE_BORDER, text);
        }
}

/* ---- marks: pixels, or pairs of characters where a cell has no room for pixels ---- */

typedef struct MarkStyle {
    char left, right;
    ColorRole fg, bg;
    unsigned attributes;
    signed char places[MARK_PLACES_MAX]; /* in the order of preference */
} MarkStyle;

static const MarkStyle styles[MARK_COUNT] = {
    [MARK_CURSOR] = {'[',
                     ']',
                     COLOR_CURSOR_TEXT,
                     COLOR_CURSOR,
                     STYLE_MONO_BOLD | STYLE_MONO_REVERSE,
                     {0, 1, 2, 3}},
    [MARK_DROWNING] = {'!', '!', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {2, 3, 1, 0}},
    [MARK_CAPTURE] = {'x', 'x', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_TARGET] = {'o', 'o', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_SELECTED] = {'(', ')', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_PREMOVE] = {'=', '=', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_LAST] = {'>', '<', COLOR_MARK_TEXT, COLOR_MARK, STYLE_BOLD, {1, 3, 2, 0}},
    [MARK_ADVICE] = {'*', '*', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
    [MARK_LIONS] = {'|', '|', COLOR_DANGER_TEXT, COLOR_DANGER, STYLE_MONO_BOLD, {2, 3, 1, 0}},
    [MARK_WAY] = {'.', '.', COLOR_MARK_TEXT, COLOR_MARK, STYLE_MONO_BOLD, {1, 3, 2, 0}},
};

enum { NO_MARK = -1 };

static Style mark_style(Mark mark) {
    const MarkStyle *style = &styles[mark];
    return (Style){style->fg, style->bg, style->attributes};
}

/* Returns the left or right character of a mark. `slope` is the slope of the lions' line, -1, 0 or
 * 1: files to the right for each row down. */
static const char *mark_text(Mark mark, int right, int slope) {
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

/* Puts a set of marks, of mark_bit, on a tile. Each takes both sides of its preferred place or of a
 * free one. Further marks share a place; the least important may be left out. The first place is
 * the cursor's. */
static void marks_put(Tile *tile, unsigned marks, int slope, const MarkPlace *places,
                      int place_count) {
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

/* ---- pixels ---- */

/* Returns the most important one of a set that is not empty. */
static Mark first_mark(unsigned marks) {
    Mark mark = 0;
    while (!(marks & mark_bit(mark)))
        mark++;
    return mark;
}

typedef struct CornerShape {
    ColorRole edge;   /* the arms */
    ColorRole inside; /* between them; COLOR_ROLE_COUNT for nothing */
} CornerShape;

static void put_corner(Tile *tile, const MarkSpot *spot, bool bottom, bool right,
                       CornerShape shape) {
    Rect area = spot->inside;
    int free_columns = tile->width - area.x - area.width;
    int wall = right ? free_columns % CELL_WIDTH : 0; /* in the arm's last cell */
    bool filled = shape.inside != COLOR_ROLE_COUNT;
    int cells = filled ? (tile->columns + 2) / 6 : tile->columns / 4;
    int across = CELL_WIDTH * max_int(cells, 1) + wall;
    int down = tile->cell_height * max_int(tile->rows / (filled ? 4 : 3), 1);
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
    for (int i = 0; i < 4 && !spot->crowded; i++)
        put_corner(tile, spot, i / 2, i % 2, shape);
}

/* Pixels of a square. On a lower one a piece has none to spare. */
enum { LIFTED_FROM = 12 };

/* Puts a bar below the piece, and ground between the two if there is room. */
static void put_bar(Tile *tile, const MarkSpot *spot) {
    Rect area = spot->area;
    if (tile->height >= LIFTED_FROM)
        tile_fill(tile, (Rect){area.height - 2, area.x, 1, area.width}, tile->square);
    tile_put_mark(tile, (Rect){area.height - 1, area.x, 1, area.width}, spot->ink);
}

static void put_side_ticks(Tile *tile, const MarkSpot *spot) {
    int cells = tile->rows % 2 == 1 || tile->rows == 2 ? 1 : 2;
    int above = (tile->rows - cells + 1) / 2;
    int y = tile->cell_height * above, height = tile->cell_height * cells;
    int left = spot->area.x, right = left + spot->area.width - spot->thickness;
    tile_put_mark(tile, (Rect){y, left, height, spot->thickness}, spot->ink);
    tile_put_mark(tile, (Rect){y, right, height, spot->thickness}, spot->ink);
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
    int height = tile->rows >= 7 ? 4 : tile->cell_height;
    height += (tile->height - height) % 2; /* in the middle */
    int width = tile->columns >= 10 ? 2 * height + 2 : max_int(4, 2 * (height - 1));
    int y = (tile->height - height) / 2, x = (tile->width - width) / 2;
    int across = height > 2 ? (width + 1) / 5 : 0, down = height > 2 ? 1 : 0; /* round corners */
    tile_put_mark(tile, (Rect){y, x + across, height, width - 2 * across}, spot->ink);
    tile_put_mark(tile, (Rect){y + down, x, height - 2 * down, width}, spot->ink);
}

static void put_mark(Tile *tile, Mark mark, const MarkSpot *spot) {
    switch (mark) {
    case MARK_DROWNING:
        put_corners(tile, spot, (CornerShape){COLOR_DANGER, COLOR_DANGER_DARK});
        break;
    case MARK_CAPTURE:
        put_corners(tile, spot, (CornerShape){spot->ink, COLOR_ROLE_COUNT});
        break;
    case MARK_TARGET: /* a monkey can stop where it stands */
        if (spot->occupied)
            put_bar(tile, spot);
        else
            put_dot(tile, spot);
        break;
    case MARK_SELECTED:
        put_bar(tile, spot);
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
    default: /* MARK_WAY: its dots lie on several squares; the cursor is put last */
        break;
    }
}

/* Puts a tick into the lower left or right corner: the square is attacked by a side. */
static void marks_put_attack(Tile *tile, const MarkSpot *spot, bool right, ColorRole ink) {
    Rect area = spot->inside;
    int width = 2 * max_int(tile->columns / 8, 1);
    int left = right ? area.x + area.width - width : area.x, bottom = area.y + area.height - 1;
    tile_put_mark(tile, (Rect){bottom, left, 1, width}, ink);
    tile_put_mark(tile, (Rect){bottom - 1, right ? left + width / 2 : left, 1, width / 2}, ink);
}

/* ---- the cursor ---- */

/*
 * The cursor has the same pixels on every square: a bright bracket at each side with a dark line
 * inside. In small squares, which the drawings fill, the dark line leaves the middle to the piece.
 * In large ones the bracket's arms reach over the corners, which the drawings leave empty.
 */
typedef struct CursorShape {
    int bright; /* pixels across */
    int arm;    /* cells */
    int dark;   /* cells that the dark line has at the top and at the bottom */
} CursorShape;

static CursorShape cursor_shape(const Tile *tile) {
    bool large = tile->columns >= 14;
    return (CursorShape){.bright = large ? CELL_WIDTH : CELL_WIDTH / 2,
                         .arm = large ? 3 : 1,
                         .dark = tile->rows <= 4 ? 1 : (tile->rows + 1) / 2};
}

static void put_bracket(Tile *tile, CursorShape shape, bool right, ColorRole ends) {
    int bright = shape.bright, width = CELL_WIDTH / 2, arm = shape.arm * CELL_WIDTH;
    int side = right ? tile->width - bright : 0, line = right ? side - width : bright;
    int corner = right ? tile->width - arm : 0, dark = shape.dark * tile->cell_height;
    tile_put_mark(tile, (Rect){0, side, tile->height, bright}, COLOR_CURSOR);
    for (int bottom = 0; bottom <= 1; bottom++) {
        int half = tile->cell_height / 2, y = bottom ? tile->height - tile->cell_height : 0;
        ColorRole end = bottom || tile->rows > 2 ? ends : COLOR_CURSOR;
        Rect part = {bottom ? tile->height - dark : 0, line, dark, width};
        tile_put_mark(tile, part, COLOR_CURSOR_TEXT);
        tile_fill(tile, (Rect){y, corner, tile->cell_height, arm}, COLOR_CURSOR_TEXT);
        tile_fill(tile, (Rect){bottom ? tile->height - half : 0, corner, half, arm}, end);
        tile_fill(tile, (Rect){y, side, tile->cell_height, bright}, end);
    }
}

static void put_cursor(Tile *tile, ColorRole ends) {
    CursorShape shape = cursor_shape(tile);
    int side = (shape.bright + CELL_WIDTH / 2 + CELL_WIDTH - 1) / CELL_WIDTH;
    for (int right = 0; right <= 1; right++) {
        for (int row = 0; row < tile->rows; row++)
            for (int i = 0; i < (row % (tile->rows - 1) == 0 ? shape.arm : side); i++)
                clear_characters(tile, row, right ? tile->columns - 1 - i : i);
        put_bracket(tile, shape, right, ends);
    }
}

/* Returns the colour of the ends of the cursor's brackets. */
static ColorRole cursor_ends(unsigned marks, const MarkSpot *spot) {
    if (spot->crowded && marks & mark_bit(MARK_DROWNING))
        return COLOR_DANGER;
    return spot->crowded && marks & mark_bit(MARK_CAPTURE) ? spot->ink : COLOR_CURSOR;
}

/* Returns the part of an area that the cursor leaves to the corners of other marks. */
static Rect inside_cursor(const Tile *tile, Rect area) {
    CursorShape shape = cursor_shape(tile);
    int x = shape.bright + CELL_WIDTH / 2, y = shape.arm > 1 ? tile->cell_height : 0;
    x += x % CELL_WIDTH;
    return (Rect){area.y + y, x, area.height - 2 * y, tile->width - 2 * x};
}

/* ---- squares ---- */

/* The places of marks that are characters. */
typedef struct MarkPlaces {
    int count;
    MarkPlace place[MARK_PLACES_MAX];
} MarkPlaces;

static const MarkPlaces painted_places[ZOOM_COUNT] = {
    [ZOOM_4X2] = {2, {{0, 0, 2}, {1, 0, 2}}},
    [ZOOM_6X3] = {4, {{1, 2, 4}, {0, 1, 5}, {2, 1, 5}, {1, 1, 5}}},
    [ZOOM_8X4] = {4, {{1, 2, 6}, {0, 1, 7}, {3, 1, 7}, {1, 1, 7}}},
    [ZOOM_10X5] = {4, {{2, 2, 8}, {0, 1, 9}, {4, 1, 9}, {1, 1, 9}}},
    [ZOOM_14X7] = {4, {{3, 2, 12}, {0, 1, 13}, {6, 1, 13}, {1, 1, 13}}},
    [ZOOM_18X9] = {4, {{4, 2, 16}, {0, 1, 17}, {8, 1, 17}, {2, 1, 17}}},
    [ZOOM_24X12] = {4, {{5, 2, 22}, {0, 1, 23}, {11, 1, 23}, {3, 1, 23}}},
};

/* Ruled squares are one column and one row smaller. */
static const MarkPlaces ruled_places[ZOOM_COUNT] = {
    [ZOOM_4X2] = {1, {{0, 0, 2}}},
    [ZOOM_6X3] = {4, {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}}},
    [ZOOM_8X4] = {4, {{1, 1, 5}, {1, 2, 4}, {2, 1, 5}, {2, 2, 4}}},
    [ZOOM_10X5] = {4, {{1, 2, 6}, {1, 3, 5}, {3, 2, 6}, {3, 3, 5}}},
    [ZOOM_14X7] = {4, {{2, 3, 9}, {2, 5, 7}, {4, 3, 9}, {4, 5, 7}}},
    [ZOOM_18X9] = {4, {{3, 5, 11}, {3, 7, 9}, {5, 5, 11}, {5, 7, 9}}},
    [ZOOM_24X12] = {4, {{5, 8, 14}, {5, 10, 12}, {7, 8, 14}, {7, 10, 12}}},
};

/* Beside large letters only the columns at the sides are left. */
static const MarkPlaces ruled_side_places[ZOOM_COUNT] = {
    [ZOOM_8X4] = {3, {{1, 0, 6}, {0, 0, 6}, {2, 0, 6}}},
    [ZOOM_10X5] = {4, {{1, 0, 8}, {0, 0, 8}, {3, 0, 8}, {2, 0, 8}}},
    [ZOOM_14X7] = {4, {{2, 0, 12}, {0, 0, 12}, {5, 0, 12}, {3, 0, 12}}},
    [ZOOM_18X9] = {4, {{3, 0, 16}, {0, 0, 16}, {7, 0, 16}, {4, 0, 16}}},
    [ZOOM_24X12] = {4, {{5, 0, 22}, {0, 0, 22}, {10, 0, 22}, {7, 0, 22}}},
};

bool squares_have_pixels(int columns, int rows) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    return capabilities->colors > 0 && capabilities->utf8 && columns >= 4 && rows >= 2;
}

static PaintContext create_context(const View *view, const Layout *layout) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    SquareSize square = layout->square_size;
    GlyphSet glyphs = pieces_supported_set(view->glyphs, square.x, square.y);
    bool color = capabilities->colors > 0;
    Bitboard line = view->lions_line; /* its slope is the same from both sides of the board */
    int files =
        line == 0 ? 0 : square_file((Square)highest_bit(line)) - square_file(bitboard_first(line));
    return (PaintContext){.view = view,
                          .layout = layout,
                          .color = color,
                          .utf8 = capabilities->utf8,
                          .rich = capabilities->rich,
                          .pixels = squares_have_pixels(square.x, square.y),
                          .glyphs = glyphs,
                          .cell_height = pieces_cell_height(glyphs),
                          .slope = (files > 0) - (files < 0),
                          .thickness = layout->zoom >= ZOOM_14X7 ? 2 : 1};
}

Square squares_at(bool flipped, int column, int row) {
    return flipped ? square_at(BOARD_FILES - 1 - column, row + 1)
                   : square_at(column, BOARD_RANKS - row);
}

/* The inverse of squares_at: sets the square's column and row on the screen. */
static void squares_locate(bool flipped, Square square, int *column, int *row) {
    *column = flipped ? BOARD_FILES - 1 - square_file(square) : square_file(square);
    *row = flipped ? square_rank(square) - 1 : BOARD_RANKS - square_rank(square);
}

Rect squares_area(const Layout *layout, bool flipped, Square square) {
    int column, row;
    squares_locate(flipped, square, &column, &row);
    return layout_square(layout, column, row);
}

/* ---- what is on a square ---- */

static unsigned square_marks(const View *view, Square square) {
    Bitboard way = 0;
    for (int i = 0; i < view->chain.count; i++)
        way |= square_bit(view->chain.square[i]);
    const struct {
        Bitboard set;
        Mark mark;
    } sets[] = {
        {view->drowning, MARK_DROWNING}, {view->captures, MARK_CAPTURE},
        {view->targets, MARK_TARGET},    {view->premove, MARK_PREMOVE},
        {view->last_move, MARK_LAST},    {view->advice, MARK_ADVICE},
        {view->lions_line, MARK_LIONS},  {way, MARK_WAY},
    };
    unsigned marks = 0;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (bitboard_has(sets[i].set, square))
            marks |= mark_bit(sets[i].mark);
    if (square == view->cursor)
        marks |= mark_bit(MARK_CURSOR);
    if (square == view->selected)
        marks |= mark_bit(MARK_SELECTED);
    return marks;
}

static SquareState square_state(const View *view, int column, int row) {
    Square square = squares_at(view->flipped, column, row);
    PieceType type = position_piece_at(view->position, square);
    return (SquareState){.square = square,
                         .column = column,
                         .row = row,
                         .type = type,
                         .color =
                             type == PIECE_NONE ? WHITE : position_color_at(view->position, square),
                         .marks = square_marks(view, square)};
}

/* Returns the colour of a square: of its most important tinted mark, or of its ground. */
static ColorRole square_role(const PaintContext *context, const SquareState *state) {
    ColorRole ground = ground_role(context->view->position->variant, state->square);
    bool castle = ground == COLOR_CASTLE || ground == COLOR_CASTLE_OTHER;
    const struct {
        Mark mark;
        ColorRole role;
    } tints[] = {{MARK_SELECTED, COLOR_SELECTED},
                 {MARK_PREMOVE, COLOR_PREMOVE},
                 {MARK_LAST, castle ? COLOR_LAST_CASTLE : COLOR_LAST},
                 {MARK_ADVICE, COLOR_ADVISED}};
    if (bitboard_has(context->view->flash, state->square))
        return COLOR_FLASH;
    for (size_t i = 0; i < sizeof tints / sizeof tints[0]; i++)
        if (state->marks & mark_bit(tints[i].mark))
            return tints[i].role;
    return ground;
}

/* ---- pieces ---- */

static PieceLook look_of(const PaintContext *context, PieceType type, Color color) {
    return (PieceLook){.type = type,
                       .color = color,
                       .pawns = context->view->position->variant->pawns,
                       .glyphs = context->glyphs};
}

/* Puts a ring of foam around the middle of a square, behind the piece. At 100 percent it has left
 * all but the corners. */
static void put_ripple(Tile *tile, int percent) {
    int outer = 150 * percent / 100, inner = max_int(outer - max_int(200 / tile->height, 20), 0);
    for (int y = 0; y < tile->height; y++)
        for (int x = 0; x < tile->width; x++) {
            int down = 100 * (2 * y + 1 - tile->height) / tile->height;
            int across = 100 * (2 * x + 1 - tile->width) / tile->width;
            int square = down * down + across * across;
            if (square >= inner * inner && square < outer * outer)
                tile_put_behind(tile, (Rect){y, x, 1, 1}, COLOR_MARK);
        }
}

/* Puts what a monkey has captured on this square in the turn that is being made. */
static void put_ghost(const PaintContext *context, Tile *tile, const SquareState *state) {
    const ViewChain *chain = &context->view->chain;
    for (int i = 0; i < chain->taken_count; i++)
        if (chain->taken_square[i] == state->square) {
            Color color = color_other(position_side(context->view->position));
            PieceLook look = look_of(context, chain->taken_type[i], color);
            look.ghost = true;
            pieces_put(tile, &look, 0, 0);
        }
}

static void put_piece(const PaintContext *context, Tile *tile, const SquareState *state) {
    if (state->type == PIECE_NONE) {
        put_ghost(context, tile, state);
        return;
    }
    PieceLook look = look_of(context, state->type, state->color);
    bool sinks = bitboard_has(context->view->sinking, state->square);
    int lifted =
        context->pixels && tile->height >= LIFTED_FROM && state->square == context->view->selected;
    int down = sinks ? tile->height * context->view->sink_percent / 100 : -lifted;
    pieces_put(tile, &look, down, -wall_thickness(context, state) / 2);
    if (sinks && context->view->ripple_percent > 0 && state->row == RIVER_ROW)
        put_ripple(tile, context->view->ripple_percent);
}

/* Puts the part of the sprite that lies on this square over everything else. */
static void put_sprite(const PaintContext *context, Tile *tile, const SquareState *state) {
    const ViewSprite *sprite = context->view->sprite;
    if (sprite == NULL)
        return;
    int y = sprite->y * tile->cell_height / 2 - tile->height * state->row;
    int x = sprite->x - tile->width * state->column;
    if (y <= -tile->height || y >= tile->height || x <= -tile->width || x >= tile->width)
        return;
    Tile over;
    PieceLook look = look_of(context, sprite->type, sprite->color);
    tile_clear(&over, tile->columns, tile->rows, tile->cell_height, tile->square);
    pieces_put(&over, &look, y, x);
    tile_cover(tile, &over);
}

/* ---- marks ---- */

/* Returns the colour of the side whose move a mark is about, or on a plate of its colour the other
 * one. A premove and the last move are the opponent's of the side to move, but not the jumps of a
 * capture in progress. */
static Color mark_color(const View *view, const SquareState *state, bool on_plate) {
    unsigned of_side = mark_bit(MARK_DROWNING) | mark_bit(MARK_CAPTURE) | mark_bit(MARK_TARGET);
    unsigned of_opponent =
        mark_bit(MARK_PREMOVE) | (view->chain.count == 0 ? mark_bit(MARK_LAST) : 0);
    if (state->type != PIECE_NONE)
        return state->marks & mark_bit(MARK_CAPTURE) || on_plate ? color_other(state->color)
                                                                 : state->color;
    if (view->selected != SQUARE_NONE && (state->marks & of_side) != 0)
        return position_color_at(view->position, view->selected);
    Color side = position_side(view->position);
    return (state->marks & of_side) == 0 && (state->marks & of_opponent) ? color_other(side) : side;
}

/* With 8 colours ivory does not show on every ground. */
static ColorRole visible_ink(const PaintContext *context, Color color, ColorRole square) {
    const PaletteColor *colors = theme_colors(context->view->theme);
    ColorRole ink = theme_piece_role(color);
    if (terminal_capabilities()->colors != 8)
        return ink;
    int shown = palette_readable(colors[ink].of_8, colors[square].of_8);
    return shown == colors[ink].of_8 ? ink : theme_piece_role(color_other(color));
}

static MarkSpot mark_spot(const PaintContext *context, const Tile *tile, const SquareState *state) {
    bool occupied = state->type != PIECE_NONE, has_cursor = state->marks & mark_bit(MARK_CURSOR);
    bool on_plate = pieces_have_large_plates(context->glyphs, tile->columns, tile->rows);
    Rect area = {0, 0, tile->height, tile->width - wall_thickness(context, state)};
    ColorRole ink = visible_ink(context, mark_color(context->view, state, on_plate), tile->square);
    return (MarkSpot){.area = area,
                      .inside = has_cursor ? inside_cursor(tile, area) : area,
                      .thickness = context->thickness,
                      .occupied = occupied,
                      .crowded = has_cursor && tile->rows <= 4,
                      .ink = ink};
}

/* White's attacks are ticks in the left corners, Black's in the right ones. */
static void put_attacks(const PaintContext *context, Tile *tile, const SquareState *state,
                        const MarkSpot *spot) {
    const View *view = context->view;
    Color side = position_side(view->position);
    if (bitboard_has(view->attacked, state->square))
        marks_put_attack(tile, spot, side == BLACK, visible_ink(context, side, tile->square));
    side = color_other(side);
    if (bitboard_has(view->threatened, state->square))
        marks_put_attack(tile, spot, side == BLACK, visible_ink(context, side, tile->square));
}

/* Beside a piece only specks of a line would show. */
static void put_ways(const PaintContext *context, Tile *tile, const SquareState *state) {
    const View *view = context->view;
    if (state->type != PIECE_NONE)
        return;
    for (int i = 1; i < view->chain.count; i++)
        way_put(context, tile, state, view->chain.square[i - 1], view->chain.square[i],
                visible_ink(context, position_side(view->position), tile->square));
    if (view->lions_line != 0)
        way_put(context, tile, state, bitboard_first(view->lions_line),
                (Square)highest_bit(view->lions_line), COLOR_DANGER_DARK);
}

static void put_pixel_marks(const PaintContext *context, Tile *tile, const SquareState *state) {
    MarkSpot spot = mark_spot(context, tile, state);
    put_ways(context, tile, state);
    put_attacks(context, tile, state, &spot);
    unsigned others = state->marks & ~mark_bit(MARK_CURSOR); /* which comes over everything */
    if (others != 0)
        put_mark(tile, first_mark(others), &spot);
}

static const MarkPlaces *mark_places(const PaintContext *context) {
    Zoom zoom = context->layout->zoom;
    if (!context->layout->ruled)
        return &painted_places[zoom];
    return pieces_have_large_letters(context->layout->square_size.x - 1,
                                     context->layout->square_size.y - 1)
               ? &ruled_side_places[zoom]
               : &ruled_places[zoom];
}

/* Puts the most important marker of an empty square into its middle. Returns false without one. */
static bool put_marker(const PaintContext *context, Tile *tile, const SquareState *state) {
    static const struct {
        Mark mark;
        const char *text;
    } markers[] = {{MARK_CAPTURE, "x"},
                   {MARK_TARGET, "o"},
                   {MARK_LIONS, NULL},
                   {MARK_LAST, "."},
                   {MARK_WAY, "."}};
    for (size_t i = 0; i < sizeof markers / sizeof markers[0]; i++)
        if (state->marks & mark_bit(markers[i].mark)) {
            const char *text = markers[i].text;
            tile_put_text(tile, pieces_row(tile), pieces_column(tile), mark_style(markers[i].mark),
                          text == NULL ? mark_text(MARK_LIONS, 0, context->slope) : text);
            return true;
        }
    return false;
}

/* The smallest squares have one column for all marks. That of the cursor's square has the cursor's
 * colours, whatever the mark. */
static void put_single_mark(const PaintContext *context, Tile *tile, const SquareState *state) {
    unsigned others = state->marks & ~mark_bit(MARK_CURSOR);
    if (state->marks == 0)
        return;
    Mark mark = first_mark(others != 0 ? others : state->marks);
    Mark colors = state->marks & mark_bit(MARK_CURSOR) ? MARK_CURSOR : mark;
    tile_put_text(tile, 0, 0, mark_style(colors), mark_text(mark, 0, context->slope));
}

/* White's attacks are a plus on the left, Black's a minus on the right. */
static void put_attack_characters(const PaintContext *context, Tile *tile,
                                  const SquareState *state) {
    const View *view = context->view;
    Bitboard sets[COLOR_COUNT];
    Color side = position_side(view->position);
    sets[side] = view->attacked;
    sets[color_other(side)] = view->threatened;
    bool white = bitboard_has(sets[WHITE], state->square);
    bool black = bitboard_has(sets[BLACK], state->square);
    if (tile->columns == 2) {
        if ((white || black) && tile_is_empty(tile, 0, 0))
            tile_put_text(tile, 0, 0, mark_style(MARK_WAY),
                          white && black ? "%"
                          : white        ? "+"
                                         : "-");
        return;
    }
    if (white && tile_is_empty(tile, tile->rows - 1, 0))
        tile_put_text(tile, tile->rows - 1, 0, mark_style(MARK_WAY), "+");
    if (black && tile_is_empty(tile, tile->rows - 1, tile->columns - 1))
        tile_put_text(tile, tile->rows - 1, tile->columns - 1, mark_style(MARK_WAY), "-");
}

/* Marks that the middle of an empty square shows are not beside it too. */
static void put_character_marks(const PaintContext *context, Tile *tile, const SquareState *state) {
    unsigned in_middle = mark_bit(MARK_CAPTURE) | mark_bit(MARK_TARGET) | mark_bit(MARK_LIONS) |
                         mark_bit(MARK_LAST) | mark_bit(MARK_WAY);
    const MarkPlaces *places = mark_places(context);
    unsigned marks = state->marks;
    bool empty = tile->over[pieces_row(tile)][pieces_column(tile)].text == NULL;
    if (state->type == PIECE_NONE && empty) {
        put_marker(context, tile, state);
        marks &= ~in_middle;
    }
    if (context->layout->zoom == ZOOM_2X1)
        put_single_mark(context, tile, state);
    else
        marks_put(tile, marks, context->slope, places->place, places->count);
    put_attack_characters(context, tile, state);
}

/* Draws the cursor's right bracket in the column of the next square, unless that has a mark. */
static void draw_right_bracket(const View *view, const Layout *layout) {
    int column, row;
    squares_locate(view->flipped, view->cursor, &column, &row);
    if (column + 1 < BOARD_FILES && square_state(view, column + 1, row).marks != 0)
        return;
    Rect area = layout_square(layout, column, row);
    draw_styled(area.y, area.x + area.width, 1, mark_style(MARK_CURSOR),
                mark_text(MARK_CURSOR, 1, 0));
}

/* ---- squares ---- */

void squares_compose(const View *view, const Layout *layout, int column, int row, Tile *tile) {
    PaintContext context = create_context(view, layout);
    SquareState state = square_state(view, column, row);
    Rect area = layout_square(layout, column, row);
    if (rect_is_cut(area, view->covered))
        state.type = PIECE_NONE;
    tile_clear(tile, area.width, area.height, context.cell_height, square_role(&context, &state));
    put_piece(&context, tile, &state);
    if (context.pixels)
        put_pixel_marks(&context, tile, &state);
    else
        put_character_marks(&context, tile, &state);
    put_sprite(&context, tile, &state);
    ground_put(&context, tile, &state);
    if (context.pixels && state.marks & mark_bit(MARK_CURSOR)) {
        MarkSpot spot = mark_spot(&context, tile, &state);
        put_cursor(tile, cursor_ends(state.marks, &spot));
    }
}

static void draw_labels(const Layout *layout, bool flipped) {
    for (int i = 0; i < BOARD_FILES; i++) {
        Rect area = layout_square(layout, i, i);
        Square square = squares_at(flipped, i, i);
        char file[2] = {(char)('a' + square_file(square)), '\0'};
        char rank[2] = {(char)('0' + square_rank(square)), '\0'};
        if (layout->files.height > 0)
            draw_text(layout->files.y, area.x + area.width / 2, 1, ROLE_DIM, file);
        if (layout->ranks.height > 0)
            draw_text(area.y + (area.height - 1) / 2, layout->ranks.x, 1, ROLE_DIM, rank);
    }
}

void squares_paint(const View *view, const Layout *layout) {
    if (layout->ruled)
        ground_draw_lines(layout);
    draw_labels(layout, view->flipped);
    for (int row = 0; row < BOARD_RANKS; row++)
        for (int column = 0; column < BOARD_FILES; column++) {
            Rect area = layout_square(layout, column, row);
            Tile tile;
            squares_compose(view, layout, column, row, &tile);
            tile_draw(&tile, area.y, area.x);
            if (squares_at(view->flipped, column, row) == view->cursor)
                draw_place_cursor(area.y + pieces_row(&tile), area.x + pieces_column(&tile));
        }
    if (layout->zoom == ZOOM_2X1 && view->cursor != SQUARE_NONE)
        draw_right_bracket(view, layout);
}

void squares_paint_piece(Rect area, GlyphSet glyphs, PieceType type, Color color,
                         const Variant *variant, Square on, bool chosen) {
    Tile tile;
    GlyphSet shown = pieces_supported_set(glyphs, area.width, area.height);
    PieceLook look = {.type = type, .color = color, .pawns = variant->pawns, .glyphs = shown};
    tile_clear(&tile, area.width, area.height, pieces_cell_height(shown), ground_role(variant, on));
    pieces_put(&tile, &look, 0, 0);
    if (chosen && squares_have_pixels(area.width, area.height))
        put_cursor(&tile, COLOR_CURSOR);
    tile_draw(&tile, area.y, area.x);
}
