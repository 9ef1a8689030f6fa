#include <config.h>

#include "play/session_thinking.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "play/online/network_state.h"
#include "play/player.h"
#include "play/session_turn.h"

enum {
    DEFAULT_MOVETIME_MS = 2000, /* for a search without any limit */
    MOVETIME_MIN_MS = 50        /* at the fastest pace */
};

void session_thinking_init(SessionThinking *thinking, int seed) {
    thinking->advice = MOVE_NONE;
    thinking->expected = MOVE_NONE;
    thinking->seed = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15); /* levels use the upper half */
    if (seed == 0 && uv_random(NULL, NULL, &thinking->seed, sizeof thinking->seed, 0, NULL) != 0)
        thinking->seed = uv_hrtime();
}

void session_thinking_free(SessionThinking *thinking) {
    free(thinking->scores);
}

/* ---- scores over the game ----------------------------------------------------------------- */

static void set_score(SessionThinking *thinking, size_t ply, Score white) {
    if (ply >= thinking->score_count) {
        size_t count = ply + 1 + ply / 2;
        thinking->scores = memory_resize(thinking->scores, count, sizeof *thinking->scores);
        memset(thinking->scores + thinking->score_count, 0,
               (count - thinking->score_count) * sizeof *thinking->scores);
        thinking->score_count = count;
    }
    thinking->scores[ply] = (KnownScore){true, white};
}

bool session_score_at(const Session *session, size_t ply, Score *white_score) {
    const SessionThinking *thinking = &session->thinking;
    if (ply >= thinking->score_count || !thinking->scores[ply].known)
        return false;
    *white_score = thinking->scores[ply].white;
    return true;
}

void session_thinking_truncate(Session *session, size_t ply) {
    SessionThinking *thinking = &session->thinking;
    for (size_t i = ply + 1; i < thinking->score_count; i++)
        thinking->scores[i].known = false;
    if (thinking->ply > ply)
        session_thinking_stop(session, THINKING_ANALYSIS);
}

/* ---- start and stop ----------------------------------------------------------------------- */

static void set_purpose(Session *session, ThinkingPurpose purpose) {
    if (session->thinking.purpose == purpose)
        return;
    session->thinking.purpose = purpose;
    session_notify(session, SESSION_STATE);
}

void session_thinking_stop(Session *session, ThinkingPurpose purpose) {
    if (session->thinking.purpose != purpose)
        return;
    searcher_cancel(session->searcher);
    set_purpose(session, THINKING_NONE);
}

/* Returns the limits of the setup, or a default time if it sets no limit. */
static SearchLimits limits_of(const Session *session) {
    SearchLimits limits = session->setup.limits;
    if (limits.depth == 0 && limits.nodes == 0 && limits.movetime_ms == 0)
        limits.movetime_ms = DEFAULT_MOVETIME_MS;
    return limits;
}

static void limit_to_pace(const Session *session, SearchLimits *limits) {
    int64_t pace_ms = session->setup.pace_ms;
    if (!session->pace_limits_thinking || !session_can_pause(session))
        return;
    if (limits->movetime_ms == 0 || limits->movetime_ms > pace_ms)
        limits->movetime_ms = pace_ms > MOVETIME_MIN_MS ? pace_ms : MOVETIME_MIN_MS;
}

int64_t session_thinking_limit_ms(const Session *session) {
    SearchLimits limits = limits_of(session);
    bool searches = session->setup.player[WHITE].advisor == ADVISOR_NEGAMAX ||
                    session->setup.player[BLACK].advisor == ADVISOR_NEGAMAX;
    limit_to_pace(session, &limits);
    return searches ? limits.movetime_ms : 0;
}

