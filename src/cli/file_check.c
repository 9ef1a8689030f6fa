/* congo file check: whether every game of some files is right, and if not, where. */
#include <config.h>

#include <stdio.h>

#include "cli/file_command.h"
#include "cli/file_games.h"

enum { CHECK_STRICT, CHECK_QUIET };

enum { INVALID_GAMES_MAX = 100 }; /* games of a file; after so many nothing new is to be learned */

/* What was found in a file, or in all. */
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

/* After a game that is wrong come those that can be found again. */
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

static void add_summary(Buffer *text, const FileCheckCounts *counts) {
    game_source_add_count(text, counts->games, "game");
    buffer_add_string(text, ", ");
    game_source_add_count(text, counts->moves, "move");
    if (counts->invalid > 0)
        buffer_add_format(text, ", %zu wrong", counts->invalid);
    if (counts->unread > 0) {
        buffer_add_string(text, ", ");
        game_source_add_count(text, counts->unread, "unread file");
    }
    if (counts->invalid + counts->unread == 0)
        buffer_add_string(text, ": right");
    if (counts->deviations) {
        buffer_add_string(text, ", but for ");
        game_source_add_count(text, counts->deviations, "slip");
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

const Subcommand file_check = {
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
