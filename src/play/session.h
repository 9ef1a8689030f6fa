/*
 * A game in progress: whose turn it is, the clocks, pause, advice, autosave. It runs on one libuv loop
 * and on that loop's thread only; searches run on threads of their own and come back as events.
 * A session knows how a game is played, not how it looks: the full screen, the line interface and the tests
 * drive the same functions and hear the same events.
 */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "config/settings.h"
#include "engine/engine.h"
#include "play/storage.h"
#include "rules/error.h"
#include "rules/record.h"

typedef struct Session Session;

typedef enum PlayerKind { PLAYER_HUMAN, PLAYER_COMPUTER } PlayerKind;

typedef struct SessionPlayer {
    PlayerKind kind;
    AdvisorKind advisor; /* moves a computer's moves; advises a human */
    char name[64];       /* shown and saved; never empty */
} SessionPlayer;

/* What a new session is made of. Copied, but for `record`, which the session takes over. */
typedef struct SessionSetup {
    SessionPlayer player[COLOR_COUNT];
    Record *record;       /* owned by the session from session_create on, also when that fails */
    SearchLimits limits;  /* for a computer's move and for advice: depth, movetime_ms */
    int level;            /* 1..10, for a computer's moves; advice is always at full strength */
    int threads;          /* 0: all cores */
    int hash_mb;
    ClockSetting clock;
    int64_t clock_left_ms[COLOR_COUNT]; /* -1: from the start of `clock` */
    bool start_paused;    /* for two computers: nothing moves before session_pause(s, false) */
    bool autosave;
    Autosave *resumed;    /* the file that a resumed game goes on in, owned by the session like `record`;
                             NULL: a new one, made with the first turn */
} SessionSetup;

typedef enum SessionEvent {
    SESSION_POSITION, /* a move, a jump, an undo, a redo: the record or the open capture changed */
    SESSION_THINKING, /* new search information: session_thinking */
    SESSION_ADVICE,   /* advice is there: session_advice */
    SESSION_STATE,    /* pause, who is thinking, draw offer */
    SESSION_CLOCK,    /* the clocks' shown seconds changed */
    SESSION_OVER,     /* the game ended (after SESSION_POSITION if a move ended it) */
    SESSION_TROUBLE   /* something to tell in one sentence: session_trouble (autosave failed, ...) */
} SessionEvent;

/* Called on the loop's thread, never from inside a session_ function's own failure; it may call
 * session_ functions but not session_free. */
typedef void SessionListener(void *context, Session *session, SessionEvent event);

/* What a search on behalf of the session is for. */
typedef enum ThinkingPurpose { THINKING_NONE, THINKING_MOVE, THINKING_ADVICE, THINKING_ANALYSIS }
    ThinkingPurpose;

/* NULL with an error when it cannot be. The loop must outlive the session. The first computer's move
 * starts on the loop's next round, after the caller could show the board. */
Session *session_create(uv_loop_t *loop, const SessionSetup *setup, SessionListener *listener,
                        void *context, Error *error);

/* The setup that settings describe: players, limits, clock; the record is a new game, or the one
 * that settings name (game=<FEN>, load=FILE#n). On failure nothing is left to free. */
bool session_setup_from(const Settings *settings, SessionSetup *setup, Error *error);

/*
 * The setup to go on with a game that autosave_resume found: its own players, limits and clocks (with the
 * time that was left) where its text names them, the settings' otherwise. `autosave` is taken over on
 * success only; on failure nothing else is left to free.
 */
bool session_setup_resume(const Settings *settings, Autosave *autosave, const char *text,
                          size_t length, SessionSetup *setup, Error *error);

/* Ends the session: searches stop, the autosave is written and unlocked. `done` (may be NULL) is called from
 * the loop when its handles are closed; run the loop until then. The autosave of a finished game, or of
 * one without a move, is removed. */
void session_free(Session *session, void (*done)(void *context), void *context);

const Record *session_record(const Session *session);
/* The position shown: the current ply's, or, in the middle of a monkey's capture, after the jumps so far. */
const Position *session_position(const Session *session);
/* The jumps made so far of a turn that is still open (0: none), as landings from the origin. */
int session_open_jumps(const Session *session, Square *origin, Square landings[MOVE_JUMPS_MAX]);
const SessionPlayer *session_player(const Session *session, Color color);
/* Whether it is a human's turn at this terminal in a game that goes on. */
bool session_awaits_human(const Session *session);
Outcome session_outcome(const Session *session);
/* The setup in force, for a new game like this one. setup->record is NULL. */
void session_get_setup(const Session *session, SessionSetup *setup);

/* --- moves; the error's sentence says why not, and nothing has changed then --- */

/* A whole turn for the side to move, which must be a human's. In the middle of a capture: its rest. */
bool session_submit(Session *session, Move move, Error *error);
/* One step: a plain move, one jump (leaving the turn open while another jump is possible), or the
 * monkey's own square twice (stop). */
bool session_step(Session *session, Square from, Square to, Error *error);
/* Takes back the last jump of an open capture. */
bool session_step_back(Session *session, Error *error);
/* Any notation, for the side to move. */
bool session_submit_text(Session *session, const char *text, Error *error);

/* Undo and redo: one jump in an open capture; else, against a computer, to a human's own last (next)
 * turn; else one ply. They stop a search that runs. */
bool session_undo(Session *session, Error *error);
bool session_redo(Session *session, Error *error);
/* Cuts the game at a ply (0..count) and goes on from there (a move from an earlier position). */
bool session_cut(Session *session, size_t ply, Error *error);

bool session_resign(Session *session, Color color, Error *error);
/* Offers a draw for `color`, or accepts the other side's offer. A computer answers by its evaluation: an
 * event tells. */
bool session_draw(Session *session, Color color, Error *error);
/* Who has an offer standing: sets *by. */
bool session_draw_offered(const Session *session, Color *by);

/* --- two computers --- */
bool session_can_pause(const Session *session); /* both players are computers and the game goes on */
bool session_pause(Session *session, bool pause, Error *error);
bool session_paused(const Session *session);
/* One single move while paused. */
bool session_single_step(Session *session, Error *error);

/* --- thinking --- */
/* Starts advice for the human to move, in the background. */
bool session_advise(Session *session, Error *error);
/* The advice for the current position; MOVE_NONE: none. */
Move session_advice(const Session *session);
/* Ends the running calculation: a computer plays its best move so far, advice shows it. */
bool session_cancel(Session *session, Error *error);
/* Analyses the position after `ply` plies until told otherwise (or another search is needed). */
bool session_analyse(Session *session, size_t ply, Error *error);
bool session_analyse_stop(Session *session);
/* What the newest report said and which position it was about (NULL: no report yet). */
const SearchInfo *session_thinking(const Session *session, ThinkingPurpose *purpose,
                                   const Position **position);
/* Whether a search runs now, and for what. */
ThinkingPurpose session_thinking_purpose(const Session *session);
/* Scores over the game, from White's view in hundredths of a pawn, by position number; false where none is
 * known. */
bool session_score_at(const Session *session, size_t ply, Score *white_score);

/* --- clocks --- */
bool session_has_clock(const Session *session);
int64_t session_clock_ms(const Session *session, Color color);

/* --- files --- */
/* Saves the game to a path, atomically. Overwrites only if asked to. */
bool session_save(Session *session, const char *path, bool overwrite, Error *error);
/* Writes the autosave now (it is written after every turn anyway). */
bool session_autosave(Session *session, Error *error);
const char *session_trouble(const Session *session);

#endif
