/* Congo FEN, in all the forms read and the one form written (congo-rules(6)). */
#ifndef RULES_FEN_H
#define RULES_FEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/position.h"

enum { FEN_SIZE = 96 }; /* room for any written FEN with its final NUL */

/*
 * Reads a position of the variant. On failure *position is untouched and the error's sentence names
 * the field (rank, side, jump) and what is wrong. Leading and trailing blanks are allowed, other
 * trailing text is not. The variant is borrowed by the position. The quiet plies count is 0.
 */
bool fen_parse(const char *text, const Variant *variant, Position *position, Error *error);

/* The same; on failure *wrong is where in the text the error lies, or NULL if it is nowhere in
 * particular. */
bool fen_parse_at(const char *text, const Variant *variant, Position *position, const char **wrong,
                  Error *error);

/* Writes the one written form; returns its length. */
size_t fen_write(const Position *position, char text[FEN_SIZE]);

/* Returns the 64-bit FNV-1a hash of a written FEN, by which client and server compare positions:
 * 050bd97a59c258fb for Congo's start. */
enum { FEN_HASH_LENGTH = 16 }; /* hexadecimal digits */
uint64_t fen_hash(const char *fen);
uint64_t fen_hash_position(const Position *position);

#endif
