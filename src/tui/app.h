/* The state of the full-screen program, shared by all files of tui; what is asked about it, and the
 * messages to the user. */
#ifndef TUI_APP_H
#define TUI_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "board/painter.h"
#include "config/settings.h"
#include "play/online/network_open.h"
#include "play/session.h"
#include "play/signals.h"
#include "term/layer.h"
#include "tui/action.h"

enum { FEATURE_STATES = 32 };

struct App;
struct Feature;
struct InputEvent;

/*
 * Observes a run of the program, and can supply its input. The functions are called on the loop's
 * thread, with `context` as their first argument.
 */
typedef struct InputObserver {
    void *context;
    /* The terminal is open and nothing is drawn. The program ends if it returns false. */
    bool (*on_terminal_open)(void *context, struct App *app, Error *error);
    /* The first game or dialog is on the screen. Not called if the program ends before that. */
    void (*on_start)(void *context);
    /* The program is about to handle the input. */
    void (*on_input)(void *context, const struct InputEvent *input);
    void (*on_resize)(void *context);
    /* Something happened on the board without input, such as a computer's move. */
    void (*on_event)(void *context);
    /* Returns whether input from the terminal is ignored. */
    bool (*owns_input)(const void *context);
    /* The loop is about to end: the observer must close its handles. */
    void (*on_stop)(void *context);
    /* A signal ends the program: app_run() does not return. */
    void (*on_signal_exit)(void *context);
} InputObserver;

/* The purpose of a selected piece. */
typedef enum Selection {
    SELECTION_MOVE,    /* it is going to move */
    SELECTION_PREMOVE, /* ... when the opponent has moved; see premove_is_set() */
    SELECTION_LOOK     /* it belongs to somebody else; the board shows where it could go */
} Selection;

/* The targets of the next step of a piece. Both sets are empty for a square without one, and,
 * unless it is selected for another purpose, for a piece of the side that is not to move. */
typedef struct Steps {
    Square from;
    Bitboard targets; /* without capture */
    Bitboard captures;
} Steps;

/* A move on its way; see animation.h. */
typedef struct Animation {
    struct {
        const Session *session; /* only compared */
        size_t ply;
        int jumps;
    } seen; /* the state up to which moves and jumps have been shown */
    bool running;
    bool skip_slide; /* the next move appears on its target */
    int64_t start_ms;
    int64_t slow_until_ms; /* no animations until then */
    Position before;       /* at the start of the turn */
    PieceType type;        /* of the moving piece */
    Color color;
    Square path[MOVE_JUMPS_MAX + 1]; /* origin and target, or the landings of a monkey */
    int first_leg, leg_count;        /* the legs of the path to show: first_leg..leg_count-1 */
    bool jumps;                      /* each leg takes the piece between its squares */
    Bitboard taken;                  /* by the last leg */
    Bitboard drowned;                /* at the end of the turn */
    Position board;                  /* of the frame */
    ViewSprite sprite;
    char status[VIEW_STATUS_SIZE]; /* the status line before the move */
} Animation;

/* What the user points at and has chosen on the board, and which position it shows. */
typedef struct BoardState {
    Square cursor;
    Square selected;      /* or SQUARE_NONE */
    Selection selection;  /* of the selected piece */
    Move followed_advice; /* the accepted advice, or MOVE_NONE */
    Steps selected_steps; /* of the selected piece, as of selection_sync() */
    Steps cursor_steps;   /* of the piece under the cursor */
    struct {
        uint64_t key;
        size_t ply;
        bool new_game; /* a game has begun since */
    } synced;          /* the position that selection and steps belong to */
    struct {
        const Session *session; /* NULL without a premove */
        size_t ply;             /* of the position in which it was chosen */
        Square from, to;
    } premove;
    bool flipped;
    bool browsing; /* an earlier position is shown */
    size_t ply;    /* of the position shown while browsing */
    struct {
        Square pressed;     /* where the button went down; or SQUARE_NONE */
        bool click_pending; /* on the selected piece: what it does is decided by the release */
        bool dragging;
        int y, x;       /* cell of the screen */
        Position board; /* without the dragged piece */
        ViewSprite sprite;
    } pointer; /* the mouse on the board */
} BoardState;

/* The user's game while something else, such as an exercise, has the board. */
typedef struct Suspended {
    const char *by;       /* what has the board, such as "the tour"; NULL: nothing but the game */
    const char *reminder; /* follows the sentence about an illegal target; or NULL */
    Session *session;     /* NULL if no game had begun */
    bool flipped, browsing, analysing;
    size_t ply;
    Square cursor;
} Suspended;

