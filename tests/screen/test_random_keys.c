/*
 * The program under random keys, pastes, mouse events, garbage, resizes and stops. It always
 * answers a redraw, ends only by its own key and with success, restores the terminal's modes at
 * every stop and exit, writes nothing to standard error, and leaves readable game files.
 *
 * Usage: test_random_keys [SEED [ACTIONS [NAME]]]: with another seed, a number of actions for each
 * configuration, in the configurations whose name contains NAME.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "user_actions.h"
#include "game.h"
#include "play/storage.h"

enum {
    TIMEOUT_S = 120, /* seconds; only a failing test waits that long */
    DEFAULT_SEED = 1,
    DEFAULT_ACTIONS = 150,
    ACTIONS_PER_CHECK = 50,
    HISTORY_SIZE = 40
};

typedef struct Configuration {
    const char *name;
    const char *environment; /* NAME=value words; the first two are TERM and LC_ALL */
    const char *arguments;
} Configuration;

static const Configuration configurations[] = {
    {"two humans", "TERM=xterm-256color LC_ALL=C.UTF-8", "--white=hi/random --black=hi/negamax"},
    {"against the computer", "TERM=xterm-256color LC_ALL=C.UTF-8",
     "--movetime=20 --level=3 --animations=on --bell=on --glyphs=animals"},
    {"two computers", "TERM=tmux-256color LC_ALL=C.UTF-8",
     "--white=ai/negamax --black=ai/random --depth=2 --movetime=10 --pace=0 --threads=2 "
     "--theme=light"},
    {"ASCII without colour", "TERM=vt100 LC_ALL=C",
     "--white=ai/random --black=hi/negamax --movetime=5 --animations=on"},
    {"clock", "TERM=screen LC_ALL=C.UTF-8",
     "--clock=2+0 --white=hi/negamax --black=ai/negamax --movetime=10 --theme=contrast"},
    {"capture", "TERM=screen-256color LC_ALL=C.UTF-8",
     "--game=2l4/1p1p1p1/2M4/1p1p1p1/7/PPP4/3L3/w/-1 --white=hi/negamax --black=hi/negamax "
     "--movetime=10 --glyphs=drawn --theme=colorblind --zoom=10x5"},
    {"megapawn", "TERM=xterm NO_COLOR=1 LC_ALL=C.UTF-8",
     "--variant=megapawn --white=hi/random --black=ai/random --movetime=5"},
    {"other characters", "TERM=xterm LC_ALL=C",
     "--charset=utf8 --colors=8 --glyphs=animals --white=hi/random --black=hi/random --mouse=off"},
};
enum { CONFIGURATION_COUNT = sizeof configurations / sizeof configurations[0] };

static uint64_t first_seed = DEFAULT_SEED;
static int actions_wanted = DEFAULT_ACTIONS;

/* A run of one configuration. */
static struct {
    const Configuration *configuration;
    Pty pty;
    int actions, starts;
    const char *history[HISTORY_SIZE]; /* ring buffer of the names of actions */
} run;

static void make_files(void) {
    game_write("work/damaged.congo", "[White \"A\"]\n\n1. P-DD3 P-DD9 \x01 *\n");
    game_write("work/several.congo", "[White \"A\"]\n\n1. P-DD3 P-DD5 *\n\n[White \"B\"]\n\n"
                                     "1. P-AA3 {a comment} 1... P-BB5 2. P-AA4 *\n");
    assert_int_equal(mkdir(game_path("work/folder"), 0700), 0);
    assert_int_equal(mkfifo(game_path("work/pipe"), 0600), 0);
}

/* ---- failing ---- */

/* Prints what is needed to reproduce the failure. */
static void fail_run(const char *sentence, const char *detail) {
    fprintf(stderr,
            "\"%s\", seed %" PRIu64 ", %d actions: %s%s\nThe last actions, the newest last:",
            run.configuration->name, first_seed, run.actions, sentence, detail);
    for (int i = run.actions < HISTORY_SIZE ? 0 : run.actions - HISTORY_SIZE; i < run.actions; i++)
        fprintf(stderr, " %s,", run.history[i % HISTORY_SIZE]);
    fputc('\n', stderr);
    game_describe(&run.pty);
    pty_close(&run.pty);
    fail();
}

/* ---- the files it leaves ---- */

/* Returns whether a file is one of the test's own, saves the user's progress, or locks the list
 * of games. */
static bool is_not_game(const char *name) {
    static const char *const names[] = {".",     "..",     "damaged.congo", "pipe",
                                        "tour",  "folder", "puzzles",       "training",
                                        "games", "index",  "index.lock"};
    static const char choices[] = "choices.conf"; /* and its lock */
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return strncmp(name, choices, strlen(choices)) == 0;
}

static void check_file(const char *path) {
    GameList games;
    Error error = {0};
    if (!storage_list_games(path, NULL, &games, &error))
        fail_run("it left a file that cannot be read: ", error.text);
    storage_free_games(&games);
}

/* Checks that every file in the folder is a game, also temporary files and games set aside as
 * broken. */
