/*
 * Whole screens, as text, against files. When one differs, what was painted is written to the build
 * tree, and the message says where; a wanted change is taken over by copying that file.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

enum { GOLDEN_SIZE = 65536 };

/* The first lines of the fake terminal. */
void golden_read(int lines, char text[GOLDEN_SIZE]);
/* Fails the test if the text is not that of tests/tui/golden/NAME.txt. */
void golden_check(const char *name, const char *text);

#endif
