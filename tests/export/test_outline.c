/* The traced pieces have the shapes of their pixels. */
#include <config.h>

#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "export/board_svg.h"

enum { COLUMNS = 24, ROWS = 12, CURVE_STEPS = 16 };

/* How far an area may be from that of the pixels, as a share of their circumference. Small pictures
 * are mostly corners, which become round. */
static const double tolerance = 0.1, small_tolerance = 0.3;

typedef struct PathReader {
    const char *at;
    double x, y;
    double area;        /* of the polygons so far, in units of the path */
    int count;          /* of the polygons */
    double least, most; /* of the coordinates */
} PathReader;

static double read_number(PathReader *path) {
    char *end;
    double number = strtod(path->at, &end);
    assert_ptr_not_equal(end, path->at);
    path->at = end + strspn(end, " ");
    return number;
}

static void line_to(PathReader *path, double x, double y) {
    path->area += (path->x * y - x * path->y) / 2;
    path->x = x;
    path->y = y;
    path->least = fmin(path->least, fmin(x, y));
    path->most = fmax(path->most, fmax(x, y));
}

static void curve_to(PathReader *path) {
    double x[4] = {path->x}, y[4] = {path->y};
    for (int i = 1; i < 4; i++) {
        x[i] = x[0] + read_number(path);
        y[i] = y[0] + read_number(path);
    }
    for (int i = 1; i <= CURVE_STEPS; i++) {
        double t = (double)i / CURVE_STEPS, s = 1 - t;
        const double weights[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        double to_x = 0, to_y = 0;
        for (int k = 0; k < 4; k++) {
            to_x += weights[k] * x[k];
            to_y += weights[k] * y[k];
        }
        line_to(path, to_x, to_y);
    }
}

static PathReader read_path(const char *text) {
    PathReader path = {.at = text};
    double start_x = 0, start_y = 0;
    char command = 'M';
    while (*path.at) {
        if (strchr("Mlcz", *path.at))
            command = *path.at++;
        if (command == 'M') {
            path.x = start_x = read_number(&path);
            path.y = start_y = read_number(&path);
            path.count++;
        } else if (command == 'l') {
            double dx = read_number(&path), dy = read_number(&path);
            line_to(&path, path.x + dx, path.y + dy);
        } else if (command == 'c') {
            curve_to(&path);
        } else {
            assert_int_equal(command, 'z');
            assert_true(fabs(path.x - start_x) < 1 && fabs(path.y - start_y) < 1);
        }
    }
    return path;
}

static bool is_inked(const Picture *picture, int x, int y) {
    return x >= 0 && y >= 0 && x < picture->width && y < picture->height &&
           picture->rows[y][x] == '#';
}

static void check_picture(const Picture *picture, double most_difference, int polygons) {
    double area = 0, edges = 0;
    Buffer text = {0};
    for (int y = 0; y < picture->height; y++)
        for (int x = 0; x < picture->width; x++) {
            if (!is_inked(picture, x, y))
                continue;
            area += 2;
            edges += 2 * !is_inked(picture, x - 1, y) + 2 * !is_inked(picture, x + 1, y) +
                     !is_inked(picture, x, y - 1) + !is_inked(picture, x, y + 1);
        }
    outline_trace(picture, &text);
    PathReader path = read_path(text.bytes ? text.bytes : "");
    assert_true(fabs(path.area / (OUTLINE_UNITS * OUTLINE_UNITS) - area) <=
                most_difference * edges);
    assert_true(path.least >= -OUTLINE_UNITS / 2.0);
    assert_true(path.most <= (2 * COLUMNS + 0.5) * OUTLINE_UNITS);
    if (polygons >= 0)
        assert_int_equal(path.count, polygons);
    buffer_free(&text);
}

static void pieces_keep_their_shapes(void **state) {
    (void)state;
    for (int family = PAWNS_CONGO; family <= PAWNS_MEGA; family++)
        for (int type = 0; type < PIECE_TYPE_COUNT; type++) {
            Picture picture =
                picture_silhouette((PieceType)type, (PawnFamily)family, COLUMNS, ROWS, 2);
            check_picture(&picture, tolerance, -1);
        }
}

/* Pictures with their number of outlines. */
static const struct {
    const char *rows[6];
    int polygons;
} pictures[] = {
    {{"......", "......", "......", "......", "......", "......"}, 0},
    {{"######", "######", "######", "######", "######", "######"}, 1},
    {{"......", ".#....", "......", "......", "....#.", "......"}, 2},
    {{"######", "#....#", "#.##.#", "#.##.#", "#....#", "######"}, 3},
    /* The rarer of both is joined at a corner: the ink here, the ground there. */
    {{"......", ".##...", ".##...", "...##.", "...##.", "......"}, 1},
    {{"######", "#..###", "#..###", "###..#", "###..#", "######"}, 2},
};

static void small_pictures_have_their_outlines(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        Picture picture = {pictures[i].rows, 6, 6};
        check_picture(&picture, small_tolerance, pictures[i].polygons);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_keep_their_shapes),
        cmocka_unit_test(small_pictures_have_their_outlines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
