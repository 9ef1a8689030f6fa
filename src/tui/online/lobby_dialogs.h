/* The dialogs of the lobby. */
#ifndef TUI_ONLINE_LOBBY_DIALOGS_H
#define TUI_ONLINE_LOBBY_DIALOGS_H

#include "tui/online/lobby_screen.h"

/* Asks for the options of a new network game. */
void lobby_dialogs_new_game(LobbyScreen *screen);
/* Asks for the id of a game to join or to watch. */
void lobby_dialogs_join(LobbyScreen *screen);
/* Asks for another server. */
void lobby_dialogs_server(LobbyScreen *screen);

#endif
