#include <config.h>

#include "uci/uci_endings.h"

#include <stdlib.h>

#include "base/memory.h"
#include "config/ending_folders.h"

static void close_tables(UciEndings *endings) {
    endings_close(endings->endings);
    endings->endings = NULL;
}

void uci_endings_free(UciEndings *endings) {
    close_tables(endings);
    free(endings->setting);
    endings->setting = NULL;
}

bool uci_endings_set(UciEndings *endings, const char *setting, Error *error) {
    EndingFolders folders;
    if (!ending_folders_find(setting, &folders, error))
        return false;
    free(endings->setting);
    endings->setting = memory_strdup(setting);
    endings->stale = true;
    return true;
}

bool uci_endings_open(UciEndings *endings, Engine *engine, const Variant *variant, Error *error) {
    EndingFolders folders;
    Error left_out = {0};
    if (!endings->stale && variant_same_rules(variant, &endings->variant))
        return true;
    engine_set_endings(engine, NULL);
    close_tables(endings);
    endings->stale = false;
    endings->variant = *variant;
    endings->fault_printed = false;
    if (!ending_folders_find(endings->setting, &folders, error))
        return false;
    if (folders.count > 0)
        endings->endings = endings_open(folders.list, folders.count, variant, &left_out);
    engine_set_endings(engine, endings->endings);
    if (left_out.text[0] == '\0')
        return true;
    return error_set(error, left_out.code, "%s", left_out.text);
}

bool uci_endings_find_fault(UciEndings *endings, Error *error) {
    if (endings->fault_printed || !endings->endings || !endings_fault(endings->endings, error))
        return false;
    return endings->fault_printed = true;
}
