#include <config.h>

#include "board/pieces.h"

#include <string.h>

#include "base/number.h"
#include "board/pictures.h"
#include "term/key.h"
#include "term/terminal.h"

/* ---- tiles ---- */

enum { CELL_PIXELS_MAX = CELL_WIDTH * CELL_HEIGHT_MAX };

/* The pixels of a cell: from left to right, then from top to bottom. */
typedef struct CellPixels {
    int count;
    ColorRole role[CELL_PIXELS_MAX];
} CellPixels;

void tile_clear(Tile *tile, int columns, int rows, int cell_height, ColorRole square) {
    tile->columns = columns;
    tile->rows = rows;
    tile->cell_height = cell_height;
    tile->width = CELL_WIDTH * columns;
    tile->height = cell_height * rows;
    tile->square = square;
    tile->ink = COLOR_WHITE_PIECE;
    tile->attributes = 0;
    tile_fill(tile, (Rect){0, 0, tile->height, tile->width}, square);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            tile->over[row][column].text = NULL;
}

static Rect clip(const Tile *tile, Rect pixels) {
    int y = clamp_int(pixels.y, 0, tile->height), x = clamp_int(pixels.x, 0, tile->width);
    int bottom = clamp_int(pixels.y + pixels.height, y, tile->height);
    int right = clamp_int(pixels.x + pixels.width, x, tile->width);
    return (Rect){y, x, bottom - y, right - x};
}

void tile_fill(Tile *tile, Rect pixels, ColorRole role) {
    Rect area = clip(tile, pixels);
    for (int y = area.y; y < area.y + area.height; y++)
        memset(&tile->pixel[y][area.x], role, (size_t)area.width);
}

static ColorRole *pixel_at(Tile *tile, int row, int column, int index) {
    return &tile->pixel[tile->cell_height * row + index / CELL_WIDTH]
                       [CELL_WIDTH * column + index % CELL_WIDTH];
}

static CellPixels cell_pixels(const Tile *tile, int row, int column) {
    CellPixels cell = {.count = CELL_WIDTH * tile->cell_height};
    for (int i = 0; i < tile->cell_height; i++) {
        const ColorRole *pixels = &tile->pixel[tile->cell_height * row + i][CELL_WIDTH * column];
        cell.role[CELL_WIDTH * i] = pixels[0];
        cell.role[CELL_WIDTH * i + 1] = pixels[1];
    }
    return cell;
}

static bool is_plain(const Tile *tile, int row, int column) {
    int y = tile->cell_height * row, x = CELL_WIDTH * column;
    ColorRole first = tile->pixel[y][x];
    for (int i = y; i < y + tile->cell_height; i++)
        if (tile->pixel[i][x] != first || tile->pixel[i][x + 1] != first)
            return false;
    return true;
}

/* Leaves only a mark and, of the other colours of a cell, the one with most pixels. */
static void give_way(Tile *tile, int row, int column, ColorRole mark) {
    CellPixels cell = cell_pixels(tile, row, column);
    ColorRole kept = tile->square;
    int most = 0;
    for (int i = 0; i < cell.count; i++) {
        int same = 0;
        for (int j = 0; j < cell.count; j++)
            same += cell.role[j] == cell.role[i];
        if (cell.role[i] != mark && same > most) {
            kept = cell.role[i];
            most = same;
        }
    }
    for (int i = 0; i < cell.count; i++)
        if (cell.role[i] != mark)
            *pixel_at(tile, row, column, i) = kept;
}

void tile_put_mark(Tile *tile, Rect pixels, ColorRole role) {
    Rect area = clip(tile, pixels);
    int height = tile->cell_height;
    tile_fill(tile, area, role);
    for (int row = area.y / height; height * row < area.y + area.height; row++)
        for (int column = area.x / CELL_WIDTH; CELL_WIDTH * column < area.x + area.width; column++)
            if (tile_color_count(tile, row, column) > 2)
                give_way(tile, row, column, role);
}

