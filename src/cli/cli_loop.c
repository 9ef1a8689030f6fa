#include <config.h>

#include "cli/cli_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/cli_network.h"
#include "cli/editor.h"
#include "cli/line_commands.h"
#include "cli/line_game.h"
#include "cli/line_games.h"
#include "cli/line_review.h"
#include "play/puzzles/task_setup.h"
#include "play/storage.h"

enum { LINE_LENGTH_MAX = 8192, ECHO_SIZE = 60, READ_AHEAD_MAX = 65536 };

/* ---- quitting ---- */

static void stop_loop(Cli *cli) {
    if (cli->is_terminal)
        editor_close();
    signals_close(&cli->signals);
    uv_close((uv_handle_t *)&cli->prepare, NULL);
    uv_close((uv_handle_t *)&cli->wake_idle, NULL);
    uv_close((uv_handle_t *)&cli->analysis_timer, NULL);
    cli_network_stop(cli);
    if (cli->is_pollable)
        uv_close((uv_handle_t *)&cli->input, NULL);
}

static void quit(Cli *cli) {
    if (cli->quitting)
        return;
    cli->quitting = true;
    stop_loop(cli);
    line_review_close(cli);
    if (cli->suspended != NULL)
        session_free(cli->suspended, NULL, NULL);
    cli->suspended = NULL;
    if (cli->session != NULL)
        session_free(cli->session, NULL, NULL);
    cli->session = NULL;
    position_editor_free(cli->setup);
    cli->setup = NULL;
}

/* Prints a farewell and ends the program with success. */
static void end(Cli *cli) {
    cli_network_on_exit(cli);
    output_text(&cli->out, "The program is terminated...\n");
    quit(cli);
}

/* Ends the program with failure. */
static void cli_fail(Cli *cli, const Error *error) {
    cli->failure = *error;
    if (cli->prompt_shown)
        output_text(&cli->out, "\n");
    quit(cli);
}

/* Saves the game, which may be behind an exercise, and ends the program by a signal. */
static void cli_raise(Cli *cli, int number) {
    if (cli->is_terminal)
        editor_close();
    session_autosave(cli->suspended != NULL ? cli->suspended : cli->session, NULL);
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number);
}

/* ---- the prompt ---- */

/* Hides the line being typed while something is printed. */
static void flush(Cli *cli) {
    Error error = {0};
    if (output_is_pending(&cli->out) && cli->is_terminal)
        editor_hide();
    if (output_flush(&cli->out, &error))
        return;
    if (cli->is_terminal && !cli->quitting)
        cli_raise(cli, SIGHUP); /* the terminal is gone */
    cli_fail(cli, &error);
}

/* Returns the prompt while no input is expected. */
static const char *busy_prompt(const Cli *cli) {
    if (line_review_is_running(cli))
        return line_review_progress(cli);
    if (session_thinking_purpose(cli->session) == THINKING_ADVICE && editor_can_erase())
        return "Working out advice ";
    return cli_network_dots(cli);
}

static void show_editor_prompt(Cli *cli) {
    bool asked =
        cli_network_is_ready(cli) || (session_can_pause(cli->session) && cli->moves_left == 0);
    if (!asked && !line_review_is_running(cli) &&
        session_thinking_purpose(cli->session) == THINKING_NONE && !cli_network_is_waiting(cli)) {
        flush(cli); /* more output follows at once */
        return;
    }
    if (asked && !cli->prompt_shown)
        output_blank_line(&cli->out);
    flush(cli);
    if (cli->quitting)
        return;
    cli->prompt_shown = asked;
    editor_show(asked ? cli->presenter->prompt : busy_prompt(cli));
}

static void print_prompt(Cli *cli) {
    if (cli->prompt_shown)
        return;
    output_blank_line(&cli->out);
    output_text(&cli->out, cli->presenter->prompt);
    cli->prompt_shown = true;
}

/* ---- lines ---- */

