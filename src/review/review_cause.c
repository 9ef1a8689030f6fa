#include <config.h>

#include "review/review_cause.h"

#include <stdlib.h>

#include "engine/evaluate.h"
#include "review/review_judge.h"
#include "rules/movegen.h"

enum {
    TELLING = 50 /* the least difference of material that is a reason, in hundredths of a pawn */
};

/* The facts that a rule examines. */
typedef struct CauseCase {
    const Record *record;
    size_t ply;
    const Position *before, *after;
    Outcome outcome; /* after the move */
    Color mover, opponent;
    Move played;
    Move best, reply;           /* MOVE_NONE: not known */
    ReviewLine better, replies; /* the lines that begin with them; empty: not known */
    Position instead;           /* after the best move, if it is known */
    int win_before;             /* plies to the mover's win, negative: to its loss; 0: neither */
    int win_after;
    double chance_before, chance_after; /* the mover's */
    bool even_before, even_after;       /* the scores are those of a draw */
    Score material;                     /* of the mover less the opponent's, before the move */
    Score better_end, replies_end;      /* the same at the ends of the lines; see settled */
} CauseCase;

/* Returns whether the case is one of the rule's, and completes the cause. */
typedef bool CauseRule(const CauseCase *given, ReviewCause *cause);

/* ---- material ---- */

static Score value_of(const Position *position, Bitboard pieces) {
    Score value = 0;
    while (pieces)
        value += evaluate_piece(position, position_piece_at(position, bitboard_pop(&pieces)));
    return value;
}

static Score material(const Position *position, Color color) {
    return value_of(position, position->by_color[color]) -
           value_of(position, position->by_color[color_other(color)]);
}

/* Names the most valuable of some pieces. Returns its value. */
static Score name_piece(const Position *position, Bitboard squares, ReviewCause *cause) {
    Score most = -1;
    while (squares) {
        const Square square = bitboard_pop(&squares);
        const PieceType piece = position_piece_at(position, square);
        const Score value = piece == LION ? SCORE_WIN : evaluate_piece(position, piece);
        if (value <= most)
            continue;
        most = value;
        cause->piece = piece;
        cause->square = square;
    }
    return most;
}

static int captures(const Position *position, Move move) {
    return popcount64(position_captured(position, move));
}

/* ---- exchanges ---- */

/* Makes a capture. Returns what it gains at once: SCORE_WIN with the lion. */
static Score capture(const Position *position, Move move, Position *after) {
    const Bitboard captured = position_captured(position, move);
    Score gain = value_of(position, captured);
    *after = *position;
    position_make(after, move);
    if (position_captures_lion(position, move))
        return SCORE_WIN;
    if (!bitboard_has(after->by_color[position_side(position)], move_to(move)))
        gain -= evaluate_piece(position, move_piece(move)); /* it drowns */
    else if (move_promotes(position, move))
        gain += evaluate_piece(position, SUPERPAWN) - evaluate_piece(position, PAWN);
    return gain;
}

/*
 * Returns the most that the side to move gains by a capture of one of some pieces, at least 0, if
 * both sides then capture on its target square as long as it pays. From `limit` on the true gain
 * may be higher. The moves are the rules' own: unlike see_ge, which has to be fast, this knows what
 * drowns, and that a lion is taken first.
 */
static Score gain_up_to(const Position *position, Bitboard targets, Score limit) {
    Score best = 0;
    Position after;
    if (position_can_capture_lion(position))
        return SCORE_WIN;
    MoveList list;
    movelist_init(&list);
    movegen_captures(position, &list);
    for (size_t i = 0; i < list.count && best < limit; i++) {
        const Move move = list.moves[i];
        if (!(position_captured(position, move) & targets))
            continue;
        const Score gain = capture(position, move, &after);
        if (gain > best) {
            const Score kept = gain - gain_up_to(&after, square_bit(move_to(move)), gain - best);
            best = kept > best ? kept : best;
        }
    }
    movelist_free(&list);
    return best;
}

static Score best_gain(const Position *position, Bitboard targets) {
    return gain_up_to(position, targets, SCORE_WIN);
}

