#include <config.h>

#include "play/session.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "play/online/network_events.h"
#include "play/online/network_state.h"
#include "play/player.h"
#include "play/puzzles/mistake.h"
#include "play/puzzles/puzzle_session.h"
#include "play/puzzles/training.h"
#include "play/session_setup.h"
#include "play/session_turn.h"
#include "play/storage.h"
#include "rules/games/gamefile.h"

enum { SAVED_FILE_MODE = 0666, ALL_MODES = 0777 };

/* ---- events and rounds -------------------------------------------------------------------- */

static bool is_running(const Session *session) {
    return session_is_in_progress(session, NULL) && !session->suspended && !session->pacing &&
           (!session->paused || session->single_step);
}

static void send_events(Session *session, unsigned events) {
    for (int event = 0; event < SESSION_EVENT_COUNT; event++)
        if (events >> event & 1)
            session->listener(session->context, session, (SessionEvent)event);
}

/* A computer is asked for its move only in a round without events, when they have been shown. */
static void on_round(uv_idle_t *idle) {
    Session *session = idle->data;
    unsigned events = session->events;
    session->events = 0;
    if (events) {
        send_events(session, events);
        return;
    }
    uv_idle_stop(idle);
    if (session->task)
        session->task->ops->save(session);
    if (is_running(session))
        player_request_move(session, position_side(record_position(session->record)));
}

void session_notify(Session *session, SessionEvent event) {
    session->events |= 1U << event;
    uv_idle_start(&session->idle, on_round);
}

void session_post_notice(Session *session, const char *sentence) {
    error_set(&session->notice, ERROR_STATE, "%s", sentence);
    session->notice_is_draw_declined = false;
    session_notify(session, SESSION_NOTICE);
}

/* ---- the clocks --------------------------------------------------------------------------- */

/* Updates the loop's time first, because timers start from it and it may be stale. */
static void start_timer(uv_timer_t *timer, uv_timer_cb callback, int64_t delay_ms) {
    uv_update_time(timer->loop);
    uv_timer_start(timer, callback, (uint64_t)delay_ms, 0);
}

static void on_clock_timer(uv_timer_t *clock_timer);

static void set_clock_timer(Session *session) {
    int64_t now_ms = monotonic_ms();
    int64_t next = clock_next_change(&session->clock, now_ms);
    /* In a network game the server watches the flag. */
    if (next < 0 || (session->network && clock_flag_fell(&session->clock, now_ms))) {
        uv_timer_stop(&session->clock_timer);
        return;
    }
    start_timer(&session->clock_timer, on_clock_timer, next);
}

static void on_clock_timer(uv_timer_t *clock_timer) {
    Session *session = clock_timer->data;
    /* A computer's move that was made in time may still be in the mailbox. */
    searcher_poll(session->searcher);
    if (session_flag_fell(session, monotonic_ms()))
        session_lose_on_time(session);
    session_notify(session, SESSION_CLOCK);
    set_clock_timer(session);
}

void session_restore_clocks(Session *session) {
    const Record *record = session->record;
    bool found[COLOR_COUNT] = {false, false};
    clock_init(&session->clock, session->setup.clock);
    if (!clock_is_set(&session->clock))
        return;
    for (size_t ply = record->current; ply-- > 0 && !(found[WHITE] && found[BLACK]);) {
        Color mover = position_side(record_position_at(record, ply));
        int64_t shown = record->plies[ply].clock_ms;
        if (found[mover] || shown < 0)
            continue;
        session->clock.left_ms[mover] = shown;
        found[mover] = true;
    }
}

/* ---- the pace of two computers ------------------------------------------------------------ */

static void stop_pacing(Session *session) {
    session->pacing = false;
    uv_timer_stop(&session->pace_timer);
}

static void on_pace_timer(uv_timer_t *pace_timer) {
    Session *session = pace_timer->data;
    stop_pacing(session);
    session_state_changed(session);
}

