/* The pages of an SQLite file and the games whose rows are on each, found by reading the file's
 * b-trees (https://www.sqlite.org/fileformat.html) without SQLite. Pages have 4096 bytes. */
#ifndef TESTS_SERVER_PAGES_H
#define TESTS_SERVER_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGE_BYTES = 4096, PAGE_GAMES_MAX = 128, PAGES_MAX = 256 };

typedef struct PageGames {
    uint64_t
        ids[PAGE_GAMES_MAX]; /* of the games with rows on the page, below it, or just beside it */
    size_t count;
    uint32_t siblings[2]; /* the pages before and after it below the same page, or 0 */
} PageGames;

/* Collects the games of a b-tree of the table `game` (ids are row ids) or `move` (ids are the first
 * column), into an array with an element for each page; page 1 is the first. */
void pages_collect(const unsigned char *file, uint32_t root, PageGames *pages);

/* Adds a game without moves to the pages of the table `move` where they would be. */
void pages_add_absent(const unsigned char *file, uint32_t root, uint64_t id, PageGames *pages);

bool pages_has(const PageGames *page, uint64_t id);

#endif
