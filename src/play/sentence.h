/* An error's sentence as it stands on the screen by itself. */
#ifndef PLAY_SENTENCE_H
#define PLAY_SENTENCE_H

#include "rules/error.h"

enum { ERROR_SENTENCE_SIZE = sizeof((Error *)0)->text + 2 };

/* With a capital, unless it begins with a name of something (a file, a field, a move), and with a
 * full stop. Returns text. */
const char *error_sentence(const Error *error, char text[ERROR_SENTENCE_SIZE]);

#endif
