#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/autosave.h"
#include "play/storage.h"
#include "../support/scratch.h"
#include "../support/unfinished_game.h"

#define UNFINISHED "[Variant \"congo\"]\n[White \"%s\"]\n\n1. P-DD3 *\n"

static Autosave *create(void) {
    Error error = {0};
    Autosave *autosave = autosave_create(&error);
    assert_string_equal(error.text, "");
    assert_non_null(autosave);
    return autosave;
}

/* Saves an unfinished game of this player. */
static bool save(Autosave *autosave, const char *white) {
    char text[128];
    int length = snprintf(text, sizeof text, UNFINISHED, white);
    return autosave_write(autosave, text, (size_t)length, NULL);
}

static void write_game(Autosave *autosave, const char *white) {
    assert_true(save(autosave, white));
}

/* Opens the newest unfinished game, which must be of this player. */
static Autosave *open_newest(const char *white) {
    Error error = {0};
    UnfinishedGame game;
    assert_true(find_unfinished_game(&game, &error));
    assert_string_equal(error.text, "");
    assert_string_equal(record_tag(game.record, "White"), white);
    Autosave *autosave = game.autosave;
    game.autosave = NULL;
    autosave_release_unfinished(&game);
    return autosave;
}

static bool no_unlocked_game(void) {
    Error error = {0};
    UnfinishedGame game;
    return !find_unfinished_game(&game, &error) && error.code == ERROR_NONE;
}

