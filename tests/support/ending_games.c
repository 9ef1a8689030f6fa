#include <config.h>

#include "ending_games.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/random.h"
#include "endings/ending_table.h"
#include "endings/endings.h"

/* ---- positions ---- */

Endings *ending_tables(const Variant *variant, int men) {
    const char *folder = getenv("CONGO_ENDINGS");
    Error error = {0};
    Endings *endings = endings_open(&folder, 1, variant, &error);
    if (error.code != ERROR_NONE)
        fprintf(stderr, "%s\n", error.text);
    if (endings_men(endings) >= men)
        return endings;
    endings_close(endings);
    return NULL;
}

/* Sets up one of the positions of a class. Returns false if there is none with this number. */
static bool choose_position(const Variant *variant, const EndingClass *class, uint64_t *random,
                            Position *position) {
    EndingRules rules;
    EndingIndex index;
    Color side = (Color)random_below(random, COLOR_COUNT);
    ending_rules_of(variant, &rules);
    ending_index_init(&index, class, &rules);
    return ending_index_position(&index, (uint32_t)random_below(random, index.size), side, variant,
                                 position) > 0 &&
           position_outcome(position).result == RESULT_OPEN && !position_can_capture_lion(position);
}

Position ending_random(const Variant *variant, int men, uint64_t *random) {
    static EndingClass classes[ENDING_CLASSES_MAX];
    Position position;
    size_t count = ending_class_list(variant, men, classes);
    const EndingClass *class = &classes[random_below(random, count)];
    while (!choose_position(variant, class, random, &position))
        continue;
    return position;
}

/* ---- what a side is sure of ---- */

/* Not exact: a win may be certain though some position has come up twice. */
static bool is_certain(const Record *record, EndingValue value) {
    const Position *position = record_position(record);
    int limit = position->variant->quiet_plies;
    for (size_t ply = 0; ply <= record->current; ply++)
        if (record_occurrences(record, ply) > 1)
            return false;
    return limit == 0 || position->quiet + value.plies <= limit;
}

/* Returns the half points that a side is sure of by the tables: in the position after a game's
 * current ply, with its quiet plies and repetitions. */
static int ending_points(const Endings *endings, const Record *record, Color side) {
    const Position *position = record_position(record);
    EndingValue value;
    if (!endings_probe(endings, position, &value))
        return ENDING_LOST_POINTS;
    int result = position_side(position) == side ? (int)value.result : -(int)value.result;
    return result > 0 && is_certain(record, value) ? ENDING_WON_POINTS
           : result >= 0                           ? ENDING_DRAWN_POINTS
                                                   : ENDING_LOST_POINTS;
}

/* ---- games ---- */

static void fail(const Error *error) {
    fprintf(stderr, "%s\n", error->text);
    exit(EXIT_FAILURE);
}

SearchInfo ending_search(Engine *engine, const Record *record, SearchLimits limits) {
    Error error = {0};
    SearchInfo info;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = record->positions,
        .position_count = record->current + 1,
        .limits = limits,
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    if (!engine_search(engine, &request, NULL, &info, &error))
        fail(&error);
    return info;
}

static Move best_move(const Endings *endings, const Record *record, uint64_t *random) {
    EndingMoves list;
    size_t equal = 0;
    if (!ending_moves_list(endings, record_position(record), &list)) {
        fprintf(stderr, "an ending is not solved\n");
        exit(EXIT_FAILURE);
    }
    const int best = ending_value_rank(list.moves[0].value);
    while (equal < list.count && ending_value_rank(list.moves[equal].value) == best)
        equal++;
    Move move = list.moves[random_below(random, equal)].move;
    ending_moves_free(&list);
    return move;
}

EndingGame ending_play(const Endings *endings, Record *record,
                       const EndingPlayer players[COLOR_COUNT], uint64_t *random) {
    EndingGame game = {.plies = 0};
    Error error = {0};
    while (!record_is_over(record)) {
        const Color side = position_side(record_position(record));
        const EndingPlayer *player = &players[side];
        game.sure[side] = max_int(game.sure[side], ending_points(endings, record, side));
        Move move = player->engine
                        ? ending_search(player->engine, record, player->limits).lines[0].pv[0]
                        : best_move(endings, record, random);
        if (!record_play(record, move, -1, -1, &error))
            fail(&error);
        game.plies++;
    }
    Result result = record_outcome(record).result;
    game.points = result == RESULT_WHITE   ? ENDING_WON_POINTS
                  : result == RESULT_BLACK ? ENDING_LOST_POINTS
                                           : ENDING_DRAWN_POINTS;
    return game;
}
