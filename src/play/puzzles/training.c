#include <config.h>

#include "play/puzzles/training.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/random.h"
#include "endings/ending_moves.h"
#include "play/session_setup.h"
#include "play/session_state.h"
#include "play/session_turn.h"

typedef struct Training {
    SessionTask task;
    TrainingEnding *ending;
    TrainingKey key;
    TrainingScore score;
    TrainingState state;
    size_t ply; /* the members below apply at this ply */
    int wasted, last_wasted;
    EndingValue now; /* for the side to move */
    Move answer;     /* see TrainingView */
    TrainingHint hint;
    Move hint_move;
    bool helped;
    bool unsaved; /* the solution is not in the file yet */
} Training;

/* ---- the setup ---------------------------------------------------------------------------- */

static Record *make_record(const TrainingEnding *ending) {
    char event[TRAINING_CLASS_SIZE + 16], class[TRAINING_CLASS_SIZE];
    Record *record = record_create(&ending->position);
    training_class_write(&ending->class, ending->variant.pawns, class);
    snprintf(event, sizeof event, "Training: %s", class);
    record_set_tag(record, "Event", event);
    return record;
}

bool training_setup(const Settings *settings, TrainingEnding *ending, SessionSetup *setup,
                    Error *error) {
    if (!session_setup_defaults(settings, setup, error)) {
        training_ending_free(ending);
        return false;
    }
    setup->record = make_record(ending);
    setup->training = ending;
    session_setup_defend(settings, WHITE, setup);
    return true;
}

uint64_t training_seed(const Settings *settings) {
    return settings->seed != 0 ? (uint64_t)settings->seed : (uint64_t)monotonic_us();
}

bool training_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error) {
    TrainingRequest request;
    if (!training_request_parse(settings->train, &settings->variant, &request, error))
        return error_prefix(error, "--train: ");
    TrainingEnding *ending = training_find(settings, &request, training_seed(settings), error);
    return ending && training_setup(settings, ending, setup, error);
}

static const SessionTaskOps training_task_ops;

/* ---- state -------------------------------------------------------------------------------- */

/* Returns NULL if the session is no training. */
static Training *training_of(const Session *session) {
    SessionTask *task = session->task;
    return task && task->ops == &training_task_ops ? (Training *)task : NULL;
}

/* Gets the value for the side to move of a position of the game. */
static bool value_at(const Session *session, size_t ply, EndingValue *value) {
    const Position *position = record_position_at(session->record, ply);
    if (!position_has_both_lions(position)) {
        *value = (EndingValue){ENDING_LOSS, 0};
        return true;
    }
    return endings_probe(training_of(session)->ending->endings, position, value);
}

static bool is_kept(EndingResult task, EndingValue for_defender) {
    return task == ENDING_WIN ? for_defender.result == ENDING_LOSS
                              : for_defender.result != ENDING_WIN;
}

/* Counts the plies that the person's moves took more than needed. The ending begins with one of
 * them, and they alternate with the defender's, which waste none. */
static bool count_wasted(const Session *session, Training *training) {
    size_t current = session->record->current;
    training->wasted = training->last_wasted = 0;
    for (size_t ply = 0; ply < current; ply += 2) {
        EndingValue before, after;
        if (!value_at(session, ply, &before) || !value_at(session, ply + 1, &after))
            return false;
        if (training->ending->request.result != ENDING_WIN || after.result != ENDING_LOSS)
            continue;
        training->last_wasted = after.plies + 1 - before.plies;
        training->wasted += training->last_wasted;
    }
    return true;
}

static int moves_made(const Training *training) {
    return (int)(training->ply + 1) / 2;
}

/* Returns the state in a game that goes on. */
static TrainingState open_state(const Session *session, const Training *training) {
    bool to_move = session_awaits_human(session);
    bool draw = training->ending->request.result == ENDING_DRAW;
    EndingValue value = training->now;
    if (!to_move && !is_kept(training->ending->request.result, value))
        return TRAINING_SLIPPED;
    if (draw && moves_made(training) >= training_request_hold_moves(&training->ending->request))
        return TRAINING_SOLVED;
    return to_move ? TRAINING_TO_MOVE : TRAINING_DEFENDING;
}

