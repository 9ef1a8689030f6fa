/* Positions and moves in the lines of protocols. */
#ifndef UCI_UCI_POSITION_H
#define UCI_UCI_POSITION_H

#include <stdbool.h>

#include "base/error.h"
#include "rules/record.h"

/* Reads a FEN up to its end or the word "moves", behind which *rest then stands (*has_moves). */
bool uci_position_read_fen(const Variant *variant, char **rest, Position *position, bool *has_moves,
                           Error *error);

/* Plays the moves, in coordinate form; false, and the game is as it was, when one is not legal. */
bool uci_position_play_moves(Record *game, char *moves, Error *error);

#endif
