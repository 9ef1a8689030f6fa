/* The line interface. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <uv.h>

#include "base/error.h"
#include "base/buffer.h"
#include "cli/output.h"
#include "cli/presenter.h"
#include "config/settings.h"
#include "play/online/lobby.h"
#include "play/online/network_open.h"
#include "play/online/waiting_games.h"
#include "play/session.h"
#include "play/signals.h"
#include "rules/position_editor.h"

/* The state of the line interface and the functions that its parts share. Private to src/cli. */

typedef struct GamesList GamesList;

typedef struct Cli {
    Settings settings; /* of the next game */
    const Presenter *presenter;
    Output out;
    bool is_terminal; /* lines come from the editor */
    Session *session;
    PositionEditor *setup; /* the position being set up while the session waits; NULL: none */

    /* What has been printed of the game. */
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
    bool whole_advice; /* the advice asked for is told with its score and the expected moves */
    bool analysing;    /* until the timer ends it */
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

/* Prints a farewell and ends the program with success. */
void cli_end(Cli *cli);

/* Plays by lines on standard input and output until "exit" or the end of the input. Fails with
 * ERROR_PIPE if nobody reads the output any more. */
bool cli_run(const Settings *settings, Error *error);

#endif
