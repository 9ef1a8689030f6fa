/* Settings and variants as text of a configuration file. */
#ifndef TESTS_FUZZ_CONFIG_WRITER_H
#define TESTS_FUZZ_CONFIG_WRITER_H

#include "base/buffer.h"
#include "config/settings.h"

/* Appends the group of a variant. */
void config_writer_variant(Buffer *text, const Variant *variant);

/* Appends all settings of a table that a file can have. A group opens with its first setting and
 * ends with its last. */
void config_writer_table(Buffer *text, const SettingTable *table, const void *values);

/* Writes the text to the temporary file. Returns its path. */
const char *config_writer_file(const Buffer *text);

/* Requires that the settings are within their ranges and, written as a file, are read back
 * unchanged. */
void config_writer_check_settings(const Settings *settings);

#endif
