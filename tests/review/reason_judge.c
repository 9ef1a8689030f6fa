#include <config.h>

#include "reason_judge.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../rules/reference.h"
#include "../support/prover.h"
#include "engine/evaluate.h"
#include "rules/coordinate.h"
#include "rules/fen.h"

enum {
    TEXT_SIZE = 40,
    LION_VALUE = 10000,
    PROOF_BUDGET = 3000000, /* positions of a win's proof */
    PAWN_BUDGET = 200000    /* positions of a pawn's run */
};

/* What is judged. */
typedef struct Case {
    const Record *record;
    size_t ply;
    const ReviewCause *cause;
    Reference before, after;
    char mover, opponent;       /* 'w' or 'b' */
    ReferenceMove played, best; /* best.count 0: not known */
    Score scores[2];            /* before and after the move */
} Case;

/* ---- boards ---- */

static Reference board_of(const Position *position) {
    char fen[FEN_SIZE];
    Reference board;
    fen_write(position, fen);
    reference_set(&board, position->variant, fen, position_side(position) == WHITE ? 'w' : 'b');
    return board;
}

static char other(char side) {
    return side == 'w' ? 'b' : 'w';
}

static bool belongs(char letter, char side) {
    return side == 'w' ? isupper((unsigned char)letter) : islower((unsigned char)letter);
}

static char letter_at(const Reference *board, Square square) {
    return board->board[square_rank(square)][square_file(square)];
}

/* Returns whether a piece of a side stands on a square. */
static bool stands(const Reference *board, char side, PieceType type, Square square) {
    const Color color = side == 'w' ? WHITE : BLACK;
    return letter_at(board, square) == piece_letter(color, type, board->variant->pawns);
}

static int value(const Reference *board, char letter) {
    Position any = {.variant = board->variant};
    const PieceType type = piece_type_from_letter(letter, board->variant->pawns);
    return type == LION ? LION_VALUE : evaluate_piece(&any, type);
}

/* Returns the value of a side's pieces less the other's. */
static int balance(const Reference *board, char side) {
    int sum = 0;
    for (int rank = 1; rank <= 7; rank++)
        for (int file = 0; file < 7; file++) {
            const char letter = board->board[rank][file];
            if (letter != ' ')
                sum += belongs(letter, side) ? value(board, letter) : -value(board, letter);
        }
    return sum;
}

static int count_pieces(const Reference *board, char side) {
    int count = 0;
    for (int rank = 1; rank <= 7; rank++)
        for (int file = 0; file < 7; file++)
            count += belongs(board->board[rank][file], side);
    return count;
}

static bool has_lion(const Reference *board, char side) {
    for (int rank = 1; rank <= 7; rank++)
        if (memchr(board->board[rank], side == 'w' ? 'L' : 'l', 7) != NULL)
            return true;
    return false;
}

/* ---- moves ---- */

/* Finds a legal move. Returns false if it is none. */
static bool find(const Reference *board, Move move, ReferenceMove *found) {
    char text[COORDINATE_SIZE], legal[TEXT_SIZE];
    ReferenceMoves moves = {0};
    bool same = false;
    coordinate_write(move, text);
    reference_moves(board, &moves);
    for (int i = 0; i < moves.count && !same; i++) {
        reference_coordinates(&moves.moves[i], legal);
        same = strcmp(text, legal) == 0;
        if (same)
            *found = moves.moves[i];
    }
    reference_free(&moves);
    return same;
}

static Reference made(const Reference *board, const ReferenceMove *move) {
    Reference after = *board;
    reference_make(&after, move);
    return after;
}

static Reference flipped(const Reference *board) {
    Reference turned = *board;
    turned.side = other(board->side);
    return turned;
}

static Square target(const ReferenceMove *move) {
    return square_at(move->file[move->count - 1], move->rank[move->count - 1]);
}

static Square origin(const ReferenceMove *move) {
    return square_at(move->file[0], move->rank[0]);
}

