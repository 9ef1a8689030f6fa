/*
 * Exercises: positions on the board for a learner to solve, with a text beside the board. The
 * user's game is suspended and continues afterwards. An exercise has its own session, in which
 * moves are made with the usual keys; tour.c and the *_screen.c files judge them.
 */
#ifndef TUI_LEARN_EXERCISE_H
#define TUI_LEARN_EXERCISE_H

#include "term/dialog.h"
#include "tui/feature.h"

typedef enum ExercisePhase {
    EXERCISE_TRYING,  /* the learner is to move */
    EXERCISE_WAITING, /* the other side is about to reply */
    EXERCISE_READING  /* there is a text to read; Enter advances */
} ExercisePhase;

/* A type of exercise. The functions are called while it is active. */
typedef struct ExerciseOps {
    const char *name;                         /* "the tour" */
    bool without_text;                        /* the cards and panels stay beside the board */
    const char *help_hint;                    /* hint of the key for advice, such as "show me" */
    const char *back_hint;                    /* hint of the key for back, such as "back" */
    const char *forward_hint;                 /* hint of the key for forward, such as "forward" */
    const char *waiting;                      /* happens while EXERCISE_WAITING; NULL: a reply */
    const char *at_start;                     /* there is no move to take back: a sentence */
    void (*check_move)(App *app, Move move);  /* the learner has made a move */
    void (*on_reply)(App *app);               /* the move of exercise_reply() is on the board */
    void (*on_task_event)(App *app);          /* SESSION_TASK; may be NULL */
    void (*show_help)(App *app);              /* the learner asks for help */
    void (*advance)(App *app);                /* from a text, or a finished task */
    void (*again)(App *app);                  /* repeats the task; NULL: undo takes a move back */
    bool (*has_task)(const App *app, int by); /* there is one to move to; NULL: always */
    void (*move_by_task)(App *app, int by);   /* to the next (1) or previous (-1) task */
    void (*move_by_lesson)(App *app, int by); /* to the next or previous lesson */
    bool (*run_action)(App *app, Action action); /* one of its own: false if it is none; or NULL */
    void (*leave)(App *app);                     /* the exercise ends; frees its data */
} ExerciseOps;

enum { EXERCISE_TEXT_SIZE = 1024, EXERCISE_LINE_SIZE = 256, EXERCISE_TITLE_SIZE = 64 };

typedef struct Exercise {
    const ExerciseOps *ops;
    void *data; /* of the type */
    ExercisePhase phase;
    size_t ply;   /* of the position in which the learner moves */
    Move reply;   /* of the other side, while EXERCISE_WAITING */
    bool undoing; /* a move was taken back: the learner has read the texts of the next event */

    ViewLesson lesson; /* borrows from the texts below */
    char title[EXERCISE_TITLE_SIZE];
    char progress[EXERCISE_TITLE_SIZE];
    char text[EXERCISE_TEXT_SIZE];
    char task[EXERCISE_LINE_SIZE];
    char remark[EXERCISE_TEXT_SIZE];
    char key[EXERCISE_LINE_SIZE];
    bool takes_back;           /* Enter takes the move back, as it was wrong */
    const char *continue_text; /* else what it does: completes "Enter ..." */
} Exercise;

extern const Feature exercise_feature;

/* Returns the current exercise, or NULL. */
Exercise *exercise_of(const App *app);

/* Begins an exercise in place of the current one, and suspends the game. */
void exercise_begin(App *app, const ExerciseOps *ops, void *data);
/* Ends the exercise and continues the suspended game, or starts the first game if none was
 * suspended. */
void exercise_leave(App *app);
/* Adds a button that closes a dialog of the app and leaves the exercise. */
void exercise_add_leave_button(Dialog *dialog, const char *label);
/* Sets up the current position of a record, which it takes over: the learner plays the side to move
 * and exercise_reply() the other one. Clears the texts. */
bool exercise_set_position(App *app, Record *record, Error *error);
/* Starts a session with the players of the setup and a small hash. Clears the texts. */
bool exercise_start_session(App *app, SessionSetup *setup, Error *error);
/* Begins another phase with unchanged texts. */
void exercise_set_phase(App *app, ExercisePhase phase);
/* Begins another phase with new texts, in a dialog if there is no room beside the board. */
void exercise_show(App *app, ExercisePhase phase);
/* Does so after SESSION_TASK. Texts that the learner has read before are not shown in a dialog. */
void exercise_show_event(App *app, ExercisePhase phase);
/* Takes back a move of a session that has a task. */
void exercise_undo(App *app);
/* Takes back the learner's move and says why. */
void exercise_reject_move(App *app, const char *remark);
/* Makes the reply of the other side after a delay. */
void exercise_reply(App *app, Move move);
/* Waits for SESSION_TASK, with which a session that has a task judges a move. */
void exercise_await_verdict(App *app, Move move);
/* Asks a session that has a task for its next hint. */
void exercise_show_hint(App *app);
/* Moves the cursor to the piece of a task's hint, prepares the move of a hint, or marks the answer
 * to the learner's move. */
void exercise_point_to_task(App *app, const TaskView *task);
/* Selects the piece of a move and moves the cursor to its target, so that Enter plays it. */
void exercise_point_to(App *app, Move move);

#endif
