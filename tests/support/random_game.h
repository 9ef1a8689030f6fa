/* Random games with everything that a file can store. */
#ifndef TESTS_SUPPORT_RANDOM_GAME_H
#define TESTS_SUPPORT_RANDOM_GAME_H

#include <stddef.h>
#include <stdint.h>

#include "rules/record.h"

/* Returns a text of about `longest` bytes at most, full of characters that a file escapes. The
 * caller frees it. */
char *random_game_text(uint64_t *seed, size_t longest);

/* Adds comments and other notes, times and tags, and sometimes declares the end. */
void random_game_decorate(Record *record, uint64_t *seed);

/* Returns a custom variant with random fields. */
Variant random_game_variant(uint64_t *seed);

/* Creates a decorated random game of about `plies` plies at most. One in three begins in another
 * position, some of them with an open capture. */
Record *random_game_create(const Variant *variant, size_t plies, uint64_t *seed);

/* Returns the text of the file. The caller frees it. */
char *random_game_write(const Record *record);

/* Checks that the game is written in lines of less than 80 bytes, and strictly read back unchanged,
 * in both notations. */
void random_game_check_round_trip(const Record *record);

#endif
