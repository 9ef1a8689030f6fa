#include <config.h>

#include "play/puzzles/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "play/puzzles/progress.h"
#include "play/session_setup.h"
#include "play/session.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/notation.h"

typedef struct PuzzleSession {
    SessionTask task;
    int number;
    const Puzzle *puzzle;
    Color side; /* the person's */
    Solver *solver;
    PuzzleProgress progress;
    PuzzleState state;
    size_t ply;      /* the members below apply at this ply */
    Move refutation; /* see PuzzleView */
    PuzzleHint hint;
    Move hint_move;
    bool used_hint;
    bool unsaved; /* the solution is not in the progress file yet */
} PuzzleSession;

/*
 * The file of solved puzzles in the state folder, one position a line. Positions remain valid when
 * a new set changes the numbers; those that are not in the set are kept. puzzle.h reads the file.
 */

/* The entries of the file, and a puzzle to be added. */
typedef struct SolvedPuzzles {
    PuzzleProgress *progress;
    int added; /* its number */
} SolvedPuzzles;

static int number_of(const char *fen) {
    for (int number = 1; number <= puzzle_count(); number++)
        if (strcmp(puzzle_get(number)->fen, fen) == 0)
            return number;
    return 0;
}

/* A position that is not in the set is kept. */
static ProgressEntry read_solved(void *context, const char *line) {
    PuzzleProgress *progress = ((SolvedPuzzles *)context)->progress;
    int number = number_of(line);
    Position position;
    if (number == 0)
        return fen_parse(line, variant_find("congo"), &position, NULL) ? PROGRESS_KEPT
                                                                       : PROGRESS_INVALID;
    if (progress->done[number])
        return PROGRESS_REPLACED;
    progress->done[number] = true;
    progress->solved++;
    return PROGRESS_KEPT;
}

static void add_solved(void *context, Buffer *text) {
    const SolvedPuzzles *solved = context;
    if (solved->progress->done[solved->added])
        return;
    buffer_add_string(text, puzzle_get(solved->added)->fen);
    buffer_add_string(text, "\n");
}

static const ProgressFile solved_file = {
    .name = "puzzles",
    .headline = "# Congo: the puzzles that were solved, by their positions\n",
    .entry = "a position as FEN",
    .failure = "solved puzzles cannot be remembered",
    .change_failure = "the solved puzzle could not be remembered",
    .read = read_solved,
    .add = add_solved,
};

bool puzzle_progress_read(PuzzleProgress *progress, Error *error) {
    SolvedPuzzles solved = {.progress = progress};
    *progress = (PuzzleProgress){.count = puzzle_count()};
    return progress_file_read(&solved_file, &solved, error);
}

bool puzzle_progress_add(int number, Error *error) {
    PuzzleProgress progress = {.count = puzzle_count()};
    SolvedPuzzles solved = {.progress = &progress, .added = number};
    return progress_file_change(&solved_file, &solved, error);
}

/* ---- the set ------------------------------------------------------------------------------ */

static const Puzzle puzzle_set[] = {
#include "play/puzzles/puzzles_data.h"
};

int puzzle_count(void) {
    return (int)(sizeof puzzle_set / sizeof puzzle_set[0]);
}

const Puzzle *puzzle_get(int number) {
    return number >= 1 && number <= puzzle_count() ? &puzzle_set[number - 1] : NULL;
}

int puzzle_next(const PuzzleProgress *progress, int after, int moves) {
    int count = puzzle_count();
    int other = 0; /* the first solved one */
    for (int step = 0; step < count; step++) {
        int number = (after + step) % count + 1;
        if (moves != 0 && puzzle_get(number)->moves != moves)
            continue;
        if (!progress->done[number])
            return number;
        if (other == 0)
            other = number;
    }
    return other;
}

/* ---- the setup ---------------------------------------------------------------------------- */

static bool choose_number(int *number, Error *error) {
    PuzzleProgress progress;
    if (*number == PUZZLE_NEXT) {
        puzzle_progress_read(&progress, NULL); /* the session will report errors */
        *number = puzzle_next(&progress, 0, 0);
    }
    return puzzle_get(*number) != NULL ||
           error_set(error, ERROR_RANGE, "there is no puzzle %d: the last one is %d", *number,
                     puzzle_count());
}

static Record *make_record(int number, Error *error) {
    Position position;
    char event[32];
    if (!fen_parse(puzzle_get(number)->fen, variant_find("congo"), &position, error)) {
        error_prefix(error, "puzzle %d: ", number);
        return NULL;
    }
    Record *record = record_create(&position);
    snprintf(event, sizeof event, "Puzzle %d", number);
    record_set_tag(record, "Event", event);
    return record;
}

