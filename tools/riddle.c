#include <config.h>

#include "tools/riddle.h"

#include "engine/engine.h"
#include "play/puzzle.h"
#include "rules/movegen.h"

enum {
    CHOICE_LEAST = 12,         /* legal moves */
    AHEAD_MOST = 1200,         /* what the winner may be ahead already, in hundredths of a pawn */
    TEMPTING_LEAST = 2,        /* other moves that attack the lion or capture something */
    PROOF_POSITIONS = 3000000, /* looked at for one question */
    TEMPTING_COUNTED = 6
};

/* What the first move looks like to a player. */
typedef struct Look {
    bool quiet;   /* it captures nothing */
    bool silent;  /* nor does it attack the lion */
    bool exposed; /* the man moved can be taken at once */
    int tempting; /* other moves that capture or attack the lion */
    int better;   /* per cent of the other moves after which the board looks better */
    int defences; /* replies that hold out as long as can be */
    bool narrow;  /* after the best of these again only one move wins */
} Look;

/* ---- what is asked of a puzzle ---------------------------------------------------------- */

static bool is_plain(const Position *position, const MoveList *list) {
    return list->count < CHOICE_LEAST || engine_evaluate(position) > AHEAD_MOST;
}

/* The only move of the list that wins within so many moves; MOVE_NONE: there are others too. */
static Move only_winner(Solver *solver, const Position *position, const MoveList *list, int moves) {
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

/* Whether another move is known to win a move later: then it would be a puzzle of counting. */
static bool has_slower_win(Solver *solver, const Position *position, const MoveList *list,
                           const Riddle *riddle) {
    bool found = false;
    solver_set_limit(solver, PROOF_POSITIONS);
    for (size_t i = 0; i < list->count && !found && !solver_limit_reached(solver); i++)
        found = !move_equal(list->moves[i], riddle->move) &&
                solver_win_by(solver, position, list->moves[i], riddle->moves + 1) &&
                !solver_limit_reached(solver);
    return found;
}

/* A monkey may have several ways to take the same men. */
static bool has_one_path(const Position *position, Move move) {
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

/* ---- what it looks like ----------------------------------------------------------------- */

static bool is_tempting(const Position *position, Move move) {
    Position child = *position;
    position_make(&child, move);
    return position_captured(position, move) != 0 ||
           position_attacks_lion(&child, position_side(position));
}

static Score look_after(const Position *position, Move move) {
    Position child = *position;
    position_make(&child, move);
    return position_outcome(&child).result == RESULT_OPEN ? -engine_evaluate(&child) : 0;
}

static int count_tempting(const Position *position, const MoveList *list, Move except) {
    int count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += !move_equal(list->moves[i], except) && is_tempting(position, list->moves[i]);
    return count;
}

static int percent_better(const Position *position, const MoveList *list, Move move) {
    Score own = look_after(position, move);
    int better = 0;
    for (size_t i = 0; i < list->count; i++)
        better += look_after(position, list->moves[i]) > own;
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

static bool goes_on_narrow(Solver *solver, const Position *after, int moves) {
    Defence defence = solver_defend(solver, after, moves);
    Position next = *after;
    MoveList list;
    position_make(&next, defence.move);
    movelist_init(&list);
    movegen_distinct(&next, &list);
    bool narrow = !move_is_none(only_winner(solver, &next, &list, defence.loses_in));
    movelist_free(&list);
    return narrow;
}

static Look look_at(Solver *solver, const MoveList *list, const Riddle *riddle) {
    const Position *position = &riddle->position;
    Move move = riddle->move;
    Position after = *position;
    position_make(&after, move);
    Look look = {
        .quiet = position_captured(position, move) == 0,
        .silent = !is_tempting(position, move),
        .exposed = movegen_attackers(&after, move_to(move), position_side(&after)) != 0,
        .tempting = count_tempting(position, list, move),
        .better = percent_better(position, list, move),
    };
    solver_set_limit(solver, UINT64_MAX);
    look.defences = count_defences(solver, &after, riddle->moves - 1);
    look.narrow = goes_on_narrow(solver, &after, riddle->moves - 1);
    return look;
}

/* Each adds what it adds to the trouble of seeing the move. */
static int points_of(const Look *look, int moves) {
    return 3 * (moves - PUZZLE_MOVES_MIN) + look->quiet + 2 * look->silent + look->exposed +
           (look->better >= 20) + (look->better >= 60) + (look->tempting >= 4) +
           (look->tempting >= 8) + (look->defences >= 4) + look->narrow;
}

static int quality_of(const Look *look, Score ahead) {
    int tempting = look->tempting < TEMPTING_COUNTED ? look->tempting : TEMPTING_COUNTED;
    return 4 * look->narrow + 2 * look->quiet + 2 * look->exposed + 2 * look->silent + tempting -
           ahead / 200;
}

bool riddle_examine(Solver *solver, const Position *position, Riddle *riddle) {
    MoveList list;
    bool good = false;
    *riddle = (Riddle){.position = *position};
    riddle->position.quiet = 0; /* it is the start of a game */
    position = &riddle->position;
    if (position_outcome(position).result != RESULT_OPEN || position_can_capture_lion(position))
        return false;
    movelist_init(&list);
    movegen_distinct(position, &list);
    solver_set_limit(solver, PROOF_POSITIONS);
    if (!is_plain(position, &list))
        riddle->moves = solver_win(solver, position, PUZZLE_MOVES_MAX);
    if (!solver_limit_reached(solver) && riddle->moves >= PUZZLE_MOVES_MIN) {
        riddle->move = only_winner(solver, position, &list, riddle->moves);
        good = !move_is_none(riddle->move) && has_one_path(position, riddle->move) &&
               !has_slower_win(solver, position, &list, riddle);
    }
    if (good) {
        Look look = look_at(solver, &list, riddle);
        riddle->points = points_of(&look, riddle->moves);
        riddle->quality = quality_of(&look, engine_evaluate(position));
        good = look.tempting >= TEMPTING_LEAST;
    }
    movelist_free(&list);
    return good;
}
