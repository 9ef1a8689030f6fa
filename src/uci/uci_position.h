/* Positions and moves in the lines of both protocols. */
#ifndef UCI_UCI_POSITION_H
#define UCI_UCI_POSITION_H

#include "uci/uci_client.h"

UciCommand uci_position;

/* Reads a FEN up to the end of the line or the word "moves", and moves *rest past that word. */
bool uci_position_read_fen(const Variant *variant, char **rest, Position *position, bool *has_moves,
                           Error *error);

/* Plays moves in coordinate form. Leaves the game unchanged if one is not legal. */
bool uci_position_play_moves(Record *game, char *moves, Error *error);

#endif
