/*
 * The positions from the start of the game to the node being searched, by key: what repetition
 * needs. Pawns can move back, so a position may return after any move that took nothing.
 */
#ifndef ENGINE_KEYHISTORY_H
#define ENGINE_KEYHISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEYHISTORY_FILTER_SIZE = 4096 }; /* a power of two */

typedef struct KeyHistory {
    uint64_t *keys; /* owned */
    size_t count;   /* positions up to now */
    size_t root;    /* index of the position that is searched */
    size_t capacity;
    /* How many positions of the path fall on each slot: most look-ups end at a 0 here. */
    uint16_t filter[KEYHISTORY_FILTER_SIZE];
} KeyHistory;

/* Begins with the keys of the game, the last of which is the root, and room for `plies` more. The
 * path must be all 0 or one that was begun before. */
void keyhistory_begin(KeyHistory *key_history, const uint64_t *keys, size_t count, size_t plies);
void keyhistory_free(KeyHistory *key_history);

void keyhistory_push(KeyHistory *key_history, uint64_t key);
void keyhistory_pop(KeyHistory *key_history);

/* Whether a position of that key is on the path. */
bool keyhistory_has(const KeyHistory *key_history, uint64_t key);

/* Whether a position of the game before the root has occurred twice, so that it draws when it
 * returns. */
bool keyhistory_has_repetition(const KeyHistory *key_history);

/* Whether the last position is to be scored as a draw by repetition: it stands for the third time,
 * or for the second time since the root, because what could be repeated once can be repeated again.
 */
bool keyhistory_is_draw(const KeyHistory *key_history);

#endif
