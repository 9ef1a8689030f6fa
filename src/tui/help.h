/* The help: contents, the keys, the rules in short, and a page with a small board for every piece.
 */
#ifndef TUI_HELP_H
#define TUI_HELP_H

#include "tui/app.h"

/* Opens the help at a page such as "keys" or "monkey" (NULL: the contents). Returns false if there
 * is no such page. */
bool help_open(App *app, const char *page);

#endif
