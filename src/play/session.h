/*
 * A game in progress: whose turn it is, the clocks, pause, advice, autosave. It runs on one libuv
 * loop and on that loop's thread only; searches run on threads of their own and come back as
 * events. A session knows how a game is played, not how it looks: the full screen, the line
 * interface and the tests drive the same functions and hear the same events.
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
#include "play/storage.h"
#include "rules/record.h"

typedef struct Session Session;

typedef enum PlayerKind {
    PLAYER_HUMAN,
    PLAYER_COMPUTER,
    PLAYER_DEFENDER, /* of a puzzle: see puzzle.h */
    PLAYER_REMOTE    /* somebody at the other end of the network: see network.h */
} PlayerKind;

enum { PLAYER_NAME_SIZE = 64 };

typedef struct SessionPlayer {
    PlayerKind kind;
    AdvisorKind advisor;         /* makes a computer's moves; advises a human */
    char name[PLAYER_NAME_SIZE]; /* UTF-8, shown and saved; "" in a setup: the kind's own words */
} SessionPlayer;

/*
 * What a new session is made of. Copied, but for `record`, `resumed` and `network`, which the
 * session owns from session_create on, also when that fails. Get one from
 * session_setup_from_settings, session_setup_resume, network_open or session_get_setup, and change
 * it.
 */
typedef struct SessionSetup {
    SessionPlayer player[COLOR_COUNT];
    Record *record;      /* goes on from its current ply; a finished game can be looked at */
    SearchLimits limits; /* for a computer's move and for advice: depth, movetime_ms, nodes */
    int level;           /* 1..10, for a computer's moves; advice is always at full strength */
    int seed;            /* of chance in its searches, which are then the same; 0: none is given */
    int threads;         /* 0: all cores */
    int hash_mb;
    bool ponder; /* a computer also thinks during a person's turn, about the move it expects */
    ClockSetting clock;
    int64_t clock_left_ms[COLOR_COUNT]; /* -1: as the record's moves tell, else all of `clock` */
    Move open_capture; /* the jumps of a turn that is open, checked; MOVE_NONE: none */
    int pace_ms;       /* for two computers: a move and the next are at least this far apart */
    bool start_paused; /* for two computers: nothing moves before session_pause(s, false) */
    bool autosave;
    int puzzle;        /* the number of the puzzle that this is, by puzzle_setup; 0: none */
    Autosave *resumed; /* the file that a resumed game goes on in; NULL: a new one, made with the
                          first turn */
    struct Network *network; /* of a network game, opened by network_open; NULL: it is none */
} SessionSetup;

/* In the order in which they are told when several happen at once. */
typedef enum SessionEvent {
    SESSION_POSITION, /* a move, a jump, an undo, a redo: the record or the open capture changed */
    SESSION_THINKING, /* new search information: session_search_snapshot */
    SESSION_ADVICE,   /* advice is there: session_advice */
    SESSION_STATE,    /* pause, who is thinking, draw offer */
    SESSION_CLOCK,    /* what the clocks show changed */
    SESSION_PUZZLE,   /* how the puzzle stands: puzzle_view */
    SESSION_NETWORK,  /* how a network game stands with its server, or who plays: network_view */
    SESSION_TALK,     /* somebody said something: network_talk */
    SESSION_OVER,     /* the game ended */
    SESSION_NOTICE    /* something to tell in one sentence: session_notice (autosave failed, a
                          computer declined a draw, ...) */
} SessionEvent;

enum { SESSION_EVENT_COUNT = SESSION_NOTICE + 1 };

/*
 * Called from the loop, never from inside a session_ function; what happened more than once since
 * the last round is told once. It may call any session_ function but session_free. A computer that
 * is to move begins to think only on a round after that: what led to it is on the screen by then.
 */
typedef void SessionListener(void *context, Session *session, SessionEvent event);

/* What a search on behalf of the session is for. */
typedef enum ThinkingPurpose {
    THINKING_NONE,
    THINKING_MOVE,
    THINKING_PONDER, /* a computer's, while a person is to move: nothing is told about it */
    THINKING_ADVICE,
    THINKING_ANALYSIS
} ThinkingPurpose;

/* What a search has found, and what it is about. */
typedef struct SearchSnapshot {
    ThinkingPurpose purpose;
    size_t ply;        /* the number of the position searched, ... */
    Position position; /* ... which may be in the middle of a capture */
    SearchInfo info;
} SearchSnapshot;

/*
 * NULL with an error when it cannot be. The loop must outlive the session. A first round tells
 * SESSION_POSITION; the first computer's move starts after that. Nothing is written to disk before
 * the first turn, and a disk that cannot be written to is told as trouble: it does not stop the
 * game.
 */
Session *session_create(uv_loop_t *loop, const SessionSetup *setup, SessionListener *listener,
                        void *context, Error *error);

/* The setup that settings describe: players, limits, clock; the record is a new game, or the one
 * that settings name (game=<FEN>, load=FILE#n, puzzle=NUMBER). On failure nothing is left to free.
 */
bool session_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error);

/* Whether the game of an autosave file, as it was read, goes on and something was played in it. */
bool session_is_resumable(const Record *record);

/*
 * The setup to go on with a game that autosave_open_newest found: its own players, level, limits
 * and clocks (with the time that was left) where its text names them, the settings' otherwise.
 * `autosave` is taken over on success only; on failure nothing else is left to free, and the file
 * is best put out of the way with autosave_set_aside.
 */
bool session_setup_resume(const Settings *settings, Autosave *autosave, const char *text,
                          size_t length, SessionSetup *setup, Error *error);

/*
 * Ends the session: searches stop, the autosave is written and unlocked. `done` (may be NULL) is
 * called from the loop when its handles are closed; run the loop until then. The autosave of a
 * finished game, or of one without a move, is removed.
 */
