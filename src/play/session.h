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
#include "play/capture.h"
#include "play/clock.h"
#include "play/ending_verdict.h"
typedef struct Network Network;
#include "play/searcher.h"
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
 * The setup of a new session. session_create copies it, but takes over `record`, `training`,
 * `mistake`, `resumed` and `network`, even if it fails. Start from session_setup_from_settings,
 * session_setup_resume, network_open or session_get_setup.
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
    bool keep_finished;                 /* the autosave of a game that is over is kept */
    char endings[SETTING_PATH_SIZE];    /* for ending_folders_find; "" is none */
    int puzzle;                         /* number of the puzzle, from puzzle_setup; 0: none */
    struct TrainingEnding *training;    /* from training_setup; NULL: none */
    struct Mistake *mistake;            /* from mistake_setup; NULL: none */
    char notes_path[SETTING_PATH_SIZE]; /* the file of the finished game that is shown, for what is
                                           noted on it; "": none */
    Autosave *resumed;       /* the file of a resumed game; NULL: a new one after the first turn */
    struct Network *network; /* from network_open; NULL: a local game */
} SessionSetup;

/* Events of one round are sent in this order. */
typedef enum SessionEvent {
    SESSION_POSITION, /* the record or the open capture changed */
    SESSION_THINKING, /* new search information: session_search_snapshot */
    SESSION_ADVICE,   /* advice has been found: session_advice */
    SESSION_STATE,    /* pause, current search, draw offer */
    SESSION_CLOCK,    /* the display of a clock changed */
    SESSION_TASK,     /* puzzle_view, training_view or mistake_view changed */
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

/* Gets the setup that settings describe. The game is new unless they name one (game=<FEN>,
 * load=FILE#n, puzzle=NUMBER, train=ENDING). */
bool session_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error);

/* The same for a game that was loaded already. Takes over the record. */
bool session_setup_from_record(const Settings *settings, Record *record, SessionSetup *setup,
                               Error *error);

/*
 * Gets the setup to resume a game that autosave_open_newest found. Its players, level, limits and
 * clock times come from its text, or from the settings if they are absent there. Takes over
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
 * the kept games (autosave_keep); it is removed if the game has no move, or if it was over when it
 * was opened and has not changed. `done`, which may be NULL, is called from the loop when the
 * session's handles are closed; the loop must run until then.
 */
void session_free(Session *session, void (*done)(void *context), void *context);

/* Makes session_free remove the autosave. */
void session_discard_autosave(Session *session);

const Record *session_record(const Session *session);

/* Returns the position at the current ply, or after the jumps so far of an open capture. */
const Position *session_position(const Session *session);

/* Returns the number of jumps made in an open capture, with its origin and the landing squares;
 * both may be NULL. */
int session_open_jumps(const Session *session, Square *origin, Square landings[MOVE_JUMPS_MAX]);

const SessionPlayer *session_player(const Session *session, Color color);

/* Returns whether the game is in progress and the person at this terminal is to move. */
bool session_awaits_human(const Session *session);

Outcome session_outcome(const Session *session);

/* Gets the setup in force, for a new local game like this one: without record, with full clocks and
 * no task; a computer replaces a defender or a remote player. */
void session_get_setup(const Session *session, SessionSetup *setup);

/* Returns whether the session waits for the user: no event is unsent, no computer is to move and no
 * search runs, except for pondering. */
bool session_is_idle(const Session *session);

/* --- moves; a failure changes nothing, except that the flag may have fallen --- */

/* Makes a whole turn, or the rest of an open capture, for a human to move. */
bool session_submit(Session *session, Move move, Error *error);

/* Makes one step: a plain move, one jump (the turn stays open while another jump is possible), or
 * the monkey's own square twice to stop. */
bool session_step(Session *session, Square from, Square to, Error *error);

/* Takes back the last jump of an open capture. */
bool session_undo_jump(Session *session, Error *error);

/* Parses a move in any notation and makes it as session_submit does; steps such as "(b1,d3)" leave
 * a capture open as session_step does. Fails with ERROR_SYNTAX if the text is not a move, even out
 * of turn. */
bool session_submit_text(Session *session, const char *text, Error *error);

/* Makes a move given as 2 or more squares: two are a step, more are the origin and the landings of
 * a monkey's whole capture. The last square twice is a stop. */
bool session_submit_path(Session *session, const Square *squares, int count, Error *error);

/* Makes a move given in the same way, but step by step: a capture that could go on stays open
 * unless the last square stands twice. Begins no step if they cannot all be made. */
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

/* --- two computers --- */

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

/* --- thinking --- */

/* Starts to search for advice for the human to move. */
bool session_start_advice(Session *session, Error *error);

/* Returns the advice for session_position, or MOVE_NONE. */
Move session_advice(const Session *session);

/* Gives a hint for the person's move in an exercise: first the piece to move, the
 * second time the move. Fails with ERROR_STATE in other sessions, or if it is not the person's
 * turn. */
bool session_hint(Session *session, Error *error);

/* Ends the search early: a computer plays its best move so far, advice shows it. Fails while only
 * pondering runs. */
bool session_stop_search(Session *session, Error *error);

