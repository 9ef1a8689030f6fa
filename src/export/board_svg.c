#include <config.h>

#include "export/board_svg.h"

#include <stdio.h>

#include "board/silhouettes.h"
#include "export/markup.h"
#include "export/outline.h"
#include "rules/describe.h"

enum {
    SQUARE = 100,
    BOARD = BOARD_FILES * SQUARE,
    LABELS = 34, /* the margin with the labels, left and below */
    MARGIN = 12, /* the others */
    WHOLE = MARGIN + BOARD + LABELS,
    PIECE = 84,
    PIECE_AT = (SQUARE - PIECE) / 2
};

/* The largest silhouettes, and the width of their square in units of a path. */
enum { COLUMNS = 24, ROWS = 12, PIXELS = 2 * COLUMNS, PATH_UNITS = OUTLINE_UNITS * PIXELS };

Bitboard board_svg_way(Move move) {
    Square landings[MOVE_JUMPS_MAX];
    Bitboard way = square_bit(move_from(move));
    for (int i = 0, count = move_landings(move, landings); i < count; i++)
        way |= square_bit(landings[i]);
    return way;
}

/* --- symbols --- */

/* The bit of a piece in a SymbolSet: its type, with the stages of both families of pawns. */
static int symbol_bit(PieceType type, PawnFamily family) {
    return type == SUPERPAWN && family == PAWNS_MEGA ? PIECE_TYPE_COUNT : (int)type;
}

SymbolSet board_svg_symbols(const Position *position) {
    SymbolSet symbols = 0;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (position->by_type[type])
            symbols |= 1U << symbol_bit((PieceType)type, position->variant->pawns);
    return symbols;
}

void board_svg_add_symbols(SymbolSet symbols, Buffer *svg) {
    for (int bit = 0; bit <= PIECE_TYPE_COUNT; bit++) {
        PawnFamily family = bit == PIECE_TYPE_COUNT ? PAWNS_MEGA : PAWNS_CONGO;
        PieceType type = bit == PIECE_TYPE_COUNT ? SUPERPAWN : (PieceType)bit;
        Silhouette picture = silhouettes_get(type, family, COLUMNS, ROWS);
        if (!(symbols >> bit & 1))
            continue;
        buffer_add_format(svg, "<symbol id=\"%c\" viewBox=\"0 0 %d %d\"><path d=\"",
                          piece_type_letter(type, family), PATH_UNITS, PATH_UNITS);
        outline_trace(&picture, svg);
        buffer_add_string(svg, "\"/></symbol>\n");
    }
}

/* --- the ground --- */

static int left_of(Square square) {
    return square_file(square) * SQUARE;
}

static int top_of(Square square) {
    return (BOARD_RANKS - square_rank(square)) * SQUARE;
}

/* Appends a path of whole squares, unless there are none. */
static void add_squares(const char *name, Bitboard squares, Buffer *svg) {
    if (!squares)
        return;
    buffer_add_format(svg, "<path class=\"%s\" d=\"", name);
    while (squares) {
        Square square = bitboard_pop(&squares);
        buffer_add_format(svg, "M%d %dh%dv%dh-%dz", left_of(square), top_of(square), SQUARE, SQUARE,
                          SQUARE);
    }
    buffer_add_string(svg, "\"/>\n");
}

static void add_waves(const char *name, Bitboard squares, Buffer *svg) {
    if (!squares)
        return;
    buffer_add_format(svg,
                      "<path class=\"%s\" fill=\"none\" stroke-width=\"5\" "
                      "stroke-linecap=\"round\" d=\"",
                      name);
    while (squares) {
        Square square = bitboard_pop(&squares);
        int x = left_of(square), y = top_of(square);
        buffer_add_format(svg, "M%d %dq8-7 16 0t16 0 16 0M%d %dq8-7 16 0t16 0 16 0", x + 12, y + 28,
                          x + 40, y + 76);
    }
    buffer_add_string(svg, "\"/>\n");
}

/* Every other square, the corners among them. */
static Bitboard chequer(void) {
    Bitboard squares = 0;
    for (int i = 0; i < SQUARE_COUNT; i += 2)
        squares |= square_bit(square_from_number(i));
    return squares;
}

static void add_ground(const Variant *variant, Buffer *svg) {
    Bitboard castles = WHITE_CASTLE | BLACK_CASTLE, deep = variant_deep(variant);
    Bitboard dark = chequer();
    const struct {
        const char *first, *second;
        Bitboard squares;
    } grounds[] = {{"grass", "grass2", BOARD_MASK & ~castles & ~RIVER_MASK},
                   {"castle", "castle2", castles},
                   {"river", "river2", deep},
                   {"island", "island2", variant->islands}};
    for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) {
        add_squares(grounds[i].first, grounds[i].squares & dark, svg);
        add_squares(grounds[i].second, grounds[i].squares & ~dark, svg);
    }
    add_waves("wave", deep & dark, svg);
    add_waves("wave2", deep & ~dark, svg);
}

/* The walls lie over the marks. */
static void add_walls(Buffer *svg) {
    buffer_add_format(
        svg,
        "<path class=\"wall\" fill=\"none\" stroke-width=\"5\" "
        "d=\"M%d 0v%dh%dv-%dM%d %dv-%dh%dv%d\"/>\n"
        "<path class=\"wall\" fill=\"none\" stroke-width=\"4\" d=\"M0 0h%dv%dh-%dz\"/>\n",
        2 * SQUARE, 3 * SQUARE, 3 * SQUARE, 3 * SQUARE, 2 * SQUARE, BOARD, 3 * SQUARE, 3 * SQUARE,
        3 * SQUARE, BOARD, BOARD, BOARD);
}

