/* Text inside XML, HTML and JSON. */
#ifndef EXPORT_MARKUP_H
#define EXPORT_MARKUP_H

#include "base/buffer.h"

/* Appends text with &, <, >, and both quotes escaped, for use between tags and in attributes.
 * Control characters other than line breaks and tabs become blanks. */
void markup_add_text(Buffer *markup, const char *text);

/* Appends a string of JSON, with its quotes. */
void markup_add_json(Buffer *json, const char *text);

#endif
