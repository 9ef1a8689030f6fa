#include <config.h>

#include "rules/piece.h"

#include <stddef.h>

static const struct {
    const char *name[2]; /* by PawnFamily */
    char letter[2];
} types[PIECE_TYPE_COUNT] = {
    [LION] = {{"lion", "lion"}, {'L', 'L'}},
    [ZEBRA] = {{"zebra", "zebra"}, {'Z', 'Z'}},
    [ELEPHANT] = {{"elephant", "elephant"}, {'E', 'E'}},
    [GIRAFFE] = {{"giraffe", "giraffe"}, {'G', 'G'}},
    [CROCODILE] = {{"crocodile", "crocodile"}, {'C', 'C'}},
    [MONKEY] = {{"monkey", "monkey"}, {'M', 'M'}},
    [PAWN] = {{"pawn", "pawn"}, {'P', 'P'}},
    [SUPERPAWN] = {{"superpawn", "megapawn"}, {'S', 'Q'}},
    [ELEPHANTE] = {{"elephante", "elephante"}, {'T', 'T'}},
};

const char *color_name(Color color) {
    return color == WHITE ? "White" : "Black";
}

const char *color_word(Color color) {
    return color == WHITE ? "white" : "black";
}

char piece_type_letter(PieceType type, PawnFamily family) {
    return types[type].letter[family];
}

char piece_letter(Color color, PieceType type, PawnFamily family) {
    char letter = piece_type_letter(type, family);
    return color == WHITE ? letter : (char)(letter - 'A' + 'a');
}

PieceType piece_type_from_letter(char letter, PawnFamily family) {
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (types[type].letter[family] == letter)
            return (PieceType)type;
    return PIECE_NONE;
}

const char *piece_type_name(PieceType type, PawnFamily family) {
    return types[type].name[family];
}

const char *piece_type_emoji(PieceType type) {
    static const char *const emoji[PIECE_TYPE_COUNT] = {
        [LION] = "🦁", [ZEBRA] = "🦓",  [ELEPHANT] = "🐘", [GIRAFFE] = "🦒", [CROCODILE] = "🐊",
        [MONKEY] = "🐒",  [ELEPHANTE] = "🐘", [PAWN] = "👤",     [SUPERPAWN] = "👥"};
    return emoji[type];
}