/* Stores the squares of the pieces that a move captures. Returns their number. */
static int victims(const Reference *board, const ReferenceMove *move, Square squares[18]) {
    int count = 0;
    for (int i = 1; move->jump && i < move->count; i++)
        squares[count++] = square_at((move->file[i] + move->file[i - 1]) / 2,
                                     (move->rank[i] + move->rank[i - 1]) / 2);
    if (!move->jump && belongs(letter_at(board, target(move)), other(board->side)))
        squares[count++] = target(move);
    return count;
}

static bool takes(const Reference *board, const ReferenceMove *move, Square square) {
    Square squares[18];
    const int count = victims(board, move, squares);
    for (int i = 0; i < count; i++)
        if (squares[i] == square)
            return true;
    return false;
}

static bool takes_lion(const Reference *board, const ReferenceMove *move) {
    const Reference after = made(board, move);
    return !has_lion(&after, other(board->side));
}

static bool can_take(const Reference *board, Square square) {
    ReferenceMoves moves = {0};
    bool can = false;
    reference_moves(board, &moves);
    for (int i = 0; i < moves.count; i++)
        can = can || takes(board, &moves.moves[i], square);
    reference_free(&moves);
    return can;
}

static bool can_take_lion(const Reference *board) {
    for (int rank = 1; rank <= 7; rank++)
        for (int file = 0; file < 7; file++)
            if (tolower((unsigned char)board->board[rank][file]) == 'l' &&
                belongs(board->board[rank][file], other(board->side)))
                return can_take(board, square_at(file, rank));
    return false;
}

/* ---- exchanges ---- */

static int gain_of(const Reference *board, const ReferenceMove *move);

/* Returns what the side to move gains at most by captures on a square, or on any; at least 0. */
static int gain_on(const Reference *board, Square square) {
    ReferenceMoves moves = {0};
    int best = 0;
    Square squares[18];
    if (can_take_lion(board))
        return LION_VALUE;
    reference_moves(board, &moves);
    for (int i = 0; i < moves.count; i++) {
        const ReferenceMove *move = &moves.moves[i];
        if (square == SQUARE_NONE ? victims(board, move, squares) == 0
                                  : !takes(board, move, square))
            continue;
        const int gain = gain_of(board, move);
        best = gain > best ? gain : best;
    }
    reference_free(&moves);
    return best;
}

/* Returns what a capture gains, with the exchange that follows on its target. What drowns elsewhere
 * does not count. */
static int gain_of(const Reference *board, const ReferenceMove *move) {
    const Reference after = made(board, move);
    const char letter = letter_at(board, origin(move)), now = letter_at(&after, target(move));
    Square squares[18];
    int gain = 0;
    for (int i = victims(board, move, squares); i-- > 0;)
        gain += value(board, letter_at(board, squares[i]));
    if (gain >= LION_VALUE)
        return LION_VALUE;
    gain += (now != ' ' ? value(board, now) : 0) - value(board, letter);
    return gain - gain_on(&after, target(move));
}

/* Returns whether a move of the cause's line takes a piece on a square, with gain. */
static bool wins(const Reference *board, Move move, Square square) {
    ReferenceMove found;
    return find(board, move, &found) && takes(board, &found, square) && gain_of(board, &found) > 0;
}

/* Returns whether the piece on a square takes the one on another with gain, if it is its turn. */
static bool threatens(const Reference *board, Square from, Square square) {
    const Reference again = flipped(board);
    ReferenceMoves moves = {0};
    bool found = false;
    reference_moves(&again, &moves);
    for (int i = 0; i < moves.count && !found; i++)
        found = origin(&moves.moves[i]) == from && takes(&again, &moves.moves[i], square) &&
                gain_of(&again, &moves.moves[i]) > 0;
    reference_free(&moves);
    return found;
}

/* ---- lions ---- */

static bool first_takes_lion(const Case *judged, const Reference *board) {
    ReferenceMove move;
    return judged->cause->line.length == 1 && find(board, judged->cause->line.moves[0], &move) &&
           takes_lion(board, &move);
}

static bool misses_lion(const Case *judged) {
    return first_takes_lion(judged, &judged->before) &&
           !takes_lion(&judged->before, &judged->played);
}

