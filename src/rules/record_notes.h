/* What is noted on the moves of a record, in words for a player. */
#ifndef RULES_RECORD_NOTES_H
#define RULES_RECORD_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "rules/record.h"

/* Returns whether glyphs, a comment or variations are noted on ply 0..count. */
bool record_notes_exist(const Record *record, size_t ply);

/* Appends them as lines: what the glyphs say, the comment, and each variation. Nothing is added if
 * nothing is noted. */
void record_notes_write(const Record *record, size_t ply, Buffer *text);

#endif
