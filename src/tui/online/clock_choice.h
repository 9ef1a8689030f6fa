/* The clock of a new network game in a dialog: a choice from bullet to correspondence, or fields
 * for any other. And a clock in words, as lists show it. */
#ifndef TUI_ONLINE_CLOCK_CHOICE_H
#define TUI_ONLINE_CLOCK_CHOICE_H

#include "play/online/lobby_game.h"
#include "tui/game_form.h"

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

#endif