typedef struct App {
    const InputObserver *observer; /* or NULL */
    Settings settings;             /* including changes by dialogs and keys */
    struct Choices *choices;       /* settings kept for the next run */
    KeyMap keymap;                 /* the keys of this run */
    Layers layers;                 /* dialogs and screens above the board */
    Rect covered;                  /* by the topmost box, as last drawn */
    Screen screen;                 /* the layout of the last app_arrange() or app_draw() */
    ViewThinking thinking;         /* the last search, as shown */
    struct {
        char full[PLAYER_NAME_SIZE], brief[PLAYER_NAME_SIZE];
    } player_name[COLOR_COUNT]; /* as shown */

    uv_loop_t loop;
    uv_poll_t terminal_poll;    /* input */
    uv_prepare_t paint_hook;    /* draws a dirty screen before the loop waits */
    uv_timer_t animation_timer; /* runs until the next frame of an animation */
    uv_timer_t reply_timer;     /* runs until the other side of an exercise replies */
    uv_timer_t tick_timer;      /* runs while something on the screen depends on the time */
    uv_timer_t paste_timer;     /* runs while a pasted text is incomplete */
    Signals signals;
    bool dirty;            /* the screen must be redrawn */
    bool loop_running;     /* the handles of the loop are open, except for the terminal's */
    bool terminal_watched; /* the terminal's handle is open */
    bool quitting;
    Error failure; /* ERROR_NONE if the user quit */

    Session *session; /* on the board; NULL before the first one */
    Suspended suspended;
    const struct Feature *const *features; /* in their order of precedence; ends with NULL */
    void *state[FEATURE_STATES];           /* of the features; see app_state() */
    Record *preview;                       /* shown while there is no session */
    NetworkOptions *network_options;       /* of the network game to start with, or NULL */
    size_t announced_ply;                  /* ply of the last announced position */

    BoardState board;
    bool analysing; /* the user wants an analysis; the engine may be busy with a move or advice */

    Animation animation;

    uint64_t message_until;         /* time of the loop; moves do not replace the message before */
    char message[VIEW_STATUS_SIZE]; /* shown in the status line until the next key; or "" */
} App;

/* ---- the screen ---- */

/* Requests a redraw at the end of this iteration of the loop. */
void app_invalidate(App *app);
void app_push_layer(App *app, Layer *layer);

/* Shows a text in a dialog with one button. */
void app_show_message(App *app, const char *title, const char *text);
/* Shows a remark in the status line until the next key. */
void app_note(App *app, const char *format, ...) PRINTF_LIKE(2, 3);
/* Shows a message that must be read: in the status line, or in a dialog if it does not fit. */
void app_notify(App *app, const char *format, ...) PRINTF_LIKE(2, 3);
/* Shows the sentence of an error like app_notify(). */
void app_notify_error(App *app, const Error *error);

/* ---- the game ---- */

/* Returns the user's game, also while it is suspended; NULL before the first game. */
Session *app_game(const App *app);
/* Returns whether something else than the user's game has the board. */
bool app_is_suspended(const App *app);
/* Returns whether the game on the board is a network game. */
bool app_is_network_game(const App *app);
/* Returns whether somebody at this terminal has a seat in the game of a session (NULL: false). */
bool app_is_network_player(const Session *session);
/* Returns whether two computers play or have played here, and no analysis has the keys. */
bool app_is_watching(const App *app);
/* Finds the human who resigns or offers a draw: the one to move if both are at this terminal.
 * Returns false and says why if there is none. */
bool app_find_human(App *app, Color *color);
/* Returns whether there is a game that somebody plays here and may go on with: a network game, or
 * one with moves, that has not ended. */
bool app_has_unfinished_game(const App *app);

/* Returns what the board shows; NULL before there is anything to show. */
const Record *app_record(const App *app);
const Position *app_position(const App *app);
size_t app_ply(const App *app);

/* Returns how moves are written on the screen: in plain notation unless the user chose another. */
NotationStyle app_notation(const App *app);
Outcome app_outcome(const App *app);
/* Returns whether a human at this terminal plays that side. */
bool app_is_human(const App *app, Color color);
/* Returns whether the user wants to know who is better: in a game in progress only on request. */
bool app_wants_scores(const App *app);

#endif
