#include <config.h>

#include "board/setup_panel.h"

#include <stdio.h>

#include "base/number.h"
#include "board/pieces.h"
#include "board/squares.h"
#include "term/draw.h"

enum {
    TALL = 20,          /* lines of a panel with empty lines between its parts */
    VERDICT_LINES = 3,  /* of a panel that also has commands */
    VERDICT_SHORT = 2,  /* ... beside pictures; a longer verdict goes to the status line */
    COMMAND_WIDTH = 13, /* columns */
    TURN_TEXT_SIZE = 48,
    PALETTE_SHARE = 40, /* percent of the lines that pieces may take */
    SPACED_SHARE = 50   /* ... with lines between them */
};

/* The pieces as the screen shows them: cells of `width` by `height`, with a column before and after
 * each for the marks of the chosen one. */
typedef struct PaletteGrid {
    int width, height;
    int columns, rows; /* of a colour's pieces */
    int gap;           /* columns between pieces */
    int line_gap;      /* lines between them */
} PaletteGrid;

/* Lists the types of the variant. Returns their number. */
static int list_types(const Variant *variant, PieceType types[PIECE_TYPE_COUNT]) {
    int count = 0;
    for (PieceType type = LION; type < PIECE_NONE; type++)
        if (variant_has_piece(variant, type))
            types[count++] = type;
    return count;
}

/* Chooses the largest cells in which the board's set has pictures, and which leave `rest` lines for
 * all else. Returns false if there are none. */