/* Returns what a capture gains with the exchange that follows. */
static Score capture_gain(const Position *position, Move move) {
    Position after;
    const Score gain = capture(position, move, &after);
    return gain == SCORE_WIN ? gain : gain - best_gain(&after, square_bit(move_to(move)));
}

/* Returns whether the piece that has captured with a move can be taken. */
static bool can_retake(const Position *position, Move move) {
    Position after = *position;
    position_make(&after, move);
    MoveList list;
    bool found = false;
    movelist_init(&list);
    movegen_captures(&after, &list);
    for (size_t i = 0; i < list.count; i++)
        found = found || bitboard_has(position_captured(&after, list.moves[i]), move_to(move));
    movelist_free(&list);
    return found;
}

/* Returns the position with the other side to move, as if a turn began. */
static Position passed(const Position *position) {
    Position other = *position;
    other.jump_start = other.jump_at = SQUARE_NONE;
    other.side = (uint8_t)color_other(position_side(position));
    other.key = position_compute_key(&other);
    return other;
}

/* ---- lines ---- */

/* Returns a side's surplus of material once the side to move has made the capture that gains it
 * most. */
static Score settled(const Position *position, Color color) {
    const Score gain =
        best_gain(position, position->by_color[color_other(position_side(position))]);
    return material(position, color) + (position_side(position) == color ? gain : -gain);
}

static Score end_of(const Position *start, const ReviewLine *line, Color color) {
    Position position = *start;
    for (int i = 0; i < line->length; i++)
        position_make(&position, line->moves[i]);
    return settled(&position, color);
}

/* Names what a move of a line costs a side. Returns whether it costs anything. */
static bool name_loss(const Position *position, Move move, Color loser, ReviewCause *cause) {
    const bool own = position_side(position) == loser;
    Position after = *position;
    position_make(&after, move);
    if (own) {
        cause->fate = FATE_DROWNED;
        Bitboard drowned = position_drowned(position, move);
        if (bitboard_has(drowned, move_to(move))) {
            cause->piece = move_piece(move);
            cause->square = move_from(move);
            return true;
        }
        return name_piece(position, drowned, cause) > 0;
    }
    cause->fate = FATE_TAKEN;
    if (name_piece(position, position_captured(position, move), cause) > 0)
        return true;
    cause->fate = FATE_PROMOTED;
    cause->piece = SUPERPAWN;
    cause->square = move_to(move);
    return move_promotes(position, move);
}

/*
 * Finds the first move of a line that costs a side what it has not got back at the end: from then
 * on its surplus of material stays below a bound. The line in the cause ends with this move.
 * `before` is the surplus before the move that is judged.
 */
static bool find_loss(const Position *start, const ReviewLine *line, Color loser, Score before,
                      Score bound, ReviewCause *cause) {
    Position position = *start;
    bool found = false;
    for (int i = 0; i < line->length; i++) {
        const Position last = position;
        ReviewCause now = *cause;
        position_make(&position, line->moves[i]);
        const Score surplus = position_side(&position) == loser ? settled(&position, loser)
                                                                : material(&position, loser);
        if (surplus > bound - TELLING) {
            found = false;
        } else if (!found && name_loss(&last, line->moves[i], loser, &now)) {
            found = true;
            *cause = now;
            cause->for_less = 2 * (before - surplus) < evaluate_piece(start, now.piece);
            cause->line = *line;
            cause->line.length = i + 1;
        }
    }
    return found;
}

static bool loses(const CauseCase *given, ReviewCause *cause) {
    const Score bound = given->better_end < given->material ? given->better_end : given->material;
    return find_loss(given->after, &given->replies, given->mover, given->material, bound, cause);
}

static bool misses_gain(const CauseCase *given, ReviewCause *cause) {
    const Score bound = given->replies_end > given->material ? given->replies_end : given->material;
    return find_loss(given->before, &given->better, given->opponent, -given->material, -bound,
                     cause);
}

/* ---- lions and forced wins ---- */