static TrainingState current_state(const Session *session, const Training *training) {
    Outcome outcome = record_outcome(session->record);
    bool draw = training->ending->request.result == ENDING_DRAW;
    if (outcome.reason == REASON_RESIGNED)
        return TRAINING_GIVEN_UP;
    if (outcome.result == RESULT_OPEN)
        return open_state(session, training);
    if (outcome.result == RESULT_WHITE || (draw && outcome.result == RESULT_DRAW))
        return TRAINING_SOLVED;
    if (outcome.result == RESULT_DRAW && outcome.reason != REASON_BARE_LIONS)
        return TRAINING_DRAWN;
    return TRAINING_SLIPPED;
}

/* Finds the defender's best answer to a slip. */
static Move find_answer(const Session *session, const Training *training) {
    EndingMoves list;
    if (outcome_is_over(record_outcome(session->record)) ||
        !ending_moves_list(training->ending->endings, record_position(session->record), &list))
        return MOVE_NONE;
    Move answer = list.moves[0].move;
    ending_moves_free(&list);
    return answer;
}

static void mark_solved(Training *training) {
    training->task.solved = true;
    if (training->helped)
        return;
    training_score_add(&training->score, training->wasted, training->ending->value.plies);
    training->unsaved = true;
}

static void enter_state(Session *session, TrainingState state) {
    Training *training = training_of(session);
    training->state = state;
    training->answer = MOVE_NONE;
    training->hint = TRAINING_HINT_NONE;
    training->hint_move = MOVE_NONE;
    training->task.solved = false;
    if (state == TRAINING_SLIPPED)
        training->answer = find_answer(session, training);
    if (state == TRAINING_SOLVED)
        mark_solved(training);
    session_notify(session, SESSION_TASK);
}

/* Values the position. Returns false if a table is damaged. */
static bool value_now(Session *session) {
    Training *training = training_of(session);
    return value_at(session, session->record->current, &training->now) &&
           count_wasted(session, training);
}

static void report_damage(Session *session) {
    Error error = {0};
    if (endings_fault(training_of(session)->ending->endings, &error))
        session_post_notice(session, error.text);
}

static void update(Session *session) {
    Training *training = training_of(session);
    size_t current = session->record->current;
    bool valued = value_now(session);
    if (!valued)
        report_damage(session);
    if (current < training->ply)
        training->helped = true;
    bool moved = current != training->ply;
    training->ply = current;
    TrainingState state = valued ? current_state(session, training) : TRAINING_STUCK;
    if (moved || state != training->state) /* not only a jump */
        enter_state(session, state);
}

static void start(Session *session) {
    Training *training = training_of(session);
    Error error = {0};
    training->now = training->ending->value;
    training->state = TRAINING_TO_MOVE;
    if (!training_progress_read(&training->key, &training->score, &error))
        session_post_notice(session, error.text);
    session_notify(session, SESSION_TASK);
}

static void save(Session *session) {
    Training *training = training_of(session);
    Error error = {0};
    if (!training->unsaved)
        return;
    training->unsaved = false;
    if (!training_progress_add(&training->key, training->wasted, training->ending->value.plies,
                               &error))
        session_post_notice(session, error.text);
}

/* ---- the defender ------------------------------------------------------------------------- */

/* Returns how many of a thousand of the person's moves keep the draw after a defender's move. */
static int share_kept(const Training *training, const Position *position, Move move) {
    enum { WHOLE = 1000 };
    Position after = *position;
    EndingMoves list;
    size_t kept = 0;
    position_make(&after, move);
    if (position_outcome(&after).result != RESULT_OPEN ||
        !ending_moves_list(training->ending->endings, &after, &list))
        return WHOLE;
    while (kept < list.count && list.moves[kept].value.result != ENDING_LOSS)
        kept++;
    int share = list.count > 0 ? (int)(kept * WHOLE / list.count) : WHOLE;
    ending_moves_free(&list);
    return share;
}

/* Grades a move that keeps the value of the position; the highest grade is the best defence. */
static int grade(const Training *training, const Position *position, const EndingMove *move) {
    return training->ending->request.result == ENDING_WIN
               ? ending_value_rank(move->value)
               : -share_kept(training, position, move->move);
}

/* Chooses the longest defence or, in a draw, a move after which the most moves lose; at random
 * among equals. */