/* The clocks stop during the delay, which is for the spectator only. */
void session_delay_next_move(Session *session, int64_t used_ms) {
    int64_t left = session->setup.pace_ms - used_ms;
    if (left <= 0 || session->paused || !session_can_pause(session))
        return;
    session->pacing = true;
    start_timer(&session->pace_timer, on_pace_timer, left);
    session_state_changed(session);
}

int64_t session_pace(const Session *session) {
    int64_t thinking_ms = session_thinking_limit_ms(session);
    return thinking_ms > session->setup.pace_ms ? thinking_ms : session->setup.pace_ms;
}

void session_set_pace(Session *session, int ms) {
    session->setup.pace_ms = ms;
    session->pace_limits_thinking = true;
    if (!session->pacing)
        return;
    stop_pacing(session);
    session_delay_next_move(session, 0);
    session_state_changed(session);
}

/* ---- changes ------------------------------------------------------------------------------ */

bool session_is_in_progress(const Session *session, Error *error) {
    Outcome outcome = record_outcome(session->record);
    if (outcome.result == RESULT_OPEN && outcome.reason == REASON_NONE)
        return true;
    return error_set(error, ERROR_STATE, "the game is over: %s", outcome_sentence(outcome));
}

void session_state_changed(Session *session) {
    int64_t now_ms = monotonic_ms();
    if (is_running(session)) {
        clock_run(&session->clock, now_ms);
    } else {
        clock_stop(&session->clock, now_ms);
        session_thinking_stop(session, THINKING_MOVE);
        session_thinking_stop(session, THINKING_PONDER);
    }
    set_clock_timer(session);
    session_notify(session, SESSION_STATE);
    if (clock_is_set(&session->clock))
        session_notify(session, SESSION_CLOCK);
}

/* Returns whether the game is saved now: a network game only when it is over, by a player of it. */
static bool is_autosaved(const Session *session) {
    return session->saver && (!session->network || (session->network->seat != SEAT_NONE &&
                                                    autosave_is_kept(session->record)));
}

static void save_in_background(Session *session) {
    if (!is_autosaved(session))
        return;
    session->has_autosave = true;
    saver_submit(session->saver, session_setup_snapshot(session));
}

void session_position_changed(Session *session) {
    bool was_over = session->end_notified;
    session->end_notified = !session_is_in_progress(session, NULL);
    session->computer_failed = false;
    session_thinking_update(session);
    save_in_background(session);
    session_notify(session, SESSION_POSITION);
    if (session->task)
        session->task->ops->update(session);
    if (session->end_notified && !was_over)
        session_notify(session, SESSION_OVER);
    session_state_changed(session);
}

/* Resets the clocks and the capture for the turn at the current ply. */
static void begin_turn(Session *session) {
    clock_begin_turn(&session->clock, position_side(record_position(session->record)),
                     session->record->current >= COLOR_COUNT);
    capture_clear(&session->capture);
}

void session_new_turn(Session *session) {
    stop_pacing(session);
    begin_turn(session);
    session_position_changed(session);
}

/* ---- getters ------------------------------------------------------------------------------ */

const Record *session_record(const Session *session) {
    return session->record;
}

const Position *session_position(const Session *session) {
    return capture_is_open(&session->capture) ? &session->capture.position
                                              : record_position(session->record);
}

int session_open_jumps(const Session *session, Square *origin, Square landings[MOVE_JUMPS_MAX]) {
    if (!capture_is_open(&session->capture))
        return 0;
    Move turn = capture_move(&session->capture);
    Square squares[MOVE_JUMPS_MAX];
    int count = move_landings(turn, squares);
    if (origin)
        *origin = move_from(turn);
    if (landings)
        memcpy(landings, squares, (size_t)count * sizeof *squares);
    return count;
}

const SessionPlayer *session_player(const Session *session, Color color) {
    return &session->setup.player[color];
}

bool session_awaits_human(const Session *session) {
    return session_is_in_progress(session, NULL) &&
           player_is_local(session, position_side(record_position(session->record)));
}

Outcome session_outcome(const Session *session) {
    return record_outcome(session->record);
}