/* Finds a capture of the lion by the side to move, and the lion's square. */
static bool find_lion_capture(const Position *position, ReviewCause *cause) {
    MoveList list;
    bool found = false;
    movelist_init(&list);
    movegen_captures(position, &list);
    for (size_t i = 0; i < list.count && !found; i++) {
        const Bitboard lion = position_captured(position, list.moves[i]) & position->by_type[LION];
        found = lion != 0;
        if (!found)
            continue;
        cause->piece = LION;
        cause->square = bitboard_first(lion);
        cause->line = (ReviewLine){1, {list.moves[i]}};
    }
    movelist_free(&list);
    return found;
}

static bool misses_lion(const CauseCase *given, ReviewCause *cause) {
    return given->win_before == 1 && find_lion_capture(given->before, cause);
}

static bool opens_line(const CauseCase *given, ReviewCause *cause) {
    if (!position_lions_face(given->after, NULL) || given->win_before < 0)
        return false;
    cause->piece = cause->other = LION;
    cause->square = bitboard_first(position_pieces(given->after, given->mover, LION));
    cause->at = bitboard_first(position_pieces(given->after, given->opponent, LION));
    return true;
}

static bool leaves_lion(const CauseCase *given, ReviewCause *cause) {
    const Position before = passed(given->before);
    if (given->win_after != -1 || given->win_before < 0 || !find_lion_capture(given->after, cause))
        return false;
    if (move_is_legal(&before, cause->line.moves[0]) &&
        position_captures_lion(&before, cause->line.moves[0]))
        cause->kind = CAUSE_THREAT_MISSED;
    return true;
}

static int moves_of(int plies) {
    return (plies + 1) / 2;
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

static bool misses_chain(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->best) || move_jumps(given->best) < 2)
        return false;
    cause->count = captures(given->before, given->best);
    cause->taken = move_jumps(given->played) > 0 ? captures(given->before, given->played) : 0;
    cause->kind = cause->taken > 0 ? CAUSE_CHAIN_SHORT : CAUSE_CHAIN_MISSED;
    cause->line = (ReviewLine){1, {given->best}};
    name_piece(given->before, position_captured(given->before, given->best), cause);
    return cause->taken < cause->count;
}

/* An exchange is no capture that was missed. */
static bool misses_capture(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->best))
        return false;
    const Bitboard missed = position_captured(given->before, given->best) &
                            ~position_captured(given->before, given->played);
    const Score gain = capture_gain(given->before, given->best);
    name_piece(given->before, missed, cause);
    cause->line = (ReviewLine){1, {given->best}};
    return missed != 0 && gain >= TELLING &&
           (captures(given->before, given->played) == 0 ||
            capture_gain(given->before, given->played) < gain);
}

static bool begins_exchange(const CauseCase *given, ReviewCause *cause) {
    const Bitboard captured = position_captured(given->before, given->played);
    const Square to = move_to(given->played);
    if (captured == 0 || move_is_none(given->reply) ||
        position_captured(given->after, given->reply) != square_bit(to) ||
        capture_gain(given->before, given->played) > -TELLING)
        return false;
    name_piece(given->before, captured, cause);
    cause->other = cause->piece;
    cause->at = cause->square;
    cause->piece = position_piece_at(given->after, to);
    cause->square = to;
    cause->count = can_retake(given->after, given->reply) ? 2 : 1;
    cause->line = (ReviewLine){1, {given->reply}};
    return true;
}

/* Returns whether a line begins with an exchange of two pieces that are worth about the same. */
static bool is_trade(const Position *start, const ReviewLine *line, ReviewCause *cause) {
    Position after = *start;
    if (line->length < 2 || captures(start, line->moves[0]) != 1)
        return false;
    const Score value = name_piece(start, position_captured(start, line->moves[0]), cause);
    position_make(&after, line->moves[0]);
    cause->other = move_piece(line->moves[0]);
    cause->at = move_from(line->moves[0]);
    cause->line = (ReviewLine){2, {line->moves[0], line->moves[1]}};
    return abs(value - evaluate_piece(start, cause->other)) < TELLING &&
           position_captured(&after, line->moves[1]) == square_bit(move_to(line->moves[0]));
}

static bool allows_trade(const CauseCase *given, ReviewCause *cause) {
    return is_trade(given->after, &given->replies, cause) &&
           (given->better.length < 2 || !move_equal(given->better.moves[1], given->reply));
}

