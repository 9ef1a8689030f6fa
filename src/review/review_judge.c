#include <config.h>

#include "review/review_judge.h"

#include <math.h>
#include <string.h>

#include "engine/chance.h"
#include "review/review_cause.h"
#include "rules/movegen.h"

/* Least losses of the marks. */
static const double thresholds[REVIEW_MARK_COUNT] = {
    [REVIEW_INACCURACY] = 0.08, [REVIEW_MISTAKE] = 0.15, [REVIEW_BLUNDER] = 0.25};

/* How far from them a longer search may move a loss. */
static const double margins[REVIEW_MARK_COUNT] = {
    [REVIEW_INACCURACY] = 0.02, [REVIEW_MISTAKE] = 0.02, [REVIEW_BLUNDER] = 0.08};

/* From this chance on a winner is ahead. */
static const double ahead = 0.6;

double review_chance(Score score, Color side) {
    return win_probability(side == WHITE ? score : -score);
}

bool review_same_move(const Position *position, Move a, Move b) {
    if (move_equal(a, b))
        return true;
    if (move_from(a) != move_from(b) || move_to(a) != move_to(b))
        return false;
    Position after_a = *position, after_b = *position;
    position_make(&after_a, a);
    position_make(&after_b, b);
    return position_same(&after_a, &after_b);
}

/* ---- moves ---- */

double review_loss(const Review *review, const Record *record, size_t ply) {
    const Color mover = review_mover(record, ply);
    return review_chance(review->positions[ply - 1].score, mover) -
           review_chance(review->positions[ply].score, mover);
}

ReviewMark review_mark(double lost) {
    for (int mark = REVIEW_BLUNDER; mark >= REVIEW_INACCURACY; mark--)
        if (lost >= thresholds[mark])
            return (ReviewMark)mark;
    return REVIEW_NONE;
}

bool review_mark_is_close(double lost) {
    for (int mark = REVIEW_INACCURACY; mark <= REVIEW_BLUNDER; mark++)
        if (fabs(lost - thresholds[mark]) < margins[mark])
            return true;
    return false;
}

void review_judge_move(Review *review, const Record *record, size_t ply) {
    const ReviewPosition *before = &review->positions[ply - 1], *after = &review->positions[ply];
    ReviewMove *move = &review->moves[ply - 1];
    const bool only = move->mark == REVIEW_ONLY;
    *move = (ReviewMove){.best = MOVE_NONE, .cause.piece = PIECE_NONE};
    if (before->line.length > 0)
        move->best = before->line.moves[0];
    if (!before->known || !after->known)
        return;
    move->known = true;
    move->final = before->final && after->final;
    move->before = before->score;
    move->after = after->score;
    move->lost = fmax(0, review_loss(review, record, ply));
    move->mark = review_mark(move->lost);
    if (move->mark == REVIEW_NONE && only)
        move->mark = REVIEW_ONLY;
    else if (move->mark != REVIEW_NONE)
        move->cause = review_cause_find(review, record, ply);
}

/* Returns whether a move captures the piece that has just captured. */
static bool is_recapture(const Record *record, size_t ply) {
    if (ply < 2)
        return false;
    const Move last = record->plies[ply - 2].move;
    const Bitboard taken =
        position_captured(record_position_at(record, ply - 1), record->plies[ply - 1].move);
    return position_captured(record_position_at(record, ply - 2), last) != 0 &&
           bitboard_has(taken, move_to(last));
}

bool review_can_be_only(const Record *record, size_t ply) {
    const Position *before = record_position_at(record, ply - 1);
    return movegen_count(before) > 1 && !position_can_capture_lion(before) &&
           !is_recapture(record, ply);
}

/* ---- the game ---- */

/*
 * Accuracy as lichess computes it (lichess.org/page/accuracy; in lila, modules/analyse,
 * AccuracyPercent.scala): of a move by the winning chance that it lost; of a game the mean of two
 * means of its moves, one weighted by how much the chances swing around the move, the other
 * harmonic.
 */
static double move_accuracy(double lost) {
    const double percent =
        103.1668100711649 * exp(-0.04354415386753951 * 100 * lost) - 3.166924740191411 + 1;
    return fmin(fmax(percent, 0), 100);
}

/* Returns the standard deviation of White's chances, in hundredths. */
static double deviation(const Review *review, size_t first, size_t length) {
    double sum = 0, squares = 0;
    for (size_t i = first; i < first + length; i++) {
        const double percent = 100 * review_chance(review->positions[i].score, WHITE);
        sum += percent;
        squares += percent * percent;
    }
    const double mean = sum / (double)length;
    return sqrt(fmax(0, squares / (double)length - mean * mean));
}

/* Returns the weight of a move: the swing of a window of positions that ends with the one after it.
 * The first moves share the first window. */
static double move_weight(const Review *review, size_t ply) {
    enum { WINDOWS = 10, WINDOW_MIN = 2, WINDOW_MAX = 8 };
    size_t window = review->count / WINDOWS;
    window = window < WINDOW_MIN ? WINDOW_MIN : window > WINDOW_MAX ? WINDOW_MAX : window;
    const size_t first = ply + 1 > window ? ply + 1 - window : 0;
    return fmin(fmax(deviation(review, first, window), 0.5), 12);
}

static double side_accuracy(const Review *review, const Record *record, Color side) {
    double weighted = 0, weight_sum = 0, inverse = 0, moves = 0;
    for (size_t ply = 1; ply <= review->count; ply++) {
        if (review_mover(record, ply) != side)
            continue;
        const double accuracy = move_accuracy(review->moves[ply - 1].lost);
        const double weight = move_weight(review, ply);
        weighted += weight * accuracy;
        weight_sum += weight;
        inverse += 1 / fmax(accuracy, 1);
        moves++;
    }
    return (weighted / weight_sum + moves / inverse) / 2;
}

static size_t find_turning_point(const Review *review, const Record *record) {
    const Result result = record_outcome_at(record, review->count).result;
    if (result != RESULT_WHITE && result != RESULT_BLACK)
        return 0;
    const Color winner = result == RESULT_WHITE ? WHITE : BLACK;
    size_t ply = review->count + 1;
    while (ply > 0 && review_chance(review->positions[ply - 1].score, winner) >= ahead)
        ply--;
    return ply <= review->count ? ply : 0;
}

void review_judge_game(Review *review, const Record *record) {
    bool all = true;
    memset(review->sides, 0, sizeof review->sides);
    for (size_t ply = 1; ply <= review->count; ply++) {
        const ReviewMove *move = &review->moves[ply - 1];
        ReviewSide *side = &review->sides[review_mover(record, ply)];
        all = all && move->known;
        side->known = true;
        if (move->known)
            side->marks[move->mark]++;
    }
    for (int color = 0; color < COLOR_COUNT; color++) {
        ReviewSide *side = &review->sides[color];
        side->known = side->known && all;
        if (side->known)
            side->accuracy = side_accuracy(review, record, (Color)color);
    }
    review->turning_point = all ? find_turning_point(review, record) : 0;
}