/* Returns whether the user may be told what a position is worth: not in a network game that they
 * play in, and not in an unsolved exercise. */
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

/* --- clocks: each side's first turn is free; they stop while the game is paused --- */

bool session_has_clock(const Session *session);

/* Returns the milliseconds left. clock_write rounds them for display. */
int64_t session_clock_ms(const Session *session, Color color);

/* Stops and restarts the clocks and the computers around a stop of the whole program (Ctrl-Z). */
void session_suspend(Session *session, bool suspend);

/* --- files --- */

/* Saves the game up to its current ply, without the jumps of an open turn, atomically. Fails with
 * ERROR_STATE if the file exists and `overwrite` is not set. */
bool session_save(Session *session, const char *path, bool overwrite, Error *error);

/* Lets `edit` change what is noted on the moves of the game (marks, scores, comments, variations),
 * but neither the moves nor their times, and keeps that with the game. */
void session_edit_notes(Session *session, void (*edit)(void *context, Record *record),
                        void *context);

/* Writes the autosave and returns when it is on the disk. The session also writes it in the
 * background after every turn and jump. */
bool session_autosave(Session *session, Error *error);

/* Returns the message of the last SESSION_NOTICE, or "". */
const char *session_notice(const Session *session);

/* Returns whether that message is that a computer declines a draw. */
bool session_notice_is_draw_declined(const Session *session);

/*
 * The solved endings of a session's variant: opened on libuv's pool when the session is created,
 * and closed with it. Private to the session; interfaces call session_list_ending.
 */

typedef struct SessionEndings {
    struct Endings *tables; /* NULL: none, or not opened yet */
    bool opening;           /* on the pool, which the members below belong to */
    uv_work_t work;
    char setting[SETTING_PATH_SIZE];
    Variant variant;
    Error error;                   /* about a folder or a file that cannot be used */
    void (*closed)(void *session); /* not NULL: to be closed when they are open */
} SessionEndings;

/*
 * What the person has to do in a session that is more than a game: solve a puzzle, win an
 * ending, or better a move. The opponent is a defender. Private to the session, its players and the
 * tasks.
 */

struct Session;

typedef struct SessionTask SessionTask;

/* A type of task. */
typedef struct SessionTaskOps {
    const char *names;                       /* "puzzles" */
    const char *analysis_refusal;            /* why it is not analysed before it is solved */
    const char *draw_refusal;                /* the answer to the offer of a draw */
    void (*start)(struct Session *session);  /* the session was created */
    void (*update)(struct Session *session); /* the position has changed */
    void (*defend)(struct Session *session); /* it is the defender's turn; may be repeated */
    bool (*hint)(struct Session *session, Error *error);
    void (*save)(struct Session *session); /* saves the progress that is not saved yet */
    void (*free)(SessionTask *task);
} SessionTaskOps;

/* The first member of the struct of each type. */
struct SessionTask {
    const SessionTaskOps *ops;
    bool solved; /* the position may be analysed */
    bool busy;   /* it judges a move: the session is not idle */
};

/* Searches on behalf of a session: a computer's moves, pondering, advice, analysis. */

/* The score of a position from White's view, as its last search found it. */
typedef struct KnownScore {
    bool known;
    Score white;
} KnownScore;

typedef struct SessionThinking {
    ThinkingPurpose purpose; /* of the search that runs or is about to start */
    AdvisorKind advisor;
    size_t ply; /* number of the position searched */
    Position position;
    int lines;             /* requested variations */
    bool has_latest;       /* `latest` is valid: see session_search_snapshot */
    SearchSnapshot latest; /* the newest report */
    Move advice;           /* for the position on the board, or MOVE_NONE */
    Move expected;         /* the reply that a computer expects, or MOVE_NONE ... */
    Position expected_at;  /* ... in this position */
    KnownScore *scores;    /* by position number */
    size_t score_count;
    uint64_t seed;
} SessionThinking;

/* Starts the search for the move of the side to move, or turns pondering on it into that search. */
void session_thinking_start_move(Session *session);

/* Starts to ponder the move that a computer expects of the person to move, if the setup enables
 * pondering and the engine is free. */
void session_thinking_start_ponder(Session *session);

/* Cancels a search of that purpose; its results are dropped. */
void session_thinking_stop(Session *session, ThinkingPurpose purpose);

/*
 * The state of a session and the functions of session.c that the other files of a session call.
 * Private to the session and its parts: players, thinking, setup, tasks and network games.
 */

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

/* Called when moves become possible or impossible: starts or stops the clocks, asks the players. */
void session_state_changed(Session *session);

/* Sets the clocks to what they showed after the current ply. */
void session_restore_clocks(Session *session);

/* Turns and the end of a game, for the other files of a session. */

/* Makes a legal whole turn of the side to move, made at `at_ms` by monotonic_ms(). */
bool session_turn_make(Session *session, Move move, int64_t at_ms, Error *error);

/* Checks and makes a turn of a local person or computer, and sends it to the server in a network
 * game. */
bool session_turn_play(Session *session, Move move, int64_t at_ms, Error *error);

/* Ends the game with a declared outcome and posts the events. */
bool session_declare(Session *session, Outcome outcome, Error *error);

#endif
