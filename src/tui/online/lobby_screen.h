/* The lobby: the games of a server, to join or to watch, and new ones. */
#ifndef TUI_ONLINE_LOBBY_SCREEN_H
#define TUI_ONLINE_LOBBY_SCREEN_H

#include "play/online/lobby.h"
#include "term/layer.h"
#include "term/list.h"
#include "tui/feature.h"

/* The lists, in the order in which they are shown. */
typedef enum LobbySection { LOBBY_OWN, LOBBY_OPEN, LOBBY_LIVE } LobbySection;

typedef enum LobbyRowType { ROW_TITLE, ROW_REMARK, ROW_GAME } LobbyRowType;

typedef struct LobbyRow {
    LobbyRowType type;
    LobbySection section;
    LobbyGame game; /* ROW_GAME */
    OwnGame own;    /* ROW_GAME in LOBBY_OWN */
    char text[64];  /* ROW_TITLE, ROW_REMARK */
} LobbyRow;

typedef struct LobbyScreen {
    Layer layer;
    App *app;
    Lobby *lobby; /* NULL: closed */
    ServerList servers;
    bool asked_for_trust; /* in the server's certificate */
    LobbyRow *rows;
    List list;          /* of the rows; a ROW_GAME is selected, or none */
    int lines, columns; /* of the screen that the rows were made for */
    int seconds_since_refresh;
    char message[256];
} LobbyScreen;

extern const Feature lobby_feature;

/* Opens the lobby over the board, whose game continues. */
void lobby_screen_open(App *app);

/* ---- for lobby_screen.c and its test ---- */

/* Closes the lobby, if it is open. Its layer is freed by layers_free_closed(). */
void lobby_screen_close(App *app);

/* Returns the open lobby, or NULL. */
LobbyScreen *lobby_screen(const App *app);

/* Rebuilds the rows. The selection stays on its game, or moves to the nearest one. */
void lobby_screen_update_rows(LobbyScreen *screen);

/* Returns the selected game, or NULL. */
const LobbyRow *lobby_screen_selected_row(const LobbyScreen *screen);

/* Writes what the selected game is, and what can be done with it. */
void lobby_screen_describe_selection(const LobbyScreen *screen, char *text, size_t size);

#endif
