/*
 * The state of the full-screen program, and what its parts ask of each other. For the parts only:
 * the rest of the program sees app.h.
 *
 *   app.c         starting, painting, ending
 *   app_loop.c    input, signals, one painting a round
 *   app_game.c    the session, and what it tells
 *   actions.c     what each action does
 *   board.c       cursor, selection, advice that was taken up
 *   moves.c       making moves, also from earlier positions
 *   browse.c      showing earlier positions
 *   command.c     the command line
 *   study.c       the guided tour, puzzles: a session beside the game's, and a text
 *   study_actions.c  what each action does there
 *   networking.c  what is special about network games: sentences, questions
 *   approach.c    opening a network game
 *   lobby_screen.c   the games of a server
 *   replay.c      a script that is played
 *   recording.c   writing one
 *   status.c      the status line's sentences
 *   view_fill.c   from all this to what is painted
 */
#ifndef TUI_APP_H
#define TUI_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/compiler.h"
#include "board/view.h"
#include "config/settings.h"
#include "play/network_open.h"
#include "play/session.h"
#include "term/layer.h"
#include "tui/keymap.h"

/* Signals that the loop hears. */
enum { APP_SIGNALS = 6 };

/* The pictures of a move on its way, shown one after the other when animations are asked for. */
enum { ANIMATION_FRAMES = MOVE_JUMPS_MAX + 1 };

/* The lines given on the command line, the newest last. */
enum { COMMAND_HISTORY_MAX = 32, COMMAND_HISTORY_LINE = 256 };
typedef struct CommandHistory {
    char line[COMMAND_HISTORY_MAX][COMMAND_HISTORY_LINE];
    size_t count;
} CommandHistory;

/*
 * Watches a run of the program, and may play it. The functions are called on the loop's thread,
 * with `context` as their first argument.
 */
struct App;
struct InputEvent;
typedef struct InputObserver {
    void *context;
    /* The terminal is open and nothing is drawn. Ends the program by returning false. */
    bool (*on_terminal_open)(void *context, struct App *app, Error *error);
    /* The first game or dialog is on the screen. Not called if the program ends before that. */
    void (*on_start)(void *context);
    /* Called before the program handles the input. */
    void (*on_input)(void *context, const struct InputEvent *input);
    void (*on_resize)(void *context);
    /* Something happened on the board without input, such as a computer's move. */
    void (*on_event)(void *context);
    /* Returns whether input from the terminal is to be ignored. */
    bool (*owns_input)(const void *context);
    /* The loop is about to run out: handles on it must be closed. */
    void (*on_stop)(void *context);
    /* A signal ends the program: app_run() does not return. */
    void (*on_signal_exit)(void *context);
} InputObserver;

typedef struct App {
    const InputObserver *observer; /* NULL: none */
    Settings settings;             /* as dialogs and keys have changed them */
    KeyMap keys;
    Layers layers;

    uv_loop_t loop;
    uv_poll_t input;
    uv_prepare_t painter;
    uv_timer_t animation;
    uv_timer_t answer;      /* runs while a study's answer is on its way */
    uv_timer_t tick;        /* runs while something on the screen changes with the time alone */
    uv_timer_t paste_timer; /* runs while a pasted text has begun and not ended */
    uv_signal_t signal[APP_SIGNALS];
    bool dirty;            /* the screen no longer shows how things are */
    bool loop_running;     /* the loop's handles are open, but for input */
    bool terminal_watched; /* that one too */
    bool quitting;         /* the loop runs out */
    Error failure;         /* why, if it was not the user's wish */

    Session *session;                /* on the board; NULL: not begun yet */
    struct Exercise *exercise;       /* that the session belongs to; NULL: it is the game's */
    Record *preview;                 /* shown until there is a session; NULL: none */
    NetworkOptions *network_options; /* for a network game to begin with; NULL: none */
    NetworkView network;             /* of the game on the board, as it was told last */
    size_t talk_announced;           /* lines of talk that were told */
    struct ConnectDialog
        *connect_dialog;       /* to a network game that is being opened; NULL: none is */
    struct LobbyScreen *lobby; /* that is open; NULL: none is */
    bool offer_tour;           /* never saw the tour: told of it */
    size_t announced_ply;      /* the last position that the screen was told of */

    /* the board */
    Square cursor;
    Square selected;      /* SQUARE_NONE: nothing */
    Move followed_advice; /* the advised move that was taken up, MOVE_NONE: none */
    struct {
        uint64_t key;
        size_t ply;
        bool new_game; /* for none: a game has begun */
    } synced;          /* the position that the selection is for: see selection_sync */
    bool flipped;
    bool browsing;
    size_t ply;     /* shown while browsing */
    bool analysing; /* wanted; the session may be busy with other things */

    struct {
        Position position[ANIMATION_FRAMES];
        int count;
        int shown; /* `count`: it has ended */
    } animation_frames;

    /* Instead of the usual sentences until the next key; "": none. */
    char message[VIEW_STATUS_SIZE];
    char save_path[SETTING_PATH_SIZE]; /* what the save dialog suggests */
    char folder[SETTING_PATH_SIZE];    /* what the open dialog lists */
    char hints[VIEW_STATUS_SIZE];
    CommandHistory history;
} App;

