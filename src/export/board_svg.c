#include <config.h>

#include "export/board_svg.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "board/pictures.h"
#include "board/theme.h"
#include "export/markup.h"
#include "rules/notation.h"
#include "rules/square.h"

/*
 * Traces a picture of pixels: smooth outlines as the path of an SVG. After P. Selinger, "Potrace: a
 * polygon-based tracing algorithm", 2003: the edges of the pixels become polygons with as few
 * corners as possible, and their corners become curves unless they are sharp.
 */

/* Coordinates are in halves of a pixel's height and in its width: a grid of squares. */

/* A corner whose alpha, from 0 (flat) on, is at least this stays sharp. */
static const double alpha_sharp = 1.2;

static const double alpha_least = 0.55; /* of a curve */

typedef struct GridPoint {
    int x, y;
} GridPoint;

typedef struct OutlinePoint {
    double x, y;
} OutlinePoint;

/* A closed walk along the edges of the grid, a step of 1 from each point to the next. */
typedef struct GridWalk {
    GridPoint *points;
    int count;
} GridWalk;

/* ---- the edges ---- */

static bool is_inked(const Picture *picture, int x, int y) {
    return x >= 0 && y >= 0 && x < picture->width && y / 2 < picture->height &&
           picture->rows[y / 2][x] == '#';
}

enum { RIGHT, DOWN, LEFT, UP, DIRECTIONS };

static const GridPoint step_of[DIRECTIONS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* Returns whether an edge leaves a point in a direction, with ink on its right side only. */
static bool has_edge(const Picture *picture, GridPoint at, int direction) {
    /* the squares on the right and on the left side */
    static const GridPoint right[DIRECTIONS] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    static const GridPoint left[DIRECTIONS] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    return is_inked(picture, at.x + right[direction].x, at.y + right[direction].y) &&
           !is_inked(picture, at.x + left[direction].x, at.y + left[direction].y);
}

/* Returns whether less than half of the squares around a point have ink. */
static bool ink_is_rare(const Picture *picture, GridPoint at) {
    enum { RADIUS_LEAST = 2, RADIUS_MOST = 4 };
    for (int radius = RADIUS_LEAST; radius <= RADIUS_MOST; radius++) {
        int balance = 0;
        for (int y = at.y - radius; y < at.y + radius; y++)
            for (int x = at.x - radius; x < at.x + radius; x++)
                balance += is_inked(picture, x, y) ? 1 : -1;
        if (balance != 0)
            return balance < 0;
    }
    return false;
}

/* Returns the direction in which an edge continues. If two inked squares meet in a corner, the
 * rarer of ink and ground around it is joined. */
static int next_direction(const Picture *picture, GridPoint at, int direction) {
    int right = (direction + 1) % DIRECTIONS, left = (direction + 3) % DIRECTIONS;
    if (has_edge(picture, at, direction))
        return direction;
    if (has_edge(picture, at, right) && has_edge(picture, at, left))
        return ink_is_rare(picture, at) ? left : right;
    return has_edge(picture, at, right) ? right : left;
}

/* Walks from a point to the right until the walk closes. `seen` marks the points that were left to
 * the right. */
static void walk_edges(const Picture *picture, GridPoint start, bool *seen, GridWalk *walk) {
    GridPoint at = start;
    int direction = RIGHT;
    walk->count = 0;
    do {
        walk->points[walk->count++] = at;
        if (direction == RIGHT)
            seen[at.y * picture->width + at.x] = true;
        at = (GridPoint){at.x + step_of[direction].x, at.y + step_of[direction].y};
        direction = next_direction(picture, at, direction);
    } while (at.x != start.x || at.y != start.y || direction != RIGHT);
}

static GridPoint walk_point(const GridWalk *walk, int i) {
    return walk->points[(i % walk->count + walk->count) % walk->count];
}

/* ---- straight parts ---- */

/* The line that is closest to points `from` to `to` of a walk. */
typedef struct FittedLine {
    OutlinePoint centre;
    OutlinePoint direction; /* of length 1 */
} FittedLine;

static FittedLine fit_line(const GridWalk *walk, int from, int to) {
    double n = to - from + 1, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int i = from; i <= to; i++) {
        GridPoint p = walk_point(walk, i);
        x += p.x;
        y += p.y;
        xx += p.x * p.x;
        xy += p.x * p.y;
        yy += p.y * p.y;
    }
    xx = xx / n - x / n * (x / n);
    xy = xy / n - x / n * (y / n);
    yy = yy / n - y / n * (y / n);
    double angle = atan2(2 * xy, xx - yy) / 2;
    return (FittedLine){{x / n, y / n}, {cos(angle), sin(angle)}};
}

