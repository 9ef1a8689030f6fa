/*
 * Names that can be taken for each other: Unicode's skeletons (UTS #39), for the letters and digits
 * of Latin, Greek, Cyrillic, Armenian and Cherokee. Case, accents, blanks and invisible characters
 * make no difference, nor do fullwidth and mathematical forms.
 */
#ifndef BASE_LOOKALIKE_H
#define BASE_LOOKALIKE_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a name of UTF-8 one that can be seen, in place: invisible characters are removed, and
 * blanks of any width are ' '. Returns the new length. */
size_t lookalike_clean(char *name);

/* Returns whether two names of UTF-8 look alike. An empty one looks only like an empty one. */
bool lookalike_equal(const char *one, const char *other);

#endif
