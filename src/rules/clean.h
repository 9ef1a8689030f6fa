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
char *text_sanitize(const char *bytes, size_t length, bool lines);

/* The length of the well-formed UTF-8 character at the front of `length` > 0 bytes, 0 if there is
 * none; *code receives it. Overlong forms, surrogates and numbers past U+10FFFF are not
 * well-formed. No byte after a NUL is read: for a text that ends with one, UTF8_MAX will do. */
enum { UTF8_MAX = 4 };
size_t text_decode_utf8(const char *bytes, size_t length, unsigned *code);
/* C0 and C1 control characters and DEL. */
bool text_is_control(unsigned code);

/* A short piece of foreign text for a message: printable ASCII, cut with "..." if it is long. */
enum { EXCERPT_SIZE = 32 };
char *text_excerpt(const char *bytes, size_t length, char excerpt[EXCERPT_SIZE]);

#endif
