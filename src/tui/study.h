/*
 * A study: positions set to a learner on the board of the game, with a text beside it. The game
 * that was being played waits meanwhile and continues afterwards. The moves are made in a
 * session of the study's own, with the same keys as in any game; what they are worth is for the
 * kind of study to say: see tour.c and puzzling.c.
 */
#ifndef TUI_STUDY_H
#define TUI_STUDY_H

#include "tui/app_state.h"

typedef enum StudyPhase {
    STUDY_TRYING,  /* a move of the learner's is awaited */
    STUDY_WAITING, /* the other side's answer is on its way */
    STUDY_READING  /* there is nothing to do but to read and go on */
} StudyPhase;

/* What a kind of study does. Each is called with the study in force. */
typedef struct StudyKind {
    const char *name;                   /* "the tour" */
    const char *help;                   /* "show me": in the hints, what the key for advice does, */
    const char *again;                  /* "again": ... and that for undo */
    void (*judge)(App *app, Move move); /* the learner has just made that move */
    void (*answered)(App *app);         /* the answer of study_answer is on the board */
    void (*hear)(App *app);             /* a puzzle's session tells how it stands; or NULL */
    void (*advise)(App *app);           /* the learner asks for help */
    void (*go_on)(App *app);            /* from what was read, or done */
    void (*turn)(App *app, int by);     /* the learner wants another task: so many on */
    void (*turn_whole)(App *app, int by); /* ... another lesson */
    void (*leave)(App *app);              /* the study ends; frees what it has */
} StudyKind;

enum { STUDY_TEXT_SIZE = 1024, STUDY_LINE_SIZE = 256, STUDY_TITLE_SIZE = 64 };

typedef struct Study {
    const StudyKind *kind;
    void *data; /* the kind's own */
    StudyPhase phase;
    size_t ply; /* at which the learner is to move */
    Move answer;

    /* What is shown: `lesson` borrows from the texts. */
    ViewLesson lesson;
    char title[STUDY_TITLE_SIZE];
    char progress[STUDY_TITLE_SIZE];
    char text[STUDY_TEXT_SIZE];
    char task[STUDY_LINE_SIZE];
    char remark[STUDY_TEXT_SIZE];
    char key[STUDY_LINE_SIZE];
    const char *goes_on;  /* what the key that goes on does */
    const char *reminder; /* of how a piece goes, after a blank; or "" */

    /* The game that waits: NULL if none had begun. */
    Session *game;
    bool flipped, browsing, analysing;
    size_t game_ply;
    Square cursor;
} Study;

/* --- for the program --- */

/* The game: the one that waits while there is a study. NULL: none has begun. */
Session *study_game(const App *app);
/* Does what the action means in a study. */
void study_act(App *app, Action action);
/* After every event: judges a move that was made. */
void study_follow(App *app);
/* Enter on a square of the board. */
void study_enter(App *app);
/* Whether the learner may move now; if not, says what to do instead. */
bool study_awaits_move(App *app);
/* What the status line says in place of the square under the cursor; "": nothing. */
const char *study_status(const App *app);
/* What to add when a piece cannot go somewhere. */
const char *study_reminder(const App *app);
/* Key hints for the moment, separated by two blanks. */
void study_hints(const App *app, char text[VIEW_STATUS_SIZE]);
/* Ends the study; the game that waited goes on, or there is none yet. */
void study_end(App *app);

/* --- for the kinds of study --- */

/* Begins a study instead of the one that is on; the game waits. `data` is the kind's. */
void study_begin(App *app, const StudyKind *kind, void *data);
/* Ends the study for good, and begins a game by the settings if none was waiting. */
void study_leave(App *app);
/*
 * Sets a position, in the record's current ply (taken over): the learner has the side to move. No
 * text is shown before study_show. False with an error when it cannot be.
 */
bool study_set(App *app, Record *record, Error *error);
/* The same with a session by that setup, of which the study has no say about the other side. */
bool study_play(App *app, SessionSetup *setup, Error *error);
/* Another phase begins, with the texts that are there. */
void study_go_on(App *app, StudyPhase phase);
/* The same with texts that are to be read: where there is no room beside the board, in a box
 * over it. A remark alone is shown there if there is one. */
void study_show(App *app, StudyPhase phase);
/* Shows the texts in a box: those that are new of them. */
void study_read(App *app);
/* The learner's move was not it: takes it back and says why. */
void study_refuse(App *app, const char *remark);
/* Makes that answer in a moment. */
void study_answer(App *app, Move move);
/* Selects the piece of a move and puts the cursor on its target, so that Enter plays it. */
void study_point(App *app, Move move);

#endif
