#include <config.h>

#include "board/pieces.h"

#include "board/glyphs.h"
#include "board/silhouettes.h"
#include "board/small_letters.h"
#include "term/terminal.h"

GlyphSet pieces_supported_set(GlyphSet wanted, int columns, int rows) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    if (capabilities->colors == 0 || !capabilities->rich)
        return GLYPHS_LETTERS;
    int least = capabilities->colors == 8 ? 8 : 6; /* a plate needs a margin */
    bool has_room = columns >= least && rows >= 3;
    switch (wanted) {
    case GLYPHS_ANIMALS:
        return columns >= 4 && rows >= 2 ? GLYPHS_ANIMALS : GLYPHS_LETTERS;
    case GLYPHS_DRAWN:
        return has_room ? GLYPHS_DRAWN : GLYPHS_LETTERS;
    case GLYPHS_AUTO:
        return capabilities->colors >= 256 && has_room ? GLYPHS_DRAWN : GLYPHS_LETTERS;
    default:
        return GLYPHS_LETTERS;
    }
}

int pieces_row(const Tile *tile) {
    return (tile->rows - 1) / 2;
}

int pieces_column(const Tile *tile) {
    return tile->columns == 4 ? 1 : tile->columns / 2;
}

/* A ghost keeps every other pixel. */
static void thin_out(Tile *tile, ColorRole role) {
    for (int y = 0; y < tile->height; y++)
        for (int x = y % 2; x < tile->width; x += 2)
            if (tile->pixel[y][x] == role)
                tile->pixel[y][x] = tile->square;
}

static void put_centred(Tile *tile, const PieceLook *look, const PixelArt *art, int y, int x,
                        ColorRole piece, ColorRole detail) {
    int free_rows = tile->height - art->height * art->down;
    int free_columns = tile->width - art->width * art->across;
    int left = look->low ? free_columns / 4 * 2 : free_columns / 2; /* whole cells beside walls */
    tile_put_art(tile, y + free_rows / 2, x + left, art, piece, detail);
}

/* Letters are legible in ivory and ebony on the ground only if they are large; on a plate they need
 * more room. */
bool pieces_have_large_letters(int columns, int rows) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    int least = capabilities->colors == 0 ? 9 : capabilities->colors == 8 ? 10 : 6;
    return capabilities->utf8 && rows >= least / 2 && columns >= least;
}

static bool has_large_animals(int columns, int rows) {
    return columns >= 10 && rows >= 5;
}

/* --- plates --- */

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
        return has_large_animals(columns, rows);
    case GLYPHS_LETTERS:
        return few_colors && pieces_have_large_letters(columns, rows);
    default:
        return few_colors;
    }
}

/* A plate for pixels leaves a margin at the sides. It keeps its corners, where pixels may be. */
static void put_large_plate(Tile *tile, int y, int x, ColorRole role) {
    tile_fill(tile, (Rect){y, x + 2, tile->height, tile->width - 4}, role);
}

/* --- letters and animals --- */

static PixelArt letter_art(const Tile *tile, const PieceLook *look, char letter) {
    if (tile->rows < 4)
        return look->low ? small_letters_get_low(letter) : small_letters_get(letter);
    int scale = tile->rows >= 9 ? 2 : 1;
    int margin = terminal_capabilities()->colors == 8 ? 2 : 1; /* more on a plate */
    Picture picture = glyphs_letter_picture(letter, 2 * (tile->rows - margin * scale) / scale);
    return (PixelArt){picture.rows, picture.size, picture.size, 2 * scale, scale};
}

static void put_large_letter(Tile *tile, const PieceLook *look, char letter, int y, int x) {
    bool plate = terminal_capabilities()->colors == 8 && !look->ghost;
    PixelArt art = letter_art(tile, look, letter);
    ColorRole role = theme_piece_role(look->color);
    if (plate)
        put_large_plate(tile, y, x, role);
    put_centred(tile, look, &art, y, x, plate ? theme_letter_role(look->color) : role, role);
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

static void put_letter(Tile *tile, const PieceLook *look, int y, int x) {
    char letter = piece_letter(look->color, look->type, look->pawns);
    if (pieces_have_large_letters(tile->columns, tile->rows))
        put_large_letter(tile, look, letter, y, x);
    else
        put_characters(tile, look, y, x, 1, tile_char(letter), letter);
}

static void put_animal(Tile *tile, const PieceLook *look, int y, int x) {
    char letter = piece_letter(look->color, look->type, look->pawns);
    if (!has_large_animals(tile->columns, tile->rows)) {
        put_characters(tile, look, y, x, 3, piece_type_emoji(look->type), letter);
        return;
    }
    Picture picture = glyphs_picture(look->type, look->pawns, tile->height - 2);
    PixelArt art = {picture.rows, picture.size, picture.size, 2, 1};
    put_plate(tile, (Rect){y + 1, x + 2, tile->height - 2, tile->width - 4},
              theme_piece_role(look->color));
    put_centred(tile, look, &art, y, x, theme_letter_role(look->color),
                theme_detail_role(look->color));
}

/* --- silhouettes --- */

static void put_silhouette(Tile *tile, const PieceLook *look, int y, int x) {
    bool few_colors = terminal_capabilities()->colors == 8;
    bool plate = few_colors && !look->ghost;
    int columns = few_colors ? tile->columns - 2 : tile->columns;
    Silhouette picture = silhouettes_get(look->type, look->pawns, columns, tile->rows);
    PixelArt art = {picture.rows, picture.width, picture.height, 1, 1};
    ColorRole role = theme_piece_role(look->color);
    if (plate)
        put_large_plate(tile, y, x, role);
    put_centred(tile, look, &art, y, x, plate ? theme_letter_role(look->color) : role, role);
}

void pieces_put(Tile *tile, const PieceLook *look, int y, int x) {
    tile->ink = theme_piece_role(look->color);
    if (pieces_have_large_plates(look->glyphs, tile->columns, tile->rows)) {
        x -= x % 2; /* a plate and what is on it fit only into whole cells */
        y -= y % 2;
    }
    switch (pieces_supported_set(look->glyphs, tile->columns, tile->rows)) {
    case GLYPHS_ANIMALS:
        if (look->ghost && has_large_animals(tile->columns, tile->rows))
            put_silhouette(tile, look, y, x);
        else
            put_animal(tile, look, y, x);
        break;
    case GLYPHS_DRAWN:
        put_silhouette(tile, look, y, x);
        break;
    default:
        put_letter(tile, look, y, x);
        break;
    }
    if (look->ghost)
        thin_out(tile, tile->ink);
}
