/* A line that is no command: a move as the program prints one. */
#ifndef CLI_MOVE_LINE_H
#define CLI_MOVE_LINE_H

#include <stdbool.h>

#include "base/error.h"
#include "play/session.h"

/*
 * Makes the move that a line names, in any of these forms:
 *   - those of session_submit_text, with or without a full stop at the end;
 *   - squares and the words between them, "g1 f3", "zebra from g1 to f3", "monkey from b1 jumps to
 *     d3, taking the pawn c2, and stops there", as --plain tells moves, its prefixes included, and
 *     "lion d1 takes the pawn c2", as it lists steps;
 *   - moves with their number, "12. Z-F3" or "12. Z-F3 Z-F5", all of which are made or none;
 *   - a line of "endings moves", "2. Z-F3: wins in 12" or "2, zebra from g1 to f3. Wins in 12."
 *
 * Steps leave a monkey's capture open if it can go on. Fails with ERROR_SYNTAX if the line is none
 * of these, and with ERROR_ILLEGAL if it begins with a piece, as no command does.
 */
bool move_line_play(Session *session, const char *line, Error *error);

#endif
