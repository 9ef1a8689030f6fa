#include <config.h>

#include "claims.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "prover.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum {
    EXACT_PLIES = 5,   /* longest claims that are proved by exhaustive search */
    NEWCOMER_PART = 4, /* one claim in so many is also played by the newcomer */
    NEWCOMER_NODES = 200000,
    SECOND_FACTOR = 50,
    ARBITER_FACTOR = 500 /* of the budget, for a claim that failed */
};

/* The move wins (plies > 0) or loses (plies < 0), itself included; MOVE_NONE: every move loses. */
typedef struct Claim {
    Move move;
    int plies;
    int depth;  /* of the report */
    bool final; /* in the final report */
} Claim;

/* The claims in the reports of one search. */
typedef struct ClaimReports {
    Claim claims[CLAIMS_MAX];
    int count;
    SearchInfo last;
} ClaimReports;

/* How a claim is played out. */
typedef struct Players {
    Engine *engine;
    SearchLimits limits;
    bool forget;    /* clear the table before every search */
    bool at_random; /* the loser plays random moves */
} Players;

typedef enum PlayoutResult { PLAYOUT_KEPT, PLAYOUT_WAVERED, PLAYOUT_FAILED } PlayoutResult;

/* ---- searching ---- */

static void reports_add(ClaimReports *reports, Move move, int plies) {
    const SearchInfo *info = &reports->last;
    for (int i = 0; i < reports->count; i++)
        if (move_equal(reports->claims[i].move, move) && reports->claims[i].plies == plies)
            return;
    if (reports->count < CLAIMS_MAX)
        reports->claims[reports->count++] = (Claim){move, plies, info->depth, info->final};
}

static void collect_claims(void *context, const SearchInfo *info) {
    ClaimReports *reports = context;
    reports->last = *info;
    for (int i = 0; i < info->line_count; i++) {
        int plies = score_win_plies(info->lines[i].score);
        if (plies != 0)
            reports_add(reports, info->lines[i].pv[0], plies);
        if (plies < 0 && i == 0)
            reports_add(reports, MOVE_NONE, plies);
    }
}

static ClaimReports search_claims(Engine *engine, const Record *record, SearchLimits limits,
                                  int multipv) {
    ClaimReports reports = {.count = 0};
    Error error = {0};
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = record->positions,
        .position_count = record->current + 1,
        .limits = limits,
        .level = LEVEL_MAX,
        .multipv = multipv,
    };
    if (!engine_start(engine, &request, collect_claims, &reports, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(EXIT_FAILURE);
    }
    engine_wait(engine);
    return reports;
}

/* ---- playing out ---- */

static Result win_of(Color color) {
    return color == WHITE ? RESULT_WHITE : RESULT_BLACK;
}

static Move random_move(Claims *claims, const Record *record) {
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    Move move = list.moves[random_below(&claims->state, list.count)];
    movelist_free(&list);
    return move;
}

/* Returns a move; clears *agreed if its search contradicts the claim. */
static Move choose_move(Claims *claims, const Players *players, const Record *record, Color winner,
                        int plies, bool *agreed) {
    bool own = position_side(record_position(record)) == winner;
    if (!own && players->at_random)
        return random_move(claims, record);
    if (players->forget)
        engine_new_game(players->engine);
    SearchInfo info = search_claims(players->engine, record, players->limits, 1).last;
    int said = score_win_plies(info.lines[0].score) * (own ? 1 : -1);
    *agreed = *agreed && said > 0 && said <= plies;
    return info.lines[0].pv[0];
}

static bool play(Record *record, Move move) {
    Error error = {0};
    if (record_play(record, move, -1, -1, &error))
        return true;
    fprintf(stderr, "a search answers with a move that is refused: %s\n", error.text);
    exit(EXIT_FAILURE);
}

static PlayoutResult play_out(Claims *claims, const Players *players, Record *record, Color winner,
                              int plies) {
    bool agreed = true;
    while (record_outcome(record).result == RESULT_OPEN && plies > 0) {
        play(record, choose_move(claims, players, record, winner, plies, &agreed));
        plies--;
    }
    if (record_outcome(record).result != win_of(winner))
        return PLAYOUT_FAILED;
    return agreed ? PLAYOUT_KEPT : PLAYOUT_WAVERED;
}

/* ---- judging ---- */

static void write_moves(FILE *out, const Record *record, size_t from) {
    for (size_t i = from; i < record->current; i++) {
        char text[COORDINATE_SIZE];
        coordinate_write(record->plies[i].move, text);
        fprintf(out, " %s", text);
    }
}

/* `played` is the game in which the claim failed; NULL: it was refuted. */
static void report_failure(Claims *claims, const char *what, const Record *record,
                           const Claim *claim, const Players *players, const Record *played) {
    FILE *out = claims->failures;
    char fen[FEN_SIZE];
    char move[COORDINATE_SIZE] = "any move";
    if (out == NULL)
        return;
    if (!move_is_none(claim->move))
        coordinate_write(claim->move, move);
    fen_write(record_position_at(record, 0), fen);
    fprintf(out,
            "%s: %s %s in %d plies, says the %s of depth %d; limits: depth %d, nodes %llu\n"
            "  %s %s moves",
            what, move, claim->plies > 0 ? "wins" : "loses", abs(claim->plies),
            claim->final ? "final report" : "report", claim->depth, players->limits.depth,
            (unsigned long long)players->limits.nodes, record->variant.name, fen);
    write_moves(out, record, 0);
    fen_write(record_position(record), fen);
    fprintf(out, "\n  there: %s, %d quiet plies\n", fen, (int)record_position(record)->quiet);
    if (played) {
        fprintf(out, "  played, %s,%s:", players->at_random ? "against random moves" : "best",
                players->forget ? " without a table" : " with the table");
        write_moves(out, played, record->current);
        fprintf(out, " %s\n", reason_word(record_outcome(played).reason));
    }
    fflush(out);
}

