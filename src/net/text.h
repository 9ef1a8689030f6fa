/* Text of the other side made fit to be kept, shown and sent on, without allocating. */
#ifndef NET_TEXT_H
#define NET_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text is the word, in any case. */
bool text_matches(const char *text, size_t length, const char *word);

/*
 * Copies text into `size` bytes, NUL included, as well-formed UTF-8 without what a terminal obeys:
 * control characters and the marks that turn the direction of writing become blanks, other bytes
 * that are not UTF-8 become '?'. What does not fit is cut between characters. Returns the length.
 */
size_t text_sanitize_into(const char *bytes, size_t length, char *text, size_t size);

#endif
