#include <config.h>

#include "endings/endings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "endings/block_cache.h"
#include "endings/ending_file.h"
#include "endings/ending_table.h"

enum { CACHE_MB = 64 };

/* The first damaged block that was met. */
typedef struct EndingsFault {
    atomic_bool met;
    pthread_mutex_t lock; /* guards `error` */
    Error error;
} EndingsFault;

struct Endings {
    bool usable; /* the variant can have tables */
    bool one_folder;
    EndingTables tables;
    EndingFile **files; /* by number of the table; NULL: none */
    int men;
    BlockCache *cache;
    EndingsFault *fault;
};

/* ---- opening ---- */

/* Opens the file of a table in a folder. A missing file is no error. */
static EndingFile *open_in(const Endings *endings, const char *folder, const EndingTable *table,
                           Error *error) {
    char rules[ENDING_RULES_NAME_SIZE], name[ENDING_CLASS_NAME_SIZE], path[FILE_PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s/%s" ENDING_FILE_SUFFIX, folder,
                          ending_rules_name(&endings->tables.rules, rules),
                          ending_class_name(&table->class, endings->tables.rules.pawns, name));
    if (length < 0 || length >= (int)sizeof path || access(path, F_OK) != 0)
        return NULL;
    Error why = {0};
    EndingFile *file = ending_file_open(path, table, &endings->tables.rules, &why);
    if (file == NULL && error != NULL && error->code == ERROR_NONE)
        *error = why;
    return file;
}

static void open_files(Endings *endings, const char *const folders[], size_t folder_count,
                       Error *error) {
    int complete = ENDING_MEN_MAX; /* numbers of men from here on lack a table */
    for (int i = 0; i < endings->tables.count; i++) {
        const EndingTable *table = &endings->tables.tables[i];
        for (size_t j = 0; j < folder_count && endings->files[i] == NULL; j++) {
            if (folders[j] != NULL)
                endings->files[i] = open_in(endings, folders[j], table, error);
        }
        int men = ending_class_men(&table->class);
        if (endings->files[i] == NULL && men <= complete)
            complete = men - 1;
    }
    endings->men = complete < ENDING_MEN_MIN ? 0 : complete;
}

Endings *endings_open(const char *const folders[], size_t folder_count, const Variant *variant,
                      Error *error) {
    Endings *endings = memory_allocate(sizeof *endings);
    EndingRules rules;
    endings->fault = memory_allocate(sizeof *endings->fault);
    pthread_mutex_init(&endings->fault->lock, NULL);
    endings->usable = ending_rules_of(variant, &rules);
    endings->one_folder = folder_count == 1;
    if (endings->usable) {
        ending_tables_init(&endings->tables, variant, ENDING_MEN_MAX);
        endings->files = memory_allocate((size_t)endings->tables.count * sizeof *endings->files);
        endings->cache = block_cache_create(CACHE_MB);
        open_files(endings, folders, folder_count, error);
    }
    return endings;
}

void endings_close(Endings *endings) {
    if (endings == NULL)
        return;
    for (int i = 0; i < endings->tables.count; i++)
        ending_file_close(endings->files[i]);
    free(endings->files);
    ending_tables_free(&endings->tables);
    block_cache_free(endings->cache);
    pthread_mutex_destroy(&endings->fault->lock);
    free(endings->fault);
    free(endings);
}

int endings_men(const Endings *endings) {
    return endings == NULL ? 0 : endings->men;
}

bool endings_have_one_folder(const Endings *endings) {
    return endings->one_folder;
}

bool endings_fit(const Endings *endings, const Variant *variant) {
    EndingRules rules;
    return endings != NULL && endings->usable && ending_rules_of(variant, &rules) &&
           ending_rules_same(&rules, &endings->tables.rules);
}

/* ---- looking up ---- */

static void note_fault(EndingsFault *fault, const Error *error) {
    pthread_mutex_lock(&fault->lock);
    if (!atomic_load(&fault->met)) {
        fault->error = *error;
        atomic_store(&fault->met, true);
    }
    pthread_mutex_unlock(&fault->lock);
}

bool endings_probe(const Endings *endings, const Position *position, EndingValue *value) {
    if (!endings->usable)
        return false;
    const EndingPlace place = ending_tables_place(&endings->tables, position);
    if (place.table == NULL)
        return false;
    const ptrdiff_t table = place.table - endings->tables.tables;
    const EndingFile *file = endings->files[table];
    uint8_t byte;
    Error why;
    if (file == NULL)
        return false;
    if (!block_cache_get(endings->cache, file, (uint32_t)table, place.side, place.number, &byte,
                         &why)) {
        note_fault(endings->fault, &why);
        return false;
    }
    *value = ending_value(byte);
    return true;
}

uint8_t *endings_load(const Endings *endings, const EndingClass *class, Color side, Error *error) {
    bool exchanged;
    const EndingTable *table =
        endings->usable ? ending_tables_find(&endings->tables, class, &exchanged) : NULL;
    const EndingFile *file = table == NULL ? NULL : endings->files[table - endings->tables.tables];
    if (file == NULL) {
        char name[ENDING_CLASS_NAME_SIZE];
        error_set(error, ERROR_STATE, "there is no table of %s",
                  ending_class_name(class, endings->tables.rules.pawns, name));
        return NULL;
    }
    return ending_file_read_side(file, side, error);
}

bool endings_fault(const Endings *endings, Error *error) {
    EndingsFault *fault = endings->fault;
    if (!atomic_load(&fault->met))
        return false;
    pthread_mutex_lock(&fault->lock);
    *error = fault->error;
    pthread_mutex_unlock(&fault->lock);
    return true;
}