static SearchLimits limits_for_move(const Session *session) {
    const ClockSetting *clock = &session->clock.setting;
    SearchLimits limits = limits_of(session);
    /* A time for each move may be days: it only bounds the usual time. */
    if (clock_is_set(&session->clock) && !clock->per_move)
        limits = session->setup.limits;
    limit_to_pace(session, &limits);
    if (!clock_is_set(&session->clock))
        return limits;
    if (clock->per_move)
        limits.moves_to_go = 1;
    int64_t now_ms = monotonic_ms();
    for (int color = 0; color < COLOR_COUNT; color++) {
        int64_t left = clock_left(&session->clock, (Color)color, now_ms);
        limits.clock_ms[color] = left > 0 ? left : 1; /* 0 means no clock */
        limits.increment_ms[color] = clock->increment_ms;
    }
    return limits;
}

/* Returns the position after a ply, or in the middle of an open capture there. */
static const Position *position_at(const Session *session, size_t ply) {
    return ply == session->record->current ? session_position(session)
                                           : record_position_at(session->record, ply);
}

/* Starts a search that replaces any other. */
static bool launch(Session *session, ThinkingPurpose purpose, SearchRequest *request,
                   Error *error) {
    SessionThinking *thinking = &session->thinking;
    request->seed = thinking->seed++;
    bool started = searcher_start(session->searcher, request, error);
    if (started) {
        thinking->advisor = request->advisor;
        thinking->ply = request->position_count - 1;
        thinking->position = request->positions[thinking->ply];
        thinking->lines = request->multipv;
    }
    set_purpose(session, started ? purpose : THINKING_NONE);
    return started;
}

/* Starts a search of the position after a ply. A copy of the game's positions ends in the middle of
 * an open capture. */
static bool start_search(Session *session, ThinkingPurpose purpose, size_t ply,
                         SearchRequest *request, Error *error) {
    const Position *positions = record_position_at(session->record, 0);
    const Position *last = position_at(session, ply);
    Position *copy = NULL;
    if (last != &positions[ply]) {
        copy = memory_resize(NULL, ply + 1, sizeof *copy);
        memcpy(copy, positions, (ply + 1) * sizeof *copy);
        copy[ply] = *last;
    }
    request->positions = copy ? copy : positions;
    request->position_count = ply + 1;
    session->thinking.has_latest = false;
    bool started = launch(session, purpose, request, error);
    free(copy);
    return started;
}

static void report_computer_failure(Session *session, const Error *error) {
    session->computer_failed = true;
    session_post_notice(session, error->text);
}

static SearchRequest request_for_move(const Session *session, Color side) {
    return (SearchRequest){.advisor = session->setup.player[side].advisor,
                           .limits = limits_for_move(session),
                           .level = session->setup.player[side].level,
                           .multipv = 1};
}

void session_thinking_start_move(Session *session) {
    if (session->thinking.purpose == THINKING_PONDER) { /* on this position */
        searcher_ponder_hit(session->searcher);
        set_purpose(session, THINKING_MOVE);
        return;
    }
    Color side = position_side(record_position(session->record));
    SearchRequest request = request_for_move(session, side);
    Error error = {0};
    if (!start_search(session, THINKING_MOVE, session->record->current, &request, &error))
        report_computer_failure(session, &error);
}

bool session_start_advice(Session *session, Error *error) {
    if (!session_is_in_progress(session, error))
        return false;
    if (session->task)
        return error_set(error, ERROR_STATE, "%s have hints instead of advice",
                         session->task->ops->names);
    if (!session_awaits_human(session))
        return error_set(error, ERROR_STATE, "advice is given when it is your turn");
    if (session->thinking.purpose == THINKING_ADVICE)
        return true;
    Color side = position_side(record_position(session->record));
    SearchRequest request = {.advisor = session->setup.player[side].advisor,
                             .limits = limits_of(session),
                             .level = LEVEL_MAX,
                             .multipv = 1};
    return start_search(session, THINKING_ADVICE, session->record->current, &request, error);
}

bool session_allows_analysis(const Session *session, Error *error) {
    if (session->network && session->network->seat != SEAT_NONE &&
        session_is_in_progress(session, NULL))
        return error_set(
            error, ERROR_STATE,
            "a network game can be analysed when it is over; until then, ask for advice");
    return !session->task || session->task->solved ||
           error_set(error, ERROR_STATE, "%s", session->task->ops->analysis_refusal);
}

