#include <config.h>

#include "match/match_opening.h"

#include <stdlib.h>

#include "base/random.h"

enum { TRIES_MAX = 2000 };

/* Clears the engine first, so that the score depends on the position only. */
static bool is_balanced(Engine *engine, const MatchSetup *setup, const Record *game) {
    SearchInfo info;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = game->positions,
        .position_count = game->count + 1,
        .limits = {.nodes = (uint64_t)setup->opening_nodes},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    engine_new_game(engine);
    return engine_search(engine, &request, NULL, &info, NULL) && info.line_count > 0 &&
           abs(info.lines[0].score) <= setup->opening_score;
}

Record *match_opening_find(Engine *engine, const MatchSetup *setup, int pair, Error *error) {
    const Variant *variant = &setup->variants[pair % setup->variant_count].rules;
    uint64_t random = setup->seed;
    random = random_next(&random) + (uint64_t)pair;
    random = random_next(&random);
    Position start;
    position_start(&start, variant);
    for (int i = 0; i < TRIES_MAX; i++) {
        Record *game = record_create(&start);
        if (record_play_random(game, setup->opening_plies, &random) &&
            (setup->opening_plies == 0 || is_balanced(engine, setup, game)))
            return game;
        record_free(game);
    }
    error_set(error, ERROR_RANGE,
              "%s: none of %d random openings was balanced: use a larger --opening-score",
              variant->name, TRIES_MAX);
    return NULL;
}
