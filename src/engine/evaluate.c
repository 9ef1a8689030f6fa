#include <config.h>

#include "engine/evaluate.h"

#include <string.h>

#include "base/number.h"
#include "rules/generate.h"

/* Values in exchanges: material and what a piece usually adds by its position. */
static const Score piece_values[EVAL_PIECE_COUNT] = {
    [EVAL_ZEBRA] = 265,     [EVAL_ELEPHANT] = 340,  [EVAL_GIRAFFE] = 400,   [EVAL_CROCODILE] = 440,
    [EVAL_MONKEY] = 255,    [EVAL_PAWN] = 115,      [EVAL_SUPERPAWN] = 275, [EVAL_ELEPHANTE] = 450,
    [EVAL_MEGA_PAWN] = 270, [EVAL_MEGAPAWN] = 1000,
};

Score evaluate_piece(const Position *position, PieceType type) {
    return piece_values[eval_piece(position->variant->pawns, type)];
}

/* ---- one evaluation ----------------------------------------------------- */

typedef struct EvalSide {
    Weight sum;
    Bitboard pieces;   /* without those that will drown */
    Bitboard zone;     /* squares of the lion and around it, inside the castle */
    Bitboard attacked; /* by any piece */
    Bitboard attacked_by[ATTACKER_COUNT];
    int besiegers; /* pieces that attack the enemy lion's zone */
} EvalSide;

typedef struct Evaluation {
    const Position *position;
    EvaluationTrace *trace; /* a constant NULL in a search, which the compiler folds */
    EvalSide side[COLOR_COUNT];
    Bitboard empty;
} Evaluation;

static ALWAYS_INLINE void add_term(Evaluation *evaluation, Color color, const Weight *weight,
                                   int count) {
    evaluation->side[color].sum += *weight * count;
    if (evaluation->trace) {
        size_t number = (size_t)(weight - &weights.material[0][0]);
        evaluation->trace->count[color][number] =
            (int16_t)(evaluation->trace->count[color][number] + count);
    }
}

/* Returns 0 for the side's back rank to 6 for its last rank. */
static ALWAYS_INLINE int own_rank(Color color, Square square) {
    int row = (int)square >> 3;
    return color == WHITE ? BOARD_RANKS - 1 - row : row;
}

/* Returns the index of a square in a table of PLACE_COUNT, seen from a side. */
static ALWAYS_INLINE int place_of(Color color, Square square) {
    static const signed char from_centre[8] = {3, 2, 1, 0, 1, 2, 3, 0};
    return own_rank(color, square) * FILES_FROM_CENTRE + from_centre[square & 7];
}

/* ---- the river ---------------------------------------------------------- */

/* Returns the pieces in the river that will drown: a turn rescues only one, the most valuable. */
static NO_INLINE Bitboard drowning_pieces(const Position *position, Bitboard wet) {
    Square best = bitboard_first(wet);
    for (Bitboard set = wet; set;) {
        Square square = bitboard_pop(&set);
        if (evaluate_piece(position, position_piece_at(position, square)) >
            evaluate_piece(position, position_piece_at(position, best)))
            best = square;
    }
    return wet & ~square_bit(best);
}

static ALWAYS_INLINE void evaluate_river(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    EvalSide *side = &evaluation->side[color];
    Bitboard wet = position->by_color[color] & variant_deep(position->variant) &
                   ~(position->by_type[CROCODILE] | position->by_type[LION]);
    side->pieces = position->by_color[color];
    if (wet == 0)
        return;
    if (wet & (wet - 1))
        side->pieces &= ~drowning_pieces(position, wet);
    bool now = position_side(position) == color;
    for (Bitboard set = wet & side->pieces; set;) {
        PieceType type = position_piece_at(position, bitboard_pop(&set));
        add_term(evaluation, color, &weights.wet[now][eval_piece(family, type)], 1);
    }
}

/* ---- pieces ------------------------------------------------------------- */

