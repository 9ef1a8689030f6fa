/* Building tables: for all rules, interrupted and continued, and what stands in the way. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "../support/scratch.h"
#include "endings/ending_build.h"
#include "endings/ending_class.h"
#include "rules/fen.h"

#define FOLDER "pawns-bare-lions-draw-unless-capture"

static EndingBuildRequest request_of(const Variant *variant, const char *folder) {
    return (EndingBuildRequest){.variant = variant, .men = 3, .folder = folder, .threads = 2};
}

static void build(const EndingBuildRequest *request) {
    Error error = {0};
    if (!ending_build(request, &error))
        fail_msg("%s", error.text);
}

static Endings *open_folder(const char *folder, const Variant *variant) {
    Error error = {0};
    Endings *endings = endings_open(&folder, 1, variant, &error);
    assert_non_null(endings);
    assert_string_equal(error.text, "");
    return endings;
}

/* ---- all rules ---- */

static void check_rules(const Variant *variant, const char *folder) {
    EndingBuildRequest request = request_of(variant, folder);
    EndingVerifyResult result;
    Error error = {0};
    build(&request);
    Endings *endings = open_folder(folder, variant);
    assert_int_equal(endings_men(endings), 3);
    assert_true(endings_fit(endings, variant));
    for (int men = 2; men <= 3; men++) {
        EndingVerifyRequest verify = {
            .endings = endings, .variant = variant, .men = men, .threads = 1};
        if (!ending_verify(&verify, &result, &error))
            fail_msg("%s, %d men: %s", folder, men, error.text);
    }
    endings_close(endings);
}

static void every_rule(void **state) {
    (void)state;
    check_rules(variant_find("congo"), "congo");
    check_rules(variant_find("wits"), "wits");
    check_rules(variant_find("islands"), "islands");
    check_rules(variant_find("megapawn-draw"), "megapawn-draw");
    Variant custom = *variant_find("megapawn-draw");
    custom.elephante = true;
    custom.islands = square_bit(A4) | square_bit(D4);
    custom.bare_lions = BARE_LIONS_PLAY;
    check_rules(&custom, "custom");
}

/* Looks up one position. Returns a word such as "win 5". */
static const char *value_of(const Endings *endings, const Variant *variant, const char *fen) {
    static char text[32];
    static const char *const words[] = {"loss", "draw", "win"};
    Position position;
    EndingValue value;
    Error error = {0};
    if (!fen_parse(fen, variant, &position, &error))
        fail_msg("%s: %s", fen, error.text);
    if (!endings_probe(endings, &position, &value))
        return "no table";
    snprintf(text, sizeof text, "%s %d", words[value.result + 1], value.plies);
    return text;
}

static void values(void **state) {
    (void)state;
    const Variant *congo = variant_find("congo"), *wits = variant_find("wits");
    Endings *endings = open_folder("congo", congo);
    assert_string_equal(value_of(endings, congo, "3l3/7/7/7/7/7/3L3/w/-1"), "win 1");
    assert_string_equal(value_of(endings, congo, "2l4/7/7/7/7/7/3L3/w/-1"), "draw 0");
    assert_string_equal(value_of(endings, congo, "3l3/7/7/7/7/6P/2L4/w/-1"), "win 21");
    assert_string_equal(value_of(endings, congo, "3l3/7/7/7/7/6P/2L4/b/-1"), "loss 22");
    /* Exchanged colours and the mirror image. */
    assert_string_equal(value_of(endings, congo, "4l2/p6/7/7/7/7/3L3/b/-1"), "win 21");
    assert_string_equal(value_of(endings, congo, "7/3l3/7/Z6/7/7/3L3/w/-1"), "win 1");
    assert_string_equal(value_of(endings, congo, "2l4/7/7/7/7/1Z5/3L2z/w/-1"), "no table");
    endings_close(endings);
    endings = open_folder("wits", wits);
    assert_string_equal(value_of(endings, wits, "3l3/7/7/7/7/7/3L3/w/-1"), "draw 0");
    endings_close(endings);
}

static void other_rules(void **state) {
    (void)state;
    Endings *endings = open_folder("congo", variant_find("congo"));
    assert_false(endings_fit(endings, variant_find("islands")));
    assert_false(endings_fit(endings, variant_find("wits")));
    assert_false(endings_fit(NULL, variant_find("congo")));
    endings_close(endings);
    endings = open_folder("congo", variant_find("megapawn"));
    assert_int_equal(endings_men(endings), 0);
    assert_false(endings_fit(endings, variant_find("megapawn")));
    endings_close(endings);
    endings = open_folder("islands", variant_find("crowded"));
    assert_int_equal(endings_men(endings), 3);
    endings_close(endings);
}