bool session_is_idle(const Session *session) {
    ThinkingPurpose purpose = session->thinking.purpose;
    return !uv_is_active((const uv_handle_t *)&session->idle) && !session->pacing &&
           !session->endings.opening && !(session->task && session->task->busy) &&
           !(session->network && network_is_waiting(session->network)) &&
           (purpose == THINKING_NONE || purpose == THINKING_PONDER);
}

void session_get_setup(const Session *session, SessionSetup *setup) {
    *setup = session->setup;
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer *player = &setup->player[color];
        if (player->kind == PLAYER_DEFENDER || player->kind == PLAYER_REMOTE)
            *player = (SessionPlayer){
                .kind = PLAYER_COMPUTER, .advisor = ADVISOR_NEGAMAX, .level = player->level};
        if (!player->is_named)
            player->name[0] = '\0';
    }
    setup->autosave |= session->task || session->network;
    setup->puzzle = 0;
    setup->notes_path[0] = '\0';
}

bool session_has_clock(const Session *session) {
    return clock_is_set(&session->clock);
}

int64_t session_clock_ms(const Session *session, Color color) {
    return clock_left(&session->clock, color, monotonic_ms());
}

const char *session_notice(const Session *session) {
    return session->notice.text;
}

bool session_notice_is_draw_declined(const Session *session) {
    return session->notice_is_draw_declined;
}

bool session_set_level(Session *session, int level, Error *error) {
    if (level < LEVEL_MIN || level > LEVEL_MAX)
        return error_set(error, ERROR_RANGE, "expected a level from %d to %d", LEVEL_MIN,
                         LEVEL_MAX);
    for (int color = 0; color < COLOR_COUNT; color++)
        session->setup.player[color].level = level;
    if (session->has_autosave)
        save_in_background(session);
    return true;
}

/* ---- pause -------------------------------------------------------------------------------- */

bool session_can_pause(const Session *session) {
    return session_is_in_progress(session, NULL) && !session->network &&
           !player_is_local(session, WHITE) && !player_is_local(session, BLACK);
}

static bool check_can_pause(const Session *session, Error *error) {
    if (!session_is_in_progress(session, error))
        return false;
    return session_can_pause(session) ||
           error_set(error, ERROR_STATE, "only a game between two computers can be paused");
}

bool session_pause(Session *session, bool pause, Error *error) {
    if (!check_can_pause(session, error))
        return false;
    stop_pacing(session);
    session->paused = pause;
    session->single_step = false;
    session->computer_failed = false;
    if (session->has_autosave)
        save_in_background(session);
    session_state_changed(session);
    return true;
}

bool session_is_paused(const Session *session) {
    return session->paused;
}

bool session_single_step(Session *session, Error *error) {
    if (!check_can_pause(session, error))
        return false;
    if (!session->paused)
        return error_set(error, ERROR_STATE, "pause the game before making single moves");
    if (session->single_step)
        return error_set(error, ERROR_STATE, "the computer is still thinking about its move");
    session->single_step = true;
    session_state_changed(session);
    return true;
}

void session_suspend(Session *session, bool suspend) {
    session->suspended = suspend;
    session_state_changed(session);
}

/* ---- files -------------------------------------------------------------------------------- */

bool session_save(Session *session, const char *path, bool overwrite, Error *error) {
    Record *copy = record_clone(session->record);
    if (copy->current < copy->count)
        record_truncate(copy);
    size_t length;
    char *text = gamefile_write(copy, GAME_CONGO, &length);
    bool done = file_write_atomic(path, text, length, SAVED_FILE_MODE, overwrite, error);
    free(text);
    record_free(copy);
    return done;
}

void session_edit_notes(Session *session, void (*edit)(void *context, Record *record),
                        void *context) {
    edit(context, session->record);
    session->notes_changed = true;
    if (session->has_autosave)
        save_in_background(session);
}

/* Writes what was noted on a finished game into its file, whose time stays that of the game's end.
 */
