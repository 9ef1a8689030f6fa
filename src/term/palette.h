/* The 256 colours of xterm and its kin, and how well one is read on another. */
#ifndef TERM_PALETTE_H
#define TERM_PALETTE_H

/* A colour as 0xrrggbb. 16 to 255 are the same on every terminal: a cube of 6x6x6 and 24 greys; 0
 * to 15 are what xterm shows, and users change them. */
unsigned palette_rgb(int color);

/* The contrast ratio of the Web Content Accessibility Guidelines, 1 to 21. */
double palette_contrast(unsigned rgb1, unsigned rgb2);

/* Among the first 8 colours: the foreground, or black or white if it could not be read on that
 * background. */
int palette_readable(int foreground, int background);

#endif
