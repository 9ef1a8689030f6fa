/* Settings and variants written as a configuration file. */
#ifndef TESTS_FUZZ_WRITTEN_H
#define TESTS_FUZZ_WRITTEN_H

#include "base/buffer.h"
#include "config/settings.h"
#include "config/table.h"

/* A string with its quotes; "NAME = STRING;"; a variant's group. */
void written_string(Buffer *text, const char *value);
void written_named(Buffer *text, const char *name, const char *value);
void written_variant(Buffer *text, const Variant *variant);

/* Writes the settings of a table that a file can have, each with its value. A group opens with its
 * first setting and ends with its last. */
void written_table(Buffer *text, const SettingTable *table, const void *values);

/* The path of a file with the text. */
const char *written_file(const Buffer *text);

/* Requires that the game's settings are within their ranges and, written as a file, are read as the
 * same. */
void written_check_settings(const Settings *settings);

#endif
