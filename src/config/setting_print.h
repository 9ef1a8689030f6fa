/* The values of settings as a configuration file has them. */
#ifndef CONFIG_SETTING_PRINT_H
#define CONFIG_SETTING_PRINT_H

#include "config/setting.h"

/* Appends the value of a choice. Returns false if it cannot be written. */
bool setting_print(const Setting *setting, const void *values, Buffer *text);

/* Of parsed choices. */
SettingPrinter setting_print_player;
SettingPrinter setting_print_variant; /* its name, unless only a file has the variant */

#endif
