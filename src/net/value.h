/* One field's value in text, both ways. */
#ifndef NET_VALUE_H
#define NET_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "net/errorword.h"
#include "net/fields.h"

enum { FIELD_VALUE_SIZE = LINE_CLIENT_MAX + 2 };

/* The key of a field that has one, else NULL. */
const char *field_key(Field field);
/* Whether the value may have blanks in it. */
bool field_takes_blanks(Field field);
/* Whether the value is all the rest of the line. */
bool field_takes_rest(Field field);
/* Whether the value, at its place, may begin like a key=value. */
bool field_may_look_like_key(Field field);

/* Reads a value into its member and sets the field (one that says "no" is read and not set). False
 * if the text is no such value. */
bool field_read(Field field, const char *text, size_t length, Fields *fields);

/* The word for a value that cannot be read, and what was expected: "a number". */
ProtocolError field_error(Field field);
const char *field_expected(Field field);
/* What a person calls the field: its key, or "ply". */
const char *field_display_name(Field field);

/* Writes the value of a field that is set, without its key; returns its length. */
size_t field_write(Field field, const Fields *fields, char text[FIELD_VALUE_SIZE]);

#endif
