#include <config.h>

#include "board/small_letters.h"

#include <string.h>

static const char letter_order[] = "LZEGCMPSQTlzegcmpsqt";

/* clang-format off */
static const char *const letters[sizeof letter_order - 1][SMALL_LETTER_HEIGHT] = {
    /* L */
    {"##....",
     "##....",
     "##....",
     "##....",
     "######"},
    /* Z */
    {"#######",
     "....##.",
     "..##...",
     "##.....",
     "#######"},
    /* E */
    {"######",
     "##....",
     "#####.",
     "##....",
     "######"},
    /* G */
    {".#####.",
     "##.....",
     "##..###",
     "##...##",
     ".#####."},
    /* C */
    {".######",
     "##.....",
     "##.....",
     "##.....",
     ".######"},
    /* M */
    {"##....##",
     "###..###",
     "########",
     "##.##.##",
     "##....##"},
    /* P */
    {"######.",
     "##...##",
     "######.",
     "##.....",
     "##....."},
    /* S */
    {".######",
     "##.....",
     ".#####.",
     ".....##",
     "######."},
    /* Q */
    {".#####.",
     "##...##",
     "##...##",
     "##..##.",
     ".###.##"},
    /* T */
    {"########",
     "...##...",
     "...##...",
     "...##...",
     "...##..."},
    /* l */
    {".####.",
     "...##.",
     "...##.",
     "...##.",
     ".#####"},
    /* z */
    {"......",
     "######",
     "...##.",
     ".##...",
     "######"},
    /* e */
    {"......",
     ".####.",
     "######",
     "##....",
     ".#####"},
    /* g */
    {".#####",
     "##..##",
     ".#####",
     "....##",
     "#####."},
    /* c */
    {"......",
     ".#####",
     "##....",
     "##....",
     ".#####"},
    /* m */
    {"........",
     "#######.",
     "##.##.##",
     "##.##.##",
     "##.##.##"},
    /* p */
    {"......",
     "#####.",
     "##..##",
     "#####.",
     "##...."},
    /* s */
    {"......",
     ".#####",
     "###...",
     "...###",
     "#####."},
    /* q */
    {"......",
     ".#####",
     "##..##",
     ".#####",
     "....##"},
    /* t */
    {"..##..",
     "######",
     "..##..",
     "..##..",
     "...###"},
};
/* clang-format on */

PixelArt small_letters_get(char letter) {
    const char *place = strchr(letter_order, letter);
    const char *const *rows = letters[place - letter_order];
    return (PixelArt){rows, (int)strlen(rows[0]), SMALL_LETTER_HEIGHT, 1, 1};
}

/* Leaves out the first row if it is empty, else the last but one, which repeats another. */
PixelArt small_letters_get_low(char letter) {
    static const char *rows[SMALL_LETTER_HEIGHT - 1];
    PixelArt art = small_letters_get(letter);
    int left_out = strchr(art.rows[0], '#') == NULL ? 0 : SMALL_LETTER_HEIGHT - 2;
    for (int i = 0; i < SMALL_LETTER_HEIGHT - 1; i++)
        rows[i] = art.rows[i < left_out ? i : i + 1];
    return (PixelArt){rows, art.width, SMALL_LETTER_HEIGHT - 1, 1, 1};
}
