/* The talk of a network game: a window with what was said, and a line to say something. */
#ifndef TUI_ONLINE_TALK_H
#define TUI_ONLINE_TALK_H

#include "tui/app.h"

/* Writes a line such as "Ada: hello", with runs of blanks collapsed into one. Returns `text`. */
const char *talk_format(const TalkLine *line, char text[VIEW_TALK_SIZE]);

/* Returns the talk of a session's game; empty if it is not a network game. */
ViewTalk talk_view(Session *session);

/* Opens the window; the game on the board must be a network game. */
void talk_open(App *app);

#endif
