/* What kind of ending a person wants to train, and its words. */
#ifndef PLAY_PUZZLES_TRAINING_REQUEST_H
#define PLAY_PUZZLES_TRAINING_REQUEST_H

#include "base/buffer.h"
#include "endings/ending_class.h"
#include "endings/ending_value.h"

typedef struct TrainingRequest {
    bool any_class;
    int men;             /* with any_class; 0: any number */
    EndingClass class;   /* else; the person has White's pieces */
    EndingResult result; /* for the person, who moves first: a win or a draw */
    /* The person's moves: to the win or, in a draw, to be made without losing. */
    int moves_min, moves_max;
} TrainingRequest;

enum { TRAINING_MOVES_MAX = (ENDING_PLIES_MAX + 1) / 2 };

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

/* Returns the number of moves that the person has to make in a draw. */
int training_request_hold_moves(const TrainingRequest *request);

/* Writes the words that training_request_parse reads. */
enum { TRAINING_REQUEST_SIZE = 64 };
char *training_request_write(const TrainingRequest *request, PawnFamily family,
                             char text[TRAINING_REQUEST_SIZE]);

/* Writes the class as a phrase: "lion and zebra against lion and two pawns". */
enum { TRAINING_CLASS_SIZE = 128 };
char *training_class_write(const EndingClass *class, PawnFamily family,
                           char text[TRAINING_CLASS_SIZE]);

#endif
