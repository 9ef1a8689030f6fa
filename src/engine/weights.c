#include <config.h>

#include "engine/weights.h"

/* Chosen by hand, from what the pieces attack on an empty board and from the values that players
 * and earlier programs give them. */
const Weights weights = {
    .material =
        {
            [PAWNS_CONGO] =
                {
                    [LION] = 0,
                    [ZEBRA] = 300,
                    [ELEPHANT] = 400,
                    [GIRAFFE] = 350,
                    [CROCODILE] = 450,
                    [MONKEY] = 700,
                    [PAWN] = 100,
                    [SUPERPAWN] = 280,
                    [ELEPHANTE] = 400,
                },
            [PAWNS_MEGA] =
                {
                    [LION] = 0,
                    [ZEBRA] = 300,
                    [ELEPHANT] = 380,
                    [GIRAFFE] = 350,
                    [CROCODILE] = 450,
                    [MONKEY] = 700,
                    [PAWN] = 110,
                    [SUPERPAWN] = 1000,
                    [ELEPHANTE] = 400,
                },
        },
    .rank =
        {
            [LION] = {10, 5, 0},
            [ZEBRA] = {-20, 0, 5, -10, 10, 15, 5},
            [ELEPHANT] = {-10, 0, 5, 0, 10, 10, 5},
            [GIRAFFE] = {-15, 0, 5, -5, 10, 10, 5},
            [CROCODILE] = {-15, -5, 5, 15, 15, 5, 0},
            [MONKEY] = {-10, 0, 0, -15, 5, 10, 0},
            [PAWN] = {0, 0, 5, 5, 30, 80, 0},
            [SUPERPAWN] = {0, 5, 10, 10, 15, 15, 10},
            [ELEPHANTE] = {-10, 0, 5, 0, 10, 10, 5},
        },
    .file =
        {
            [LION] = {0, 5},
            [ZEBRA] = {10, 8, 3, -10},
            [ELEPHANT] = {8, 6, 3, 0},
            [GIRAFFE] = {8, 6, 3, -5},
            [CROCODILE] = {8, 6, 2, 0},
            [MONKEY] = {8, 6, 3, -10},
            [PAWN] = {5, 4, 2, 0},
            [SUPERPAWN] = {6, 4, 2, 0},
            [ELEPHANTE] = {8, 6, 3, 0},
        },
    .mobility =
        {
            [ZEBRA] = 4,
            [ELEPHANT] = 4,
            [GIRAFFE] = 3,
            [CROCODILE] = 4,
            [MONKEY] = 10,
            [PAWN] = 2,
            [SUPERPAWN] = 3,
            [ELEPHANTE] = 3,
        },
    .lion_zone =
        {
            [ZEBRA] = 8,
            [ELEPHANT] = 8,
            [GIRAFFE] = 7,
            [CROCODILE] = 8,
            [MONKEY] = 12,
            [PAWN] = 6,
            [SUPERPAWN] = 7,
            [ELEPHANTE] = 8,
        },
    .river = 15,
    .turn = 10,
};
