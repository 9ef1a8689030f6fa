#include <config.h>

#include "game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { WORDS_MAX = 24 };

static char here[GAME_PATH_SIZE / 2], folder[GAME_PATH_SIZE]; /* absolute */

/* ---- the folder ---- */

const char *game_path(const char *name) {
    static char paths[4][GAME_PATH_SIZE + 64];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void game_remove_folder(void) {
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void game_write(const char *name, const char *text) {
    FILE *file = fopen(game_path(name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

void game_make_folder(const char *name) {
    static const char *const parts[] = {"", "state", "state/congo", "work"};
    assert_non_null(getcwd(here, sizeof here));
    snprintf(folder, sizeof folder, "%s/%s", here, name);
    game_remove_folder();
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_int_equal(mkdir(game_path(parts[i]), 0700), 0);
    game_write("state/congo/choices.conf", ""); /* no start is the first one ever */
}

/* ---- the program ---- */

/* Adds words separated by blanks to a list that ends with NULL. */
static int add_words(char *text, char *words[], int count) {
    for (char *word = strtok(text, " "); word && count < WORDS_MAX - 1; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static const char *program(void) {
    static char path[GAME_PATH_SIZE];
    const char *build = getenv("CONGO_BUILD");
    snprintf(path, sizeof path, "%s/src/congo", build ? build : here);
    return path;
}

static char *variable(const char *name, const char *value) {
    static char texts[WORDS_MAX][GAME_PATH_SIZE + 128];
    static unsigned next;
    char *text = texts[next++ % WORDS_MAX];
    snprintf(text, sizeof texts[0], "%s=%s", name, value);
    return text;
}

static void add_variables(char *words[], int count) {
    static const char *const inherited[] = {"PATH",          "TERMINFO",       "ASAN_OPTIONS",
                                            "LSAN_OPTIONS",  "TSAN_OPTIONS",   "UBSAN_OPTIONS",
                                            "CONGO_ENDINGS", "XDG_CONFIG_DIRS"};
    words[count++] = variable("XDG_STATE_HOME", game_path("state"));
    words[count++] = variable("HOME", folder);
    words[count++] = variable("CONGO", program());
    for (size_t i = 0; i < sizeof inherited / sizeof inherited[0]; i++)
        if (getenv(inherited[i]) && count < WORDS_MAX - 1)
            words[count++] = variable(inherited[i], getenv(inherited[i]));
    words[count] = NULL;
}

void game_start_command(Pty *pty, const char *environment, const char *command) {
    char shell[] = "/bin/sh", option[] = "-c", line[1024], settings[512];
    char *argument[] = {shell, option, line, NULL};
    char *setting[WORDS_MAX];
    snprintf(line, sizeof line, "%s", command);
    snprintf(settings, sizeof settings, "%s", environment);
    add_variables(setting, add_words(settings, setting, 0));
    assert_true(pty_start(pty, argument, setting, game_path("work"), game_path("stderr"), 80, 24));
}

void game_start(Pty *pty, const char *environment, const char *arguments) {
    char command[512];
    snprintf(command, sizeof command, "exec \"$CONGO\" %s", arguments);
    game_start_command(pty, environment, command);
}

/* ---- typing and seeing ---- */

void game_type(Pty *pty, const char *text) {
    if (pty_type(pty, text, strlen(text), GAME_TIMEOUT_S))
        return;
    game_describe(pty);
    fail_msg("it no longer reads its input");
}

static void print_errors(void) {
    char line[512];
    FILE *file = fopen(game_path("stderr"), "r");
    if (file && fgets(line, sizeof line, file)) {
        fputs("it wrote to standard error:\n", stderr);
        do
            fputs(line, stderr);
        while (fgets(line, sizeof line, file));
    }
    if (file)
        fclose(file);
}

void game_describe(const Pty *pty) {
    pty_print_end(pty);
    print_errors();
    fputs("its last output:\n", stderr);
    pty_print_tail(pty, 2000);
}

void game_expect(Pty *pty, const char *text) {
    if (pty_wait_text(pty, text, GAME_TIMEOUT_S * 1000))
        return;
    game_describe(pty);
    fail_msg("it does not show: %s", text);
}

void game_expect_end(Pty *pty, int status) {
    pty_wait(pty, GAME_TIMEOUT_S * 1000);
    if (pty->ended && WIFEXITED(pty->status) && WEXITSTATUS(pty->status) == status)
        return;
    game_describe(pty);
    fail_msg("expected it to end with status %d", status);
}

void game_expect_redrawn(Pty *pty, const char *text) {
    bool seen = false;
    for (int tries = 0; tries < GAME_TIMEOUT_S && !seen; tries++) {
        pty_forget(pty);
        game_type(pty, "\014");
        seen = pty_wait_text(pty, text, 1000);
    }
    if (!seen)
        game_expect(pty, text);
}
