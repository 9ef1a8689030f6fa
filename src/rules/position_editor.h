/*
 * The position editor: a board on which any piece can be put anywhere, with undo, and with a
 * sentence for everything that keeps a game from being played from it.
 */
#ifndef RULES_POSITION_EDITOR_H
#define RULES_POSITION_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/fen.h"
#include "rules/position.h"

typedef struct PositionEditor PositionEditor;

/* Begins with a position, and with a copy of its variant. The caller frees the editor. */
PositionEditor *position_editor_create(const Position *position);
void position_editor_free(PositionEditor *editor);

/* Returns the board, the side to move and a capture that a pasted text left open. It may be
 * illegal: see position_editor_get. Borrowed until the next edit. */
const Position *position_editor_board(const PositionEditor *editor);
const Variant *position_editor_variant(const PositionEditor *editor);

/* ---- edits: each can be undone, except those without effect; all end an open capture ---- */

/* Puts a piece on a square, whatever stands there. Fails if the variant does not have the piece. */
bool position_editor_put(PositionEditor *editor, Color color, PieceType type, Square square,
                         Error *error);
/* Moves a piece to a square, whatever stands there. An empty `from` changes nothing. */
void position_editor_move(PositionEditor *editor, Square from, Square to);
void position_editor_remove(PositionEditor *editor, Square square);
void position_editor_set_side(PositionEditor *editor, Color side);
/* Removes all pieces. */
void position_editor_clear(PositionEditor *editor);
/* Sets up the variant's start position. */
void position_editor_start(PositionEditor *editor);
/* Exchanges left and right. */
void position_editor_mirror(PositionEditor *editor);
/* Exchanges the two sides: the pieces change their colours and the board is turned upside down, so
 * that the position is worth to Black what it was worth to White. The turn changes sides too. */
void position_editor_exchange(PositionEditor *editor);
/* Replaces everything by a FEN, which fen_parse must accept. */
bool position_editor_paste(PositionEditor *editor, const char *fen, Error *error);
/* Changes the variant and leaves the pieces where they are; their letters may be others. */
void position_editor_set_variant(PositionEditor *editor, const Variant *variant);

/* Return false if there is nothing to undo or to redo. Only the last POSITION_EDITOR_UNDO_MAX edits
 * can be undone. */
enum { POSITION_EDITOR_UNDO_MAX = 256 };
bool position_editor_undo(PositionEditor *editor);
bool position_editor_redo(PositionEditor *editor);

/* ---- reasons against a game ---- */

/* Writes the reason with that index, counted from 0, why no game can be played from the board: one
 * sentence that says what to do, such as "Black has no lion: put it on c5 to e7." Returns false
 * past the last one. */
enum { POSITION_EDITOR_SENTENCE_SIZE = 160 };
bool position_editor_explain(const PositionEditor *editor, size_t index,
                             char sentence[POSITION_EDITOR_SENTENCE_SIZE]);

/* Returns the squares of the pieces that must not stay where they are. */
Bitboard position_editor_faults(const PositionEditor *editor);

/* Gets the position if a game can be played from it: it is legal, and the game is not over. The
 * position borrows the editor's variant. Fails with the first reason otherwise. */
bool position_editor_get(const PositionEditor *editor, Position *position, Error *error);

/* Writes the FEN if fen_parse can read it: the position may also be the end of a game. */
bool position_editor_write_fen(const PositionEditor *editor, char fen[FEN_SIZE], Error *error);

#endif
