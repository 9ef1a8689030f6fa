#include <config.h>

#include "board/squares.h"

#include "board/ground.h"
#include "board/pieces.h"
#include "board/theme.h"
#include "board/way.h"
#include "term/palette.h"
#include "term/terminal.h"

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

/* The slope is the same from both sides of the board. */
static int slope_of(Bitboard line) {
    if (line == 0)
        return 0;
    Square top = bitboard_first(line);
    Square bottom = (Square)highest_bit(line);
    int slope = square_file(bottom) - square_file(top);
    return slope > 0 ? 1 : slope < 0 ? -1 : 0;
}

static PaintContext create_context(const View *view, const Layout *layout) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    bool color = capabilities->colors > 0;
    return (PaintContext){
        .view = view,
        .layout = layout,
        .color = color,
        .utf8 = capabilities->utf8,
        .rich = capabilities->rich,
        .pixels = color && capabilities->utf8 && layout->zoom >= ZOOM_4X2,
        .glyphs = pieces_supported_set(view->glyphs, layout->square_size.x, layout->square_size.y),
        .slope = slope_of(view->lions_line),
        .thickness = layout->zoom >= ZOOM_14X7 ? 2 : 1};
}

Square squares_at(bool flipped, int column, int row) {
    return flipped ? square_at(BOARD_FILES - 1 - column, row + 1)
                   : square_at(column, BOARD_RANKS - row);
}

void squares_locate(bool flipped, Square square, int *column, int *row) {
    *column = flipped ? BOARD_FILES - 1 - square_file(square) : square_file(square);
    *row = flipped ? square_rank(square) - 1 : BOARD_RANKS - square_rank(square);
}

Rect squares_area(const Layout *layout, bool flipped, Square square) {
    int column, row;
    squares_locate(flipped, square, &column, &row);
    return layout_square(layout, column, row);
}

/* --- what is on a square --- */

static Bitboard chain_squares(const ViewChain *chain) {
    Bitboard squares = 0;
    for (int i = 0; i < chain->count; i++)
        squares |= square_bit(chain->square[i]);
    return squares;
}

