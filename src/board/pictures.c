#include <config.h>

#include "board/pictures.h"

#include <stddef.h>
#include <string.h>

/* A megapawn is a superpawn with a picture of its own. */
enum { MEGAPAWN = PIECE_TYPE_COUNT, PICTURE_COUNT };

static const char letter_order[] = "LZEGCMPSQTlzegcmpsqt";
enum { LETTER_COUNT = sizeof letter_order - 1 };

/* Made from letters.txt and silhouettes.txt. */
#include "board/pictures_data.h"

/* Returns the first picture of a list that fits, the largest first. */
static Picture find_fitting(const Picture *sizes, size_t count, int width, int height) {
    for (size_t i = 0; i < count; i++)
        if (sizes[i].width <= width && sizes[i].height <= height)
            return sizes[i];
    return (Picture){NULL, 0, 0};
}

Picture picture_silhouette(PieceType type, PawnFamily family, int columns, int rows,
                           int cell_height) {
    int id = type == SUPERPAWN && family == PAWNS_MEGA ? MEGAPAWN : (int)type;
    const Picture quadrants[] = {
        {silhouettes_48x24[id], 48, 24}, {silhouettes_36x18[id], 36, 18},
        {silhouettes_28x14[id], 28, 14}, {silhouettes_20x10[id], 20, 10},
        {silhouettes_16x8[id], 16, 8},   {silhouettes_12x6[id], 12, 6},
    };
    const Picture octants[] = {{silhouettes_12x12[id], 12, 12}};
    const Picture sextants[] = {{silhouettes_16x12[id], 16, 12}, {silhouettes_12x9[id], 12, 9}};
    if (cell_height == 4)
        return find_fitting(octants, sizeof octants / sizeof octants[0], 2 * columns, 4 * rows);
    if (cell_height == 3)
        return find_fitting(sextants, sizeof sextants / sizeof sextants[0], 2 * columns, 3 * rows);
    return find_fitting(quadrants, sizeof quadrants / sizeof quadrants[0], 2 * columns, 2 * rows);
}

int picture_cell_height(int columns, int rows) {
    if (columns < 6 || rows < 3 || (columns >= 10 && rows >= 5))
        return 2;
    return columns >= 8 && rows >= 4 ? 3 : 4;
}

static size_t letter_place(char letter) {
    return (size_t)(strchr(letter_order, letter) - letter_order);
}

Picture picture_letter(char letter, int size) {
    size_t place = letter_place(letter);
    if (size >= 10)
        return (Picture){letters_10[place], 10, 10};
    if (size >= 8)
        return (Picture){letters_8[place], 8, 8};
    return (Picture){letters_6[place], 6, 6};
}

Picture picture_small_letter(char letter) {
    const char *const *rows = small_letters[letter_place(letter)];
    return (Picture){rows, (int)strlen(rows[0]), SMALL_LETTER_HEIGHT};
}
