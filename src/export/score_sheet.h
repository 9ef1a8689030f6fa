/* A game as plain text for people: who played, the board at the start and at the end, and the moves
 * in two columns with their notes, in lines of at most 79 characters where words allow. */
#ifndef EXPORT_SCORE_SHEET_H
#define EXPORT_SCORE_SHEET_H

#include "base/buffer.h"
#include "rules/record.h"

void score_sheet_add(const Record *record, Buffer *sheet);

#endif