static unsigned square_marks(const View *view, Square square) {
    const struct {
        Bitboard set;
        Mark mark;
    } sets[] = {
        {view->drowning, MARK_DROWNING}, {view->captures, MARK_CAPTURE},
        {view->targets, MARK_TARGET},    {view->premove, MARK_PREMOVE},
        {view->last_move, MARK_LAST},    {view->advice, MARK_ADVICE},
        {view->lions_line, MARK_LIONS},  {chain_squares(&view->chain), MARK_WAY},
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

/* --- pieces --- */

static PieceLook look_of(const PaintContext *context, PieceType type, Color color) {
    return (PieceLook){.type = type,
                       .color = color,
                       .pawns = context->view->position->variant->pawns,
                       .glyphs = context->glyphs};
}

/* Closes the water over the lower part of a piece. */
static void sink(const PaintContext *context, Tile *tile) {
    int depth = tile->height * context->view->sink_percent / 100;
    if (pieces_have_large_plates(context->glyphs, tile->columns, tile->rows))
        depth -= depth % 2;
    tile_fill(tile, (Rect){tile->height - depth, 0, depth, tile->width}, tile->square);
    for (int row = tile->rows - (depth + 1) / 2; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++)
            tile->over[row][column].text = NULL;
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
    look.low = ground_walls(context, state).top > 0;
    pieces_put(tile, &look, 0, 0);
    if (bitboard_has(context->view->sinking, state->square))
        sink(context, tile);
}

/* Puts the part of the sprite that lies on this square over everything else. */
static void put_sprite(const PaintContext *context, Tile *tile, const SquareState *state) {
    const ViewSprite *sprite = context->view->sprite;
    const Layout *layout = context->layout;
    if (sprite == NULL)
        return;
    int y = sprite->y - 2 * layout->square_size.y * state->row;
    int x = sprite->x - 2 * layout->square_size.x * state->column;
    if (y <= -tile->height || y >= tile->height || x <= -tile->width || x >= tile->width)
        return;
    Tile over;
    PieceLook look = look_of(context, sprite->type, sprite->color);
    tile_clear(&over, tile->columns, tile->rows, tile->square);
    pieces_put(&over, &look, y, x);
    tile_cover(tile, &over);
}

/* --- marks --- */

/* Returns the colour of the side whose move a mark is about, or on a plate of its colour the other
 * one. The last move and a premove are the opponent's of the side to move. */
static Color mark_color(const View *view, const SquareState *state, bool on_plate) {
    unsigned of_side = mark_bit(MARK_DROWNING) | mark_bit(MARK_CAPTURE) | mark_bit(MARK_TARGET);
    unsigned of_opponent = mark_bit(MARK_LAST) | mark_bit(MARK_PREMOVE);
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

/* Around an ivory piece the cursor's frame is dark: pale yellow would melt into the piece. */
static ColorRole frame_role(const PaintContext *context, const Tile *tile,
                            const SquareState *state) {
    if (terminal_capabilities()->colors == 8)
        return visible_ink(context, WHITE, tile->square);
    return state->type != PIECE_NONE && state->color == WHITE ? COLOR_BLACK_PIECE : COLOR_CURSOR;
}

static MarkSpot mark_spot(const PaintContext *context, const Tile *tile, const SquareState *state) {
    GroundWalls walls = ground_walls(context, state);
    bool on_plate = pieces_have_large_plates(context->glyphs, tile->columns, tile->rows);
    Rect area = {walls.top, 0, tile->height - walls.top - walls.bottom, tile->width - walls.right};
    return (MarkSpot){
        .area = area,
        .thickness = context->thickness,
        .occupied = state->type != PIECE_NONE,
        .frame = frame_role(context, tile, state),
        .ink = visible_ink(context, mark_color(context->view, state, on_plate), tile->square)};
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

static void put_ways(const PaintContext *context, Tile *tile, const SquareState *state) {
    const View *view = context->view;
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
    marks_put_pixels(tile, state->marks, &spot);
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

/* The smallest squares have one column for all marks. */
static void put_single_mark(const PaintContext *context, Tile *tile, const SquareState *state) {
    unsigned others = state->marks & ~mark_bit(MARK_CURSOR);
    unsigned shown = others != 0 ? others : state->marks;
    Mark mark = 0;
    if (shown == 0)
        return;
    while (!(shown & mark_bit(mark)))
        mark++;
    tile_put_text(tile, 0, 0, mark_style(mark), mark_text(mark, 0, context->slope));
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
static void draw_right_bracket(const PaintContext *context, int column, int row) {
    if (column + 1 < BOARD_FILES && square_state(context->view, column + 1, row).marks != 0)
        return;
    Rect area = layout_square(context->layout, column, row);
    draw_styled(area.y, area.x + area.width, 1, mark_style(MARK_CURSOR),
                mark_text(MARK_CURSOR, 1, 0));
}

/* --- squares --- */

static void compose(const PaintContext *context, const SquareState *state, Tile *tile) {
    Rect area = layout_square(context->layout, state->column, state->row);
    tile_clear(tile, area.width, area.height, square_role(context, state));
    put_piece(context, tile, state);
    if (context->pixels)
        put_pixel_marks(context, tile, state);
    else
        put_character_marks(context, tile, state);
    put_sprite(context, tile, state);
    ground_put(context, tile, state);
}

void squares_compose(const View *view, const Layout *layout, int column, int row, Tile *tile) {
    PaintContext context = create_context(view, layout);
    SquareState state = square_state(view, column, row);
    compose(&context, &state, tile);
}

static void draw_square(const PaintContext *context, const SquareState *state) {
    Rect area = layout_square(context->layout, state->column, state->row);
    Tile tile;
    compose(context, state, &tile);
    tile_draw(&tile, area.y, area.x);
    if (state->square == context->view->cursor)
        draw_place_cursor(area.y + pieces_row(&tile), area.x + pieces_column(&tile));
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
    PaintContext context = create_context(view, layout);
    if (layout->ruled)
        ground_draw_lines(layout);
    draw_labels(layout, view->flipped);
    for (int row = 0; row < BOARD_RANKS; row++)
        for (int column = 0; column < BOARD_FILES; column++) {
            SquareState state = square_state(view, column, row);
            draw_square(&context, &state);
        }
    for (int i = 0; layout->zoom == ZOOM_2X1 && i < SQUARE_COUNT; i++)
        if (squares_at(view->flipped, i % BOARD_FILES, i / BOARD_FILES) == view->cursor)
            draw_right_bracket(&context, i % BOARD_FILES, i / BOARD_FILES);
}

void squares_paint_piece(Rect area, GlyphSet glyphs, PieceType type, Color color,
                         const Variant *variant, Square on) {
    Tile tile;
    PieceLook look = {.type = type, .color = color, .pawns = variant->pawns, .glyphs = glyphs};
    tile_clear(&tile, area.width, area.height, ground_role(variant, on));
    pieces_put(&tile, &look, 0, 0);
    tile_draw(&tile, area.y, area.x);
}
