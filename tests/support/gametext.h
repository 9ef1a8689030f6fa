/* Reads games from texts and compares the result with what a test expects. */
#ifndef TESTS_SUPPORT_GAMETEXT_H
#define TESTS_SUPPORT_GAMETEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/record.h"

/* Reads the first game of a text as that of a file "a.congo". `deviations` may be NULL. */
Record *gametext_read(const char *text, size_t length, bool strict, size_t *deviations,
                      Error *error);
/* Reads a text that must be right. */
Record *gametext_read_good(const char *text);
void gametext_expect_plies(const char *text, size_t plies);
/* Reads a game with one slip, of which the reader says this, and which a strict reader rejects. */
Record *gametext_expect_read(const char *text, const char *slip);
void gametext_expect_slip(const char *text, const char *slip);
void gametext_expect_error(const char *text, ErrorCode code, const char *message);
void gametext_expect_written(const Record *record, const char *expected);

#endif
