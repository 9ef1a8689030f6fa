/*
 * A game in progress: turns, clocks, players, pause, advice, autosave. A session runs on the thread
 * of its libuv loop; searches run on their own threads and report as events. Sessions know nothing
 * of the display: the full screen, the line interface and the tests use this one interface.
 */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/error.h"
#include "config/settings.h"
#include "engine/engine.h"
#include "play/autosave.h"
#include "play/ending_verdict.h"
#include "rules/record.h"

typedef struct Session Session;

typedef enum PlayerKind {
    PLAYER_HUMAN,
    PLAYER_COMPUTER,
    PLAYER_DEFENDER, /* the opponent in a session that is more than a game */
    PLAYER_REMOTE    /* connected through a server: see network.h */
} PlayerKind;

enum { PLAYER_NAME_SIZE = 64 };

typedef struct SessionPlayer {
    PlayerKind kind;
    AdvisorKind advisor;         /* plays for a computer, advises a human */
    int level;                   /* of a computer's moves, 1..10; advice has full strength */
    char name[PLAYER_NAME_SIZE]; /* UTF-8; "" in a setup if the player has no name */
    bool is_named; /* set by the session; else `name` is a label such as "ai/negamax" */
} SessionPlayer;

/*
 * The setup of a new session. session_create copies it, but takes over `record`, `task`, `resumed`
 * and `network`, even if it fails. Start from task_setup_from_settings, session_setup_resume,
 * network_open or session_get_setup.
 */
typedef struct SessionSetup {
    SessionPlayer player[COLOR_COUNT];
    Record *record;      /* continues from its current ply; may be a finished game */
    SearchLimits limits; /* for a computer's move and for advice: depth, movetime_ms, nodes */
    int seed;            /* of searches, for reproducible games; 0: random */
    int threads;         /* 0: all cores */
    int hash_mb;
    bool ponder; /* a computer thinks about the expected move in a person's turn */
    ClockSetting clock;
    int64_t clock_left_ms[COLOR_COUNT]; /* -1: from the record's moves, else all of `clock` */
    Move open_capture;                  /* legal jumps of an unfinished turn, or MOVE_NONE */
    int pace_ms;                        /* least time between two moves of two computers */
    bool start_paused;                  /* two computers wait for session_pause(s, false) */
    bool autosave;
    bool keep_finished;              /* the autosave of a game that is over is kept */
    bool no_keep;                    /* there is no autosave unless the game is resumed from one */
    char endings[SETTING_PATH_SIZE]; /* for ending_folders_find; "" is none */
    struct SessionTask *task; /* from puzzle_setup, training_setup or mistake_list_setup; NULL:
                                 a plain game */
    char notes_path[SETTING_PATH_SIZE]; /* the file of the finished game that is shown, for what is
                                           noted on it; "": none */
    bool is_of_others; /* a finished game of the two people whom the record names, as long as nobody
                          plays on: nobody at this terminal is one of them */
    Autosave *resumed; /* the file of a resumed game; NULL: a new one after the first turn */
    struct SessionNetwork *network; /* from network_open; NULL: a local game */
} SessionSetup;

/* Events of one round are sent in this order. */
typedef enum SessionEvent {
    SESSION_POSITION, /* the record or the open capture changed */
    SESSION_THINKING, /* new search information: session_search_snapshot */
    SESSION_ADVICE,   /* advice has been found: session_advice */
    SESSION_STATE,    /* pause, current search, draw offer */
    SESSION_CLOCK,    /* the display of a clock changed */
    SESSION_TASK,     /* session_task changed */
    SESSION_NETWORK,  /* network_view or a player's name changed */
    SESSION_TALK,     /* a new line of talk: network_talk */
    SESSION_OVER,     /* the game ended */
    SESSION_NOTICE    /* a message for the user: session_notice */
} SessionEvent;

enum { SESSION_EVENT_COUNT = SESSION_NOTICE + 1 };

/*
 * Called from the loop, never from inside a session function, once for each kind of event since the
 * last round. May call any session function but session_free. A computer starts to think in a later
 * round, when the interface has shown the move before.
 */
