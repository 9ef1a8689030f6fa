/* Openings of matches: random moves to a balanced position, or the positions or games of a file. */
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include <stddef.h>

#include "config/command_options.h"
#include "engine/engine.h"
#include "rules/record.h"

/* ---- random moves ---- */

/* Finds the opening of a pair of games, judged by a search on one thread. It depends only on the
 * setup and the number of the pair. Returns NULL if no try gave a balanced position. */
Record *opening_find(Engine *engine, const MatchSetup *setup, int pair, Error *error);

/* ---- a file: positions in FEN, one a line, or games ---- */

/* All 0: empty. */
typedef struct OpeningBook {
    Record **records; /* owned, in the order of play */
    size_t count;
} OpeningBook;

/*
 * Reads the file of the setup. A position becomes an opening of each variant of the setup, or of
 * congo if it has none; a game gives its first plies. A variant of the games that is built in is
 * added to a setup without variants. Fails if a position or game is invalid, over at that point, or
 * of another variant.
 */
bool opening_book_load(OpeningBook *book, MatchSetup *setup, Error *error);

void opening_book_free(OpeningBook *book);

/* Returns the opening of a pair of games, from 0, owned by the caller. After the last one the first
 * follows. */
Record *opening_book_get(const OpeningBook *book, int pair);

/* Returns the variant of the setup that a game is played in. */
const MatchVariant *opening_book_variant(const MatchSetup *setup, const Record *game);

#endif