static ALWAYS_INLINE Attacker attacker_of(PieceType type, PawnFamily family) {
    if (type == SUPERPAWN)
        return family == PAWNS_MEGA ? ATTACKER_HEAVY : ATTACKER_PAWN;
    return type == CROCODILE || type == MONKEY ? ATTACKER_HEAVY : ATTACKER_LIGHT;
}

/* Counts material, squares, mobility and attacks on the lion's zone. */
static ALWAYS_INLINE void evaluate_piece_type(Evaluation *evaluation, Color color, PieceType type,
                                              PawnFamily family) {
    EvalSide *own = &evaluation->side[color];
    const EvalSide *enemy = &evaluation->side[color_other(color)];
    const EvalPiece piece = eval_piece(family, type);
    const Bitboard open =
        ~(evaluation->position->by_color[color] | enemy->attacked_by[ATTACKER_PAWN]);
    for (Bitboard set = evaluation->position->by_type[type] & own->pieces; set; set &= set - 1) {
        Square square = bitboard_first(set);
        Bitboard attacks =
            generate_attacks(evaluation->position, color, type, family, square, evaluation->empty);
        Bitboard reach =
            type == MONKEY ? attacks | (table_king[square] & evaluation->empty) : attacks;
        add_term(evaluation, color, &weights.material[piece][0], 1);
        add_term(evaluation, color, &weights.square[piece][place_of(color, square)], 1);
        add_term(evaluation, color,
                 &weights.mobility[piece][min_int(popcount64(reach & open), MOBILITY_MAX)], 1);
        Bitboard besieged = reach & enemy->zone;
        add_term(evaluation, color, &weights.zone[piece][0], popcount64(besieged));
        own->besiegers += besieged != 0;
        own->attacked_by[attacker_of(type, family)] |= attacks;
    }
}

/* ---- pawns -------------------------------------------------------------- */

static ALWAYS_INLINE Bitboard sideways(Bitboard set) {
    return (set << 1 | set >> 1) & BOARD_MASK;
}

static ALWAYS_INLINE Bitboard forward(Color color, Bitboard set) {
    return (color == WHITE ? set >> 8 : set << 8) & BOARD_MASK;
}

/* Returns the squares that the pawns may attack or pass by going forward. */
static ALWAYS_INLINE Bitboard pawn_span(Color color, Bitboard pawns) {
    Bitboard span = forward(color, pawns);
    span |= forward(color, span);
    span |= forward(color, forward(color, span));
    span |= forward(color, forward(color, span));
    return span | sideways(span);
}

static ALWAYS_INLINE void evaluate_pawns(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    EvalSide *own = &evaluation->side[color];
    const EvalSide *enemy = &evaluation->side[color_other(color)];
    const EvalPiece piece = eval_piece(family, PAWN);
    const Bitboard pawns = position->by_type[PAWN] & own->pieces;
    const Bitboard barred = pawn_span(color_other(color), position->by_type[PAWN] & enemy->pieces);
    add_term(evaluation, color, &weights.material[piece][0], popcount64(pawns));
    add_term(evaluation, color, &weights.chained[family][0],
             popcount64(pawns & own->attacked_by[ATTACKER_PAWN]));
    for (Bitboard set = pawns; set; set &= set - 1) {
        Square square = bitboard_first(set);
        add_term(evaluation, color, &weights.square[piece][place_of(color, square)], 1);
        if (!bitboard_has(barred, square))
            add_term(evaluation, color, &weights.passed[family][own_rank(color, square)], 1);
    }
    Bitboard besieging = generate_pawn_attacks(color, PAWN, family, pawns) & enemy->zone;
    add_term(evaluation, color, &weights.zone[piece][0], popcount64(besieging));
    own->besiegers += besieging != 0;
}

/* ---- lions -------------------------------------------------------------- */

/* Returns the steps of a lion onto an open line to the enemy lion. */
static ALWAYS_INLINE Bitboard facing_steps(const Evaluation *evaluation, Color color, Square lion,
                                           Square enemy, Bitboard steps) {
    Bitboard pieces = position_occupied(evaluation->position) & ~square_bit(lion);
    Bitboard seen = 0;
    for (; steps; steps &= steps - 1) {
        Square to = bitboard_first(steps);
        Square white = color == WHITE ? to : enemy;
        Square black = color == WHITE ? enemy : to;
        Bitboard between =
            table_between_lions[castle_index(white, WHITE)][castle_index(black, BLACK)];
        if (!(between & pieces))
            seen |= square_bit(to);
    }
    return seen;
}

