#include <config.h>

#include "tools/playout.h"

#include "base/random.h"
#include "engine/score.h"
#include "rules/movegen.h"
#include "rules/record.h"
#include "tools/opening.h"
#include "tools/sample.h"

enum {
    OPENING_SCORE_MAX = 400,   /* beyond it the game is as good as decided */
    OPENING_NODES_DIVISOR = 4, /* share of a move's nodes that judges an opening */
    WON_SCORE = 1500,
    WON_PLIES = 4, /* with such a score before the game counts as won */
    FIRST_PLY = 4  /* of a sample; earlier plies react to the random opening */
};

typedef struct PlayoutState {
    Engine *const *engines;
    Record *record;
    Sample samples[PLAYOUT_PLIES_MAX]; /* quiet positions so far, without the result */
    size_t sample_count;
    int won_plies; /* plies with a winning score; negative: for Black */
    uint64_t nodes;
    Result result;
} PlayoutState;

static Score score_for_white(const Position *position, Score score) {
    return position_side(position) == WHITE ? score : -score;
}

bool playout_search(Engine *engine, const Position *positions, size_t count, uint64_t nodes,
                    SearchInfo *info) {
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = positions,
        .position_count = count,
        .limits = {.nodes = nodes},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    return engine_search(engine, &request, NULL, info, NULL) && info->has_move;
}

/* ---- the opening ---- */

uint64_t playout_random(uint64_t seed, uint32_t game) {
    uint64_t random = game;
    return random_next(&random) ^ seed;
}

bool playout_find_opening(Engine *engine, uint64_t nodes, uint64_t *random, const atomic_bool *stop,
                          Position *position) {
    while (!atomic_load(stop)) {
        SearchInfo info;
        opening_random(random, position);
        engine_new_game(engine);
        if (!playout_search(engine, position, 1, 1 + nodes / OPENING_NODES_DIVISOR, &info))
            return false;
        Score score = info.lines[0].score;
        if (score >= -OPENING_SCORE_MAX && score <= OPENING_SCORE_MAX)
            return true;
    }
    return false;
}

/* ---- samples ---- */

/* Only quiet positions are learned from: the search resolves the others before it evaluates. */
static void maybe_add_sample(PlayoutState *play, const Position *position, const SearchLine *line) {
    if (play->record->current >= FIRST_PLY && !score_is_decided(line->score) &&
        move_is_quiet(position, line->pv[0]) &&
        !position_attacks_lion(position, color_other(position_side(position))))
        play->samples[play->sample_count++] = (Sample){
            .position = *position,
            .score = score_for_white(position, line->score),
        };
}

static void write_samples(PlayoutState *play, Buffer *samples) {
    for (size_t i = 0; i < play->sample_count; i++) {
        uint8_t bytes[SAMPLE_SIZE];
        play->samples[i].result = play->result;
        sample_pack(&play->samples[i], bytes);
        buffer_add(samples, (const char *)bytes, sizeof bytes);
    }
}

/* ---- the game ---- */

/* Returns the result that the score predicts, or RESULT_OPEN. */
static Result predict_result(PlayoutState *play, Score white_score) {
    if (score_is_decided(white_score))
        return white_score > 0 ? RESULT_WHITE : RESULT_BLACK;
    if (white_score > WON_SCORE)
        play->won_plies = play->won_plies > 0 ? play->won_plies + 1 : 1;
    else if (white_score < -WON_SCORE)
        play->won_plies = play->won_plies < 0 ? play->won_plies - 1 : -1;
    else
        play->won_plies = 0;
    if (play->won_plies >= WON_PLIES)
        return RESULT_WHITE;
    return play->won_plies <= -WON_PLIES ? RESULT_BLACK : RESULT_OPEN;
}

/* Plays one move. Returns false if the search failed. */
static bool play_move(PlayoutState *play, uint64_t nodes) {
    Record *record = play->record;
    const Position *position = record_position(record);
    SearchInfo info;
    if (!playout_search(play->engines[position_side(position)], record->positions,
                        record->current + 1, nodes, &info))
        return false;
    const SearchLine *line = &info.lines[0];
    play->nodes += info.nodes;
    maybe_add_sample(play, position, line);
    play->result = predict_result(play, score_for_white(position, line->score));
    if (play->result != RESULT_OPEN)
        return true;
    if (!record_play(record, line->pv[0], -1, -1, NULL))
        return false;
    play->result = record_outcome(record).result;
    if (play->result == RESULT_OPEN && record->current == PLAYOUT_PLIES_MAX)
        play->result = RESULT_DRAW;
    return true;
}

bool playout_play(Engine *const engines[COLOR_COUNT], const Position *opening, uint64_t nodes,
                  const atomic_bool *stop, Playout *playout, Buffer *samples) {
    PlayoutState play = {.engines = engines, .record = record_create(opening)};
    bool playing = true;
    for (int color = 0; color < COLOR_COUNT; color++)
        engine_new_game(engines[color]);
    while (playing && play.result == RESULT_OPEN)
        playing = !atomic_load(stop) && play_move(&play, nodes);
    if (playing) {
        *playout = (Playout){
            .variant = opening->variant->name,
            .result = play.result,
            .plies = (int)play.record->current,
            .nodes = play.nodes,
            .samples = play.sample_count,
        };
        if (samples)
            write_samples(&play, samples);
    }
    record_free(play.record);
    return playing;
}