static void check_files(const char *folder_name) {
    char path[2 * GAME_PATH_SIZE];
    DIR *folder = opendir(game_path(folder_name));
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "%s/%s", game_path(folder_name), entry->d_name);
        if (!is_not_game(entry->d_name))
            check_file(path);
    }
    if (folder)
        closedir(folder);
}

/* ---- the program ---- */

static void check_modes(void) {
    if (run.pty.bad_modes > 0)
        fail_run("the terminal's modes were not as before after a stop or at the end", "");
}

static void check_end(void) {
    char status[64];
    struct stat errors;
    int value = run.pty.status;
    snprintf(status, sizeof status, "%s %d", WIFSIGNALED(value) ? "signal" : "status",
             WIFSIGNALED(value) ? WTERMSIG(value) : WEXITSTATUS(value));
    if (value != 0)
        fail_run("it ended with ", status);
    if (stat(game_path("stderr"), &errors) == 0 && errors.st_size > 0)
        fail_run("it ended with something on standard error", "");
    check_modes();
    check_files("state/congo");
    check_files("state/congo/games");
    check_files("work");
}

static void type(const char *bytes, size_t length) {
    if (!pty_type(&run.pty, bytes, length, TIMEOUT_S))
        fail_run("it no longer reads its input", "");
}

/* Asks for a redraw until it comes. An unfinished sequence of bytes may swallow the first key;
 * an unfinished paste swallows more, until no byte comes for a while. */
static void check_alive(void) {
    size_t before = run.pty.clears;
    for (int tries = 0; tries < TIMEOUT_S / 2; tries++) {
        type("\014", 1);
        if (pty_wait_clear(&run.pty, before, tries == 0 ? 250 : 2000))
            return;
    }
    fail_run("it no longer answers", "");
}

/* The thread sanitizer runs the handler of a second signal inside that of the first, even if the
 * first one blocks it; libuv's handlers then deadlock. Under it, each signal must be handled
 * before the next one is sent. */
static void settle_signals(void) {
#ifdef __SANITIZE_THREAD__
    if (!run.pty.ended)
        check_alive();
#endif
}

/* Disturbs some starts by a stop, which may come before anything is set up. */
static void start_program(void) {
    game_start(&run.pty, run.configuration->environment, run.configuration->arguments);
    if (run.starts++ % 2 == 0)
        return;
    pty_wait(&run.pty, run.starts * 7 % 60);
    pty_signal(&run.pty, SIGTSTP);
    settle_signals();
}

/* Leaves all dialogs, then quits by key. */
static void quit_program(void) {
    pty_resize(&run.pty, 80, 24);
    for (int tries = TIMEOUT_S * 2; tries > 0 && !run.pty.ended; tries--) {
        type("\033", 1);
        pty_wait(&run.pty, 50);
        type("q", 1);
        pty_wait(&run.pty, 50);
        type("y", 1);
        pty_wait(&run.pty, 200);
    }
    if (!run.pty.ended)
        fail_run("it cannot be left", "");
    check_end();
}

/* ---- the storm ---- */

static void perform(const UserAction *action) {
    run.history[run.actions++ % HISTORY_SIZE] = action->name;
    switch (action->kind) {
    case USER_ACTION_TYPE:
        type(action->bytes, action->length);
        break;
    case USER_ACTION_RESIZE:
        pty_resize(&run.pty, action->columns, action->lines);
        break;
    case USER_ACTION_SIGNAL:
        pty_signal(&run.pty, action->signal);
        break;
    case USER_ACTION_WAIT:
        pty_wait(&run.pty, action->milliseconds);
        break;
    }
}

static void restart_ended(void) {
    check_end();
    pty_close(&run.pty);
    start_program();
}

static void survives(void **state) {
    static UserAction action;
    uint64_t seed = first_seed * 2 + 1; /* never 0 */
    run.configuration = *state;
    run.actions = 0;
    game_make_folder("random-keys.dir");
    make_files();
    start_program();
    while (run.actions < actions_wanted) {
        user_action_choose(&seed, &action);
        perform(&action);
        if (action.makes_signal)
            settle_signals();
        if (run.actions % ACTIONS_PER_CHECK == 0)
            check_alive();
        if (run.pty.ended)
            restart_ended();
        check_modes();
    }
    check_alive();
    quit_program();
    pty_close(&run.pty);
    game_remove_folder();
}

int main(int count, char *arguments[]) {
    struct CMUnitTest tests[CONFIGURATION_COUNT];
    size_t chosen = 0;
    if (count > 1)
        first_seed = strtoull(arguments[1], NULL, 10);
    if (count > 2)
        actions_wanted = atoi(arguments[2]);
    for (size_t i = 0; i < CONFIGURATION_COUNT; i++)
        if (count <= 3 || strstr(configurations[i].name, arguments[3]))
            tests[chosen++] = (struct CMUnitTest){configurations[i].name, survives, NULL, NULL,
                                                  (void *)(uintptr_t)&configurations[i]};
    return _cmocka_run_group_tests("random keys", tests, chosen, NULL, NULL);
}
