/* The colours of the themes (board/theme.h) as rules of CSS. */
#ifndef EXPORT_STYLESHEET_H
#define EXPORT_STYLESHEET_H

#include "base/buffer.h"
#include "base/display.h"

/* The colours of a picture or a page: those of a theme, or dark or light as the reader's system is
 * set. The order is that of the words of --theme. */
typedef enum ExportTheme { EXPORT_THEME_AUTO, EXPORT_THEME_FIRST } ExportTheme;

static inline ExportTheme stylesheet_fixed(ThemeId theme) {
    return (ExportTheme)(EXPORT_THEME_FIRST + theme);
}

/* Appends rules for the classes of a board: ".grass{fill:#788a5a}". */
void stylesheet_add_board(ExportTheme theme, Buffer *css);

/* Appends the colours of the text around it as variables: ":root{--screen:#1b1b1d;...}". */
void stylesheet_add_page(ExportTheme theme, Buffer *css);

#endif
