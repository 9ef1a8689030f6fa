#include <config.h>

#include "play/puzzles/mistake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/player.h"
#include "play/session_setup.h"
#include "play/session_internal.h"
#include "review/review.h"
#include "rules/notation.h"
#include "rules/player_names.h"

static bool mistake_setup(const Settings *settings, const MistakeList *list, size_t ply,
                          SessionSetup *setup, Error *error);

/* ---- the list ---- */

size_t mistake_next(const Record *record, const Review *review, const bool sides[COLOR_COUNT],
                    size_t ply) {
    while (++ply <= review->count) {
        const ReviewMove *move = &review->moves[ply - 1];
        if (move->mark >= REVIEW_MISTAKE && !move_is_none(move->best) &&
            sides[review_mover(record, ply)])
            return ply;
    }
    return 0;
}

static void reject_review(const Review *review, const bool sides[COLOR_COUNT], Error *error) {
    size_t count = 0;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (sides[color])
            count += review->sides[color].marks[REVIEW_MISTAKE] +
                     review->sides[color].marks[REVIEW_BLUNDER];
    if (count > 0)
        error_set(error, ERROR_STATE, "no better move is known for these mistakes");
    else if (sides[WHITE] && sides[BLACK])
        error_set(error, ERROR_STATE, "there is no mistake in this game to learn from");
    else
        error_set(error, ERROR_STATE, "%s made no mistake to learn from",
                  color_name(sides[WHITE] ? WHITE : BLACK));
}

MistakeList *mistake_list_create(const Record *record, const Review *review,
                                 const bool sides[COLOR_COUNT], Error *error) {
    if (mistake_next(record, review, sides, 0) == 0) {
        reject_review(review, sides, error);
        return NULL;
    }
    MistakeList *list = memory_allocate(sizeof *list);
    list->record = record_clone(record);
    list->review = review_clone(review);
    list->one_sided = sides[WHITE] != sides[BLACK];
    for (size_t ply = 0; (ply = mistake_next(record, review, sides, ply)) > 0;) {
        list->items = memory_resize(list->items, list->count + 1, sizeof *list->items);
        list->items[list->count++] = (MistakeItem){.ply = ply};
    }
    return list;
}

void mistake_list_free(MistakeList *list) {
    if (!list)
        return;
    record_free(list->record);
    review_free(list->review);
    free(list->items);
    free(list);
}

bool mistake_list_setup(MistakeList *list, size_t index, const Settings *settings,
                        SessionSetup *setup, Error *error) {
    list->at = index;
    return mistake_setup(settings, list, list->items[index].ply, setup, error);
}

void mistake_list_note(MistakeList *list, const TaskView *view) {
    if (view->state == TASK_SOLVED && !view->helped)
        list->items[list->at].solved = true;
}

size_t mistake_list_solved(const MistakeList *list) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->items[i].solved;
    return count;
}

typedef struct MistakeTask {
    SessionTask task;
    Mistake mistake;
    Session *session;
    Reviewer *reviewer;            /* NULL before the first move that has to be judged */
    char cause[REVIEW_CAUSE_SIZE]; /* see MistakeView */
} MistakeTask;

static const SessionTaskOps mistake_task_ops;

/* ---- the setup ---- */

/* Gets the setup of a session for a mistake or blunder whose best move is known. */
static bool mistake_setup(const Settings *settings, const MistakeList *list, size_t ply,
                          SessionSetup *setup, Error *error) {
    const Record *record = list->record;
    const Review *review = list->review;
    const ReviewMove *move = &review->moves[ply - 1];
    const Color mover = review_mover(record, ply);
    if (!session_setup_defaults(settings, setup, error))
        return false;
    MistakeTask *task = memory_allocate(sizeof *task);
    Mistake *mistake = &task->mistake;
    task->task.ops = &mistake_task_ops;
    mistake->ply = ply;
    /* A game of others that was loaded has their names. */
    const char *name = player_names_given(record, mover);
    if (list->one_sided && (*name == '\0' || strcmp(name, settings->name) == 0))
        name = "You";
    snprintf(mistake->player, PLAYER_NAME_SIZE, "%s", *name != '\0' ? name : color_name(mover));
    mistake->played = record->plies[ply - 1].move;
    mistake->best = move->best;
    mistake->line = review->positions[ply - 1].line;
    mistake->mark = move->mark;
    review_words_cause(review, record, ply, mistake->cause);
    setup->record = record_create(record_position_at(record, ply - 1));
    record_set_tag(setup->record, "Event", "A mistake of your own");
    setup->task = &task->task;
    session_setup_defend(settings, mover, setup);
    return true;
}

