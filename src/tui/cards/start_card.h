/* The first screen: what Congo is, and what there is to do. Shown until something was chosen, and
 * by "welcome". And what all cards are drawn with. */
#ifndef TUI_CARDS_START_CARD_H
#define TUI_CARDS_START_CARD_H

#include <stdbool.h>

#include "term/rect.h"
#include "tui/feature.h"

/* ---- cards ----
 * They lie over the board at the start and at the end of a game: a plain ground with an accent
 * along its top, or a frame where the terminal has no colours. What is drawn between card_begin()
 * and card_end() has the card's ground. */

enum {
    CARD_EDGE = 1, /* lines above and below the inside */
    CARD_BUTTON_GAP = 1,
    CARD_SQUARE_BIG = 10, /* columns of a square with a piece, and twice its lines */
    CARD_SQUARE_SMALL = 6
};

/* Returns the columns on each side of the inside. */
int card_margin(void);

/* Draws an empty card and returns its inside. */
Rect card_begin(Rect area);

void card_end(void);

/* Returns whether the terminal shows pieces as pictures. */
bool card_has_pictures(void);

/* Paints a piece in the app's glyphs, drawn even on squares too small for that on the board. */
void card_paint_piece(const App *app, Rect area, PieceType type, Color color, Square on);

/* Returns the columns of a button. */
int card_button_width(const char *label);

/* Draws a button whose letter number `key` is its key. Returns its area. */
Rect card_button(int y, int x, const char *label, int key, bool focused);

/* ---- the first screen ---- */

extern const Feature start_card_feature;

#endif