/* Returns whether the lion on one square can take the one on the other. */
static bool faces(const Reference *board, Square from, Square to) {
    ReferenceMove move;
    return find(board, move_plain(LION, from, to), &move);
}

static bool opens_line(const Case *judged) {
    const ReviewCause *cause = judged->cause;
    const Reference before = flipped(&judged->before);
    return stands(&judged->after, judged->mover, LION, cause->square) &&
           stands(&judged->after, judged->opponent, LION, cause->at) &&
           faces(&judged->after, cause->at, cause->square) &&
           !faces(&before, cause->at, cause->square);
}

static ReasonVerdict forced(const Case *judged, size_t ply, char winner) {
    Record *record = record_clone(judged->record);
    record_go_to(record, ply);
    const int plies = 2 * judged->cause->count - (ply == judged->ply - 1);
    const ProofResult result =
        prover_wins(record, winner == 'w' ? WHITE : BLACK, plies, PROOF_BUDGET);
    record_free(record);
    return result == PROOF_HOLDS   ? REASON_HOLDS
           : result == PROOF_FAILS ? REASON_FALSE
                                   : REASON_UNPROVED;
}

/* ---- draws ---- */

static int occurrences(const Case *judged, const Reference *board, size_t last) {
    char fen[FEN_SIZE], earlier[FEN_SIZE];
    int count = 0;
    reference_fen(board, fen);
    for (size_t ply = 0; ply <= last; ply++) {
        const Reference then = board_of(record_position_at(judged->record, ply));
        reference_fen(&then, earlier);
        count += strcmp(fen, earlier) == 0;
    }
    return count;
}

/* Returns the plies at the end of which nothing was taken and nothing drowned, and no pawn moved.
 */
static int quiet_plies(const Case *judged) {
    int quiet = 0;
    for (size_t ply = judged->ply; ply > 0; ply--, quiet++) {
        const Reference before = board_of(record_position_at(judged->record, ply - 1));
        const Reference after = board_of(record_position_at(judged->record, ply));
        const Square from = move_from(judged->record->plies[ply - 1].move);
        if (count_pieces(&before, 'w') + count_pieces(&before, 'b') !=
                count_pieces(&after, 'w') + count_pieces(&after, 'b') ||
            tolower((unsigned char)letter_at(&before, from)) == 'p')
            break;
    }
    return quiet;
}

static bool is_draw(const Case *judged) {
    return (count_pieces(&judged->after, 'w') == 1 && count_pieces(&judged->after, 'b') == 1) ||
           occurrences(judged, &judged->after, judged->ply) >= 3 ||
           quiet_plies(judged) >= judged->record->variant.quiet_plies;
}

/* Returns whether a line's last move repeats a position of the game or of the line. */
static bool repeats(const Case *judged, const Reference *start, size_t ply) {
    char seen[REVIEW_LINE_MAX][FEN_SIZE];
    const ReviewLine *line = &judged->cause->line;
    Reference board = *start;
    bool repeated = false;
    for (int i = 0; i < line->length; i++) {
        ReferenceMove move;
        if (!find(&board, line->moves[i], &move))
            return false;
        board = made(&board, &move);
        reference_fen(&board, seen[i]);
        repeated = occurrences(judged, &board, ply) > 0;
        for (int j = 0; j < i; j++)
            repeated = repeated || strcmp(seen[i], seen[j]) == 0;
    }
    return repeated;
}

/* ---- pieces ---- */

static int drowned(const Reference *board, const ReferenceMove *move) {
    const Reference after = made(board, move);
    return count_pieces(board, board->side) - count_pieces(&after, board->side);
}

/* The piece stands in the river before the move, which leaves or moves it there, and is gone after
 * it. */
