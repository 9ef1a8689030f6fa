/* Why the tables of solved endings say nothing about a position. */
#ifndef ENDINGS_ENDING_ABSENCE_H
#define ENDINGS_ENDING_ABSENCE_H

#include "endings/endings.h"

/* Sets an error with the reason why a position, or one after a move of it, is in none of the
 * tables: its variant has none, it has too many pieces, a table is damaged, or there is none yet.
 * `endings` and `damage` come from endings_open; NULL is turned off. Returns false. */
bool ending_absence_explain(const Endings *endings, const Error *damage, const Position *position,
                            Error *error);

/* The same for all positions of a number of men. */
bool ending_absence_explain_men(const Endings *endings, const Error *damage, const Variant *variant,
                                int men, Error *error);

#endif
