/* What the keys and clicks of the position editor do. */
#ifndef TUI_SETUP_SETUP_ACTIONS_H
#define TUI_SETUP_SETUP_ACTIONS_H

#include "tui/setup/setup_state.h"

typedef struct SetupBinding {
    Key key;
    const char *name; /* of the key */
    const char *word; /* in the panel and the hints; "" for neither */
    bool is_hint;     /* below the board, not in the panel */
    void (*run)(SetupScreen *screen);
} SetupBinding;

/* Returns NULL past the last binding. Its index is the number of the action in a view. */
const SetupBinding *setup_actions_get(int index);

/* Returns the index of the binding that hands the turn to the other side. */
int setup_actions_turn(void);

/* Runs what the key does: it puts a piece, is bound here, or has the same meaning as in a game. */
void setup_actions_run_key(SetupScreen *screen, Key key);

/* Puts the chosen piece on the cursor's square, or picks up or puts down the piece there. */
void setup_actions_enter(SetupScreen *screen);

/* Sets up a text that was pasted or typed. */
void setup_actions_paste(SetupScreen *screen, const char *text);

#endif
