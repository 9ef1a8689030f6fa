/*
 * The shape of a line after its word: which fields stand at their places and which follow as
 * key=value, in the order in which they are written. One reader and one writer serve all lines.
 */
#ifndef NET_FORM_H
#define NET_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/errorword.h"
#include "net/fields.h"
#include "rules/error.h"

enum { FORM_PLACES = 4, FORM_KEYS = 20 };

/* Lists of Field, ended by FIELD_NONE; some place is always left for it. */
typedef struct Form {
    uint8_t required; /* that many of the places must be filled */
    uint8_t places[FORM_PLACES];
    uint8_t keys[FORM_KEYS];
} Form;

/* How much a reader takes amiss: a server tells people what is wrong with their lines; a client
 * lives with what a newer server adds. */
typedef enum FormReader { FORM_STRICT, FORM_LENIENT } FormReader;

/*
 * Reads the fields of a line into *fields, which is empty. A value goes on to the next `key=`.
 * WORD_NONE, or the word that fits and a sentence. Both readers skip unknown keys; the lenient
 * one also skips words past the last place.
 */
ErrorWord form_read(const Form *form, FormReader reader, const char *text, size_t length,
                    Fields *fields, Error *error);

/* A line that is being written, never past its end. */
typedef struct LineWriter {
    char *bytes;
    size_t length;
    size_t size; /* bytes that may be used, room for LF and NUL not counted */
} LineWriter;

/* Adds bytes, at the end of the room cut between characters of UTF-8. */
void line_write(LineWriter *line, const char *bytes, size_t length);
void line_write_string(LineWriter *line, const char *string);
/* Ends the line with LF and NUL; returns its length with the LF. */
size_t line_finish(LineWriter *line);

/* Adds the fields that are set, each after a blank. */
void form_write(const Form *form, const Fields *fields, LineWriter *line);

/* If the text begins with "@tag", stores the tag and moves *text and *length past it; false if what
 * follows the '@' up to a blank is no tag. */
bool tag_read(const char **text, size_t *length, char tag[TAG_MAX + 1]);

#endif
