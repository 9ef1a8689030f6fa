/* The state of the line interface, and what all its parts share: printing, and types of commands.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <uv.h>

#include "base/buffer.h"
#include "base/error.h"
#include "cli/editor.h"
#include "cli/output.h"
#include "cli/presenter.h"
#include "config/settings.h"
#include "play/online/lobby.h"
#include "play/online/network_open.h"
#include "play/online/waiting_games.h"
#include "play/session.h"
#include "play/signals.h"
#include "rules/position_editor.h"

typedef struct GamesList GamesList;

typedef struct Cli {
    Settings settings; /* of the next game */
    const Presenter *presenter;
    Output out;
    bool is_terminal; /* lines come from the editor */
    Session *session;
    SessionListener *listener; /* of every session */
    Session *suspended;        /* the game that exercises are about, or NULL */
    PositionEditor *setup;     /* the position being set up while the session waits; NULL: none */

    /* The part of the game that has been printed. */
    size_t shown_ply;
    int shown_jumps; /* of the capture in progress at that ply */
    bool shown_offer;
    NetworkView shown_network;

    Network *connecting;         /* the network game to play next, or NULL */
    bool wants_rematch;          /* it is played as soon as it is made */
    Lobby *lobby;                /* lists to print when they have arrived, or NULL ... */
    bool lists_own_only;         /* ... of which only the user's own games */
    WaitingGames *waiting_games; /* asked for at the start, or NULL */
    int waiting_dots;            /* printed in the current line */

    struct LineReview *review; /* NULL: no game was reviewed */

    GamesList *games; /* of line_games.c, or NULL */

    char save_path[SETTING_PATH_SIZE]; /* of the last save or load; "" before the first */
    int moves_left;    /* moves that two computers still make before the game pauses; 0: no limit */
    bool whole_advice; /* advice includes its score and the expected moves */
    bool analysing;    /* until the timer ends it */
    bool exits;        /* the command exit was given */
    bool quitting;
    Error failure; /* if set, the program exits with failure */

    LineBuffer lines;  /* input not yet run */
    bool prompt_shown; /* the prompt is the last thing in the output */
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_idle_t wake_idle; /* active while the loop must not wait */
    uv_timer_t analysis_timer;
    uv_timer_t dot_timer;
    uv_poll_t input;
    bool is_pollable; /* `input` is open; otherwise the input is a file that never blocks */
    Signals signals;
} Cli;

/* Prints a sentence. */
void cli_say(Cli *cli, const char *format, ...) PRINTF_LIKE(2, 3);

void cli_say_error(Cli *cli, const Error *error);

/* Ends a line of dots or an unused prompt before other output. */
void cli_end_line(Cli *cli);

/* ---- commands ---- */

enum { LINE_ARGUMENTS_MAX = 24 };

/* The words after a command. */
typedef struct LineArguments {
    int count;                      /* may exceed LINE_ARGUMENTS_MAX */
    char *word[LINE_ARGUMENTS_MAX]; /* the first words */
    const char *text;               /* the words as typed, without blanks around them */
} LineArguments;

typedef enum LineResult {
    LINE_RESULT_OK,
    LINE_RESULT_USAGE,   /* the arguments do not match the usage */
    LINE_RESULT_ILLEGAL, /* the error says why the move is illegal */
    LINE_RESULT_ERROR
} LineResult;

typedef LineResult LineCommandHandler(Cli *cli, const LineArguments *arguments, Error *error);

/* Adds the words that can follow the arguments before the cursor. */
typedef void LineCommandCompleter(const Cli *cli, const LineArguments *before,
                                  CompletionList *completions);

/* Converts the result of a call that may have set an error. */
LineResult cli_result(bool done);

/* Parses an argument that is a number from `min` to `max`. A whole number outside them gets an
 * error that names the range, "levels are 1 to 10"; `names` is "levels". */
LineResult cli_parse_number(const char *word, const char *names, int min, int max, int *number,
                            Error *error);

/* Returns the result for a text that was expected to be one or more squares: an error that names
 * the range for "e1 e9" or "e1e9", else LINE_RESULT_USAGE. */
LineResult cli_reject_squares(const char *text, Error *error);

/* Converts the result of playing a move, which may be illegal. */
LineResult cli_move_result(bool done, const Error *error);

#endif
