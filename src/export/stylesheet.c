#include <config.h>

#include "export/stylesheet.h"

#include <stdbool.h>
#include <stddef.h>

#include "board/theme.h"

/* A colour, and what it is called: a class with a property of SVG, or a variable. */
typedef struct StyleRule {
    const char *name;
    ColorRole role;
    const char *property; /* NULL: a variable */
} StyleRule;

static const StyleRule board_rules[] = {
    {"frame", COLOR_PANEL, "fill"},       {"label", COLOR_DIM, "fill"},
    {"grass", COLOR_GRASS, "fill"},       {"grass2", COLOR_GRASS_OTHER, "fill"},
    {"castle", COLOR_CASTLE, "fill"},     {"castle2", COLOR_CASTLE_OTHER, "fill"},
    {"river", COLOR_RIVER, "fill"},       {"river2", COLOR_RIVER_OTHER, "fill"},
    {"island", COLOR_ISLAND, "fill"},     {"island2", COLOR_ISLAND_OTHER, "fill"},
    {"last", COLOR_LAST, "fill"},         {"wave", COLOR_RIVER_OTHER, "stroke"},
    {"wave2", COLOR_RIVER, "stroke"},     {"wall", COLOR_WALL, "stroke"},
    {"white", COLOR_WHITE_PIECE, "fill"}, {"black", COLOR_BLACK_PIECE, "fill"},
};

static const StyleRule page_rules[] = {
    {"screen", COLOR_SCREEN, NULL},
    {"panel", COLOR_PANEL, NULL},
    {"card", COLOR_CARD, NULL},
    {"text", COLOR_TEXT, NULL},
    {"dim", COLOR_DIM, NULL},
    {"title", COLOR_TITLE, NULL},
    {"border", COLOR_BORDER, NULL},
    {"accent", COLOR_ACCENT, NULL},
    {"error", COLOR_ERROR, NULL},
    {"warning", COLOR_WARNING, NULL},
    {"focus", COLOR_FOCUS, NULL},
    {"focus-text", COLOR_FOCUS_TEXT, NULL},
    {"bar-white", COLOR_BAR_WHITE, NULL},
    {"bar-black", COLOR_BAR_BLACK, NULL},
};

/* Appends the rules whose colours differ from those of another theme. */
static void add_rules(const StyleRule *rules, size_t count, ThemeId theme,
                      const PaletteColor *other, Buffer *css) {
    const PaletteColor *colors = theme_colors(theme);
    for (size_t i = 0; i < count; i++) {
        unsigned rgb = colors[rules[i].role].rgb;
        if (other && other[rules[i].role].rgb == rgb)
            continue;
        if (rules[i].property)
            buffer_add_format(css, ".%s{%s:#%06x}", rules[i].name, rules[i].property, rgb);
        else
            buffer_add_format(css, "--%s:#%06x;", rules[i].name, rgb);
    }
}

/* Appends the rules, each set between `before` and `after`. */
static void add_theme(const StyleRule *rules, size_t count, ExportTheme theme, const char *before,
                      const char *after, Buffer *css) {
    bool automatic = theme == EXPORT_THEME_AUTO;
    ThemeId first = automatic ? THEME_LIGHT : (ThemeId)(theme - EXPORT_THEME_FIRST);
    buffer_add_string(css, before);
    add_rules(rules, count, first, NULL, css);
    buffer_add_string(css, after);
    if (!automatic)
        return;
    buffer_add_format(css, "@media(prefers-color-scheme:dark){%s", before);
    add_rules(rules, count, THEME_DARK, theme_colors(first), css);
    buffer_add_format(css, "%s}", after);
}

void stylesheet_add_board(ExportTheme theme, Buffer *css) {
    add_theme(board_rules, sizeof board_rules / sizeof board_rules[0], theme, "", "", css);
}

void stylesheet_add_page(ExportTheme theme, Buffer *css) {
    add_theme(page_rules, sizeof page_rules / sizeof page_rules[0], theme, ":root{", "}", css);
}
