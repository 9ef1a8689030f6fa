#include <config.h>

#include "review/review_cause.h"

#include "engine/evaluate.h"
#include "engine/see.h"

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

ReviewCause review_cause_find(const Review *review, const Record *record, size_t ply) {
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
