#include <config.h>

#include "export/outline.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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

/* --- the edges --- */

static bool is_inked(const Silhouette *picture, int x, int y) {
    return x >= 0 && y >= 0 && x < picture->width && y / 2 < picture->height &&
           picture->rows[y / 2][x] == '#';
}

enum { RIGHT, DOWN, LEFT, UP, DIRECTIONS };
static const GridPoint step_of[DIRECTIONS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* Returns whether an edge leaves a point in a direction, with ink on its right side only. */
static bool has_edge(const Silhouette *picture, GridPoint at, int direction) {
    /* the squares on the right and on the left side */
    static const GridPoint right[DIRECTIONS] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    static const GridPoint left[DIRECTIONS] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    return is_inked(picture, at.x + right[direction].x, at.y + right[direction].y) &&
           !is_inked(picture, at.x + left[direction].x, at.y + left[direction].y);
}

/* Returns whether less than half of the squares around a point have ink. */
static bool ink_is_rare(const Silhouette *picture, GridPoint at) {
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

/* Returns the direction in which an edge goes on. Where two squares with ink meet in a corner, what
 * is rarer around it, ink or ground, is joined. */
static int next_direction(const Silhouette *picture, GridPoint at, int direction) {
    int right = (direction + 1) % DIRECTIONS, left = (direction + 3) % DIRECTIONS;
    if (has_edge(picture, at, direction))
        return direction;
    if (has_edge(picture, at, right) && has_edge(picture, at, left))
        return ink_is_rare(picture, at) ? left : right;
    return has_edge(picture, at, right) ? right : left;
}

/* Walks from a point to the right until the walk closes. `seen` marks the points that were left to
 * the right. */
static void walk_edges(const Silhouette *picture, GridPoint start, bool *seen, GridWalk *walk) {
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

/* --- straight parts --- */

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

/* --- the polygon --- */

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

/* --- the curves --- */

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

void outline_trace(const Silhouette *picture, Buffer *path) {
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
