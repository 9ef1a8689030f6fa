/* Display settings that the terminal and the board share, and the names of their values. A list of
 * names has the order of its enumeration and ends with NULL. */
#ifndef BASE_DISPLAY_H
#define BASE_DISPLAY_H

typedef enum Charset { CHARSET_AUTO, CHARSET_ASCII, CHARSET_UTF8 } Charset;
extern const char *const charset_names[];

typedef enum ColorDepth { COLORS_AUTO, COLORS_MONO, COLORS_8, COLORS_256, COLORS_RGB } ColorDepth;
extern const char *const color_depth_names[];

/* Automatic: drawn in squares that are large enough, else letters. Drawn: in the finest blocks that
 * the terminal shows. Quadrants are two blocks a cell across and two down, sextants three and
 * octants four down. */
typedef enum GlyphSet {
    GLYPHS_AUTO,
    GLYPHS_LETTERS,
    GLYPHS_ANIMALS,
    GLYPHS_DRAWN,
    GLYPHS_QUADRANTS,
    GLYPHS_SEXTANTS,
    GLYPHS_OCTANTS,
    GLYPHS_COUNT
} GlyphSet;
extern const char *const glyph_set_names[];

/* Which of the panels Thinking and Score are shown: those that matter in the situation, all that
 * have content, or only that of an analysis. */
typedef enum PanelMode { PANELS_AUTO, PANELS_FULL, PANELS_NONE, PANELS_COUNT } PanelMode;
extern const char *const panel_mode_names[];

/* The first theme is the default. */
typedef enum ThemeId {
    THEME_DARK,
    THEME_LIGHT,
    THEME_CONTRAST,
    THEME_COLORBLIND,
    THEME_COUNT
} ThemeId;
extern const char *const theme_names[];

/* The size of a square, in columns and rows. Automatic: as large as there is room. */
typedef enum Zoom {
    ZOOM_AUTO,
    ZOOM_2X1,
    ZOOM_4X2,
    ZOOM_6X3,
    ZOOM_8X4,
    ZOOM_10X5,
    ZOOM_14X7,
    ZOOM_18X9,
    ZOOM_24X12,
    ZOOM_COUNT
} Zoom;
extern const char *const zoom_names[];

#endif
