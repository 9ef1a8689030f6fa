#include <config.h>

#include "engine/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "rules/generate.h"

/* What men are worth in exchanges: their weights with what they are usually good for. */
static const Score exchange_values[MAN_COUNT] = {
    [MAN_ZEBRA] = 265,     [MAN_ELEPHANT] = 340,  [MAN_GIRAFFE] = 400,   [MAN_CROCODILE] = 440,
    [MAN_MONKEY] = 255,    [MAN_PAWN] = 115,      [MAN_SUPERPAWN] = 275, [MAN_ELEPHANTE] = 450,
    [MAN_MEGA_PAWN] = 270, [MAN_MEGAPAWN] = 1000,
};

Score evaluate_kind(const Position *position, Kind kind) {
    return exchange_values[man_of(position->variant->pawns, kind)];
}

/* ---- one evaluation ----------------------------------------------------- */

typedef struct Side {
    Weight sum;
    Bitboard men;      /* all but those that the river will take */
    Bitboard zone;     /* of the lion: its square and those it can step to */
    Bitboard attacked; /* squares that its men attack */
    Bitboard attacked_by[ATTACKER_COUNT];
    int besiegers; /* men that attack the enemy lion's zone */
} Side;

typedef struct Evaluation {
    const Position *position;
    EvaluationTrace *trace; /* NULL, as a constant, but for those who want to know */
    Side side[COLOR_COUNT];
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

static ALWAYS_INLINE int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Number of a square in a table of PLACE_COUNT, seen from a side. */
static ALWAYS_INLINE int place_of(Color color, Square square) {
    static const signed char from_centre[8] = {3, 2, 1, 0, 1, 2, 3, 0};
    int row = (int)square >> 3;
    int rank = color == WHITE ? BOARD_RANKS - 1 - row : row;
    return rank * FILES_FROM_CENTRE + from_centre[square & 7];
}

static ALWAYS_INLINE int own_rank(Color color, Square square) {
    return color == WHITE ? square_rank(square) - 1 : BOARD_RANKS - square_rank(square);
}

/* ---- the river ---------------------------------------------------------- */

/* One turn saves one of the men that stand in the river, the best: the others are as good as gone.
 */
static NO_INLINE Bitboard doomed(const Position *position, Bitboard wet) {
    Square best = bitboard_first(wet);
    for (Bitboard set = wet; set;) {
        Square square = bitboard_pop(&set);
        if (evaluate_kind(position, position_kind_at(position, square)) >
            evaluate_kind(position, position_kind_at(position, best)))
            best = square;
    }
    return wet & ~square_bit(best);
}

static ALWAYS_INLINE void evaluate_river(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    Side *side = &evaluation->side[color];
    Bitboard wet = position->by_color[color] & variant_deep(position->variant) &
                   ~(position->by_type[CROCODILE] | position->by_type[LION]);
    side->men = position->by_color[color];
    if (wet == 0)
        return;
    if (wet & (wet - 1))
        side->men &= ~doomed(position, wet);
    bool now = position_side(position) == color;
    for (Bitboard set = wet & side->men; set;) {
        Kind kind = position_kind_at(position, bitboard_pop(&set));
        add_term(evaluation, color, &weights.wet[now][man_of(family, kind)], 1);
    }
}

/* ---- the men ------------------------------------------------------------ */

static ALWAYS_INLINE Attacker attacker_of(Kind kind, PawnFamily family) {
    if (kind == SUPERPAWN)
        return family == PAWNS_MEGA ? ATTACKER_HEAVY : ATTACKER_PAWN;
    return kind == CROCODILE || kind == MONKEY ? ATTACKER_HEAVY : ATTACKER_LIGHT;
}

/* Where all men of one kind stand, what they reach and what they attack. */
static ALWAYS_INLINE void evaluate_kinds(Evaluation *evaluation, Color color, Kind kind,
                                         PawnFamily family) {
    Side *own = &evaluation->side[color];
    const Side *enemy = &evaluation->side[color_other(color)];
    const Man man = man_of(family, kind);
    const Bitboard open =
        ~(evaluation->position->by_color[color] | enemy->attacked_by[ATTACKER_PAWN]);
    for (Bitboard set = evaluation->position->by_type[kind] & own->men; set; set &= set - 1) {
        Square square = bitboard_first(set);
        Bitboard attacks =
            generate_attacks(evaluation->position, color, kind, family, square, evaluation->empty);
        Bitboard reach =
            kind == MONKEY ? attacks | (table_king[square] & evaluation->empty) : attacks;
        add_term(evaluation, color, &weights.material[man][0], 1);
        add_term(evaluation, color, &weights.square[man][place_of(color, square)], 1);
        add_term(evaluation, color,
                 &weights.mobility[man][smaller(popcount64(reach & open), MOBILITY_MAX)], 1);
        Bitboard besieged = reach & enemy->zone;
        add_term(evaluation, color, &weights.zone[man][0], popcount64(besieged));
        own->besiegers += besieged != 0;
        own->attacked_by[attacker_of(kind, family)] |= attacks;
    }
}

/* ---- pawns -------------------------------------------------------------- */

static ALWAYS_INLINE Bitboard sideways(Bitboard set) {
    return (set << 1 | set >> 1) & BOARD_MASK;
}

static ALWAYS_INLINE Bitboard forward(Color color, Bitboard set) {
    return (color == WHITE ? set >> 8 : set << 8) & BOARD_MASK;
}

/* The squares that a pawn of the set could come to attack by going forward. */
static ALWAYS_INLINE Bitboard pawn_span(Color color, Bitboard pawns) {
    Bitboard span = forward(color, pawns);
    span |= forward(color, span);
    span |= forward(color, forward(color, span));
    span |= forward(color, forward(color, span));
    return span | sideways(span);
}

static ALWAYS_INLINE void evaluate_pawns(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    Side *own = &evaluation->side[color];
    const Side *enemy = &evaluation->side[color_other(color)];
    const Man man = man_of(family, PAWN);
    const Bitboard pawns = position->by_type[PAWN] & own->men;
    const Bitboard barred = pawn_span(color_other(color), position->by_type[PAWN] & enemy->men);
    add_term(evaluation, color, &weights.material[man][0], popcount64(pawns));
    add_term(evaluation, color, &weights.chained[family][0],
             popcount64(pawns & own->attacked_by[ATTACKER_PAWN]));
    for (Bitboard set = pawns; set; set &= set - 1) {
        Square square = bitboard_first(set);
        add_term(evaluation, color, &weights.square[man][place_of(color, square)], 1);
        if (!bitboard_has(barred, square))
            add_term(evaluation, color, &weights.passed[family][own_rank(color, square)], 1);
    }
    Bitboard besieging = generate_pawn_attacks(color, PAWN, family, pawns) & enemy->zone;
    add_term(evaluation, color, &weights.zone[man][0], popcount64(besieging));
    own->besiegers += besieging != 0;
}

/* ---- the lions ---------------------------------------------------------- */

/* The squares on which the lion of a side stands or can step that see the enemy's lion. */
static ALWAYS_INLINE Bitboard facing(const Evaluation *evaluation, Color color, Square lion,
                                     Square enemy, Bitboard steps) {
    Bitboard men = position_occupied(evaluation->position) & ~square_bit(lion);
    Bitboard seen = 0;
    for (; steps; steps &= steps - 1) {
        Square to = bitboard_first(steps);
        Square white = color == WHITE ? to : enemy;
        Square black = color == WHITE ? enemy : to;
        Bitboard between =
            table_between_lions[castle_index(white, WHITE)][castle_index(black, BLACK)];
        if (!(between & men))
            seen |= square_bit(to);
    }
    return seen;
}

static ALWAYS_INLINE void evaluate_lion(Evaluation *evaluation, Color color) {
    const Position *position = evaluation->position;
    const Side *own = &evaluation->side[color];
    const Side *enemy = &evaluation->side[color_other(color)];
    Square lion = bitboard_first(position_pieces(position, color, LION));
    Square other = bitboard_first(position_pieces(position, color_other(color), LION));
    Bitboard steps = table_lion[lion] & ~(position->by_color[color] | enemy->attacked);
    steps &= ~facing(evaluation, color, lion, other, steps);
    add_term(evaluation, color, &weights.square[MAN_LION][place_of(color, lion)], 1);
    add_term(evaluation, color, &weights.escapes[0][popcount64(steps)], 1);
    add_term(evaluation, color, &weights.besiegers[0][smaller(own->besiegers, BESIEGERS_MAX)], 1);
}

/* The man that alone keeps the lions from seeing each other is bound to its place. */
static ALWAYS_INLINE void evaluate_line(Evaluation *evaluation, PawnFamily family) {
    const Position *position = evaluation->position;
    Square white = bitboard_first(position_pieces(position, WHITE, LION));
    Square black = bitboard_first(position_pieces(position, BLACK, LION));
    Bitboard between = table_between_lions[castle_index(white, WHITE)][castle_index(black, BLACK)];
    Bitboard men = between & position_occupied(position);
    if (men == 0 || (men & (men - 1)) || between == BOARD_MASK)
        return;
    Square square = bitboard_first(men);
    Man man = man_of(family, position_kind_at(position, square));
    add_term(evaluation, position_color_at(position, square), &weights.pinned[man][0], 1);
}

/* ---- threats ------------------------------------------------------------ */

static ALWAYS_INLINE void evaluate_threats(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    const Side *own = &evaluation->side[color];
    const Side *enemy = &evaluation->side[color_other(color)];
    Bitboard targets = enemy->men & own->attacked & ~position->by_type[LION];
    for (; targets; targets &= targets - 1) {
        Square square = bitboard_first(targets);
        Man man = man_of(family, position_kind_at(position, square));
        for (Attacker attacker = 0; attacker < ATTACKER_COUNT; attacker++) {
            if (bitboard_has(own->attacked_by[attacker], square))
                add_term(evaluation, color, &weights.threat[attacker][man], 1);
        }
        if (!bitboard_has(enemy->attacked, square))
            add_term(evaluation, color_other(color), &weights.loose[man][0], 1);
    }
}

/* ---- all of it ---------------------------------------------------------- */

static ALWAYS_INLINE void evaluate_begin(Evaluation *evaluation, Color color, PawnFamily family) {
    const Position *position = evaluation->position;
    Side *side = &evaluation->side[color];
    Square lion = bitboard_first(position_pieces(position, color, LION));
    evaluate_river(evaluation, color, family);
    side->zone = table_lion[lion] | square_bit(lion);
    side->attacked_by[ATTACKER_LION] = table_lion[lion];
    side->attacked_by[ATTACKER_PAWN] =
        generate_pawn_attacks(color, PAWN, family, position->by_type[PAWN] & side->men);
    if (family == PAWNS_CONGO)
        side->attacked_by[ATTACKER_PAWN] |= generate_pawn_attacks(
            color, SUPERPAWN, family, position->by_type[SUPERPAWN] & side->men);
}

static ALWAYS_INLINE void evaluate_men(Evaluation *evaluation, Color color, PawnFamily family) {
    Side *side = &evaluation->side[color];
    evaluate_pawns(evaluation, color, family);
    evaluate_kinds(evaluation, color, ZEBRA, family);
    evaluate_kinds(evaluation, color, ELEPHANT, family);
    evaluate_kinds(evaluation, color, GIRAFFE, family);
    evaluate_kinds(evaluation, color, CROCODILE, family);
    evaluate_kinds(evaluation, color, MONKEY, family);
    evaluate_kinds(evaluation, color, SUPERPAWN, family);
    if (UNLIKELY(evaluation->position->by_type[ELEPHANTE] != 0))
        evaluate_kinds(evaluation, color, ELEPHANTE, family);
    for (Attacker attacker = 0; attacker < ATTACKER_COUNT; attacker++)
        side->attacked |= side->attacked_by[attacker];
}

static ALWAYS_INLINE int phase_of(const Position *position) {
    Bitboard pieces =
        position_occupied(position) & ~(position->by_type[LION] | position->by_type[PAWN]);
    return smaller(popcount64(pieces), PHASE_MAX);
}

/* A win must come before the quiet plies draw the game: what makes no progress is worth less. */
static ALWAYS_INLINE int scale_of(const Position *position) {
    int limit = position->variant->quiet_plies;
    return limit == 0 ? SCALE_MAX
                      : SCALE_MAX - SCALE_MAX / 2 * smaller(position->quiet, limit) / limit;
}

static ALWAYS_INLINE Weight evaluate_sum(const Position *position, PawnFamily family,
                                         EvaluationTrace *trace) {
    Evaluation evaluation = {
        .position = position, .trace = trace, .empty = BOARD_MASK & ~position_occupied(position)};
    evaluate_begin(&evaluation, WHITE, family);
    evaluate_begin(&evaluation, BLACK, family);
    evaluate_men(&evaluation, WHITE, family);
    evaluate_men(&evaluation, BLACK, family);
    evaluate_lion(&evaluation, WHITE);
    evaluate_lion(&evaluation, BLACK);
    evaluate_line(&evaluation, family);
    evaluate_threats(&evaluation, WHITE, family);
    evaluate_threats(&evaluation, BLACK, family);
    add_term(&evaluation, position_side(position), &weights.turn[0][0], 1);
    return evaluation.side[WHITE].sum - evaluation.side[BLACK].sum;
}

static Weight sum_of(const Position *position) {
    return position->variant->pawns == PAWNS_CONGO ? evaluate_sum(position, PAWNS_CONGO, NULL)
                                                   : evaluate_sum(position, PAWNS_MEGA, NULL);
}

/* The sum as a score, from White's view. */
static Score score_of(const Position *position, Weight sum) {
    const int phase = phase_of(position);
    const int faded = weight_middle(sum) * phase + weight_end(sum) * (PHASE_MAX - phase);
    return faded * scale_of(position) / (PHASE_MAX * SCALE_MAX);
}

static Score from_side(const Position *position, Score score) {
    return position_side(position) == WHITE ? score : -score;
}

Score evaluate_position(const Position *position) {
    return from_side(position, score_of(position, sum_of(position)));
}

/* Keys do not tell variants apart; the sum depends on the water and on the family of the pawns. */
static uint64_t cache_key(const Position *position) {
    const uint64_t rules = variant_deep(position->variant) + position->variant->pawns;
    return position->key ^ rules * UINT64_C(0x9e3779b97f4a7c15);
}

/* What depends on the way to the position comes after the sum. */
Score evaluate_cached(EvaluationCache *cache, const Position *position) {
    const uint64_t key = cache_key(position);
    uint64_t *slot = &cache->slots[key % (1 << EVALUATION_CACHE_BITS)];
    if ((*slot ^ key) >> 32 != 0)
        *slot = key >> 32 << 32 | (uint32_t)sum_of(position);
    return from_side(position, score_of(position, (Weight)(uint32_t)*slot));
}

Score evaluate_trace(const Position *position, EvaluationTrace *trace) {
    memset(trace, 0, sizeof *trace);
    const Weight sum = evaluate_sum(position, position->variant->pawns, trace);
    trace->phase = phase_of(position);
    trace->scale = scale_of(position);
    return score_of(position, sum);
}
