/*
 * Styles: a foreground, a background and attributes. Colours are named by role. The palette of the
 * caller maps roles to colours.
 */
#ifndef TERM_STYLE_H
#define TERM_STYLE_H

#include <stdbool.h>

/* The roles that term uses. A palette may have more, from COLOR_UI_COUNT on. */
typedef unsigned char ColorRole;

enum {
    /* backgrounds of text */
    COLOR_SCREEN,
    COLOR_PANEL,
    COLOR_CARD, /* a panel that is highlighted */
    COLOR_STATUS,
    /* text on any of them */
    COLOR_TEXT,
    COLOR_DIM,
    COLOR_TITLE,
    COLOR_BORDER,
    COLOR_KEY,
    COLOR_ACCENT, /* bars and markers */
    COLOR_ERROR,
    COLOR_WARNING,
    COLOR_FOCUS, /* background of the selected line or button */
    COLOR_FOCUS_TEXT,
    COLOR_INPUT, /* background of a text field */
    COLOR_INPUT_TEXT,
    COLOR_DIALOG, /* background of a dialog */
    COLOR_DIALOG_TEXT,
    COLOR_DIALOG_BORDER,
    COLOR_UI_COUNT
};

/* A colour on terminals with 256, 8 and 24-bit colours. */
typedef struct PaletteColor {
    unsigned char of_256; /* 16..255; users redefine 0..15 */
    unsigned char of_8;   /* 0..7 */
    unsigned rgb;         /* 0xrrggbb */
} PaletteColor;

/* Attributes. The MONO ones apply only on a terminal without colours. */
enum {
    STYLE_BOLD = 1,
    STYLE_MONO_BOLD = 2,
    STYLE_MONO_REVERSE = 4,
    STYLE_MONO_UNDERLINE = 8,
    STYLE_EXACT = 16 /* with 8 colours, keep a foreground that is hard to read on the background */
};

typedef struct Style {
    ColorRole fg, bg;
    unsigned attributes;
} Style;

/* Styles of the parts of the interface. */
typedef enum UiRole {
    ROLE_NORMAL,
    ROLE_DIM,
    ROLE_STRONG,
    ROLE_TITLE,
    ROLE_HEADING, /* the title of a panel */
    ROLE_BORDER,
    ROLE_HIGHLIGHT, /* the selected line of a list, the focused button */
    ROLE_INPUT,     /* a text field */
    ROLE_ERROR,
    ROLE_WARNING,
    ROLE_KEY, /* a key's name in hints and help */
    ROLE_ACCENT,
    ROLE_DIALOG,
    ROLE_DIALOG_BORDER,
    ROLE_CHIP,     /* a button */
    ROLE_CHIP_KEY, /* the letter that presses it */
    UI_ROLE_COUNT
} UiRole;

/* ---- xterm's 256 colours, and how readable one is on another ---- */

/* Returns a colour as 0xrrggbb. 16 to 255, a cube of 6x6x6 and 24 greys, are the same on every
 * terminal; 0 to 15 are xterm's defaults. */
unsigned palette_rgb(int color);

/* Returns the colour of 16 to 255 that is nearest to 0xrrggbb. */
int palette_nearest(unsigned rgb);

/* Returns whether one of the first 8 colours is bright. Bold text has brighter ones on many
 * terminals. */
bool palette_is_bright(int color);

/* Returns a readable foreground for a background, both of the first 8 colours: the given one, or
 * else black or white. */
int palette_readable(int foreground, int background);

#endif
