/* The line interface's state, and what its parts do for each other; for this folder only. */
#ifndef CLI_CLI_STATE_H
#define CLI_CLI_STATE_H

#include <uv.h>

#include "base/line_buffer.h"
#include "cli/output.h"
#include "cli/presenter.h"
#include "config/settings.h"
#include "play/lobby.h"
#include "play/network_open.h"
#include "play/session.h"

enum { CLI_SIGNALS = 6 };

typedef struct Cli {
    Settings settings; /* of the next game */
    const Presenter *presenter;
    Output out;
    bool is_terminal; /* somebody types, and the editor is at work */
    Session *session;

    /* What of the game has been told. */
    size_t shown_ply;
    int shown_jumps; /* of the turn that is open there */
    bool shown_offer;
    NetworkView shown_network;

    Network *connecting; /* a network game that is to be played next; NULL: none */
    Lobby *lobby;        /* whose lists are to be shown; NULL: none */
    int waiting_dots;    /* that stand in the line, while an opponent in the network thinks */

    char save_path[SETTING_PATH_SIZE]; /* of the last save or load; "": none */
    int moves_left; /* of two computers that are to make so many moves; 0: as many as they like */
    bool analysing; /* until `patience` ends */
    bool quitting;
    Error failure; /* why; the program fails */

    LineBuffer lines;  /* that wait to be run */
    bool prompt_shown; /* the prompt for the next one stands there */
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_idle_t wake_idle; /* there is more to do at once */
    uv_timer_t analysis_timer;
    uv_timer_t dot_timer;
    uv_poll_t input;
    bool is_pollable; /* input is open; else the file is always ready to be read */
    uv_signal_t signal[CLI_SIGNALS];
} Cli;

/* Ends the program well, with a last line. */
void cli_end(Cli *cli);
void cli_fail(Cli *cli, const Error *error);
/* Ends by a signal, with the game kept. */
_Noreturn void cli_raise(Cli *cli, int number);

/* On failure, too, it is to be stopped. */
bool cli_loop_start(Cli *cli, Error *error);
void cli_loop_stop(Cli *cli);

#endif
