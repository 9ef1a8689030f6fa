#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/theme.h"
#include "../support/contrast.h"
#include "term/style.h"

static ThemeId theme;
static bool is_rgb; /* 24-bit colours, or else 256 */

static const PaletteColor *color_of(ColorRole role) {
    return &theme_colors(theme)[role];
}

static unsigned rgb_of(ColorRole role) {
    return is_rgb ? color_of(role)->rgb : palette_rgb(color_of(role)->of_256);
}

static double contrast_of(ColorRole a, ColorRole b) {
    return contrast_ratio(rgb_of(a), rgb_of(b));
}

static void expect_contrast(ColorRole a, ColorRole b, double least) {
    double found = contrast_of(a, b);
    if (found < least)
        fail_msg("theme %s: roles %d and %d, #%06x and #%06x, have a contrast of %.2f, below %.1f",
                 theme_names[theme], a, b, rgb_of(a), rgb_of(b), found, least);
}

static void for_each_theme(void (*check)(void)) {
    for (int rgb = 0; rgb < 2; rgb++) {
        is_rgb = rgb;
        for (theme = 0; theme < THEME_COUNT; theme++)
            check();
    }
}

/* By definition, black on white has 21, and #767676 is the lightest grey with 4.5 on white. */
static void contrast_follows_its_definition(void **state) {
    (void)state;
    assert_true(fabs(contrast_ratio(0x000000, 0xffffff) - 21) < 0.001);
    assert_true(fabs(contrast_ratio(0xffffff, 0x000000) - 21) < 0.001);
    assert_true(contrast_ratio(0x767676, 0xffffff) >= 4.5);
    assert_true(contrast_ratio(0x777777, 0xffffff) < 4.5);
    assert_true(fabs(contrast_ratio(0xff0000, 0x0000ff) - 2.149) < 0.001);
}

static void the_palette_is_that_of_xterm(void **state) {
    (void)state;
    assert_int_equal(palette_rgb(16), 0x000000);
    assert_int_equal(palette_rgb(231), 0xffffff);
    assert_int_equal(palette_rgb(67), 0x5f87af);
    assert_int_equal(palette_rgb(208), 0xff8700);
    assert_int_equal(palette_rgb(232), 0x080808);
    assert_int_equal(palette_rgb(255), 0xeeeeee);
}

/* As xterm shows the 8 colours; others show them more faintly. */
static void eight_colors_are_readable(void **state) {
    (void)state;
    for (int background = 0; background < 8; background++)
        for (int foreground = 0; foreground < 8; foreground++) {
            int shown = palette_readable(foreground, background);
            assert_true(contrast_ratio(palette_rgb(shown), palette_rgb(background)) >= 2.7);
        }
    assert_int_equal(palette_readable(7, 0), 7);
    assert_int_equal(palette_readable(1, 0), 1);
    assert_int_equal(palette_readable(4, 0), 7);
    assert_int_equal(palette_readable(7, 3), 0);
    assert_int_equal(palette_readable(4, 6), 0);
    assert_int_equal(palette_readable(2, 4), 7);
}

