#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "play/storage.h"
#include "../support/scratch.h"

static void assert_content(const char *name, const char *expected) {
    Error error = {0};
    size_t length = 0;
    char *text = file_read(scratch_path(name), &length, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(length, strlen(expected));
    assert_string_equal(text, expected);
    free(text);
}

static mode_t mode_of(const char *name) {
    struct stat status;
    assert_int_equal(stat(scratch_path(name), &status), 0);
    return status.st_mode & 07777;
}

static bool write_text(const char *name, const char *text, unsigned mode, bool overwrite,
                       Error *error) {
    *error = (Error){0};
    return file_write_atomic(scratch_path(name), text, strlen(text), mode, overwrite, error);
}

/* ---- writing ---- */

static void a_new_file_has_the_given_mode(void **state) {
    (void)state;
    Error error;
    mode_t mask = umask(027);
    assert_true(write_text("new", "one\n", 0666, false, &error));
    assert_true(write_text("secret", "two\n", 0600, true, &error));
    umask(mask);
    assert_content("new", "one\n");
    assert_content("secret", "two\n");
    assert_int_equal(mode_of("new"), 0640);
    assert_int_equal(mode_of("secret"), 0600);
    assert_int_equal(scratch_count("."), 2);
}

static void a_replaced_file_keeps_its_mode(void **state) {
    (void)state;
    Error error;
    scratch_write("old", "old");
    assert_int_equal(chmod(scratch_path("old"), 0626), 0);
    mode_t mask = umask(077);
    assert_true(write_text("old", "new", 0600, true, &error));
    umask(mask);
    assert_content("old", "new");
    assert_int_equal(mode_of("old"), 0626);
    assert_int_equal(scratch_count("."), 1);
}

static void an_old_file_is_kept_without_overwrite(void **state) {
    (void)state;
    Error error;
    scratch_write("old", "old");
    assert_false(write_text("old", "new", 0600, false, &error));
    assert_int_equal(error.code, ERROR_STATE);
    assert_non_null(strstr(error.text, scratch_path("old")));
    assert_content("old", "old");
    assert_int_equal(scratch_count("."), 1);
}

static void a_link_is_followed(void **state) {
    (void)state;
    Error error;
    struct stat status;
    scratch_write("real", "old");
    assert_int_equal(symlink("real", scratch_path("link")), 0);
    assert_true(write_text("link", "new", 0600, true, &error));
    assert_content("real", "new");
    assert_int_equal(lstat(scratch_path("link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

static void a_dangling_link_is_refused(void **state) {
    (void)state;
    Error error;
    assert_int_equal(symlink("nowhere", scratch_path("link")), 0);
    assert_false(write_text("link", "new", 0600, true, &error));
    assert_int_equal(error.code, ERROR_IO);
}

static void only_regular_files_are_written(void **state) {
    (void)state;
    Error error;
    assert_int_equal(mkdir(scratch_path("folder"), 0700), 0);
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    assert_false(write_text("folder", "x", 0600, true, &error));
    assert_false(write_text("pipe", "x", 0600, true, &error));
    assert_false(write_text("", "x", 0600, true, &error));
    assert_false(file_write_atomic("/dev/null", "x", 1, 0600, true, &error));
    assert_false(file_write_atomic("", "x", 1, 0600, true, &error));
    assert_false(write_text("no/such/folder", "x", 0600, true, &error));
    assert_int_equal(error.code, ERROR_IO);
    assert_int_equal(scratch_count("."), 2);
}

static void a_bare_name_is_in_the_current_folder(void **state) {
    (void)state;
    Error error = {0};
    char here[SCRATCH_PATH_SIZE];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(scratch_path(".")), 0);
    bool done = file_write_atomic("bare", "x", 1, 0600, false, &error);
    assert_int_equal(chdir(here), 0);
    assert_true(done);
    assert_content("bare", "x");
}

/* ---- no room ---- */

static char long_text[1 << 20];

static const char *fill_long_text(void) {
    memset(long_text, 'x', sizeof long_text - 1);
    return long_text;
}

static void a_full_device_is_reported_as_full(void **state) {
    (void)state;
    Error error = {0};
    int file = open("/dev/full", O_WRONLY);
    if (file < 0)
        skip();
    assert_false(file_write_synced(file, "game.txt", "text", 4, &error));
    close(file);
    assert_int_equal(error.code, ERROR_IO);
    assert_non_null(strstr(error.text, "game.txt"));
    assert_non_null(strstr(error.text, "full"));
}

static void what_a_stream_lost_before_is_reported(void **state) {
    (void)state;
    Error error = {0};
    FILE *stream = fopen("/dev/full", "w");
    if (stream == NULL)
        skip();
    setvbuf(stream, NULL, _IONBF, 0);
    assert_int_equal(fputc('a', stream), EOF);
    int file = open(scratch_path("output"), O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0 && dup2(file, fileno(stream)) >= 0); /* there is room again */
    close(file);
    errno = 0;
    assert_false(file_print(stream, "output", "bc", 2, &error));
    fclose(stream);
    assert_int_equal(error.code, ERROR_IO);
    assert_string_equal(error.text, "output: some of it could not be written");
}

/* Runs a check in a child process, which may change process-wide state. Returns the exit status. */
static int in_child(int (*check)(void)) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(check());
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

enum { CHECK_OK, CHECK_FAILED, CHECK_IMPOSSIBLE };

static int write_over_the_limit(void) {
    Error error = {0};
    struct rlimit limit = {65536, 65536};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return CHECK_IMPOSSIBLE;
    const char *text = fill_long_text();
    bool written = file_write_atomic(scratch_path("old"), text, strlen(text), 0600, true, &error);
    return !written && error.code == ERROR_IO ? CHECK_OK : CHECK_FAILED;
}

static void a_failed_write_keeps_the_old_file(void **state) {
    (void)state;
    scratch_write("old", "old");
    int result = in_child(write_over_the_limit);
    if (result == CHECK_IMPOSSIBLE)
        skip();
    assert_int_equal(result, CHECK_OK);
    assert_content("old", "old");
    assert_int_equal(scratch_count("."), 1);
}

static bool write_proc_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY);
    bool done = file >= 0 && write(file, text, strlen(text)) > 0;
    if (file >= 0)
        close(file);
    return done;
}

/* Without root, a user namespace gives the right to mount. */
static bool enter_mount_namespace(void) {
    char user[64], group[64];
    snprintf(user, sizeof user, "0 %ld 1", (long)getuid());
    snprintf(group, sizeof group, "0 %ld 1", (long)getgid());
    if (unshare(CLONE_NEWNS) == 0)
        return true;
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           write_proc_file("/proc/self/uid_map", user) &&
           write_proc_file("/proc/self/setgroups", "deny") &&
           write_proc_file("/proc/self/gid_map", group);
}

/* Mounts a small disk that only this process sees. */
static bool mount_small_disk(const char *path) {
    return enter_mount_namespace() && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", path, "tmpfs", 0, "size=65536") == 0;
}

static bool file_is(const char *path, const char *expected) {
    size_t length;
    char *text = file_read(path, &length, NULL);
    bool same = text && strcmp(text, expected) == 0;
    free(text);
    return same;
}

static int write_on_a_small_disk(void) {
    Error error = {0};
    if (!mount_small_disk(scratch_path("disk")))
        return CHECK_IMPOSSIBLE;
    if (!file_write_atomic(scratch_path("disk/game"), "old", 3, 0600, false, &error))
        return CHECK_FAILED;
    const char *text = fill_long_text();
    bool written =
        file_write_atomic(scratch_path("disk/game"), text, strlen(text), 0600, true, &error);
    bool said = strstr(error.text, "disk is full") != NULL;
    bool kept = file_is(scratch_path("disk/game"), "old") && scratch_count("disk") == 1;
    bool again = file_write_atomic(scratch_path("disk/game"), "new", 3, 0600, true, &error);
    return !written && said && kept && again ? CHECK_OK : CHECK_FAILED;
}

static void a_full_disk_keeps_the_old_file(void **state) {
    (void)state;
    assert_int_equal(mkdir(scratch_path("disk"), 0700), 0);
    int result = in_child(write_on_a_small_disk);
    if (result == CHECK_IMPOSSIBLE)
        skip();
    assert_int_equal(result, CHECK_OK);
}

/* ---- reading ---- */

static void assert_unreadable(const char *name, ErrorCode code) {
    Error error = {0};
    size_t length;
    assert_null(file_read(scratch_path(name), &length, &error));
    assert_int_equal(error.code, code);
    assert_non_null(strstr(error.text, name));
}

static void an_unreadable_file_is_named(void **state) {
    (void)state;
    assert_int_equal(mkdir(scratch_path("folder"), 0700), 0);
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    scratch_write("huge", "");
    assert_int_equal(truncate(scratch_path("huge"), FILE_SIZE_MAX + 1), 0);
    assert_unreadable("missing", ERROR_IO);
    assert_unreadable("folder", ERROR_IO);
    assert_unreadable("pipe", ERROR_IO);
    assert_unreadable("huge", ERROR_RANGE);
}

static void an_empty_file_is_an_empty_text(void **state) {
    (void)state;
    scratch_write("empty", "");
    assert_content("empty", "");
}

/* ---- the state folder ---- */

static void the_state_folder_is_created_private(void **state) {
    (void)state;
    Error error = {0};
    char folder[FILE_PATH_SIZE];
    assert_true(storage_state_folder(folder, &error));
    assert_string_equal(folder, scratch_path("state/congo"));
    assert_int_equal(mode_of("state/congo"), 0700);
    assert_int_equal(mode_of("state"), 0700);
    assert_true(storage_state_folder(folder, &error)); /* it may exist */
}

static void without_xdg_the_state_folder_is_in_the_home(void **state) {
    (void)state;
    Error error = {0};
    char folder[FILE_PATH_SIZE], nowhere[FILE_PATH_SIZE];
    const char *home = getenv("HOME");
    char *kept = home ? strdup(home) : NULL;
    setenv("XDG_STATE_HOME", "not/absolute", 1);
    setenv("HOME", scratch_path("home"), 1);
    bool found = storage_state_folder(folder, &error);
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    bool homeless = storage_state_folder(nowhere, &error);
    setenv("XDG_STATE_HOME", scratch_path("state"), 1);
    if (kept)
        setenv("HOME", kept, 1);
    free(kept);
    assert_true(found);
    assert_false(homeless);
    assert_int_equal(error.code, ERROR_IO);
    assert_int_equal(mode_of("home/.local/state/congo"), 0700);
}

static void a_file_in_the_way_is_an_error(void **state) {
    (void)state;
    Error error = {0};
    char folder[FILE_PATH_SIZE];
    scratch_write("state", "");
    assert_false(storage_state_folder(folder, &error));
    assert_int_equal(error.code, ERROR_IO);
}

/* ---- games ---- */

static const char two_games[] =
    "[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"*\"]\n\n1. P-BB3 P-BB5 *\n\n"
    "[White \"Cy\"]\n[Result \"0-1\"]\n[Reason \"resigned\"]\n\n0-1\n\n";

static void games_are_found_by_number(void **state) {
    (void)state;
    Error error = {0};
    scratch_write("two", two_games);
    Record *first = storage_load_game(scratch_path("two"), 1, NULL, &error);
    assert_string_equal(error.text, "");
    Record *second = storage_load_game(scratch_path("two"), 2, NULL, &error);
    Record *last = storage_load_game(scratch_path("two"), 0, NULL, &error);
    assert_string_equal(record_tag(first, "White"), "Ada");
    assert_int_equal(first->count, 2);
    assert_string_equal(record_tag(second, "White"), "Cy");
    assert_true(record_equal(second, last));
    record_free(first);
    record_free(second);
    record_free(last);
}

static void missing_games_are_errors(void **state) {
    (void)state;
    Error error = {0};
    scratch_write("two", two_games);
    scratch_write("none", "\n\n");
    scratch_write("bad", "[White \"Ada\"]\n\n1. P-BB3 Z9 *\n");
    assert_null(storage_load_game(scratch_path("two"), 3, NULL, &error));
    assert_non_null(strstr(error.text, "1 to 2"));
    assert_null(storage_load_game(scratch_path("none"), 0, NULL, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_null(storage_load_game(scratch_path("bad"), 0, NULL, &error));
    assert_non_null(strstr(error.text, "bad:3:"));
    assert_null(storage_load_game(scratch_path("missing"), 0, NULL, &error));
    assert_int_equal(error.code, ERROR_IO);
}

static void a_list_has_a_title_for_each_game(void **state) {
    (void)state;
    Error error = {0};
    GameList list;
    scratch_write("two", two_games);
    assert_true(storage_list_games(scratch_path("two"), NULL, &list, &error));
    assert_int_equal(list.count, 2);
    assert_string_equal(list.titles[0], "Ada - Bo, congo, 1 move, *");
    assert_string_equal(list.titles[1], "Cy - Black, congo, 0 moves, 0-1");
    storage_free_games(&list);
    assert_int_equal(list.count, 0);
    scratch_write("bad", "[White \"Ada\"]\n\n1. P-BB3 Z9 *\n");
    assert_true(storage_list_games(scratch_path("bad"), NULL, &list, &error));
    assert_string_equal(list.titles[0], "Ada - Black, congo, 1 move, *");
    storage_free_games(&list);
    scratch_write("none", "\n\n");
    assert_false(storage_list_games(scratch_path("none"), NULL, &list, &error));
    assert_int_equal(list.count, 0);
}

static void unreadable_games_are_counted_too(void **state) {
    (void)state;
    static const char bad[] = "[White \"Ada\"]\n\n1. Z-A1 *\n\n";
    char text[sizeof bad + sizeof two_games];
    snprintf(text, sizeof text, "%s%s", bad, two_games);
    scratch_write("three", text);
    scratch_write("bad", bad);
    scratch_write("empty", "");
    assert_int_equal(storage_count_games(scratch_path("three")), 3);
    assert_int_equal(storage_count_games(scratch_path("bad")), 1);
    assert_int_equal(storage_count_games(scratch_path("empty")), 0);
    assert_int_equal(storage_count_games(scratch_path("missing")), 0);
}

/* Counts calls, and stops at the last one allowed. */
typedef struct WatchLog {
    size_t calls, calls_max, done;
} WatchLog;

static bool on_progress(void *context, size_t done, size_t total) {
    WatchLog *log = context;
    assert_true(done > log->done && done <= total);
    log->done = done;
    return ++log->calls < log->calls_max;
}

static void a_watch_follows_and_stops_reading(void **state) {
    (void)state;
    enum { COPIES = 30000 };
    size_t length = sizeof two_games - 1;
    char *text = memory_allocate(COPIES * length + 1);
    for (size_t i = 0; i < COPIES; i++)
        memcpy(text + i * length, two_games, length);
    scratch_write("large", text);
    free(text);
    GameList list;
    Error error = {0};
    WatchLog whole = {.calls_max = SIZE_MAX};
    StorageWatch watch = {on_progress, &whole};
    assert_true(storage_list_games(scratch_path("large"), &watch, &list, &error));
    assert_int_equal(list.count, 2 * COPIES);
    storage_free_games(&list);
    assert_true(whole.calls >= 2);
    WatchLog stopped = {.calls_max = whole.calls};
    watch.context = &stopped;
    assert_false(storage_list_games(scratch_path("large"), &watch, &list, &error));
    assert_int_equal(error.code, ERROR_STATE);
    assert_non_null(strstr(error.text, "large: reading was stopped"));
    assert_int_equal(list.count, 0);
    WatchLog at_once = {.calls_max = 1};
    watch.context = &at_once;
    assert_null(storage_load_game(scratch_path("large"), 0, &watch, &error));
    assert_int_equal(at_once.calls, 1);
    WatchLog near = {.calls_max = 1};
    watch.context = &near;
    Record *first = storage_load_game(scratch_path("large"), 2, &watch, &error);
    assert_string_equal(record_tag(first, "White"), "Cy");
    assert_int_equal(near.calls, 0);
    record_free(first);
}

/* A game can be loaded although the ones before it are wrong. */
static void wrong_games_before_do_not_matter(void **state) {
    (void)state;
    static const char bad[] = "[White \"X\"]\n\n1. Z-A1 *\n\n[White \"Y]\n\n1. Z-F3 {no end *\n\n";
    char text[sizeof bad + sizeof two_games];
    Error error = {0};
    GameList list;
    snprintf(text, sizeof text, "%s%s", bad, two_games);
    scratch_write("mixed", text);
    assert_true(storage_list_games(scratch_path("mixed"), NULL, &list, &error));
    assert_int_equal(list.count, 4);
    assert_string_equal(list.titles[3], "Cy - Black, congo, 0 moves, 0-1");
    storage_free_games(&list);
    Record *record = storage_load_game(scratch_path("mixed"), 3, NULL, &error);
    assert_string_equal(record_tag(record, "White"), "Ada");
    record_free(record);
    assert_null(storage_load_game(scratch_path("mixed"), 1, NULL, &error));
    assert_non_null(strstr(error.text, "mixed:3:4: no legal move fits"));
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

/* The whole path of a file is shown from the root, or from the home folder. */
static void a_whole_path_is_shown(void **state) {
    char shown[FILE_PATH_SIZE], folder[FILE_PATH_SIZE], expected[FILE_PATH_SIZE + 8];
    (void)state;
    setenv("HOME", "/home/ada", 1);
    assert_string_equal(storage_whole_path("/tmp/a.congo", shown), "/tmp/a.congo");
    assert_string_equal(storage_whole_path("/home/ada/games/a.congo", shown), "~/games/a.congo");
    assert_string_equal(storage_whole_path("/home/adam/a.congo", shown), "/home/adam/a.congo");
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(expected, sizeof expected, "%s/a.congo", folder);
    assert_string_equal(storage_whole_path("./a.congo", shown), expected);
    setenv("HOME", folder, 1);
    assert_string_equal(storage_whole_path("a.congo", shown), "~/a.congo");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        in_scratch(a_new_file_has_the_given_mode),
        in_scratch(a_whole_path_is_shown),
        in_scratch(a_replaced_file_keeps_its_mode),
        in_scratch(an_old_file_is_kept_without_overwrite),
        in_scratch(a_link_is_followed),
        in_scratch(a_dangling_link_is_refused),
        in_scratch(only_regular_files_are_written),
        in_scratch(a_bare_name_is_in_the_current_folder),
        in_scratch(a_full_device_is_reported_as_full),
        in_scratch(what_a_stream_lost_before_is_reported),
        in_scratch(a_failed_write_keeps_the_old_file),
        in_scratch(a_full_disk_keeps_the_old_file),
        in_scratch(an_unreadable_file_is_named),
        in_scratch(an_empty_file_is_an_empty_text),
        in_scratch(the_state_folder_is_created_private),
        in_scratch(without_xdg_the_state_folder_is_in_the_home),
        in_scratch(a_file_in_the_way_is_an_error),
        in_scratch(games_are_found_by_number),
        in_scratch(missing_games_are_errors),
        in_scratch(a_list_has_a_title_for_each_game),
        in_scratch(unreadable_games_are_counted_too),
        in_scratch(a_watch_follows_and_stops_reading),
        in_scratch(wrong_games_before_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
