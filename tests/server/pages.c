#include <config.h>

#include "pages.h"

#include <assert.h>

enum { INDEX_INTERIOR = 2, TABLE_INTERIOR = 5, INDEX_LEAF = 10, TABLE_LEAF = 13 };

static uint32_t big_endian(const unsigned char *bytes, int count) {
    uint32_t number = 0;
    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

static uint64_t read_varint(const unsigned char **at) {
    uint64_t number = 0;
    for (int i = 0; i < 9; i++) {
        unsigned char byte = *(*at)++;
        if (i == 8)
            return number << 8 | byte;
        number = number << 7 | (byte & 0x7f);
        if (byte < 0x80)
            break;
    }
    return number;
}

/* Returns the first column of a record, an integer. */
static uint64_t first_column(const unsigned char *record) {
    static const int sizes[] = {0, 1, 2, 3, 4, 6, 8};
    const unsigned char *at = record;
    uint64_t header = read_varint(&at), type = read_varint(&at), number = 0;
    if (type == 8 || type == 9)
        return type - 8;
    assert(type < sizeof sizes / sizeof *sizes);
    for (int i = 0; i < sizes[type]; i++)
        number = number << 8 | record[header + (uint64_t)i];
    return number;
}

bool pages_has(const PageGames *page, uint64_t id) {
    for (size_t i = 0; i < page->count; i++)
        if (page->ids[i] == id)
            return true;
    return false;
}

static void add_id(PageGames *page, uint64_t id) {
    if (pages_has(page, id))
        return;
    assert(page->count < PAGE_GAMES_MAX);
    page->ids[page->count++] = id;
}

static uint64_t cell_id(const unsigned char *cell, int type) {
    if (type == INDEX_INTERIOR)
        cell += 4;
    uint64_t payload = read_varint(&cell);
    (void)payload;
    return type == TABLE_LEAF ? read_varint(&cell) : first_column(cell);
}

static void add_child(const unsigned char *file, uint32_t parent, uint32_t child, uint32_t before,
                      PageGames *pages) {
    pages_collect(file, child, pages);
    for (size_t i = 0; i < pages[child - 1].count; i++)
        add_id(&pages[parent - 1], pages[child - 1].ids[i]);
    pages[child - 1].siblings[0] = before;
    if (before > 0)
        pages[before - 1].siblings[1] = child;
}

/* Returns the page before a row of an interior page. */
static uint32_t child_of(const unsigned char *page, int row) {
    return big_endian(page + big_endian(page + 12 + 2 * row, 2), 4);
}

void pages_collect(const unsigned char *file, uint32_t root, PageGames *pages) {
    const unsigned char *page = file + (size_t)(root - 1) * PAGE_BYTES;
    int type = page[0], cells = (int)big_endian(page + 3, 2);
    bool interior = type == INDEX_INTERIOR || type == TABLE_INTERIOR;
    uint32_t before = 0;
    assert(interior || type == INDEX_LEAF || type == TABLE_LEAF);
    for (int i = 0; i < cells; i++) {
        const unsigned char *cell = page + big_endian(page + (interior ? 12 : 8) + 2 * i, 2);
        if (type != TABLE_INTERIOR)
            add_id(&pages[root - 1], cell_id(cell, type));
        if (interior) {
            uint32_t child = big_endian(cell, 4);
            if (type == INDEX_INTERIOR) { /* reading this row may need the pages beside it */
                uint32_t after = i + 1 < cells ? child_of(page, i + 1) : big_endian(page + 8, 4);
                add_id(&pages[child - 1], cell_id(cell, type));
                add_id(&pages[after - 1], cell_id(cell, type));
            }
            add_child(file, root, child, before, pages);
            before = child;
        }
    }
    if (interior)
        add_child(file, root, big_endian(page + 8, 4), before, pages);
}

void pages_add_absent(const unsigned char *file, uint32_t root, uint64_t id, PageGames *pages) {
    const unsigned char *page = file + (size_t)(root - 1) * PAGE_BYTES;
    add_id(&pages[root - 1], id);
    if (page[0] != INDEX_INTERIOR)
        return;
    uint32_t child = big_endian(page + 8, 4);
    for (int i = (int)big_endian(page + 3, 2) - 1; i >= 0; i--) {
        const unsigned char *cell = page + big_endian(page + 12 + 2 * i, 2);
        if (cell_id(cell, INDEX_INTERIOR) > id)
            child = big_endian(cell, 4);
    }
    pages_add_absent(file, child, id, pages);
}