static void themes_have_their_names(void **state) {
    (void)state;
    static const char *const names[] = {"dark", "light", "contrast", "colorblind"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(theme_names[i], names[i]);
    assert_null(theme_names[THEME_COUNT]);
}

/* Users can redefine the first 16 colours, so no theme uses them among the 256. */
static void check_fixed_colors(void) {
    for (int role = 0; role < COLOR_ROLE_COUNT; role++) {
        const PaletteColor *color = color_of((ColorRole)role);
        assert_in_range(color->of_256, 16, 255);
        assert_in_range(color->of_8, 0, 7);
        assert_in_range(color->rgb, 0, 0xffffff);
    }
}

/* Pieces stand on every square, and letters and silhouettes on plates of the piece's colour. */
static void check_pieces(void) {
    for (Color color = WHITE; color <= BLACK; color++) {
        ColorRole piece = theme_piece_role(color);
        for (ColorRole square = COLOR_GRASS; theme_is_square_role(square); square++)
            expect_contrast(piece, square, 3);
        expect_contrast(theme_letter_role(color), piece, 7);
    }
    expect_contrast(COLOR_WHITE_PIECE, COLOR_BLACK_PIECE, 7);
}

static void check_marks(void) {
    for (ColorRole square = COLOR_GRASS; theme_is_square_role(square); square++) {
        expect_contrast(COLOR_CURSOR, square, 2.5); /* it has a dark line too */
        expect_contrast(COLOR_DANGER_DARK, square, theme_is_terrain_role(square) ? 3 : 2.5);
        expect_contrast(COLOR_WALL, square, 3);
    }
    expect_contrast(COLOR_DANGER, COLOR_DANGER_DARK, 3);
    expect_contrast(COLOR_DANGER_TEXT, COLOR_DANGER, 4.5);
    expect_contrast(COLOR_MARK_TEXT, COLOR_MARK, 4.5);
    expect_contrast(COLOR_CURSOR_TEXT, COLOR_CURSOR, 9);
}

static void check_text(void) {
    static const ColorRole texts[] = {COLOR_TEXT,  COLOR_DIM,     COLOR_TITLE, COLOR_KEY,
                                      COLOR_ERROR, COLOR_WARNING, COLOR_ACCENT};
    static const ColorRole surfaces[] = {COLOR_SCREEN, COLOR_PANEL, COLOR_CARD, COLOR_STATUS,
                                         COLOR_DIALOG};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size_t j = 0; j < sizeof surfaces / sizeof surfaces[0]; j++)
            expect_contrast(texts[i], surfaces[j], 4.5);
    expect_contrast(COLOR_DIALOG_TEXT, COLOR_DIALOG, 4.5);
    expect_contrast(COLOR_DIALOG_BORDER, COLOR_DIALOG, 3);
    expect_contrast(COLOR_FOCUS_TEXT, COLOR_FOCUS, 4.5);
    expect_contrast(COLOR_INPUT_TEXT, COLOR_INPUT, 4.5);
    expect_contrast(COLOR_BAR_WHITE, COLOR_BAR_BLACK, 3);
}

static void check_squares(void) {
    static const ColorRole pairs[][2] = {
        {COLOR_GRASS, COLOR_CASTLE},       {COLOR_GRASS_OTHER, COLOR_CASTLE_OTHER},
        {COLOR_GRASS, COLOR_CASTLE_OTHER}, {COLOR_GRASS_OTHER, COLOR_CASTLE},
        {COLOR_RIVER, COLOR_ISLAND},       {COLOR_RIVER, COLOR_GRASS},
        {COLOR_RIVER, COLOR_GRASS_OTHER},  {COLOR_RIVER, COLOR_CASTLE},
        {COLOR_RIVER, COLOR_CASTLE_OTHER}, {COLOR_ISLAND, COLOR_GRASS},
        {COLOR_ISLAND, COLOR_GRASS_OTHER}, {COLOR_GRASS, COLOR_LAST},
        {COLOR_CASTLE, COLOR_LAST_CASTLE}, {COLOR_LAST, COLOR_SELECTED},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_int_not_equal(color_of(pairs[i][0])->of_256, color_of(pairs[i][1])->of_256);
        assert_int_not_equal(color_of(pairs[i][0])->rgb, color_of(pairs[i][1])->rgb);
    }
}

/* Grass frames the colour of a player's pieces on cards. In the light theme the mover's card is as
 * bright as ivory. */
static void check_cards(void) {
    static const ColorRole cards[] = {COLOR_PANEL, COLOR_CARD};
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++)
        expect_contrast(COLOR_GRASS, cards[i], 2);
}

/* With 256 colours, the grounds of the first two themes but the island are those of 24 bits, as
 * nearly as the palette can. It has a single near colour for both shades of the castle. */
static void few_colors_follow_24_bits(void **state) {
    (void)state;
    for (theme = THEME_DARK; theme <= THEME_LIGHT; theme++)
        for (int role = COLOR_GRASS; role <= COLOR_RIVER_OTHER; role++)
            for (int shift = 0; shift <= 16; shift += 8) {
                int few = (int)(palette_rgb(color_of((ColorRole)role)->of_256) >> shift & 0xff);
                int many = (int)(color_of((ColorRole)role)->rgb >> shift & 0xff);
                int near = role == COLOR_CASTLE_OTHER ? 45 : 24;
                assert_in_range(few, many - near, many + near);
            }
}