static void set_age(const char *path, time_t seconds) {
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void an_empty_state_folder_has_no_game(void **state) {
    (void)state;
    assert_true(no_unlocked_game());
}

static void an_unfinished_game_is_found(void **state) {
    (void)state;
    struct stat status;
    Autosave *autosave = create();
    write_game(autosave, "one");
    write_game(autosave, "two");
    assert_int_equal(stat(autosave_path(autosave), &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_true(no_unlocked_game()); /* it is locked */
    autosave_close(autosave, false);
    autosave = open_newest("two");
    assert_true(no_unlocked_game()); /* it is locked again */
    write_game(autosave, "three");
    assert_true(no_unlocked_game()); /* the new file as well */
    autosave_close(autosave, false);
    autosave = open_newest("three");
    autosave_close(autosave, true);
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void each_game_has_its_file_and_the_newest_comes_first(void **state) {
    (void)state;
    Autosave *old = create(), *newer = create(), *played = create();
    write_game(newer, "newer");
    write_game(old, "old");
    write_game(played, "played");
    assert_int_equal(scratch_count("state/congo"), 3);
    set_age(autosave_path(old), 1000);
    set_age(autosave_path(newer), 2000);
    autosave_close(old, false);
    autosave_close(newer, false);
    newer = open_newest("newer");
    old = open_newest("old");
    assert_true(no_unlocked_game());
    autosave_close(newer, false);
    autosave_close(old, false);
    autosave_close(played, false);
}

static void an_empty_file_is_not_a_game(void **state) {
    (void)state;
    autosave_close(create(), false);
    assert_int_equal(scratch_count("state/congo"), 1);
    assert_true(no_unlocked_game());
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void unreadable_files_are_set_aside(void **state) {
    (void)state;
    Error error = {0};
    UnfinishedGame game;
    Autosave *autosave = create(), *huge = create();
    write_game(autosave, "good");
    assert_int_equal(truncate(autosave_path(huge), FILE_SIZE_MAX + 1), 0);
    set_age(autosave_path(autosave), 1000);
    set_age(autosave_path(huge), 2000);
    autosave_close(autosave, false);
    autosave_close(huge, false);
    assert_true(find_unfinished_game(&game, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_string_equal(record_tag(game.record, "White"), "good");
    autosave_set_aside(game.autosave);
    game.autosave = NULL;
    autosave_release_unfinished(&game);
    assert_true(no_unlocked_game());
    assert_int_equal(scratch_count("state/congo"), 2); /* both *.broken */
}

static void leave_text(const char *text) {
    Autosave *autosave = create();
    assert_true(autosave_write(autosave, text, strlen(text), NULL));
    autosave_close(autosave, false);
}

static void damaged_games_are_set_aside_and_those_without_a_move_removed(void **state) {
    (void)state;
    Error error = {0};
    UnfinishedGame game;
    leave_text("[Variant \"congo\"]\n\n*\n");
    leave_text("1. Z-A1");
    leave_text("[Variant \"congo\"]\n\n1. P-DD3 P-DD5 2. Z-F3\n"); /* cut off */
    assert_int_equal(scratch_count("state/congo"), 3);
    assert_false(find_unfinished_game(&game, &error));
    assert_non_null(strstr(error.text, "renamed to *.broken"));
    assert_int_equal(scratch_count("state/congo"), 2);
    assert_true(no_unlocked_game());
}

static void an_interrupted_write_loses_nothing(void **state) {
    (void)state;
    char path[SCRATCH_PATH_SIZE + 16];
    Autosave *autosave = create();
    write_game(autosave, "good");
    snprintf(path, sizeof path, "%s.new", autosave_path(autosave));
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(file, "half", 4), 4);
    close(file);
    autosave_close(autosave, false);
    autosave = open_newest("good");
    write_game(autosave, "better");
    assert_int_equal(scratch_count("state/congo"), 1);
    autosave_close(autosave, true);
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void no_folder_is_an_error(void **state) {
    (void)state;
    Error error = {0};
    scratch_write("state", "in the way");
    assert_null(autosave_create(&error));
    assert_int_equal(error.code, ERROR_IO);
    UnfinishedGame game;
    assert_false(find_unfinished_game(&game, &error));
    assert_int_equal(error.code, ERROR_IO);
}

/* Expects one kept game with a text, and this name. */
static void assert_kept_as(const char *name) {
    char path[64];
    size_t length;
    snprintf(path, sizeof path, "state/congo/games/%s", name);
    char *text = file_read(scratch_path(path), &length, NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "the only copy"));
    free(text);
}

/* A program reserves the name of a kept game by an empty file, and may be killed then. */
static void an_empty_file_is_not_a_kept_game(void **state) {
    (void)state;
    char folder[FILE_PATH_SIZE];
    assert_true(autosave_kept_folder(folder, NULL));
    scratch_write("state/congo/games/20010909-014640-0000000012.congo", "");
    Autosave *autosave = create();
    write_game(autosave, "the only copy");
    set_age(autosave_path(autosave), 1000000000);
    assert_true(autosave_archive(autosave, "0000000012", NULL));
    assert_int_equal(scratch_count("state/congo/games"), 1);
    assert_kept_as("20010909-014640-0000000012.congo");
}

static void an_empty_file_of_another_time_is_not_a_kept_game(void **state) {
    (void)state;
    char folder[FILE_PATH_SIZE];
    assert_true(autosave_kept_folder(folder, NULL));
    scratch_write("state/congo/games/20010909-014639-0000000012.congo", "");
    scratch_write("state/congo/games/20010909-014640-0.congo", "");
    Autosave *autosave = create();
    write_game(autosave, "the only copy");
    set_age(autosave_path(autosave), 1000000000);
    assert_true(autosave_archive(autosave, "0000000012", NULL));
    assert_kept_as("20010909-014640-0000000012.congo");
    autosave = create();
    write_game(autosave, "the second");
    assert_true(autosave_archive(autosave, "0000000012", NULL));
    assert_int_equal(scratch_count("state/congo/games"), 3); /* the second one is removed */
    assert_int_equal(scratch_count("state/congo"), 1);
}

/* ---- several processes ---- */

/* Starts a process that creates a game, reports it, and sleeps until it is killed. */
static pid_t start_player(const char *white) {
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        Autosave *autosave = autosave_create(NULL);
        if (autosave && save(autosave, white) && write(ready[1], "!", 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void two_programs_never_open_the_same_game(void **state) {
    (void)state;
    int status;
    Autosave *mine = create();
    write_game(mine, "mine");
    pid_t child = start_player("theirs");
    assert_true(no_unlocked_game());
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    Autosave *theirs = open_newest("theirs");
    assert_true(no_unlocked_game());
    autosave_close(theirs, true);
    autosave_close(mine, true);
}

enum { LONG_COMMENT = 1 << 20 };

/* Returns the length of a game with a comment of so many letters, which depend on their number. */
static size_t write_commented(char *text, size_t letters) {
    size_t length = (size_t)sprintf(text, "[Variant \"congo\"]\n\n1. P-DD3 {");
    memset(text + length, 'a' + (int)(letters / 64 % 26), letters);
    length += letters;
    return length + (size_t)sprintf(text + length, "} *\n");
}

/* Writes games of growing length until it is killed. */
static void write_until_killed(void) {
    Autosave *autosave = autosave_create(NULL);
    char *text = malloc(LONG_COMMENT + 64);
    for (size_t letters = 0; autosave && text && letters < LONG_COMMENT; letters++)
        if (!autosave_write(autosave, text, write_commented(text, letters), NULL))
            break;
    _exit(1);
}

/* Returns whether this is a complete text of write_until_killed. */
static bool is_complete(const UnfinishedGame *game) {
    char *expected = malloc(game->length + 64);
    size_t around = write_commented(expected, 0);
    bool complete = game->length >= around &&
                    write_commented(expected, game->length - around) == game->length &&
                    memcmp(game->text, expected, game->length) == 0;
    free(expected);
    return complete;
}

static void a_kill_at_any_time_leaves_a_complete_game(void **state) {
    (void)state;
    for (int round = 0; round < 10; round++) {
        Error error = {0};
        UnfinishedGame game;
        int status;
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            write_until_killed();
        usleep(20000 + 3777 * (useconds_t)round);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        bool found = find_unfinished_game(&game, &error);
        assert_string_equal(error.text, "");
        if (!found)
            continue; /* killed before its first game */
        assert_true(is_complete(&game));
        file_remove_locked(autosave_path(game.autosave));
        autosave_release_unfinished(&game);
        assert_int_equal(scratch_count("state/congo"), 0);
    }
}

/* Opens all games that it finds and reports their number. */
static void open_all_and_report(int out) {
    UnfinishedGame game;
    unsigned char count = 0;
    while (find_unfinished_game(&game, NULL))
        count++;
    if (write(out, &count, 1) == 1)
        pause();
    _exit(1);
}

static void every_game_is_opened_by_one_program_only(void **state) {
    (void)state;
    enum { GAMES = 12, OPENERS = 4 };
    Autosave *games[GAMES];
    pid_t openers[OPENERS];
    int results[2], sum = 0;
    for (int i = 0; i < GAMES; i++)
        write_game(games[i] = create(), "a game");
    for (int i = 0; i < GAMES; i++)
        autosave_close(games[i], false);
    assert_int_equal(pipe(results), 0);
    fflush(NULL);
    for (int i = 0; i < OPENERS; i++) {
        openers[i] = fork();
        assert_true(openers[i] >= 0);
        if (openers[i] == 0)
            open_all_and_report(results[1]);
    }
    for (int i = 0; i < OPENERS; i++) {
        unsigned char count;
        assert_int_equal(read(results[0], &count, 1), 1);
        sum += count;
    }
    assert_int_equal(sum, GAMES);
    for (int i = 0; i < OPENERS; i++) {
        int status;
        kill(openers[i], SIGKILL);
        assert_int_equal(waitpid(openers[i], &status, 0), openers[i]);
    }
    close(results[0]);
    close(results[1]);
}

/* Repeatedly opens the game and increments the number that is its player's name. */
static void increment(int times) {
    while (times > 0) {
        UnfinishedGame game;
        char number[16];
        if (!find_unfinished_game(&game, NULL))
            continue; /* locked by another process */
        snprintf(number, sizeof number, "%d", atoi(record_tag(game.record, "White")) + 1);
        if (!save(game.autosave, number))
            _exit(1);
        autosave_release_unfinished(&game);
        times--;
    }
    _exit(0);
}

static void no_write_is_lost_between_programs(void **state) {
    (void)state;
    enum { COUNTERS = 4, TIMES = 50 };
    pid_t counters[COUNTERS];
    char expected[16];
    Autosave *autosave = create();
    write_game(autosave, "0");
    autosave_close(autosave, false);
    fflush(NULL);
    for (int i = 0; i < COUNTERS; i++) {
        counters[i] = fork();
        assert_true(counters[i] >= 0);
        if (counters[i] == 0)
            increment(TIMES);
    }
    for (int i = 0; i < COUNTERS; i++) {
        int status;
        assert_int_equal(waitpid(counters[i], &status, 0), counters[i]);
        assert_int_equal(status, 0);
    }
    snprintf(expected, sizeof expected, "%d", COUNTERS * TIMES);
    autosave_close(open_newest(expected), true);
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void an_unfinished_game_is_locked_when_it_is_opened(void **state) {
    (void)state;
    Error error = {0};
    UnfinishedGame first, second;
    char path[FILE_PATH_SIZE];
    Autosave *autosave = create();
    write_game(autosave, "one");
    snprintf(path, sizeof path, "%s", autosave_path(autosave));
    autosave_close(autosave, false);
    assert_true(autosave_open_resumable(path, &first, &error));
    assert_string_equal(record_tag(first.record, "White"), "one");
    assert_false(autosave_open_resumable(path, &second, &error));
    assert_int_equal(error.code, ERROR_STATE);
    autosave_close(first.autosave, true);
    first.autosave = NULL;
    autosave_release_unfinished(&first);
    error_clear(&error);
    assert_false(autosave_open_resumable(path, &second, &error));
    assert_int_not_equal(error.code, ERROR_NONE);
}

/* ---- no room ---- */

static int write_over_the_limit(void) {
    static char text[1 << 17];
    struct rlimit limit = {65536, 65536};
    Error error = {0};
    memset(text, 'x', sizeof text);
    signal(SIGXFSZ, SIG_IGN);
    Autosave *autosave = autosave_create(NULL);
    if (!autosave || !save(autosave, "old"))
        return 1;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 2;
    return autosave_write(autosave, text, sizeof text, &error) || error.code != ERROR_IO;
}

static void a_failed_write_keeps_the_old_game(void **state) {
    (void)state;
    int status;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(write_over_the_limit());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    autosave_close(open_newest("old"), true);
    assert_int_equal(scratch_count("state/congo"), 0);
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        in_scratch(an_empty_state_folder_has_no_game),
        in_scratch(an_unfinished_game_is_found),
        in_scratch(each_game_has_its_file_and_the_newest_comes_first),
        in_scratch(an_empty_file_is_not_a_game),
        in_scratch(unreadable_files_are_set_aside),
        in_scratch(damaged_games_are_set_aside_and_those_without_a_move_removed),
        in_scratch(an_interrupted_write_loses_nothing),
        in_scratch(no_folder_is_an_error),
        in_scratch(an_empty_file_is_not_a_kept_game),
        in_scratch(an_empty_file_of_another_time_is_not_a_kept_game),
        in_scratch(two_programs_never_open_the_same_game),
        in_scratch(a_kill_at_any_time_leaves_a_complete_game),
        in_scratch(every_game_is_opened_by_one_program_only),
        in_scratch(no_write_is_lost_between_programs),
        in_scratch(an_unfinished_game_is_locked_when_it_is_opened),
        in_scratch(a_failed_write_keeps_the_old_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
