/* Made-up states of a board with everything that can be drawn on it, for tests of the screen. */
#ifndef TESTS_SUPPORT_STATES_H
#define TESTS_SUPPORT_STATES_H

#include "board/view.h"

typedef struct BoardState {
    const char *name;
    void (*put)(View *view);
} BoardState;

extern const BoardState board_states[];
extern const int board_state_count;

/* Clears the marks of a view and puts those of a state. */
void board_state_put(View *view, const BoardState *state);

#endif
