/* congo file merge: the games of several files in one, each once. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cli/file_command.h"
#include "cli/file_games.h"
#include "rules/memory.h"

enum { MERGE_OUTPUT, MERGE_FORCE, MERGE_STRICT };

enum { SLOTS_FIRST = 1024 };

/* A game that is kept: where it stands in the text. */
typedef struct MergeSlot {
    uint64_t hash;
    size_t offset, length; /* length 0: the slot is free */
} MergeSlot;

/* The games kept as text, found again by their hashes in a table with open addressing, which is
 * never more than half full. Records of all games would take ten times the memory. */
typedef struct MergeTable {
    Buffer text;
    MergeSlot *slots;
    size_t slot_count, games, dropped;
} MergeTable;

static bool slot_matches(const MergeTable *table, const MergeSlot *slot, const Record *record) {
    GameReader reader;
    gamereader_init(&reader, "", table->text.bytes + slot->offset, slot->length);
    Record *other = gamereader_next(&reader, true, NULL);
    bool equal = other && record_equal(record, other);
    record_free(other);
    return equal;
}

/* The slot of the game, or the free one where it belongs; `record` NULL: it is not there. */
static MergeSlot *find_slot(const MergeTable *table, uint64_t hash, const Record *record) {
    for (size_t i = hash;; i++) {
        MergeSlot *slot = &table->slots[i % table->slot_count];
        if (slot->length == 0 ||
            (record && slot->hash == hash && slot_matches(table, slot, record)))
            return slot;
    }
}

static void grow(MergeTable *table) {
    MergeTable old = *table;
    table->slot_count = old.slot_count > 0 ? 2 * old.slot_count : SLOTS_FIRST;
    table->slots = memory_allocate(table->slot_count * sizeof *table->slots);
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].length > 0)
            *find_slot(table, old.slots[i].hash, NULL) = old.slots[i];
    free(old.slots);
}

static bool merge_game(void *context, const Record *record, Error *error) {
    (void)error;
    MergeTable *table = context;
    uint64_t hash = record_hash(record);
    if (2 * table->games >= table->slot_count)
        grow(table);
    MergeSlot *slot = find_slot(table, hash, record);
    if (slot->length > 0) {
        table->dropped++;
        return true;
    }
    size_t length;
    char *text = gamefile_write(record, &length);
    *slot = (MergeSlot){hash, table->text.length, length};
    buffer_add(&table->text, text, length);
    free(text);
    table->games++;
    return true;
}

static int report_merge(const MergeTable *table, const char *path, Error *error) {
    Buffer text = {0};
    buffer_add_string(&text, path);
    buffer_add_string(&text, ": ");
    game_source_add_count(&text, table->games, "game");
    if (table->dropped > 0) {
        buffer_add_string(&text, ", without ");
        game_source_add_count(&text, table->dropped, "duplicate");
    }
    buffer_add_string(&text, "\n");
    return subcommand_print(&text, error) ? SUBCOMMAND_OK : SUBCOMMAND_ERROR;
}

static int run_file_merge(const SubcommandArguments *arguments, Error *error) {
    MergeTable table = {0};
    const char *path = arguments->option_values[MERGE_OUTPUT];
    GameReadOptions reading = {.strict = arguments->option_values[MERGE_STRICT]};
    int status = game_source_read_all(arguments, reading, merge_game, &table, error);
    if (status == SUBCOMMAND_OK)
        status = game_source_write(&table.text, path, arguments->option_values[MERGE_FORCE], error);
    if (status == SUBCOMMAND_OK && path && strcmp(path, "-") != 0)
        status = report_merge(&table, path, error);
    buffer_free(&table.text);
    free(table.slots);
    return status;
}

const Subcommand file_merge = {
    .name = "file merge",
    .operands = "FILE...",
    .missing_operands = "a file of games, or - for standard input",
    .help = "Puts the games of the files into one, in their order, each only once.\n",
    .options = {[MERGE_OUTPUT] = {"output", 'o', "FILE", "the file to write, or - as without it"},
                [MERGE_FORCE] = {"force", 'f', NULL, "replace the file if it is there"},
                [MERGE_STRICT] = {"strict", '\0', NULL,
                                  "moves must be written as congo writes them"}},
    .run = run_file_merge,
};
