/*
 * The functions of a session for its task (play/puzzles) and its network game
 * (play/online/network.c). Interfaces include session.h only.
 */
#ifndef PLAY_SESSION_INTERNAL_H
#define PLAY_SESSION_INTERNAL_H

#include "net/protocol.h"
#include "play/session.h"

/* ---- for both ---- */

/* Posts an event for the loop's next round, before a computer is asked for a move. */
void session_notify(Session *session, SessionEvent event);

void session_post_notice(Session *session, const char *sentence);

/* Returns whether the game is in progress; sets `error`, which may be NULL, if it is over. */
bool session_is_in_progress(const Session *session, Error *error);

/* ---- tasks ---- */

typedef struct SessionTask SessionTask;

/* A type of task. */
typedef struct SessionTaskOps {
    const char *names;                /* "puzzles" */
    const char *analysis_refusal;     /* why it is not analysed before it is solved */
    const char *draw_refusal;         /* the answer to the offer of a draw */
    void (*start)(Session *session);  /* the session was created */
    void (*update)(Session *session); /* the position has changed */
    void (*defend)(Session *session); /* it is the defender's turn; may be repeated */
    bool (*find_hint)(Session *session, Move *move, Error *error); /* in TASK_TO_MOVE */
    void (*write_sentence)(const Session *session, NotationStyle style,
                           char text[TASK_SENTENCE_SIZE]);
    void (*save)(Session *session); /* saves the progress that is not saved yet */
    void (*free)(SessionTask *task);
} SessionTaskOps;

/* The first member of the struct of each type. A solved task may be analysed. While a task waits
 * for a verdict, the session is not idle. */
struct SessionTask {
    const SessionTaskOps *ops;
    TaskView view;
    bool busy; /* judges a move */
};

/* Begins another state, without an answer and hints, and posts SESSION_TASK. */
void session_task_enter(Session *session, TaskState state);

/* Returns the task of a session if it is of this type, else NULL. */
SessionTask *session_task_of(const Session *session, const SessionTaskOps *ops);

/* Checks and makes a turn of a local person, computer or defender, and sends it to the server in a
 * network game. `at_ms` is a time of monotonic_ms(). */
bool session_turn_play(Session *session, Move move, int64_t at_ms, Error *error);

uv_loop_t *session_loop(const Session *session);

/* ---- network games ---- */

typedef struct SessionNetwork SessionNetwork;

/* What a session asks of its network game. */
typedef struct SessionNetworkOps {
    void (*attach)(Session *session); /* the session was created; follows the server's game */
    bool (*check_can_play)(const Session *session, Error *error); /* here; the game is not lost */
    void (*send_move)(Session *session);                          /* the last one, made here */
    bool (*resign)(Session *session, Error *error);
    bool (*draw)(Session *session, DrawAction action, Error *error);
    bool (*is_waiting)(const Session *session);      /* a request has not been answered */
    bool (*has_unconfirmed)(const Session *session); /* a move that was made here */
    /* Ends and frees it. The seat of a game that is over is forgotten, unless its last move is not
     * confirmed, or `kept` is false: the game is not on this disk. */
    void (*detach)(Session *session, bool kept);
    void (*free)(SessionNetwork *network); /* without a session */
} SessionNetworkOps;

/* The first member of struct Network. */
struct SessionNetwork {
    const SessionNetworkOps *ops;
};

/* Returns NULL for a local game. */
SessionNetwork *session_network(const Session *session);

/* Makes a legal whole turn of the side to move. */
bool session_turn_make(Session *session, Move move, int64_t at_ms, Error *error);

/* Sets the times of a move that was made. */
void session_set_times(Session *session, size_t ply, int64_t used_ms, int64_t clock_ms);

/* Takes back all moves after a ply for good. */
void session_truncate(Session *session, size_t ply);

/* Ends the game with a declared outcome and posts the events. */
bool session_declare(Session *session, Outcome outcome, Error *error);

/* Measures the time used for the turn from now on. */
void session_restart_turn(Session *session);

/* Sets what the clocks show from now on. */
void session_set_clocks(Session *session, const int64_t left_ms[COLOR_COUNT]);

/* Names a player on the screen and in the record. */
void session_set_name(Session *session, Color color, const char *name);

/* Makes the moves of a side come from elsewhere. */
void session_lose_seat(Session *session, Color color);

/* Keeps a computer from trying another move in this position. */
void session_stop_computer(Session *session);

/* Sets whether `by` offers a draw. */
void session_set_draw_offer(Session *session, bool offered, Color by);

/* Asks the player of a side to answer the offer; a person sees it. */
void session_ask_draw(Session *session, Color color);

#endif
