/* The locale, which decides how characters are encoded. */
#ifndef TERM_LOCALE_H
#define TERM_LOCALE_H

#include <stdbool.h>
#include <stddef.h>

/* Takes the locale from the environment. Where one with UTF-8 is not installed, C.UTF-8 replaces it
 * if the system has that. */
void locale_start(void);

/* Encodes characters in UTF-8 if the system has C.UTF-8, whatever the locale is. */
void locale_force_utf8(void);

bool locale_is_utf8(void);

/* Writes why the locale is not one of UTF-8, and what to do, as a sentence. */
void locale_write_reason(char *text, size_t size);

#endif