void tile_put_behind(Tile *tile, Rect pixels, ColorRole role) {
    Rect area = clip(tile, pixels);
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++) {
            int row = y / tile->cell_height, column = x / CELL_WIDTH;
            CellPixels cell = cell_pixels(tile, row, column);
            bool is_free = tile->over[row][column].text == NULL;
            for (int i = 0; i < cell.count; i++)
                is_free = is_free && (cell.role[i] == tile->square || cell.role[i] == role);
            if (is_free)
                tile->pixel[y][x] = role;
        }
}

void tile_put_text(Tile *tile, int row, int column, Style style, const char *text) {
    if (row < 0 || row >= tile->rows || column < 0 || column + draw_width(text) > tile->columns)
        return;
    tile->over[row][column] = (StyledChar){text, style};
    if (draw_width(text) == 2)
        tile->over[row][column + 1] = (StyledChar){"", style};
}

bool tile_is_empty(const Tile *tile, int row, int column) {
    return tile->over[row][column].text == NULL && is_plain(tile, row, column) &&
           tile->pixel[tile->cell_height * row][CELL_WIDTH * column] == tile->square;
}

void tile_cover(Tile *tile, const Tile *over) {
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++) {
            if (tile_is_empty(over, row, column))
                continue;
            CellPixels cell = cell_pixels(over, row, column);
            tile->over[row][column] = over->over[row][column];
            for (int i = 0; i < cell.count; i++)
                *pixel_at(tile, row, column, i) = cell.role[i];
        }
}

int tile_color_count(const Tile *tile, int row, int column) {
    CellPixels cell = cell_pixels(tile, row, column);
    int count = 0;
    for (int i = 0; i < cell.count; i++) {
        bool is_new = true;
        for (int j = 0; j < i; j++)
            is_new = is_new && cell.role[j] != cell.role[i];
        count += is_new;
    }
    return count;
}

const char *tile_char(char character) {
    static char texts[128][2];
    char *text = texts[character & 127];
    text[0] = character;
    return text;
}

/* ---- drawing ---- */

/* A shape is the set of a cell's pixels that have the foreground: bit 0 for the upper left one, bit
 * 1 for the one on its right, and so on. */

static const char *const quadrants[16] = {" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛",
                                          "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"};

/* The nearest shapes in fonts that have only halves: a single pixel is left out. */
static const unsigned char halves[16] = {0, 0, 0, 3, 0, 5, 10, 15, 0, 5, 10, 15, 12, 15, 15, 15};

/* Returns a sextant, which are U+1FB00 to U+1FB3B without those that are older characters. */
static const char *sextant(unsigned shape) {
    enum { FIRST = 0x1fb00, LEFT_HALF = 0x15, RIGHT_HALF = 0x2a, FULL = 0x3f };
    static char texts[FULL][KEY_TEXT_SIZE];
    switch (shape) {
    case 0:
        return " ";
    case LEFT_HALF:
        return "▌";
    case RIGHT_HALF:
        return "▐";
    case FULL:
        return "█";
    default:
        key_to_utf8(FIRST + (Key)(shape - 1 - (shape > LEFT_HALF) - (shape > RIGHT_HALF)),
                    texts[shape]);
        return texts[shape];
    }
}

/* Returns the older character of a shape of 2x4 pixels, or NULL if it has none. */
static const char *older_octant(unsigned shape) {
    unsigned upper = shape & 3, lower = shape >> 4 & 3;
    if (shape == (5 * upper | 5 * lower << 4))
        return quadrants[upper | lower << 2];
    switch (shape) {
    case 0x03:
        return "\U0001fb82";
    case 0x3f:
        return "\U0001fb85";
    case 0xc0:
        return "▂";
    case 0xfc:
        return "▆";
    default:
        return NULL;
    }
}

/* The characters of six shapes are in other blocks of Unicode. foot 1.21 draws none of them, and
 * kitty 0.41 two. */
static bool lacks_octant(unsigned shape) {
    return shape == 0x01 || shape == 0x02 || shape == 0x14 || shape == 0x28 || shape == 0x40 ||
           shape == 0x80;
}

