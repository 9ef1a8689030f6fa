/* Small helpers for texts that come from outside and for the sentences about them. */
#ifndef CONFIG_WORDING_H
#define CONFIG_WORDING_H

#include <stdbool.h>
#include <stddef.h>

enum { QUOTE_SIZE = 64, SHORT_PATH_SIZE = 128 };

/* How a sentence shows a value: a whole number as it is, anything else in quotes, unprintable bytes
 * as '?', a long text cut. Returns `shown`. */
const char *text_quote_value(const char *value, char shown[QUOTE_SIZE]);

/* The same, with a number in quotes too. */
const char *text_quote(const char *value, char shown[QUOTE_SIZE]);

/* How a sentence names a file: as it is, or the end of a path that is too long. Returns `shown`. */
const char *text_shorten_path(const char *path, char shown[SHORT_PATH_SIZE]);

/* Valid UTF-8 without control characters. */
bool text_is_printable(const char *text);

bool text_ends_with(const char *text, const char *ending);

/* Copies a text that fits into `size` bytes with its NUL; false, with nothing copied, if it does
 * not. */
bool text_copy(char *to, size_t size, const char *text);

/* The known name that is the closest to a given one: begin with {given, "", INT_MAX}, and consider
 * every known name. */
typedef struct Suggestion {
    const char *given;
    const char *known;
    int distance;
} Suggestion;
void text_suggest(Suggestion *closest, const char *known);

#endif
