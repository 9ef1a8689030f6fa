#include <config.h>

#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_state.h"
#include "cli/editor.h"
#include "cli/remote.h"
#include "rules/memory.h"

/* --- leaving --- */

static void quit(Cli *cli) {
    if (cli->quitting)
        return;
    cli->quitting = true;
    cli_loop_stop(cli);
    if (cli->session != NULL)
        session_free(cli->session, NULL, NULL);
    cli->session = NULL;
}

void cli_end(Cli *cli) {
    output_text(&cli->out, "The program is terminated...\n");
    quit(cli);
}

void cli_fail(Cli *cli, const Error *error) {
    cli->failure = *error;
    if (cli->prompt_shown)
        output_text(&cli->out, "\n");
    quit(cli);
}

void cli_raise(Cli *cli, int number) {
    if (cli->is_terminal)
        editor_close();
    session_autosave(cli->session, NULL);
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number);
}

/* --- from start to end --- */

/* Whether the settings name a game, so that no left-over one is spoken of. */
static bool settings_select_game(const Cli *cli) {
    return cli->settings.load_path[0] != '\0' || cli->settings.puzzle != 0 ||
           strcmp(cli->settings.game, "standard") != 0;
}

/* A network game is opened before anything is shown: without a server there is nothing to do. */
static bool create_setup(Cli *cli, SessionSetup *setup, Error *error) {
    if (cli->settings.place == PLACE_NETWORK)
        return cli_network_open_blocking(cli, setup, error);
    return session_setup_from_settings(&cli->settings, setup, error);
}

static bool start(Cli *cli, SessionSetup *setup, Error *error) {
    cli->presenter->banner(&cli->out);
    if (!cli_loop_start(cli, error)) {
        network_discard_setup(setup);
        return false;
    }
    if (!cli_game_start(cli, setup, error))
        return false;
    if (cli->is_terminal && !settings_select_game(cli))
        cli_game_offer_resume(cli);
    return true;
}

static void play(Cli *cli, SessionSetup *setup) {
    Error error = {0};
    if (!start(cli, setup, &error)) {
        output_discard(&cli->out); /* the greeting */
        cli_fail(cli, &error);
    }
    uv_run(&cli->loop, UV_RUN_DEFAULT);
    if (!output_flush(&cli->out, &error) && cli->failure.code == ERROR_NONE)
        cli->failure = error;
}

static bool run(Cli *cli, Error *error) {
    SessionSetup setup = {0};
    if (uv_loop_init(&cli->loop) != 0)
        return error_set(error, ERROR_IO, "the event loop cannot be made");
    if (create_setup(cli, &setup, error))
        play(cli, &setup);
    else
        cli->failure = *error;
    uv_run(&cli->loop, UV_RUN_DEFAULT); /* what is left of an opening */
    uv_loop_close(&cli->loop);
    *error = cli->failure;
    return error->code == ERROR_NONE;
}

int cli_run(const Settings *settings) {
    Cli *cli = memory_allocate(sizeof *cli);
    Error error = {0};
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is told of like a full disk */
    cli->settings = *settings;
    cli->presenter = settings->plain ? &presenter_plain : &presenter_manual;
    cli->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    output_init(&cli->out, STDOUT_FILENO);
    bool played = run(cli, &error);
    if (!played)
        fprintf(stderr, "congo: %s\n", error.text);
    output_free(&cli->out);
    line_buffer_free(&cli->lines);
    free(cli);
    return played ? EXIT_SUCCESS : EXIT_FAILURE;
}
