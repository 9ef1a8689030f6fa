/* The full-screen program: its state, which all files of tui share, and its life from start to end.
 */
#ifndef TUI_APP_H
#define TUI_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/compiler.h"
#include "board/painter.h"
#include "config/settings.h"
#include "play/network_open.h"
#include "play/signals.h"
#include "play/session.h"
#include "term/layer.h"
#include "tui/keymap.h"

enum {
    ANIMATION_FRAMES = MOVE_JUMPS_MAX + 1,
    COMMAND_HISTORY_MAX = 32,
    COMMAND_HISTORY_LINE = 256
};

typedef struct CommandHistory {
    char line[COMMAND_HISTORY_MAX][COMMAND_HISTORY_LINE]; /* the newest last */
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

/* Where a piece of the side to move may go with its next step; both sets are empty for any other
 * square. */
typedef struct Steps {
    Square from;
    Bitboard targets; /* without capture */
    Bitboard captures;
} Steps;

typedef struct App {
    const InputObserver *observer; /* NULL: none */
    Settings settings;             /* as dialogs and keys have changed them */
    KeyMap keymap;
    Layers layers;
    Screen screen;         /* where things lie on it since the last app_arrange or app_draw */
    ViewThinking thinking; /* what the view shows of the last search */

    uv_loop_t loop;
    uv_poll_t terminal_poll;
    uv_prepare_t paint_hook;
    uv_timer_t animation_timer;
    uv_timer_t reply_timer; /* runs until the other side of an exercise replies */
    uv_timer_t tick_timer;  /* runs while something on the screen depends on the time */
    uv_timer_t paste_timer; /* runs while a pasted text is incomplete */
    Signals signals;
    bool dirty;            /* the screen must be drawn again */
    bool loop_running;     /* the handles of the loop are open, except for the terminal's */
    bool terminal_watched; /* that one is open */
    bool quitting;
    Error failure; /* why, if not because the user quit */

    Session *session;                     /* on the board; NULL: none has begun */
    struct Exercise *exercise;            /* that the session belongs to; NULL: a game */
    Record *preview;                      /* shown while there is no session */
    NetworkOptions *network_options;      /* of a network game to start with; NULL: none */
    NetworkView network;                  /* of the session, as of its last event */
    size_t talk_announced;                /* number of lines of talk that were announced */
    struct ConnectDialog *connect_dialog; /* NULL: not open */
    struct LobbyScreen *lobby;            /* NULL: not open */
    bool offer_tour;                      /* the user never began the tour */
    size_t announced_ply;                 /* the last position that was announced */

    /* The board. */
    Square cursor;
    Square selected;      /* SQUARE_NONE: nothing */
    Move followed_advice; /* the advised move that was taken up; MOVE_NONE: none */
    Steps selected_steps; /* of the selected piece, as of selection_sync() */
    Steps cursor_steps;   /* of the piece under the cursor */
    struct {
        uint64_t key;
        size_t ply;
        bool new_game; /* a game has begun, and there is no such position yet */
    } synced;          /* the position that selection and steps belong to */
    bool flipped;
    bool browsing;  /* an earlier position is shown: */
    size_t ply;     /* ... this one */
    bool analysing; /* wanted by the user; the engine may be busy otherwise */

    /* A computer's move, shown step by step. */
    struct {
        Position position[ANIMATION_FRAMES];
        int count;
        int shown; /* == count: it has ended */
    } animation_frames;

    char message[VIEW_STATUS_SIZE];    /* shown in the status line until the next key; or "" */
    char save_path[SETTING_PATH_SIZE]; /* suggested by the dialog that saves */
    char folder[SETTING_PATH_SIZE];    /* listed by the dialog that opens */
    CommandHistory history;
} App;

/* --- the screen --- */

/* Computes app->screen, where things lie on it, from the present state. */
void app_arrange(App *app);
/* Arranges and draws everything. The terminal shows it after terminal_flush(). */
void app_draw(App *app);
/* Lets the screen be drawn at the end of this round of the loop. */
void app_invalidate(App *app);
void app_push_layer(App *app, Layer *layer);

/* Shows a remark in the status line until the next key. */
void app_note(App *app, const char *format, ...) PRINTF_LIKE(2, 3);
/* Shows a message that must be read: in the status line, or in a dialog if it does not fit. */
void app_notify(App *app, const char *format, ...) PRINTF_LIKE(2, 3);
/* Does the same for the sentence of an error. */
void app_notify_error(App *app, const Error *error);

/* --- the game --- */

/* Returns the user's game, also while an exercise has the board; NULL before the first game. */
Session *app_game(const App *app);
/* Returns whether there is a game with moves that has not ended. */
bool app_has_unfinished_game(const App *app);

/* Starts a game in place of the current one, which stays autosaved if it has not ended. Takes over
 * the setup. */
bool app_start_game(App *app, SessionSetup *setup, Error *error);
/* Starts a new game by settings. */
bool app_start_game_from(App *app, const Settings *settings, Error *error);
/* Starts the game that the settings name, or offers an unfinished one, or starts a new one. */
void app_start_first_game(App *app);

/* Autosaves the game now. */
void app_save_game(App *app);
/* Handles the events of a session; `context` is the App. Events of a session that is not on the
 * board are ignored, except those of a network game in the background. */
SessionListener app_on_session_event;

/* What the board shows; NULL before there is anything to show. */
const Record *app_record(const App *app);
const Position *app_position(const App *app);
size_t app_ply(const App *app);
Outcome app_outcome(const App *app);
/* Returns whether a human at this terminal plays that side. */
bool app_is_human(const App *app, Color color);

/* --- the program --- */

void app_quit(App *app);
/* Quits with an error. */
void app_fail(App *app, const Error *error);

/*
 * Runs the full screen until the user quits; owns the event loop, the terminal and the session.
 * Returns false with an error, and the terminal restored, if the settings, the terminal or the
 * first game cannot be used. HUP, INT and TERM end the process by that signal, with the game saved
 * and the terminal restored. `observer` may be NULL.
 */
bool app_run(const Settings *settings, const InputObserver *observer, Error *error);

#endif
