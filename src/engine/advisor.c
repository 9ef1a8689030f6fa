#include <config.h>

#include "engine/advisor.h"

#include <string.h>

#include "base/random.h"
#include "engine/search.h"

static const char *const names[] = {
    [ADVISOR_RANDOM] = "random", [ADVISOR_NEGAMAX] = "negamax", [ADVISOR_GREEDY] = "greedy", NULL};

/* Values for the greedy advisor, a yardstick that must not change. */
static const int piece_values[][PIECE_TYPE_COUNT] = {
    [PAWNS_CONGO] = {[LION] = 100,
                     [MONKEY] = 7,
                     [CROCODILE] = 5,
                     [ELEPHANT] = 4,
                     [GIRAFFE] = 4,
                     [ELEPHANTE] = 4,
                     [ZEBRA] = 3,
                     [SUPERPAWN] = 3,
                     [PAWN] = 1},
    [PAWNS_MEGA] = {[LION] = 100,
                    [SUPERPAWN] = 10,
                    [MONKEY] = 7,
                    [CROCODILE] = 5,
                    [ELEPHANT] = 4,
                    [GIRAFFE] = 4,
                    [ELEPHANTE] = 4,
                    [ZEBRA] = 3,
                    [PAWN] = 1},
};

const char *advisor_name(AdvisorKind kind) {
    return names[kind];
}

bool advisor_find(const char *name, AdvisorKind *kind) {
    for (int i = 0; names[i]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *kind = (AdvisorKind)i;
            return true;
        }
    }
    return false;
}

static int captured_value(const Position *position, Move move) {
    int value = 0;
    for (Bitboard taken = position_captured(position, move); taken; taken &= taken - 1)
        value += piece_values[position->variant->pawns]
                             [position_piece_at(position, bitboard_first(taken))];
    return value;
}

/* Ties are broken at random by reservoir sampling, so that equal moves are equally likely. */
static const RootMove *choose_greedy(const Search *search, uint64_t seed) {
    const RootMove *choice = NULL;
    int best = -1;
    size_t equals = 0;
    for (size_t i = 0; i < search->move_count; i++) {
        int gain = captured_value(&search->root, search->moves[i].move);
        if (gain < best)
            continue;
        equals = gain > best ? 1 : equals + 1;
        best = gain;
        if (random_below(&seed, equals) == 0)
            choice = &search->moves[i];
    }
    return choice;
}

const RootMove *advisor_choose(AdvisorKind kind, const Search *search, uint64_t seed) {
    seed ^= search->root.key;
    return kind == ADVISOR_GREEDY ? choose_greedy(search, seed)
                                  : &search->moves[random_below(&seed, search->move_count)];
}
