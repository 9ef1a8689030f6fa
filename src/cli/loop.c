/* The event loop: lines come in and are run one after the other, signals are heard. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_state.h"
#include "cli/line_commands.h"
#include "cli/editor.h"
#include "cli/remote.h"
#include "rules/clean.h"

enum { READ_SIZE = 65536, ECHO_SIZE = 60 };

/* --- the prompt --- */

/* Whether the person at the terminal is asked for something, or only may type ahead. */
static bool is_asked(const Cli *cli) {
    return remote_may_run(cli) || (session_can_pause(cli->session) && cli->steps_left == 0);
}

/* What is being typed must not stand in the middle of what is printed. */
static void flush(Cli *cli) {
    Error error = {0};
    if (output_waits(&cli->out) && cli->is_terminal)
        editor_hide();
    if (output_flush(&cli->out, &error))
        return;
    if (cli->is_terminal && !cli->leaving)
        cli_die_by(cli, SIGHUP); /* it is gone */
    cli_fail(cli, &error);
}

static void show_prompt(Cli *cli) {
    bool asked = is_asked(cli);
    if (!asked && session_thinking_purpose(cli->session) == THINKING_NONE &&
        !remote_is_awaited(cli)) {
        flush(cli); /* more is to be told at once */
        return;
    }
    if (asked && !cli->prompted)
        output_gap(&cli->out);
    flush(cli);
    if (cli->leaving)
        return;
    cli->prompted = asked;
    editor_show(asked ? cli->voice->prompt : remote_dots(cli));
}

static void print_prompt(Cli *cli) {
    if (cli->prompted)
        return;
    output_gap(&cli->out);
    output_text(&cli->out, cli->voice->prompt);
    cli->prompted = true;
}

/* --- running lines --- */

static void run_line(Cli *cli, char *line, size_t length) {
    Error error = {0};
    game_end_analysis(cli);
    cli->prompted = false;
    if (line_check(line, length, &error))
        line_commands_run(cli, line);
    else
        game_say_error(cli, &error);
}

/* No terminal has shown what was typed: what is printed reads as if one had. */
static void echo(Cli *cli, char *line, size_t length) {
    if (line_check(line, length, NULL)) {
        output_text(&cli->out, line);
    } else {
        char *shown = text_sanitize(line, length < ECHO_SIZE ? length : ECHO_SIZE, false);
        output_text(&cli->out, shown);
        free(shown);
    }
    output_text(&cli->out, "\n");
}

static void nothing(uv_idle_t *idle) {
    (void)idle;
}

/* Runs a line that waits; false when there is none. */
static bool run_waiting(Cli *cli) {
    size_t length;
    char *line = lines_next(&cli->lines, &length);
    if (line == NULL)
        return false;
    print_prompt(cli);
    echo(cli, line, length);
    run_line(cli, line, length);
    if (!cli->leaving)
        uv_idle_start(&cli->again, nothing); /* there may be more, and nothing else to wake us */
    return true;
}

/* --- a file that is no terminal --- */

static void read_file(Cli *cli) {
    char bytes[READ_SIZE];
    ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
    if (length >= 0) {
        lines_add(&cli->lines, bytes, (size_t)length);
    } else if (errno != EINTR && errno != EAGAIN) {
        Error error;
        error_set(&error, ERROR_IO, "standard input: %s", strerror(errno));
        cli_fail(cli, &error);
    }
}

static void hear_file(uv_poll_t *input, int status, int events) {
    (void)status; /* reading tells better */
    (void)events;
    uv_poll_stop(input);
    read_file(input->data);
}

static void ask_file(Cli *cli) {
    if (cli->lines.ended) {
        output_text(&cli->out, "\n");
        cli_end(cli);
    } else if (cli->polls) {
        uv_poll_start(&cli->input, UV_READABLE, hear_file);
    } else {
        read_file(cli);
        if (!cli->leaving)
            uv_idle_start(&cli->again, nothing);
    }
}

/* --- a terminal --- */

static void hear_line(void *context, char *line) {
    Cli *cli = context;
    output_at_line(&cli->out);
    if (line == NULL) {
        cli_end(cli);
        return;
    }
    if (strchr(line, '\n') != NULL) { /* pasted */
        lines_add(&cli->lines, line, strlen(line));
        lines_add(&cli->lines, "\n", 1);
        output_text(&cli->out, "\n");
        cli->prompted = false;
    } else {
        run_line(cli, line, strlen(line));
    }
    free(line);
}

