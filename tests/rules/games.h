/* What the tests of records, notation and game files share: random games, test data. */
#ifndef TESTS_RULES_GAMES_H
#define TESTS_RULES_GAMES_H

#include <stddef.h>
#include <stdint.h>

#include "rules/record.h"

/* A small generator of random numbers; the state is any number. */
uint64_t games_random(uint64_t *state);
/* 0..limit-1. */
size_t games_below(uint64_t *state, size_t limit);

/* A record that starts from a FEN of the variant; the test fails if it is none. */
Record *games_from_fen(const char *fen, const Variant *variant);
Record *games_start(const char *variant_name);

/* Plays moves in any notation, separated by blanks; the test fails if one is refused. */
void games_play(Record *record, const char *moves);

/* A random legal move at the current ply; MOVE_NONE when the game is over. Captures are preferred
 * in one ply of three, so that games get somewhere. */
Move games_random_move(const Record *record, uint64_t *state);

/* Plays random moves up to that many plies or the end of the game. */
void games_play_random(Record *record, size_t plies, uint64_t *state);

/* A test's data, ../data/NAME: the text with a final NUL, which the caller frees. */
char *games_read_data(const char *name, size_t *length);

/* The next word of the list, as in strtok_r but of a constant text; false at the end. Longer words
 * are cut. */
bool games_next_word(const char **text, char *word, size_t size);

/* The next move of a printed list: words that are numbers or dots are skipped. */
bool games_next_move(const char **text, char *word, size_t size);

#endif
