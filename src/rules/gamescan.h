/* Scans the text of a GameReader. For gamereader.c only. */
#ifndef RULES_GAMESCAN_H
#define RULES_GAMESCAN_H

#include "rules/gamereader.h"

bool gamescan_at_end(const GameReader *reader);
/* Returns the next byte, or NUL at the end. */
char gamescan_peek(const GameReader *reader);
void gamescan_advance(GameReader *reader, size_t bytes);
/* Returns the number of bytes up to the end of the line. */
size_t gamescan_rest_of_line(const GameReader *reader);
/* Skips blanks and lines that begin with '%'. */
void gamescan_skip_blanks(GameReader *reader);
/* Returns whether the next byte may begin the tags of another game. */
bool gamescan_at_tags(const GameReader *reader);

bool gamescan_is_break(char c);

#endif