static ALWAYS_INLINE void evaluate_lion(Evaluation *evaluation, Color color) {
    const Position *position = evaluation->position;
    const EvalSide *own = &evaluation->side[color];
    const EvalSide *enemy = &evaluation->side[color_other(color)];
    Square lion = bitboard_first(position_pieces(position, color, LION));
    Square other = bitboard_first(position_pieces(position, color_other(color), LION));
    Bitboard steps = table_lion[lion] & ~(position->by_color[color] | enemy->attacked);
    steps &= ~facing_steps(evaluation, color, lion, other, steps);
    add_term(evaluation, color, &weights.square[EVAL_LION][place_of(color, lion)], 1);
    add_term(evaluation, color, &weights.escapes[0][popcount64(steps)], 1);
    add_term(evaluation, color, &weights.besiegers[0][min_int(own->besiegers, BESIEGERS_MAX)], 1);
}

/* The only piece between the lions is pinned. */
static ALWAYS_INLINE void evaluate_pin(Evaluation *evaluation, PawnFamily family) {
    const Position *position = evaluation->position;
    Bitboard between = generate_between_lions(position);
    Bitboard pieces = between & position_occupied(position);
    if (pieces == 0 || (pieces & (pieces - 1)) || between == BOARD_MASK)
        return;
    Square square = bitboard_first(pieces);
    EvalPiece piece = eval_piece(family, position_piece_at(position, square));
    add_term(evaluation, position_color_at(position, square), &weights.pinned[piece][0], 1);
}

/* ---- threats ------------------------------------------------------------ */

static ALWAYS_INLINE void evaluate_threats(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    const EvalSide *own = &evaluation->side[color];
    const EvalSide *enemy = &evaluation->side[color_other(color)];
    Bitboard targets = enemy->pieces & own->attacked & ~position->by_type[LION];
    for (; targets; targets &= targets - 1) {
        Square square = bitboard_first(targets);
        EvalPiece piece = eval_piece(family, position_piece_at(position, square));
        for (Attacker attacker = 0; attacker < ATTACKER_COUNT; attacker++) {
            if (bitboard_has(own->attacked_by[attacker], square))
                add_term(evaluation, color, &weights.threat[attacker][piece], 1);
        }
        if (!bitboard_has(enemy->attacked, square))
            add_term(evaluation, color_other(color), &weights.loose[piece][0], 1);
    }
}

/* ---- the whole evaluation ----------------------------------------------- */

static ALWAYS_INLINE void evaluate_begin(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    EvalSide *side = &evaluation->side[color];
    Square lion = bitboard_first(position_pieces(position, color, LION));
    evaluate_river(evaluation, color, family);
    side->zone = table_lion[lion] | square_bit(lion);
    side->attacked_by[ATTACKER_LION] = table_lion[lion];
    side->attacked_by[ATTACKER_PAWN] =
        generate_pawn_attacks(color, PAWN, family, position->by_type[PAWN] & side->pieces);
    if (family == PAWNS_CONGO)
        side->attacked_by[ATTACKER_PAWN] |= generate_pawn_attacks(
            color, SUPERPAWN, family, position->by_type[SUPERPAWN] & side->pieces);
}

static ALWAYS_INLINE void evaluate_side(Evaluation *evaluation, Color color, PawnFamily family) {
    EvalSide *side = &evaluation->side[color];
    evaluate_pawns(evaluation, color, family);
    evaluate_piece_type(evaluation, color, ZEBRA, family);
    evaluate_piece_type(evaluation, color, ELEPHANT, family);
    evaluate_piece_type(evaluation, color, GIRAFFE, family);
    evaluate_piece_type(evaluation, color, CROCODILE, family);
    evaluate_piece_type(evaluation, color, MONKEY, family);
    evaluate_piece_type(evaluation, color, SUPERPAWN, family);
    if (UNLIKELY(evaluation->position->by_type[ELEPHANTE] != 0))
        evaluate_piece_type(evaluation, color, ELEPHANTE, family);
    for (Attacker attacker = 0; attacker < ATTACKER_COUNT; attacker++)
        side->attacked |= side->attacked_by[attacker];
}

