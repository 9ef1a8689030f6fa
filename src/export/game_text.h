/* A game in words, for every format that people read. The functions append text in UTF-8. */
#ifndef EXPORT_GAME_TEXT_H
#define EXPORT_GAME_TEXT_H

#include <stdbool.h>

#include "base/buffer.h"
#include "rules/record.h"

/* Appends "Ada – Bo", or "A game of Congo", or of another variant, if neither name is known. */
void game_text_players(const Record *record, Buffer *text);

/* Appends where and when the game was played: "Club match, Leiden, 2024.05.01, round 3"; nothing if
 * that is not known. */
void game_text_event(const Record *record, Buffer *text);

/* Appends who played, and when and where if that is known: "Ada (White) and Bo (Black) played Congo
 * on 1 May 2024 (Club match, Leiden, round 3)." */
void game_text_summary(const Record *record, Buffer *text);

/* Appends "1-0: White captured the lion and won.", or that the game is unfinished. */
void game_text_outcome(const Record *record, Buffer *text);

/* Returns the number of the last move: a move of each side counts as one; 0 for no move. */
size_t game_text_count_moves(const Record *record);

/* Appends the number of ply 1..count: "12." for White's move, "12..." for Black's. */
void game_text_number(const Record *record, size_t ply, Buffer *text);

/* Appends the move of ply 1..count with its marks: "Z-F3??". */
void game_text_move(const Record *record, size_t ply, NotationStyle style, Buffer *text);

/* Appends which position is shown: "before the first move", "after 12. Z-F3??". */
void game_text_place(const Record *record, size_t ply, NotationStyle style, Buffer *text);

/* Appends what the move of ply 1..count does, and unless it ends the game what may become of the
 * piece and whether a lion is left to be taken: "White: zebra from g1 to e4; it drowns next turn
 * unless it leaves the river. The pawn d4 drowns. Black can take the lion now." */
void game_text_describe(const Record *record, size_t ply, Buffer *text);

/* Returns what a numeric annotation glyph means: "blunder", "White is better"; NULL for one that is
 * not known. */
const char *game_text_glyph(unsigned char glyph);

/* Returns how a glyph is written after a move: "??", or "" for one that has no sign. */
const char *game_text_sign(unsigned char glyph);

/* Appends a forced win: "White wins in 3 moves". */
void game_text_win(const RecordScore *score, Buffer *text);

/* Returns White's chance of winning by a known score, in percent. */
double game_text_chance(const RecordScore *score);

/* Returns the number of known scores. */
size_t game_text_count_scores(const Record *record);

/* A game as plain text for people: who played, the board at the start and at the end, and the moves
 * in two columns with their notes, in lines of at most 79 characters where words allow. */

void score_sheet_add(const Record *record, NotationStyle style, Buffer *sheet);

#endif