static Move choose_defence(Training *training, const Position *position, const EndingMoves *list) {
    Move chosen = MOVE_NONE;
    int best = 0;
    size_t equals = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->moves[i].value.result != list->value.result)
            break;
        int value = grade(training, position, &list->moves[i]);
        if (equals == 0 || value > best) {
            best = value;
            equals = 0;
        }
        if (value == best && random_below(&training->ending->random, ++equals) == 0)
            chosen = list->moves[i].move;
    }
    return chosen;
}

static void defend(Session *session) {
    Training *training = training_of(session);
    const Position *position = record_position(session->record);
    EndingMoves list;
    Error error = {0};
    if (training->state != TRAINING_DEFENDING)
        return;
    if (!ending_moves_list(training->ending->endings, position, &list)) {
        report_damage(session);
        enter_state(session, TRAINING_STUCK);
        return;
    }
    Move move = choose_defence(training, position, &list);
    ending_moves_free(&list);
    if (!session_turn_play(session, move, monotonic_ms(), &error))
        session_post_notice(session, error.text);
}

/* ---- hints -------------------------------------------------------------------------------- */

static bool give_hint(Session *session, Error *error) {
    Training *training = training_of(session);
    EndingMoves list;
    if (training->state != TRAINING_TO_MOVE)
        return error_set(error, ERROR_STATE, "hints are given when it is your turn");
    if (training->hint == TRAINING_HINT_NONE) {
        if (!ending_moves_list(training->ending->endings, record_position(session->record), &list))
            return error_set(error, ERROR_STATE, "the table of this ending cannot be read");
        training->hint_move = list.moves[0].move;
        training->hint = TRAINING_HINT_PIECE;
        ending_moves_free(&list);
    } else {
        training->hint = TRAINING_HINT_MOVE;
        training->helped = true;
    }
    session_notify(session, SESSION_TASK);
    return true;
}

/* ---- the task ----------------------------------------------------------------------------- */

static void free_training(SessionTask *task) {
    training_ending_free(((Training *)task)->ending);
    free(task);
}

static const SessionTaskOps training_task_ops = {
    .names = "endings in training",
    .analysis_refusal = "in training, an ending can be looked into once you have won or held it",
    .draw_refusal = "An ending in training is played out; no draw is agreed.",
    .start = start,
    .update = update,
    .defend = defend,
    .hint = give_hint,
    .save = save,
    .free = free_training,
};

static void set_key(Training *training) {
    const TrainingEnding *ending = training->ending;
    EndingRules rules;
    ending_rules_of(&ending->variant, &rules);
    ending_rules_name(&rules, training->key.rules);
    ending_class_name(&ending->class, rules.pawns, training->key.class);
    training->key.result = ending->request.result;
}

SessionTask *training_task_create(TrainingEnding *ending) {
    Training *training = memory_allocate(sizeof *training);
    training->task.ops = &training_task_ops;
    training->ending = ending;
    training->answer = training->hint_move = MOVE_NONE;
    set_key(training);
    return &training->task;
}

/* ---- the view ----------------------------------------------------------------------------- */

static int moves_left(const Training *training) {
    const TrainingRequest *request = &training->ending->request;
    if (request->result == ENDING_WIN)
        return (training->now.plies + 1) / 2;
    return training_request_hold_moves(request) - moves_made(training);
}

bool training_view(const Session *session, TrainingView *view) {
    const Training *training = training_of(session);
    if (!training)
        return false;
    const TrainingEnding *ending = training->ending;
    *view = (TrainingView){
        .request = ending->request,
        .class = ending->class,
        .pawns = ending->variant.pawns,
        .seed = ending->random,
        .state = training->state,
        .plies = (int)training->ply,
        .least_plies = ending->value.plies,
        .wasted = training->wasted,
        .last_wasted = training->last_wasted,
        .moves_left = moves_left(training),
        .now = training->now,
        .answer = training->answer,
        .hint = training->hint,
        .hint_move = training->hint_move,
        .helped = training->helped,
        .score = training->score,
    };
    if (training->state == TRAINING_TO_MOVE)
        ending_verdict(ending->endings, record_position_at(session->record, 0), training->ply + 1,
                       &view->verdict);
    return true;
}
