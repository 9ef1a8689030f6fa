#include <config.h>

#include "rules/piece.h"

#include <stddef.h>

static const struct {
    const char *name[2]; /* by PawnFamily */
    char letter[2];
} kinds[KIND_COUNT] = {
    [LION] = {{"lion", "lion"}, {'L', 'L'}},
    [ZEBRA] = {{"zebra", "zebra"}, {'Z', 'Z'}},
    [ELEPHANT] = {{"elephant", "elephant"}, {'E', 'E'}},
    [GIRAFFE] = {{"giraffe", "giraffe"}, {'G', 'G'}},
    [CROCODILE] = {{"crocodile", "crocodile"}, {'C', 'C'}},
    [MONKEY] = {{"monkey", "monkey"}, {'M', 'M'}},
    [PAWN] = {{"pawn", "mPawn"}, {'P', 'P'}},
    [SUPERPAWN] = {{"superpawn", "megapawn"}, {'S', 'Q'}},
    [ELEPHANTE] = {{"elephante", "elephante"}, {'T', 'T'}},
};

const char *color_name(Color color) {
    return color == WHITE ? "White" : "Black";
}

const char *color_word(Color color) {
    return color == WHITE ? "white" : "black";
}

char kind_letter(Kind kind, PawnFamily family) {
    return kinds[kind].letter[family];
}

char piece_letter(Color color, Kind kind, PawnFamily family) {
    char letter = kind_letter(kind, family);
    return color == WHITE ? letter : (char)(letter - 'A' + 'a');
}

Kind kind_from_letter(char letter, PawnFamily family) {
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (kinds[kind].letter[family] == letter)
            return (Kind)kind;
    return KIND_NONE;
}

const char *kind_name(Kind kind, PawnFamily family) {
    return kinds[kind].name[family];
}
