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
#include "export/board_svg.h"
#include "export/rules_section.h"
#include "rules/record.h"

/* A page that is being written. Starts as {.notation = ...}. */
typedef struct GamePage {
    NotationStyle notation;
    Buffer games;
    Buffer list; /* of the games, a line of markup each */
    Buffer title;
    SymbolSet symbols;
    RulesTopics topics;
    size_t count;
} GamePage;

enum { GAME_PAGE_MAX = 1000 }; /* games of a page */

/* Adds a game to a page with room for one. */
void game_page_add(GamePage *page, const Record *record, bool flipped);

/* Appends the page. There is at least one game. `index` is the name of the file with the index of
 * this and other pages; NULL: none. */
void game_page_write(const GamePage *page, const char *index, ExportTheme theme, Buffer *html);

void game_page_free(GamePage *page);

/* An index of several pages that lie in the same folder. Starts as {0}. */
typedef struct PageIndex {
    Buffer list;
    size_t pages, games;
} PageIndex;

/* Adds a page and the name of its file. */
void page_index_add(PageIndex *index, const GamePage *page, const char *file);

/* Appends the index as a page that needs no script. */
void page_index_write(const PageIndex *index, ExportTheme theme, Buffer *html);

void page_index_free(PageIndex *index);

#endif
