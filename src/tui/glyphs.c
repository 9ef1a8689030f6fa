#include <config.h>

#include "tui/glyphs.h"

#include <string.h>

#include "tui/pictures.h"

/* In the order of the pictures of letters. */
static const char letter_order[] = "LZEGCMPSQTlzegcmpsqt";

const char *glyphs_emoji(PieceType kind) {
    static const char *const animals[PIECE_TYPE_COUNT] = {
        [LION] = "🦁", [ZEBRA] = "🦓",  [ELEPHANT] = "🐘", [GIRAFFE] = "🦒", [CROCODILE] = "🐊",
        [MONKEY] = "🐒",  [ELEPHANTE] = "🐘", [PAWN] = "👤",     [SUPERPAWN] = "👥"};
    return animals[kind];
}

Picture glyphs_picture(PieceType kind, PawnFamily family, int size) {
    static const PictureId picture_ids[PIECE_TYPE_COUNT] = {
        [LION] = PICTURE_LION,           [ZEBRA] = PICTURE_ZEBRA,
        [ELEPHANT] = PICTURE_ELEPHANT,   [GIRAFFE] = PICTURE_GIRAFFE,
        [CROCODILE] = PICTURE_CROCODILE, [MONKEY] = PICTURE_MONKEY,
        [ELEPHANTE] = PICTURE_ELEPHANTE, [PAWN] = PICTURE_PAWN,
        [SUPERPAWN] = PICTURE_SUPERPAWN};
    PictureId picture_id =
        kind == SUPERPAWN && family == PAWNS_MEGA ? PICTURE_MEGAPAWN : picture_ids[kind];
    return (Picture){size, size == PICTURE_LARGE ? pictures_large[picture_id]
                                                 : pictures_small[picture_id]};
}

Picture glyphs_letter_picture(char letter, int size) {
    int place = (int)(strchr(letter_order, letter) - letter_order);
    return (Picture){size, size == LETTER_LARGE ? letters_large[place] : letters_small[place]};
}