void session_free(Session *session, void (*done)(void *context), void *context);
/* Nobody will want to go on with the game: session_free will remove its autosave. */
void session_discard_autosave(Session *session);

const Record *session_record(const Session *session);
/* The position shown: the current ply's, or, in the middle of a monkey's capture, after the jumps
 * so far. */
const Position *session_position(const Session *session);
/* The jumps made so far of a turn that is still open (0: none), as landings from the origin. Both
 * may be NULL. */
int session_open_jumps(const Session *session, Square *origin, Square landings[MOVE_JUMPS_MAX]);
const SessionPlayer *session_player(const Session *session, Color color);
/* Whether it is a human's turn at this terminal in a game that goes on. */
bool session_awaits_human(const Session *session);
Outcome session_outcome(const Session *session);
/* The setup in force, for a new game like this one at this terminal: record, resumed and network
 * are NULL, the clocks whole, a puzzle is none any more, and its defender, or somebody remote, a
 * computer. */
void session_get_setup(const Session *session, SessionSetup *setup);

/* Whether nothing more happens by itself: every event is told, no computer has a move to make, and
 * no search runs but for pondering. */
bool session_is_idle(const Session *session);

/* --- moves; the error's sentence says why not, and nothing has changed then (but that the flag may
 * have fallen) --- */

/* A whole turn for the side to move, which must be a human's. In the middle of a capture: its rest.
 */
bool session_submit(Session *session, Move move, Error *error);
/* One step: a plain move, one jump (leaving the turn open while another jump is possible), or the
 * monkey's own square twice (stop). */
bool session_step(Session *session, Square from, Square to, Error *error);
/* Takes back the last jump of an open capture. */
bool session_undo_jump(Session *session, Error *error);
/* Any notation, for the side to move. In the middle of a capture: of its rest. */
bool session_submit_text(Session *session, const char *text, Error *error);

/*
 * Undo and redo: one jump of an open capture; else (undo only) a resignation, an agreed draw or a
 * fallen flag; else, against a computer, to a human's own last (next) turn; else one ply. They stop
 * a search that runs, bring the clocks back to what they showed then, and pause a game between two
 * computers, which would at once play on otherwise.
 */
bool session_undo(Session *session, Error *error);
bool session_redo(Session *session, Error *error);
/* Goes on from a ply (0..count): the next move cuts off those after it; until then redo has them.
 */
bool session_go_to_ply(Session *session, size_t ply, Error *error);

bool session_resign(Session *session, Color color, Error *error);
/*
 * Offers a draw for a human's side, or accepts the other side's offer. An offer stands until the
 * other side has moved. A computer answers at once: it accepts from SESSION_DRAW_PLIES plies on if
 * by its own count it is not ahead, and otherwise says no (SESSION_NOTICE).
 */
bool session_draw(Session *session, Color color, Error *error);
enum { SESSION_DRAW_PLIES = 30 };
/* Says no to the other side's offer. */
bool session_decline_draw(Session *session, Color color, Error *error);
/* Who has an offer standing: sets *by. */
bool session_draw_offered(const Session *session, Color *by);

/* The level of the computer's moves, 1..10, from its next move on. */
bool session_set_level(Session *session, int level, Error *error);

/* --- two computers --- */

/* Whether both players are computers and the game goes on. */
bool session_can_pause(const Session *session);
bool session_pause(Session *session, bool pause, Error *error);
bool session_is_paused(const Session *session);
/* One single move while paused. */
bool session_single_step(Session *session, Error *error);

/* --- thinking --- */

/* Starts advice for the human to move, in the background. */
bool session_start_advice(Session *session, Error *error);
/* The advice for the current position (session_position); MOVE_NONE: none. */
Move session_advice(const Session *session);
/* Ends the running calculation: a computer plays its best move so far, advice shows it. Pondering
 * is none that could be ended. */
bool session_stop_search(Session *session, Error *error);
/* Analyses the position after `ply` plies until told otherwise (or another search is needed), for
 * so many lines of 1..8. Not while a computer thinks about its move. */
bool session_start_analysis(Session *session, size_t ply, int lines, Error *error);
/* False when nothing was being analysed. */
bool session_stop_analysis(Session *session);
/*
 * What the newest report said. It is about the position on the board, about the one that is being
 * analysed, or about the one before a computer's last move, for which it is the reason; NULL when
 * nothing is known about any of these.
 */
const SearchSnapshot *session_search_snapshot(const Session *session);
/* Whether a search runs now, and for what. */
ThinkingPurpose session_thinking_purpose(const Session *session);
/* Scores over the game, from White's view in hundredths of a pawn, by position number; false where
 * none is known. */
bool session_score_at(const Session *session, size_t ply, Score *white_score);

/* --- clocks: each side's first turn is free; they stand still while paused --- */

bool session_has_clock(const Session *session);
/* The time left, to be shown rounded up to seconds (tenths in the last ten). */
int64_t session_clock_ms(const Session *session, Color color);
/* Around a stop of the whole program (Ctrl-Z): time does not count, and no computer begins to
 * think. */
void session_suspend(Session *session, bool suspend);

/* --- files --- */

/* Saves the game up to its current ply, atomically; the jumps of an open turn are not in it.
 * Overwrites a file only if asked to (ERROR_STATE otherwise). */
bool session_save(Session *session, const char *path, bool overwrite, Error *error);
/* Writes the autosave now, and returns when it is on the disk. (It is written in the background
 * after every turn and jump anyway.) */
bool session_autosave(Session *session, Error *error);
/* The sentence of the last SESSION_NOTICE, "" before any. */
const char *session_notice(const Session *session);

#endif