/* Whether nothing can come from the terminal any more. */
static bool is_disconnected(void) {
    struct pollfd look = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&look, 1, 0) > 0 && (look.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

static void hear_terminal(uv_poll_t *input, int status, int events) {
    Cli *cli = input->data;
    (void)events;
    if (status < 0 || is_disconnected())
        cli_die_by(cli, SIGHUP);
    editor_read();
}

static void complete(void *context, const char *before, const char *word, Candidates *candidates) {
    (void)word;
    line_commands_complete(context, before, candidates);
}

/* --- rounds --- */

/* Before the loop waits: the next line is run when the last one is done with. */
static void on_round(uv_prepare_t *round) {
    Cli *cli = round->data;
    uv_idle_stop(&cli->again);
    if (cli->leaving)
        return;
    remote_round(cli);
    bool rests = remote_may_run(cli);
    if (output_waits(&cli->out)) /* told by itself: the prompt does not stand at the end any more */
        cli->prompted = false;
    if (rests && run_waiting(cli)) {
        flush(cli);
    } else if (cli->is_terminal) {
        show_prompt(cli);
    } else if (rests) {
        print_prompt(cli);
        flush(cli);
        if (!cli->leaving)
            ask_file(cli);
    } else {
        flush(cli);
    }
}

/* --- signals --- */

static const int heard_signals[CLI_SIGNALS] = {SIGINT, SIGHUP, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
enum { TSTP_INDEX = 3 };

/* What runs comes to its end, else what has been typed is given up. */
static void interrupt(Cli *cli) {
    if (cli->analysing) {
        game_end_analysis(cli);
    } else if (session_can_pause(cli->session) && !session_is_paused(cli->session)) {
        session_pause(cli->session, true, NULL);
        cli->steps_left = 0;
        game_say(cli, "The game is paused. Consult \"help resume\".");
    } else if (!session_stop_search(cli->session, NULL)) {
        editor_abandon();
        output_at_line(&cli->out);
        cli->prompted = false;
    }
}

static void hear_signal(uv_signal_t *handle, int number);

/* Stops as the signal would have done by itself. libuv puts its default action back while nobody
 * listens to it. */
static void suspend(Cli *cli) {
    uv_signal_t *handle = &cli->signal[TSTP_INDEX];
    session_suspend(cli->session, true);
    editor_suspend(true);
    uv_signal_stop(handle);
    raise(SIGTSTP);
    uv_signal_start(handle, hear_signal, SIGTSTP);
    editor_suspend(false);
    session_suspend(cli->session, false);
}

static void hear_signal(uv_signal_t *handle, int number) {
    Cli *cli = handle->data;
    if (cli->leaving || number == SIGCONT)
        return;
    if (number == SIGWINCH)
        editor_resize();
    else if (number == SIGTSTP)
        suspend(cli);
    else if (number == SIGINT && cli->is_terminal)
        interrupt(cli);
    else
        cli_die_by(cli, number);
}

/* A signal that was ignored when the program started (nohup, no job control) stays so. */
static bool is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Without a terminal, only those that end the program matter. */
static bool is_heard(const Cli *cli, int number) {
    if (number == SIGWINCH)
        return cli->is_terminal;
    return (cli->is_terminal || (number != SIGTSTP && number != SIGCONT)) && !is_ignored(number);
}

static void start_signals(Cli *cli) {
    for (int i = 0; i < CLI_SIGNALS; i++) {
        uv_signal_init(&cli->loop, &cli->signal[i]);
        cli->signal[i].data = cli;
        if (is_heard(cli, heard_signals[i]))
            uv_signal_start(&cli->signal[i], hear_signal, heard_signals[i]);
    }
}

/* --- from start to end --- */

/* libuv makes the file one that does not block; others may share it, and would be surprised. */
static bool start_polling(Cli *cli) {
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    if (uv_poll_init(&cli->loop, &cli->input, STDIN_FILENO) != 0)
        return false;
    cli->input.data = cli;
    if (flags >= 0)
        fcntl(STDIN_FILENO, F_SETFL, flags);
    return true;
}

static bool open_terminal(Cli *cli, Error *error) {
    EditorListener listener = {hear_line, complete, cli};
    char path[STORAGE_PATH_SIZE];
    if (!cli->polls)
        return error_set(error, ERROR_IO, "the terminal cannot be waited for");
    editor_open(&listener, cli->settings.bell);
    if (storage_state_path("history", path, NULL))
        editor_open_history(path);
    uv_poll_start(&cli->input, UV_READABLE, hear_terminal);
    return true;
}

bool loop_start(Cli *cli, Error *error) {
    uv_prepare_init(&cli->loop, &cli->round);
    uv_idle_init(&cli->loop, &cli->again);
    uv_timer_init(&cli->loop, &cli->patience);
    remote_start(cli);
    cli->round.data = cli;
    cli->patience.data = cli;
    start_signals(cli);
    cli->polls = start_polling(cli);
    if (cli->is_terminal && !open_terminal(cli, error))
        return false;
    uv_prepare_start(&cli->round, on_round);
    return true;
}

void loop_stop(Cli *cli) {
    if (cli->is_terminal)
        editor_close();
    for (int i = 0; i < CLI_SIGNALS; i++)
        uv_close((uv_handle_t *)&cli->signal[i], NULL);
    uv_close((uv_handle_t *)&cli->round, NULL);
    uv_close((uv_handle_t *)&cli->again, NULL);
    uv_close((uv_handle_t *)&cli->patience, NULL);
    remote_stop(cli);
    if (cli->polls)
        uv_close((uv_handle_t *)&cli->input, NULL);
}
