/* What waits for the user in games on servers, asked in the background while a card or a list shows
 * it. */
#ifndef TUI_ONLINE_WAITING_H
#define TUI_ONLINE_WAITING_H

#include "play/online/waiting_games.h"
#include "tui/app.h"

/* Asks the servers of all saved seats. `changed`, which may be NULL, is called when one has
 * answered, until waiting_stop() or the next question. */
void waiting_ask(App *app, void (*changed)(App *app));
void waiting_stop(App *app);

/* Returns what is known about the game of a seat, or NULL. */
const OwnGame *waiting_find(const App *app, const SavedSeat *seat);

/* Returns the most recently played game that waits for the user and sets its server, or returns
 * NULL. */
const OwnGame *waiting_first(const App *app, const char **server);

/* Opens the game of a seat. */
void waiting_open(App *app, const SavedSeat *seat);

#endif
