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
static void update_entry(int16_t *cell, int bonus) {
    *cell = (int16_t)(*cell + bonus - *cell * abs(bonus) / HISTORY_MAX);
}

int history_bonus(int depth) {
    int bonus = 16 * depth * depth + 32 * depth;
    return bonus < BONUS_MAX ? bonus : BONUS_MAX;
}

PieceToHistory *history_continuation(History *history, Color side, Move move) {
    if (move_is_none(move))
        return &history->continuation[side][LION][SQUARE_SPAN - 1]; /* a guard's square */
    return &history->continuation[side][move_piece(move)][move_to(move)];
}

int history_quiet_score(const History *history, Color side, Move move, const PriorMove *prior) {
    PieceType type = move_piece(move);
    Square to = move_to(move);
    int score = history->quiet[side][move_from(move)][to];
    for (int i = 0; i < CONTINUATION_PLIES; i++)
        score += prior[-i].continuation->score[type][to];
    return score;
}

void history_update_quiet(History *history, Color side, Move move, const PriorMove *prior,
                          int bonus) {
    PieceType type = move_piece(move);
    Square to = move_to(move);
    update_entry(&history->quiet[side][move_from(move)][to], bonus);
    for (int i = 0; i < CONTINUATION_PLIES; i++)
        update_entry(&prior[-i].continuation->score[type][to], bonus);
}

/* A promotion has the place of a lion's capture, which is never asked for. */
static PieceType capture_index(PieceType victim) {
    return victim == PIECE_NONE ? LION : victim;
}

int history_capture_score(const History *history, Color side, Move move, PieceType victim) {
    return history->capture[side][move_piece(move)][move_to(move)][capture_index(victim)];
}

void history_update_capture(History *history, Color side, Move move, PieceType victim, int bonus) {
    update_entry(&history->capture[side][move_piece(move)][move_to(move)][capture_index(victim)],
                 bonus);
}

Move history_countermove(const History *history, Color side, Move move) {
    return move_is_none(move) ? MOVE_NONE
                              : history->countermove[side][move_piece(move)][move_to(move)];
}

void history_update_countermove(History *history, Color side, Move move, Move countermove) {
    if (!move_is_none(move))
        history->countermove[side][move_piece(move)][move_to(move)] = countermove;
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
void history_update_correction(History *history, const Position *position, int depth,
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
    Move *countermoves = &history->countermove[0][0][0];
    for (size_t i = 0; i < sizeof history->countermove / sizeof *countermoves; i++)
        countermoves[i] = MOVE_NONE;
}

static void halve(int16_t *cells, size_t count) {
    for (size_t i = 0; i < count; i++)
        cells[i] /= 2;
}

void history_decay(History *history) {
    halve(&history->quiet[0][0][0], sizeof history->quiet / sizeof(int16_t));
}
