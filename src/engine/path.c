#include <config.h>

#include "engine/path.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

static uint16_t *path_slot(Path *path, uint64_t key) {
    return &path->filter[key & (PATH_FILTER_SIZE - 1)];
}

void path_begin(Path *path, const uint64_t *keys, size_t count, size_t plies) {
    if (path->capacity < count + plies) {
        path->capacity = count + plies;
        path->keys = memory_resize(path->keys, path->capacity, sizeof *path->keys);
    }
    memset(path->filter, 0, sizeof path->filter);
    path->count = 0;
    for (size_t i = 0; i < count; i++)
        path_push(path, keys[i]);
    path->root = count - 1;
}

void path_free(Path *path) {
    free(path->keys);
    *path = (Path){0};
}

void path_push(Path *path, uint64_t key) {
    path->keys[path->count++] = key;
    ++*path_slot(path, key);
}

void path_pop(Path *path) {
    --*path_slot(path, path->keys[--path->count]);
}

bool path_has(const Path *path, uint64_t key) {
    if (path->filter[key & (PATH_FILTER_SIZE - 1)] == 0)
        return false;
    for (size_t i = path->count; i-- > 0;) {
        if (path->keys[i] == key)
            return true;
    }
    return false;
}

bool path_is_worn(const Path *path) {
    for (size_t i = 0; i <= path->root; i++) {
        for (size_t j = i + 1;
             j <= path->root && path->filter[path->keys[i] & (PATH_FILTER_SIZE - 1)] > 1; j++) {
            if (path->keys[i] == path->keys[j])
                return true;
        }
    }
    return false;
}

bool path_is_repetition(const Path *path) {
    size_t last = path->count - 1;
    uint64_t key = path->keys[last];
    if (path->filter[key & (PATH_FILTER_SIZE - 1)] < 2)
        return false;
    int before_root = 0;
    for (size_t i = last; i-- > 0;) {
        if (path->keys[i] == key && (i >= path->root || ++before_root == 2))
            return true;
    }
    return false;
}