const char *tile_octant(unsigned shape) {
    enum { FIRST = 0x1cd00, COUNT = 256 };
    static char made[COUNT][KEY_TEXT_SIZE];
    static const char *texts[COUNT];
    Key next = FIRST;
    for (unsigned i = 0; i < COUNT && texts[COUNT - 1] == NULL; i++)
        if (!lacks_octant(i) && (texts[i] = older_octant(i)) == NULL) {
            key_to_utf8(next++, made[i]);
            texts[i] = made[i];
        }
    return texts[shape];
}

static const char *shape_text(const Tile *tile, unsigned shape, bool rich) {
    if (tile->cell_height == 4)
        return tile_octant(shape);
    if (tile->cell_height == 3)
        return sextant(shape);
    return quadrants[rich ? shape : halves[shape]];
}

/* Without colours only what stands on a square is visible. */
static StyledChar mono_char(const Tile *tile, int row, int column,
                            const TerminalCapabilities *capabilities) {
    CellPixels cell = cell_pixels(tile, row, column);
    unsigned shape = 0;
    for (int i = 0; i < cell.count; i++)
        shape |= (theme_is_square_role(cell.role[i]) ? 0U : 1U) << i;
    Style style = {COLOR_MARK, tile->square, tile->attributes};
    const char *text = capabilities->utf8 ? shape_text(tile, shape, capabilities->rich) : " ";
    return (StyledChar){text, style};
}

/* The square is the background where it shows, so that it has no seams. A cell of one colour is a
 * blank with the foreground of its neighbours, which saves bytes. */
static StyledChar pixel_char(const Tile *tile, int row, int column,
                             const TerminalCapabilities *capabilities) {
    if (capabilities->colors == 0)
        return mono_char(tile, row, column, capabilities);
    ColorRole background = tile->pixel[tile->cell_height * row][CELL_WIDTH * column];
    ColorRole foreground = tile->ink;
    if (is_plain(tile, row, column)) /* as most cells are */
        return (StyledChar){quadrants[0], {foreground, background, STYLE_EXACT}};
    if (!capabilities->utf8)
        return (StyledChar){quadrants[0], {foreground, tile->square, STYLE_EXACT}};
    CellPixels cell = cell_pixels(tile, row, column);
    for (int i = 1; i < cell.count; i++)
        if (cell.role[i] == tile->square)
            background = cell.role[i];
    unsigned shape = 0;
    for (int i = 0; i < cell.count; i++)
        if (cell.role[i] != background) {
            shape |= 1U << i;
            foreground = cell.role[i];
        }
    const char *text = shape_text(tile, shape, capabilities->rich);
    if (text == NULL) /* the other pixels, and the colours exchanged */
        return (StyledChar){tile_octant(~shape & 0xff), {background, foreground, STYLE_EXACT}};
    return (StyledChar){text, {foreground, background, STYLE_EXACT}};
}

/* Returns what a cell shows. With 256 colours everything on the board is bold, which saves the
 * bytes that turn it on and off. With 8 colours, bold would change the colour of a block. */
static StyledChar shown_char(const Tile *tile, int row, int column,
                             const TerminalCapabilities *capabilities) {
    const StyledChar *over = &tile->over[row][column];
    StyledChar shown = over->text == NULL ? pixel_char(tile, row, column, capabilities) : *over;
    if (capabilities->colors >= 256)
        shown.style.attributes |= STYLE_BOLD;
    return shown;
}

void tile_draw(const Tile *tile, int y, int x) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    for (int row = 0; row < tile->rows; row++) {
        StyledChar shown[TILE_COLUMNS_MAX];
        for (int column = 0; column < tile->columns; column++)
            shown[column] = shown_char(tile, row, column, capabilities);
        draw_chars(y + row, x, tile->columns, shown);
    }
}

/* ---- pieces ---- */

/* Returns the finest blocks that the terminal shows and that pieces are drawn in. */
static GlyphSet block_set(GlyphSet wanted, int columns, int rows) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    int height =
        wanted >= GLYPHS_QUADRANTS ? pieces_cell_height(wanted) : capabilities->cell_height;
    height =
        min_int(height, min_int(capabilities->cell_height_max, picture_cell_height(columns, rows)));
    if (capabilities->colors < 256 || height < 3)
        return GLYPHS_QUADRANTS;
    return height == 3 ? GLYPHS_SEXTANTS : GLYPHS_OCTANTS;
}

