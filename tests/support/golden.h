/*
 * Compares screens, as text, with golden files and prints those that differ side by side. With
 * ACCEPT in the environment, the files are replaced. These screens have made-up values (clocks,
 * thinking, lists of games). tests/screen/scripts has the screens that keys can reach.
 */
#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H

enum { GOLDEN_SIZE = 262144 };

/* Reads the screen of the fake terminal. */
void golden_read(char text[GOLDEN_SIZE]);
/* Fails the test if the text differs from tests/board/golden/NAME.txt. */
void golden_check(const char *name, const char *text);

#endif
