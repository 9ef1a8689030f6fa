#include <config.h>

#include "play/puzzle_game.h"

#include <stdio.h>
#include <stdlib.h>

#include "play/puzzle_progress.h"
#include "play/session_parts.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/memory.h"
#include "rules/notation.h"

PuzzleSession *puzzle_session_create(int number, Error *error) {
    Solver *solver = solver_create(error);
    if (!solver)
        return NULL;
    PuzzleSession *game = memory_allocate(sizeof *game);
    game->number = number;
    game->puzzle = puzzle_get(number);
    game->solver = solver;
    game->answer = MOVE_NONE;
    game->hint_move = MOVE_NONE;
    return game;
}

void puzzle_session_free(PuzzleSession *game) {
    if (game)
        solver_free(game->solver);
    free(game);
}

/* ---- how it stands ------------------------------------------------------------------------ */

/* The person's moves that are left after so many plies, in which the win must come. */
static int moves_left(const PuzzleSession *game, size_t ply) {
    int made = (int)(ply + 1) / 2;
    return game->puzzle->moves - made;
}

static PuzzleState state_of(const Session *session, const PuzzleSession *game) {
    Outcome outcome = record_outcome(session->record);
    if (outcome.result == (game->side == WHITE ? RESULT_WHITE : RESULT_BLACK))
        return PUZZLE_SOLVED;
    if (outcome.reason == REASON_RESIGNED)
        return PUZZLE_GIVEN_UP;
    if (outcome.result != RESULT_OPEN)
        return PUZZLE_FAILED;
    return session_awaits_human(session) ? PUZZLE_TO_MOVE : PUZZLE_DEFENDING;
}

static void mark_solved(PuzzleSession *game) {
    if (game->helped || game->progress.done[game->number])
        return;
    game->progress.done[game->number] = true;
    game->progress.solved++;
    game->unsaved = true;
}

void puzzle_session_update(Session *session) {
    PuzzleSession *game = session->puzzle;
    PuzzleState state = state_of(session, game);
    if (state == game->state && session->record->current == game->ply)
        return; /* a jump */
    game->state = state;
    game->ply = session->record->current;
    game->answer = MOVE_NONE;
    game->hint = PUZZLE_HINT_NONE;
    game->hint_move = MOVE_NONE;
    if (state == PUZZLE_SOLVED)
        mark_solved(game);
    session_notify(session, SESSION_PUZZLE);
}

void puzzle_session_start(Session *session) {
    PuzzleSession *game = session->puzzle;
    Error error = {0};
    game->side = position_side(record_position_at(session->record, 0));
    game->state = PUZZLE_TO_MOVE;
    if (!puzzle_progress_read(&game->progress, &error))
        session_post_notice(session, error.text);
    session_notify(session, SESSION_PUZZLE);
}

void puzzle_session_save(Session *session) {
    PuzzleSession *game = session->puzzle;
    Error error = {0};
    if (!game->unsaved)
        return;
    game->unsaved = false;
    if (!puzzle_progress_add(game->number, &error))
        session_post_notice(session, error.text);
}

/* ---- the defender ------------------------------------------------------------------------- */

void puzzle_session_defend(Session *session) {
    PuzzleSession *game = session->puzzle;
    Error error = {0};
    if (game->state != PUZZLE_DEFENDING)
        return;
    Defence defence = solver_defend(game->solver, record_position(session->record),
                                    moves_left(game, session->record->current));
    if (defence.loses_in == 0) {
        game->state = PUZZLE_FAILED;
        game->answer = defence.move;
        session_notify(session, SESSION_PUZZLE);
    } else if (!session_turn_play(session, defence.move, searcher_now_ms(), &error)) {
        session_post_notice(session, error.text);
    }
}

/* ---- hints -------------------------------------------------------------------------------- */

/* A move that wins as fast as can be; there is one. */
static Move find_solution(PuzzleSession *game, const Position *position, int left) {
    MoveList list;
    Move found = MOVE_NONE;
    int moves = solver_win(game->solver, position, left);
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(found); i++)
        if (solver_win_by(game->solver, position, list.moves[i], moves))
            found = list.moves[i];
    movelist_free(&list);
    return found;
}

