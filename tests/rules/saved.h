/* Random games with all that a file can keep of them. */
#ifndef TESTS_RULES_SAVED_H
#define TESTS_RULES_SAVED_H

#include <stddef.h>
#include <stdint.h>

#include "rules/record.h"

/* A text of a comment or tag of at most about that length, full of what means something to a
 * reader; the caller frees it. */
char *saved_text(uint64_t *seed, size_t longest);

/* Gives a game comments, times and tags, and perhaps a declared end. */
void saved_decorate(Record *record, uint64_t *seed);

/* A custom variant with settings by chance. */
Variant saved_variant(uint64_t *seed);

/* A random game of the variant, of up to about that many plies, decorated; one in three begins in
 * another position than the start, and some of those in the middle of a monkey's capture. */
Record *saved_random(const Variant *variant, size_t plies, uint64_t *seed);

/* The text of the file, which the caller frees. */
char *saved_write(const Record *record);

/* Written and strictly read, the game is the same, in both notations, and its moves are in lines of
 * less than 80 bytes. */
void saved_round_trip(const Record *record);

#endif
