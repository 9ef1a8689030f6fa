#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "rules/variant.h"
#include "config_scratch.h"

static char folder[3000];
static const char *source;

int scratch_enter(void **state) {
    (void)state;
    const char *build = getenv("CONGO_BUILD");
    source = getenv("CONGO_SOURCE");
    if (!build || !source) {
        fputs("CONGO_BUILD and CONGO_SOURCE must name the two trees, as make check does\n", stderr);
        return -1;
    }
    snprintf(folder, sizeof folder, "%s/scratch-XXXXXX", build);
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

int scratch_leave(void **state) {
    (void)state;
    return chdir("/") == 0 ? nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) : -1;
}

void scratch_write(const char *name, const char *text) {
    scratch_write_bytes(name, text, strlen(text));
}

void scratch_write_bytes(const char *name, const char *bytes, size_t length) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

const char *scratch_path(const char *name) {
    static char path[4000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

const char *scratch_source(const char *name) {
    static char path[4000];
    snprintf(path, sizeof path, "%s/%s", source, name);
    return path;
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