bool puzzle_setup(const Settings *settings, int number, SessionSetup *setup, Error *error) {
    if (!choose_number(&number, error) || !session_setup_defaults(settings, setup, error))
        return false;
    setup->record = make_record(number, error);
    if (!setup->record)
        return false;
    setup->puzzle = number;
    session_setup_defend(settings, position_side(record_position(setup->record)), setup);
    return true;
}

static void free_puzzle(SessionTask *task) {
    PuzzleSession *puzzle = (PuzzleSession *)task;
    solver_free(puzzle->solver);
    free(puzzle);
}

static const SessionTaskOps puzzle_task_ops;

/* Returns NULL if the session is no puzzle. */
static PuzzleSession *puzzle_of(const Session *session) {
    SessionTask *task = session->task;
    return task && task->ops == &puzzle_task_ops ? (PuzzleSession *)task : NULL;
}

/* ---- state -------------------------------------------------------------------------------- */

/* Returns the person's moves that are left at a ply. */
static int moves_left(const PuzzleSession *puzzle, size_t ply) {
    return puzzle->puzzle->moves - (int)(ply + 1) / 2;
}

static PuzzleState current_state(const Session *session, const PuzzleSession *puzzle) {
    Outcome outcome = record_outcome(session->record);
    if (outcome.result == (puzzle->side == WHITE ? RESULT_WHITE : RESULT_BLACK))
        return PUZZLE_SOLVED;
    if (outcome.reason == REASON_RESIGNED)
        return PUZZLE_GIVEN_UP;
    if (outcome.result != RESULT_OPEN)
        return PUZZLE_FAILED;
    return session_awaits_human(session) ? PUZZLE_TO_MOVE : PUZZLE_DEFENDING;
}

static void mark_solved(PuzzleSession *puzzle) {
    if (puzzle->used_hint || puzzle->progress.done[puzzle->number])
        return;
    puzzle->progress.done[puzzle->number] = true;
    puzzle->progress.solved++;
    puzzle->unsaved = true;
}

static void update_puzzle(Session *session) {
    PuzzleSession *puzzle = puzzle_of(session);
    PuzzleState state = current_state(session, puzzle);
    if (state == puzzle->state && session->record->current == puzzle->ply)
        return; /* only a jump */
    puzzle->state = state;
    puzzle->task.solved = state == PUZZLE_SOLVED;
    puzzle->ply = session->record->current;
    puzzle->refutation = MOVE_NONE;
    puzzle->hint = PUZZLE_HINT_NONE;
    puzzle->hint_move = MOVE_NONE;
    if (state == PUZZLE_SOLVED)
        mark_solved(puzzle);
    session_notify(session, SESSION_TASK);
}

static void start_puzzle(Session *session) {
    PuzzleSession *puzzle = puzzle_of(session);
    Error error = {0};
    puzzle->side = position_side(record_position_at(session->record, 0));
    puzzle->state = PUZZLE_TO_MOVE;
    if (!puzzle_progress_read(&puzzle->progress, &error))
        session_post_notice(session, error.text);
    session_notify(session, SESSION_TASK);
}

static void save_progress(Session *session) {
    PuzzleSession *puzzle = puzzle_of(session);
    Error error = {0};
    if (!puzzle->unsaved)
        return;
    puzzle->unsaved = false;
    if (!puzzle_progress_add(puzzle->number, &error))
        session_post_notice(session, error.text);
}

/* ---- the defender ------------------------------------------------------------------------- */

/* Plays the defender's move, or fails the puzzle if the person's move has missed the win. */
static void defend(Session *session) {
    PuzzleSession *puzzle = puzzle_of(session);
    Error error = {0};
    if (puzzle->state != PUZZLE_DEFENDING)
        return;
    Defence defence = solver_defend(puzzle->solver, record_position(session->record),
                                    moves_left(puzzle, session->record->current));
    if (defence.loses_in == 0) {
        puzzle->state = PUZZLE_FAILED;
        puzzle->refutation = defence.move;
        session_notify(session, SESSION_TASK);
    } else if (!session_turn_play(session, defence.move, monotonic_ms(), &error)) {
        session_post_notice(session, error.text);
    }
}

/* ---- hints -------------------------------------------------------------------------------- */

/* Returns the move of a fastest win, which exists. */
static Move find_solution(PuzzleSession *puzzle, const Position *position, int left) {
    MoveList list;
    Move found = MOVE_NONE;
    int moves = solver_win(puzzle->solver, position, left);
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(found); i++)
        if (solver_win_by(puzzle->solver, position, list.moves[i], moves))
            found = list.moves[i];
    movelist_free(&list);
    return found;
}

