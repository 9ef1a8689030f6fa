/* What players and spectators of a network game say: writing it, and the line to say something. */
#ifndef TUI_ONLINE_TALK_H
#define TUI_ONLINE_TALK_H

#include "tui/app.h"

enum { TALK_TEXT_SIZE = NAME_MAX_BYTES + LINE_CLIENT_MAX + 16 };

/* "Ada: hello", with single blanks. Returns text. */
const char *talk_format(const TalkLine *line, char text[TALK_TEXT_SIZE]);

/* Opens the line, below what was said. */
void talk_open(App *app);

#endif
