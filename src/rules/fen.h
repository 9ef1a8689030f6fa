/* Congo FEN; congo-rules(6) describes it. */
#ifndef RULES_FEN_H
#define RULES_FEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/position.h"

enum { FEN_SIZE = 96 }; /* of any written FEN, with the final NUL */

/*
 * Reads a position, which borrows the variant and has no quiet plies. Blanks around the text are
 * allowed. On failure *position is unchanged, and the error names the field: a rank, side or jump.
 */
bool fen_parse(const char *text, const Variant *variant, Position *position, Error *error);

/* Like fen_parse. On failure *wrong is the place of the error in the text, or NULL if it has no
 * single place. `wrong` may be NULL. */
bool fen_parse_at(const char *text, const Variant *variant, Position *position, const char **wrong,
                  Error *error);

/* Writes a position. Returns the length. */
size_t fen_write(const Position *position, char text[FEN_SIZE]);

/* Returns the 64-bit FNV-1a hash of a written FEN, by which client and server compare positions:
 * 050bd97a59c258fb for Congo's start. */
enum { FEN_HASH_LENGTH = 16 }; /* hexadecimal digits */
uint64_t fen_hash(const char *fen);
uint64_t fen_hash_position(const Position *position);

#endif
