#include <config.h>

#include "tui/words/about.h"

#include <stddef.h>

/* By type; `mega` is for the mega pawn family if it has another piece of that type. */
static const struct {
    const char *text, *mega;
} about_pieces[PIECE_TYPE_COUNT] = {
    [LION] = {"Lion: one step in any direction, inside its castle. Lose it and the game is lost.",
              NULL},
    [ZEBRA] = {"Zebra: two squares straight and one to the side, over anything.", NULL},
    [ELEPHANT] = {"Elephant: one or two squares straight; the longer move leaps over anything.",
                  NULL},
    [GIRAFFE] = {"Giraffe: leaps exactly two squares in any direction. It may also make a single "
                 "step, which takes nothing.",
                 NULL},
    [CROCODILE] = {"Crocodile: one step in any direction; slides straight to the river, and along "
                   "it. It never drowns.",
                   NULL},
    [MONKEY] = {"Monkey: one step in any direction. It takes a neighbour by jumping over it, and "
                "may jump on from there.",
                NULL},
    [PAWN] = {"Pawn: one step forward, straight or diagonally. Beyond the river it may also go "
              "straight back, one or two squares.",
              "Pawn: one step forward, straight or diagonally. Beyond the river also one step "
              "sideways."},
    [SUPERPAWN] = {"Superpawn: one step forward or sideways, or one or two squares back, where it "
                   "takes nothing.",
                   "Megapawn: moves or leaps to any square at most two squares away."},
    [ELEPHANTE] = {"Elephante: as far forward as the way is free, one or two squares sideways, one "
                   "back.",
                   NULL},
};

const char *about_square(const Position *position, Square square) {
    const Variant *variant = position->variant;
    PieceType type = position_piece_at(position, square);
    if (type != PIECE_NONE && variant->pawns == PAWNS_MEGA && about_pieces[type].mega != NULL)
        return about_pieces[type].mega;
    if (type != PIECE_NONE)
        return about_pieces[type].text;
    if (bitboard_has(variant->islands, square))
        return "An island in the river: nothing drowns here.";
    if (bitboard_has(RIVER_MASK, square))
        return "The river: a piece that ends two of its side's turns in a row here drowns. A "
               "crocodile does not.";
    if (bitboard_has(WHITE_CASTLE | BLACK_CASTLE, square))
        return "A castle: the lion inside never leaves it. All other pieces come and go.";
    return "";
}