static bool save_notes(Session *session, Error *error) {
    const char *path = session->setup.notes_path;
    struct stat before;
    bool whole = record_is_over(session->record); /* nothing was taken back */
    if (!session->notes_changed || !whole || *path == '\0' || stat(path, &before) != 0)
        return true;
    session->notes_changed = false;
    Record *copy = session_setup_snapshot(session);
    size_t length;
    char *text = gamefile_write(copy, GAME_CONGO, &length);
    bool done = file_write_atomic(path, text, length, before.st_mode & ALL_MODES, true, error);
    const struct timespec times[] = {before.st_atim, before.st_mtim};
    if (done)
        utimensat(AT_FDCWD, path, times, 0);
    free(text);
    record_free(copy);
    return done;
}

bool session_autosave(Session *session, Error *error) {
    if (!save_notes(session, error))
        return false;
    if (!session->saver || !session->has_autosave)
        return true;
    return saver_write_now(session->saver, session_setup_snapshot(session), error);
}

/* ---- creation ----------------------------------------------------------------------------- */

static void on_saver_error(void *context, const Error *error) {
    char sentence[sizeof error->text];
    snprintf(sentence, sizeof sentence, "the game is not kept: %.300s", error->text);
    session_post_notice(context, sentence);
}

/* Takes over what a training or a mistake is about. */
static bool create_task(Session *session, const SessionSetup *setup, Error *error) {
    bool defended = false;
    for (int color = 0; color < COLOR_COUNT; color++)
        defended |= setup->player[color].kind == PLAYER_DEFENDER;
    if (setup->training)
        session->task = training_task_create(setup->training);
    else if (setup->mistake)
        session->task = mistake_task_create(setup->mistake);
    if (defended != (session->task != NULL || puzzle_get(setup->puzzle) != NULL))
        return error_set(error, ERROR_STATE,
                         "an exercise needs a defender, and nothing else has one");
    if (!defended || session->task)
        return true;
    session->task = puzzle_session_create(setup->puzzle, error);
    return session->task != NULL;
}

/* Creates both or, on failure, neither. The saver owns `resumed` in any case. */
static bool create_saver_and_searcher(Session *session, const SessionSetup *setup, Error *error) {
    SearcherListener listener = session_thinking_listener;
    listener.context = session;
    bool has_file = setup->autosave || setup->resumed || (setup->network && setup->keep_finished);
    if (has_file) {
        session->saver =
            saver_create(session->loop, setup->resumed, on_saver_error, session, error);
        if (!session->saver)
            return false;
        session->has_autosave = setup->resumed != NULL;
    }
    session->searcher =
        searcher_create(session->loop, setup->hash_mb, setup->threads, &listener, error);
    if (session->searcher)
        return true;
    if (session->saver)
        saver_close(session->saver, SAVER_LEAVE, NULL, NULL, NULL);
    return false;
}

static void copy_setup(Session *session, const SessionSetup *setup) {
    session->setup = *setup;
    session->setup.record = NULL;
    session->setup.training = NULL;
    session->setup.mistake = NULL;
    session->setup.resumed = NULL;
    session->setup.network = NULL;
    session->setup.open_capture = MOVE_NONE;
    for (int color = 0; color < COLOR_COUNT; color++) {
        session->setup.clock_left_ms[color] = -1;
        player_set_name(&session->setup.player[color], setup->player[color].name);
    }
}

static void begin_game(Session *session, const SessionSetup *setup) {
    session->end_notified = !session_is_in_progress(session, NULL);
    session->paused = setup->start_paused && session_can_pause(session);
    session_restore_clocks(session);
    begin_turn(session);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (setup->clock_left_ms[color] >= 0)
            session->clock.left_ms[color] = setup->clock_left_ms[color];
    if (move_jumps(setup->open_capture) > 0 && !move_is_none(setup->open_capture))
        capture_restore(&session->capture, record_position(session->record), setup->open_capture);
    session_notify(session, SESSION_POSITION);
    if (session->task)
        session->task->ops->start(session);
    if (session->network)
        network_attach_session(session);
    session_state_changed(session);
}

