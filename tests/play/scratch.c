#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

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

const char *scratch_path(const char *name) {
    static char paths[4][SCRATCH_PATH_SIZE];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, SCRATCH_PATH_SIZE, "%s/%s", folder, name);
    return path;
}

void scratch_write(const char *name, const char *text) {
    FILE *file = fopen(scratch_path(name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
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
