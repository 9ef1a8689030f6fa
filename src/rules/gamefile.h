/*
 * Game files: text in the shape of PGN, several games to a file (congo-file(5) describes them).
 * This reads and writes memory; files on disk are the business of those above (see play/storage.h).
 *
 * A game is its tags, an empty line, its moves and its result:
 *
 *     [White "Ada"]
 *     [Black "Bo"]
 *     [Result "1-0"]
 *     [Variant "megapawn"]
 *     [Reason "resigned"]
 *
 *     1. D3 {[%emt 0:00:02.5] [%clk 0:04:57.5] the usual move} 1... D5 2. C-F2 1-0
 *
 * Tags. Each name once; '\' before '"' and '\' in a value. Four kinds of tags the game itself says;
 * all others, at most RECORD_TAGS_MAX, are kept as they are:
 *
 * Result: "1-0", "0-1", "1/2-1/2", "*"; must be the one after the moves, and be right.
 *
 * Reason: why a game ended whose last position is open: "resigned", "agreed", "time", "aborted"
 * (with the result "*"). Without it such a game is going on. Read also with the other words of
 * reason_word, where they are true.
 *
 * FEN: the start position, if it is not the variant's. It may be in the middle of a monkey's
 * capture; the rest of the capture is then the first move.
 *
 * Variant: the name of a variant; without it the game is congo. One that is not built in is defined
 * by VariantStart (seven ranks), VariantIslands ("a4 g4" or "-"), VariantPawns ("congo", "mega"),
 * VariantExtra ("T" or "-"), VariantRepetition ("draw", "illegal", "none"), VariantQuietPlies (0 to
 * 10000), VariantBareLions ("draw", "draw-unless-capture", "play"); what is not given is as in
 * congo.
 *
 * Written first, in this order: Event, Site, Date, Round, White, Black, Result, Variant, its
 * definition, FEN, Reason.
 *
 * Moves. Congo notation, read as notation_parse does; "1." before White's, "1..." (or with the one
 * character for three dots) before Black's where it begins or a comment stands between. "$1", "!"
 * and "?" are read and forgotten. Variations, "( ... )", are refused.
 *
 * Comments stand in braces after their move (those before the first move, before it), or from ';'
 * to the end of the line. A line that begins with '%' is skipped, but not inside braces. Several
 * comments at one place become one, with line breaks between. In braces:
 *   - blanks at both ends do not count, and a line break with the blanks around it is one blank;
 *   - "\n" is a line break, "\\" a backslash, "\xHH" the byte with that hexadecimal code (a '}' is
 *     \x7d, a blank at an end \x20), and '\' at the end of a line joins it with the next;
 *   - [%emt H:MM:SS.mmm] is the time used for the move, [%clk H:MM:SS.mmm] what the mover's clock
 *     then showed; the fraction may be missing. Other commands are text.
 *
 * So a comment is read back exactly as it was written, though lines are shorter than 80 bytes.
 *
 * Text is UTF-8 (see text_sanitize), with or without a byte order mark; lines end with LF, CR LF or
 * CR.
 *
 * A foreign text is a list of moves from elsewhere. Besides all this, its result may be missing at
 * the end of the text; a result that the moves leave open needs no Reason: it was resigned, or
 * agreed; and a move may be "(a2,a3)".
 */
#ifndef RULES_GAMEFILE_H
#define RULES_GAMEFILE_H

#include <stddef.h>

#include "rules/record.h"

typedef enum GameNotation { GAME_CONGO, GAME_COORDINATES } GameNotation;

/* Returns the text of one game with all its plies, which ends with an empty line. The caller frees
 * it. */
char *gamefile_write(const Record *record, GameNotation notation, size_t *length);

#endif