static int cross(GridPoint a, GridPoint b) {
    return a.x * b.y - a.y * b.x;
}

/* The directions from a point in which all later points lie, give or take a unit. */
typedef struct SightCone {
    GridPoint least, most; /* {0, 0}: no limit */
} SightCone;

/* Narrows the cone to the unit squares around a point that is seen from the cone's own. */
static void narrow(SightCone *cone, GridPoint p) {
    enum { CORNERS = 4 };
    GridPoint least = p, most = p;
    if (abs(p.x) <= 1 && abs(p.y) <= 1)
        return;
    for (int i = 0; i < CORNERS; i++) {
        GridPoint corner = {p.x + (i % 2 == 0 ? 1 : -1), p.y + (i < 2 ? 1 : -1)};
        if (cross(least, corner) < 0)
            least = corner;
        if (cross(most, corner) > 0)
            most = corner;
    }
    if (cross(cone->least, least) >= 0)
        cone->least = least;
    if (cross(cone->most, most) <= 0)
        cone->most = most;
}

/* Returns the last point that is seen straight ahead from a point, within a round. */
static int find_sight(const GridWalk *walk, int from) {
    SightCone cone = {{0, 0}, {0, 0}};
    unsigned directions = 0;
    GridPoint start = walk_point(walk, from), last = start;
    for (int to = from + 1; to < from + walk->count; to++) {
        GridPoint p = walk_point(walk, to), seen = {p.x - start.x, p.y - start.y};
        directions |= p.x > last.x ? 1U : p.x < last.x ? 2U : p.y > last.y ? 4U : 8U;
        if (directions == 15 || cross(cone.least, seen) < 0 || cross(cone.most, seen) > 0)
            return to - 1;
        narrow(&cone, seen);
        last = p;
    }
    return from + walk->count - 1;
}

/* Finds for each point the last one to which a side of the polygon can lead: all between, and one
 * more at both ends, lie within half a unit of a straight line. */
static void find_reaches(const GridWalk *walk, int *reach) {
    int n = walk->count, least = 3 * n;
    for (int i = 2 * n; i > 0;
         i--) { /* a second round: what is straight ends with any part of it */
        int sight = find_sight(walk, i - 1);
        least = sight < least ? sight : least;
        reach[i % n] = least - 1 - i;
    }
}

/* Returns how much a straight side from one point to the other differs from the walk. */
static double side_penalty(const GridWalk *walk, int from, int to) {
    GridPoint a = walk_point(walk, from), b = walk_point(walk, to);
    double sum = 0;
    for (int i = from; i <= to; i++) {
        GridPoint p = walk_point(walk, i);
        double area = (double)(b.x - a.x) * (p.y - a.y) - (double)(b.y - a.y) * (p.x - a.x);
        sum += area * area;
    }
    return sqrt(sum / (to - from + 1));
}

/* ---- the polygon ---- */

/* A way to a point: the fewest sides, then the least penalty. */
typedef struct PolygonWay {
    int sides;
    int before; /* the point where the last side begins */
    double penalty;
} PolygonWay;

/* Finds the corners of the best polygon that has a corner at `start`. Returns their number. */
static int find_polygon(const GridWalk *walk, const int *reach, int start, PolygonWay *ways,
                        int *corners) {
    int n = walk->count;
    for (int to = 1; to <= n; to++) {
        PolygonWay *way = &ways[to];
        *way = (PolygonWay){ways[to - 1].sides + 1, to - 1, ways[to - 1].penalty};
        for (int from = to - 2; from >= 0 && to - from <= n - 3; from--) {
            if (ways[from].sides + 1 > way->sides || reach[(start + from) % n] < to - from)
                continue;
            double penalty = ways[from].penalty + side_penalty(walk, start + from, start + to);
            if (ways[from].sides + 1 < way->sides || penalty < way->penalty)
                *way = (PolygonWay){ways[from].sides + 1, from, penalty};
        }
    }
    int count = ways[n].sides;
    for (int at = ways[n].before, i = count; i > 0; at = ways[at].before)
        corners[--i] = start + at;
    return count;
}

