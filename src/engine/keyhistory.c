#include <config.h>

#include "engine/keyhistory.h"

#include <stdlib.h>

#include "base/memory.h"

/* Returns the key's slot, or the empty slot for it. Slots are emptied in the reverse order of their
 * filling, which keeps all probe sequences intact. */
static KeyCount *keyhistory_slot(const KeyHistory *key_history, uint64_t key) {
    size_t index = (size_t)key & key_history->mask;
    for (;; index = (index + 1) & key_history->mask) {
        KeyCount *slot = &key_history->table[index];
        if (slot->key == key || (slot->game | slot->line) == 0)
            return slot;
    }
}

void keyhistory_begin(KeyHistory *key_history, const uint64_t *keys, size_t count, size_t plies) {
    size_t slots = 1;
    while (slots < 2 * (count + plies))
        slots *= 2;
    keyhistory_free(key_history);
    key_history->table = memory_allocate(slots * sizeof *key_history->table);
    key_history->mask = slots - 1;
    key_history->line = memory_resize(NULL, plies + 1, sizeof *key_history->line);
    for (size_t i = 0; i + 1 < count; i++) {
        KeyCount *slot = keyhistory_slot(key_history, keys[i]);
        slot->key = keys[i];
        slot->game++;
        key_history->repeated |= slot->game > 1;
    }
    key_history->repeated |= keyhistory_has(key_history, keys[count - 1]);
    keyhistory_push(key_history, keys[count - 1]);
}

void keyhistory_free(KeyHistory *key_history) {
    free(key_history->table);
    free(key_history->line);
    *key_history = (KeyHistory){0};
}

void keyhistory_push(KeyHistory *key_history, uint64_t key) {
    KeyCount *slot = keyhistory_slot(key_history, key);
    slot->key = key;
    slot->line++;
    key_history->line[key_history->line_count++] = (uint32_t)(slot - key_history->table);
}

void keyhistory_pop(KeyHistory *key_history) {
    key_history->table[key_history->line[--key_history->line_count]].line--;
}

bool keyhistory_has(const KeyHistory *key_history, uint64_t key) {
    const KeyCount *slot = keyhistory_slot(key_history, key);
    return (slot->game | slot->line) != 0;
}

bool keyhistory_is_draw(const KeyHistory *key_history) {
    const KeyCount *slot = &key_history->table[key_history->line[key_history->line_count - 1]];
    return slot->line > 1 || slot->game > 1;
}
