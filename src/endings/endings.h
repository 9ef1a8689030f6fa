/*
 * The tables of solved endings of a variant, and looking positions up. A table is a file; a set of
 * them is opened once and probed by many threads at the same time.
 */
#ifndef ENDINGS_ENDINGS_H
#define ENDINGS_ENDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "endings/ending_class.h"
#include "endings/ending_value.h"
#include "rules/position.h"

typedef struct Endings Endings;

/*
 * Opens the tables of a variant that lie in one of the folders; NULL folders are skipped, and
 * earlier ones are preferred. A file that is damaged or of other rules is left out, and *error says
 * which and why; the rest is usable. Without files, or in a variant that forbids repetition, the
 * set is empty. Returns NULL only if there is no memory.
 */
Endings *endings_open(const char *const folders[], size_t folder_count, const Variant *variant,
                      Error *error);
void endings_close(Endings *endings); /* NULL is allowed */

/* Returns the largest number of men for which all tables, and those of fewer men, are there; 0:
 * none. NULL is allowed. */
int endings_men(const Endings *endings);

/* Returns whether the set was opened from a single folder, and so not from the user's cache too. */
bool endings_have_one_folder(const Endings *endings);

/* Returns whether a variant has the rules of the tables, so that its positions can be probed. */
bool endings_fit(const Endings *endings, const Variant *variant);

/*
 * Looks up a position with both lions and without an open capture, of a variant that fits. Returns
 * false if there is no table for it or the table is damaged; see endings_fault. Takes some 0.1 µs
 * if the block is in the cache.
 */
bool endings_probe(const Endings *endings, const Position *position, EndingValue *value);

/* Returns the class's values for a side to move, one byte for each number of ending_index.h, owned
 * by the caller. The class is canonical. Returns NULL with an error if there is no such table or it
 * is damaged. */
uint8_t *endings_load(const Endings *endings, const EndingClass *class, Color side, Error *error);

/* Returns whether a table was found to be damaged since the set was opened, and says which and how.
 */
bool endings_fault(const Endings *endings, Error *error);

#endif
