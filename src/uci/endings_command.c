#include <config.h>

#include "uci/endings_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/text.h"
#include "config/ending_folders.h"
#include "config/variantfile.h"
#include "endings/ending_build.h"
#include "endings/ending_class.h"
#include "uci/progress_line.h"

enum { TEXT_SIZE = 128, SIGNAL_STATUS = 128 };

/* ---- shared by the commands ---- */

static bool load_variant(const char *name, Variant *variant, Error *error) {
    EndingRules rules;
    if (!variantfile_load(name, variant, error))
        return error_prefix(error, "--variant: ");
    return ending_rules_of(variant, &rules) || ending_rules_report(variant, error);
}

static int thread_count(int wanted) {
    return clamp_int(wanted > 0 ? wanted : parallel_processors(), 1, PARALLEL_THREADS_MAX);
}

/* Reports that there are no tables. `setting` and `name` are the folder and the variant as the
 * command names them. */
static void report_missing(const char *setting, const char *name, const Variant *variant, int men,
                           Error *error) {
    bool is_default = strcmp(name, variant_default()->name) == 0;
    bool is_folder = text_find_word(ending_folder_words, setting) < 0;
    error_set(error, ERROR_STATE,
              "the endings of %s with %d men are not %s%s: congo-engine endings build "
              "--men=%d%s%s%s%s makes them",
              variant->name, men, is_folder ? "in " : "there", is_folder ? setting : "", men,
              is_default ? "" : " --variant=", is_default ? "" : name,
              is_folder ? " --output=" : "", is_folder ? setting : "");
}

/* Opens tables that have all classes with a number of men. Returns NULL with an error. */
static Endings *open_endings(const char *setting, const char *name, const Variant *variant, int men,
                             Error *error) {
    EndingFolders folders;
    Error fault = {0};
    if (!ending_folders_find(setting, &folders, error)) {
        error_prefix(error, "--endings: ");
        return NULL;
    }
    if (folders.count == 0) {
        error_set(error, ERROR_STATE, "the solved endings are turned off by --endings=%s", setting);
        return NULL;
    }
    Endings *endings = endings_open(folders.list, folders.count, variant, &fault);
    if (endings_men(endings) >= men)
        return endings;
    endings_close(endings);
    if (fault.code != ERROR_NONE)
        *error = fault;
    else
        report_missing(setting, name, variant, men, error);
    return NULL;
}

/* Returns the exit status of a command that failed or was stopped. */
static int report_end(const char *interrupted, Error *error) {
    if (interrupt_signal() == 0 || error->code != ERROR_STATE)
        return COMMAND_FAILED;
    error_set(error, ERROR_STATE, "%s", interrupted);
    return SIGNAL_STATUS + interrupt_signal();
}

/* ---- build ---- */

typedef struct BuildRun {
    ProgressLine line;
    size_t classes; /* completed */
    size_t found;   /* of these, at the start */
} BuildRun;

static void on_build_progress(void *context, const EndingBuildProgress *progress) {
    BuildRun *run = context;
    char left[TEXT_DURATION_SIZE], text[2 * TEXT_SIZE];
    run->classes = progress->classes;
    if (progress->class_name[0] == '\0')
        run->found = progress->classes;
    if (progress->position_total == 0)
        return;
    double share = 100.0 * (double)progress->positions / (double)progress->position_total;
    snprintf(text, sizeof text, "%s%s%s%zu of %zu classes, %d %%",
             progress->class_name[0] ? "Solved " : "", progress->class_name,
             progress->class_name[0] ? ": " : "", progress->classes, progress->class_total,
             (int)share);
    text_write_duration(progress->left_ms, left);
    if (progress->left_ms > 0)
        text_append(text, sizeof text, ", about %s left", left);
    progress_line_show(&run->line, progress->positions, progress->position_total, text);
}

/* Prints a sentence about what was done. */
static int print_result(Buffer *text, Error *error) {
    bool written = file_print(stdout, "standard output", text->bytes, text->length, error);
    buffer_free(text);
    return written ? COMMAND_OK : COMMAND_FAILED;
}

