/* Settings and variants as text of a configuration file. */
#ifndef TESTS_FUZZ_WRITTEN_H
#define TESTS_FUZZ_WRITTEN_H

#include "base/buffer.h"
#include "config/settings.h"
#include "config/table.h"

/* Add a quoted string, "NAME = STRING;", and the group of a variant. */
void written_string(Buffer *text, const char *value);
void written_named(Buffer *text, const char *name, const char *value);
void written_variant(Buffer *text, const Variant *variant);

/* Adds all settings of a table that a file can have. A group opens with its first setting and ends
 * with its last. */
void written_table(Buffer *text, const SettingTable *table, const void *values);

/* Returns the path of a file with the text. */
const char *written_file(const Buffer *text);

/* Requires that the settings are within their ranges and, written as a file, are read back
 * unchanged. */
void written_check_settings(const Settings *settings);

#endif
