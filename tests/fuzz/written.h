/* Settings and variants written as a configuration file. */
#ifndef TESTS_FUZZ_WRITTEN_H
#define TESTS_FUZZ_WRITTEN_H

#include "base/buffer.h"
#include "config/settings.h"

/* A string with its quotes; "NAME = STRING;"; a variant's group. */
void written_string(Buffer *text, const char *value);
void written_named(Buffer *text, const char *name, const char *value);
void written_variant(Buffer *text, const Variant *variant);

/* The path of a file with the text. */
const char *written_file(const Buffer *text);

/* Requires that the game's settings are within their ranges and, written as a file, are read as the
 * same. */
void written_check_settings(const Settings *settings);

#endif