GlyphSet pieces_supported_set(GlyphSet wanted, int columns, int rows) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    if (capabilities->colors == 0 || !capabilities->rich)
        return GLYPHS_LETTERS;
    int least = capabilities->colors == 8 ? 8 : 6; /* a plate needs a margin */
    bool has_room = columns >= least && rows >= 3;
    switch (wanted) {
    case GLYPHS_LETTERS:
        return GLYPHS_LETTERS;
    case GLYPHS_ANIMALS: /* an emoji stays small and has the same colours for both sides */
        if (columns >= 10 && rows >= 5)
            return block_set(wanted, columns, rows);
        return columns >= 4 && rows >= 2 ? GLYPHS_ANIMALS : GLYPHS_LETTERS;
    case GLYPHS_AUTO:
        has_room = has_room && capabilities->colors >= 256;
        break;
    default:
        break;
    }
    return has_room ? block_set(wanted, columns, rows) : GLYPHS_LETTERS;
}

int pieces_cell_height(GlyphSet glyphs) {
    return glyphs == GLYPHS_OCTANTS ? 4 : glyphs == GLYPHS_SEXTANTS ? 3 : 2;
}

int pieces_row(const Tile *tile) {
    return (tile->rows - 1) / 2;
}

int pieces_column(const Tile *tile) {
    return tile->columns == 4 ? 1 : tile->columns / 2;
}

/* Letters are legible in ivory and ebony on the ground only if they are large; on a plate they need
 * more room. */
bool pieces_have_large_letters(int columns, int rows) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    int least = capabilities->colors == 0 ? 9 : capabilities->colors == 8 ? 10 : 6;
    return capabilities->utf8 && rows >= least / 2 && columns >= least;
}

/* ---- plates ---- */

/* Puts a plate of the piece's colour without its corners. */
static void put_plate(Tile *tile, Rect plate, ColorRole role) {
    if (terminal_capabilities()->colors == 0)
        return;
    if (!terminal_capabilities()->rich || plate.height < 4 || plate.width < 4) {
        tile_fill(tile, plate, role);
        return;
    }
    int cut = plate.width >= 12 ? 2 : 1;
    tile_fill(tile, (Rect){plate.y, plate.x + cut, plate.height, plate.width - 2 * cut}, role);
    tile_fill(tile, (Rect){plate.y + 1, plate.x, plate.height - 2, plate.width}, role);
}

bool pieces_have_large_plates(GlyphSet glyphs, int columns, int rows) {
    bool few_colors = terminal_capabilities()->colors == 8;
    switch (glyphs) {
    case GLYPHS_ANIMALS:
        return false;
    case GLYPHS_LETTERS:
        return few_colors && pieces_have_large_letters(columns, rows);
    default:
        return few_colors;
    }
}

/* A plate for pixels leaves a margin at the sides. It leaves one above and below and has no corners
 * if the pixels are in none of those cells. */
static void put_large_plate(Tile *tile, const PixelArt *art, int y, int x, ColorRole role) {
    Rect plate = {y, x + 2, tile->height, tile->width - 4};
    if (tile->height - art->height * art->down < 2 * tile->cell_height)
        tile_fill(tile, plate, role);
    else
        put_plate(tile, (Rect){y + 1, plate.x, plate.height - 2, plate.width}, role);
}

/* Puts a letter or a silhouette into the middle of a tile, moved down and to the right by (y, x);
 * with 8 colours on a plate, unless it is a ghost. */
