/* Marks of the squares that a side attacks; see movegen_attacks(). The key `attacks` marks those
 * that the opponent attacks; then, each time, those of the player, of both sides, and none. Between
 * two people the player is the one to move. */
#ifndef TUI_ATTACK_MARKS_H
#define TUI_ATTACK_MARKS_H

#include "tui/feature.h"

extern const Feature attack_marks_feature;

#endif
