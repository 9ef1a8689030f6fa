/* Playing somebody: inviting them to a game on the user's own server, and what to tell them; and
 * the clocks of network games. */
#ifndef TUI_ONLINE_INVITE_H
#define TUI_ONLINE_INVITE_H

#include "play/online/lobby_game.h"
#include "tui/app.h"
#include "tui/game_form.h"

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

/* ---- inviting ---- */

/* Shows the address and the id, or the invitation, of the game on the board, if it is on the user's
 * own server or has a seat that is kept for whom the user invites. Returns false if it is not. */
bool invite_show(App *app);

/* Starts the server again that had an address, after asking if other computers can connect, and
 * then opens a game there. Returns false if it never had the address, or if it runs. */
bool invite_restart(App *app, const NetworkOptions *options);

/* ---- playing somebody, at this keyboard or on a server ---- */

/* Each asks where the other player is, the second one without this keyboard. Without a game on the
 * board, Esc goes back to the start. */
void play_somebody_open(App *app);

void play_somebody_open_online(App *app);

#endif
