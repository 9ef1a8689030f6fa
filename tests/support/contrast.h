/* Contrast of colours. */
#ifndef TESTS_SUPPORT_CONTRAST_H
#define TESTS_SUPPORT_CONTRAST_H

/* Returns the contrast ratio, 1 to 21, of the Web Content Accessibility Guidelines. Colours are
 * 0xrrggbb. */
double contrast_ratio(unsigned rgb1, unsigned rgb2);

#endif
