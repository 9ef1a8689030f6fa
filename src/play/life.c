/* How a session begins and ends. */

#include <config.h>

#include "play/network_parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/memory.h"

/* ---- the beginning ------------------------------------------------------------------------ */

static void on_saver_error(void *context, const Error *error) {
    char sentence[sizeof error->text];
    snprintf(sentence, sizeof sentence, "the game is not kept: %.300s", error->text);
    session_post_notice(context, sentence);
}

static void begin_clocks(Session *session, const SessionSetup *setup) {
    session_restore_clocks(session);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (setup->clock_left_ms[color] >= 0)
            session->clock.left_ms[color] = setup->clock_left_ms[color];
}

static void ignore_closed(void *context) {
    (void)context;
}

/* There is a puzzle where there is a defender, and only there. */
static bool make_puzzle(Session *session, const SessionSetup *setup, Error *error) {
    bool defended = false;
    for (int color = 0; color < COLOR_COUNT; color++)
        defended |= setup->player[color].kind == PLAYER_DEFENDER;
    if (defended != (setup->puzzle != 0) || (defended && !puzzle_get(setup->puzzle)))
        return error_set(error, ERROR_STATE, "a defender is for puzzles, and a puzzle needs one");
    if (!defended)
        return true;
    session->puzzle = puzzle_session_create(setup->puzzle, error);
    return session->puzzle != NULL;
}

/* The saver and the searcher; on failure neither. The saver has `resumed` in any case. */
static bool create_saver_and_searcher(Session *session, const SessionSetup *setup, Error *error) {
    SearcherListener listener = session_thinking_listener;
    listener.context = session;
    if (setup->autosave || setup->resumed) {
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
        saver_close(session->saver, false, ignore_closed, NULL);
    return false;
}

static void keep_setup(Session *session, const SessionSetup *setup) {
    session->setup = *setup;
    session->setup.record = NULL;
    session->setup.resumed = NULL;
    session->setup.network = NULL;
    session->setup.open_capture = MOVE_NONE;
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer *player = &session->setup.player[color];
        session->setup.clock_left_ms[color] = -1;
        if (!player->name[0])
            player_kind_label(player, player->name);
    }
}

static void init_handles(Session *session) {
    /* These cannot fail. */
    uv_idle_init(session->loop, &session->round);
    uv_timer_init(session->loop, &session->clock_timer);
    uv_timer_init(session->loop, &session->pace_timer);
    session->round.data = session;
    session->clock_timer.data = session;
    session->pace_timer.data = session;
}

static void begin_game(Session *session, const SessionSetup *setup) {
    session->over = !session_is_in_progress(session, NULL);
    session->paused = setup->start_paused && session_can_pause(session);
    begin_clocks(session, setup);
    session_begin_turn(session);
    if (move_jumps(setup->open_capture) > 0 && !move_is_none(setup->open_capture))
        capture_restore(&session->capture, record_position(session->record), setup->open_capture);
    session_notify(session, SESSION_POSITION);
    if (session->puzzle)
        puzzle_session_start(session);
    if (session->network)
        network_attach_session(session);
    session_state_changed(session);
}

Session *session_create(uv_loop_t *loop, const SessionSetup *setup, SessionListener *listener,
                        void *context, Error *error) {
    Session *session = memory_allocate(sizeof *session);
    session->loop = loop;
    session->listener = listener;
    session->context = context;
    session->record = setup->record;
    if (!make_puzzle(session, setup, error) || !create_saver_and_searcher(session, setup, error)) {
        puzzle_session_free(session->puzzle);
        network_free(setup->network);
        record_free(setup->record);
        free(session);
        return NULL;
    }
    keep_setup(session, setup);
    session_untag(session->record);
    session_setup_tag_record(&session->setup, session->record);
    session->network = setup->network;
    session_thinking_init(&session->thinking, session->setup.seed);
    init_handles(session);
    begin_game(session, setup);
    return session;
}

/* ---- the end ------------------------------------------------------------------------------ */

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

/* Whether the game is one to go on with some other time. */
static bool is_unfinished(const Session *session) {
    return !session->discard_autosave && session_is_in_progress(session, NULL) &&
           (session->record->count > 0 || capture_is_open(&session->capture));
}

static void close_saver(Session *session) {
    bool keep = is_unfinished(session);
    if (keep && session->has_autosave)
        saver_write_now(session->saver, session_snapshot(session), NULL);
    saver_close(session->saver, !keep, on_part_closed, session);
}

void session_discard_autosave(Session *session) {
    session->discard_autosave = true;
}

void session_free(Session *session, void (*done)(void *context), void *context) {
    session->done = done;
    session->done_context = context;
    if (session->puzzle)
        puzzle_session_save(session);
    if (session->network)
        network_detach_session(session);
    session->open_parts = session->saver ? 5 : 4;
    if (session->saver)
        close_saver(session);
    searcher_close(session->searcher, on_part_closed, session);
    uv_close((uv_handle_t *)&session->round, on_handle_closed);
    uv_close((uv_handle_t *)&session->clock_timer, on_handle_closed);
    uv_close((uv_handle_t *)&session->pace_timer, on_handle_closed);
    /* No search reads the record any more. */
    record_free(session->record);
    session_thinking_free(&session->thinking);
    puzzle_session_free(session->puzzle);
}
