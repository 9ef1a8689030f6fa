#include <config.h>

#include "play/puzzles/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "play/puzzles/progress.h"
#include "play/session_setup.h"
#include "play/session_internal.h"
#include "rules/fen.h"
#include "rules/notation.h"

typedef struct PuzzleSession {
    SessionTask task;
    int number;
    const Puzzle *puzzle;
    Color side; /* the person's */
    Solver *solver;
    PuzzleProgress progress;
    size_t ply;   /* of the state */
    bool unsaved; /* the solution is not in the progress file yet */
} PuzzleSession;

/* ---- solved puzzles ---- */

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

/* ---- the set ---- */

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

/* ---- the setup ---- */

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

static const SessionTaskOps puzzle_task_ops;

static SessionTask *create_task(int number, Error *error) {
    Solver *solver = solver_create(error);
    if (!solver)
        return NULL;
    PuzzleSession *puzzle = memory_allocate(sizeof *puzzle);
    puzzle->task.ops = &puzzle_task_ops;
    puzzle->number = number;
    puzzle->puzzle = puzzle_get(number);
    puzzle->solver = solver;
    return &puzzle->task;
}

static void free_task(SessionTask *task) {
    PuzzleSession *puzzle = (PuzzleSession *)task;
    solver_free(puzzle->solver);
    free(puzzle);
}

bool puzzle_setup(const Settings *settings, int number, SessionSetup *setup, Error *error) {
    if (!choose_number(&number, error) || !session_setup_defaults(settings, setup, error))
        return false;
    setup->record = make_record(number, error);
    setup->task = setup->record ? create_task(number, error) : NULL;
    if (!setup->task) {
        session_setup_discard(setup);
        return false;
    }
    session_setup_defend(settings, position_side(record_position(setup->record)), setup);
    return true;
}

/* Returns NULL if the session is no puzzle. */
static PuzzleSession *puzzle_of(const Session *session) {
    return (PuzzleSession *)session_task_of(session, &puzzle_task_ops);
}

/* ---- state ---- */

/* Returns the person's moves that are left at a ply. */
static int moves_left(const PuzzleSession *puzzle, size_t ply) {
    return puzzle->puzzle->moves - (int)(ply + 1) / 2;
}

static TaskState current_state(const Session *session, const PuzzleSession *puzzle) {
    Outcome outcome = record_outcome(session_record(session));
    if (outcome.result == (puzzle->side == WHITE ? RESULT_WHITE : RESULT_BLACK))
        return TASK_SOLVED;
    if (outcome.reason == REASON_RESIGNED)
        return TASK_GIVEN_UP;
    if (outcome.result != RESULT_OPEN)
        return TASK_FAILED;
    return session_awaits_human(session) ? TASK_TO_MOVE : TASK_WAITING;
}

static void update_puzzle(Session *session) {
    PuzzleSession *puzzle = puzzle_of(session);
    TaskState state = current_state(session, puzzle);
    size_t ply = session_record(session)->current;
    if (state == puzzle->task.view.state && ply == puzzle->ply)
        return; /* only a jump */
    puzzle->ply = ply;
    if (state == TASK_SOLVED && !puzzle->task.view.helped &&
        !puzzle->progress.done[puzzle->number]) {
        puzzle->progress.done[puzzle->number] = true;
        puzzle->progress.solved++;
        puzzle->unsaved = true;
    }
    session_task_enter(session, state);
}

static void start_puzzle(Session *session) {
    PuzzleSession *puzzle = puzzle_of(session);
    Error error = {0};
    puzzle->side = position_side(record_position_at(session_record(session), 0));
    if (!puzzle_progress_read(&puzzle->progress, &error))
        session_post_notice(session, error.text);
    session_task_enter(session, TASK_TO_MOVE);
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

/* ---- the defender ---- */

/* Plays the defender's move, or fails the puzzle if the person's move has missed the win. */
static void defend(Session *session) {
    PuzzleSession *puzzle = puzzle_of(session);
    Error error = {0};
    if (puzzle->task.view.state != TASK_WAITING)
        return;
    Defence defence = solver_defend(puzzle->solver, record_position(session_record(session)),
                                    moves_left(puzzle, session_record(session)->current));
    if (defence.loses_in == 0) {
        session_task_enter(session, TASK_FAILED);
        puzzle->task.view.answer = defence.move;
    } else if (!session_turn_play(session, defence.move, monotonic_ms(), &error)) {
        session_post_notice(session, error.text);
    }
}

/* ---- hints ---- */

/* Finds the move of a fastest win, which exists. */
static bool find_hint(Session *session, Move *move, Error *error) {
    PuzzleSession *puzzle = puzzle_of(session);
    const Record *record = session_record(session);
    const Position *position = record_position(record);
    MoveList list;
    (void)error;
    int moves = solver_win(puzzle->solver, position, moves_left(puzzle, record->current));
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(*move); i++)
        if (solver_win_by(puzzle->solver, position, list.moves[i], moves))
            *move = list.moves[i];
    movelist_free(&list);
    return true;
}

