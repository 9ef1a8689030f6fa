/*
 * A page of games: one file of HTML that needs nothing else. It holds the games as lists of moves
 * with pictures of their first and last positions, the rules for readers who do not know them, and
 * a script (page.js) that makes a board of the picture to go through the game. It makes no request,
 * which a policy in it ensures too, and is also well-formed XML.
 */
#ifndef EXPORT_GAME_PAGE_H
#define EXPORT_GAME_PAGE_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"
#include "export/board_svg.h"
#include "export/rules_section.h"
#include "rules/record.h"

/* A page that is being written. Starts as {0}. */
typedef struct GamePage {
    Buffer games;
    Buffer list; /* of the games, for more than one */
    Buffer title;
    SymbolSet symbols;
    RulesTopics topics;
    size_t count;
} GamePage;

/* Adds a game. Fails with ERROR_RANGE if the page is full. */
bool game_page_add(GamePage *page, const Record *record, bool flipped, Error *error);

/* Appends the page. There is at least one game. */
void game_page_write(const GamePage *page, ExportTheme theme, Buffer *html);

void game_page_free(GamePage *page);

#endif
