/* Finding a random ending to train. */
#ifndef PLAY_PUZZLES_TRAINING_FIND_H
#define PLAY_PUZZLES_TRAINING_FIND_H

#include "config/settings.h"
#include "endings/endings.h"
#include "play/puzzles/training_request.h"

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

/* Lists the classes with tables, both ways round: the person has White's pieces of each. Returns
 * NULL with an error if there are none. The caller frees the list. */
EndingClass *training_list_classes(const Settings *settings, size_t *count, Error *error);

#endif
