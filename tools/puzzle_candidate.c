#include <config.h>

#include "tools/puzzle_candidate.h"

#include "engine/engine.h"
#include "play/puzzles/puzzle.h"
#include "rules/movegen.h"

enum {
    LEGAL_MOVES_MIN = 12,
    ADVANTAGE_MAX = 1200, /* of the winner before the move, in hundredths of a pawn */
    DISTRACTORS_MIN = 2,
    PROOF_NODES = 6000000, /* per proof */
    DISTRACTORS_COUNTED = 6
};

/* How the first move looks to a player. */
typedef struct CandidateFeatures {
    bool quiet;      /* no capture */
    bool unforcing;  /* no attack on the lion either */
    bool exposed;    /* the moved piece can be captured at once */
    int distractors; /* other moves that capture or attack the lion */
    int better;      /* percent of the moves with a better static evaluation */
    int defences;    /* replies that lose as late as possible */
    bool forced;     /* after the best defence only one move wins, too */
} CandidateFeatures;

/* ---- requirements ---- */

static bool is_trivial(const Position *position, const MoveList *list) {
    return list->count < LEGAL_MOVES_MIN || engine_evaluate(position) > ADVANTAGE_MAX;
}

/* Returns the only move that wins within `moves`, or MOVE_NONE if it is not unique. */
static Move find_only_win(Solver *solver, const Position *position, const MoveList *list,
                          int moves) {
    Move winner = MOVE_NONE;
    for (size_t i = 0; i < list->count; i++) {
        if (!solver_win_by(solver, position, list->moves[i], moves))
            continue;
        if (!move_is_none(winner))
            return MOVE_NONE;
        winner = list->moves[i];
    }
    return solver_limit_reached(solver) ? MOVE_NONE : winner;
}

/* Returns whether another move is known to win one move later, which makes a bad puzzle. */
static bool has_slower_win(Solver *solver, const Position *position, const MoveList *list,
                           const PuzzleCandidate *candidate) {
    bool found = false;
    solver_set_limit(solver, PROOF_NODES);
    for (size_t i = 0; i < list->count && !found && !solver_limit_reached(solver); i++)
        found = !move_equal(list->moves[i], candidate->move) &&
                solver_win_by(solver, position, list->moves[i], candidate->moves + 1) &&
                !solver_limit_reached(solver);
    return found;
}

/* A monkey may have several paths that capture the same pieces. */
static bool has_unique_path(const Position *position, Move move) {
    MoveList list;
    Position after = *position;
    int paths = 0;
    movelist_init(&list);
    movegen_all(position, &list);
    position_make(&after, move);
    for (size_t i = 0; i < list.count; i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        paths += child.key == after.key;
    }
    movelist_free(&list);
    return paths == 1;
}

/* ---- features ---- */

static bool is_forcing(const Position *position, Move move) {
    Position child = *position;
    position_make(&child, move);
    return position_captured(position, move) != 0 ||
           position_attacks_lion(&child, position_side(position));
}

static Score evaluate_after(const Position *position, Move move) {
    Position child = *position;
    position_make(&child, move);
    return position_outcome(&child).result == RESULT_OPEN ? -engine_evaluate(&child) : 0;
}

static int count_distractors(const Position *position, const MoveList *list, Move except) {
    int count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += !move_equal(list->moves[i], except) && is_forcing(position, list->moves[i]);
    return count;
}

static int percent_better(const Position *position, const MoveList *list, Move move) {
    Score own = evaluate_after(position, move);
    int better = 0;
    for (size_t i = 0; i < list->count; i++)
        better += evaluate_after(position, list->moves[i]) > own;
    return 100 * better / (int)list->count;
}

static int count_defences(Solver *solver, const Position *after, int moves) {
    MoveList replies;
    int count = 0;
    movelist_init(&replies);
    movegen_distinct(after, &replies);
    for (size_t i = 0; i < replies.count; i++) {
        Position child = *after;
        position_make(&child, replies.moves[i]);
        count += solver_win(solver, &child, moves) == moves;
    }
    movelist_free(&replies);
    return count;
}

static bool is_forced_after(Solver *solver, const Position *after, int moves) {
    Defence defence = solver_defend(solver, after, moves);
    Position next = *after;
    MoveList list;
    position_make(&next, defence.move);
    movelist_init(&list);
    movegen_distinct(&next, &list);
    bool forced = !move_is_none(find_only_win(solver, &next, &list, defence.loses_in));
    movelist_free(&list);
    return forced;
}

static CandidateFeatures candidate_features(Solver *solver, const MoveList *list,
                                            const PuzzleCandidate *candidate) {
    const Position *position = &candidate->position;
    Move move = candidate->move;
    Position after = *position;
    position_make(&after, move);
    CandidateFeatures features = {
        .quiet = position_captured(position, move) == 0,
        .unforcing = !is_forcing(position, move),
        .exposed = movegen_attackers(&after, move_to(move), position_side(&after)) != 0,
        .distractors = count_distractors(position, list, move),
        .better = percent_better(position, list, move),
    };
    solver_set_limit(solver, UINT64_MAX);
    features.defences = count_defences(solver, &after, candidate->moves - 1);
    features.forced = is_forced_after(solver, &after, candidate->moves - 1);
    return features;
}

static int difficulty_of(const CandidateFeatures *features, int moves) {
    return 3 * (moves - PUZZLE_MOVES_MIN) + features->quiet + 2 * features->unforcing +
           features->exposed + (features->better >= 20) + (features->better >= 60) +
           (features->distractors >= 4) + (features->distractors >= 8) + (features->defences >= 4) +
           features->forced;
}

static int quality_of(const CandidateFeatures *features, Score ahead) {
    int distractors =
        features->distractors < DISTRACTORS_COUNTED ? features->distractors : DISTRACTORS_COUNTED;
    return 4 * features->forced + 2 * features->quiet + 2 * features->exposed +
           2 * features->unforcing + distractors - ahead / 200;
}

bool puzzle_candidate_examine(Solver *solver, const Position *position,
                              PuzzleCandidate *candidate) {
    MoveList list;
    bool good = false;
    *candidate = (PuzzleCandidate){.position = *position};
    candidate->position.quiet = 0; /* it is the start of a game */
    position = &candidate->position;
    if (position_outcome(position).result != RESULT_OPEN || position_can_capture_lion(position))
        return false;
    movelist_init(&list);
    movegen_distinct(position, &list);
    solver_set_limit(solver, PROOF_NODES);
    if (!is_trivial(position, &list))
        candidate->moves = solver_win(solver, position, PUZZLE_MOVES_MAX);
    if (!solver_limit_reached(solver) && candidate->moves >= PUZZLE_MOVES_MIN) {
        candidate->move = find_only_win(solver, position, &list, candidate->moves);
        good = !move_is_none(candidate->move) && has_unique_path(position, candidate->move) &&
               !has_slower_win(solver, position, &list, candidate);
    }
    if (good) {
        CandidateFeatures features = candidate_features(solver, &list, candidate);
        candidate->difficulty = difficulty_of(&features, candidate->moves);
        candidate->quality = quality_of(&features, engine_evaluate(position));
        good = features.distractors >= DISTRACTORS_MIN;
    }
    movelist_free(&list);
    return good;
}