/* ---- description ---- */

bool puzzle_view(const Session *session, PuzzleView *view) {
    const PuzzleSession *puzzle = puzzle_of(session);
    if (!puzzle)
        return false;
    *view = (PuzzleView){
        .task = puzzle->task.view,
        .number = puzzle->number,
        .puzzle = puzzle->puzzle,
        .side = puzzle->side,
        .moves_left = puzzle->task.view.state == TASK_SOLVED
                          ? 0
                          : moves_left(puzzle, session_record(session)->current),
        .done = puzzle->progress.done[puzzle->number],
        .solved = puzzle->progress.solved,
        .count = puzzle->progress.count,
    };
    return true;
}

static void write_task(const PuzzleView *view, const Position *position, NotationStyle style,
                       char *text) {
    const char *side = color_name(view->side);
    char square[SQUARE_TEXT_SIZE];
    Buffer move = {0};
    bool begins = view->moves_left == view->puzzle->moves;
    switch (view->task.hint) {
    case TASK_HINT_MOVE:
        describe_in_style(position, view->task.hint_move, style, &move);
        snprintf(text, TASK_SENTENCE_SIZE, "%s wins in %d with %s.", side, view->moves_left,
                 move.bytes);
        buffer_free(&move);
        return;
    case TASK_HINT_PIECE:
        snprintf(text, TASK_SENTENCE_SIZE, "%s wins in %d with the %s on %s.", side,
                 view->moves_left,
                 piece_type_name(move_piece(view->task.hint_move), position->variant->pawns),
                 square_write(move_from(view->task.hint_move), square));
        return;
    case TASK_HINT_NONE:
        break;
    }
    if (begins)
        snprintf(text, TASK_SENTENCE_SIZE, "Puzzle %d, grade %d of %d: %s moves and wins in %d.",
                 view->number, view->puzzle->grade, PUZZLE_GRADE_MAX, side, view->moves_left);
    else
        snprintf(text, TASK_SENTENCE_SIZE, "That is right: %s still wins, in %d.", side,
                 view->moves_left);
}

static void write_failure(const PuzzleView *view, const Position *position, NotationStyle style,
                          char *text) {
    char move[NOTATION_SIZE];
    if (move_is_none(view->task.answer)) {
        snprintf(text, TASK_SENTENCE_SIZE,
                 "That lets the win slip: the game is over. Take it back and try again.");
        return;
    }
    notation_write(position, view->task.answer, style, move);
    snprintf(text, TASK_SENTENCE_SIZE,
             "That lets the win slip: %s has %s. Take it back and try again.",
             color_name(color_other(view->side)), move);
}

static void write_sentence(const Session *session, NotationStyle style,
                           char text[TASK_SENTENCE_SIZE]) {
    const Position *position = record_position(session_record(session));
    PuzzleView puzzle;
    const PuzzleView *view = &puzzle;
    puzzle_view(session, &puzzle);
    switch (view->task.state) {
    case TASK_TO_MOVE:
        write_task(view, position, style, text);
        break;
    case TASK_WAITING:
        snprintf(text, TASK_SENTENCE_SIZE, "%s answers.", color_name(color_other(view->side)));
        break;
    case TASK_FAILED:
        write_failure(view, position, style, text);
        break;
    case TASK_GIVEN_UP:
        snprintf(text, TASK_SENTENCE_SIZE, "Given up. Take that back to try again.");
        break;
    case TASK_SOLVED:
        snprintf(text, TASK_SENTENCE_SIZE, "Solved%s: %d of %d puzzles so far.",
                 view->task.helped && !view->done
                     ? ", but with the move shown, so it does not count"
                     : "",
                 view->solved, view->count);
        break;
    case TASK_DRAWN:
    case TASK_UNJUDGED:
    case TASK_STUCK: /* not in puzzles */
        break;
    }
}

/* ---- the task ---- */

static const SessionTaskOps puzzle_task_ops = {
    .names = "puzzles",
    .analysis_refusal = "puzzles can be analysed once they are solved",
    .draw_refusal = "A puzzle has to be won; it cannot be drawn.",
    .start = start_puzzle,
    .update = update_puzzle,
    .defend = defend,
    .find_hint = find_hint,
    .write_sentence = write_sentence,
    .save = save_progress,
    .free = free_task,
};
