/* Records for tests: from positions, from lists of moves, and at random; and test data. */
#ifndef TESTS_SUPPORT_GAMES_H
#define TESTS_SUPPORT_GAMES_H

#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "rules/record.h"

/* Creates a record that starts from a FEN. Fails the test if it cannot be read. */
Record *games_from_fen(const char *fen, const Variant *variant);
Record *games_start(const char *variant_name);

/* Plays moves in any notation, separated by blanks. Fails the test if one is rejected. */
void games_play(Record *record, const char *moves);

/* Returns a random legal move at the current ply, or MOVE_NONE if the game is over. Prefers
 * captures in one ply of three, so that games come to an end. */
Move games_random_move(const Record *record, uint64_t *state);

/* Plays random moves, at most `plies`, up to the end of the game. */
void games_play_random(Record *record, size_t plies, uint64_t *state);

/* Returns the text of tests/data/NAME with a final NUL. The caller frees it. */
char *games_read_data(const char *name, size_t *length);

/* Copies the next word of a list, cut to `size`, and moves *text behind it. Returns false at the
 * end. */
bool games_next_word(const char **text, char *word, size_t size);

/* The same, skipping the move numbers of a printed game. */
bool games_next_move(const char **text, char *word, size_t size);

#endif
