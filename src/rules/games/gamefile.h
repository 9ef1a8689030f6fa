/*
 * Files of games: text that resembles PGN; congo-file(5) describes it for users. Writes a game to
 * memory; gamereader.h reads one, and play/storage.h handles the files on disk.
 *
 * A game consists of tags, an empty line, moves and a result:
 *
 *     [White "Ada"]
 *     [Black "Bo"]
 *     [Result "1-0"]
 *     [Variant "megapawn"]
 *     [Reason "resigned"]
 *
 *     1. D3 {[%emt 0:00:02.5] [%clk 0:04:57.5] the usual move} 1... D5 2. C-F2 1-0
 *
 * Tags. Each name occurs once. '\' escapes '"' and '\' in a value. Four kinds of tags are derived
 * from the game. All others, at most RECORD_TAGS_MAX, are kept unchanged. Derived are:
 *
 * Result: "1-0", "0-1", "1/2-1/2" or "*". It should match the moves and the result after them.
 *
 * Reason: why a game ended if its moves leave it open: "resigned", "agreed", "time", or "aborted"
 * with the result "*". Without it, such a game is in progress. The other words of reason_word are
 * accepted if they match the moves.
 *
 * Termination: PGN's tag, kept like others unless it says no more than Result and Reason, but its
 * words should agree with the result, and without a Reason they supply it: "time forfeit" is
 * time; "normal", "adjudication", "rules infraction", "abandoned", "death" and "emergency" are
 * resigned or agreed, and the last three aborted with the result "*"; "unterminated" is no reason.
 * Other words mean nothing.
 *
 * Where these three, the moves and the result after them contradict each other, where a result has
 * no reason and where there is none, a lenient reader warns: the moves are right if they
 * end the game, then the result after them, then the Result tag; a result without a reason that
 * goes with it is a resignation or an agreed draw.
 *
 * FEN: the start position, if it is not the variant's. If it has an open capture, the first move is
 * the rest of that capture. PGN's SetUp goes with it.
 *
 * Variant: the name of the variant, congo by default. A variant that is not built in is defined by
 * the tags of variant_fields; a missing one has congo's value, and "-" stands for an empty value.
 *
 * The order of writing is: Event, Site, Date, Round, White, Black, Result, Variant, its definition,
 * FEN, Reason, and then all others. In PGN, the first six are written with "?", or "????.??.??" for
 * the date, if nothing is known; such a tag is not kept. Nor is a Termination that PGN adds.
 *
 * Moves. Congo notation, read as by notation_parse; a word that fits several moves means the one
 * after which the following words fit furthest. "1." precedes White's move; "1...", also with
 * an ellipsis character, precedes Black's after the start or a comment.
 *
 * A move may be marked: "!", "?", "!!", "??", "!?" and "?!", at the move or after a blank, are $1
 * to $6 of PGN's numeric annotation glyphs, $1 to $255. A mark that is the first glyph of a move is
 * written at the move, and all other glyphs with their numbers, after a blank. Other numbers, signs
 * before the first move, and those that a RecordPly has no room for are ignored.
 *
 * Variations, "( ... )", follow the move that they replace, and are kept as text (comment.h),
 * whatever the notation of the game.
 *
 * Comments follow their move, or precede the first move. They stand in braces or between ';' and
 * the end of the line. A line that begins with '%' is skipped outside braces. Several comments at
 * one place are joined by line breaks. In braces:
 *   - blanks at both ends are dropped; a line break with the blanks around it is one blank;
 *   - "\n" is a line break, "\\" a backslash, and "\xHH" the byte with that hexadecimal code, such
 *     as \x7d for '}' and \x20 for a blank at an end; '\' at the end of a line joins it with the
 *     next;
 *   - [%emt H:MM:SS.mmm] is the time used for the move, and [%clk H:MM:SS.mmm] the mover's clock
 *     after it; the fraction may be missing;
 *   - [%eval P.PP,N] is the score of the position in pawns from White's view, and the plies
 * searched, which may be missing; [%eval #N] is a win of White in N moves, [%eval #-N] one of
 * Black. Other commands, and times before the first move, are text.
 *
 * Lines are shorter than 80 bytes. Comments survive writing and reading unchanged.
 *
 * Text is UTF-8, with or without a byte order mark; malformed bytes are sanitized. Lines end with
 * LF, CR LF or CR.
 *
 * A foreign text is a list of moves from another program or a page. Its result may be missing at
 * the end of the text, a result that the moves leave open needs no Reason (resigned or agreed is
 * assumed), and moves may be steps, as notation_parse reads them. Lines without moves are skipped:
 * prose, boards, headings. A line holds moves if it begins with the number that is due, or with any
 * number and a move, or if all its words before a comment have the form of moves, numbers or one
 * result.
 */
#ifndef RULES_GAMES_GAMEFILE_H
#define RULES_GAMES_GAMEFILE_H

#include <stddef.h>

#include "rules/record.h"

typedef enum GameFormat {
    GAME_CONGO,
    GAME_COORDINATES,
    GAME_PGN /* coordinates, and all tags that PGN asks for */
} GameFormat;

/* Returns the text of one game with all its plies, which ends with an empty line. The caller frees
 * it. */
char *gamefile_write(const Record *record, GameFormat format, size_t *length);

/*
 * Writes the moves of variations for a format: as coordinates for GAME_PGN, and those that are in
 * coordinates as Congo notation for GAME_CONGO. From a word on that is no legal move, a variation
 * stays as it is. GAME_COORDINATES changes nothing.
 */
void gamefile_translate_variations(Record *record, GameFormat format);

#endif
