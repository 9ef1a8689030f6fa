#include <config.h>

#include "cli/file_command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/game_source.h"
#include "config/variantfile.h"
#include "rules/fen.h"
#include "rules/gamefile.h"

/* ---- congo file check: finds what is wrong in files of games ---- */

enum { CHECK_STRICT, CHECK_QUIET };

enum { INVALID_GAMES_MAX = 100 }; /* of a file, which is then left */

typedef struct FileCheckCounts {
    size_t games, moves, deviations, invalid;
    size_t files, unread;
} FileCheckCounts;

static void add_counts(FileCheckCounts *sum, const FileCheckCounts *counts) {
    sum->games += counts->games;
    sum->moves += counts->moves;
    sum->deviations += counts->deviations;
    sum->invalid += counts->invalid;
    sum->files += counts->files;
    sum->unread += counts->unread;
}

/* Continues after a wrong game if the reader finds the next one. */
static void check_games(GameReader *reader, bool strict, FileCheckCounts *counts, Buffer *text) {
    bool more = gamereader_more(reader);
    if (!more) {
        buffer_add_string(text, reader->name);
        buffer_add_string(text, ": there is no game in it\n");
        counts->invalid++;
    }
    while (more) {
        Error error = {0};
        Record *record = gamereader_next(reader, strict, &error);
        counts->games++;
        if (record) {
            counts->moves += record->count;
            counts->deviations += reader->deviations;
        } else {
            buffer_add_string(text, error.text);
            buffer_add_string(text, "\n");
            counts->invalid++;
        }
        more = record ? gamereader_more(reader) : gamereader_recover(reader);
        record_free(record);
        if (more && counts->invalid == INVALID_GAMES_MAX) {
            buffer_add_string(text, reader->name);
            buffer_add_format(text, ": %d games are wrong, the rest is not looked at\n",
                              INVALID_GAMES_MAX);
            break;
        }
    }
}

/* Appends "1 game", "2 games" or "no games". */
static void add_count(Buffer *text, size_t count, const char *thing) {
    if (count > 0)
        buffer_add_format(text, "%zu %s%s", count, thing, text_plural(count));
    else
        buffer_add_format(text, "no %ss", thing);
}

static void add_summary(Buffer *text, const FileCheckCounts *counts) {
    add_count(text, counts->games, "game");
    buffer_add_string(text, ", ");
    add_count(text, counts->moves, "move");
    if (counts->invalid > 0)
        buffer_add_format(text, ", %zu wrong", counts->invalid);
    if (counts->unread > 0) {
        buffer_add_string(text, ", ");
        add_count(text, counts->unread, "unread file");
    }
    if (counts->invalid + counts->unread == 0)
        buffer_add_string(text, ": right");
    if (counts->deviations) {
        buffer_add_string(text, ", but for ");
        add_count(text, counts->deviations, "slip");
        buffer_add_string(text, " that --strict refuses");
    }
    buffer_add_string(text, "\n");
}

static FileCheckCounts check_file(const char *path, bool strict, bool quiet, Buffer *text) {
    GameSource source;
    Error error = {0};
    FileCheckCounts counts = {.files = 1};
    if (!game_source_open(&source, path, &error)) {
        fprintf(stderr, "congo file check: %s\n", error.text);
        counts.unread = 1;
        return counts;
    }
    check_games(&source.reader, strict, &counts, text);
    if (!quiet && counts.games > 0) {
        buffer_add_string(text, source.reader.name);
        buffer_add_string(text, ": ");
        add_summary(text, &counts);
    }
    game_source_close(&source);
    return counts;
}

static int run_file_check(const SubcommandArguments *arguments, Error *error) {
    bool strict = arguments->option_values[CHECK_STRICT],
         quiet = arguments->option_values[CHECK_QUIET];
    FileCheckCounts sum = {0};
    for (size_t i = 0; i < arguments->count; i++) {
        Buffer text = {0};
        FileCheckCounts counts = check_file(arguments->operands[i], strict, quiet, &text);
        add_counts(&sum, &counts);
        if (!subcommand_print(&text, error))
            return SUBCOMMAND_ERROR;
    }
    if (!quiet && sum.files > 1) {
        Buffer text = {0};
        buffer_add_format(&text, "%zu files: ", sum.files);
        add_summary(&text, &sum);
        if (!subcommand_print(&text, error))
            return SUBCOMMAND_ERROR;
    }
    return sum.unread ? SUBCOMMAND_ERROR : sum.invalid ? SUBCOMMAND_INVALID : SUBCOMMAND_OK;
}

static const Subcommand file_check = {
    .name = "file check",
    .operands = "FILE...",
    .missing_operands = "a file of games, or - for standard input",
    .help =
        "Tells whether every game of the files is right: legal moves, a result that fits them.\n",
    .options = {[CHECK_STRICT] = {"strict", '\0', NULL,
                                  "moves must be written as congo writes them"},
                [CHECK_QUIET] = {"quiet", 'q', NULL, "say only what is wrong"}},
    .run = run_file_check,
};

/* ---- congo file convert: writes games in another notation ---- */

enum {
    CONVERT_TO,
    CONVERT_OUTPUT,
    CONVERT_FORCE,
    CONVERT_STRICT,
    CONVERT_FOREIGN,
    CONVERT_VARIANT,
    CONVERT_GAME
};

static const struct {
    const char *name;
    GameNotation notation;
} notations[] = {{"congo", GAME_CONGO}, {"coordinates", GAME_COORDINATES}};

typedef struct ConvertContext {
    GameNotation notation;
    Buffer text;
} ConvertContext;

