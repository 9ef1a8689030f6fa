/* Line commands that show the game, the board and the help, and the one that exits. */
#ifndef CLI_LINE_SHOW_H
#define CLI_LINE_SHOW_H

#include "cli/line_commands.h"

LineCommandHandler line_show, line_show_moves, line_show_help, line_show_exit, line_show_rank,
    line_show_file, line_show_piece, line_show_last, line_show_attackers, line_show_drowning;
LineCommandCompleter line_show_complete, line_show_complete_help, line_show_complete_piece;

/* Returns the type with that letter, emoji or name, singular or plural, in either case; PIECE_NONE
 * if the variant has no such pieces. */
PieceType line_show_piece_type(const Variant *variant, const char *word);

#endif
