#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <locale.h>
#include <string.h>

#include "board/glyphs.h"
#include "term/celltext.h"

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
        assert_int_equal(celltext_width(glyphs_emoji(type), true), 2);
}

static int count_pixels(Picture picture, char pixel) {
    int count = 0;
    for (int y = 0; y < picture.size; y++)
        for (int x = 0; x < picture.size; x++)
            count += picture.rows[y][x] == pixel;
    return count;
}

static void check_shape(Picture picture, int size, const char *pixels) {
    assert_int_equal(picture.size, size);
    for (int y = 0; y < size; y++) {
        assert_int_equal(strlen(picture.rows[y]), size);
        assert_int_equal(strspn(picture.rows[y], pixels), size);
    }
}

static bool same_picture(Picture a, Picture b) {
    for (int y = 0; y < a.size; y++)
        if (strcmp(a.rows[y], b.rows[y]) != 0)
            return false;
    return true;
}

/* A picture has both colours and leaves some of the plate, and no two pieces look the same. */
static void pictures_differ_and_have_both_colours(void **state) {
    (void)state;
    static const int sizes[] = {PICTURE_SIZE_SMALL, PICTURE_SIZE_LARGE};
    for (int s = 0; s < 2; s++)
        for (int f = 0; f < 2; f++)
            for (PieceType type = LION; type <= ELEPHANTE; type++) {
                Picture picture = glyphs_picture(type, families[f], sizes[s]);
                check_shape(picture, sizes[s], "#o.");
                assert_true(count_pixels(picture, '#') >= 2);
                assert_true(count_pixels(picture, 'o') >= 2);
                assert_true(count_pixels(picture, '#') + count_pixels(picture, 'o') >= 12);
                assert_true(count_pixels(picture, '.') >= 6);
                for (PieceType other = LION; other < type; other++)
                    assert_false(
                        same_picture(picture, glyphs_picture(other, families[f], sizes[s])));
            }
}

static void superpawn_and_megapawn_differ(void **state) {
    (void)state;
    assert_false(same_picture(glyphs_picture(SUPERPAWN, PAWNS_CONGO, PICTURE_SIZE_LARGE),
                              glyphs_picture(SUPERPAWN, PAWNS_MEGA, PICTURE_SIZE_LARGE)));
    assert_false(same_picture(glyphs_picture(SUPERPAWN, PAWNS_CONGO, PICTURE_SIZE_SMALL),
                              glyphs_picture(SUPERPAWN, PAWNS_MEGA, PICTURE_SIZE_SMALL)));
}

static void big_letters_differ(void **state) {
    (void)state;
    static const int sizes[] = {LETTER_SIZE_SMALL, LETTER_SIZE_LARGE};
    static const char letters[] = "LZEGCMPSQTlzegcmpsqt";
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; letters[i] != '\0'; i++) {
            Picture picture = glyphs_letter_picture(letters[i], sizes[s]);
            check_shape(picture, sizes[s], "#.");
            for (size_t j = 0; j < i; j++)
                assert_false(same_picture(picture, glyphs_letter_picture(letters[j], sizes[s])));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_case_of_a_letter_is_its_colour),
        cmocka_unit_test(animals_are_two_columns_wide),
        cmocka_unit_test(pictures_differ_and_have_both_colours),
        cmocka_unit_test(superpawn_and_megapawn_differ),
        cmocka_unit_test(big_letters_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