static bool choose_pictures(GlyphSet glyphs, int types, Rect inside, int rest, PaletteGrid *grid) {
    static const SquareSize sizes[] = {{8, 4}, {6, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int gap = 1; gap >= 0; gap--) {
            int width = sizes[i].x, height = sizes[i].y;
            int fit = max_int((inside.width - gap) / (width + gap), 1);
            int rows = (types + fit - 1) / fit;
            if (pieces_supported_set(glyphs, width, height) == GLYPHS_LETTERS ||
                COLOR_COUNT * rows * height + rest > inside.height)
                continue;
            *grid = (PaletteGrid){width, height, (types + rows - 1) / rows, rows, gap, 0};
            return true;
        }
    return false;
}

/* Chooses the largest pieces that leave room for the rest. */
static PaletteGrid choose_letters(int types, Rect inside) {
    static const SquareSize sizes[] = {{8, 4}, {6, 3}, {4, 2}, {2, 1}};
    PaletteGrid grid = {.width = 1, .height = 1, .columns = types, .rows = 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int fit = (inside.width - 1) / (sizes[i].x + 1);
        if (fit == 0)
            continue;
        int rows = (types + fit - 1) / fit;
        if (COLOR_COUNT * rows * sizes[i].y * 100 > inside.height * PALETTE_SHARE)
            continue;
        int spaced = COLOR_COUNT * rows * (sizes[i].y + 1);
        bool has_room = spaced * 100 <= inside.height * SPACED_SHARE;
        grid = (PaletteGrid){sizes[i].x, sizes[i].y, (types + rows - 1) / rows,
                             rows,       1,          has_room ? 1 : 0};
        break;
    }
    return grid;
}

/* Places the pieces of a color at the line *y and advances it. */
static void place_pieces(SetupPlaces *places, const View *view, Color color, PaletteGrid grid,
                         int *y, int x) {
    PieceType types[PIECE_TYPE_COUNT];
    int count = list_types(view->position->variant, types);
    for (int i = 0; i < count; i++) {
        int n = places->piece_count++;
        places->piece[n].area = (Rect){*y + i / grid.columns * (grid.height + grid.line_gap),
                                       x + grid.gap + i % grid.columns * (grid.width + grid.gap),
                                       grid.height, grid.width};
        places->piece[n].type = types[i];
        places->piece[n].color = color;
    }
    *y += grid.rows * (grid.height + grid.line_gap);
}

static void place_commands(SetupPlaces *places, const ViewSetup *setup, Rect area) {
    int columns = max_int(area.width / COMMAND_WIDTH, 1);
    int width = area.width / columns;
    places->command_count = min_int(setup->command_count, columns * area.height);
    for (int i = 0; i < places->command_count; i++) {
        places->command[i] = (Rect){area.y + i / columns, area.x + i % columns * width, 1, width};
        places->action[i] = setup->command[i].action;
    }
}

/* Returns the inside of the section, where the title is the first line. */
static Rect inside_of(Rect section) {
    int top = section.height < TALL ? 0 : 1;
    Rect inside = layout_untitled(section);
    return (Rect){inside.y + top, inside.x, inside.height - top, inside.width};
}

static void arrange_side(SetupPlaces *places, const View *view, Rect section) {
    PieceType types[PIECE_TYPE_COUNT];
    Rect inside = inside_of(section);
    int space = section.height < TALL ? 0 : 1, end = inside.y + inside.height;
    int columns = max_int(inside.width / COMMAND_WIDTH, 1);
    int lines = (view->setup->command_count + columns - 1) / columns;
    int count = list_types(view->position->variant, types);
    int rest = 2 + VERDICT_SHORT + lines; /* with the title and the side to move */
    PaletteGrid grid;
    if (choose_pictures(view->glyphs, count, inside, rest + 3 * space, &grid)) {
        /* with empty lines between the parts */
    } else if (choose_pictures(view->glyphs, count, inside, rest, &grid)) {
        space = 0;
    } else {
        grid = choose_letters(count, inside);
    }
    Color upper = view->flipped ? WHITE : BLACK;
    places->title = (Rect){inside.y, inside.x, 1, inside.width};
    int y = inside.y + 1 + space;
    place_pieces(places, view, upper, grid, &y, inside.x);
    place_pieces(places, view, color_other(upper), grid, &y, inside.x);
    y += grid.line_gap > 0 ? 0 : space;
    places->turn = (Rect){y, inside.x, 1, inside.width};
    y++;
    int left = max_int(end - y - (space > 0 ? VERDICT_LINES : VERDICT_SHORT) - space, 0);
    lines = min_int(lines, left);
    places->verdict =
        (Rect){y, inside.x, max_int(end - y - lines - (lines > 0 ? space : 0), 0), inside.width};
    place_commands(places, view->setup, (Rect){end - lines, inside.x, lines, inside.width});
}

/* Without a panel at the side, the pieces are letters, after the side to move. */
static void arrange_line(SetupPlaces *places, const View *view, Rect line) {
    PieceType types[PIECE_TYPE_COUNT];
    int count = list_types(view->position->variant, types), y = line.y;
    PaletteGrid grid = {.width = 1, .height = 1, .columns = count, .rows = 1};
    int x = line.x + line.width - 2 * count - 1;
    Color upper = view->flipped ? WHITE : BLACK;
    places->turn = (Rect){y, line.x, 1, max_int(x - line.x - 1, 1)};
    place_pieces(places, view, color_other(upper), grid, &y, x);
    y = line.y;
    place_pieces(places, view, upper, grid, &y, x + count + 1);
}

SetupPlaces setup_panel_arrange(const View *view, const Layout *layout) {
    SetupPlaces places = {0};
    if (view->setup == NULL)
        return places;
    places.turn_action = view->setup->turn.action;
    if (layout->lesson.height > 0)
        arrange_side(&places, view, layout->lesson);
    else if (layout->turn.height > 0)
        arrange_line(&places, view, layout->turn);
    return places;
}

/* ---- painting ---- */

static void paint_piece(const View *view, const SetupPlaces *places, int i) {
    Rect area = places->piece[i].area, first = places->piece[0].area;
    PieceType type = places->piece[i].type;
    Color color = places->piece[i].color;
    const Variant *variant = view->position->variant;
    bool chosen = type == view->setup->type && color == view->setup->color;
    if (area.width == 1) { /* without room for squares, the chosen letter is highlighted */
        const char letter[2] = {piece_letter(color, type, variant->pawns)};
        draw_text(area.y, area.x, 1, chosen ? ROLE_HIGHLIGHT : ROLE_NORMAL, letter);
        return;
    }
    GlyphSet glyphs = pieces_supported_set(view->glyphs, area.width, area.height);
    /* Pieces side by side differ in the ground that they stand on. */
    int across = (area.x - first.x) / area.width, down = (area.y - first.y) / area.height;
    squares_paint_piece(area, glyphs, type, color, variant, (across + down) % 2 == 0 ? A2 : B2,
                        chosen);
    if (!chosen || squares_have_pixels(area.width, area.height))
        return;
    int y = area.y + (area.height - 1) / 2;
    draw_text(y, area.x - 1, 1, ROLE_KEY, "[");
    draw_text(y, area.x + area.width, 1, ROLE_KEY, "]");
}

/* Paints a key and what it does. */
static void paint_hint(Rect area, const char *key, UiRole role, const char *word) {
    int used = draw_text(area.y, area.x, area.width, ROLE_KEY, key) + 1;
    draw_text(area.y, area.x + used, max_int(area.width - used, 0), role, word);
}

static void paint_title(const View *view, Rect area) {
    const char *variant = view->position->variant->name;
    int width = draw_width(variant);
    int used = draw_text(area.y, area.x, area.width, ROLE_TITLE, "Set-up");
    if (used + 1 + width <= area.width)
        draw_text(area.y, area.x + area.width - width, width, ROLE_DIM, variant);
}

static void paint_turn(const View *view, Rect area) {
    char text[TURN_TEXT_SIZE];
    const char *name = color_name(position_side(view->position)), *key = view->setup->turn.key;
    snprintf(text, sizeof text, "%s to move", name);
    if (draw_width(key) + 1 + draw_width(text) <= area.width)
        paint_hint(area, key, ROLE_STRONG, text);
    else
        draw_text(area.y, area.x, area.width, ROLE_STRONG,
                  draw_width(text) <= area.width ? text : name);
}

void setup_panel_paint(const View *view, const Layout *layout, const SetupPlaces *places) {
    const ViewSetup *setup = view->setup;
    Rect section = layout->lesson;
    if (section.height > 0) {
        draw_set_surface(COLOR_PANEL);
        draw_fill(section, ROLE_NORMAL);
        paint_title(view, places->title);
    }
    for (int i = 0; i < places->piece_count; i++)
        if (!rect_is_cut(places->piece[i].area, view->covered))
            paint_piece(view, places, i);
    if (places->turn.height > 0)
        paint_turn(view, places->turn);
    if (places->verdict.height > 0)
        draw_wrapped(places->verdict, setup->legal ? ROLE_NORMAL : ROLE_WARNING, setup->verdict);
    for (int i = 0; i < places->command_count; i++)
        paint_hint(places->command[i], setup->command[i].key, ROLE_DIM, setup->command[i].word);
    draw_set_surface(COLOR_SCREEN);
}

bool setup_panel_hit(const SetupPlaces *places, int y, int x, Hit *hit) {
    for (int i = 0; i < places->piece_count; i++)
        if (rect_contains(places->piece[i].area, y, x)) {
            hit->type = HIT_PIECE;
            hit->piece = places->piece[i].type;
            hit->color = places->piece[i].color;
            return true;
        }
    hit->type = HIT_ACTION;
    for (int i = 0; i < places->command_count; i++)
        if (rect_contains(places->command[i], y, x)) {
            hit->action = places->action[i];
            return true;
        }
    if (rect_contains(places->turn, y, x)) {
        hit->action = places->turn_action;
        return true;
    }
    hit->type = HIT_NOTHING;
    return false;
}
