#include <config.h>

#include "review/review_judge.h"

#include <math.h>
#include <string.h>

#include "engine/chance.h"
#include "engine/evaluate.h"
#include "engine/see.h"
#include "rules/movegen.h"

static ReviewCause review_cause_find(const Review *review, const Record *record, size_t ply);

/* Least losses of the marks. */
static const double thresholds[REVIEW_MARK_COUNT] = {
    [REVIEW_INACCURACY] = 0.08, [REVIEW_MISTAKE] = 0.15, [REVIEW_BLUNDER] = 0.25};

/* How far from them a longer search may move a loss. */
static const double margins[REVIEW_MARK_COUNT] = {
    [REVIEW_INACCURACY] = 0.02, [REVIEW_MISTAKE] = 0.02, [REVIEW_BLUNDER] = 0.08};

/* From this chance on a winner is ahead. */
static const double ahead = 0.6;

double review_chance(Score score, Color side) {
    return chance_of(side == WHITE ? score : -score);
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

/* ---- causes: what was wrong with a move ---- */

/* What a rule looks at. */
typedef struct CauseCase {
    const Position *before, *after;
    Outcome outcome; /* after the move */
    Color mover;
    Move played;
    Move best, reply; /* MOVE_NONE: not known */
    Move best_reply;  /* to the best move; likewise */
    int win_before;   /* plies to the mover's win, negative: to its loss; 0: neither */
    int win_after;
} CauseCase;

/* Returns whether the case is one of the rule's, and completes the cause. */
typedef bool CauseRule(const CauseCase *given, ReviewCause *cause);

static int moves_of(int plies) {
    return (plies + 1) / 2;
}

static int count_bits(Bitboard bits) {
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* Names the most valuable of some pieces. Returns its value. */
static Score name_piece(const Position *position, Bitboard squares, ReviewCause *cause) {
    Score most = -1;
    for (; squares; squares &= squares - 1) {
        const Square square = bitboard_first(squares);
        const PieceType piece = position_piece_at(position, square);
        const Score value = evaluate_piece(position, piece);
        if (value <= most)
            continue;
        most = value;
        cause->piece = piece;
        cause->square = square;
    }
    return most;
}

static int captures(const Position *position, Move move) {
    return count_bits(position_captured(position, move));
}

/* ---- lions and forced wins ---- */

static bool leaves_lion(const CauseCase *given, ReviewCause *cause) {
    cause->piece = LION;
    return given->win_after == -1 && given->win_before >= 0;
}

static bool misses_lion(const CauseCase *given, ReviewCause *cause) {
    cause->piece = LION;
    return given->win_before == 1;
}

static bool misses_win(const CauseCase *given, ReviewCause *cause) {
    cause->count = moves_of(given->win_before);
    return given->win_before > 0 && given->win_after <= 0;
}

static bool allows_loss(const CauseCase *given, ReviewCause *cause) {
    cause->count = moves_of(-given->win_after);
    return given->win_after < 0 && given->win_before >= 0;
}

static bool allows_quick_loss(const CauseCase *given, ReviewCause *cause) {
    enum { QUICK = 3 };
    return allows_loss(given, cause) && cause->count <= QUICK;
}

static bool is_draw(const CauseCase *given, ReviewCause *cause) {
    (void)cause;
    return given->outcome.result == RESULT_DRAW;
}

/* ---- pieces ---- */

/* Returns the squares on which the pieces stood that a move drowns. */
static Bitboard drowned_from(const Position *position, Move move) {
    Bitboard drowned = position_drowned(position, move);
    const Square to = move_to(move);
    if (bitboard_has(drowned, to))
        drowned = (drowned & ~square_bit(to)) | square_bit(move_from(move));
    return drowned;
}

static bool misses_chain(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->best) || move_jumps(given->best) < 2)
        return false;
    cause->count = captures(given->before, given->best);
    cause->taken = move_jumps(given->played) > 0 ? captures(given->before, given->played) : 0;
    cause->kind = cause->taken > 0 ? CAUSE_CHAIN_SHORT : CAUSE_CHAIN_MISSED;
    name_piece(given->before, position_captured(given->before, given->best), cause);
    return cause->taken < cause->count;
}

