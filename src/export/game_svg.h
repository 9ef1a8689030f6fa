/*
 * A game as an animated picture: one SVG that plays it again and again, by rules of CSS and without
 * a script, with a pause at the end. Below the board stands each move in notation and in words. It
 * shows the last position to readers who prefer reduced motion, and where CSS is not animated.
 */
#ifndef EXPORT_GAME_SVG_H
#define EXPORT_GAME_SVG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "export/board_svg.h"
#include "rules/record.h"

/* Appends a file that shows the first `plies` of the game, at most all; `flipped`: with Black at
 * the bottom. */
void game_svg_write(const Record *record, size_t plies, bool flipped, NotationStyle style,
                    ExportTheme theme, Buffer *svg);

#endif
