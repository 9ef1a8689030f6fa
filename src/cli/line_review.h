/* The review of a game, and the exercises from its mistakes, in the line interface. */
#ifndef CLI_LINE_REVIEW_H
#define CLI_LINE_REVIEW_H

#include "cli/cli.h"
#include "play/puzzles/mistake.h"

LineCommandHandler line_review, line_review_mistakes;
LineCommandCompleter line_review_complete_mistakes;

/* Begins the next exercise, or returns to the game after the last one. */
bool line_review_next(Cli *cli, Error *error);
/* Prints how the task of the session stands, unless a verdict or an answer is awaited. */
void line_review_show_task(Cli *cli);

bool line_review_is_running(const Cli *cli);
/* Returns how far the review is, as a prompt. */
const char *line_review_progress(const Cli *cli);
/* Stops a running review and keeps what it has found. Returns false if none runs. */
bool line_review_stop(Cli *cli);

/* Forgets the review, because the moves of the game have changed, or before its session is freed.
 */
void line_review_forget(Cli *cli);
/* Releases everything at the end of the program; the loop must run afterwards. */
void line_review_close(Cli *cli);

#endif
