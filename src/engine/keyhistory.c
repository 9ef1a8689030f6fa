#include <config.h>

#include "engine/keyhistory.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static uint16_t *keyhistory_slot(KeyHistory *key_history, uint64_t key) {
    return &key_history->filter[key & (KEYHISTORY_FILTER_SIZE - 1)];
}

void keyhistory_begin(KeyHistory *key_history, const uint64_t *keys, size_t count, size_t plies) {
    if (key_history->capacity < count + plies) {
        key_history->capacity = count + plies;
        key_history->keys =
            memory_resize(key_history->keys, key_history->capacity, sizeof *key_history->keys);
    }
    memset(key_history->filter, 0, sizeof key_history->filter);
    key_history->count = 0;
    for (size_t i = 0; i < count; i++)
        keyhistory_push(key_history, keys[i]);
    key_history->root = count - 1;
}

void keyhistory_free(KeyHistory *key_history) {
    free(key_history->keys);
    *key_history = (KeyHistory){0};
}

void keyhistory_push(KeyHistory *key_history, uint64_t key) {
    key_history->keys[key_history->count++] = key;
    ++*keyhistory_slot(key_history, key);
}

void keyhistory_pop(KeyHistory *key_history) {
    --*keyhistory_slot(key_history, key_history->keys[--key_history->count]);
}

bool keyhistory_has(const KeyHistory *key_history, uint64_t key) {
    if (key_history->filter[key & (KEYHISTORY_FILTER_SIZE - 1)] == 0)
        return false;
    for (size_t i = key_history->count; i-- > 0;) {
        if (key_history->keys[i] == key)
            return true;
    }
    return false;
}

bool keyhistory_has_repetition(const KeyHistory *key_history) {
    for (size_t i = 0; i <= key_history->root; i++) {
        for (size_t j = i + 1;
             j <= key_history->root &&
             key_history->filter[key_history->keys[i] & (KEYHISTORY_FILTER_SIZE - 1)] > 1;
             j++) {
            if (key_history->keys[i] == key_history->keys[j])
                return true;
        }
    }
    return false;
}

bool keyhistory_is_draw(const KeyHistory *key_history) {
    size_t last = key_history->count - 1;
    uint64_t key = key_history->keys[last];
    if (key_history->filter[key & (KEYHISTORY_FILTER_SIZE - 1)] < 2)
        return false;
    int before_root = 0;
    for (size_t i = last; i-- > 0;) {
        if (key_history->keys[i] == key && (i >= key_history->root || ++before_root == 2))
            return true;
    }
    return false;
}