static bool drowns(const Case *judged) {
    const ReviewCause *cause = judged->cause;
    const Square from =
        cause->square == target(&judged->played) ? origin(&judged->played) : cause->square;
    return square_rank(cause->square) == 4 && square_rank(from) == 4 &&
           cause->square != origin(&judged->played) &&
           stands(&judged->before, judged->mover, cause->piece, from) &&
           letter_at(&judged->after, cause->square) == ' ' &&
           drowned(&judged->before, &judged->played) >= cause->count &&
           (judged->best.count == 0 ||
            drowned(&judged->before, &judged->best) < drowned(&judged->before, &judged->played));
}

static bool misses_chain(const Case *judged) {
    Square squares[18];
    const int taken = judged->played.jump ? victims(&judged->before, &judged->played, squares) : 0;
    return judged->best.jump && taken < judged->cause->count && taken == judged->cause->taken &&
           victims(&judged->before, &judged->best, squares) == judged->cause->count;
}

static bool begins_exchange(const Case *judged) {
    const ReviewCause *cause = judged->cause;
    ReferenceMove reply;
    if (!takes(&judged->before, &judged->played, cause->at) ||
        !stands(&judged->before, judged->opponent, cause->other, cause->at) ||
        !stands(&judged->after, judged->mover, cause->piece, cause->square) ||
        cause->square != target(&judged->played) ||
        !find(&judged->after, cause->line.moves[0], &reply) ||
        !takes(&judged->after, &reply, cause->square))
        return false;
    const Reference then = made(&judged->after, &reply);
    return gain_of(&judged->before, &judged->played) < 0 &&
           (cause->count > 1 || !can_take(&then, target(&reply)));
}

/* Returns whether the line's two moves exchange the pieces that the cause names, of about the same
 * value. */
static bool trades(const Case *judged, const Reference *board) {
    const ReviewCause *cause = judged->cause;
    ReferenceMove first, second;
    if (cause->line.length != 2 || !find(board, cause->line.moves[0], &first) ||
        !takes(board, &first, cause->square) || origin(&first) != cause->at ||
        !stands(board, other(board->side), cause->piece, cause->square) ||
        !stands(board, board->side, cause->other, cause->at))
        return false;
    const Reference after = made(board, &first);
    return find(&after, cause->line.moves[1], &second) && takes(&after, &second, target(&first)) &&
           abs(value(board, letter_at(board, cause->square)) -
               value(board, letter_at(board, cause->at))) < 50;
}

static bool allows_chain(const Case *judged) {
    Square squares[18];
    ReferenceMove reply;
    return find(&judged->after, judged->cause->line.moves[0], &reply) && reply.jump &&
           victims(&judged->after, &reply, squares) == judged->cause->count &&
           gain_of(&judged->after, &reply) > 0;
}

/* Returns whether the reply takes the piece that the cause names, with gain. */
static bool loses_piece(const Case *judged) {
    const ReviewCause *cause = judged->cause;
    return stands(&judged->after, judged->mover, cause->piece, cause->square) &&
           wins(&judged->after, cause->line.moves[0], cause->square);
}

/* The opponent could have taken it before, so that the move was to be seen. */
static bool misses_threat(const Case *judged) {
    const Reference before = flipped(&judged->before);
    return loses_piece(judged) &&
           stands(&judged->before, judged->mover, judged->cause->piece, judged->cause->square) &&
           wins(&before, judged->cause->line.moves[0], judged->cause->square);
}

static bool is_put(const Case *judged) {
    return loses_piece(judged) && judged->cause->square == target(&judged->played);
}

static bool is_left(const Case *judged) {
    return loses_piece(judged) && judged->cause->square != target(&judged->played);
}

static bool is_undefended(const Case *judged) {
    ReferenceMove reply;
    find(&judged->after, judged->cause->line.moves[0], &reply);
    const Reference then = made(&judged->after, &reply);
    return !can_take(&then, target(&reply));
}

static bool misses_capture(const Case *judged) {
    const ReviewCause *cause = judged->cause;
    return stands(&judged->before, judged->opponent, cause->piece, cause->square) &&
           wins(&judged->before, cause->line.moves[0], cause->square) &&
           !takes(&judged->before, &judged->played, cause->square);
}

/* ---- attacks ---- */