bool puzzle_hint(Session *session, Error *error) {
    PuzzleSession *game = session->puzzle;
    if (!game)
        return error_set(error, ERROR_STATE, "there are hints for puzzles only");
    if (game->state != PUZZLE_TO_MOVE)
        return error_set(error, ERROR_STATE, "hints are for your own turn");
    if (game->hint == PUZZLE_HINT_NONE) {
        game->hint_move = find_solution(game, record_position(session->record),
                                        moves_left(game, session->record->current));
        game->hint = PUZZLE_HINT_PIECE;
    } else {
        game->hint = PUZZLE_HINT_MOVE;
        game->helped = true;
    }
    session_notify(session, SESSION_PUZZLE);
    return true;
}

/* ---- telling ------------------------------------------------------------------------------ */

bool puzzle_view(const Session *session, PuzzleView *view) {
    const PuzzleSession *game = session->puzzle;
    if (!game)
        return false;
    *view = (PuzzleView){
        .number = game->number,
        .puzzle = game->puzzle,
        .side = game->side,
        .state = game->state,
        .left = game->state == PUZZLE_SOLVED ? 0 : moves_left(game, session->record->current),
        .answer = game->answer,
        .hint = game->hint,
        .hint_move = game->hint_move,
        .helped = game->helped,
        .done = game->progress.done[game->number],
        .solved = game->progress.solved,
        .count = game->progress.count,
    };
    return true;
}

static void write_task(const PuzzleView *view, const Position *position, char *text) {
    const char *side = color_name(view->side);
    char move[NOTATION_SIZE], square[SQUARE_TEXT_SIZE];
    bool begins = view->left == view->puzzle->moves;
    switch (view->hint) {
    case PUZZLE_HINT_MOVE:
        notation_write(position, view->hint_move, move);
        snprintf(text, PUZZLE_SENTENCE_SIZE, "%s wins in %d with %s.", side, view->left, move);
        return;
    case PUZZLE_HINT_PIECE:
        snprintf(text, PUZZLE_SENTENCE_SIZE, "%s wins in %d with the %s on %s.", side, view->left,
                 piece_type_name(move_piece(view->hint_move), position->variant->pawns),
                 square_write(move_from(view->hint_move), square));
        return;
    case PUZZLE_HINT_NONE:
        break;
    }
    if (begins)
        snprintf(text, PUZZLE_SENTENCE_SIZE, "Puzzle %d, grade %d of %d: %s moves and wins in %d.",
                 view->number, view->puzzle->grade, PUZZLE_GRADE_MAX, side, view->left);
    else
        snprintf(text, PUZZLE_SENTENCE_SIZE, "That is right: %s still wins, in %d.", side,
                 view->left);
}

static void write_failure(const PuzzleView *view, const Position *position, char *text) {
    char move[NOTATION_SIZE];
    if (move_is_none(view->answer)) {
        snprintf(text, PUZZLE_SENTENCE_SIZE,
                 "That lets the win slip: the game has ended. Take it back, and try again.");
        return;
    }
    notation_write(position, view->answer, move);
    snprintf(text, PUZZLE_SENTENCE_SIZE,
             "That lets the win slip: %s has %s. Take it back, and try again.",
             color_name(color_other(view->side)), move);
}

char *puzzle_sentence(const PuzzleView *view, const Session *session,
                      char text[PUZZLE_SENTENCE_SIZE]) {
    const Position *position = record_position(session->record);
    switch (view->state) {
    case PUZZLE_TO_MOVE:
        write_task(view, position, text);
        break;
    case PUZZLE_DEFENDING:
        snprintf(text, PUZZLE_SENTENCE_SIZE, "%s is to answer.",
                 color_name(color_other(view->side)));
        break;
    case PUZZLE_FAILED:
        write_failure(view, position, text);
        break;
    case PUZZLE_GIVEN_UP:
        snprintf(text, PUZZLE_SENTENCE_SIZE, "Given up. Take that back to try again.");
        break;
    case PUZZLE_SOLVED:
        snprintf(text, PUZZLE_SENTENCE_SIZE, "Solved%s: %d of %d puzzles so far.",
                 view->helped && !view->done ? ", but with the move shown, which does not count"
                                             : "",
                 view->solved, view->count);
        break;
    }
    return text;
}