typedef void SessionListener(void *context, Session *session, SessionEvent event);

/* Purpose of a search. */
typedef enum ThinkingPurpose {
    THINKING_NONE,
    THINKING_MOVE,
    THINKING_PONDER, /* a computer's, in a person's turn; not reported */
    THINKING_ADVICE,
    THINKING_ANALYSIS
} ThinkingPurpose;

/* A search report and what it is about. */
typedef struct SearchSnapshot {
    ThinkingPurpose purpose;
    size_t ply;        /* number of the position searched, ... */
    Position position; /* ... which may be in the middle of a capture */
    SearchInfo info;
} SearchSnapshot;

/*
 * Returns NULL with an error on failure. The loop must outlive the session. The first round sends
 * SESSION_POSITION; a computer's first move comes later. Nothing is written to disk before the
 * first turn, and an error while writing is a SESSION_NOTICE that does not stop the game.
 */
Session *session_create(uv_loop_t *loop, const SessionSetup *setup, SessionListener *listener,
                        void *context, Error *error);

/* Gets the setup of the game that settings describe. It is new unless they name one (game=<FEN>,
 * load=FILE#n). task_setup_from_settings also knows puzzles and endings to train. */
bool session_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error);

/* The same for a game that was loaded already. Takes over the record. */
bool session_setup_from_record(const Settings *settings, Record *record, SessionSetup *setup,
                               Error *error);

/*
 * Gets the setup to resume a game that autosave_open_resumable opened. Its players, level, limits
 * and clock times come from its text, or from the settings if they are absent there. Takes over
 * `autosave` on success only; after a failure the caller should call autosave_set_aside.
 */
bool session_setup_resume(const Settings *settings, Autosave *autosave, const char *text,
                          size_t length, SessionSetup *setup, Error *error);

/* Gets the setup to show an unfinished game from its record as read. The caller frees its copy of
 * the record. Returns false if the game cannot be resumed. */
bool session_setup_preview(const Settings *settings, const Record *record, SessionSetup *setup);

/* Frees what a setup owns that was not passed to session_create. */
void session_setup_discard(SessionSetup *setup);

/*
 * Stops the searches, and writes and unlocks the autosave. That of a game that is over is moved to
 * the kept games (autosave_archive); it is removed if the game has no move, or if it was over when
 * it was opened and has not changed. `done`, which may be NULL, is called from the loop when the
 * session's handles are closed; the loop must run until then.
 */
void session_free(Session *session, void (*done)(void *context), void *context);

const Record *session_record(const Session *session);

/* Returns the position at the current ply, or after the jumps so far of an open capture. */
const Position *session_position(const Session *session);

/* Returns the number of jumps made in an open capture, with its origin and the landing squares;
 * both may be NULL. */
int session_open_jumps(const Session *session, Square *origin, Square landings[MOVE_JUMPS_MAX]);

const SessionPlayer *session_player(const Session *session, Color color);

/* Returns whether it is the finished game of two others (see SessionSetup). */
bool session_is_of_others(const Session *session);

/* Returns whether the game is in progress and the person at this terminal is to move. */
bool session_awaits_human(const Session *session);

Outcome session_outcome(const Session *session);

/* Gets the setup in force, for a new local game like this one: without record, with full clocks and
 * no task; a computer replaces a defender or a remote player. */
void session_get_setup(const Session *session, SessionSetup *setup);

/* Returns whether the session waits for the user: no event is unsent, no computer is to move and no
 * search runs, except for pondering. */
bool session_is_idle(const Session *session);

/* ---- moves; a failure changes nothing, except that the flag may have fallen ---- */

/* Makes a whole turn, or the rest of an open capture, for a human to move. */
bool session_submit(Session *session, Move move, Error *error);

/* Makes one step: a plain move, one jump (the turn stays open while another jump is possible), or
 * the monkey's own square twice to stop. */
bool session_step(Session *session, Square from, Square to, Error *error);

/* Takes back the last jump of an open capture. */
bool session_undo_jump(Session *session, Error *error);