static void put_art(Tile *tile, const PieceLook *look, const PixelArt *art, int y, int x) {
    int height = art->height * art->down, width = art->width * art->across;
    int top = y + (tile->height - height) / 2, left = x + (tile->width - width) / 2;
    ColorRole role = theme_piece_role(look->color);
    if (terminal_capabilities()->colors == 8 && !look->ghost) {
        put_large_plate(tile, art, y, x, role);
        role = theme_letter_role(look->color);
    }
    for (int i = max_int(top, 0); i < min_int(top + height, tile->height); i++) {
        const char *row = art->rows[(i - top) / art->down];
        for (int k = 0; k < art->across; k++)
            for (int j = 0, column = left + k; j < art->width; j++, column += art->across)
                if (row[j] == '#' && column >= 0 && column < tile->width)
                    tile->pixel[i][column] = role;
    }
}

/* ---- letters and animals ---- */

static PixelArt letter_art(const Tile *tile, char letter) {
    if (tile->rows < 4) {
        Picture small = picture_small_letter(letter);
        return (PixelArt){small.rows, small.width, small.height, 1, 1};
    }
    int scale = tile->rows >= 9 ? 2 : 1;
    int margin = terminal_capabilities()->colors == 8 ? 2 : 1; /* more on a plate */
    Picture picture = picture_letter(letter, 2 * (tile->rows - margin * scale) / scale);
    return (PixelArt){picture.rows, picture.width, picture.height, 2 * scale, scale};
}

/* Puts characters on a plate that is as wide as they and half a cell more at each side. */
static void put_characters(Tile *tile, const PieceLook *look, int y, int x, int width,
                           const char *text, char letter) {
    ColorRole piece = theme_piece_role(look->color);
    Style style = {theme_letter_role(look->color), piece, STYLE_BOLD};
    int row = pieces_row(tile) + y / 2, column = pieces_column(tile) - width / 2 + x / 2;
    Rect plate = {2 * row, 2 * column, 2, 2 * width};
    if (!terminal_capabilities()->utf8) {
        if (tile->columns >= 4)
            plate = (Rect){plate.y, plate.x - 2, plate.height, plate.width + 4};
    } else if (tile->rows >= 3) {
        plate = (Rect){plate.y - 1, plate.x - 3, 4, plate.width + 4};
    } else if (tile->rows >= 2) {
        plate = (Rect){plate.y, plate.x - 1, 3, plate.width + 2};
    }
    put_plate(tile, plate, piece);
    if (terminal_capabilities()->colors == 0) /* White is bold and in upper case */
        style.attributes = look->color == WHITE ? STYLE_MONO_BOLD : 0;
    tile_put_text(tile, row, column, style, text);
    if (width > 1)
        tile_put_text(tile, row, column + 2, style, tile_char(letter));
}

/* ---- silhouettes ---- */

static void put_silhouette(Tile *tile, const PieceLook *look, int y, int x) {
    int columns = terminal_capabilities()->colors == 8 ? tile->columns - 2 : tile->columns;
    Picture picture =
        picture_silhouette(look->type, look->pawns, columns, tile->rows, tile->cell_height);
    PixelArt art = {picture.rows, picture.width, picture.height, 1, 1};
    put_art(tile, look, &art, y, x);
}

void pieces_put(Tile *tile, const PieceLook *look, int y, int x) {
    char letter = piece_letter(look->color, look->type, look->pawns);
    tile->ink = theme_piece_role(look->color);
    if (pieces_have_large_plates(look->glyphs, tile->columns, tile->rows)) {
        x -= x % 2; /* a plate and what is on it fit only into whole cells */
        y -= y % 2;
    }
    switch (look->glyphs) {
    case GLYPHS_ANIMALS:
        put_characters(tile, look, y, x, 3, piece_type_emoji(look->type), letter);
        break;
    case GLYPHS_LETTERS:
        if (pieces_have_large_letters(tile->columns, tile->rows)) {
            PixelArt art = letter_art(tile, letter);
            put_art(tile, look, &art, y, x);
        } else {
            put_characters(tile, look, y, x, 1, tile_char(letter), letter);
        }
        break;
    default:
        put_silhouette(tile, look, y, x);
        break;
    }
    for (int i = 0; look->ghost && i < tile->height; i++) /* it keeps every other pixel */
        for (int j = i % 2; j < tile->width; j += 2)
            if (tile->pixel[i][j] == tile->ink)
                tile->pixel[i][j] = tile->square;
}
