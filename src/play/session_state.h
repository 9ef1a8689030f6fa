/*
 * The inside of a session, for the files that make it up (session.c, life.c, turn.c, history.c,
 * ending.c, player.c, thinking.c, setup.c, resume.c); nobody else includes it.
 */
#ifndef PLAY_SESSION_STATE_H
#define PLAY_SESSION_STATE_H

#include "play/capture.h"
#include "play/clock.h"
#include "play/network.h"
#include "play/puzzle_session.h"
#include "play/saver.h"
#include "play/searcher.h"
#include "play/session.h"

/* The score of a position, from White's view, as the last search of it found. */
typedef struct KnownScore {
    bool known;
    Score white;
} KnownScore;

/* What the engine is at, and what it said last. */
typedef struct SessionThinking {
    ThinkingPurpose purpose; /* of the search that runs or is about to */
    AdvisorKind advisor;
    size_t ply; /* the position number searched */
    Position position;
    int lines;             /* wanted */
    bool has_latest;       /* below is what session_search_snapshot tells */
    SearchSnapshot latest; /* of the newest report */
    Move advice;           /* for the position on the board; MOVE_NONE: none */
    Move expected;         /* what a computer thinks its opponent will play; MOVE_NONE: nothing */
    Position expected_at;  /* in that position */
    KnownScore *scores;    /* by position number */
    size_t score_count;
    uint64_t seed;
} SessionThinking;

struct Session {
    uv_loop_t *loop;
    SessionListener *listener;
    void *context;

    SessionSetup setup; /* what it was made of; the record and what was left over are taken out */
    Record *record;
    PartialCapture capture;
    Clock clock;
    bool suspended; /* the whole program is about to stop */
    bool paused;
    bool single_step; /* paused, but for one move */
    bool pacing;      /* two computers: the last move is still to be seen, until `hold` ends */
    bool
        computer_failed; /* the computer to move cannot: not asked again before something changes */
    bool draw_offered;   /* by `offerer` */
    Color offerer;
    bool end_notified; /* the end was told */

    Searcher *searcher;
    SessionThinking thinking;

    PuzzleSession *puzzle; /* NULL: it is none */
    Network *network;      /* NULL: the game is at this terminal */

    Saver *saver;          /* NULL: no autosave */
    bool discard_autosave; /* the game is not kept when the session ends */
    bool has_autosave;     /* there is, or is about to be, an autosave file */
    Error notice;

    unsigned events; /* to be told on the loop's next round: a set of 1 << SessionEvent */
    uv_idle_t idle;
    uv_timer_t clock_timer;
    uv_timer_t pace_timer;

    int open_parts; /* that the loop still holds after session_free */
    void (*done)(void *context);
    void *done_context;
};

/* --- session.c --- */

/* Tells the event on the loop's next round, before any computer is asked for a move. */
void session_notify(Session *session, SessionEvent event);
void session_post_notice(Session *session, const char *sentence);
/* Whether the game goes on; if not, the error says so. `error` may be NULL. */
bool session_is_in_progress(const Session *session, Error *error);
/* The clocks and the capture at the beginning of the turn at the current ply. */
void session_begin_turn(Session *session);
/* The current ply has changed: another turn begins, and everything that follows from that. */
void session_new_turn(Session *session);
/* Between two computers: a turn that took so long has ended, the next one begins when the pace lets
 * it. */
void session_delay_next_move(Session *session, int64_t used_ms);
/* The position has changed within a turn, by a jump. */
void session_position_changed(Session *session);
/* Whether moves may be made has changed: clocks run or stand, and the players hear of it. */
void session_state_changed(Session *session);
/* The clocks as they were after the record's current ply. */
void session_restore_clocks(Session *session);

/* --- turn.c --- */

/* Makes a whole turn of the side to move, which took until `at_ms`. */
bool session_turn_make(Session *session, Move move, int64_t at_ms, Error *error);
/* The same for a player at this terminal, with all who have to know it told. */
bool session_turn_play(Session *session, Move move, int64_t at_ms, Error *error);

/* --- ending.c --- */

/* Declares the end of the game and tells it. */
bool session_declare(Session *session, Outcome outcome, Error *error);
/* The side to move has no time left. */
void session_lose_on_time(Session *session);
/* Whether the flag of the side to move had fallen then. The server says so in network games. */
bool session_flag_fell(const Session *session, int64_t at_ms);

/* --- player.c: what the kinds of player do, behind one interface --- */

/* It is the player's turn: the move comes later, by session_turn_play. Asked again while it lasts:
 * nothing happens then. */
void player_request_move(Session *session, Color color);
/* The other side offers a draw. */
void player_draw_offered(Session *session, Color color);
/* Whether moves come from the person at this terminal. */
bool player_is_local(const Session *session, Color color);

/* --- thinking.c --- */

void session_thinking_init(SessionThinking *thinking, int seed);
void session_thinking_free(SessionThinking *thinking);
extern const SearcherListener session_thinking_listener; /* its context is the session */
/* Has the engine find the move of the side to move, if it is not at it already by pondering. */
void session_thinking_start_move(Session *session);
/* A person is to move: has the engine think about what a computer would answer to the move it
 * expects, if that is wished for and the engine is free. */
void session_thinking_start_ponder(Session *session);
/* The position has changed: ends the searches that were for another one, and forgets what they
 * found. */
void session_thinking_update(Session *session);
/* Ends a search of that purpose, unheard. THINKING_NONE: of any. */
void session_thinking_stop(Session *session, ThinkingPurpose purpose);
/* The game goes on differently from that position on: what is known about later ones is forgotten.
 */
void session_thinking_cut(Session *session, size_t ply);

/* --- setup.c --- */

/* All but the record, from the settings. */
bool session_setup_defaults(const Settings *settings, SessionSetup *setup, Error *error);
/* The players have the names that their record gives them. */
void session_setup_names_from_record(SessionSetup *setup);
/* Says in the record who plays, when, and with which clocks. */
void session_setup_tag_record(const SessionSetup *setup, Record *record);
/* The words for a kind of player, "hi/negamax", and the kind of such words. */
void player_kind_label(const SessionPlayer *player, char text[PLAYER_NAME_SIZE]);
bool player_parse_kind_label(const char *text, SessionPlayer *player);

/* --- resume.c --- */

/* A copy of the game with tags that say how it is being played, for the autosave file. */
Record *session_snapshot(const Session *session);
/* Takes such tags out, as of an autosave file that was opened like any other. */
void session_untag(Record *record);

#endif