/* Returns whether the line's only move attacks a piece, or two. */
static bool attacks(const Case *judged, const Reference *board, bool both) {
    const ReviewCause *cause = judged->cause;
    const char loser = other(board->side);
    ReferenceMove move;
    if (cause->line.length != 1 || !find(board, cause->line.moves[0], &move) ||
        !stands(board, loser, cause->piece, cause->square) ||
        (both && !stands(board, loser, cause->other, cause->at)))
        return false;
    const Reference after = made(board, &move);
    return threatens(&after, target(&move), cause->square) &&
           (!both || (cause->at != cause->square && threatens(&after, target(&move), cause->at)));
}

/* ---- pawns ---- */

static bool runs(const Reference *board, Square square, char owner, int *budget);

static bool is_forward(const ReferenceMove *move, Square square, char owner) {
    const int ranks = square_rank(target(move)) - square_rank(square);
    return origin(move) == square && (owner == 'w' ? ranks > 0 : ranks < 0);
}

/* Returns whether the pawn runs on with one of its moves, or whatever the other side moves. */
static bool runs_on(const Reference *board, Square square, char owner, int *budget) {
    const bool own = board->side == owner;
    bool runs_now = !own;
    ReferenceMoves moves = {0};
    reference_moves(board, &moves);
    for (int i = 0; i < moves.count && runs_now != own; i++) {
        if (own && takes_lion(board, &moves.moves[i])) {
            runs_now = true;
            break;
        }
        if (own && !is_forward(&moves.moves[i], square, owner))
            continue;
        const Reference after = made(board, &moves.moves[i]);
        runs_now = runs(&after, own ? target(&moves.moves[i]) : square, owner, budget);
    }
    reference_free(&moves);
    return runs_now;
}

/* Returns whether the pawn on a square becomes another piece, which is not lost at once. */
static bool runs(const Reference *board, Square square, char owner, int *budget) {
    const char letter = letter_at(board, square);
    if (--*budget < 0 || !has_lion(board, owner))
        return false;
    if (!has_lion(board, other(owner)))
        return true;
    if (!belongs(letter, owner))
        return false;
    if (tolower((unsigned char)letter) != 'p')
        return gain_on(board, square) == 0;
    return runs_on(board, square, owner, budget);
}

/* The pawn runs after one move, and did not after the other. */
static ReasonVerdict judge_pawn(const Case *judged, char owner) {
    const bool own = owner == judged->mover;
    int budget = PAWN_BUDGET, rest = PAWN_BUDGET;
    if (judged->best.count == 0)
        return REASON_FALSE;
    const Reference instead = made(&judged->before, &judged->best);
    const Square square = judged->cause->square;
    const bool running = runs(own ? &instead : &judged->after, square, owner, &budget);
    const bool stopped = !runs(own ? &judged->after : &instead, square, owner, &rest);
    if (budget < 0 || rest < 0)
        return REASON_UNPROVED;
    return stands(own ? &instead : &judged->after, owner, PAWN, square) && running && stopped
               ? REASON_HOLDS
               : REASON_FALSE;
}

/* ---- lines ---- */

/* Returns whether a move costs the loser what the cause says. */
static bool costs(const Reference *board, const ReferenceMove *move, char loser,
                  const ReviewCause *cause) {
    const Reference after = made(board, move);
    if (cause->fate == FATE_PROMOTED)
        return board->side != loser && target(move) == cause->square &&
               tolower((unsigned char)letter_at(board, origin(move))) == 'p' &&
               stands(&after, other(loser), cause->piece, cause->square);
    if (!stands(board, loser, cause->piece, cause->square))
        return false;
    if (cause->fate == FATE_TAKEN)
        return board->side != loser && takes(board, move, cause->square);
    return board->side == loser && square_rank(cause->square) == 4 && drowned(board, move) > 0 &&
           !belongs(letter_at(&after, cause->square), loser);
}

/* Returns whether the line is legal, ends with that loss, and leaves the loser worse off than it
 * was before the move, even after its best capture. */
