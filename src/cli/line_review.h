/* The review of a game, and the exercises from its mistakes, in the line interface. */
#ifndef CLI_LINE_REVIEW_H
#define CLI_LINE_REVIEW_H

#include "cli/line_commands.h"
#include "play/puzzles/mistake.h"

LineCommandHandler line_review;
LineCommandCompleter line_review_complete;
LineCommandHandler line_review_mistakes;
LineCommandCompleter line_review_complete_mistakes;

/* Begins the next exercise, or returns to the game after the last one. */
bool line_review_next(Cli *cli, Error *error);
enum { TASK_HEADING_SIZE = 64 };
/* Notes the state of an exercise after a SESSION_TASK, and writes a heading for a new one. Returns
 * the move that was played in the game, for a new one; else MOVE_NONE. Does nothing in other tasks.
 */
Move line_review_note_task(Cli *cli, const TaskView *task, char heading[TASK_HEADING_SIZE]);

bool line_review_is_running(const Cli *cli);
/* Returns how far the review is, as a prompt. */
const char *line_review_progress(const Cli *cli);
/* Stops a running review and keeps what it has found. Returns false if none runs. */
bool line_review_stop(Cli *cli);

/* Forgets the review, because the moves of the game have changed, or before its session is freed.
 */
void line_review_forget(Cli *cli);
/* Returns whether the exercises are about the game of a session. */
bool line_review_keeps(const Cli *cli, const Session *session);
/* Called when a game begins that is no exercise: frees the one that the exercises are about. */
void line_review_drop_game(Cli *cli);
/* Releases everything at the end of the program; the loop must run afterwards. */
void line_review_close(Cli *cli);

#endif