/* The chequer is quiet, but it is there: the island, a single square, has one shade. */
static void check_chequer(void) {
    static const ColorRole pairs[][2] = {{COLOR_GRASS, COLOR_GRASS_OTHER},
                                         {COLOR_CASTLE, COLOR_CASTLE_OTHER},
                                         {COLOR_RIVER, COLOR_RIVER_OTHER},
                                         {COLOR_ISLAND, COLOR_ISLAND_OTHER}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_true(contrast_of(pairs[i][0], pairs[i][1]) < 1.2);
        if (pairs[i][0] != COLOR_ISLAND)
            assert_int_not_equal(rgb_of(pairs[i][0]), rgb_of(pairs[i][1]));
    }
}

/* The board does not depend on the page around it. */
static void the_board_of_the_dark_and_light_themes_is_the_same(void **state) {
    (void)state;
    for (int role = COLOR_GRASS; role < COLOR_ROLE_COUNT; role++)
        assert_memory_equal(&theme_colors(THEME_DARK)[role], &theme_colors(THEME_LIGHT)[role],
                            sizeof(PaletteColor));
}

static void themes_use_only_fixed_colors(void **state) {
    (void)state;
    for_each_theme(check_fixed_colors);
}

static void pieces_contrast_with_squares_and_plates(void **state) {
    (void)state;
    for_each_theme(check_pieces);
}

static void marks_contrast_with_the_squares(void **state) {
    (void)state;
    for_each_theme(check_marks);
}

static void text_contrasts_with_its_background(void **state) {
    (void)state;
    for_each_theme(check_text);
}

static void kinds_of_squares_differ(void **state) {
    (void)state;
    for_each_theme(check_squares);
}

static void grass_frames_the_colour_of_pieces(void **state) {
    (void)state;
    for_each_theme(check_cards);
}

static void the_chequer_is_quiet(void **state) {
    (void)state;
    for_each_theme(check_chequer);
}

/* ---- colour blindness ---- */

/* Vision without red (protanopia) or green (deuteranopia) receptors: the matrices of Viénot,
 * Brettel and Mollon (1999) for linear red, green and blue. */
static const double blindness[2][3][3] = {
    {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
    {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
};

static double linear(unsigned part) {
    double value = part / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double difference(ColorRole a, ColorRole b, int kind) {
    double sum = 0;
    unsigned rgb_a = rgb_of(a);
    unsigned rgb_b = rgb_of(b);
    for (int row = 0; row < 3; row++) {
        double part = 0;
        for (int i = 0; i < 3; i++)
            part += blindness[kind][row][i] *
                    (linear(rgb_a >> (16 - 8 * i) & 0xff) - linear(rgb_b >> (16 - 8 * i) & 0xff));
        sum += part * part;
    }
    return sqrt(sum);
}

/* The colorblind theme keeps the kinds of ground apart with both common forms of blindness. */
static void color_blindness_keeps_kinds_of_squares_apart(void **state) {
    (void)state;
    static const ColorRole grounds[] = {COLOR_GRASS, COLOR_CASTLE, COLOR_RIVER, COLOR_ISLAND};
    static const ColorRole others[] = {COLOR_GRASS_OTHER, COLOR_CASTLE_OTHER, COLOR_RIVER_OTHER,
                                       COLOR_ISLAND_OTHER};
    theme = THEME_COLORBLIND;
    for (int rgb = 0; rgb < 2; rgb++)
        for (int kind = 0; kind < 2; kind++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < i; j++) {
                    is_rgb = rgb;
                    assert_true(difference(grounds[i], grounds[j], kind) > 0.1);
                    assert_true(difference(others[i], others[j], kind) > 0.1);
                }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contrast_follows_its_definition),
        cmocka_unit_test(the_palette_is_that_of_xterm),
        cmocka_unit_test(eight_colors_are_readable),
        cmocka_unit_test(themes_have_their_names),
        cmocka_unit_test(themes_use_only_fixed_colors),
        cmocka_unit_test(pieces_contrast_with_squares_and_plates),
        cmocka_unit_test(marks_contrast_with_the_squares),
        cmocka_unit_test(text_contrasts_with_its_background),
        cmocka_unit_test(kinds_of_squares_differ),
        cmocka_unit_test(grass_frames_the_colour_of_pieces),
        cmocka_unit_test(few_colors_follow_24_bits),
        cmocka_unit_test(the_chequer_is_quiet),
        cmocka_unit_test(the_board_of_the_dark_and_light_themes_is_the_same),
        cmocka_unit_test(color_blindness_keeps_kinds_of_squares_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