/* ---- state ---- */

/* Returns NULL if the session is no exercise of this type. */
static MistakeTask *mistake_of(const Session *session) {
    return (MistakeTask *)session_task_of(session, &mistake_task_ops);
}

static void enter_state(MistakeTask *task, TaskState state) {
    task->task.busy = state == TASK_WAITING;
    session_task_enter(task->session, state);
}

static void reject(MistakeTask *task, const char *cause, Move reply) {
    text_copy(task->cause, sizeof task->cause, cause);
    enter_state(task, TASK_FAILED);
    task->task.view.answer = reply;
}

/* ---- judging a move ---- */

static void on_progress(void *context, const Review *review) {
    MistakeTask *task = context;
    const ReviewMove *move = &review->moves[0];
    const ReviewLine *reply = &review->positions[1].line;
    char cause[REVIEW_CAUSE_SIZE];
    if (review->pass != REVIEW_DONE)
        return;
    if (move->mark < REVIEW_INACCURACY) {
        enter_state(task, TASK_SOLVED);
        return;
    }
    review_words_cause(review, session_record(task->session), 1, cause);
    reject(task, cause, reply->length > 0 ? reply->moves[0] : MOVE_NONE);
}

static void fail(MistakeTask *task, const Error *error) {
    session_post_notice(task->session, error->text);
    enter_state(task, TASK_UNJUDGED);
}

static void on_failed(void *context, const Error *error) {
    fail(context, error);
}

static bool start_review(MistakeTask *task, Error *error) {
    const ReviewerListener listener = {on_progress, on_failed, task};
    Session *session = task->session;
    SessionSetup setup;
    session_get_setup(session, &setup);
    if (!task->reviewer)
        task->reviewer =
            reviewer_create(session_loop(session), setup.hash_mb, setup.threads, &listener, error);
    if (!task->reviewer)
        return false;
    reviewer_set_endings(task->reviewer, session_endings(session));
    return reviewer_start(task->reviewer, session_record(session), &(ReviewOptions){0}, error);
}

/* Judges the person's move: by what the review of the game knows of it, or by a review of its own.
 */
static void judge(MistakeTask *task) {
    const Record *record = session_record(task->session);
    const Mistake *mistake = &task->mistake;
    Move move = record->plies[0].move;
    Color side = position_side(record_position_at(record, 0));
    Error error = {0};
    if (move_equal(move, mistake->best) ||
        record_outcome(record).result == (side == WHITE ? RESULT_WHITE : RESULT_BLACK))
        enter_state(task, TASK_SOLVED);
    else if (move_equal(move, mistake->played))
        reject(task, mistake->cause, MOVE_NONE);
    else if (start_review(task, &error))
        enter_state(task, TASK_WAITING);
    else
        fail(task, &error);
}

static void update(Session *session) {
    MistakeTask *task = mistake_of(session);
    bool moved = session_record(session)->current > 0; /* not only jumped */
    bool resigned = record_outcome(session_record(session)).reason == REASON_RESIGNED;
    bool judged = task->task.view.state != TASK_TO_MOVE && task->task.view.state != TASK_GIVEN_UP;
    if (!resigned && moved == judged && task->task.view.state != TASK_GIVEN_UP)
        return;
    if (task->reviewer)
        reviewer_cancel(task->reviewer);
    if (resigned)
        enter_state(task, TASK_GIVEN_UP);
    else if (moved)
        judge(task);
    else
        enter_state(task, TASK_TO_MOVE);
}

static void start(Session *session) {
    MistakeTask *task = mistake_of(session);
    task->session = session;
    enter_state(task, TASK_TO_MOVE);
}

/* The other side does not answer. */
static void defend(Session *session) {
    (void)session;
}

static void save(Session *session) {
    (void)session;
}

/* ---- hints ---- */

static bool find_hint(Session *session, Move *move, Error *error) {
    (void)error;
    *move = mistake_of(session)->mistake.best;
    return true;
}

/* ---- the view ---- */

bool mistake_view(const Session *session, MistakeView *view) {
    const MistakeTask *task = mistake_of(session);
    if (!task)
        return false;
    *view = (MistakeView){
        .task = task->task.view,
        .mistake = &task->mistake,
        .side = position_side(record_position_at(session_record(session), 0)),
    };
    if (view->task.state == TASK_FAILED)
        text_copy(view->cause, sizeof view->cause, task->cause);
    return true;
}

