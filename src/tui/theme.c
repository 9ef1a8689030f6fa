#include <config.h>

#include "tui/theme.h"

#include <string.h>

enum { K, R, G, Y, B, M, C, W }; /* the 8 colours */

static const Theme themes[] = {
    {"dark",
     "savanna at dusk",
     {
         [HUE_SCREEN] = {234, K},        [HUE_TEXT] = {252, W},
         [HUE_DIM] = {246, W},           [HUE_TITLE] = {230, W},
         [HUE_BORDER] = {242, W},        [HUE_KEY] = {179, Y},
         [HUE_ERROR] = {210, R},         [HUE_WARNING] = {215, Y},
         [HUE_FOCUS] = {179, W},         [HUE_FOCUS_TEXT] = {16, K},
         [HUE_INPUT] = {238, W},         [HUE_INPUT_TEXT] = {231, K},
         [HUE_DIALOG] = {236, K},        [HUE_DIALOG_TEXT] = {252, W},
         [HUE_DIALOG_BORDER] = {179, Y}, [HUE_BAR_WHITE] = {252, W},
         [HUE_BAR_BLACK] = {238, K},     [HUE_GROUND] = {65, G},
         [HUE_GROUND_OTHER] = {58, G},   [HUE_CASTLE] = {95, Y},
         [HUE_CASTLE_OTHER] = {94, Y},   [HUE_RIVER] = {24, B},
         [HUE_ISLAND] = {101, C},        [HUE_TEXTURE] = {152, W},
         [HUE_MARK] = {230, W},          [HUE_DANGER] = {217, W},
         [HUE_CURSOR] = {226, W},        [HUE_CURSOR_TEXT] = {16, K},
         [HUE_WHITE_PLATE] = {230, W},   [HUE_WHITE_PIECE] = {16, K},
         [HUE_WHITE_DETAIL] = {124, R},  [HUE_BLACK_PLATE] = {233, K},
         [HUE_BLACK_PIECE] = {231, W},   [HUE_BLACK_DETAIL] = {214, Y},
     }},
};

enum { THEME_COUNT = sizeof themes / sizeof themes[0] };

const Theme *theme_at(size_t index) {
    return index < THEME_COUNT ? &themes[index] : NULL;
}

const Theme *theme_find(const char *name) {
    for (size_t i = 0; i < THEME_COUNT; i++)
        if (strcmp(themes[i].name, name) == 0)
            return &themes[i];
    return &themes[0];
}