/* Parses a move in any notation and makes it as session_submit does; steps such as "(b1,d3)" leave
 * a capture open as session_step does. Fails with ERROR_SYNTAX if the text is not a move, even out
 * of turn. If several moves fit, the error names them in that style. */
bool session_submit_text(Session *session, const char *text, NotationStyle style, Error *error);

/* Makes a move given as 2 or more squares: two are a step, more are the origin and the landings of
 * a monkey's whole capture. The last square twice is a stop. */
bool session_submit_path(Session *session, const Square *squares, int count, Error *error);

/* Makes a move given in the same way, but step by step: a capture that could continue stays open
 * unless the last square is repeated. Begins no step if they cannot all be made. */
bool session_submit_steps(Session *session, const Square *squares, int count, Error *error);

/*
 * Undo reverts the first of these that applies, and redo repeats it: a jump of an open capture; a
 * resignation, an agreed draw or a fallen flag (undo only); against a computer, everything back to
 * the human's own previous turn; one ply. The search is stopped, the clocks are restored, and a
 * game of two computers is paused.
 */
bool session_undo(Session *session, Error *error);

bool session_redo(Session *session, Error *error);

/* Continues from a ply, 0..count. Later moves can be redone until the next move replaces them. */
bool session_go_to_ply(Session *session, size_t ply, Error *error);

bool session_resign(Session *session, Color color, Error *error);

/*
 * Offers a draw for a human's side, or accepts the opponent's offer. An offer lapses when the
 * opponent moves. A computer answers at once: it accepts from ply SESSION_DRAW_PLIES on if it
 * does not consider itself ahead, and declines otherwise (SESSION_NOTICE).
 */
bool session_draw(Session *session, Color color, Error *error);

enum { SESSION_DRAW_PLIES = 30 };

bool session_decline_draw(Session *session, Color color, Error *error);

/* Returns whether a draw is offered. Sets *by to the side that made the last offer. */
bool session_draw_offered(const Session *session, Color *by);

/* Sets the level of the moves of all computers, 1..10, from the next move on. */
bool session_set_level(Session *session, int level, Error *error);

/* ---- two computers ---- */

/* Returns whether the game is in progress and both players are computers. */
bool session_can_pause(const Session *session);

bool session_pause(Session *session, bool pause, Error *error);

bool session_is_paused(const Session *session);

/* Returns the usual time between two moves, in milliseconds: of the pace or of thinking. */
int64_t session_pace(const Session *session);

/* Sets the time between two moves, from the next move on; a computer thinks no longer than that. */
void session_set_pace(Session *session, int ms);

/* While paused: lets one move be made. */
bool session_single_step(Session *session, Error *error);

/* ---- thinking ---- */

/* Starts to search for advice for the human to move. */
bool session_start_advice(Session *session, Error *error);

/* Returns the advice for session_position, or MOVE_NONE. */
Move session_advice(const Session *session);

/* Ends the search early: a computer plays its best move so far, advice shows it. Fails while only
 * pondering runs. */
bool session_stop_search(Session *session, Error *error);

/* Returns whether the user may see the score of a position: not in a network game that they play
 * in, and not in an unsolved exercise. */
bool session_allows_analysis(const Session *session, Error *error);

/* Analyses the position after `ply` plies with 1..8 variations, until it is stopped or another
 * search is needed. Not possible while a computer thinks about its move. */
bool session_start_analysis(Session *session, size_t ply, int lines, Error *error);

/* Returns false if no analysis was running. */
bool session_stop_analysis(Session *session);

/* Returns the newest report, or NULL. Its position is the one on the board, the analysed one, or
 * the one before a computer's last move. */
const SearchSnapshot *session_search_snapshot(const Session *session);

/* Returns the purpose of the search that runs now. */
ThinkingPurpose session_thinking_purpose(const Session *session);

/* Gets the score of a position of the game, in hundredths of a pawn from White's view. Returns
 * false if it is unknown. */
bool session_score_at(const Session *session, size_t ply, Score *white_score);

