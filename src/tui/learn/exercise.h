/*
 * A study: positions set to a learner on the board of the game, with a text beside it. The game
 * that was being played waits meanwhile and continues afterwards. The moves are made in a
 * session of the study's own, with the same keys as in any game; what they are worth is for the
 * kind of study to say: see tour.c and puzzling.c.
 */
#ifndef TUI_LEARN_EXERCISE_H
#define TUI_LEARN_EXERCISE_H

#include "tui/app.h"

typedef enum ExercisePhase {
    EXERCISE_TRYING,  /* a move of the learner's is awaited */
    EXERCISE_WAITING, /* the other side's answer is on its way */
    EXERCISE_READING  /* there is nothing to do but to read and go on */
} ExercisePhase;

/* What a kind of study does. Each is called with the study in force. */
typedef struct ExerciseOps {
    const char *name;  /* "the tour" */
    const char *help;  /* "show me": in the hints, what the key for advice does, */
    const char *again; /* "again": ... and that for undo */
    void (*check_move)(App *app, Move move);  /* the learner has just made that move */
    void (*on_reply)(App *app);               /* the answer of exercise_reply is on the board */
    void (*on_puzzle_event)(App *app);        /* a puzzle's session tells how it stands; or NULL */
    void (*show_help)(App *app);              /* the learner asks for help */
    void (*advance)(App *app);                /* from what was read, or done */
    void (*move_by_task)(App *app, int by);   /* the learner wants another task: so many on */
    void (*move_by_lesson)(App *app, int by); /* ... another lesson */
    void (*leave)(App *app);                  /* the study ends; frees what it has */
} ExerciseOps;

enum { EXERCISE_TEXT_SIZE = 1024, EXERCISE_LINE_SIZE = 256, EXERCISE_TITLE_SIZE = 64 };

typedef struct Exercise {
    const ExerciseOps *kind;
    void *data; /* the kind's own */
    ExercisePhase phase;
    size_t ply; /* at which the learner is to move */
    Move answer;

    /* What is shown: `lesson` borrows from the texts. */
    ViewLesson lesson;
    char title[EXERCISE_TITLE_SIZE];
    char progress[EXERCISE_TITLE_SIZE];
    char text[EXERCISE_TEXT_SIZE];
    char task[EXERCISE_LINE_SIZE];
    char remark[EXERCISE_TEXT_SIZE];
    char key[EXERCISE_LINE_SIZE];
    const char *continue_text; /* what the key that goes on does */
    const char *reminder;      /* of how a piece goes, after a blank; or "" */

    /* The game that waits: NULL if none had begun. */
    Session *game;
    bool flipped, browsing, analysing;
    size_t game_ply;
    Square cursor;
} Exercise;

/* --- for the program --- */

/* Does what the action means in a study. */
void exercise_run_action(App *app, Action action);
/* After every event: judges a move that was made. */
void exercise_check_move(App *app);
/* Enter on a square of the board. */
void exercise_enter(App *app);
/* Whether the learner may move now; if not, says what to do instead. */
bool exercise_allows_move(App *app);
/* What the status line says in place of the square under the cursor; "": nothing. */
const char *exercise_status(const App *app);
/* What to add when a piece cannot go somewhere. */
const char *exercise_reminder(const App *app);
/* Key hints for the moment, separated by two blanks. */
void exercise_hints(const App *app, char text[VIEW_STATUS_SIZE]);
/* Ends the study; the game that waited goes on, or there is none yet. */
void exercise_end(App *app);

/* --- for the kinds of study --- */

/* Begins a study instead of the one that is on; the game waits. `data` is the kind's. */
void exercise_begin(App *app, const ExerciseOps *kind, void *data);
/* Ends the study for good, and begins a game by the settings if none was waiting. */
void exercise_leave(App *app);
/*
 * Sets a position, in the record's current ply (taken over): the learner has the side to move. No
 * text is shown before exercise_show. False with an error when it cannot be.
 */
bool exercise_set_position(App *app, Record *record, Error *error);
/* The same with a session by that setup, of which the study has no say about the other side. */
bool exercise_start_session(App *app, SessionSetup *setup, Error *error);
/* Another phase begins, with the texts that are there. */
void exercise_set_phase(App *app, ExercisePhase phase);
/* The same with texts that are to be read: where there is no room beside the board, in a box
 * over it. A remark alone is shown there if there is one. */
void exercise_show(App *app, ExercisePhase phase);
/* Shows the texts in a box: those that are new of them. */
void exercise_show_text(App *app);
/* The learner's move was not it: takes it back and says why. */
void exercise_reject_move(App *app, const char *remark);
/* Makes that answer in a moment. */
void exercise_reply(App *app, Move move);
/* Selects the piece of a move and puts the cursor on its target, so that Enter plays it. */
void exercise_point_to(App *app, Move move);

#endif
