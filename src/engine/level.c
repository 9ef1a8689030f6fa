#include <config.h>

#include "engine/level.h"

#include "engine/random.h"
#include "engine/score.h"

static const Level levels[LEVEL_MAX] = {
    {.depth = 1, .nodes = 300, .lines = 5, .permill = 650, .cost = 250},
    {.depth = 1, .nodes = 600, .lines = 5, .permill = 500, .cost = 180},
    {.depth = 2, .nodes = 1500, .lines = 4, .permill = 420, .cost = 140},
    {.depth = 3, .nodes = 4000, .lines = 4, .permill = 350, .cost = 110},
    {.depth = 3, .nodes = 10000, .lines = 3, .permill = 250, .cost = 80},
    {.depth = 4, .nodes = 25000, .lines = 3, .permill = 180, .cost = 60},
    {.depth = 5, .nodes = 70000, .lines = 3, .permill = 120, .cost = 40},
    {.depth = 6, .nodes = 200000, .lines = 2, .permill = 70, .cost = 30},
    {.depth = 8, .nodes = 800000, .lines = 1, .permill = 0, .cost = 0},
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
