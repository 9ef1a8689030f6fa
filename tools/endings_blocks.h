/* The figures of congo-endings(7), and their text in mdoc. */
#ifndef TOOLS_ENDINGS_BLOCKS_H
#define TOOLS_ENDINGS_BLOCKS_H

#include <stdio.h>

#include "endings/ending_build.h"
#include "tools/ending_survey.h"

typedef struct ClassFigures {
    EndingStats sides[COLOR_COUNT];
    EndingSurvey survey;
} ClassFigures;

/* All classes with a number of men. */
typedef struct MenFigures {
    const Endings *endings;
    int men;
    ClassFigures *classes; /* in the order of ending_class_list */
    size_t count;
    EndingSurvey sum;             /* of the classes */
    const struct MenFigures *dry; /* on a board on which nothing drowns; NULL: not counted */
} MenFigures;

/* Writes the block of a name, such as "classes". Returns false if there is none of this name, or
 * the figures do not suffice for it. */
bool endings_block_write(FILE *out, const char *name, const MenFigures *figures);

#endif