int endings_build_command(const void *options, Error *error) {
    const EndingsBuildOptions *wanted = options;
    char cache[FILE_PATH_SIZE];
    Variant variant;
    BuildRun run = {.classes = 0};
    EndingBuildRequest request = {.variant = &variant,
                                  .men = wanted->men,
                                  .folder = wanted->output ? wanted->output : cache,
                                  .threads = thread_count(wanted->threads),
                                  .cancelled = interrupt_flag(),
                                  .on_progress = on_build_progress,
                                  .context = &run};
    if (!load_variant(wanted->variant, &variant, error) ||
        (!wanted->output && !ending_folders_cache(cache, error)))
        return COMMAND_FAILED;
    progress_line_init(&run.line, wanted->quiet);
    interrupt_catch();
    bool built = ending_build(&request, error);
    progress_line_clear(&run.line);
    if (!built)
        return report_end("interrupted; the same command continues with the rest", error);
    if (wanted->quiet)
        return COMMAND_OK;
    Buffer text = {0};
    buffer_add_format(&text, "%s has all endings of %s with up to %d men: %zu classes, %zu new.\n",
                      request.folder, variant.name, wanted->men, run.classes,
                      run.classes - run.found);
    return print_result(&text, error);
}

/* ---- stats ---- */

/* Prints a line at once, unless printing has failed before. */
static void print_stats(void *context, const EndingStats *stats) {
    Error *error = context;
    char text[ENDING_STATS_SIZE + 1];
    ending_stats_write(stats, text);
    strcat(text, "\n");
    if (error->code == ERROR_NONE)
        file_print(stdout, "standard output", text, strlen(text), error);
}

int endings_stats_command(const void *options, Error *error) {
    const EndingsStatsOptions *wanted = options;
    Variant variant;
    Error output = {0};
    if (!load_variant(wanted->variant, &variant, error))
        return COMMAND_FAILED;
    Endings *endings = open_endings(wanted->endings, wanted->variant, &variant, wanted->men, error);
    if (!endings)
        return COMMAND_FAILED;
    bool counted = ending_stats_count(endings, &variant, wanted->men, thread_count(wanted->threads),
                                      print_stats, &output, error);
    endings_close(endings);
    if (counted && output.code != ERROR_NONE)
        *error = output;
    return counted && output.code == ERROR_NONE ? COMMAND_OK : COMMAND_FAILED;
}

/* ---- verify ---- */

static void on_verify_progress(void *context, uint64_t verified, uint64_t total) {
    char text[TEXT_SIZE];
    int percent = total > 0 ? (int)(100.0 * (double)verified / (double)total) : 100;
    snprintf(text, sizeof text, "Verified %d %%", percent);
    progress_line_show(context, verified, total, text);
}

static bool verify(const EndingsVerifyOptions *wanted, const Variant *variant,
                   const Endings *endings, EndingVerifyResult *result, Error *error) {
    ProgressLine line;
    EndingVerifyRequest request = {.endings = endings,
                                   .variant = variant,
                                   .men = wanted->men,
                                   .sample = (uint64_t)wanted->sample,
                                   .seed = wanted->seed,
                                   .threads = thread_count(wanted->threads),
                                   .cancelled = interrupt_flag(),
                                   .on_progress = on_verify_progress,
                                   .context = &line};
    progress_line_init(&line, wanted->quiet);
    interrupt_catch();
    bool verified = ending_verify(&request, result, error);
    progress_line_clear(&line);
    return verified;
}

int endings_verify_command(const void *options, Error *error) {
    const EndingsVerifyOptions *wanted = options;
    Variant variant;
    EndingVerifyResult result;
    if (!load_variant(wanted->variant, &variant, error))
        return COMMAND_FAILED;
    Endings *endings = open_endings(wanted->endings, wanted->variant, &variant, wanted->men, error);
    if (!endings)
        return COMMAND_FAILED;
    bool verified = verify(wanted, &variant, endings, &result, error);
    endings_close(endings);
    if (!verified)
        return report_end("interrupted", error);
    if (wanted->quiet)
        return COMMAND_OK;
    Buffer text = {0};
    buffer_add_format(&text,
                      "%" PRIu64 " positions of %s with %d men have the value that follows from "
                      "their successors.\n",
                      result.verified, variant.name, wanted->men);
    return print_result(&text, error);
}
