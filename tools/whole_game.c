#include <config.h>

#include "tools/whole_game.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"

enum {
    CHOICE_DEPTH = 8,
    CHOICE_MOVES = 4,
    CHOICE_MARGIN = 16, /* of the score behind the best move, divided by the number of the move */
    CACHE_SIZE = 1 << 16
};

/* The best moves of a position, all searched to the same depth. */
typedef struct Choice {
    uint64_t key;
    uint64_t nodes; /* searched; 0: an empty place of the cache */
    int count;
    Move moves[CHOICE_MOVES];
    Score scores[CHOICE_MOVES];
} Choice;

struct WholeGames {
    const Variant *variant;
    uint64_t nodes, seed;
    pthread_mutex_t lock; /* guards the cache */
    Choice cache[CACHE_SIZE];
};

WholeGames *whole_games_create(const Variant *variant, uint64_t nodes, uint64_t seed) {
    WholeGames *games = memory_allocate(sizeof *games);
    games->variant = variant;
    games->nodes = nodes;
    games->seed = seed;
    pthread_mutex_init(&games->lock, NULL);
    return games;
}

void whole_games_free(WholeGames *games) {
    free(games);
}

/* ---- choices ---- */

/* The engine is cleared and told of no earlier position, so that the choice depends on the position
 * only. */
static bool search_choice(Engine *engine, const Position *position, Choice *choice) {
    SearchInfo info;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = position,
        .position_count = 1,
        .limits = {.depth = CHOICE_DEPTH},
        .level = LEVEL_MAX,
        .multipv = CHOICE_MOVES,
    };
    engine_new_game(engine);
    if (!engine_search(engine, &request, NULL, &info, NULL) || !info.has_move)
        return false;
    *choice = (Choice){.key = position->key, .nodes = info.nodes, .count = info.line_count};
    for (int i = 0; i < choice->count; i++) {
        choice->moves[i] = info.lines[i].pv[0];
        choice->scores[i] = info.lines[i].score;
    }
    return true;
}

/* Looks the choice up or searches for it. */
static bool find_choice(WholeGames *games, Engine *engine, const Position *position, Choice *choice,
                        uint64_t *searched) {
    Choice *cached = &games->cache[position->key % CACHE_SIZE];
    pthread_mutex_lock(&games->lock);
    *choice = *cached;
    pthread_mutex_unlock(&games->lock);
    if (choice->nodes > 0 && choice->key == position->key)
        return true;
    if (!search_choice(engine, position, choice))
        return false;
    *searched += choice->nodes;
    pthread_mutex_lock(&games->lock);
    *cached = *choice;
    pthread_mutex_unlock(&games->lock);
    return true;
}

/* Draws a move that repetition does not forbid; its weight is the square of its distance from the
 * margin, which shrinks so that many games share a line. Returns MOVE_NONE if there is none. */
static Move draw_move(const Choice *choice, const Record *record, uint64_t *random) {
    uint64_t weights[CHOICE_MOVES] = {0}, sum = 0;
    Score margin = CHOICE_MARGIN / (Score)record_move_number(record, record->current);
    for (int i = 0; i < choice->count; i++) {
        Score distance = choice->scores[i] - choice->scores[0] + margin;
        if (distance > 0 && !record_repetition_forbids(record, choice->moves[i]))
            weights[i] = (uint64_t)distance * (uint64_t)distance;
        sum += weights[i];
    }
    if (sum == 0)
        return MOVE_NONE;
    size_t rest = random_below(random, sum);
    int drawn = 0;
    for (; rest >= weights[drawn]; drawn++)
        rest -= weights[drawn];
    return choice->moves[drawn];
}

/* ---- games ---- */

/* Returns the next move, or MOVE_NONE if a search could not be started. After the choices, the
 * nodes vary: games with the same first moves would else be the same, and prove no more than one.
 */
static Move next_move(WholeGames *games, Engine *engine, const Record *record, uint64_t *random,
                      uint64_t *searched) {
    SearchInfo info;
    if (record->current < WHOLE_GAME_CHOICE_PLIES) {
        Choice choice;
        if (!find_choice(games, engine, record_position(record), &choice, searched))
            return MOVE_NONE;
        Move move = draw_move(&choice, record, random);
        if (!move_is_none(move))
            return move;
    }
    if (record->current <= WHOLE_GAME_CHOICE_PLIES)
        engine_new_game(engine);
    uint64_t nodes = 1 + games->nodes / 2 + random_below(random, games->nodes);
    if (!playout_search(engine, record->positions, record->current + 1, nodes, &info))
        return MOVE_NONE;
    *searched += info.nodes;
    return info.lines[0].pv[0];
}

Record *whole_games_play(WholeGames *games, Engine *engine, uint32_t number,
                         const atomic_bool *stop, Playout *playout) {
    uint64_t random = playout_random(games->seed, number);
    Position start;
    position_start(&start, games->variant);
    Record *record = record_create(&start);
    *playout = (Playout){.variant = games->variant->name};
    while (!record_is_over(record) && record->current < WHOLE_GAME_PLIES_MAX)
        if (atomic_load(stop) ||
            !record_play(record, next_move(games, engine, record, &random, &playout->nodes), -1, -1,
                         NULL)) {
            record_free(record);
            return NULL;
        }
    if (!record_is_over(record))
        record_declare(record, (Outcome){RESULT_DRAW, REASON_AGREED}, NULL);
    playout->result = record_outcome(record).result;
    playout->plies = (int)record->count;
    return record;
}
