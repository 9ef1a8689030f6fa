/* Moves that leave a class of endings: captures, drownings and promotions. */
#ifndef ENDINGS_LEAVING_H
#define ENDINGS_LEAVING_H

#include "endings/ending_table.h"

/*
 * Returns the value, as a byte, that a position would have if it had only the moves that leave its
 * class; a loss in 0 plies if it has none. The values of the classes that they lead to are in
 * memory. Bare lions have their value by the variant's rule.
 */
uint8_t leaving_value(const EndingTables *tables, const Position *position);

#endif
