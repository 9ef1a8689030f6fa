/* What the lobby's screen is made of; for the lobby_*.c files only. */
#ifndef TUI_LOBBY_PARTS_H
#define TUI_LOBBY_PARTS_H

#include "play/lobby.h"
#include "play/seats.h"
#include "tui/dialogs.h"
#include "tui/draw.h"
#include "tui/lobby_screen.h"

/* The lists, in the order in which they are shown. */
typedef enum Shelf { SHELF_OWN, SHELF_OPEN, SHELF_LIVE, SHELF_COUNT } Shelf;

typedef enum RowKind { ROW_TITLE, ROW_REMARK, ROW_GAME } RowKind;

typedef struct LobbyRow {
    RowKind kind;
    Shelf shelf;
    LobbyGame game; /* ROW_GAME; of one's own only the id counts */
    size_t own;     /* ROW_GAME on SHELF_OWN: the number of the seat */
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
    size_t selected; /* a ROW_GAME, or `count`: there is none */
    size_t top;      /* row shown first */
    int beats;       /* seconds since the lists were asked for */
    char message[256];
    Rect list; /* where the rows were drawn last */
} LobbyScreen;

/* --- lobby_rows.c --- */

/* Makes the rows anew; the selection stays on its game, or near it. */
void lobby_rows_make(LobbyScreen *screen);
/* Selects a game so many further on; stops at the ends. */
void lobby_rows_move(LobbyScreen *screen, int by);
/* The selected game; NULL: there is none. */
const LobbyRow *lobby_rows_chosen(const LobbyScreen *screen);
/* What the selected game is, and what can be done with it; returns text. */
const char *lobby_rows_sentence(const LobbyScreen *screen, char *text, size_t size);

/* --- lobby_screen.c --- */

/* A key of the lobby; the hints come from this table. */
typedef struct LobbyKey {
    Key key;
    const char *name, *word;
    void (*act)(LobbyScreen *screen);
} LobbyKey;
const LobbyKey *lobby_key(size_t index); /* NULL past the last */
/* Reaches another server; the settings say which. */
void lobby_connect(LobbyScreen *screen);

/* --- lobby_draw.c --- */
void lobby_draw(Layer *layer);

/* --- lobby_dialogs.c --- */
void lobby_ask_new(LobbyScreen *screen);
void lobby_ask_join(LobbyScreen *screen);
void lobby_ask_server(LobbyScreen *screen);

#endif
