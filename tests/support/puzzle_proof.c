#include <config.h>

#include "puzzle_proof.h"

#include <string.h>

#include "engine/solver.h"
#include "prover.h"
#include "rules/fen.h"

static Record *puzzle_record(int number) {
    Position position;
    if (!fen_parse(puzzle_get(number)->fen, variant_find("congo"), &position, NULL))
        return NULL;
    return record_create(&position);
}

static bool wins(const Record *record, Color winner, int plies) {
    return prover_wins(record, winner, plies, UINT64_MAX) == PROOF_HOLDS;
}

/* Returns whether the winner still wins in `plies` after a move. */
static bool wins_after(Record *record, Move move, Color winner, int plies) {
    record_play(record, move, -1, -1, NULL);
    bool won = wins(record, winner, plies);
    record_undo(record);
    return won;
}

/* ---- the win ---- */

static bool prove_move(Record *record, int number, Move move, Error *error) {
    const Puzzle *puzzle = puzzle_get(number);
    char text[COORDINATE_SIZE];
    coordinate_write(move, text);
    bool right = strcmp(text, puzzle->move) == 0;
    Color winner = position_side(record_position(record));
    if (wins_after(record, move, winner, 2 * puzzle->moves - 2) == right)
        return true;
    return error_set(error, ERROR_STATE, "puzzle %d: %s %s in %d", number, text,
                     right ? "does not win" : "wins, too,", puzzle->moves);
}

bool puzzleproof_win(int number, Error *error) {
    Record *record = puzzle_record(number);
    if (!record)
        return error_set(error, ERROR_SYNTAX, "puzzle %d cannot be read", number);
    Color winner = position_side(record_position(record));
    bool good = true;
    if (wins(record, winner, 2 * puzzle_get(number)->moves - 3))
        good = error_set(error, ERROR_STATE, "puzzle %d: there is a faster win", number);
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    for (size_t i = 0; i < list.count && good; i++)
        good = prove_move(record, number, list.moves[i], error);
    movelist_free(&list);
    record_free(record);
    return good;
}

/* ---- the defence ---- */

/* Returns the fewest moves, up to `most`, in which the winner wins after the reply, else 0. */
static int moves_after(Record *record, Move reply, Color winner, int most) {
    for (int moves = 1; moves <= most; moves++)
        if (wins_after(record, reply, winner, 2 * moves - 1))
            return moves;
    return 0;
}

static bool prove_reply(Record *record, int number, Defence defence, int left, Error *error) {
    Color winner = color_other(position_side(record_position(record)));
    int loses_in = moves_after(record, defence.move, winner, left);
    MoveList list;
    int most = 0;
    movelist_init(&list);
    record_moves(record, &list);
    for (size_t i = 0; i < list.count && most < left; i++) {
        int moves = moves_after(record, list.moves[i], winner, left);
        most = moves > most ? moves : most;
    }
    movelist_free(&list);
    return (loses_in == most && defence.loses_in == most) ||
           error_set(error, ERROR_STATE,
                     "puzzle %d: with %d moves left the defence holds out %d, by its own count %d, "
                     "where %d is possible",
                     number, left, loses_in, defence.loses_in, most);
}

static Move winning_move(Solver *solver, const Record *record, int left) {
    MoveList list;
    Move found = MOVE_NONE;
    movelist_init(&list);
    record_moves(record, &list);
    for (size_t i = 0; i < list.count && move_is_none(found); i++)
        if (solver_win_by(solver, record_position(record), list.moves[i], left))
            found = list.moves[i];
    movelist_free(&list);
    return found;
}

bool puzzleproof_defence(int number, Error *error) {
    Record *record = puzzle_record(number);
    Solver *solver = solver_create(error);
    bool good = record && solver;
    for (int left = puzzle_get(number)->moves; good && left > 1; left--) {
        record_play(record, winning_move(solver, record, left), -1, -1, NULL);
        if (record_is_over(record))
            break;
        Defence defence = solver_defend(solver, record_position(record), left - 1);
        good = prove_reply(record, number, defence, left - 1, error);
        record_play(record, defence.move, -1, -1, NULL);
    }
    solver_free(solver);
    record_free(record);
    return good;
}
