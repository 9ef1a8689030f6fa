/* Text from outside made fit to be kept and shown. */
#ifndef RULES_CLEAN_H
#define RULES_CLEAN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A copy fit to be kept and shown: UTF-8 without control characters. Bytes that are not UTF-8 are
 * taken for Latin-1, the character set of old PGN files; each control character becomes a blank,
 * but line breaks and tabs stay if `lines` is set. The caller frees it.
 */
char *clean_text(const char *bytes, size_t length, bool lines);

/* A short piece of foreign text for a message: printable ASCII, cut with "..." if it is long. */
enum { EXCERPT_SIZE = 32 };
char *clean_excerpt(const char *bytes, size_t length, char excerpt[EXCERPT_SIZE]);

#endif
