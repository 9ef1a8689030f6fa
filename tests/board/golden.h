/*
 * Whole screens, as text, against files. When one differs, both are printed side by side; with the
 * environment variable ACCEPT the new ones are taken over. This is for what is painted from figures
 * that are made up (clocks, thinking, lists of games): all that can be reached by keys is in the
 * scripts of tests/screen/scripts.
 */
#ifndef TESTS_BOARD_GOLDEN_H
#define TESTS_BOARD_GOLDEN_H

enum { GOLDEN_SIZE = 65536 };

/* The screen of the fake terminal. */
void golden_read(char text[GOLDEN_SIZE]);
/* Fails the test if the text is not that of tests/tui/golden/NAME.txt. */
void golden_check(const char *name, const char *text);

#endif