/* ---- interrupted and continued ---- */

typedef struct Progress {
    size_t classes, before;
    size_t stop_at;
    atomic_bool cancelled;
} Progress;

static void on_progress(void *context, const EndingBuildProgress *progress) {
    Progress *seen = context;
    if (progress->positions == 0)
        seen->before = progress->classes;
    seen->classes = progress->classes;
    assert_int_equal(progress->class_total, 1 + 7 + 56);
    assert_true(progress->positions <= progress->position_total);
    if (seen->classes == seen->stop_at)
        atomic_store(&seen->cancelled, true);
}

static void check_same_files(const char *a, const char *b) {
    FileList list;
    Error error = {0};
    assert_true(file_list_folder(a, ".ending", &list, &error));
    assert_int_equal(list.count, 1 + 7 + 56);
    for (size_t i = 0; i < list.count; i++) {
        char other[4096];
        size_t length, other_length;
        snprintf(other, sizeof other, "%s%s", b, strrchr(list.paths[i], '/'));
        char *bytes = file_read(list.paths[i], &length, &error);
        char *other_bytes = file_read(other, &other_length, &error);
        assert_true(bytes && other_bytes);
        assert_int_equal(length, other_length);
        assert_memory_equal(bytes, other_bytes, length);
        free(bytes);
        free(other_bytes);
    }
    file_list_free(&list);
}

static void continued(void **state) {
    (void)state;
    Progress progress = {.stop_at = 30};
    EndingBuildRequest request = request_of(variant_find("congo"), "whole");
    Error error = {0};
    request.men = 4;
    build(&request);
    request.folder = "parts";
    request.on_progress = on_progress;
    request.context = &progress;
    request.cancelled = &progress.cancelled;
    assert_false(ending_build(&request, &error));
    assert_int_equal(error.code, ERROR_STATE);
    assert_string_equal(error.text, "stopped before the end");
    assert_true(progress.classes >= 30);
    assert_int_equal(progress.before, 0);
    size_t done = progress.classes;
    atomic_store(&progress.cancelled, false);
    progress.stop_at = 0;
    build(&request);
    assert_int_equal(progress.before, done);
    assert_int_equal(progress.classes, 64);
    check_same_files("whole/" FOLDER, "parts/" FOLDER);
}

/* A file that is damaged is made again, those that are intact are not. */
static void mended(void **state) {
    (void)state;
    Progress progress = {0};
    EndingBuildRequest request = request_of(variant_find("congo"), "parts");
    request.men = 4;
    request.on_progress = on_progress;
    request.context = &progress;
    scratch_write("parts/" FOLDER "/Lz_l.ending", "CONGOEND");
    assert_int_equal(truncate("parts/" FOLDER "/Lcc_l.ending", 300), 0);
    build(&request);
    assert_int_equal(progress.before, 62);
    check_same_files("whole/" FOLDER, "parts/" FOLDER);
}

/* ---- what stands in the way ---- */

static void check_failure(const EndingBuildRequest *request, const char *sentence) {
    Error error = {0};
    assert_false(ending_build(request, &error));
    assert_string_equal(error.text, sentence);
}

static void failures(void **state) {
    (void)state;
    EndingBuildRequest request = request_of(variant_find("megapawn"), "none");
    check_failure(&request, "the variant megapawn has no solved endings: it forbids repetition, so "
                            "the value of a position depends on the moves before it");
    request = request_of(variant_find("congo"), "file");
    scratch_write("file", "x");
    check_failure(&request, "file: expected a folder, found a file");
    request.folder = "file/below";
    check_failure(&request, "file: expected a folder, found a file");
    assert_int_equal(mkdir("blocked", 0777), 0);
    assert_int_equal(mkdir("blocked/" FOLDER, 0777), 0);
    assert_int_equal(mkdir("blocked/" FOLDER "/L_l.ending", 0777), 0);
    request.folder = "blocked";
    Error error = {0};
    assert_false(ending_build(&request, &error));
    assert_non_null(strstr(error.text, "blocked/" FOLDER "/L_l.ending"));
}

static void one_at_a_time(void **state) {
    (void)state;
    Error error = {0};
    EndingBuildRequest request = request_of(variant_find("congo"), "congo");
    int lock = file_open_locked("congo/" FOLDER "/lock", 0, 0, &error);
    assert_true(lock >= 0);
    check_failure(&request, "congo/" FOLDER ": another program is making these endings");
    close(lock);
    build(&request);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule),    cmocka_unit_test(values), cmocka_unit_test(other_rules),
        cmocka_unit_test(continued),     cmocka_unit_test(mended), cmocka_unit_test(failures),
        cmocka_unit_test(one_at_a_time),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
