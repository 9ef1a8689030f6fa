#include <config.h>

#include "open_endings.h"

#include "common.h"
#include "config/ending_folders.h"

Endings *bench_open_endings(const char *name) {
    EndingFolders folders;
    Error error = {0};
    if (!ending_folders_find("auto", &folders, &error))
        bench_fail(name, error.text);
    Endings *endings = endings_open(folders.list, folders.count, variant_default(), &error);
    if (error.code != ERROR_NONE)
        bench_fail(name, error.text);
    if (endings_men(endings) == 0)
        bench_fail(name, "there are no endings: make them with congo-engine endings build");
    return endings;
}
