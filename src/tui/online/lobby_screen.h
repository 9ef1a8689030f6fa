/* The lobby: the games of a server on the screen, to be joined, watched or made. */
#ifndef TUI_ONLINE_LOBBY_SCREEN_H
#define TUI_ONLINE_LOBBY_SCREEN_H

#include "play/lobby.h"
#include "play/saved_seats.h"
#include "term/draw.h"
#include "tui/app.h"

/* Opens it over the board; the game there goes on. */
void lobby_screen_open(App *app);
/* Closes it; its layer goes with the next sweep. */
void lobby_screen_close(App *app);
/* Once a second: false when there is none. */
bool lobby_screen_tick(App *app);

/* What the lobby's screen is made of; for the lobby_*.c files only. */

/* The lists, in the order in which they are shown. */
typedef enum LobbySection { LOBBY_OWN, LOBBY_OPEN, LOBBY_LIVE, LOBBY_SECTION_COUNT } LobbySection;

typedef enum LobbyRowType { ROW_TITLE, ROW_REMARK, ROW_GAME } LobbyRowType;

typedef struct LobbyRow {
    LobbyRowType kind;
    LobbySection section;
    LobbyGame game; /* ROW_GAME; of one's own only the id counts */
    size_t own;     /* ROW_GAME on LOBBY_OWN: the number of the seat */
    char text[64];  /* of the others */
} LobbyRow;

typedef struct LobbyScreen {
    Layer layer;
    App *app;
    Lobby *lobby; /* NULL: the program ends */
    ServerAddress place;
    SavedSeatList seats; /* kept keys of games that nobody plays now */
    LobbyRow *rows;
    size_t count;
    size_t selected;           /* a ROW_GAME, or `count`: there is none */
    size_t top;                /* row shown first */
    int seconds_since_refresh; /* seconds since the lists were asked for */
    char message[256];
    Rect list; /* where the rows were drawn last */
} LobbyScreen;

/* --- lobby_rows.c --- */

/* Makes the rows anew; the selection stays on its game, or near it. */
void lobby_screen_update_rows(LobbyScreen *screen);
/* Selects a game so many further on; stops at the ends. */
void lobby_screen_move_selection(LobbyScreen *screen, int by);
/* The selected game; NULL: there is none. */
const LobbyRow *lobby_screen_selected_row(const LobbyScreen *screen);
/* What the selected game is, and what can be done with it; returns text. */
const char *lobby_screen_describe_selection(const LobbyScreen *screen, char *text, size_t size);

/* --- lobby_screen.c --- */

/* A key of the lobby; the hints come from this table. */
typedef struct LobbyBinding {
    Key key;
    const char *name, *word;
    void (*act)(LobbyScreen *screen);
} LobbyBinding;
const LobbyBinding *lobby_screen_binding(size_t index); /* NULL past the last */
/* Reaches another server; the settings say which. */
void lobby_screen_connect(LobbyScreen *screen);

#endif