/* The squared distances of a point from some lines, as a quadratic form: x'Ax - 2b'x. */
typedef struct QuadraticForm {
    double xx, xy, yy, x, y;
} QuadraticForm;

static void add_line(QuadraticForm *form, const FittedLine *line) {
    double a = -line->direction.y, b = line->direction.x;
    double c = a * line->centre.x + b * line->centre.y;
    form->xx += a * a;
    form->xy += a * b;
    form->yy += b * b;
    form->x += a * c;
    form->y += b * c;
}

static double form_value(const QuadraticForm *form, OutlinePoint p) {
    return form->xx * p.x * p.x + 2 * form->xy * p.x * p.y + form->yy * p.y * p.y -
           2 * form->x * p.x - 2 * form->y * p.y;
}

/* Moves a corner to where its two sides meet, by half a unit at most. */
static OutlinePoint place_corner(const GridWalk *walk, int before, int at, int after) {
    enum { BORDERS = 4 };
    const double weight = 1e-3; /* of the corner itself: parallel sides do not meet */
    GridPoint corner = walk_point(walk, at);
    QuadraticForm form = {weight, 0, weight, weight * corner.x, weight * corner.y};
    FittedLine sides[] = {fit_line(walk, before, at), fit_line(walk, at, after)};
    add_line(&form, &sides[0]);
    add_line(&form, &sides[1]);
    double determinant = form.xx * form.yy - form.xy * form.xy;
    OutlinePoint best = {(form.x * form.yy - form.y * form.xy) / determinant,
                         (form.y * form.xx - form.x * form.xy) / determinant};
    if (fabs(best.x - corner.x) <= 0.5 && fabs(best.y - corner.y) <= 0.5)
        return best;
    double least = INFINITY;
    for (int border = 0; border < BORDERS; border++) {
        double end = border % 2 == 0 ? -0.5 : 0.5;
        OutlinePoint p = {corner.x + end, corner.y + end};
        if (border < 2)
            p.y = fmin(fmax((form.y - form.xy * p.x) / form.yy, corner.y - 0.5), corner.y + 0.5);
        else
            p.x = fmin(fmax((form.x - form.xy * p.y) / form.xx, corner.x - 0.5), corner.x + 0.5);
        if (form_value(&form, p) < least) {
            least = form_value(&form, p);
            best = p;
        }
    }
    return best;
}

/* ---- the curves ---- */

/* The path's pen, in units of the path. */
typedef struct OutlinePen {
    Buffer *path;
    int x, y;
    char command; /* of the last coordinates */
} OutlinePen;

static void add_coordinates(OutlinePen *pen, char command, const OutlinePoint *points, int count) {
    int x = pen->x, y = pen->y;
    if (command != pen->command)
        buffer_add(pen->path, &command, 1);
    for (int i = 0; i < count; i++) {
        x = (int)lround(points[i].x * OUTLINE_UNITS);
        y = (int)lround(points[i].y * OUTLINE_UNITS);
        int dx = x - pen->x, dy = y - pen->y;
        bool first = i == 0 && command != pen->command;
        buffer_add_format(pen->path, "%s%d%s%d", first || dx < 0 ? "" : " ", dx, dy < 0 ? "" : " ",
                          dy);
    }
    pen->x = x;
    pen->y = y;
    pen->command = command;
}