static bool misses_trade(const CauseCase *given, ReviewCause *cause) {
    return is_trade(given->before, &given->better, cause) &&
           !bitboard_has(position_captured(given->before, given->played), cause->square);
}

/* Returns whether the reply could have taken the piece on a square already before the move. */
static bool was_threat(const CauseCase *given, Square square) {
    const Position before = passed(given->before);
    return !position_in_capture(given->before) && square != move_to(given->played) &&
           move_is_legal(&before, given->reply) &&
           bitboard_has(position_captured(&before, given->reply), square) &&
           capture_gain(&before, given->reply) >= TELLING;
}

static ReviewCauseKind kind_of_loss(const CauseCase *given, const ReviewCause *cause) {
    const bool put = cause->square == move_to(given->played);
    if (cause->count > 1)
        return CAUSE_CHAIN_ALLOWED;
    if (was_threat(given, cause->square))
        return CAUSE_THREAT_MISSED;
    if (can_retake(given->after, given->reply))
        return put ? CAUSE_PIECE_PUT : CAUSE_PIECE_LEFT;
    return put ? CAUSE_PUT_UNDEFENDED : CAUSE_LEFT_UNDEFENDED;
}

/* Pieces that the opponent takes after the best move too are no reason, nor is what the move itself
 * has taken in exchange. */
static bool leaves_pieces(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->reply))
        return false;
    Bitboard lost = position_captured(given->after, given->reply);
    Score less = value_of(given->before, position_captured(given->before, given->played));
    if (!move_is_none(given->best))
        less -= value_of(given->before, position_captured(given->before, given->best));
    if (given->better.length > 1)
        lost &= ~position_captured(&given->instead, given->better.moves[1]);
    if (lost == 0 || capture_gain(given->after, given->reply) < TELLING + (less > 0 ? less : 0))
        return false;
    cause->count = popcount64(lost);
    name_piece(given->after, lost, cause);
    cause->kind = kind_of_loss(given, cause);
    cause->line = (ReviewLine){1, {given->reply}};
    return true;
}

/* Pieces that the best move drowns too are no reason, nor are those worth less than what the reply
 * takes. */
static bool drowns(const CauseCase *given, ReviewCause *cause) {
    if (move_is_none(given->best))
        return false;
    const Bitboard lost = position_drowned_from(given->before, given->played) &
                          ~position_drowned_from(given->before, given->best);
    ReviewCause left = {.piece = PIECE_NONE};
    cause->count = popcount64(lost);
    const Score value = name_piece(given->before, lost, cause);
    if (cause->square == move_from(given->played) && lost != 0)
        cause->square = move_to(given->played);
    return lost != 0 &&
           (!leaves_pieces(given, &left) || evaluate_piece(given->before, left.piece) <= value);
}

/* ---- forks ---- */

/* Returns the pieces that the piece on a square would take with gain if its side were to move. */
static Bitboard attacked_from(const Position *position, Square square) {
    const Position again = passed(position);
    Bitboard attacked = 0;
    MoveList list;
    movelist_init(&list);
    movegen_captures(&again, &list);
    for (size_t i = 0; i < list.count; i++)
        if (move_from(list.moves[i]) == square && move_jumps(list.moves[i]) <= 1 &&
            capture_gain(&again, list.moves[i]) >= TELLING)
            attacked |= position_captured(&again, list.moves[i]);
    movelist_free(&list);
    return attacked;
}

/* Returns whether a line begins with a fork, whose piece takes one of the two with its next move.
 */
static bool is_fork(const Position *start, const ReviewLine *line, ReviewCause *cause) {
    Position position = *start;
    if (line->length < 3 || captures(start, line->moves[0]) > 0)
        return false;
    const Square at = move_to(line->moves[0]);
    position_make(&position, line->moves[0]);
    if (!bitboard_has(position.by_color[position_side(start)], at))
        return false;
    Bitboard attacked = attacked_from(&position, at);
    const Position forked = position;
    position_make(&position, line->moves[1]);
    const Bitboard taken = position_captured(&position, line->moves[2]) & attacked;
    if (move_from(line->moves[2]) != at || taken == 0 || (attacked & ~taken) == 0)
        return false;
    name_piece(&forked, attacked, cause);
    cause->other = cause->piece;
    cause->at = cause->square;
    name_piece(&forked, attacked & ~square_bit(cause->at), cause);
    cause->line = (ReviewLine){1, {line->moves[0]}};
    return true;
}