static void add_labels(bool flipped, Buffer *svg) {
    buffer_add_string(svg, "<g class=\"label labels\" font-family=\"sans-serif\" font-size=\"24\" "
                           "text-anchor=\"middle\" aria-hidden=\"true\">\n");
    for (int i = 0; i < BOARD_FILES; i++)
        buffer_add_format(svg, "<text x=\"%d\" y=\"%d\">%c</text>", i * SQUARE + SQUARE / 2,
                          BOARD + 25, 'a' + (flipped ? BOARD_FILES - 1 - i : i));
    for (int i = 0; i < BOARD_RANKS; i++)
        buffer_add_format(svg, "<text x=\"%d\" y=\"%d\">%d</text>", -LABELS / 2,
                          i * SQUARE + SQUARE / 2 + 8, flipped ? i + 1 : BOARD_RANKS - i);
    buffer_add_string(svg, "\n</g>\n");
}

/* --- what stands on it --- */

static void add_pieces(const Position *position, bool flipped, Buffer *svg) {
    buffer_add_string(svg, "<g class=\"men\">\n");
    for (Bitboard set = position_occupied(position); set;) {
        Square square = bitboard_pop(&set);
        char letter =
            piece_type_letter(position_piece_at(position, square), position->variant->pawns);
        int x = left_of(square), y = top_of(square);
        buffer_add_format(svg,
                          "<use href=\"#%c\" class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" "
                          "height=\"%d\"/>\n",
                          letter, color_word(position_color_at(position, square)),
                          (flipped ? BOARD - SQUARE - x : x) + PIECE_AT,
                          (flipped ? BOARD - SQUARE - y : y) + PIECE_AT, PIECE, PIECE);
    }
    buffer_add_string(svg, "</g>\n");
}

static void add_color_in_words(const Position *position, Color color, Buffer *text) {
    buffer_add_format(text, " %s: ", color_name(color));
    describe_pieces(position, position->by_color[color], text);
    buffer_add_string(text, ".");
}

static void add_words(const Position *position, const char *id, Buffer *svg) {
    Outcome outcome = position_outcome(position);
    buffer_add_format(svg, "<desc id=\"%s-words\">", id);
    if (outcome_is_over(outcome))
        buffer_add_string(svg, outcome_sentence(outcome));
    else
        buffer_add_format(svg, "%s to move.", color_name(position_side(position)));
    add_color_in_words(position, WHITE, svg);
    add_color_in_words(position, BLACK, svg);
    buffer_add_string(svg, "</desc>\n");
}

static void add_root(const char *attributes, Buffer *svg) {
    buffer_add_format(svg,
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" "
                      "viewBox=\"-%d -%d %d %d\" ",
                      LABELS, MARGIN, WHOLE, WHOLE);
    buffer_add_string(svg, attributes);
    buffer_add_string(svg, ">\n");
}

static void add_content(const BoardPicture *picture, Buffer *svg) {
    buffer_add_format(svg,
                      "<rect class=\"frame\" x=\"-%d\" y=\"-%d\" width=\"%d\" height=\"%d\" "
                      "rx=\"12\"/>\n",
                      LABELS, MARGIN, WHOLE, WHOLE);
    /* The ground is the same from both sides but for the islands, and turned as a whole. */
    buffer_add_string(svg, "<g class=\"ground\"");
    if (picture->flipped)
        buffer_add_format(svg, " transform=\"rotate(180 %d %d)\"", BOARD / 2, BOARD / 2);
    buffer_add_string(svg, ">\n");
    add_ground(picture->position->variant, svg);
    buffer_add_string(svg, "<g class=\"marks\">\n");
    add_squares("last", picture->last, svg);
    buffer_add_string(svg, "</g>\n");
    add_walls(svg);
    buffer_add_string(svg, "</g>\n");
    add_labels(picture->flipped, svg);
    add_pieces(picture->position, picture->flipped, svg);
    buffer_add_string(svg, "</svg>\n");
}

void board_svg_add(const BoardPicture *picture, const char *id, Buffer *svg) {
    Buffer attributes = {0};
    /* A browser would show a title whenever the pointer is over the board. */
    buffer_add_string(&attributes, "aria-label=\"");
    markup_add_text(&attributes, picture->title);
    buffer_add_format(&attributes, "\" aria-describedby=\"%s-words\"", id);
    add_root(attributes.bytes, svg);
    add_words(picture->position, id, svg);
    add_content(picture, svg);
    buffer_free(&attributes);
}

void board_svg_write(const BoardPicture *picture, ExportTheme theme, Buffer *svg) {
    char attributes[128];
    snprintf(attributes, sizeof attributes,
             "width=\"%d\" height=\"%d\" aria-labelledby=\"board-title board-words\"", WHOLE,
             WHOLE);
    buffer_add_string(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    add_root(attributes, svg);
    buffer_add_string(svg, "<title id=\"board-title\">");
    markup_add_text(svg, picture->title);
    buffer_add_string(svg, "</title>\n");
    add_words(picture->position, "board", svg);
    buffer_add_string(svg, "<style>");
    stylesheet_add_board(theme, svg);
    buffer_add_string(svg, "</style>\n<defs>\n");
    board_svg_add_symbols(board_svg_symbols(picture->position), svg);
    buffer_add_string(svg, "</defs>\n");
    add_content(picture, svg);
}