/* An exchange is no capture that was missed. */
static bool misses_capture(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->best))
        return false;
    const Bitboard missed = position_captured(given->before, given->best) &
                            ~position_captured(given->before, given->played);
    name_piece(given->before, missed, cause);
    return missed != 0 && see_ge(given->before, given->best, 1) &&
           see_gain(given->before, given->played) < see_gain(given->before, given->best);
}

/* Pieces that the opponent takes after the best move too are no reason. */
static bool leaves_pieces(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->reply) || !see_ge(given->after, given->reply, 1))
        return false;
    Bitboard lost = position_captured(given->after, given->reply);
    if (!move_is_none(given->best_reply)) {
        Position better = *given->before;
        position_make(&better, given->best);
        lost &= ~position_captured(&better, given->best_reply);
    }
    cause->count = count_bits(lost);
    name_piece(given->after, lost, cause);
    cause->kind = cause->count > 1                          ? CAUSE_CHAIN_ALLOWED
                  : cause->square == move_to(given->played) ? CAUSE_PIECE_PUT
                                                            : CAUSE_PIECE_LEFT;
    return lost != 0;
}

/* Pieces that the best move drowns too are no reason, nor are those worth less than what the reply
 * takes. */
static bool drowns(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->best))
        return false;
    const Bitboard lost =
        drowned_from(given->before, given->played) & ~drowned_from(given->before, given->best);
    ReviewCause left = {.piece = PIECE_NONE};
    cause->count = count_bits(lost);
    const Score value = name_piece(given->before, lost, cause);
    return lost != 0 &&
           (!leaves_pieces(given, &left) || evaluate_piece(given->before, left.piece) <= value);
}

/* ---- the rules, the most instructive first ---- */

static const struct {
    CauseRule *rule;
    ReviewCauseKind kind; /* unless the rule says which */
} rules[] = {
    {misses_lion, CAUSE_LION_MISSED},
    {leaves_lion, CAUSE_LION_LEFT},
    {misses_win, CAUSE_WIN_MISSED},
    {allows_quick_loss, CAUSE_LOSS_ALLOWED},
    {is_draw, CAUSE_DRAW},
    {drowns, CAUSE_DROWNED},
    {misses_chain, CAUSE_UNKNOWN},
    {leaves_pieces, CAUSE_UNKNOWN},
    {misses_capture, CAUSE_CAPTURE_MISSED},
    {allows_loss, CAUSE_LOSS_ALLOWED},
};

enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

/* Returns a move of a line, or MOVE_NONE. */
static Move line_move(const ReviewLine *line, int index) {
    return index < line->length ? line->moves[index] : MOVE_NONE;
}

/* Returns the plies to a side's win by a score from White's view; see CauseCase. */
static int win_plies(Score score, Color side) {
    return score_win_plies(side == WHITE ? score : -score);
}

/* Returns the cause of the loss of ply 1..count, whose positions are known. Without the best line
 * or the reply it is what the others tell. */
static ReviewCause review_cause_find(const Review *review, const Record *record, size_t ply) {
    const ReviewPosition *before = &review->positions[ply - 1], *after = &review->positions[ply];
    const Color mover = review_mover(record, ply);
    const bool over = outcome_is_over(record->outcomes[ply]);
    CauseCase given = {
        .before = record_position_at(record, ply - 1),
        .after = record_position_at(record, ply),
        .outcome = record->outcomes[ply],
        .mover = mover,
        .played = record->plies[ply - 1].move,
        .best = line_move(&before->line, 0),
        .best_reply = line_move(&before->line, 1),
        .reply = over ? MOVE_NONE : line_move(&after->line, 0),
        .win_before = win_plies(before->score, mover),
        .win_after = win_plies(after->score, mover),
    };
    /* A reply that is not known is taken to be the one that was played. */
    if (!over && move_is_none(given.reply) && ply < record->count)
        given.reply = record->plies[ply].move;
    for (int i = 0; i < RULE_COUNT; i++) {
        ReviewCause cause = {.kind = rules[i].kind, .piece = PIECE_NONE};
        if (rules[i].rule(&given, &cause))
            return cause;
    }
    return (ReviewCause){.kind = CAUSE_UNKNOWN, .piece = PIECE_NONE};
}
