/* Manual pages with figures that a tool writes, in mdoc. */
#ifndef TOOLS_PAGE_H
#define TOOLS_PAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "rules/move.h"
#include "rules/position.h"

/* Writes the figures of a block. `arguments` is what its first line says, up to the end of that
 * line; text follows. Returns false if the block has to stay as it is, or with an error. */
typedef bool PageBlockWriter(void *context, FILE *out, const char *arguments, Error *error);

/*
 * Writes the blocks of a page anew. A block begins with the comment "KIND: ARGUMENTS" and ends with
 * "KIND: end"; what stands between is replaced. The result goes to `output`, or replaces the page
 * if that is NULL.
 */
bool page_rewrite(const char *path, const char *output, const char *kind, PageBlockWriter *write,
                  void *context, Error *error);

enum { PAGE_NUMBER_SIZE = 32 };

/* Writes "17,652,888". Returns `text`. */
const char *page_number(uint64_t value, char text[PAGE_NUMBER_SIZE]);

/* Write the next cell of a table, right-aligned. */
void page_cell(FILE *out, const char *text, int width);
void page_cell_number(FILE *out, uint64_t value, int width);

/* Writes a move in Congo notation. Returns the columns that it takes. */
int page_move(FILE *out, const Position *position, Move move);

#endif