bool session_hint(Session *session, Error *error) {
    if (!session->task)
        return error_set(error, ERROR_STATE, "only puzzles and other exercises have hints");
    return session->task->ops->hint(session, error);
}

static bool check_can_analyse(const Session *session, size_t ply, Error *error) {
    if (ply > session->record->count)
        return error_set(error, ERROR_RANGE, "the game has no position %zu; expected 0 to %zu", ply,
                         session->record->count);
    if (position_outcome(record_position_at(session->record, ply)).result != RESULT_OPEN)
        return error_set(error, ERROR_STATE, "the game ends here: there is nothing to analyse");
    if (!session_allows_analysis(session, error))
        return false;
    return session->thinking.purpose != THINKING_MOVE ||
           error_set(error, ERROR_STATE, "the computer is thinking about its move");
}

static bool is_analysed(const Session *session, size_t ply, int lines) {
    const SessionThinking *thinking = &session->thinking;
    return thinking->purpose == THINKING_ANALYSIS && thinking->ply == ply &&
           thinking->lines == lines &&
           position_same(&thinking->position, position_at(session, ply));
}

bool session_start_analysis(Session *session, size_t ply, int lines, Error *error) {
    if (!check_can_analyse(session, ply, error))
        return false;
    if (is_analysed(session, ply, lines))
        return true;
    SearchRequest request = {.advisor = ADVISOR_NEGAMAX,
                             .limits = {.infinite = true},
                             .level = LEVEL_MAX,
                             .multipv = lines};
    return start_search(session, THINKING_ANALYSIS, ply, &request, error);
}

bool session_stop_analysis(Session *session) {
    if (session->thinking.purpose != THINKING_ANALYSIS)
        return false;
    session_thinking_stop(session, THINKING_ANALYSIS);
    session->thinking.has_latest = false;
    return true;
}

bool session_stop_search(Session *session, Error *error) {
    ThinkingPurpose purpose = session->thinking.purpose;
    if (purpose == THINKING_NONE || purpose == THINKING_PONDER)
        return error_set(error, ERROR_STATE, "the computer is not thinking at the moment");
    if (!session_stop_analysis(session))
        searcher_stop(session->searcher);
    return true;
}

/* ---- pondering ---------------------------------------------------------------------------- */

/* Returns the expected move of the side to move if it can be pondered, else MOVE_NONE. */
static Move expected_move(const Session *session) {
    const SessionThinking *thinking = &session->thinking;
    const Position *position = record_position(session->record);
    const SessionPlayer *other = &session->setup.player[color_other(position_side(position))];
    bool wanted = session->setup.ponder && other->kind == PLAYER_COMPUTER &&
                  other->advisor == ADVISOR_NEGAMAX;
    return wanted && !move_is_none(thinking->expected) &&
                   position_same(&thinking->expected_at, position) &&
                   move_is_legal(position, thinking->expected)
               ? thinking->expected
               : MOVE_NONE;
}

void session_thinking_start_ponder(Session *session) {
    Move expected = expected_move(session);
    if (session->thinking.purpose != THINKING_NONE || move_is_none(expected))
        return;
    const Record *record = session->record;
    Color side = color_other(position_side(record_position(record)));
    SearchRequest request = request_for_move(session, side);
    size_t count = record->current + 2;
    Position *positions = memory_resize(NULL, count, sizeof *positions);
    memcpy(positions, record_position_at(record, 0), (count - 1) * sizeof *positions);
    positions[count - 1] = positions[count - 2];
    position_make(&positions[count - 1], expected);
    request.positions = positions;
    request.position_count = count;
    request.limits.ponder = true;
    if (position_outcome(&positions[count - 1]).result == RESULT_OPEN)
        launch(session, THINKING_PONDER, &request, NULL);
    free(positions);
}

