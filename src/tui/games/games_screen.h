/* My games: one list of all games on this machine, unfinished and over, and the user's results. */
#ifndef TUI_GAMES_GAMES_SCREEN_H
#define TUI_GAMES_GAMES_SCREEN_H

#include "collection/collection.h"
#include "collection/game_statistics.h"
#include "term/draw.h"
#include "term/text_field.h"
#include "tui/app.h"

/* Opens the list over the board, whose game continues. */
void games_screen_open(App *app);

/* --- for the games_*.c files --- */

enum { GAMES_MESSAGE_SIZE = 512 };

typedef struct GamesScreen {
    Layer layer;
    App *app;
    Collection *collection; /* NULL while it is read, and if it cannot be */
    char message[GAMES_MESSAGE_SIZE];
    bool failed; /* the message is an error */
    /* The list. */
    size_t *found; /* numbers of the games that are listed */
    size_t count;
    size_t selected, top; /* indexes of `found`; top is the first one in sight */
    TextField search;
    bool searching; /* keys go to the search */
    Rect list;      /* area of the rows as last drawn */
    Rect field;     /* ... of the search, of height 0 without one */
    /* The page of the results. */
    bool shows_results;
    GameStatistics results;
    int results_top;              /* first line in sight */
    int results_lines, page_rows; /* of the page, and of its area as last drawn */
} GamesScreen;

/* A key, and its hints in the list and on the page of the results; NULL: no hint. */
typedef struct GamesBinding {
    Key key;
    const char *name, *word, *results_word;
    void (*act)(GamesScreen *screen);
} GamesBinding;

/* Returns a key by its index, or NULL past the last. */
const GamesBinding *games_screen_binding(size_t index);
/* Returns the selected game, or NULL if none is listed. */
const GameInfo *games_screen_selected(const GamesScreen *screen);
/* Lists the games again after a change of the collection, and selects one by its number in that, or
 * the next one that the search finds. */
void games_screen_update(GamesScreen *screen, size_t number);
/* Shows an error below the list. */
void games_screen_fail(GamesScreen *screen, const Error *error);

#endif