static bool allows_fork(const CauseCase *given, ReviewCause *cause) {
    ReviewCause loss = *cause;
    return loses(given, &loss) && is_fork(given->after, &given->replies, cause);
}

static bool misses_fork(const CauseCase *given, ReviewCause *cause) {
    ReviewCause gain = *cause;
    return misses_gain(given, &gain) && is_fork(given->before, &given->better, cause);
}

/* Returns whether a line begins with an attack on a piece that could not be taken before. */
static bool is_attack(const Position *start, const ReviewLine *line, const Position *before,
                      ReviewCause *cause) {
    Position position = *start;
    if (line->length == 0)
        return false;
    position_make(&position, line->moves[0]);
    if (!position_has_both_lions(&position))
        return false;
    Bitboard attacked = 0, found = attacked_from(&position, move_to(line->moves[0]));
    while (found) {
        const Square square = bitboard_pop(&found);
        if (best_gain(before, square_bit(square)) < TELLING)
            attacked |= square_bit(square);
    }
    cause->line = (ReviewLine){1, {line->moves[0]}};
    return name_piece(&position, attacked, cause) > 0;
}

static bool allows_attack(const CauseCase *given, ReviewCause *cause) {
    return is_attack(given->after, &given->replies, given->after, cause);
}

static bool misses_attack(const CauseCase *given, ReviewCause *cause) {
    return is_attack(given->before, &given->better, given->before, cause);
}

/* ---- repetition ---- */

/* Returns whether a position has occurred in the game up to a ply. */
static bool has_occurred(const Record *record, size_t ply, const Position *position) {
    for (size_t i = 0; i <= ply; i++)
        if (position_same(record_position_at(record, i), position))
            return true;
    return false;
}

/* Finds the first move of a line that repeats a position of the game or of the line. */
static bool find_repetition(const Record *record, size_t ply, const ReviewLine *line,
                            ReviewCause *cause) {
    Position positions[REVIEW_LINE_MAX + 1];
    positions[0] = *record_position_at(record, ply);
    for (int i = 0; i < line->length; i++) {
        Position *next = &positions[i + 1];
        *next = positions[i];
        position_make(next, line->moves[i]);
        bool repeated = has_occurred(record, ply, next);
        for (int earlier = 1; earlier <= i; earlier++)
            repeated = repeated || position_same(&positions[earlier], next);
        if (!repeated)
            continue;
        cause->line = *line;
        cause->line.length = i + 1;
        return true;
    }
    return false;
}

static bool allows_repetition(const CauseCase *given, ReviewCause *cause) {
    return given->even_after && find_repetition(given->record, given->ply, &given->replies, cause);
}

static bool misses_repetition(const CauseCase *given, ReviewCause *cause) {
    return given->even_before &&
           find_repetition(given->record, given->ply - 1, &given->better, cause);
}

/* ---- pawns ---- */

static bool is_unstoppable(const Position *position, Square square, Color owner);

/* Returns whether one of the pawn's moves forward (its side's turn), or every move of the other
 * side, keeps it unstoppable. */
static bool stays_unstoppable(const Position *position, Square square, Color owner) {
    const bool own = position_side(position) == owner;
    bool unstoppable = !own;
    MoveList list;
    if (own && position_can_capture_lion(position))
        return true;
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (size_t i = 0; i < list.count && unstoppable != own; i++) {
        const Move move = list.moves[i];
        Position after = *position;
        if (own &&
            (move_from(move) != square || square_rank(move_to(move)) == square_rank(square) ||
             (square_rank(move_to(move)) > square_rank(square)) != (owner == WHITE)))
            continue;
        position_make(&after, move);
        unstoppable = is_unstoppable(&after, own ? move_to(move) : square, owner);
    }
    movelist_free(&list);
    return unstoppable;
}