static bool line_costs(const Case *judged, const Reference *start, char loser) {
    const ReviewLine *line = &judged->cause->line;
    Reference board = *start;
    for (int i = 0; i < line->length; i++) {
        ReferenceMove move;
        if (!find(&board, line->moves[i], &move) ||
            (i == line->length - 1 && !costs(&board, &move, loser, judged->cause)))
            return false;
        board = made(&board, &move);
    }
    const int regained = board.side == loser ? gain_on(&board, SQUARE_NONE) : 0;
    const int lost = balance(&judged->before, loser) - balance(&board, loser) - regained;
    const int worth =
        value(&board, piece_letter(WHITE, judged->cause->piece, board.variant->pawns));
    return line->length > 0 && lost > 0 &&
           (judged->cause->fate == FATE_PROMOTED || judged->cause->for_less == (2 * lost < worth));
}

/* The line is legal, and the scores mean these chances (bench/STRENGTH.md). */
static bool loses_chances(const Case *judged) {
    const ReviewCause *cause = judged->cause;
    const Score sign = judged->mover == 'w' ? 1 : -1;
    const double before = 100 / (1 + exp(-0.0062 * sign * judged->scores[0]));
    const double after = 100 / (1 + exp(-0.0062 * sign * judged->scores[1]));
    Reference board = judged->after;
    for (int i = 0; i < cause->line.length; i++) {
        ReferenceMove move;
        if (!find(&board, cause->line.moves[i], &move))
            return false;
        board = made(&board, &move);
    }
    return fabs(before - cause->count) <= 1 && fabs(after - cause->taken) <= 1 &&
           cause->count > cause->taken;
}

/* ---- the verdict ---- */

static ReasonVerdict verdict(bool holds) {
    return holds ? REASON_HOLDS : REASON_FALSE;
}

static ReasonVerdict judge_end(const Case *judged) {
    switch (judged->cause->kind) {
    case CAUSE_LION_MISSED:
        return verdict(misses_lion(judged));
    case CAUSE_LINE_OPENED:
        return verdict(opens_line(judged));
    case CAUSE_LION_LEFT:
        return verdict(first_takes_lion(judged, &judged->after));
    case CAUSE_WIN_MISSED:
        return forced(judged, judged->ply - 1, judged->mover);
    case CAUSE_LOSS_ALLOWED:
        return forced(judged, judged->ply, judged->opponent);
    case CAUSE_DRAW:
        return verdict(is_draw(judged));
    case CAUSE_REPETITION_ALLOWED:
        return verdict(repeats(judged, &judged->after, judged->ply));
    case CAUSE_REPETITION_MISSED:
        return verdict(repeats(judged, &judged->before, judged->ply - 1));
    default:
        return REASON_FALSE;
    }
}

static ReasonVerdict judge_pieces(const Case *judged) {
    switch (judged->cause->kind) {
    case CAUSE_DROWNED:
        return verdict(drowns(judged));
    case CAUSE_CHAIN_MISSED:
    case CAUSE_CHAIN_SHORT:
        return verdict(misses_chain(judged));
    case CAUSE_EXCHANGE:
        return verdict(begins_exchange(judged));
    case CAUSE_CHAIN_ALLOWED:
        return verdict(allows_chain(judged));
    case CAUSE_THREAT_MISSED:
        return verdict(misses_threat(judged));
    case CAUSE_PUT_UNDEFENDED:
        return verdict(is_put(judged) && is_undefended(judged));
    case CAUSE_PIECE_PUT:
        return verdict(is_put(judged));
    case CAUSE_LEFT_UNDEFENDED:
        return verdict(is_left(judged) && is_undefended(judged));
    case CAUSE_PIECE_LEFT:
        return verdict(is_left(judged));
    case CAUSE_CAPTURE_MISSED:
        return verdict(misses_capture(judged));
    default:
        return judge_end(judged);
    }
}