/* Replaces tabs with blanks, and checks that the line is printable text of a sensible length. */
static bool validate_line(char *line, size_t length, Error *error) {
    if (length > LINE_LENGTH_MAX)
        return error_set(error, ERROR_SYNTAX, "the line is longer than %d bytes", LINE_LENGTH_MAX);
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\0')
            return error_set(error, ERROR_SYNTAX, "the line holds a NUL byte; expected text");
        if (line[i] == '\t')
            line[i] = ' ';
        if ((unsigned char)line[i] < ' ' || line[i] == '\177')
            return error_set(error, ERROR_SYNTAX,
                             "the line holds a control character; expected text");
    }
    return text_is_printable(line) ||
           error_set(error, ERROR_SYNTAX, "the line holds bytes that are not UTF-8 text");
}

static void run_line(Cli *cli, char *line, size_t length) {
    Error error = {0};
    cli_game_stop_analysis(cli);
    line_review_stop(cli);
    cli->prompt_shown = false;
    if (validate_line(line, length, &error))
        line_commands_run(cli, line);
    else
        cli_say_error(cli, &error);
    if (cli->exits)
        end(cli);
}

/* Prints the line as the echo of a terminal would. */
static void echo(Cli *cli, char *line, size_t length) {
    if (validate_line(line, length, NULL)) {
        output_text(&cli->out, line);
    } else {
        char *shown = text_sanitize(line, length < ECHO_SIZE ? length : ECHO_SIZE, false);
        output_text(&cli->out, shown);
        free(shown);
    }
    output_text(&cli->out, "\n");
}

static void on_idle(uv_idle_t *idle) {
    (void)idle;
}

/* Runs the next input line. Returns false if there is none. */
static bool run_next_line(Cli *cli) {
    size_t length;
    char *line = line_buffer_next(&cli->lines, &length);
    if (line == NULL)
        return false;
    print_prompt(cli);
    echo(cli, line, length);
    run_line(cli, line, length);
    if (!cli->quitting)
        uv_idle_start(&cli->wake_idle, on_idle);
    return true;
}

/* ---- input from a pipe or a file ---- */

static void read_file(Cli *cli) {
    if (line_buffer_read(&cli->lines, STDIN_FILENO) < 0 && errno != EINTR && errno != EAGAIN) {
        Error error;
        error_set(&error, ERROR_IO, "standard input: %s", strerror(errno));
        cli_fail(cli, &error);
    }
}

static void on_file_readable(uv_poll_t *input, int status, int events) {
    (void)status; /* read() reports the error */
    (void)events;
    uv_poll_stop(input);
    read_file(input->data);
}

static void read_more_input(Cli *cli) {
    if (cli->lines.ended) {
        output_text(&cli->out, "\n");
        end(cli);
    } else if (cli->is_pollable) {
        uv_poll_start(&cli->input, UV_READABLE, on_file_readable);
    } else {
        read_file(cli);
        if (!cli->quitting)
            uv_idle_start(&cli->wake_idle, on_idle);
    }
}

/* The lines read ahead that may run while the opponent in a network game is to move. */
typedef enum LookAhead {
    LOOK_WAIT, /* a line needs the user's turn */
    LOOK_READ, /* more input decides */
    LOOK_RUN   /* no line needs the turn up to the end of the input or an exit */
} LookAhead;

static LookAhead look_ahead(const Cli *cli) {
    size_t offset = 0, length;
    const char *line;
    while ((line = line_buffer_peek(&cli->lines, &offset, &length)) != NULL) {
        LineNeed need = line_commands_need(line, length);
        if (need != LINE_NEEDS_NOTHING)
            return need == LINE_EXITS ? LOOK_RUN : LOOK_WAIT;
    }
    if (cli->lines.ended)
        return LOOK_RUN;
    return line_buffer_unread(&cli->lines) < READ_AHEAD_MAX ? LOOK_READ : LOOK_WAIT;
}

/* Returns whether the input is known to its end and does not need the turn of the other side to end
 * before it. Reads on if that is not known yet. */
static bool ends_before_turn(Cli *cli) {
    if (cli->is_terminal || !cli_network_awaits_others(cli))
        return false;
    LookAhead found = look_ahead(cli);
    if (found == LOOK_READ)
        read_more_input(cli);
    return found == LOOK_RUN;
}

/* ---- input from a terminal ---- */

