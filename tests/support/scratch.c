#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <dirent.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "rules/variant.h"
#include "scratch.h"

static char folder[SCRATCH_PATH_SIZE / 2];

int scratch_make(void **state) {
    (void)state;
    char here[SCRATCH_PATH_SIZE / 4];
    if (!getcwd(here, sizeof here))
        return -1;
    snprintf(folder, sizeof folder, "%s/scratch-XXXXXX", here);
    if (!mkdtemp(folder))
        return -1;
    return setenv("XDG_STATE_HOME", scratch_path("state"), 1);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

int scratch_remove(void **state) {
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int scratch_enter(void **state) {
    return scratch_make(state) == 0 ? chdir(folder) : -1;
}

int scratch_leave(void **state) {
    return chdir("/") == 0 ? scratch_remove(state) : -1;
}

const char *scratch_path(const char *name) {
    static char paths[4][SCRATCH_PATH_SIZE];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, SCRATCH_PATH_SIZE, "%s/%s", folder, name);
    return path;
}

const char *scratch_source(const char *name) {
    static char path[4000];
    snprintf(path, sizeof path, "%s/%s", getenv("CONGO_SOURCE"), name);
    return path;
}

void scratch_write(const char *name, const char *text) {
    scratch_write_bytes(name, text, strlen(text));
}

void scratch_write_bytes(const char *name, const char *bytes, size_t length) {
    FILE *file = fopen(scratch_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

char *scratch_read(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 100000);
    assert_non_null(text);
    assert_true(fread(text, 1, 99999, file) > 0);
    fclose(file);
    return text;
}

int scratch_count(const char *name) {
    DIR *directory = opendir(scratch_path(name));
    int count = 0;
    if (!directory)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return count;
}

void scratch_fill_disk(bool full) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = full ? 0 : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

const char *scratch_unknown_variant(const char *beginning, const char *found,
                                    char sentence[SCRATCH_SENTENCE_SIZE]) {
    size_t length =
        (size_t)snprintf(sentence, SCRATCH_SENTENCE_SIZE, "%sexpected a variant (", beginning);
    for (size_t i = 0; variant_builtin(i); i++)
        length += (size_t)snprintf(sentence + length, SCRATCH_SENTENCE_SIZE - length, "%s%s",
                                   i > 0 ? ", " : "", variant_builtin(i)->name);
    snprintf(sentence + length, SCRATCH_SENTENCE_SIZE - length,
             ") or a file (with a \"/\" in its name, or ending in .conf or .cfg), found \"%s\"",
             found);
    return sentence;
}
