#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "config/ending_folders.h"
#include "../support/scratch.h"

static const char installed[] = PKGDATADIR "/endings";

static int enter(void **state) {
    return scratch_enter(state) == 0 && mkdir("tables", 0700) == 0 ? 0 : -1;
}

static int set_environment(void **state) {
    (void)state;
    unsetenv("CONGO_ENDINGS");
    setenv("XDG_CACHE_HOME", "/cache", 1);
    return setenv("HOME", "/home/ada", 1);
}

static EndingFolders *find(const char *setting) {
    static EndingFolders folders;
    Error error = {0};
    if (!ending_folders_find(setting, &folders, &error))
        fail_msg("%s: %s", setting, error.text);
    for (size_t i = 0; i < folders.count; i++)
        assert_ptr_equal(folders.list[i], folders.paths[i]);
    return &folders;
}

static void check_two(const char *first, const char *second) {
    const EndingFolders *folders = find("auto");
    assert_int_equal(folders->count, 2);
    assert_string_equal(folders->list[0], first);
    assert_string_equal(folders->list[1], second);
}

static void auto_is_the_cache_then_the_installed_folder(void **state) {
    (void)state;
    check_two("/cache/congo/endings", installed);
    setenv("XDG_CACHE_HOME", "relative", 1);
    check_two("/home/ada/.cache/congo/endings", installed);
    unsetenv("XDG_CACHE_HOME");
    check_two("/home/ada/.cache/congo/endings", installed);
}

static void the_environment_replaces_the_installed_folder(void **state) {
    (void)state;
    setenv("CONGO_ENDINGS", "/build/endings", 1);
    check_two("/cache/congo/endings", "/build/endings");
    setenv("CONGO_ENDINGS", "", 1);
    check_two("/cache/congo/endings", installed);
}

static void without_a_home_only_the_installed_folder_is_searched(void **state) {
    (void)state;
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    const EndingFolders *folders = find("auto");
    assert_int_equal(folders->count, 1);
    assert_string_equal(folders->list[0], installed);
}

static void none_is_no_folder(void **state) {
    (void)state;
    assert_int_equal(find("none")->count, 0);
    assert_int_equal(find("None")->count, 0);
}

static void a_folder_replaces_all_others(void **state) {
    (void)state;
    setenv("CONGO_ENDINGS", "/build/endings", 1);
    const EndingFolders *folders = find("tables");
    assert_int_equal(folders->count, 1);
    assert_string_equal(folders->list[0], "tables");
}

static void check_rejected(const char *setting, const char *sentence) {
    EndingFolders folders = {.count = 2};
    Error error = {0};
    assert_false(ending_folders_find(setting, &folders, &error));
    assert_int_equal(folders.count, 0);
    assert_string_equal(error.text, sentence);
}

static void what_is_not_a_folder_is_rejected(void **state) {
    (void)state;
    scratch_write("file", "");
    check_rejected("missing", "missing: cannot be read: No such file or directory");
    check_rejected("file", "file: expected a folder, found a file");
}

static mode_t mode_of(const char *path) {
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

static void the_cache_folder_is_created_private(void **state) {
    (void)state;
    Error error = {0};
    char folder[FILE_PATH_SIZE];
    setenv("XDG_CACHE_HOME", scratch_path("cache"), 1);
    assert_true(ending_folders_cache(folder, &error));
    assert_string_equal(folder, scratch_path("cache/congo/endings"));
    assert_int_equal(mode_of("cache"), 0700);
    assert_int_equal(mode_of("cache/congo/endings"), 0700);
    assert_true(ending_folders_cache(folder, &error)); /* it may exist */
}

static void a_missing_cache_folder_is_an_error(void **state) {
    (void)state;
    Error error = {0};
    char folder[FILE_PATH_SIZE];
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_false(ending_folders_cache(folder, &error));
    assert_string_equal(error.text, "there is no folder for endings: set HOME to your home folder");
    scratch_write("in-the-way", "");
    setenv("XDG_CACHE_HOME", scratch_path("in-the-way"), 1);
    assert_false(ending_folders_cache(folder, &error));
    assert_non_null(strstr(error.text, "in-the-way: expected a folder, found a file"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(auto_is_the_cache_then_the_installed_folder, set_environment),
        cmocka_unit_test_setup(the_environment_replaces_the_installed_folder, set_environment),
        cmocka_unit_test_setup(without_a_home_only_the_installed_folder_is_searched,
                               set_environment),
        cmocka_unit_test_setup(none_is_no_folder, set_environment),
        cmocka_unit_test_setup(a_folder_replaces_all_others, set_environment),
        cmocka_unit_test_setup(what_is_not_a_folder_is_rejected, set_environment),
        cmocka_unit_test_setup(the_cache_folder_is_created_private, set_environment),
        cmocka_unit_test_setup(a_missing_cache_folder_is_an_error, set_environment),
    };
    return cmocka_run_group_tests(tests, enter, scratch_leave);
}
