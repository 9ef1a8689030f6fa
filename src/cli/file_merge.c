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
typedef struct Kept {
    uint64_t hash;
    size_t offset, length; /* length 0: the slot is free */
} Kept;

/* The games kept as text, found again by their hashes in a table with open addressing, which is
 * never more than half full. Records of all games would take ten times the memory. */
typedef struct Merging {
    Buffer text;
    Kept *slots;
    size_t slot_count, games, dropped;
} Merging;

static bool is_the_game(const Merging *merging, const Kept *kept, const Record *record) {
    GameReader reader;
    gamereader_init(&reader, "", merging->text.bytes + kept->offset, kept->length);
    Record *other = gamereader_next(&reader, true, NULL);
    bool equal = other && record_equal(record, other);
    record_free(other);
    return equal;
}

/* The slot of the game, or the free one where it belongs; `record` NULL: it is not there. */
static Kept *find_slot(const Merging *merging, uint64_t hash, const Record *record) {
    for (size_t i = hash;; i++) {
        Kept *kept = &merging->slots[i % merging->slot_count];
        if (kept->length == 0 ||
            (record && kept->hash == hash && is_the_game(merging, kept, record)))
            return kept;
    }
}

static void grow(Merging *merging) {
    Merging old = *merging;
    merging->slot_count = old.slot_count > 0 ? 2 * old.slot_count : SLOTS_FIRST;
    merging->slots = memory_allocate(merging->slot_count * sizeof *merging->slots);
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].length > 0)
            *find_slot(merging, old.slots[i].hash, NULL) = old.slots[i];
    free(old.slots);
}

static bool merge_game(void *taker, const Record *record, Error *error) {
    (void)error;
    Merging *merging = taker;
    uint64_t hash = record_hash(record);
    if (2 * merging->games >= merging->slot_count)
        grow(merging);
    Kept *kept = find_slot(merging, hash, record);
    if (kept->length > 0) {
        merging->dropped++;
        return true;
    }
    size_t length;
    char *text = gamefile_write(record, &length);
    *kept = (Kept){hash, merging->text.length, length};
    buffer_add(&merging->text, text, length);
    free(text);
    merging->games++;
    return true;
}

static int tell(const Merging *merging, const char *path, Error *error) {
    Buffer text = {0};
    buffer_add_string(&text, path);
    buffer_add_string(&text, ": ");
    count_things(&text, merging->games, "game");
    if (merging->dropped > 0) {
        buffer_add_string(&text, ", without ");
        count_things(&text, merging->dropped, "duplicate");
    }
    buffer_add_string(&text, "\n");
    return command_print(&text, error) ? COMMAND_DONE : COMMAND_TROUBLE;
}

static int run_file_merge(const CommandArguments *arguments, Error *error) {
    Merging merging = {0};
    const char *path = arguments->given[MERGE_OUTPUT];
    GameReading reading = {.strict = arguments->given[MERGE_STRICT]};
    int status = gamesource_read_all(arguments, reading, merge_game, &merging, error);
    if (status == COMMAND_DONE)
        status = gamesource_write(&merging.text, path, arguments->given[MERGE_FORCE], error);
    if (status == COMMAND_DONE && path && strcmp(path, "-") != 0)
        status = tell(&merging, path, error);
    buffer_free(&merging.text);
    free(merging.slots);
    return status;
}

const Command file_merge = {
    .name = "file merge",
    .operands = "FILE...",
    .needed = "a file of games, or - for standard input",
    .help = "Puts the games of the files into one, in their order, each only once.\n",
    .options = {[MERGE_OUTPUT] = {"output", 'o', "FILE", "the file to write, or - as without it"},
                [MERGE_FORCE] = {"force", 'f', NULL, "replace the file if it is there"},
                [MERGE_STRICT] = {"strict", '\0', NULL,
                                  "moves must be written as congo writes them"}},
    .run = run_file_merge,
};