static void on_editor_line(void *context, char *line) {
    Cli *cli = context;
    output_set_line_start(&cli->out);
    if (line == NULL) {
        end(cli);
        return;
    }
    if (strchr(line, '\n') != NULL) { /* pasted */
        line_buffer_add(&cli->lines, line, strlen(line));
        line_buffer_add(&cli->lines, "\n", 1);
        output_text(&cli->out, "\n");
        cli->prompt_shown = false;
    } else {
        run_line(cli, line, strlen(line));
    }
    free(line);
}

static void on_terminal_readable(uv_poll_t *input, int status, int events) {
    Cli *cli = input->data;
    struct pollfd poller = {.fd = STDIN_FILENO, .events = POLLIN};
    (void)events;
    if (status < 0 ||
        (poll(&poller, 1, 0) > 0 && (poller.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0))
        cli_raise(cli, SIGHUP);
    editor_read();
}

static void on_complete(void *context, const char *before, CompletionList *completions) {
    line_commands_complete(context, before, completions);
}

/* ---- the loop ---- */

/* Called before the loop waits. Runs the next line once the game is idle. */
static void on_prepare(uv_prepare_t *prepare) {
    Cli *cli = prepare->data;
    uv_idle_stop(&cli->wake_idle);
    if (cli->quitting)
        return;
    cli_network_on_prepare(cli);
    bool ready = cli_network_is_ready(cli) || ends_before_turn(cli);
    if (output_is_pending(&cli->out)) /* printed by an event, after the prompt */
        cli->prompt_shown = false;
    if (ready && run_next_line(cli)) {
        flush(cli);
    } else if (cli->is_terminal) {
        show_editor_prompt(cli);
    } else if (ready) {
        print_prompt(cli);
        flush(cli);
        if (!cli->quitting)
            read_more_input(cli);
    } else {
        flush(cli);
    }
}

/* ---- signals ---- */

/* Stops the analysis or the game of two computers; otherwise discards the typed line. */
static void interrupt(Cli *cli) {
    if (cli->analysing) {
        cli_game_stop_analysis(cli);
    } else if (line_review_stop(cli)) {
        return;
    } else if (session_can_pause(cli->session) && !session_is_paused(cli->session)) {
        session_pause(cli->session, true, NULL);
        cli->moves_left = 0;
        cli_say(cli, "The game is paused. Consult \"help resume\".");
    } else if (!session_stop_search(cli->session, NULL)) {
        editor_discard_line();
        output_set_line_start(&cli->out);
        cli->prompt_shown = false;
    }
}

static void suspend(Cli *cli) {
    session_suspend(cli->session, true);
    editor_suspend(true);
    signals_stop_process(&cli->signals);
    editor_suspend(false);
    session_suspend(cli->session, cli->setup != NULL);
}

static void on_signal(void *context, int number) {
    Cli *cli = context;
    if (cli->quitting || number == SIGCONT)
        return;
    if (number == SIGWINCH)
        editor_resize();
    else if (number == SIGTSTP)
        suspend(cli);
    else if (number == SIGINT && cli->is_terminal)
        interrupt(cli);
    else
        cli_raise(cli, number);
}

/* ---- events of the session ---- */

/* The other side of a network game answers an offer from here, and a spectator cannot. */
static void on_draw_offer(Cli *cli) {
    Color by;
    bool shown = cli->shown_offer;
    cli->shown_offer = session_draw_offered(cli->session, &by);
    if (shown || !cli->shown_offer)
        return;
    if (session_player(cli->session, color_other(by))->kind == PLAYER_HUMAN)
        cli_say(cli, "%s offers a draw: \"draw\" accepts it, a move declines it.", color_name(by));
    else if (session_player(cli->session, by)->kind == PLAYER_HUMAN)
        cli_say(cli, "You offer a draw. %s has to answer.", color_name(color_other(by)));
    else
        cli_say(cli, "%s offers a draw.", color_name(by));
}

static void on_session_event(void *context, Session *session, SessionEvent event) {
    Cli *cli = context;
    Error notice;
    if (session != cli->session)
        return; /* an event of the previous game */
    switch (event) {
    case SESSION_POSITION:
        line_review_forget(cli);
        cli_game_show_changes(cli);
        if (cli->moves_left > 0 && --cli->moves_left > 0)
            session_single_step(cli->session, NULL);
        break;
    case SESSION_ADVICE:
        cli->presenter->advice(&cli->out, session, cli->whole_advice);
        break;
    case SESSION_STATE:
        on_draw_offer(cli);
        break;
    case SESSION_OVER:
        cli->presenter->outcome(&cli->out, session_outcome(session));
        break;
    case SESSION_NOTICE:
        error_set(&notice, ERROR_STATE, "%s", session_notice(session));
        cli_say_error(cli, &notice);
        break;
    case SESSION_TASK:
        line_review_show_task(cli);
        break;
    case SESSION_NETWORK:
        cli_network_on_change(cli);
        break;
    case SESSION_TALK:
        cli_network_on_talk(cli);
        break;
    case SESSION_THINKING:
    case SESSION_CLOCK:
        break;
    }
}

/* ---- starting and stopping ---- */

/* libuv makes the file non-blocking, which would surprise other programs that share it. */
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
    EditorListener listener = {on_editor_line, on_complete, cli};
    char path[FILE_PATH_SIZE];
    if (!cli->is_pollable)
        return error_set(error, ERROR_IO, "the terminal cannot be waited for");
    editor_open(&listener, cli->settings.bell);
    if (storage_state_path("history", path, NULL))
        editor_open_history(path);
    uv_poll_start(&cli->input, UV_READABLE, on_terminal_readable);
    return true;
}

