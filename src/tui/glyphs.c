#include <config.h>

#include "tui/glyphs.h"

#include <string.h>

#include "tui/pictures.h"

/* In the order of the pictures of letters. */
static const char letter_order[] = "LZEGCMPSQTlzegcmpsqt";

const char *glyph_animal(PieceType kind) {
    static const char *const animals[PIECE_TYPE_COUNT] = {
        [LION] = "🦁", [ZEBRA] = "🦓",  [ELEPHANT] = "🐘", [GIRAFFE] = "🦒", [CROCODILE] = "🐊",
        [MONKEY] = "🐒",  [ELEPHANTE] = "🐘", [PAWN] = "👤",     [SUPERPAWN] = "👥"};
    return animals[kind];
}

Picture glyph_picture(PieceType kind, PawnFamily family, int size) {
    static const Art arts[PIECE_TYPE_COUNT] = {
        [LION] = ART_LION,           [ZEBRA] = ART_ZEBRA,         [ELEPHANT] = ART_ELEPHANT,
        [GIRAFFE] = ART_GIRAFFE,     [CROCODILE] = ART_CROCODILE, [MONKEY] = ART_MONKEY,
        [ELEPHANTE] = ART_ELEPHANTE, [PAWN] = ART_PAWN,           [SUPERPAWN] = ART_SUPERPAWN};
    Art art = kind == SUPERPAWN && family == PAWNS_MEGA ? ART_MEGAPAWN : arts[kind];
    return (Picture){size, size == PICTURE_LARGE ? pictures_large[art] : pictures_small[art]};
}

Picture glyph_big_letter(char letter, int size) {
    int place = (int)(strchr(letter_order, letter) - letter_order);
    return (Picture){size, size == LETTER_LARGE ? letters_large[place] : letters_small[place]};
}
