/* The help's pages on the game, as data. The page of the keys is made from the table in keys.h. */
#ifndef TUI_HELP_PAGES_H
#define TUI_HELP_PAGES_H

#include <stdbool.h>

#include "rules/bitboard.h"
#include "rules/variant.h"

/* What of the small board's position is marked. */
typedef enum HelpMarks {
    HELP_MARK_MOVES,    /* where the piece on `square` can go */
    HELP_MARK_DROWNING, /* the pieces that will drown */
    HELP_MARK_START,    /* nothing; the position is the start of the variant */
    HELP_MARK_NOTHING
} HelpMarks;

typedef struct HelpPage {
    const char *name; /* after "help " on the command line */
    char letter;      /* the key that opens it, lower case; 0: none */
    const char *title;
    const char *text;
    const char *ranks; /* the small board, as the ranks of a FEN; NULL: none */
    HelpMarks marks;
    Square square;
} HelpPage;

/* The pages that a variant needs, in order; NULL past the last. */
const HelpPage *help_pages_get(const Variant *variant, int index);

#endif
