/* The keys of all positions from the start of the game to the node being searched, counted in a
 * hash table: repetition is found without walking the game. */
#ifndef ENGINE_KEYHISTORY_H
#define ENGINE_KEYHISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often a key has occurred. A slot without occurrences is empty. */
typedef struct KeyCount {
    uint64_t key;
    uint32_t game; /* before the root */
    uint32_t line; /* from the root on */
} KeyCount;

/* Starts as {0}. */
typedef struct KeyHistory {
    KeyCount *table; /* owned; open addressing */
    size_t mask;     /* slots - 1; the number of slots is a power of two */
    uint32_t *line;  /* owned; slots of the positions from the root to the current node */
    size_t line_count;
    bool repeated; /* a position of the game, the root included, has occurred twice */
} KeyHistory;

/* Starts a new history with the `count` keys of a game, of which the last is the root's, and room
 * for a line of `plies` below the root. */
void keyhistory_begin(KeyHistory *key_history, const uint64_t *keys, size_t count, size_t plies);
void keyhistory_free(KeyHistory *key_history);

void keyhistory_push(KeyHistory *key_history, uint64_t key);
void keyhistory_pop(KeyHistory *key_history);

/* Returns whether the key has occurred. */
bool keyhistory_has(const KeyHistory *key_history, uint64_t key);

/* Returns whether the current position is a draw by repetition: its third occurrence, or its second
 * since the root, because the players can repeat it again. */
bool keyhistory_is_draw(const KeyHistory *key_history);

#endif
