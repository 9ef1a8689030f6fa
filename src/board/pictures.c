#include <config.h>

#include "board/pictures.h"

#include <stddef.h>
#include <string.h>

/* A megapawn is a superpawn with a picture of its own. */
enum { MEGAPAWN = PIECE_TYPE_COUNT, PICTURE_COUNT };

static const char letter_order[] = "LZEGCMPSQTlzegcmpsqt";
enum { LETTER_COUNT = sizeof letter_order - 1 };

/* Made from animals.txt, letters.txt and silhouettes.txt. */
#include "board/pictures_data.h"

static int picture_of(PieceType type, PawnFamily family) {
    return type == SUPERPAWN && family == PAWNS_MEGA ? MEGAPAWN : (int)type;
}

Picture picture_animal(PieceType type, PawnFamily family, int size) {
    int id = picture_of(type, family);
    if (size >= 20)
        return (Picture){pictures_20[id], 20, 20};
    if (size >= 16)
        return (Picture){pictures_16[id], 16, 16};
    if (size >= 12)
        return (Picture){pictures_12[id], 12, 12};
    return (Picture){pictures_8[id], 8, 8};
}

Picture picture_silhouette(PieceType type, PawnFamily family, int columns, int rows) {
    int id = picture_of(type, family);
    const Picture sizes[] = {
        {silhouettes_48x24[id], 48, 24}, {silhouettes_36x18[id], 36, 18},
        {silhouettes_28x14[id], 28, 14}, {silhouettes_20x10[id], 20, 10},
        {silhouettes_16x8[id], 16, 8},   {silhouettes_12x6[id], 12, 6},
    };
    size_t count = sizeof sizes / sizeof sizes[0];
    for (size_t i = 0; i < count; i++)
        if (sizes[i].width <= 2 * columns && sizes[i].height <= 2 * rows)
            return sizes[i];
    return (Picture){NULL, 0, 0};
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

/* Leaves out the first row if it is empty, else the last but one, which repeats another. */
Picture picture_low_letter(char letter) {
    static const char *rows[SMALL_LETTER_HEIGHT - 1];
    Picture picture = picture_small_letter(letter);
    int left_out = strchr(picture.rows[0], '#') == NULL ? 0 : SMALL_LETTER_HEIGHT - 2;
    for (int i = 0; i < SMALL_LETTER_HEIGHT - 1; i++)
        rows[i] = picture.rows[i < left_out ? i : i + 1];
    return (Picture){rows, picture.width, SMALL_LETTER_HEIGHT - 1};
}
