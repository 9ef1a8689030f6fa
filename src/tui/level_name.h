/* Names of the computer's levels. */
#ifndef TUI_LEVEL_NAME_H
#define TUI_LEVEL_NAME_H

/* Returns "3, easy" for level 3. */
const char *level_name(int level);

#endif