static void free_task(Session *session) {
    if (session->task)
        session->task->ops->free(session->task);
    session->task = NULL;
}

Session *session_create(uv_loop_t *loop, const SessionSetup *setup, SessionListener *listener,
                        void *context, Error *error) {
    Session *session = memory_allocate(sizeof *session);
    session->loop = loop;
    session->listener = listener;
    session->context = context;
    session->record = setup->record;
    if (!create_task(session, setup, error) || !create_saver_and_searcher(session, setup, error)) {
        free_task(session);
        network_free(setup->network);
        record_free(setup->record);
        free(session);
        return NULL;
    }
    copy_setup(session, setup);
    session_setup_untag(session->record);
    session_setup_tag_record(&session->setup, session->record);
    session->network = setup->network;
    session->was_over = !session_is_in_progress(session, NULL);
    session->opened_hash = record_hash(session->record);
    session_thinking_init(&session->thinking, session->setup.seed);
    uv_idle_init(loop, &session->idle); /* these cannot fail */
    uv_timer_init(loop, &session->clock_timer);
    uv_timer_init(loop, &session->pace_timer);
    session->idle.data = session;
    session->clock_timer.data = session;
    session->pace_timer.data = session;
    session_endings_open(session);
    begin_game(session, setup);
    return session;
}

/* ---- the end of the session --------------------------------------------------------------- */

static void on_part_closed(void *context) {
    Session *session = context;
    if (--session->open_parts > 0)
        return;
    void (*done)(void *context) = session->done;
    void *done_context = session->done_context;
    free(session);
    if (done)
        done(done_context);
}

static void on_handle_closed(uv_handle_t *handle) {
    on_part_closed(handle->data);
}

/* Decides what becomes of the autosave. */
static SaverEnd choose_end(const Session *session) {
    const Record *record = session->record;
    bool is_new = !session->was_over || record_hash(record) != session->opened_hash;
    if (session->discard_autosave)
        return SAVER_REMOVE;
    if (session->network)
        return is_autosaved(session) ? SAVER_KEEP : SAVER_REMOVE;
    if (autosave_is_kept(record))
        return is_new && session->setup.keep_finished ? SAVER_KEEP : SAVER_REMOVE;
    return is_new && session_is_in_progress(session, NULL) &&
                   (record->count > 0 || capture_is_open(&session->capture))
               ? SAVER_LEAVE
               : SAVER_REMOVE;
}

static void close_saver(Session *session) {
    SaverEnd end = choose_end(session);
    const char *id = session->network ? session->network->options.id.text : NULL;
    /* A game that ended is not written again: the time of its file is when it ended. */
    bool written = end == SAVER_KEEP && !session->network && saver_is_idle(session->saver);
    if (!written && end != SAVER_REMOVE && (session->has_autosave || session->network))
        written = saver_write_now(session->saver, session_setup_snapshot(session), NULL);
    if (end == SAVER_KEEP && !written)
        end = SAVER_LEAVE;
    saver_close(session->saver, end, id, on_part_closed, session);
}

void session_discard_autosave(Session *session) {
    session->discard_autosave = true;
}

void session_free(Session *session, void (*done)(void *context), void *context) {
    session->done = done;
    session->done_context = context;
    if (session->task)
        session->task->ops->save(session);
    free_task(session); /* it may search with the endings */
    save_notes(session, NULL);
    session->open_parts = 4 + (session->saver ? 1 : 0) + (session->endings.opening ? 1 : 0);
    if (session->saver)
        close_saver(session);
    if (session->network)
        network_detach_session(session);
    searcher_close(session->searcher, on_part_closed, session);
    session_endings_close(session, on_part_closed);
    uv_close((uv_handle_t *)&session->idle, on_handle_closed);
    uv_close((uv_handle_t *)&session->clock_timer, on_handle_closed);
    uv_close((uv_handle_t *)&session->pace_timer, on_handle_closed);
    /* No search reads the record from here on. */
    record_free(session->record);
    session_thinking_free(&session->thinking);
}
