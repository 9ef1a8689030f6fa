/*
 * Training of endings: the person wins a random ending, or holds a drawn one, against a perfect
 * defence from the tables of solved endings. A session with the setup of a training is played like
 * any other (session.h). After a move that gives the win or the draw away the defender does not
 * answer; session_undo takes the move back.
 *
 * The defence knows neither the limit of quiet plies nor repetition, which may still end the game.
 * Scores are kept in the file `training` in the state folder.
 */
#ifndef PLAY_PUZZLES_TRAINING_H
#define PLAY_PUZZLES_TRAINING_H

#include "play/ending_verdict.h"
#include "play/puzzles/training_find.h"
#include "play/puzzles/training_progress.h"
#include "play/session.h"
#include "play/session_task.h"

/* Gets the setup of a session. It takes over the ending, also on failure. */
bool training_setup(const Settings *settings, TrainingEnding *ending, SessionSetup *setup,
                    Error *error);

/* The same for a new ending that the setting `train` describes. session_setup_from_settings calls
 * this if it is set. */
bool training_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error);

/* Returns a seed for the first ending of a program: that of the settings, or a new one. */
uint64_t training_seed(const Settings *settings);

/* Creates the task of a session, which takes over the ending. */
SessionTask *training_task_create(TrainingEnding *ending);

typedef enum TrainingState {
    TRAINING_TO_MOVE,   /* the person is to move, with the win or the draw in hand */
    TRAINING_DEFENDING, /* the defender is to move */
    TRAINING_SLIPPED,   /* the person's move gave the win or the draw away: session_undo */
    TRAINING_GIVEN_UP,  /* the person has resigned: session_undo */
    TRAINING_DRAWN,     /* a rule that the tables do not know ended a won game: session_undo */
    TRAINING_STUCK,     /* a table is damaged */
    TRAINING_SOLVED
} TrainingState;

typedef enum TrainingHint {
    TRAINING_HINT_NONE,
    TRAINING_HINT_PIECE,
    TRAINING_HINT_MOVE
} TrainingHint;

typedef struct TrainingView {
    TrainingRequest request;
    EndingClass class;
    PawnFamily pawns;
    uint64_t seed; /* for the next ending */
    TrainingState state;
    int plies;             /* made so far by both sides */
    int least_plies;       /* a win: of the whole ending, with best play */
    int wasted;            /* a win: plies that the person's moves took more than needed, ... */
    int last_wasted;       /* ... and those of the last one */
    int moves_left;        /* the person's: to the win with best play, or to be made in a draw */
    EndingVerdict verdict; /* in TRAINING_TO_MOVE */
    EndingValue now;       /* for the side to move */
    Move answer;           /* in TRAINING_SLIPPED: the defender's best one; else MOVE_NONE */
    TrainingHint hint;
    Move hint_move;      /* `hint` says whether to show its piece or all of it */
    bool helped;         /* a move was shown or taken back: solving does not count */
    TrainingScore score; /* of the class and task, with this ending if it is solved */
} TrainingView;

/* Gets the state of a training; returns false for other sessions. Changes are reported as
 * SESSION_TASK. */
bool training_view(const Session *session, TrainingView *view);

#endif
