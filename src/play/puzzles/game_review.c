#include <config.h>

#include "play/puzzles/game_review.h"

#include "base/fnv.h"
#include "play/session_internal.h"
#include "review/review_store.h"

/* ---- the game ---- */

bool game_review_is_stored(const Record *record) {
    for (size_t ply = 0; ply <= record->count; ply++)
        if (record->scores[ply].known)
            return true;
    return false;
}

void game_review_forget(GameReview *review) {
    game_review_stop(review);
    review_free(review->review);
    review->review = NULL;
    review->session = NULL;
}

void game_review_sync(GameReview *review) {
    Session *session = review->listener.game(review->listener.context);
    if (!session) {
        game_review_forget(review);
        return;
    }
    const Record *record = session_record(session);
    uint64_t moves = FNV_START;
    for (size_t i = 0; i < record->count; i++)
        moves = fnv_number(moves, record->plies[i].move.bits);
    if (session == review->session && record->count == review->count && moves == review->moves)
        return;
    game_review_forget(review);
    review->session = session;
    review->count = record->count;
    review->moves = moves;
    if (game_review_is_stored(record))
        review->review = review_from_record(record);
}

/* ---- running ---- */

static void store(void *context, Record *record) {
    review_store(context, record);
}

static void on_progress(void *context, const Review *found) {
    GameReview *review = context;
    game_review_sync(review);
    if (!review->running)
        return; /* the game has changed */
    review_free(review->review);
    review->review = review_clone(found);
    review->running = found->pass != REVIEW_DONE;
    if (found->pass != REVIEW_COARSE)
        session_edit_notes(review->session, store, review->review);
    if (!review->running)
        session_autosave(review->session, NULL); /* a failure is a notice */
    review->listener.progress(review->listener.context);
}

static void on_failed(void *context, const Error *error) {
    GameReview *review = context;
    review->running = false;
    review->listener.failed(review->listener.context, error);
}

bool game_review_check(const Session *session, Error *error) {
    if (session_record(session)->count == 0)
        return error_set(error, ERROR_STATE, "there is no move to review yet");
    if (session_network(session) && !outcome_is_over(session_outcome(session)))
        return error_set(error, ERROR_STATE, "a network game can be reviewed when it is over");
    return session_allows_analysis(session, error);
}

bool game_review_start(GameReview *review, uv_loop_t *loop, const Settings *settings, bool again,
                       Error *error) {
    const ReviewerListener listener = {on_progress, on_failed, review};
    const ReviewOptions options = {.again = again};
    game_review_sync(review);
    if (!review->reviewer)
        review->reviewer =
            reviewer_create(loop, settings->hash_mb, settings->threads, &listener, error);
    if (!review->reviewer)
        return false;
    reviewer_set_endings(review->reviewer, session_endings(review->session));
    review->running =
        reviewer_start(review->reviewer, session_record(review->session), &options, error);
    return review->running;
}

bool game_review_stop(GameReview *review) {
    if (!review->running)
        return false;
    reviewer_cancel(review->reviewer);
    review->running = false;
    return true;
}

void game_review_close(GameReview *review) {
    game_review_forget(review);
    if (review->reviewer)
        reviewer_close(review->reviewer, NULL, NULL);
    review->reviewer = NULL;
}
