/*
 * The file of choices: the settings that the user changed in the game, kept for the next run. It
 * has the form of congo.conf, with the settings that settings.c marks as choices.
 */
#ifndef CONFIG_CHOICES_FILE_H
#define CONFIG_CHOICES_FILE_H

#include "config/settings.h"

/*
 * Reads the file into *choices, where settings_source() then tells a choice from a default.
 * Variants may be those of `current` too. Skips invalid rows and returns false with the first
 * error, which begins with the path. A missing file has no choices.
 */
bool choices_file_read(const char *path, const Settings *current, Settings *choices, Error *error);

/* Replaces the file atomically. */
bool choices_file_write(const char *path, const Settings *choices, Error *error);

/* Puts the choices into *settings, except those overridden by congo.conf or the command line. */
void choices_file_apply(const Settings *choices, Settings *settings);

/* Copies the value of one setting, by the name of its option, as a choice. */
void choices_file_copy(const Settings *from, const char *name, Settings *choices);

/* Forgets the choice of one setting. */
void choices_file_drop(Settings *choices, const char *name);

#endif
