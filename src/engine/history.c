#include <config.h>

#include "engine/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "engine/margins.h"
#include "engine/search.h"

/* ---- moves ---- */

/* Adds a bonus with gravity: the score decays in proportion, so that recent results count most. */
static void update_entry(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / HISTORY_MAX);
}

int history_bonus(int depth) {
    return min_int(HISTORY_BONUS_SQUARE * depth * depth + HISTORY_BONUS_STEP * depth,
                   HISTORY_BONUS_MAX);
}

PieceToHistory *history_continuation(History *history, Color side, Move move) {
    if (move_is_none(move))
        return &history->continuation[side][LION][SQUARE_SPAN - 1]; /* no square of the board */
    return &history->continuation[side][move_piece(move)][move_to(move)];
}

int history_quiet_score(const History *history, Color side, Move move, const SearchStack *ss) {
    PieceType type = move_piece(move);
    Square to = move_to(move);
    int score = history->quiet[side][move_from(move)][to];
    for (int i = 1; i <= CONTINUATION_PLIES; i++)
        score += ss[-i].continuation->score[type][to];
    return score;
}

void history_update_from_to(History *history, Color side, Move move, int bonus) {
    update_entry(&history->quiet[side][move_from(move)][move_to(move)], bonus);
}

void history_update_quiet(History *history, Color side, Move move, const SearchStack *ss,
                          int bonus) {
    PieceType type = move_piece(move);
    Square to = move_to(move);
    history_update_from_to(history, side, move, bonus);
    for (int i = 1; i <= CONTINUATION_PLIES; i++)
        update_entry(&ss[-i].continuation->score[type][to], bonus);
}

/* Promotions use the entries of captured lions, which are never needed. */
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

/* ---- clearing ---- */

void history_clear(History *history) {
    memset(history, 0, sizeof *history);
    Move *countermoves = &history->countermove[0][0][0];
    for (size_t i = 0; i < sizeof history->countermove / sizeof *countermoves; i++)
        countermoves[i] = MOVE_NONE;
}

void history_decay(History *history) {
    int16_t *entries = &history->quiet[0][0][0];
    for (size_t i = 0; i < sizeof history->quiet / sizeof *entries; i++)
        entries[i] /= 2;
}
