/* Text: ASCII case, UTF-8, sanitizing of foreign text, words and numbers, wrapping, quoting in
 * messages. Nothing here depends on the locale: in a Turkish one, the C library does not map 'I' to
 * 'i'. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "base/error.h"

/* ---- ASCII ---- */

/* Changes the case of an ASCII letter; returns any other value unchanged. */
int text_lower(int c);
int text_upper(int c);

/* Returns whether two strings, or their first `length` bytes, are equal apart from the case of
 * ASCII letters. */
bool text_equal_ignore_case(const char *a, const char *b);
bool text_equal_ignore_case_n(const char *a, const char *b, size_t length);

/* Returns whether a text has the first `length` bytes of a word somewhere, ignoring the case of
 * ASCII letters. */
bool text_contains_ignore_case(const char *text, const char *word, size_t length);

/* Returns whether `length` bytes are the word, ignoring the case of ASCII letters. */
bool text_matches(const char *text, size_t length, const char *word);

/* Returns whether a character is a blank, a tab or a line break. */
static inline bool text_is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool text_ends_with(const char *text, const char *ending);

/* Returns the length of the byte order mark that a text begins with, which editors of Windows
 * write, or 0. */
size_t text_mark_length(const char *text);

/* Returns the index of a word in a list that ends with NULL, or -1. Ignores the case of ASCII
 * letters. */
int text_find_word(const char *const *words, const char *text);

/* Copies a string into `size` bytes. Returns false and copies nothing if it does not fit. */
bool text_copy(char *to, size_t size, const char *text);

/* Appends to a string in `size` bytes, NUL included, as much as fits. */
void text_append(char *text, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);

/* ---- UTF-8 ---- */

enum { UTF8_MAX = 4 }; /* bytes of a character */

/*
 * Returns the length of the UTF-8 character at the start of `length` > 0 bytes and stores its code
 * point, or returns 0 if it is malformed: also for overlong forms, surrogates and code points above
 * U+10FFFF. Never reads past a NUL, so UTF8_MAX is a valid length for a string.
 */
size_t text_decode_utf8(const char *bytes, size_t length, unsigned *code);

/* Returns whether a code point is a C0 or C1 control character or DEL. */
bool text_is_control(unsigned code);

/* Returns whether a string is valid UTF-8 without control characters. */
bool text_is_printable(const char *text);

/* ---- sanitizing ---- */

/*
 * Returns a copy, owned by the caller, that is valid UTF-8 without control characters. Malformed
 * bytes are read as Latin-1, the encoding of old PGN files. A control character becomes a blank;
 * line breaks and tabs are kept if `lines` is set.
 */
char *text_sanitize(const char *bytes, size_t length, bool lines);

/*
 * Copies text into `size` bytes, NUL included, as valid UTF-8 that is safe on a terminal, without
 * allocating. Control characters and direction marks become blanks, malformed bytes '?'. Text that
 * does not fit is cut between characters. Returns the length.
 */
size_t text_sanitize_into(const char *bytes, size_t length, char *text, size_t size);

/* ---- quoting in messages; each returns its buffer ---- */

enum { EXCERPT_SIZE = 32, QUOTE_SIZE = 64, SHORT_PATH_SIZE = 128 };

/* Writes the start of foreign text as printable ASCII, with "..." if it is cut. */
char *text_excerpt(const char *bytes, size_t length, char excerpt[EXCERPT_SIZE]);

/* Writes a value: a whole number as it is, anything else as text_quote() does. */
const char *text_quote_value(const char *value, char quoted[QUOTE_SIZE]);

/* Writes a string in double quotes, with '?' for unprintable bytes and "..." if it is cut. */
const char *text_quote(const char *value, char quoted[QUOTE_SIZE]);

/* Writes a path, or "..." and the end of a path that is too long. */
const char *text_shorten_path(const char *path, char shown[SHORT_PATH_SIZE]);

/* ---- words and numbers of a line ---- */

/* Terminates the next word with a NUL and moves *rest behind it. Returns NULL if none is left. */
char *text_next_word(char **rest);

bool text_is_blank(const char *text);

/* Removes the blanks at both ends, in place. Returns the new start. */
char *text_trim(char *text);

/* Replaces a character wherever it stands. */
void text_replace(char *text, size_t length, char from, char to);

/* Parses a whole number of any size and clamps it to [least, most]. Fails with ERROR_SYNTAX if
 * `word` is NULL or not a number. `name` is the number's name in the message. */
bool text_parse_clamped(const char *name, const char *word, int64_t least, int64_t most,
                        int64_t *number, Error *error);

/* Parses a string of digits as a number in [least, most], where least >= 0. Returns false and
 * leaves *number unchanged on failure. */
bool text_parse_number(const char *text, int least, int most, int *number);

/* Parses exactly `count` bytes as pairs of hexadecimal digits, with colons or blanks between them.
 * Returns false on failure; `bytes` is then undefined. */
bool text_parse_hex(const char *text, uint8_t *bytes, size_t count);

/* Returns the plural ending for a count: "" for 1, otherwise "s". */
static inline const char *text_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

enum { TEXT_NUMBER_SIZE = 16 };

/* Returns a number from 0 to 12 as a word: "no", "one". Writes any other into `text` in digits. */
const char *text_number_word(int number, char text[TEXT_NUMBER_SIZE]);

/* ---- layout ---- */

/* Returns the number of characters in UTF-8 bytes; malformed ones count one each. */
size_t text_count_characters(const char *bytes, size_t length);

/* Appends a text in indented lines of at most `columns` characters where words allow. Line breaks
 * of the text stay, and one blank separates words. Ends with a line break. */
void text_add_wrapped(Buffer *lines, const char *text, size_t indent, size_t columns);

enum { TEXT_SECONDS_SIZE = 24 };

/* Writes whole seconds, at least 0: "1:05:00", "4:44". */
void text_write_seconds(int64_t seconds, char text[TEXT_SECONDS_SIZE]);

enum { TEXT_DURATION_SIZE = 32 };

/* Writes milliseconds, 0 if negative, in the largest unit of which there are two, rounded: "3
 * days", "8 minutes", "1 second". */
void text_write_duration(int64_t ms, char text[TEXT_DURATION_SIZE]);

/* Writes whole seconds, at least 1, in the largest unit without a rest: "3 days", "90 seconds".
 * Returns the seconds of the unit. */
int64_t text_write_exact_duration(int64_t seconds, char text[TEXT_DURATION_SIZE]);

/* ---- "did you mean" ---- */

/* The known name closest to a given one, "" if none is close. Starts as {given, "", INT_MAX}. */
typedef struct Suggestion {
    const char *given;
    const char *known;
    int distance;
} Suggestion;

/* Keeps `known` if it is close, and closer than the best so far: at most a third of the letters
 * differ, or it begins with the given text. Case is ignored, and for the dotted names of settings
 * the part after the last dot counts most. */
void text_suggest(Suggestion *suggestion, const char *known);

/* Writes ", the closest is --black", where `before` is "--", or "" if no name is close. Returns
 * `text`. */
enum { SUGGESTION_SIZE = 96 };
const char *text_suggestion(const Suggestion *suggestion, const char *before,
                            char text[SUGGESTION_SIZE]);

#endif