/* --- app.c --- */
/* Draws everything; nothing goes to the terminal before the flush. */
void app_draw(App *app);
/* Something changed: the screen is painted at the end of this round of the loop. */
void app_invalidate(App *app);
void app_quit(App *app);
/* The first game: the one that the settings name, or a left-over one, or a new one. */
void app_start_first_game(App *app);
/* Ends the program with that error: without a game there is nothing to go on with. */
void app_fail(App *app, const Error *error);

/* A passing remark in the status line, until the next key. */
void app_note(App *app, const char *format, ...) PRINTF_LIKE(2, 3);
/* Something that must be read: in the status line, or in a box if it does not fit there. */
void app_notify(App *app, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same with an error's sentence. */
void app_notify_error(App *app, const Error *error);
void app_push_layer(App *app, Layer *layer);

/* --- app_loop.c --- */
/* Begins to hear signals: before the terminal is opened, as curses sets up handlers of its own,
 * which do in them what may not be done there, for those that nobody hears. */
void app_loop_start(App *app);
/* Begins to read the open terminal and to paint; false with an error when the loop cannot. */
bool app_loop_watch_terminal(App *app, Error *error);
/* Reads no more: before the terminal is closed, whose file number another file may get at once. */
void app_loop_unwatch_terminal(App *app);
void app_loop_stop(App *app);
/* What came from the terminal, or from the observer. */
void app_loop_on_input(App *app, const struct InputEvent *input);
/* Something now changes with the time: once a second, until nothing does, the screen is drawn. */
void app_loop_start_tick(App *app);

/* --- app_game.c --- */
/* A game by a setup, instead of the one before, which stays autosaved if it has not ended. */
bool app_game_start(App *app, SessionSetup *setup, Error *error);
/* Hears a session; `context` is the app. What another than that on the board tells is left out. */
SessionListener app_on_session_event;
/* Puts every game on the disk, now. */
void app_games_save(App *app);
/* Ends every game; those that have not ended stay autosaved. */
void app_games_end(App *app);
/* The record and the position shown; NULL before there is anything to show. */
const Record *app_record(const App *app);
const Position *app_position(const App *app);
size_t app_ply(const App *app);
Outcome app_outcome(const App *app);
/* Whether a human at this terminal plays that side. */
bool app_is_human(const App *app, Color color);
/* Whether there is a game with moves that has not ended. */
bool app_has_unfinished_game(const App *app);

/*
 * Runs the full screen until the user quits; owns the event loop, the terminal and the session.
 * Returns false with an error, and the terminal restored, if the settings, the terminal or the
 * first game cannot be used. HUP, INT and TERM end the process by that signal, with the game saved
 * and the terminal restored. `observer` may be NULL.
 */
bool app_run(const Settings *settings, const InputObserver *observer, Error *error);

#endif
