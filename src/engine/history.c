#include <config.h>

#include "engine/history.h"

#include <stdlib.h>
#include <string.h>

enum {
    BONUS_MAX = 1600,
    CORRECTION_GRAIN = 128, /* parts of a hundredth of a pawn in which corrections are kept */
    CORRECTION_MAX = 120,   /* hundredths of a pawn */
    CORRECTION_WEIGHT = 256
};

/* ---- moves -------------------------------------------------------------- */

/* Moves towards the limit by a share of what is left, so that the newest lessons count most. */
static void learn(int16_t *cell, int bonus) {
    *cell = (int16_t)(*cell + bonus - *cell * abs(bonus) / HISTORY_MAX);
}

int history_bonus(int depth) {
    int bonus = 16 * depth * depth + 32 * depth;
    return bonus < BONUS_MAX ? bonus : BONUS_MAX;
}

Continuation *history_continuation(History *history, Color side, Move move) {
    if (move_is_none(move))
        return &history->continuation[side][LION][SQUARE_SPAN - 1]; /* a guard's square */
    return &history->continuation[side][move_kind(move)][move_to(move)];
}

int history_quiet_worth(const History *history, Color side, Move move, const Trail *trail) {
    Kind kind = move_kind(move);
    Square to = move_to(move);
    int worth = history->quiet[side][move_from(move)][to];
    for (int i = 0; i < TRAIL_LENGTH; i++)
        worth += trail[-i].continuation->worth[kind][to];
    return worth;
}

void history_learn_quiet(History *history, Color side, Move move, const Trail *trail, int bonus) {
    Kind kind = move_kind(move);
    Square to = move_to(move);
    learn(&history->quiet[side][move_from(move)][to], bonus);
    for (int i = 0; i < TRAIL_LENGTH; i++)
        learn(&trail[-i].continuation->worth[kind][to], bonus);
}

/* A promotion has the place of a lion's capture, which is never asked for. */
static Kind capture_column(Kind victim) {
    return victim == KIND_NONE ? LION : victim;
}

int history_capture_worth(const History *history, Color side, Move move, Kind victim) {
    return history->capture[side][move_kind(move)][move_to(move)][capture_column(victim)];
}

void history_learn_capture(History *history, Color side, Move move, Kind victim, int bonus) {
    learn(&history->capture[side][move_kind(move)][move_to(move)][capture_column(victim)], bonus);
}

Move history_answer(const History *history, Color side, Move move) {
    return move_is_none(move) ? MOVE_NONE : history->answer[side][move_kind(move)][move_to(move)];
}

void history_learn_answer(History *history, Color side, Move move, Move answer) {
    if (!move_is_none(move))
        history->answer[side][move_kind(move)][move_to(move)] = answer;
}

/* ---- the evaluation ----------------------------------------------------- */

static size_t pawn_slot(const Position *position) {
    uint64_t white = position_pieces(position, WHITE, PAWN);
    uint64_t black = position_pieces(position, BLACK, PAWN);
    uint64_t mixed =
        white * UINT64_C(0x9e3779b97f4a7c15) ^ (black + 1) * UINT64_C(0xbf58476d1ce4e5b9);
    return (size_t)(mixed >> 40) % CORRECTION_SIZE;
}

Score history_correction(const History *history, const Position *position) {
    return history->correction[position_side(position)][pawn_slot(position)] / CORRECTION_GRAIN;
}

/* A mean in which the newest and deepest searches count most. */
void history_learn_correction(History *history, const Position *position, int depth,
                              Score difference) {
    int16_t *cell = &history->correction[position_side(position)][pawn_slot(position)];
    const int limit = CORRECTION_MAX * CORRECTION_GRAIN;
    int weight = depth < 15 ? depth + 1 : 16;
    int scaled = difference * CORRECTION_GRAIN;
    if (scaled > 4 * limit)
        scaled = 4 * limit;
    if (scaled < -4 * limit)
        scaled = -4 * limit;
    int mean = (*cell * (CORRECTION_WEIGHT - weight) + scaled * weight) / CORRECTION_WEIGHT;
    *cell = (int16_t)(mean > limit ? limit : mean < -limit ? -limit : mean);
}

/* ---- forgetting --------------------------------------------------------- */

void history_clear(History *history) {
    memset(history, 0, sizeof *history);
    Move *answers = &history->answer[0][0][0];
    for (size_t i = 0; i < sizeof history->answer / sizeof *answers; i++)
        answers[i] = MOVE_NONE;
}

static void halve(int16_t *cells, size_t count) {
    for (size_t i = 0; i < count; i++)
        cells[i] /= 2;
}

void history_fade(History *history) {
    halve(&history->quiet[0][0][0], sizeof history->quiet / sizeof(int16_t));
}