static ReasonVerdict judge(const Case *judged) {
    switch (judged->cause->kind) {
    case CAUSE_FORK_ALLOWED:
        return verdict(attacks(judged, &judged->after, true));
    case CAUSE_FORK_MISSED:
        return verdict(attacks(judged, &judged->before, true));
    case CAUSE_ATTACK_ALLOWED:
        return verdict(attacks(judged, &judged->after, false));
    case CAUSE_ATTACK_MISSED:
        return verdict(attacks(judged, &judged->before, false));
    case CAUSE_TRADE_ALLOWED:
        return verdict(trades(judged, &judged->after));
    case CAUSE_TRADE_MISSED:
        return verdict(trades(judged, &judged->before));
    case CAUSE_PAWN_ALLOWED:
        return judge_pawn(judged, judged->opponent);
    case CAUSE_PAWN_MISSED:
        return judge_pawn(judged, judged->mover);
    case CAUSE_LOSES:
        return verdict(line_costs(judged, &judged->after, judged->mover));
    case CAUSE_WINS_MISSED:
        return verdict(line_costs(judged, &judged->before, judged->opponent));
    case CAUSE_CHANCES_LOST:
        return verdict(loses_chances(judged));
    default:
        return judge_pieces(judged);
    }
}

ReasonVerdict reason_judge(const Review *review, const Record *record, size_t ply) {
    const ReviewMove *move = &review->moves[ply - 1];
    Case judged = {
        .record = record,
        .ply = ply,
        .cause = &move->cause,
        .before = board_of(record_position_at(record, ply - 1)),
        .scores = {move->before, move->after},
    };
    judged.mover = judged.before.side;
    judged.opponent = other(judged.mover);
    if (!find(&judged.before, record->plies[ply - 1].move, &judged.played) ||
        (!move_is_none(move->best) && !find(&judged.before, move->best, &judged.best)))
        return REASON_FALSE;
    judged.after = made(&judged.before, &judged.played);
    return judge(&judged);
}

const char *reason_name(ReviewCauseKind kind) {
    static const char *const names[CAUSE_KIND_COUNT] = {
        [CAUSE_UNKNOWN] = "none",
        [CAUSE_LION_MISSED] = "lion's capture missed",
        [CAUSE_LINE_OPENED] = "line between the lions",
        [CAUSE_LION_LEFT] = "lion left to be taken",
        [CAUSE_WIN_MISSED] = "forced win missed",
        [CAUSE_LOSS_ALLOWED] = "forced loss",
        [CAUSE_DRAW] = "draw",
        [CAUSE_DROWNED] = "piece drowned",
        [CAUSE_CHAIN_MISSED] = "monkey's captures missed",
        [CAUSE_CHAIN_SHORT] = "monkey's captures too few",
        [CAUSE_EXCHANGE] = "losing exchange",
        [CAUSE_CHAIN_ALLOWED] = "monkey's captures allowed",
        [CAUSE_THREAT_MISSED] = "threat overlooked",
        [CAUSE_PUT_UNDEFENDED] = "put undefended",
        [CAUSE_PIECE_PUT] = "put to be taken",
        [CAUSE_LEFT_UNDEFENDED] = "left undefended",
        [CAUSE_PIECE_LEFT] = "left to be taken",
        [CAUSE_FORK_ALLOWED] = "fork allowed",
        [CAUSE_PAWN_ALLOWED] = "pawn let through",
        [CAUSE_CAPTURE_MISSED] = "capture missed",
        [CAUSE_FORK_MISSED] = "fork missed",
        [CAUSE_PAWN_MISSED] = "pawn's run missed",
        [CAUSE_LOSES] = "line that loses",
        [CAUSE_WINS_MISSED] = "line that wins missed",
        [CAUSE_REPETITION_ALLOWED] = "repetition allowed",
        [CAUSE_REPETITION_MISSED] = "repetition missed",
        [CAUSE_ATTACK_ALLOWED] = "attack allowed",
        [CAUSE_ATTACK_MISSED] = "attack missed",
        [CAUSE_TRADE_ALLOWED] = "exchange allowed",
        [CAUSE_TRADE_MISSED] = "exchange missed",
        [CAUSE_CHANCES_LOST] = "only how it goes on",
    };
    return names[kind];
}
