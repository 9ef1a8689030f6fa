/* Random positions of solved endings. */
#ifndef ENDINGS_ENDING_FIND_H
#define ENDINGS_ENDING_FIND_H

#include "endings/endings.h"

typedef struct EndingQuery {
    const Variant *variant; /* of the tables */
    EndingClass class;      /* not necessarily canonical */
    Color side;             /* to move */
    EndingResult result;    /* for the side to move */
    int plies_min;          /* of a win or a loss; a draw has none */
    int plies_max;
    /* Returns whether a position will do; NULL: each does. */
    bool (*accept)(void *context, const Position *position);
    void *context;
} EndingQuery;

/*
 * Finds a position that the query describes, by numbers drawn from *random (base/random.h). Each of
 * them is equally probable, unless they are so rare that the next one after a random number is
 * taken. Takes some 20 ms for a class of 5 men, on any thread. Returns false with an error:
 * ERROR_RANGE if there is no such position, another code if the table is missing or damaged.
 */
bool ending_find(const Endings *endings, const EndingQuery *query, uint64_t *random,
                 Position *position, Error *error);

#endif
