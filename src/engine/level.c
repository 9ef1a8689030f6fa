#include <config.h>

#include "engine/level.h"

#include "engine/random.h"
#include "engine/score.h"

static const Level levels[LEVEL_MAX] = {
    {.depth = 1, .nodes = 3000, .lines = 6, .permill = 800, .cost = 400},
    {.depth = 1, .nodes = 3000, .lines = 5, .permill = 500, .cost = 200},
    {.depth = 2, .nodes = 6000, .lines = 5, .permill = 450, .cost = 150},
    {.depth = 3, .nodes = 15000, .lines = 4, .permill = 400, .cost = 120},
    {.depth = 4, .nodes = 40000, .lines = 4, .permill = 350, .cost = 100},
    {.depth = 5, .nodes = 100000, .lines = 3, .permill = 250, .cost = 70},
    {.depth = 6, .nodes = 250000, .lines = 3, .permill = 150, .cost = 50},
    {.depth = 7, .nodes = 600000, .lines = 2, .permill = 80, .cost = 30},
    {.depth = 9, .nodes = 1500000, .lines = 1, .permill = 0, .cost = 0},
    {.depth = 0, .nodes = 0, .lines = 1, .permill = 0, .cost = 0},
};

const Level *level_find(int level) {
    return &levels[level - LEVEL_MIN];
}

int level_choose(const Level *level, const SearchLine *lines, int count, uint64_t seed) {
    Score best = lines[0].score;
    int choices = 1;
    while (choices < count && choices < level->lines && !score_is_decided(best) &&
           !score_is_decided(lines[choices].score) && best - lines[choices].score <= level->cost)
        choices++;
    if (choices == 1 || (int)random_below(&seed, 1000) >= level->permill)
        return 0;
    return 1 + (int)random_below(&seed, (uint64_t)choices - 1);
}
