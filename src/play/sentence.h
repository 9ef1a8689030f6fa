/* An error's sentence as it stands on the screen by itself. */
#ifndef PLAY_SENTENCE_H
#define PLAY_SENTENCE_H

#include "rules/error.h"

enum { SENTENCE_SIZE = sizeof((Error *)0)->text + 2 };

/* With a capital, unless it begins with a name of something (a file, a field, a move), and with a
 * full stop. Returns text. */
const char *sentence_write(const Error *error, char text[SENTENCE_SIZE]);

#endif