static OutlinePoint between(double share, OutlinePoint a, OutlinePoint b) {
    return (OutlinePoint){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/* Returns how far a corner stands out: 0 if its neighbours and itself are on a line, up to 4/3. */
static double corner_alpha(OutlinePoint before, OutlinePoint at, OutlinePoint after) {
    double dx = after.x - before.x, dy = after.y - before.y;
    double area = fabs(dx * (at.y - before.y) - dy * (at.x - before.x));
    double unit = fabs(dx) + fabs(dy); /* the area of a square of the grid that touches the line */
    if (unit == 0)
        return 4.0 / 3;
    return area > unit ? (1 - unit / area) / 0.75 : 0;
}

static void add_polygon(const OutlinePoint *corners, int count, OutlinePen *pen) {
    OutlinePoint start = between(0.5, corners[count - 1], corners[0]);
    pen->x = pen->y = 0;
    add_coordinates(pen, 'M', &start, 1);
    for (int i = 0; i < count; i++) {
        OutlinePoint before = corners[(i + count - 1) % count], after = corners[(i + 1) % count];
        OutlinePoint end = between(0.5, corners[i], after);
        double alpha = corner_alpha(before, corners[i], after);
        if (alpha >= alpha_sharp) {
            add_coordinates(pen, 'l', (OutlinePoint[]){corners[i]}, 1);
            add_coordinates(pen, 'l', &end, 1);
        } else {
            double share = 0.5 + 0.5 * fmin(fmax(alpha, alpha_least), 1);
            OutlinePoint curve[] = {between(share, before, corners[i]),
                                    between(share, after, corners[i]), end};
            add_coordinates(pen, 'c', curve, 3);
        }
    }
    buffer_add(pen->path, "z", 1);
    pen->command = 'z';
}

static void add_walk(const GridWalk *walk, OutlinePen *pen) {
    PolygonWay *ways = memory_allocate((size_t)(walk->count + 1) * sizeof *ways);
    int *corners = memory_allocate((size_t)walk->count * sizeof *corners);
    int *reach = memory_allocate((size_t)walk->count * sizeof *reach);
    find_reaches(walk, reach);
    /* The first polygon has a corner at any point, the second at one of the first's. */
    int count = find_polygon(walk, reach, 0, ways, corners);
    count = find_polygon(walk, reach, corners[count / 2], ways, corners);
    OutlinePoint *placed = memory_allocate((size_t)count * sizeof *placed);
    for (int i = 0; i < count; i++) {
        int before = i > 0 ? corners[i - 1] : corners[count - 1] - walk->count;
        int after = i + 1 < count ? corners[i + 1] : corners[0] + walk->count;
        placed[i] = place_corner(walk, before, corners[i], after);
    }
    add_polygon(placed, count, pen);
    free(placed);
    free(reach);
    free(corners);
    free(ways);
}

void outline_trace(const Picture *picture, Buffer *path) {
    int height = 2 * picture->height;
    size_t squares = (size_t)picture->width * (size_t)(height + 1);
    bool *seen = memory_allocate(squares);
    GridWalk walk = {memory_allocate(4 * squares * sizeof *walk.points), 0};
    OutlinePen pen = {.path = path};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < picture->width; x++)
            if (has_edge(picture, (GridPoint){x, y}, RIGHT) && !seen[y * picture->width + x]) {
                walk_edges(picture, (GridPoint){x, y}, seen, &walk);
                add_walk(&walk, &pen);
            }
    free(walk.points);
    free(seen);
}

/* ---- the colours of the themes (board/theme.h) as rules of CSS ---- */

/* A colour, and what it is called: a class with a property of SVG, or a variable. */
typedef struct StyleRule {
    const char *name;
    ColorRole role;
    const char *property; /* NULL: a variable */
} StyleRule;

static const StyleRule board_rules[] = {
    {"frame", COLOR_PANEL, "fill"},       {"label", COLOR_DIM, "fill"},
    {"grass", COLOR_GRASS, "fill"},       {"grass2", COLOR_GRASS_OTHER, "fill"},
    {"castle", COLOR_CASTLE, "fill"},     {"castle2", COLOR_CASTLE_OTHER, "fill"},
    {"river", COLOR_RIVER, "fill"},       {"river2", COLOR_RIVER_OTHER, "fill"},
    {"island", COLOR_ISLAND, "fill"},     {"island2", COLOR_ISLAND_OTHER, "fill"},
    {"last", COLOR_LAST, "fill"},         {"wave", COLOR_RIVER_OTHER, "stroke"},
    {"wave2", COLOR_RIVER, "stroke"},     {"wall", COLOR_WALL, "stroke"},
    {"white", COLOR_WHITE_PIECE, "fill"}, {"black", COLOR_BLACK_PIECE, "fill"},
};

static const StyleRule page_rules[] = {
    {"screen", COLOR_SCREEN, NULL},
    {"panel", COLOR_PANEL, NULL},
    {"card", COLOR_CARD, NULL},
    {"text", COLOR_TEXT, NULL},
    {"dim", COLOR_DIM, NULL},
    {"title", COLOR_TITLE, NULL},
    {"border", COLOR_BORDER, NULL},
    {"accent", COLOR_ACCENT, NULL},
    {"error", COLOR_ERROR, NULL},
    {"warning", COLOR_WARNING, NULL},
    {"focus", COLOR_FOCUS, NULL},
    {"focus-text", COLOR_FOCUS_TEXT, NULL},
    {"bar-white", COLOR_BAR_WHITE, NULL},
    {"bar-black", COLOR_BAR_BLACK, NULL},
};

/* Appends the rules whose colours differ from those of another theme. */
static void add_rules(const StyleRule *rules, size_t count, ThemeId theme,
                      const PaletteColor *other, Buffer *css) {
    const PaletteColor *colors = theme_colors(theme);
    for (size_t i = 0; i < count; i++) {
        unsigned rgb = colors[rules[i].role].rgb;
        if (other && other[rules[i].role].rgb == rgb)
            continue;
        if (rules[i].property)
            buffer_add_format(css, ".%s{%s:#%06x}", rules[i].name, rules[i].property, rgb);
        else
            buffer_add_format(css, "--%s:#%06x;", rules[i].name, rgb);
    }
}

/* Appends the rules, each set between `before` and `after`. */
static void add_theme(const StyleRule *rules, size_t count, ExportTheme theme, const char *before,
                      const char *after, Buffer *css) {
    bool automatic = theme == EXPORT_THEME_AUTO;
    ThemeId first = automatic ? THEME_LIGHT : (ThemeId)(theme - EXPORT_THEME_FIRST);
    buffer_add_string(css, before);
    add_rules(rules, count, first, NULL, css);
    buffer_add_string(css, after);
    if (!automatic)
        return;
    buffer_add_format(css, "@media(prefers-color-scheme:dark){%s", before);
    add_rules(rules, count, THEME_DARK, theme_colors(first), css);
    buffer_add_format(css, "%s}", after);
}

void stylesheet_add_board(ExportTheme theme, Buffer *css) {
    add_theme(board_rules, sizeof board_rules / sizeof board_rules[0], theme, "", "", css);
}

void stylesheet_add_page(ExportTheme theme, Buffer *css) {
    add_theme(page_rules, sizeof page_rules / sizeof page_rules[0], theme, ":root{", "}", css);
}

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

BoardPicture board_svg_of_game(const Record *record, size_t ply, const char *title, bool flipped) {
    return (BoardPicture){.position = record_position_at(record, ply),
                          .title = title,
                          .last = ply > 0 ? board_svg_way(record->plies[ply - 1].move) : 0,
                          .outcome = record_outcome_at(record, ply),
                          .flipped = flipped};
}

/* ---- symbols ---- */

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
        Picture picture = picture_silhouette(type, family, COLUMNS, ROWS, 2);
        if (!(symbols >> bit & 1))
            continue;
        buffer_add_format(svg, "<symbol id=\"%c\" viewBox=\"0 0 %d %d\"><path d=\"",
                          piece_type_letter(type, family), PATH_UNITS, PATH_UNITS);
        outline_trace(&picture, svg);
        buffer_add_string(svg, "\"/></symbol>\n");
    }
}

