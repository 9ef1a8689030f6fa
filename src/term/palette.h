/* The 256 colours of xterm, and how readable one is on another. */
#ifndef TERM_PALETTE_H
#define TERM_PALETTE_H

/* Returns a colour as 0xrrggbb. 16 to 255, a cube of 6x6x6 and 24 greys, are the same on every
 * terminal; 0 to 15 are xterm's defaults. */
unsigned palette_rgb(int color);

/* Returns a readable foreground for a background, both of the first 8 colours: the given one, or
 * else black or white. */
int palette_readable(int foreground, int background);

#endif
