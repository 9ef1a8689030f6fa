/* What players and spectators of a network game say: writing it, and the line to say something. */
#ifndef TUI_ONLINE_TALK_H
#define TUI_ONLINE_TALK_H

#include "tui/app.h"

/* Writes "Ada: hello" with single blanks. Returns text. */
const char *talk_format(const TalkLine *line, char text[VIEW_TALK_SIZE]);

/* The talk of a session's game, for the board's panel. */
ViewTalk talk_view(Session *session);

/* Opens the line, below what was said. */
void talk_open(App *app);

#endif
