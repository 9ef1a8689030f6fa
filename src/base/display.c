#include <config.h>

#include "base/display.h"

#include <stddef.h>

const char *const charset_names[] = {"auto", "ascii", "utf8", NULL};
const char *const color_depth_names[] = {"auto", "mono", "8", "256", NULL};
const char *const glyph_set_names[] = {"letters", "animals", "drawn", NULL};
const char *const theme_names[] = {"dark", "light", "contrast", "colorblind", NULL};
