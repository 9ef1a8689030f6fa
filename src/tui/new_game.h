/* The dialog for a new game. */
#ifndef TUI_NEW_GAME_H
#define TUI_NEW_GAME_H

#include "config/settings.h"
#include "term/dialog.h"
#include "tui/app.h"

/* Items that the dialogs about games share: strengths, variants, clocks and seconds, in the words
 * of people instead of those of the options. */

/* --- strength: how a computer plays --- */

/* --- sides --- */

typedef enum FormSide { SIDE_WHITE, SIDE_BLACK, SIDE_RANDOM } FormSide;

extern const char *const game_form_sides[]; /* the words of a choice */

/* Draws one of the two colours by lot; a seed other than 0 decides it. */
Color game_form_random_color(int seed);

/* Returns the chosen side; a random one is drawn. */
Color game_form_get_side(const Dialog *dialog, int item, int seed);

/* --- variants --- */

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

/* --- times: a field that cannot be read gets an error below it --- */

typedef struct ClockItems {
    int minutes, increment;
} ClockItems;

void game_form_add_clock(Dialog *dialog, ClockItems *items, const ClockSetting *clock);

bool game_form_get_clock(Dialog *dialog, const ClockItems *items, ClockSetting *clock);

/* Names of the computer's levels. */

/* Returns "3, easy" for level 3. */
const char *level_name(int level);

/* `fen` fills the field of the position; "" for the start position. */
void new_game_open(App *app, const char *fen);

/* The same with the position and its variant. */
void new_game_open_position(App *app, const Position *position);

/* Starts a game of these players in the last variant, from its first position, and keeps it as the
 * last kind of game. Computers play at the level of the settings. */
void new_game_start(App *app, PlayerControl white, PlayerControl black);

#endif