/* Returns whether a pawn promotes whatever the other side does, and is not taken at once. */
static bool is_unstoppable(const Position *position, Square square, Color owner) {
    if (!position_has_both_lions(position) || !bitboard_has(position->by_color[owner], square))
        return position_pieces(position, color_other(owner), LION) == 0;
    if (position_piece_at(position, square) == PAWN)
        return stays_unstoppable(position, square, owner);
    return best_gain(position, square_bit(square)) == 0;
}

/* Returns the moves that a pawn needs to promote. */
static int steps_left(Square square, Color owner) {
    return owner == WHITE ? BOARD_RANKS - square_rank(square) : square_rank(square) - 1;
}

/* Finds the pawn of a side that promotes in a line, and its square after the first `skip` moves. */
static bool find_runner(const Position *start, const ReviewLine *line, int skip, Color owner,
                        Square *square) {
    Position position = *start;
    int end = 0;
    while (end < line->length &&
           !(position_side(&position) == owner && move_promotes(&position, line->moves[end])))
        position_make(&position, line->moves[end++]);
    if (end == line->length || end < skip)
        return false;
    *square = move_from(line->moves[end]);
    for (int i = end - 2; i >= skip; i -= 2)
        if (move_to(line->moves[i]) == *square)
            *square = move_from(line->moves[i]);
    return true;
}

static bool lets_pawn_through(const CauseCase *given, ReviewCause *cause) {
    enum { STEPS = 3 };
    if (!find_runner(given->after, &given->replies, 0, given->opponent, &cause->square) ||
        steps_left(cause->square, given->opponent) > STEPS ||
        !is_unstoppable(given->after, cause->square, given->opponent))
        return false;
    cause->piece = PAWN;
    cause->line = given->replies;
    return move_is_none(given->best) ||
           !is_unstoppable(&given->instead, cause->square, given->opponent);
}

static bool misses_pawn(const CauseCase *given, ReviewCause *cause) {
    enum { STEPS = 2 }; /* more are too many positions */
    if (!find_runner(given->before, &given->better, 1, given->mover, &cause->square) ||
        steps_left(cause->square, given->mover) > STEPS ||
        !is_unstoppable(&given->instead, cause->square, given->mover))
        return false;
    cause->piece = PAWN;
    cause->line = (ReviewLine){1, {given->best}};
    return !is_unstoppable(given->after, cause->square, given->mover);
}

/* ---- losses that no rule explains ---- */

static int percent(double chance) {
    return (int)(100 * chance + 0.5);
}

/* Only the expected continuation and its score can be stated. */
static bool loses_chances(const CauseCase *given, ReviewCause *cause) {
    enum { MOVES = 4 };
    cause->count = percent(given->chance_before);
    cause->taken = percent(given->chance_after);
    cause->line = given->replies;
    if (cause->line.length > MOVES)
        cause->line.length = MOVES;
    return cause->line.length > 0;
}

/* ---- the rules, the most instructive first ---- */

static const struct {
    CauseRule *rule;
    ReviewCauseKind kind; /* unless the rule says which */
} rules[] = {
    {misses_lion, CAUSE_LION_MISSED},
    {opens_line, CAUSE_LINE_OPENED},
    {leaves_lion, CAUSE_LION_LEFT},
    {misses_win, CAUSE_WIN_MISSED},
    {allows_quick_loss, CAUSE_LOSS_ALLOWED},
    {is_draw, CAUSE_DRAW},
    {drowns, CAUSE_DROWNED},
    {misses_chain, CAUSE_UNKNOWN},
    {begins_exchange, CAUSE_EXCHANGE},
    {leaves_pieces, CAUSE_UNKNOWN},
    {allows_fork, CAUSE_FORK_ALLOWED},
    {lets_pawn_through, CAUSE_PAWN_ALLOWED},
    {misses_capture, CAUSE_CAPTURE_MISSED},
    {misses_fork, CAUSE_FORK_MISSED},
    {misses_pawn, CAUSE_PAWN_MISSED},
    {allows_loss, CAUSE_LOSS_ALLOWED},
    {loses, CAUSE_LOSES},
    {misses_gain, CAUSE_WINS_MISSED},
    {allows_repetition, CAUSE_REPETITION_ALLOWED},
    {misses_repetition, CAUSE_REPETITION_MISSED},
    {allows_attack, CAUSE_ATTACK_ALLOWED},
    {misses_attack, CAUSE_ATTACK_MISSED},
    {allows_trade, CAUSE_TRADE_ALLOWED},
    {misses_trade, CAUSE_TRADE_MISSED},
    {loses_chances, CAUSE_CHANCES_LOST},
};

enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

/* Finds the capture that gains the side to move most. Returns false if none gains enough. */
static bool find_best_capture(const Position *position, Move *best) {
    Score most = TELLING - 1;
    MoveList list;
    if (!position_has_both_lions(position))
        return false;
    movelist_init(&list);
    movegen_captures(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        const Score gain = capture_gain(position, list.moves[i]);
        if (gain <= most || captures(position, list.moves[i]) == 0)
            continue;
        most = gain;
        *best = list.moves[i];
    }
    movelist_free(&list);
    return most >= TELLING;
}

/* Returns the moves of a line that are legal, and the captures with which it goes on: a search ends
 * some lines early. An empty line stays empty. */
static ReviewLine complete_line(const Position *start, const ReviewLine *line) {
    ReviewLine legal = {0};
    Position position = *start;
    Move next;
    while (legal.length < line->length && move_is_legal(&position, line->moves[legal.length])) {
        legal.moves[legal.length] = line->moves[legal.length];
        position_make(&position, legal.moves[legal.length++]);
    }
    while (legal.length > 0 && legal.length < REVIEW_LINE_MAX &&
           find_best_capture(&position, &next)) {
        legal.moves[legal.length++] = next;
        position_make(&position, next);
    }
    return legal;
}

/* Returns the plies to a side's win by a score from White's view; see CauseCase. */
static int win_plies(Score score, Color side) {
    return score_win_plies(side == WHITE ? score : -score);
}

static void set_lines(CauseCase *given) {
    given->best = given->better.length > 0 ? given->better.moves[0] : MOVE_NONE;
    given->reply = given->replies.length > 0 ? given->replies.moves[0] : MOVE_NONE;
    given->material = material(given->before, given->mover);
    given->better_end = given->better.length > 0
                            ? end_of(given->before, &given->better, given->mover)
                            : given->material;
    given->replies_end = end_of(given->after, &given->replies, given->mover);
    given->instead = *given->before;
    if (given->better.length > 0)
        position_make(&given->instead, given->best);
}

ReviewCause review_cause_find(const Review *review, const Record *record, size_t ply) {
    const ReviewPosition *before = &review->positions[ply - 1], *after = &review->positions[ply];
    const Color mover = review_mover(record, ply);
    const bool over = outcome_is_over(record->outcomes[ply]);
    CauseCase given = {
        .record = record,
        .ply = ply,
        .before = record_position_at(record, ply - 1),
        .after = record_position_at(record, ply),
        .outcome = record->outcomes[ply],
        .mover = mover,
        .opponent = color_other(mover),
        .played = record->plies[ply - 1].move,
        .win_before = win_plies(before->score, mover),
        .win_after = win_plies(after->score, mover),
        .chance_before = review_chance(before->score, mover),
        .chance_after = review_chance(after->score, mover),
        .even_before = before->score == SCORE_DRAW,
        .even_after = after->score == SCORE_DRAW,
    };
    given.better = complete_line(given.before, &before->line);
    if (!over)
        given.replies = complete_line(given.after, &after->line);
    /* A reply that is not known is taken to be the one that was played. */
    if (!over && given.replies.length == 0 && ply < record->count)
        given.replies = (ReviewLine){1, {record->plies[ply].move}};
    set_lines(&given);
    for (int i = 0; i < RULE_COUNT; i++) {
        ReviewCause cause = {.kind = rules[i].kind, .piece = PIECE_NONE, .other = PIECE_NONE};
        if (rules[i].rule(&given, &cause))
            return cause;
    }
    return (ReviewCause){.kind = CAUSE_UNKNOWN, .piece = PIECE_NONE, .other = PIECE_NONE};
}