/* Returns the solved endings of the game's variant, for searches of the caller's own, which must
 * end before session_free. NULL if there are none, or not yet. */
const struct Endings *session_endings(const Session *session);

/*
 * Lists the legal moves after `ply` plies, or of an open capture there, with what they lead to by
 * the solved endings. Free the list with ending_choices_free. Returns false, with an error that
 * says why, if they do not have the position or the user may not be told; see
 * session_allows_analysis.
 */
bool session_list_ending(const Session *session, size_t ply, EndingChoices *list, Error *error);

/* --- tasks: a puzzle, an ending in training or one's own mistake; the opponent is a defender ---
 */

typedef enum TaskState {
    TASK_TO_MOVE,
    TASK_WAITING,  /* the person has moved; the defender answers, or the engine judges the move */
    TASK_FAILED,   /* the person's move is wrong: session_undo */
    TASK_DRAWN,    /* a rule that the endings do not know ended a won game: session_undo */
    TASK_UNJUDGED, /* the engine failed: session_undo */
    TASK_GIVEN_UP, /* the person has resigned: session_undo */
    TASK_STUCK,    /* the task cannot continue: a table of endings is damaged */
    TASK_SOLVED
} TaskState;

typedef enum TaskHint { TASK_HINT_NONE, TASK_HINT_PIECE, TASK_HINT_MOVE } TaskHint;

/* The common part of all tasks; puzzle_view, training_view and mistake_view have the rest. */
typedef struct TaskView {
    TaskState state;
    TaskHint hint;  /* for the position on the board */
    Move hint_move; /* `hint` says whether to show its piece or all of it */
    Move answer;    /* in TASK_FAILED: the best one to the person's move; else MOVE_NONE */
    bool helped;    /* a move was shown, or taken back in training: solving does not count */
} TaskView;

/* Gets the state of the task; returns false if the session has none. Changes are reported as
 * SESSION_TASK. */
bool session_task(const Session *session, TaskView *view);

enum { TASK_SENTENCE_SIZE = 1024 };

/* Describes the state of the task in a few sentences for the player. Returns `text`. */
char *session_task_sentence(const Session *session, NotationStyle style,
                            char text[TASK_SENTENCE_SIZE]);

/* Gives a hint for the person's move: first the piece to move, the second time the move. Fails with
 * ERROR_STATE in a session without a task, or if it is not the person's turn. */
bool session_hint(Session *session, Error *error);

/* ---- clocks: each side's first turn is free; they stop while the game is paused ---- */

bool session_has_clock(const Session *session);

/* Returns the milliseconds left. clock_write rounds them for display. */
int64_t session_clock_ms(const Session *session, Color color);

/* Stops and restarts the clocks and the computers around a stop of the whole program (Ctrl-Z). */
void session_suspend(Session *session, bool suspend);

/* ---- files ---- */

/* Saves the game up to its current ply, without the jumps of an open turn, atomically. Fails with
 * ERROR_STATE if the file exists and `overwrite` is not set. */
bool session_save(Session *session, const char *path, bool overwrite, Error *error);

/* Lets `edit` change what is noted on the moves of the game (marks, scores, comments, variations),
 * but neither the moves nor their times, and keeps that with the game. It is written with the
 * autosave or, if the game is over, by session_autosave, before a move is taken back and by
 * session_free; if that fails, a SESSION_NOTICE says so and the next of them tries again. */
void session_edit_notes(Session *session, void (*edit)(void *context, Record *record),
                        void *context);

/* Writes the autosave, and what was noted on a game that is over, and returns when both are on the
 * disk. The session also writes the autosave in the background after every turn and jump. */
bool session_autosave(Session *session, Error *error);

/* Returns whether a game in progress is in its autosave; writes that only if it could not be
 * written in the background. Fails, too, if the game would be kept but for the setup's no_keep. */
bool session_check_kept(Session *session, Error *error);

/* Returns the message of the last SESSION_NOTICE, or "". */
const char *session_notice(const Session *session);

/* Returns whether that message is that a computer declines a draw. */
bool session_notice_is_draw_declined(const Session *session);

#endif
