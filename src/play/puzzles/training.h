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

#include "base/buffer.h"
#include "config/settings.h"
#include "endings/ending_class.h"
#include "endings/endings.h"
#include "play/ending_verdict.h"
#include "play/puzzles/progress.h"
#include "play/session.h"

/* ---- requests ---- */

typedef struct TrainingRequest {
    bool any_class;
    int men;             /* with any_class; 0: any number */
    EndingClass class;   /* else; the person has White's pieces */
    EndingResult result; /* for the person, who moves first: a win or a draw */
    /* The person's moves: to the win or, in a draw, to be made without losing. */
    int moves_min, moves_max;
} TrainingRequest;

/* Named ranges of moves: "any", "short", "medium", "long". */
typedef struct TrainingLength {
    const char *name;
    int moves_min, moves_max;
} TrainingLength;

enum { TRAINING_LENGTHS = 4 };

extern const TrainingLength training_lengths[TRAINING_LENGTHS];

/* Returns the index of the length with the request's range, or -1. */
int training_request_length(const TrainingRequest *request);

/*
 * Reads words in any order, separated by blanks or commas: a class such as "Lz_lp" or a number of
 * men, "win" or "draw", a length or a range of moves such as "5-9". Missing words: any class, a
 * win, any length. "any" alone or "" is the default of all.
 */
bool training_request_parse(const char *text, const Variant *variant, TrainingRequest *request,
                            Error *error);

/* Writes the class as a phrase: "lion and zebra against lion and two pawns". */
enum { TRAINING_CLASS_SIZE = 128 };

char *training_class_write(const EndingClass *class, PawnFamily family,
                           char text[TRAINING_CLASS_SIZE]);

/* ---- finding an ending ---- */

/* An ending to train, with its tables. The person has White, and moves first. */
typedef struct TrainingEnding {
    TrainingRequest request;
    Variant variant;
    Endings *endings;
    Position position; /* borrows the variant */
    EndingClass class; /* of the position */
    EndingValue value; /* of the position */
    uint64_t random;   /* the seed for another ending */
} TrainingEnding;

/*
 * Finds an ending. The settings name the variant and the folder of the tables. A seed always gives
 * the same ending. Takes less than 0.1 s for a class, on any thread. Returns NULL with an error if
 * there are no tables or no such ending. A session takes the ending over; see training_setup.
 */
TrainingEnding *training_find(const Settings *settings, const TrainingRequest *request,
                              uint64_t seed, Error *error);

void training_ending_free(TrainingEnding *ending); /* NULL is allowed */

/* Returns whether the person can win endings of a class in several moves: not with a lion alone. */
bool training_class_can_win(const EndingClass *class);

/* Lists the classes with tables, both ways round: the person has White's pieces of each. Returns
 * NULL with an error if there are none. The caller frees the list. */
EndingClass *training_list_classes(const Settings *settings, size_t *count, Error *error);

/* Gets the setup of a session. It takes over the ending, also on failure. */
bool training_setup(const Settings *settings, TrainingEnding *ending, SessionSetup *setup,
                    Error *error);

/* The same for a new ending that the setting `train` describes. */
bool training_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error);

/* Returns a seed for the first ending of a program: that of the settings, or a new one. */
uint64_t training_seed(const Settings *settings);

typedef struct TrainingView {
    TaskView task;
    TrainingRequest request;
    EndingClass class;
    PawnFamily pawns;
    uint64_t seed;         /* for the next ending */
    int plies;             /* made so far by both sides */
    int least_plies;       /* a win: of the whole ending, with best play */
    int wasted;            /* a win: plies that the person's moves took more than needed, ... */
    int last_wasted;       /* ... and those of the last one */
    int moves_left;        /* the person's: to the win with best play, or to be made in a draw */
    EndingVerdict verdict; /* in TASK_TO_MOVE */
    EndingValue now;       /* for the side to move */
    TrainingScore score;   /* of the class and task, with this ending if it is solved */
} TrainingView;

/* Gets the state of a training; returns false for other sessions. */
bool training_view(const Session *session, TrainingView *view);

/* ---- words for the person ---- */

/* Sentences of a training. Each function writes whole sentences and returns `text`. */

enum { TRAINING_TASK_SIZE = 192, TRAINING_WORDS_SIZE = 512 };

/* "White wins in 12 moves." or "Hold the draw for 8 more moves."; "" unless the person is to move.
 */
char *training_words_task(const TrainingView *view, char text[TRAINING_TASK_SIZE]);

/* How good the last move was, a hint, or the result; at the start, what the ending is. */
char *training_words_comment(const TrainingView *view, const Session *session, NotationStyle style,
                             char text[TRAINING_WORDS_SIZE]);

/* Statistics, at the start. */
const char *training_words_rule(const TrainingView *view);

/* "You have won 3 endings of this class; the best one with no ply wasted."; "" without any. */
char *training_words_score(const TrainingView *view, char text[TRAINING_WORDS_SIZE]);

#endif