/* Returns the game with the claim's move made, the winner and the plies left. */
static Record *claim_begin(const Record *record, const Claim *claim, Color *winner, int *plies) {
    Record *game = record_clone(record);
    record_truncate(game);
    Color side = position_side(record_position(record));
    *winner = claim->plies > 0 ? side : color_other(side);
    *plies = abs(claim->plies);
    if (!move_is_none(claim->move)) {
        play(game, claim->move);
        --*plies;
    }
    return game;
}

static ProofResult claim_prove(const Record *record, const Claim *claim, uint64_t budget) {
    Color winner;
    int plies;
    Record *game = claim_begin(record, claim, &winner, &plies);
    ProofResult proof = prover_wins(game, winner, plies, budget);
    record_free(game);
    return proof;
}

static PlayoutResult claim_play(Claims *claims, const Record *record, const Claim *claim,
                                const Players *players, const char *what) {
    Color winner;
    int plies;
    Record *game = claim_begin(record, claim, &winner, &plies);
    PlayoutResult playout = play_out(claims, players, game, winner, plies);
    if (playout == PLAYOUT_FAILED && what)
        report_failure(claims, what, record, claim, players, game);
    record_free(game);
    return playout;
}

/* Decides whether a claim that failed in a game is wrong or was only played badly. Returns false if
 * it is wrong. */
static bool claim_review(Claims *claims, const Record *record, const Claim *claim,
                         const Players *players) {
    Players stronger = *players;
    stronger.limits = (SearchLimits){.nodes = NEWCOMER_NODES};
    if (players->limits.nodes * SECOND_FACTOR > NEWCOMER_NODES)
        stronger.limits.nodes = players->limits.nodes * SECOND_FACTOR;
    ProofResult proof = claim_prove(record, claim, claims->budget * ARBITER_FACTOR);
    if (proof == PROOF_FAILS) {
        claim_play(claims, record, claim, players, "refuted");
        claims->counts.refuted++;
        return false;
    }
    if (proof == PROOF_UNKNOWN &&
        claim_play(claims, record, claim, &stronger, "late") == PLAYOUT_FAILED) {
        claims->counts.late++;
    } else {
        report_failure(claims, "true, but not with these nodes", record, claim, players, NULL);
        claims->counts.second++;
    }
    return true;
}

/* Plays the claim out in one way. Returns false if it is wrong. */
static bool claim_try(Claims *claims, const Record *record, const Claim *claim,
                      const Players *players) {
    PlayoutResult playout = claim_play(claims, record, claim, players, NULL);
    claims->counts.games++;
    claims->counts.kept += playout == PLAYOUT_KEPT;
    claims->counts.wavered += playout == PLAYOUT_WAVERED;
    return playout != PLAYOUT_FAILED || claim_review(claims, record, claim, players);
}

static void claim_check(Claims *claims, const Record *record, const Claim *claim,
                        SearchLimits limits) {
    ClaimCounts *counts = &claims->counts;
    const SearchLimits more = {.nodes = NEWCOMER_NODES};
    const Players players[] = {
        {claims->engine, limits, false, false},
        {claims->engine, limits, false, true},
        {claims->newcomer, more, true, false},
        {claims->newcomer, more, true, true},
    };
    int plies = abs(claim->plies);
    bool newcomer = random_below(&claims->state, NEWCOMER_PART) == 0;
    *(claim->plies > 0 ? &counts->wins : &counts->losses) += 1;
    counts->by_plies[plies < CLAIM_PLIES_MAX ? plies : CLAIM_PLIES_MAX - 1]++;
    if (plies <= EXACT_PLIES) {
        ProofResult proof = claim_prove(record, claim, claims->budget);
        counts->proved += proof == PROOF_HOLDS;
        if (proof == PROOF_FAILS) {
            report_failure(claims, "refuted", record, claim, &players[0], NULL);
            counts->refuted++;
            return;
        }
    }
    for (int i = 0; i < (newcomer ? 4 : 2); i++)
        if (!claim_try(claims, record, claim, &players[i]))
            return;
}

SearchInfo claims_search(Claims *claims, const Record *record, SearchLimits limits, int multipv) {
    ClaimReports reports = search_claims(claims->engine, record, limits, multipv);
    claims->counts.searches++;
    for (int i = 0; i < reports.count; i++)
        if (reports.claims[i].plies > 0 || !claims->wins_only)
            claim_check(claims, record, &reports.claims[i], limits);
    return reports.last;
}

bool claims_hold(const ClaimCounts *counts) {
    return counts->refuted == 0 && counts->late == 0;
}