/* Returns whether the expected move has just been made or can still be made. */
static bool is_ponder_useful(const Session *session) {
    const SessionThinking *thinking = &session->thinking;
    const Record *record = session->record;
    if (!session_is_in_progress(session, NULL))
        return false;
    if (record->current == thinking->ply)
        return position_same(record_position(record), &thinking->position);
    return record->current + 1 == thinking->ply && !move_is_none(expected_move(session));
}

/* ---- changes of the position -------------------------------------------------------------- */

/* Returns whether the report is from the search for the last move. */
static bool explains_last_move(const Session *session, const SearchSnapshot *latest) {
    const Record *record = session->record;
    return latest->purpose == THINKING_MOVE && latest->ply + 1 == record->current &&
           position_same(&latest->position, record_position_at(record, latest->ply));
}

void session_thinking_update(Session *session) {
    SessionThinking *thinking = &session->thinking;
    session_thinking_stop(session, THINKING_MOVE);
    session_thinking_stop(session, THINKING_ADVICE);
    if (!is_ponder_useful(session))
        session_thinking_stop(session, THINKING_PONDER);
    thinking->advice = MOVE_NONE;
    if (thinking->purpose != THINKING_ANALYSIS && !explains_last_move(session, &thinking->latest))
        thinking->has_latest = false;
}

/* ---- reports ------------------------------------------------------------------------------ */

static void store_report(Session *session, const SearchInfo *info) {
    SessionThinking *thinking = &session->thinking;
    thinking->latest =
        (SearchSnapshot){thinking->purpose, thinking->ply, thinking->position, *info};
    thinking->has_latest = true;
    session_notify(session, SESSION_THINKING);
    if (thinking->advisor != ADVISOR_NEGAMAX || info->line_count == 0)
        return;
    Score score = info->lines[0].score;
    bool white = position_side(&thinking->position) == WHITE;
    set_score(thinking, thinking->ply, white ? score : -score);
}

/* Plays the move that a computer has chosen. The score of the position also applies after it. */
static void on_move_found(Session *session, const SearchInfo *info, int64_t at_ms) {
    SessionThinking *thinking = &session->thinking;
    size_t ply = session->record->current;
    Score white;
    bool known = session_score_at(session, ply, &white);
    Error error = {0};
    if (session_flag_fell(session, at_ms)) {
        session_lose_on_time(session);
    } else if (!info->has_move) {
        error_set(&error, ERROR_STATE, "the computer did not find a move");
        report_computer_failure(session, &error);
    } else if (!session_turn_play(session, info->lines[0].pv[0], at_ms, &error)) {
        report_computer_failure(session, &error);
    } else {
        if (known)
            set_score(thinking, ply + 1, white);
        const SearchLine *line = &info->lines[0];
        thinking->expected = line->length > 1 ? line->pv[1] : MOVE_NONE;
        thinking->expected_at = *record_position(session->record);
    }
}

static void on_report(void *context, const SearchInfo *info, int64_t at_ms) {
    Session *session = context;
    ThinkingPurpose purpose = session->thinking.purpose;
    if (purpose == THINKING_PONDER)
        return; /* the person must not see the opponent's search */
    store_report(session, info);
    if (!info->final)
        return;
    set_purpose(session, THINKING_NONE);
    if (purpose == THINKING_MOVE)
        on_move_found(session, info, at_ms);
    if (purpose == THINKING_ADVICE && info->has_move) {
        session->thinking.advice = info->lines[0].pv[0];
        session_notify(session, SESSION_ADVICE);
    }
}

static void on_failed(void *context, const Error *error) {
    Session *session = context;
    set_purpose(session, THINKING_NONE);
    report_computer_failure(session, error);
}

const SearcherListener session_thinking_listener = {.report = on_report, .failed = on_failed};

/* ---- getters ------------------------------------------------------------------------------ */

Move session_advice(const Session *session) {
    return session->thinking.advice;
}

const SearchSnapshot *session_search_snapshot(const Session *session) {
    return session->thinking.has_latest ? &session->thinking.latest : NULL;
}

ThinkingPurpose session_thinking_purpose(const Session *session) {
    return session->thinking.purpose;
}
