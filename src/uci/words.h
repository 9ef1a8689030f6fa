/* The words of a protocol's line, and the numbers among them. */
#ifndef UCI_WORDS_H
#define UCI_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/error.h"

/* Cuts the next word off: ends it with a NUL and moves *rest behind it. NULL when there is none. */
char *text_next_word(char **rest);

/* Whether there is no word. */
bool text_is_blank(const char *text);

/* Cuts the blanks off both ends. */
char *text_trim(char *text);

/*
 * Reads a whole number. One outside the limits is taken for the nearest within them, however large
 * it is: a client that asks for more than there is gets what there is. False (ERROR_SYNTAX) when
 * the word is not a number; NULL is no word. `name` says whose number it is.
 */
bool text_parse_integer(const char *name, const char *word, int64_t least, int64_t most,
                        int64_t *number, Error *error);

#endif