static bool give_hint(Session *session, Error *error) {
    PuzzleSession *puzzle = puzzle_of(session);
    if (puzzle->state != PUZZLE_TO_MOVE)
        return error_set(error, ERROR_STATE, "hints are given when it is your turn");
    if (puzzle->hint == PUZZLE_HINT_NONE) {
        puzzle->hint_move = find_solution(puzzle, record_position(session->record),
                                          moves_left(puzzle, session->record->current));
        puzzle->hint = PUZZLE_HINT_PIECE;
    } else {
        puzzle->hint = PUZZLE_HINT_MOVE;
        puzzle->used_hint = true;
    }
    session_notify(session, SESSION_TASK);
    return true;
}

/* ---- the task ----------------------------------------------------------------------------- */

static const SessionTaskOps puzzle_task_ops = {
    .names = "puzzles",
    .analysis_refusal = "puzzles can be analysed once they are solved",
    .draw_refusal = "A puzzle has to be won; it cannot be drawn.",
    .start = start_puzzle,
    .update = update_puzzle,
    .defend = defend,
    .hint = give_hint,
    .save = save_progress,
    .free = free_puzzle,
};

SessionTask *puzzle_session_create(int number, Error *error) {
    Solver *solver = solver_create(error);
    if (!solver)
        return NULL;
    PuzzleSession *puzzle = memory_allocate(sizeof *puzzle);
    puzzle->task.ops = &puzzle_task_ops;
    puzzle->number = number;
    puzzle->puzzle = puzzle_get(number);
    puzzle->solver = solver;
    puzzle->refutation = MOVE_NONE;
    puzzle->hint_move = MOVE_NONE;
    return &puzzle->task;
}

/* ---- description -------------------------------------------------------------------------- */

bool puzzle_view(const Session *session, PuzzleView *view) {
    const PuzzleSession *puzzle = puzzle_of(session);
    if (!puzzle)
        return false;
    *view = (PuzzleView){
        .number = puzzle->number,
        .puzzle = puzzle->puzzle,
        .side = puzzle->side,
        .state = puzzle->state,
        .moves_left =
            puzzle->state == PUZZLE_SOLVED ? 0 : moves_left(puzzle, session->record->current),
        .refutation = puzzle->refutation,
        .hint = puzzle->hint,
        .hint_move = puzzle->hint_move,
        .used_hint = puzzle->used_hint,
        .done = puzzle->progress.done[puzzle->number],
        .solved = puzzle->progress.solved,
        .count = puzzle->progress.count,
    };
    return true;
}

static void write_task(const PuzzleView *view, const Position *position, char *text) {
    const char *side = color_name(view->side);
    char move[NOTATION_SIZE], square[SQUARE_TEXT_SIZE];
    bool begins = view->moves_left == view->puzzle->moves;
    switch (view->hint) {
    case PUZZLE_HINT_MOVE:
        notation_write(position, view->hint_move, move);
        snprintf(text, PUZZLE_SENTENCE_SIZE, "%s wins in %d with %s.", side, view->moves_left,
                 move);
        return;
    case PUZZLE_HINT_PIECE:
        snprintf(text, PUZZLE_SENTENCE_SIZE, "%s wins in %d with the %s on %s.", side,
                 view->moves_left,
                 piece_type_name(move_piece(view->hint_move), position->variant->pawns),
                 square_write(move_from(view->hint_move), square));
        return;
    case PUZZLE_HINT_NONE:
        break;
    }
    if (begins)
        snprintf(text, PUZZLE_SENTENCE_SIZE, "Puzzle %d, grade %d of %d: %s moves and wins in %d.",
                 view->number, view->puzzle->grade, PUZZLE_GRADE_MAX, side, view->moves_left);
    else
        snprintf(text, PUZZLE_SENTENCE_SIZE, "That is right: %s still wins, in %d.", side,
                 view->moves_left);
}

static void write_failure(const PuzzleView *view, const Position *position, char *text) {
    char move[NOTATION_SIZE];
    if (move_is_none(view->refutation)) {
        snprintf(text, PUZZLE_SENTENCE_SIZE,
                 "That lets the win slip: the game is over. Take it back and try again.");
        return;
    }
    notation_write(position, view->refutation, move);
    snprintf(text, PUZZLE_SENTENCE_SIZE,
             "That lets the win slip: %s has %s. Take it back and try again.",
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
        snprintf(text, PUZZLE_SENTENCE_SIZE, "%s answers.", color_name(color_other(view->side)));
        break;
    case PUZZLE_FAILED:
        write_failure(view, position, text);
        break;
    case PUZZLE_GIVEN_UP:
        snprintf(text, PUZZLE_SENTENCE_SIZE, "Given up. Take that back to try again.");
        break;
    case PUZZLE_SOLVED:
        snprintf(text, PUZZLE_SENTENCE_SIZE, "Solved%s: %d of %d puzzles so far.",
                 view->used_hint && !view->done ? ", but with the move shown, so it does not count"
                                                : "",
                 view->solved, view->count);
        break;
    }
    return text;
}
