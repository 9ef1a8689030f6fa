/* What a training tells the person. Each function writes whole sentences and returns `text`. */
#ifndef PLAY_PUZZLES_TRAINING_WORDS_H
#define PLAY_PUZZLES_TRAINING_WORDS_H

#include "play/puzzles/training.h"

enum { TRAINING_TASK_SIZE = 192, TRAINING_WORDS_SIZE = 512 };

/* "White wins in 12 moves." or "Hold the draw for 8 more moves."; "" unless the person is to move.
 */
char *training_words_task(const TrainingView *view, char text[TRAINING_TASK_SIZE]);

/* How good the last move was, a hint, or the result; at the start, what the ending is. */
char *training_words_comment(const TrainingView *view, const Session *session,
                             char text[TRAINING_WORDS_SIZE]);

/* "You have won 3 endings of this class; the best one with no ply wasted."; "" without any. */
char *training_words_score(const TrainingView *view, char text[TRAINING_WORDS_SIZE]);

#endif