const char *mistake_kind(const Mistake *mistake) {
    return mistake->mark == REVIEW_BLUNDER   ? "a blunder"
           : mistake->mark == REVIEW_MISTAKE ? "a mistake"
                                             : "an inaccuracy";
}

static void write_task(const MistakeView *view, const Position *position, NotationStyle style,
                       char *text) {
    char square[SQUARE_TEXT_SIZE];
    Buffer move = {0};
    Move best = view->mistake->best;
    switch (view->task.hint) {
    case TASK_HINT_MOVE:
        describe_in_style(position, best, style, &move);
        snprintf(text, TASK_SENTENCE_SIZE, "The best move is %s.", move.bytes);
        break;
    case TASK_HINT_PIECE:
        snprintf(text, TASK_SENTENCE_SIZE, "The best move is made by the %s on %s.",
                 piece_type_name(move_piece(best), position->variant->pawns),
                 square_write(move_from(best), square));
        break;
    case TASK_HINT_NONE:
        describe_played_move(position, view->mistake->played, &move);
        snprintf(text, TASK_SENTENCE_SIZE, "%s played %.200s, %s. Find a better move.",
                 view->mistake->player, move.bytes, mistake_kind(view->mistake));
        break;
    }
    buffer_free(&move);
}

static void write_rejection(const MistakeView *view, const Record *record, NotationStyle style,
                            char *text) {
    const Position *before = record_position_at(record, 0);
    Move played = record->plies[0].move;
    char move[NOTATION_SIZE], reply[NOTATION_SIZE], cause[REVIEW_SENTENCE_SIZE];
    notation_write(before, played, style, move);
    bool again = move_equal(played, view->mistake->played);
    snprintf(text, TASK_SENTENCE_SIZE, again ? "%s is what was played" : "%s loses too much", move);
    if (review_words_in_style(view->cause, before, played, style, cause) > 0)
        text_append(text, TASK_SENTENCE_SIZE, ": it %s", cause);
    text_append(text, TASK_SENTENCE_SIZE, ".");
    if (move_is_none(view->task.answer))
        return;
    notation_write(record_position(record), view->task.answer, style, reply);
    text_append(text, TASK_SENTENCE_SIZE, " %s answers %s.", color_name(color_other(view->side)),
                reply);
}

static void write_solution(const MistakeView *view, const Record *record, NotationStyle style,
                           char *text) {
    char best[NOTATION_SIZE];
    notation_write(record_position_at(record, 0), view->mistake->best, style, best);
    if (move_equal(record->plies[0].move, view->mistake->best))
        snprintf(text, TASK_SENTENCE_SIZE, "That is right, and the best move.");
    else
        snprintf(text, TASK_SENTENCE_SIZE, "That is right; %s is good, too.", best);
}

static void write_sentence(const Session *session, NotationStyle style,
                           char text[TASK_SENTENCE_SIZE]) {
    const Record *record = session_record(session);
    MistakeView mistake;
    const MistakeView *view = &mistake;
    mistake_view(session, &mistake);
    switch (view->task.state) {
    case TASK_TO_MOVE:
        write_task(view, record_position(record), style, text);
        break;
    case TASK_WAITING:
        snprintf(text, TASK_SENTENCE_SIZE, "The computer looks at your move...");
        break;
    case TASK_FAILED:
        write_rejection(view, record, style, text);
        break;
    case TASK_UNJUDGED:
        snprintf(text, TASK_SENTENCE_SIZE, "The move could not be judged.");
        break;
    case TASK_GIVEN_UP:
        snprintf(text, TASK_SENTENCE_SIZE, "Given up. Take that back to try again.");
        break;
    case TASK_SOLVED:
        write_solution(view, record, style, text);
        break;
    case TASK_DRAWN:
    case TASK_STUCK: /* not in these exercises */
        break;
    }
}

/* ---- the task ---- */

static void free_mistake(SessionTask *base) {
    MistakeTask *task = (MistakeTask *)base;
    if (task->reviewer)
        reviewer_close(task->reviewer, NULL, NULL);
    free(task);
}

static const SessionTaskOps mistake_task_ops = {
    .names = "exercises",
    .analysis_refusal = "a mistake can be analysed once you have found a better move",
    .draw_refusal = "Find a better move; no draw is agreed in an exercise.",
    .start = start,
    .update = update,
    .defend = defend,
    .find_hint = find_hint,
    .write_sentence = write_sentence,
    .save = save,
    .free = free_mistake,
};
