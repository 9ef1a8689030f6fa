/* Line commands that move, think and end the game. */
#ifndef CLI_LINE_PLAY_H
#define CLI_LINE_PLAY_H

#include "cli/line_commands.h"

LineCommandHandler line_play_move, line_play_undo, line_play_redo, line_play_resign, line_play_draw,
    line_play_advise, line_play_analyse, line_play_level, line_play_pause, line_play_resume;
LineCommandCompleter line_play_complete_move;

/* Plays a move in notation or coordinates. Fails with ERROR_SYNTAX if the text is not a move. */
LineResult line_play_notation(Cli *cli, const char *text, Error *error);

#endif