static bool start_loop(Cli *cli, Error *error) {
    uv_prepare_init(&cli->loop, &cli->prepare);
    uv_idle_init(&cli->loop, &cli->wake_idle);
    uv_timer_init(&cli->loop, &cli->analysis_timer);
    cli_network_start(cli);
    cli->prepare.data = cli;
    cli->analysis_timer.data = cli;
    if (!signals_start(&cli->signals, &cli->loop, cli->is_terminal, on_signal, cli, error))
        return false;
    cli->is_pollable = start_polling(cli);
    if (cli->is_terminal && !open_terminal(cli, error))
        return false;
    uv_prepare_start(&cli->prepare, on_prepare);
    return true;
}

static bool start(Cli *cli, SessionSetup *setup, Error *error) {
    const Settings *settings = &cli->settings;
    cli->presenter->banner(&cli->out);
    if (!start_loop(cli, error)) {
        session_setup_discard(setup);
        return false;
    }
    if (!cli_game_start(cli, setup, error))
        return false;
    bool game_selected = settings->load_path[0] != '\0' || settings->puzzle != 0 ||
                         settings->train[0] != '\0' || strcmp(settings->game, "standard") != 0;
    if (cli->is_terminal && !game_selected)
        line_game_offer_resume(cli);
    if (cli->is_terminal)
        cli_network_ask_waiting_games(cli);
    return true;
}

static void play(Cli *cli, SessionSetup *setup) {
    Error error = {0};
    if (!start(cli, setup, &error)) {
        output_discard(&cli->out); /* the banner */
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
    /* A network game is opened before anything is printed, so that without a server only an error
     * appears. */
    if (cli->settings.place == PLACE_NETWORK
            ? cli_network_open_blocking(cli, &setup, error)
            : task_setup_from_settings(&cli->settings, &setup, error))
        play(cli, &setup);
    else
        cli->failure = *error;
    uv_run(&cli->loop, UV_RUN_DEFAULT); /* closes handles of a failed opening */
    uv_loop_close(&cli->loop);
    *error = cli->failure;
    return error->code == ERROR_NONE;
}

bool cli_run(const Settings *settings, Error *error) {
    Cli *cli = memory_allocate(sizeof *cli);
    signal(SIGPIPE, SIG_IGN); /* a closed output is reported as a write error */
    cli->settings = *settings;
    cli->listener = on_session_event;
    cli->lines.limit = LINE_LENGTH_MAX;
    cli->presenter = settings->plain ? &presenter_plain : &presenter_manual;
    cli->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    output_init(&cli->out, STDOUT_FILENO);
    cli->out.notation = output_style(settings_notation(settings, NOTATION_CONGO).notation);
    cli->out.notation.words = settings->plain; /* sentences are heard */
    bool played = run(cli, error);
    line_games_close(cli);
    output_free(&cli->out);
    line_buffer_free(&cli->lines);
    free(cli);
    return played;
}
