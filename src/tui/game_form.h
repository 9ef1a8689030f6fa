/* Items that the dialogs about games share: strengths, variants, clocks, seconds and servers, in
 * the words of people instead of those of the options. */
#ifndef TUI_GAME_FORM_H
#define TUI_GAME_FORM_H

#include "config/settings.h"
#include "play/online/network_options.h"
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

/* ---- the clock of a network game ----
 * A dialog has a choice from bullet to correspondence, or fields for any other. Lists show a clock
 * in words. */

typedef struct ClockChoice {
    int item;
    ClockItems other; /* shown for a clock that is not in the list */
} ClockChoice;

/* Adds the items, which begin at a clock. */
void clock_choice_add(Dialog *dialog, ClockChoice *choice, const ClockSetting *clock);

/* Describes what is chosen below it, and shows the fields that it needs. Call it from the change
 * handler of the dialog. */
void clock_choice_update(Dialog *dialog, const ClockChoice *choice);

/* Gets the clock, or shows an error below a field. */
bool clock_choice_get(Dialog *dialog, const ClockChoice *choice, ClockSetting *clock);

/* Writes a clock: "5 min + 3 s", "3 days a move", "no clock"; or "5m+3s", "3 d/move" where there is
 * little room. Returns `text`. */
enum { CLOCK_WORDS_SIZE = 48 };

const char *clock_choice_words(const GameClock *clock, bool per_move, bool wide,
                               char text[CLOCK_WORDS_SIZE]);

/* ---- the items of a dialog that name a server: its address, its port, and encryption ---- */

typedef struct ServerFields {
    int host, port, tls;
} ServerFields;

/* Adds the items with the values of the settings. */
void server_fields_add(Dialog *dialog, ServerFields *fields, const Settings *settings);

/* Sets the settings, or shows an error below an item. */
bool server_fields_apply(Dialog *dialog, const ServerFields *fields, Settings *settings);

#endif