static ALWAYS_INLINE int game_phase(const Position *position) {
    Bitboard pieces =
        position_occupied(position) & ~(position->by_type[LION] | position->by_type[PAWN]);
    return min_int(popcount64(pieces), PHASE_MAX);
}

/* An advantage without progress shrinks, since the quiet plies will draw the game. */
static ALWAYS_INLINE int draw_scale(const Position *position) {
    int limit = position->variant->quiet_plies;
    return limit == 0 ? SCALE_MAX
                      : SCALE_MAX - SCALE_MAX / 2 * min_int(position->quiet, limit) / limit;
}

static ALWAYS_INLINE Weight evaluate_sum(const Position *position, PawnFamily family,
                                         EvaluationTrace *trace) {
    Evaluation evaluation = {
        .position = position, .trace = trace, .empty = position_empty(position)};
    evaluate_begin(&evaluation, WHITE, family);
    evaluate_begin(&evaluation, BLACK, family);
    evaluate_side(&evaluation, WHITE, family);
    evaluate_side(&evaluation, BLACK, family);
    evaluate_lion(&evaluation, WHITE);
    evaluate_lion(&evaluation, BLACK);
    evaluate_pin(&evaluation, family);
    evaluate_threats(&evaluation, WHITE, family);
    evaluate_threats(&evaluation, BLACK, family);
    add_term(&evaluation, position_side(position), &weights.turn[0][0], 1);
    return evaluation.side[WHITE].sum - evaluation.side[BLACK].sum;
}

/* Calls evaluate_sum with the family as a constant. */
static Weight evaluate_family(const Position *position) {
    return position->variant->pawns == PAWNS_CONGO ? evaluate_sum(position, PAWNS_CONGO, NULL)
                                                   : evaluate_sum(position, PAWNS_MEGA, NULL);
}

/* Returns the score from White's view. */
static Score taper(const Position *position, Weight sum) {
    const int phase = game_phase(position);
    const int tapered = weight_middle(sum) * phase + weight_end(sum) * (PHASE_MAX - phase);
    const int score = tapered * draw_scale(position) / (PHASE_MAX * SCALE_MAX);
    return clamp_int(score, -EVALUATION_MAX, EVALUATION_MAX);
}

/* Returns the score from the side to move's view. */
static Score taper_for_side(const Position *position, Weight sum) {
    const Score score = taper(position, sum);
    return position_side(position) == WHITE ? score : -score;
}

Score evaluate_position(const Position *position) {
    return taper_for_side(position, evaluate_family(position));
}

/* Position keys do not include the variant, whose river and pawns matter. */
static uint64_t cache_key(const Position *position) {
    const uint64_t rules = variant_deep(position->variant) + position->variant->pawns;
    return position->key ^ rules * UINT64_C(0x9e3779b97f4a7c15);
}

/* Only the sum is cached: the scale depends on the quiet plies, which the key leaves out. */
Score evaluate_cached(EvaluationCache *cache, const Position *position) {
    const uint64_t key = cache_key(position);
    uint64_t *slot = &cache->slots[key % (1 << EVALUATION_CACHE_BITS)];
    if ((*slot ^ key) >> 32 != 0)
        *slot = key >> 32 << 32 | (uint32_t)evaluate_family(position);
    return taper_for_side(position, (Weight)(uint32_t)*slot);
}

Score evaluate_trace(const Position *position, EvaluationTrace *trace) {
    memset(trace, 0, sizeof *trace);
    const Weight sum = evaluate_sum(position, position->variant->pawns, trace);
    trace->phase = game_phase(position);
    trace->scale = draw_scale(position);
    return taper(position, sum);
}
