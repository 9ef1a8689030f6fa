/* Items that the dialogs about games share: strengths, variants, clocks and seconds, in the words
 * of people instead of those of the options. */
#ifndef TUI_GAME_FORM_H
#define TUI_GAME_FORM_H

#include "config/settings.h"
#include "term/dialog.h"

/* ---- strength: how a computer plays ---- */

/* Adds a choice that begins at the advisor and level of a player. */
int game_form_add_strength(Dialog *dialog, const char *label, const char *advisor, int level);
/* Sets the advisor of a player, and the level if the strength has one. */
void game_form_get_strength(const Dialog *dialog, int item, PlayerSetting *player, int *level);

/* Returns "3, easy" for level 3. */
const char *game_form_level_name(int level);

/* ---- sides ---- */

typedef enum FormSide { SIDE_WHITE, SIDE_BLACK, SIDE_RANDOM } FormSide;
extern const char *const game_form_sides[]; /* the words of a choice */

/* Draws one of the two colours by lot; a seed other than 0 decides it. */
Color game_form_random_color(int seed);
/* Returns the chosen side; a random one is drawn. */
Color game_form_get_side(const Dialog *dialog, int item, int seed);

/* ---- variants ---- */

enum { FORM_VARIANTS_MAX = 64 };

typedef struct VariantItem {
    int item;
    Variant variant[FORM_VARIANTS_MAX];
} VariantItem;

/* Adds a choice of the variants, which begins at that of the settings. A server knows only those
 * that are built in. */
void game_form_add_variant(Dialog *dialog, VariantItem *variants, const Settings *settings,
                           bool built_in);
/* Describes the chosen variant below the choice. */
void game_form_describe_variant(Dialog *dialog, const VariantItem *variants);
const Variant *game_form_variant(const Dialog *dialog, const VariantItem *variants);

/* ---- times: a field that cannot be read gets an error below it ---- */

/* Adds a field for seconds; it is empty for 0, no limit. */
int game_form_add_seconds(Dialog *dialog, const char *label, int64_t milliseconds);
bool game_form_get_seconds(Dialog *dialog, int item, int64_t *milliseconds);

typedef struct ClockItems {
    int minutes, increment;
} ClockItems;

void game_form_add_clock(Dialog *dialog, ClockItems *items, const ClockSetting *clock);
bool game_form_get_clock(Dialog *dialog, const ClockItems *items, ClockSetting *clock);

#endif
