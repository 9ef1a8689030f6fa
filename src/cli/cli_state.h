/* The line interface's state, and what its parts do for each other; for this folder only. */
#ifndef CLI_CLI_STATE_H
#define CLI_CLI_STATE_H

#include <uv.h>

#include "cli/lines.h"
#include "cli/output.h"
#include "cli/voice.h"
#include "config/settings.h"
#include "play/lobby.h"
#include "play/network.h"
#include "play/session.h"

enum { CLI_SIGNALS = 6 };

typedef struct Cli {
    Settings settings; /* of the next game */
    const Voice *voice;
    Output out;
    bool is_terminal; /* somebody types, and the editor is at work */
    Session *session;

    /* What of the game has been told. */
    size_t seen_ply;
    int seen_jumps; /* of the turn that is open there */
    bool offer_told;
    NetworkView network_told;

    Network *opening; /* a network game that is to be played next; NULL: none */
    Lobby *lobby;     /* whose lists are to be shown; NULL: none */
    int dots;         /* that stand in the line, while an opponent in the network thinks */

    char save_path[SETTING_PATH_SIZE]; /* of the last save or load; "": none */
    int steps_left; /* of two computers that are to make so many moves; 0: as many as they like */
    bool analysing; /* until `patience` ends */
    bool leaving;
    Error failure; /* why; the program fails */

    Lines lines;   /* that wait to be run */
    bool prompted; /* the prompt for the next one stands there */
    uv_loop_t loop;
    uv_prepare_t round;
    uv_idle_t again; /* there is more to do at once */
    uv_timer_t patience;
    uv_timer_t dot_timer;
    uv_poll_t input;
    bool polls; /* input is open; else the file is always ready to be read */
    uv_signal_t signal[CLI_SIGNALS];
} Cli;

/* --- cli.c --- */
/* Ends the program well, with a last line. */
void cli_end(Cli *cli);
void cli_fail(Cli *cli, const Error *error);
/* Ends by a signal, with the game kept. */
_Noreturn void cli_die_by(Cli *cli, int number);

/* --- game.c: the game, and what is told of it --- */
/* Begins a game and shows it; on failure the one before goes on. */
bool game_start(Cli *cli, SessionSetup *setup, Error *error);
/* The same, as settings describe it; a network game when its server has answered. */
bool game_start_by(Cli *cli, const Settings *settings, Error *error);
void game_show(Cli *cli);
/* Tells the last move again, or the jumps of the turn that is open; false when there is none. */
bool game_tell_last(Cli *cli);
void game_say(Cli *cli, const char *format, ...) PRINTF_LIKE(2, 3);
void game_say_error(Cli *cli, const Error *error);
/* Ends an analysis that runs, and tells what it has found. */
void game_end_analysis(Cli *cli);
/* For the person to move, or the one person there is. */
bool game_find_human(const Cli *cli, Color *color);

/* --- resume.c: the game that was left unfinished the last time --- */
/* Says that there is a game to go on with, if there is. */
void resume_tell(Cli *cli);
/* Goes on with it. */
bool resume_game(Cli *cli, Error *error);

/* --- loop.c: lines in, signals --- */
/* On failure, too, it is to be stopped. */
bool loop_start(Cli *cli, Error *error);
void loop_stop(Cli *cli);

#endif
