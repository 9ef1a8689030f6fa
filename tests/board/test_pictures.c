#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <locale.h>
#include <string.h>

#include "board/pictures.h"
#include "term/cells.h"

static const PawnFamily families[] = {PAWNS_CONGO, PAWNS_MEGA};

static void the_case_of_a_letter_is_its_colour(void **state) {
    (void)state;
    for (int f = 0; f < 2; f++)
        for (PieceType type = LION; type <= ELEPHANTE; type++) {
            char white = piece_letter(WHITE, type, families[f]);
            char black = piece_letter(BLACK, type, families[f]);
            assert_int_equal(white, piece_type_letter(type, families[f]));
            assert_int_equal(black, tolower(white));
        }
}

static void animals_are_two_columns_wide(void **state) {
    (void)state;
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        skip();
    for (PieceType type = LION; type <= ELEPHANTE; type++)
        assert_int_equal(celltext_width(piece_type_emoji(type), true), 2);
}

static void check_shape(Picture picture, int size, const char *pixels) {
    assert_int_equal(picture.width, size);
    for (int y = 0; y < size; y++) {
        assert_int_equal(strlen(picture.rows[y]), size);
        assert_int_equal(strspn(picture.rows[y], pixels), size);
    }
}

static bool same_picture(Picture a, Picture b) {
    for (int y = 0; y < a.height; y++)
        if (strcmp(a.rows[y], b.rows[y]) != 0)
            return false;
    return true;
}

static void big_letters_differ(void **state) {
    (void)state;
    static const int sizes[] = {6, 8, 10};
    static const char letters[] = "LZEGCMPSQTlzegcmpsqt";
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t i = 0; letters[i] != '\0'; i++) {
            Picture picture = picture_letter(letters[i], sizes[s]);
            check_shape(picture, sizes[s], "#.");
            for (size_t j = 0; j < i; j++)
                assert_false(same_picture(picture, picture_letter(letters[j], sizes[s])));
        }
}

static const struct {
    int columns, rows; /* of a square */
    int cell_height;
} square_sizes[] = {{6, 3, 2},  {6, 3, 3},  {6, 3, 4},  {8, 4, 2},  {8, 4, 3},
                    {10, 5, 2}, {14, 7, 2}, {18, 9, 2}, {24, 12, 2}};
enum { SQUARE_SIZES = sizeof square_sizes / sizeof square_sizes[0] };

static Picture get_silhouette(PieceType type, PawnFamily family, int size) {
    return picture_silhouette(type, family, square_sizes[size].columns, square_sizes[size].rows,
                              square_sizes[size].cell_height);
}

static void silhouettes_fill_their_squares(void **state) {
    (void)state;
    for (int size = 0; size < SQUARE_SIZES; size++)
        for (int f = 0; f < 2; f++)
            for (PieceType type = LION; type <= ELEPHANTE; type++) {
                Picture silhouette = get_silhouette(type, families[f], size);
                assert_int_equal(silhouette.width, 2 * square_sizes[size].columns);
                assert_int_equal(silhouette.height,
                                 square_sizes[size].cell_height * square_sizes[size].rows);
                for (int y = 0; y < silhouette.height; y++) {
                    assert_int_equal(strlen(silhouette.rows[y]), silhouette.width);
                    assert_int_equal(strspn(silhouette.rows[y], "#."), silhouette.width);
                }
            }
}

static void other_squares_get_the_next_smaller_silhouette(void **state) {
    (void)state;
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 13, 30, 2).width, 20);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 30, 8, 2).height, 14);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 100, 100, 2).width, 48);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 5, 3, 2).width, 0);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 6, 2, 2).width, 0);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 13, 4, 3).width, 16);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 7, 4, 3).width, 12);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 5, 3, 3).width, 0);
    assert_int_equal(picture_silhouette(LION, PAWNS_CONGO, 7, 3, 4).height, 12);
}

static int count_column(Picture silhouette, int x) {
    int count = 0;
    for (int y = 0; y < silhouette.height; y++)
        count += silhouette.rows[y][x] == '#';
    return count;
}

/* The last column is ground, so that neighbours do not merge. From 10x5 up the first column and the
 * last row are ground as well. */
static void silhouettes_keep_their_margins(void **state) {
    (void)state;
    for (int size = 0; size < SQUARE_SIZES; size++)
        for (int f = 0; f < 2; f++)
            for (PieceType type = LION; type <= ELEPHANTE; type++) {
                Picture silhouette = get_silhouette(type, families[f], size);
                assert_int_equal(count_column(silhouette, silhouette.width - 1), 0);
                if (silhouette.width < 20)
                    continue;
                assert_int_equal(count_column(silhouette, 0), 0);
                assert_null(strchr(silhouette.rows[silhouette.height - 1], '#'));
            }
}

/* Feet stand on the last row of small silhouettes, so little touches the row below them. */
static void small_silhouettes_do_not_merge_with_the_piece_above(void **state) {
    (void)state;
    for (int size = 0; square_sizes[size].columns < 10; size++)
        for (int f = 0; f < 2; f++)
            for (PieceType type = LION; type <= ELEPHANTE; type++) {
                Picture silhouette = get_silhouette(type, families[f], size);
                int filled = 0;
                for (int x = 0; x < silhouette.width; x++)
                    filled += silhouette.rows[0][x] == '#';
                assert_in_range(100 * filled / silhouette.width, 0, 60);
            }
}

static int percent_different(Picture a, Picture b) {
    int count = 0;
    for (int y = 0; y < a.height; y++)
        for (int x = 0; x < a.width; x++)
            count += a.rows[y][x] != b.rows[y][x];
    return 100 * count / (a.width * a.height);
}

/* A stronger piece keeps the shape of the weaker one and adds to it. */
static bool are_relatives(PieceType a, PieceType b) {
    return (a == PAWN && b == SUPERPAWN) || (a == ELEPHANT && b == ELEPHANTE);
}

static void silhouettes_differ(void **state) {
    (void)state;
    for (int size = 0; size < SQUARE_SIZES; size++)
        for (int f = 0; f < 2; f++)
            for (PieceType a = LION; a <= ELEPHANTE; a++)
                for (PieceType b = (PieceType)(a + 1); b <= ELEPHANTE; b++)
                    assert_in_range(percent_different(get_silhouette(a, families[f], size),
                                                      get_silhouette(b, families[f], size)),
                                    are_relatives(a, b) ? 5 : 20, 100);
}

static void megapawns_have_silhouettes_of_their_own(void **state) {
    (void)state;
    for (int size = 0; size < SQUARE_SIZES; size++)
        assert_in_range(percent_different(get_silhouette(SUPERPAWN, PAWNS_CONGO, size),
                                          get_silhouette(SUPERPAWN, PAWNS_MEGA, size)),
                        5, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_case_of_a_letter_is_its_colour),
        cmocka_unit_test(animals_are_two_columns_wide),
        cmocka_unit_test(big_letters_differ),
        cmocka_unit_test(silhouettes_fill_their_squares),
        cmocka_unit_test(other_squares_get_the_next_smaller_silhouette),
        cmocka_unit_test(silhouettes_keep_their_margins),
        cmocka_unit_test(small_silhouettes_do_not_merge_with_the_piece_above),
        cmocka_unit_test(silhouettes_differ),
        cmocka_unit_test(megapawns_have_silhouettes_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