/* ---- the ground ---- */

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

static void add_ground(const Variant *variant, Buffer *svg) {
    Bitboard castles = WHITE_CASTLE | BLACK_CASTLE, deep = variant_deep(variant);
    Bitboard dark = 0; /* every other square, the corners among them */
    for (int i = 0; i < SQUARE_COUNT; i += 2)
        dark |= square_bit(square_from_number(i));
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

/* ---- what stands on it ---- */

void board_svg_place(Square square, bool flipped, int *x, int *y) {
    *x = flipped ? BOARD - SQUARE - left_of(square) : left_of(square);
    *y = flipped ? BOARD - SQUARE - top_of(square) : top_of(square);
}

void board_svg_add_piece(char letter, Color color, int x, int y, Buffer *svg) {
    buffer_add_format(
        svg, "<use href=\"#%c\" class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
        letter, color_word(color), x + PIECE_AT, y + PIECE_AT, PIECE, PIECE);
}

static void add_letter(char letter, Color color, int x, int y, Buffer *svg) {
    enum { BASELINE = 73 };
    buffer_add_format(svg, "<text class=\"%s\" x=\"%d\" y=\"%d\">%c</text>\n", color_word(color),
                      x + SQUARE / 2, y + BASELINE, letter);
}

static void add_pieces(const BoardPicture *picture, Buffer *svg) {
    const Position *position = picture->position;
    PawnFamily family = position->variant->pawns;
    buffer_add_string(svg, picture->letters
                               ? "<g class=\"men\" font-family=\"sans-serif\" font-size=\"66\" "
                                 "font-weight=\"bold\" text-anchor=\"middle\">\n"
                               : "<g class=\"men\">\n");
    for (Bitboard set = picture->empty ? 0 : position_occupied(position); set;) {
        Square square = bitboard_pop(&set);
        PieceType type = position_piece_at(position, square);
        Color color = position_color_at(position, square);
        int x, y;
        board_svg_place(square, picture->flipped, &x, &y);
        if (picture->letters)
            add_letter(piece_letter(color, type, family), color, x, y, svg);
        else
            board_svg_add_piece(piece_type_letter(type, family), color, x, y, svg);
    }
    buffer_add_string(svg, "</g>\n");
}

static void add_color_in_words(const Position *position, Color color, Buffer *text) {
    buffer_add_format(text, " %s: ", color_name(color));
    describe_pieces(position, position->by_color[color], text);
    buffer_add_string(text, ".");
}

static void add_position_in_words(const BoardPicture *picture, Buffer *svg) {
    const Position *position = picture->position;
    Outcome outcome =
        outcome_is_over(picture->outcome) ? picture->outcome : position_outcome(position);
    if (outcome_is_over(outcome))
        buffer_add_string(svg, outcome_sentence(outcome));
    else
        buffer_add_format(svg, "%s to move.", color_name(position_side(position)));
    add_color_in_words(position, WHITE, svg);
    add_color_in_words(position, BLACK, svg);
}

static void add_empty_board_in_words(const Variant *variant, Buffer *svg) {
    buffer_add_string(svg, "An empty board of seven by seven squares. Rank 4 is the river; the "
                           "castles are c1 to e3 and c5 to e7.");
    if (!variant->islands)
        return;
    buffer_add_string(svg, " Islands: ");
    describe_square_list(variant->islands, "and", svg);
    buffer_add_string(svg, ".");
}

static void add_words(const BoardPicture *picture, const char *id, Buffer *svg) {
    buffer_add_format(svg, "<desc id=\"%s-words\">", id);
    if (picture->empty)
        add_empty_board_in_words(picture->position->variant, svg);
    else
        add_position_in_words(picture, svg);
    buffer_add_string(svg, "</desc>\n");
}

/* The whole of a file: its size, and what of the plane it shows. On a sheet of paper four units are
 * a millimetre, and the board is in the middle. */
typedef struct BoardSheet {
    const char *view, *width, *height;
    const char *page; /* the size in a rule of CSS; NULL: none */
} BoardSheet;

static const BoardSheet sheets[] = {
    [PAPER_NONE] = {"-34 -12 746 746", "746", "746", NULL},
    [PAPER_A4] = {"-81 -233 840 1188", "210mm", "297mm", "A4"},
    [PAPER_LETTER] = {"-92.8 -197.8 863.6 1117.6", "8.5in", "11in", "letter"},
};
static_assert(LABELS == 34 && MARGIN == 12 && WHOLE == 746, "the sheets are made for this board");
static_assert(BOARD_SVG_LEFT == -LABELS && BOARD_SVG_TOP == -MARGIN &&
                  (int)BOARD_SVG_SIZE == (int)WHOLE,
              "others find the picture where it is");

static void add_root(const BoardSheet *sheet, const char *attributes, Buffer *svg) {
    buffer_add_format(svg,
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" "
                      "viewBox=\"%s\" ",
                      sheet->view);
    buffer_add_string(svg, attributes);
    buffer_add_string(svg, ">\n");
}

void board_svg_add_last(Bitboard squares, Buffer *svg) {
    add_squares("last", squares, svg);
}

void board_svg_add_layers(const Variant *variant, bool flipped, const char *marks,
                          const char *pieces, Buffer *svg) {
    /* The ground is the same from both sides but for the islands, and turned as a whole. */
    buffer_add_string(svg, "<g class=\"ground\"");
    if (flipped)
        buffer_add_format(svg, " transform=\"rotate(180 %d %d)\"", BOARD / 2, BOARD / 2);
    buffer_add_string(svg, ">\n");
    add_ground(variant, svg);
    buffer_add_string(svg, "<g class=\"marks\">\n");
    buffer_add_string(svg, marks ? marks : "");
    buffer_add_string(svg, "</g>\n");
    add_walls(svg);
    buffer_add_string(svg, "</g>\n");
    add_labels(flipped, svg);
    buffer_add_string(svg, pieces);
}

static void add_content(const BoardPicture *picture, Buffer *svg) {
    Buffer marks = {0}, pieces = {0};
    if (picture->paper == PAPER_NONE)
        buffer_add_format(svg,
                          "<rect class=\"frame\" x=\"-%d\" y=\"-%d\" width=\"%d\" height=\"%d\" "
                          "rx=\"12\"/>\n",
                          LABELS, MARGIN, WHOLE, WHOLE);
    board_svg_add_last(picture->last, &marks);
    add_pieces(picture, &pieces);
    board_svg_add_layers(picture->position->variant, picture->flipped, marks.bytes, pieces.bytes,
                         svg);
    buffer_add_string(svg, "</svg>\n");
    buffer_free(&marks);
    buffer_free(&pieces);
}

void board_svg_add(const BoardPicture *picture, const char *id, Buffer *svg) {
    Buffer attributes = {0};
    /* A browser would show a title whenever the pointer is over the board. */
    buffer_add_string(&attributes, "aria-label=\"");
    markup_add_text(&attributes, picture->title);
    buffer_add_format(&attributes, "\" aria-describedby=\"%s-words\"", id);
    add_root(&sheets[PAPER_NONE], attributes.bytes, svg);
    add_words(picture, id, svg);
    add_content(picture, svg);
    buffer_free(&attributes);
}

/* ---- a diagram ---- */

void board_svg_add_ground(const Variant *variant, Buffer *svg) {
    add_ground(variant, svg);
    add_walls(svg);
}

static void add_dots(const char *name, Bitboard squares, int radius, Buffer *svg) {
    while (squares) {
        Square square = bitboard_pop(&squares);
        buffer_add_format(svg, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>", name,
                          left_of(square) + SQUARE / 2, top_of(square) + SQUARE / 2, radius);
    }
}

/* Appends a line through the middles of squares. */
static void add_capture_line(const char *squares, Buffer *svg) {
    buffer_add_string(svg, "<path class=\"line\" d=\"");
    for (const char *at = squares; *at; at += 2) {
        char name[SQUARE_TEXT_SIZE] = {at[0], at[1], '\0'};
        Square square = square_parse(name);
        buffer_add_format(svg, "%c%d %d", at == squares ? 'M' : 'L', left_of(square) + SQUARE / 2,
                          top_of(square) + SQUARE / 2);
    }
    buffer_add_string(svg, "\"/>");
}

void board_svg_add_diagram(const BoardDiagram *diagram, Buffer *svg) {
    buffer_add_format(svg,
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" role=\"img\" "
                      "viewBox=\"-4 -4 %d %d\" aria-label=\"",
                      BOARD + 8, BOARD + 8);
    markup_add_text(svg, diagram->title);
    buffer_add_format(svg, "\">\n<use href=\"#%s\"/>\n", diagram->ground);
    if (diagram->line)
        add_capture_line(diagram->line, svg);
    add_dots("takes", diagram->takes, 22, svg);
    add_dots("goes", diagram->goes, 18, svg);
    buffer_add_string(svg, "\n");
    add_pieces(&(BoardPicture){.position = diagram->position}, svg);
    buffer_add_string(svg, "</svg>\n");
}

void board_svg_write(const BoardPicture *picture, ExportTheme theme, Buffer *svg) {
    const BoardSheet *sheet = &sheets[picture->paper];
    bool paper = picture->paper != PAPER_NONE;
    char attributes[128];
    snprintf(attributes, sizeof attributes,
             "width=\"%s\" height=\"%s\" aria-labelledby=\"board-title board-words\"", sheet->width,
             sheet->height);
    buffer_add_string(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    add_root(sheet, attributes, svg);
    buffer_add_string(svg, "<title id=\"board-title\">");
    markup_add_text(svg, picture->title);
    buffer_add_string(svg, "</title>\n");
    add_words(picture, "board", svg);
    buffer_add_string(svg, "<style>");
    if (paper)
        buffer_add_format(svg, "@page{size:%s;margin:0}", sheet->page);
    stylesheet_add_board(paper && theme == EXPORT_THEME_AUTO
                             ? (ExportTheme)(EXPORT_THEME_FIRST + THEME_LIGHT)
                             : theme,
                         svg);
    buffer_add_string(svg, "</style>\n");
    if (!picture->empty && !picture->letters) {
        buffer_add_string(svg, "<defs>\n");
        board_svg_add_symbols(board_svg_symbols(picture->position), svg);
        buffer_add_string(svg, "</defs>\n");
    }
    add_content(picture, svg);
}
