/* Games read from texts and written, and what the tests expect of that; a failure fails the test.
 */
#ifndef TESTS_RULES_READING_H
#define TESTS_RULES_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/record.h"

/* The first game of a text, as from the file "a.congo"; slips may be NULL. */
Record *reading_text(const char *text, size_t length, bool strict, size_t *deviations,
                     Error *error);
/* The only game of a text that must be right. */
Record *reading_good(const char *text);
/* A text as a game in which nothing but the moves matters. */
void reading_expect(const char *text, size_t plies);
void reading_expect_refusal(const char *text, ErrorCode code, const char *message);
void reading_expect_written(const Record *record, const char *expected);

#endif
