/* Writes the figures of congo-endings(7) from the tables, in blocks "endings: PART MEN" (page.h).
 * Blocks of more men than there are tables for stay as they are. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "endings/ending_build.h"
#include "tools/endings_blocks.h"
#include "tools/flags.h"
#include "tools/page.h"

enum { DRY_MEN = 4 };

/* Options. */
static const char *tables_folder;
static const char *dry_folder;
static const char *output;
static int64_t threads = 2;

static const Flag flags[] = {
    {"--tables", FLAG_TEXT, &tables_folder, 0, 0, "folder of the tables"},
    {"--dry", FLAG_TEXT, &dry_folder, 0, 0,
     "folder for tables without a river, of which those of up to 4 men are made"},
    {"--output", FLAG_TEXT, &output, 0, 0, "file to write instead of the page"},
    {"--threads", FLAG_INTEGER, &threads, 1, PARALLEL_THREADS_MAX, "threads"},
    {0},
};

typedef struct PageMaker {
    const Variant *variant;
    Variant dry_variant; /* nothing drowns */
    Endings *endings;
    Endings *dry; /* NULL: none */
    MenFigures figures[ENDING_MEN_MAX + 1];
    MenFigures dry_figures[ENDING_MEN_MAX + 1];
} PageMaker;

/* ---- figures ---- */

typedef struct StatsTarget {
    MenFigures *figures;
    size_t sides; /* received */
} StatsTarget;

static void receive_stats(void *context, const EndingStats *stats) {
    StatsTarget *target = context;
    ClassFigures *class = &target->figures->classes[target->sides / COLOR_COUNT];
    class->sides[target->sides++ % COLOR_COUNT] = *stats;
}

/* Counts the classes of figures->men men. `dry` is as in ending_survey_all. */
static bool count_classes(MenFigures *figures, const Endings *endings, const Endings *dry,
                          const Variant *variant, Error *error) {
    EndingClass list[ENDING_CLASSES_MAX];
    StatsTarget target = {figures, 0};
    figures->endings = endings;
    figures->count = ending_class_list(variant, figures->men, list);
    figures->classes = memory_allocate(figures->count * sizeof *figures->classes);
    if (!ending_stats_count(endings, variant, figures->men, (int)threads, receive_stats, &target,
                            error))
        return false;
    EndingSurvey *surveys =
        ending_survey_all(endings, dry, variant, figures->men, (int)threads, error);
    for (size_t i = 0; surveys && i < figures->count; i++) {
        figures->classes[i].survey = surveys[i];
        ending_survey_add(&figures->sum, &surveys[i]);
    }
    free(surveys);
    return surveys != NULL;
}

/* Returns the figures of a number of men, or NULL with an error. */
static const MenFigures *count_men(PageMaker *maker, int men, Error *error) {
    MenFigures *figures = &maker->figures[men], *dry = &maker->dry_figures[men];
    bool has_dry = endings_men(maker->dry) >= men;
    if (figures->classes)
        return figures;
    figures->men = dry->men = men;
    figures->dry = has_dry ? dry : NULL;
    if (has_dry && !count_classes(dry, maker->dry, NULL, &maker->dry_variant, error))
        return NULL;
    return count_classes(figures, maker->endings, has_dry ? maker->dry : NULL, maker->variant,
                         error)
               ? figures
               : NULL;
}

/* ---- the page ---- */

/* Writes the block of a name and a number of men. */
static bool write_block(void *context, FILE *out, const char *arguments, Error *error) {
    PageMaker *maker = context;
    char name[32];
    int men;
    if (sscanf(arguments, "%31s %d", name, &men) != 2 || men < ENDING_MEN_MIN ||
        men > endings_men(maker->endings))
        return false;
    const MenFigures *figures = count_men(maker, men, error);
    return figures && endings_block_write(out, name, figures);
}

/* ---- the program ---- */

static bool open_tables(PageMaker *maker, Error *error) {
    const char *const folders[] = {tables_folder}, *const dry_folders[] = {dry_folder};
    maker->variant = variant_default();
    maker->endings = endings_open(folders, 1, maker->variant, error);
    if (error->code != ERROR_NONE)
        return false;
    if (!dry_folder)
        return true;
    maker->dry_variant = *maker->variant;
    maker->dry_variant.islands = RIVER_MASK;
    EndingBuildRequest build = {
        .variant = &maker->dry_variant,
        .men = DRY_MEN,
        .folder = dry_folder,
        .threads = (int)threads,
    };
    if (!ending_build(&build, error))
        return false;
    maker->dry = endings_open(dry_folders, 1, &maker->dry_variant, error);
    return error->code == ERROR_NONE;
}

static void close_tables(PageMaker *maker) {
    for (int men = 0; men <= ENDING_MEN_MAX; men++) {
        free(maker->figures[men].classes);
        free(maker->dry_figures[men].classes);
    }
    endings_close(maker->endings);
    endings_close(maker->dry);
}

static bool check(int file_count, Error *error) {
    return (tables_folder && file_count == 1) ||
           error_set(error, ERROR_SYNTAX, "expected --tables, a folder, and the page");
}

static bool run(const char **files, int file_count, Error *error) {
    (void)file_count;
    PageMaker maker = {0};
    const bool good = open_tables(&maker, error) &&
                      page_rewrite(files[0], output, "endings", write_block, &maker, error);
    close_tables(&maker);
    return good;
}

int main(int count, char *arguments[]) {
    const Tool tool = {"endings_page --tables FOLDER [OPTION...] PAGE", flags, check, run};
    return tool_main(&tool, count, arguments);
}
