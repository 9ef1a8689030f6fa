/* Letters in either case, in ASCII and whatever the locale: in a Turkish one the C library takes
 * 'I' for no capital of 'i'. */
#ifndef RULES_ASCII_H
#define RULES_ASCII_H

#include <stdbool.h>
#include <stddef.h>

/* The letter in the other case; anything else, beyond a byte too, as it is. */
int text_lower(int c);
int text_upper(int c);

/* Whether two texts are the same but for the case of letters; up to their ends, or up to so many
 * bytes at most, which need no end then. */
bool text_equal_ignore_case(const char *a, const char *b);
bool text_equal_ignore_case_n(const char *a, const char *b, size_t length);

#endif
