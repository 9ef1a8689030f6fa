/*
 * The state of a session and the functions of session.c that the other files of a session call.
 * Private to the session and its parts: players, thinking, setup, tasks and network games.
 */
#ifndef PLAY_SESSION_STATE_H
#define PLAY_SESSION_STATE_H

#include "play/capture.h"
#include "play/clock.h"
#include "play/online/network.h"
#include "play/saver.h"
#include "play/searcher.h"
#include "play/session.h"
#include "play/session_endings.h"
#include "play/session_task.h"
#include "play/session_thinking.h"

struct Session {
    uv_loop_t *loop;
    SessionListener *listener;
    void *context;

    SessionSetup setup; /* as given, without `record`, `resumed` and `network` */
    Record *record;
    PartialCapture capture;
    Clock clock;
    bool suspended; /* the whole program is stopped */
    bool paused;
    bool single_step; /* paused, but for one move */
    bool pacing;      /* between two computers: the last move stays visible until pace_timer */
    bool pace_limits_thinking; /* session_set_pace was called */
    bool computer_failed; /* no further request for a move until the position or state changes */
    bool draw_offered;    /* by `offerer` */
    Color offerer;
    bool end_notified; /* SESSION_OVER was posted */

    Searcher *searcher;
    SessionThinking thinking;
    SessionEndings endings;

    SessionTask *task; /* NULL in a plain game */
    Network *network;  /* NULL for a local game */

    bool notes_changed;    /* since the file of setup.notes_path was written */
    Saver *saver;          /* NULL without autosave */
    bool discard_autosave; /* the autosave is removed when the session ends */
    bool has_autosave;     /* an autosave file exists or is being written */
    bool was_over;         /* when it was opened: nothing is kept unless it changes ... */
    uint64_t opened_hash;  /* ... from this record */
    Error notice;
    bool notice_is_draw_declined;

    unsigned events; /* to be sent in the loop's next round: a set of 1 << SessionEvent */
    uv_idle_t idle;
    uv_timer_t clock_timer;
    uv_timer_t pace_timer;

    int open_parts; /* parts still to be closed after session_free */
    void (*done)(void *context);
    void *done_context;
};

/* Posts an event for the loop's next round, before a computer is asked for a move. */
void session_notify(Session *session, SessionEvent event);
void session_post_notice(Session *session, const char *sentence);

/* Returns whether the game is in progress; sets `error`, which may be NULL, if it is over. */
bool session_is_in_progress(const Session *session, Error *error);

/* Starts a new turn after the current ply has changed, with all that depends on it. */
void session_new_turn(Session *session);

/* Between two computers: delays the next turn until the pace of the setup is kept, after a turn
 * that took used_ms. */
void session_delay_next_move(Session *session, int64_t used_ms);

/* Handles a change of the position within a turn, by a jump. */
void session_position_changed(Session *session);

/* Called when moves become possible or impossible: starts or stops the clocks, asks the players. */
void session_state_changed(Session *session);

/* Sets the clocks to what they showed after the current ply. */
void session_restore_clocks(Session *session);

#endif
