/* The help: contents, the keys, the rules in short, and a page with a small board for every piece.
 */
#ifndef TUI_HELP_H
#define TUI_HELP_H

#include <stdbool.h>

#include "rules/bitboard.h"
#include "rules/variant.h"
#include "tui/app.h"

/* ---- the pages about the game, as data; that of the keys comes from action.h ---- */

/* The marks on the small board. */
typedef enum HelpMarks {
    HELP_MARK_MOVES,    /* where the piece on `square` can go */
    HELP_MARK_DROWNING, /* the pieces that will drown */
    HELP_MARK_START,    /* nothing, in the start position of the variant */
    HELP_MARK_NOTHING
} HelpMarks;

typedef struct HelpPage {
    const char *name; /* after "help " on the command line */
    char letter;      /* key that opens it, lower case, or 0 */
    const char *title;
    const char *summary; /* beside the title, in the contents */
    const char *text;
    const char *ranks; /* of the FEN of the small board, or NULL */
    HelpMarks marks;
    Square square;
} HelpPage;

/* Returns a page for a variant by its index, or NULL past the last. */
const HelpPage *help_pages_get(const Variant *variant, int index);

/* ---- the help ---- */

/* Opens the help at a page such as "keys" or "monkey" (NULL: the contents). Returns false if there
 * is no such page. */
bool help_open(App *app, const char *page);

#endif