static bool read_notation(const char *name, GameNotation *notation, Error *error) {
    char shown[QUOTE_SIZE];
    *notation = GAME_CONGO;
    for (size_t i = 0; i < sizeof notations / sizeof notations[0]; i++) {
        if (!name || strcmp(name, notations[i].name) == 0) {
            *notation = notations[i].notation;
            return true;
        }
    }
    return error_set(error, ERROR_SYNTAX, "--to: expected \"congo\" or \"coordinates\", found %s",
                     text_quote(name, shown));
}

/* Sets the start position of games without tags for it. The position borrows the variant. */
static bool read_start(const SubcommandArguments *arguments, Variant *variant, Position *start,
                       Error *error) {
    const char *name = arguments->option_values[CONVERT_VARIANT],
               *fen = arguments->option_values[CONVERT_GAME];
    if (!variantfile_load(name ? name : variant_default()->name, variant, error))
        return error_prefix(error, "--variant: ");
    position_start(start, variant);
    return !fen || fen_parse(fen, variant, start, error) || error_prefix(error, "--game: ");
}

static bool convert_game(void *context, const Record *record, Error *error) {
    (void)error;
    ConvertContext *conversion = context;
    size_t length;
    char *text = gamefile_write(record, conversion->notation, &length);
    buffer_add(&conversion->text, text, length);
    free(text);
    return true;
}

static int run_file_convert(const SubcommandArguments *arguments, Error *error) {
    ConvertContext conversion = {0};
    Variant variant;
    Position start;
    if (!read_notation(arguments->option_values[CONVERT_TO], &conversion.notation, error) ||
        !read_start(arguments, &variant, &start, error))
        return SUBCOMMAND_ERROR;
    GameReadOptions reading = {.strict = arguments->option_values[CONVERT_STRICT],
                               .foreign = arguments->option_values[CONVERT_FOREIGN],
                               .start = &start};
    int status = game_source_read_all(arguments, reading, convert_game, &conversion, error);
    if (status == SUBCOMMAND_OK)
        return game_source_write(&conversion.text, arguments->option_values[CONVERT_OUTPUT],
                                 arguments->option_values[CONVERT_FORCE], error);
    buffer_free(&conversion.text);
    return status;
}

static const Subcommand file_convert = {
    .name = "file convert",
    .operands = "FILE...",
    .missing_operands = "a file of games, or - for standard input",
    .help = "Writes the games of the files in the notation that is asked for.\n",
    .options =
        {[CONVERT_TO] = {"to", 't', "NOTATION", "congo, the default, or coordinates"},
         [CONVERT_OUTPUT] = {"output", 'o', "FILE", "the file to write, or - as without it"},
         [CONVERT_FORCE] = {"force", 'f', NULL, "replace the file if it is there"},
         [CONVERT_STRICT] = {"strict", '\0', NULL, "moves must be written as congo writes them"},
         [CONVERT_FOREIGN] = {"foreign", '\0', NULL, "read lists of moves from elsewhere, too"},
         [CONVERT_VARIANT] = {"variant", '\0', "NAME|FILE", "what is played where no tag says it"},
         [CONVERT_GAME] = {"game", '\0', "FEN", "... and from where"}},
    .run = run_file_convert,
};

/* ---- congo file merge: joins files, keeping each game once ---- */

enum { MERGE_OUTPUT, MERGE_FORCE, MERGE_STRICT };

enum { SLOTS_FIRST = 1024 };

typedef struct MergeSlot {
    uint64_t hash;
    size_t offset, length; /* of the game in the text; length 0: the slot is free */
} MergeSlot;

/* The games kept as text, because records would take ten times the memory. The slots are a hash
 * table with open addressing, at most half full. */
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

/* Returns the slot of a game, or the free slot for it. `record` is NULL for a game not yet kept. */
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
    char *text = gamefile_write(record, GAME_CONGO, &length);
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
    add_count(&text, table->games, "game");
    if (table->dropped > 0) {
        buffer_add_string(&text, ", without ");
        add_count(&text, table->dropped, "duplicate");
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

static const Subcommand file_merge = {
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

/* ---- congo file ---- */

static const Subcommand *const commands[] = {&file_check, &file_convert, &file_merge};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const char *verb_of(const Subcommand *command) {
    return command->name + strlen("file ");
}

static int show_help(void) {
    Buffer text = {0};
    Error error = {0};
    for (int i = 0; i < COMMAND_COUNT; i++) {
        buffer_add_string(&text, i > 0 ? "\n" : "");
        subcommand_help(commands[i], &text);
    }
    buffer_add_string(&text, "\nA FILE that is - is standard input: see congo-file(6).\n");
    if (subcommand_print(&text, &error))
        return SUBCOMMAND_OK;
    fprintf(stderr, "congo file: %s\n", error.text);
    return SUBCOMMAND_ERROR;
}

int file_command(int count, char *const arguments[]) {
    const char *verb = count > 0 ? arguments[0] : "";
    Suggestion closest = {verb, "", INT_MAX};
    char shown[QUOTE_SIZE];
    if (strcmp(verb, "--help") == 0)
        return show_help();
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(verb, verb_of(commands[i])) == 0)
            return subcommand_run(commands[i], count - 1, arguments + 1);
        text_suggest(&closest, verb_of(commands[i]));
    }
    if (count == 0)
        fputs("congo file: expected check, convert or merge, found nothing\n", stderr);
    else
        fprintf(stderr,
                "congo file: expected check, convert or merge, the closest is %s, found %s\n",
                closest.known, text_quote(verb, shown));
    return SUBCOMMAND_ERROR;
}
