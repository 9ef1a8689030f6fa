#include <config.h>

#include "base/display.h"

#include <stddef.h>

const char *const charset_names[] = {"auto", "ascii", "utf8", NULL};
const char *const color_depth_names[] = {"auto", "mono", "8", "256", "rgb", NULL};
const char *const glyph_set_names[] = {"auto",      "letters",  "animals", "drawn",
                                       "quadrants", "sextants", "octants", NULL};
const char *const panel_mode_names[] = {"auto", "full", "none", NULL};
const char *const theme_names[] = {"dark", "light", "contrast", "colorblind", NULL};
const char *const zoom_names[] = {"auto", "2x1",  "4x2",  "6x3",   "8x4",
                                  "10x5", "14x7", "18x9", "24x12", NULL};
