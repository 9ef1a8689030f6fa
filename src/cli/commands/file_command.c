#include <config.h>

#include "cli/commands/file_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/commands/game_source.h"
#include "cli/output.h"
#include "rules/games/gamefile.h"

/* ---- congo file check: finds what is wrong in files of games ---- */

enum {
    INVALID_GAMES_MAX = 100, /* in a file, whose rest is then skipped */
    LINES_MAX = 10000        /* told of a file */
};

typedef struct FileCheckCounts {
    size_t games, moves, deviations, invalid;
    size_t files, unread;
} FileCheckCounts;

/* What is told of a file. */
typedef struct CheckReport {
    Buffer *text;
    bool quiet; /* errors only */
    size_t lines;
} CheckReport;

static void on_remark(void *context, GameRemark remark, GamePlace place, const char *sentence) {
    CheckReport *report = context;
    (void)place;
    if ((remark == REMARK_SLIP && report->quiet) || report->lines > LINES_MAX)
        return;
    if (report->lines++ < LINES_MAX) {
        buffer_add_string(report->text, sentence);
        buffer_add_string(report->text, "\n");
    } else {
        buffer_add_format(report->text, "only the first %d lines are shown\n", LINES_MAX);
    }
}

static void add_counts(FileCheckCounts *sum, const FileCheckCounts *counts) {
    sum->games += counts->games;
    sum->moves += counts->moves;
    sum->deviations += counts->deviations;
    sum->invalid += counts->invalid;
    sum->files += counts->files;
    sum->unread += counts->unread;
}

/* Continues after an invalid game if the reader finds the next one. */
static void check_games(GameSource *source, bool strict, FileCheckCounts *counts, Buffer *text) {
    GameReader *reader = &source->reader;
    bool more = gamereader_more(reader);
    if (!more) {
        buffer_add_string(text, reader->name);
        buffer_add_string(text, ": no games found\n");
        counts->invalid++;
    }
    while (more) {
        game_source_show_progress(source);
        Record *record = gamereader_next(reader, strict, NULL);
        counts->games++;
        if (record) {
            counts->moves += record->count;
            counts->deviations += reader->deviations;
        } else {
            counts->invalid++;
        }
        more = record ? gamereader_more(reader) : gamereader_recover(reader);
        record_free(record);
        if (more && counts->invalid == INVALID_GAMES_MAX) {
            buffer_add_string(text, reader->name);
            buffer_add_format(text, ": %d games are wrong; the rest was not checked\n",
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
        buffer_add_string(text, ": correct");
    if (counts->deviations) {
        buffer_add_string(text, ", except for ");
        add_count(text, counts->deviations, "slip");
        buffer_add_string(text, " that --strict rejects");
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
    CheckReport report = {text, quiet, 0};
    source.reader.on_remark = on_remark;
    source.reader.remark_context = &report;
    check_games(&source, strict, &counts, text);
    if (!quiet && counts.games > 0) {
        buffer_add_string(text, source.reader.name);
        buffer_add_string(text, ": ");
        add_summary(text, &counts);
    }
    game_source_close(&source);
    return counts;
}

int file_check(const void *options, Error *error) {
    const FileCheckOptions *check = options;
    FileCheckCounts sum = {0};
    for (size_t i = 0; i < check->files.count; i++) {
        Buffer text = {0};
        FileCheckCounts counts =
            check_file(check->files.items[i], check->strict, check->quiet, &text);
        add_counts(&sum, &counts);
        if (!output_write(&text, error))
            return COMMAND_ERROR;
    }
    if (!check->quiet && sum.files > 1) {
        Buffer text = {0};
        buffer_add_format(&text, "%zu files: ", sum.files);
        add_summary(&text, &sum);
        if (!output_write(&text, error))
            return COMMAND_ERROR;
    }
    return sum.unread ? COMMAND_ERROR : sum.invalid ? COMMAND_FAILED : COMMAND_OK;
}

/* ---- congo file merge: joins files, keeping each game once ---- */

enum { SLOTS_INITIAL = 1024 };

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
    size_t length_max; /* of the text */
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
    for (size_t i = (size_t)hash;; i++) {
        MergeSlot *slot = &table->slots[i % table->slot_count];
        if (slot->length == 0 ||
            (record && slot->hash == hash && slot_matches(table, slot, record)))
            return slot;
    }
}

static void grow(MergeTable *table) {
    MergeTable old = *table;
    table->slot_count = old.slot_count > 0 ? 2 * old.slot_count : SLOTS_INITIAL;
    table->slots = memory_allocate(table->slot_count * sizeof *table->slots);
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].length > 0)
            *find_slot(table, old.slots[i].hash, NULL) = old.slots[i];
    free(old.slots);
}

static bool merge_game(void *context, const Record *record, Error *error) {
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
    return table->text.length <= table->length_max ||
           error_set(error, ERROR_RANGE,
                     "the games together are more than %zu MiB, and no larger file can be read",
                     table->length_max >> 20);
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
    return output_write(&text, error) ? COMMAND_OK : COMMAND_ERROR;
}

int file_merge(const void *options, Error *error) {
    const FileMergeOptions *merge = options;
    bool to_file = merge->output && strcmp(merge->output, "-") != 0;
    MergeTable table = {.length_max = to_file ? FILE_SIZE_MAX : SIZE_MAX};
    GameReadOptions reading = {.strict = merge->strict};
    if (!game_source_check(&merge->files, merge->output, merge->force, error))
        return COMMAND_ERROR;
    int status = game_source_read_all(&merge->files, reading, merge_game, &table, error);
    if (status == COMMAND_OK)
        status = game_source_write(&table.text, merge->output, merge->force, error);
    if (status == COMMAND_OK && to_file)
        status = report_merge(&table, merge->output, error);
    buffer_free(&table.text);
    free(table.slots);
    return status;
}
