/* The help: the keys, the rules in short, and a page for every piece with a small board. */
#ifndef TUI_HELP_H
#define TUI_HELP_H

#include "tui/app.h"

/* Opens the help at a page by its name ("keys", "monkey", ...; NULL: the first); false if there is
 * no such page. */
bool help_open(App *app, const char *page);

#endif
