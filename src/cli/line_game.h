/* Line commands that play a game and show it, and those for whole games, files and exercises. */
#ifndef CLI_LINE_GAME_H
#define CLI_LINE_GAME_H

#include "cli/cli.h"

/* ---- endings ---- */

LineCommandHandler line_endings;

/* ---- moves, thinking and the end ---- */

LineCommandHandler line_play_move, line_play_undo, line_play_redo, line_play_resign, line_play_draw,
    line_play_advise, line_play_analyse, line_play_level, line_play_pause, line_play_resume;

LineCommandCompleter line_play_complete_move;

/* Plays a move in notation or coordinates. Fails with ERROR_SYNTAX if the text is not a move. */
LineResult line_play_notation(Cli *cli, const char *text, Error *error);

/* ---- what there is to see ---- */

LineCommandHandler line_show, line_show_moves, line_show_rank, line_show_file, line_show_piece,
    line_show_last, line_show_attackers, line_show_drowning;

LineCommandCompleter line_show_complete_piece;

/* Returns the type with that letter, emoji or name, singular or plural, in either case; PIECE_NONE
 * if the variant has no such pieces. */
PieceType line_show_piece_type(const Variant *variant, const char *word);

/* ---- whole games, files and exercises ---- */

LineCommandHandler line_game_new, line_game_variant, line_game_load, line_game_save, line_game_fen,
    line_game_puzzle, line_game_next, line_game_train, line_game_hint;

LineCommandCompleter line_game_complete_new, line_game_complete_variant;

/* Lists the unfinished games that can be resumed. */
void line_game_offer_resume(Cli *cli);

/* Starts a game from a position, with the players of the next game. */
bool line_game_start_position(Cli *cli, const Position *position, Error *error);

#endif
