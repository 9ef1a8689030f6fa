/* congo file check: whether every game of some files is right, and if not, where. */
#include <config.h>

#include <stdio.h>

#include "cli/file_command.h"
#include "cli/file_games.h"

enum { CHECK_STRICT, CHECK_QUIET };

enum { WRONG_MAX = 100 }; /* games of a file; after so many nothing new is to be learned */

/* What was found in a file, or in all. */
typedef struct Tally {
    size_t games, moves, deviations, wrong;
    size_t files, unread;
} Tally;

static void add_tally(Tally *sum, const Tally *tally) {
    sum->games += tally->games;
    sum->moves += tally->moves;
    sum->deviations += tally->deviations;
    sum->wrong += tally->wrong;
    sum->files += tally->files;
    sum->unread += tally->unread;
}

/* After a game that is wrong come those that can be found again. */
static void check_games(GameReader *reader, bool strict, Tally *tally, Buffer *text) {
    bool more = gamereader_more(reader);
    if (!more) {
        buffer_add_string(text, reader->name);
        buffer_add_string(text, ": there is no game in it\n");
        tally->wrong++;
    }
    while (more) {
        Error error = {0};
        Record *record = gamereader_next(reader, strict, &error);
        tally->games++;
        if (record) {
            tally->moves += record->count;
            tally->deviations += reader->deviations;
        } else {
            buffer_add_string(text, error.text);
            buffer_add_string(text, "\n");
            tally->wrong++;
        }
        more = record ? gamereader_more(reader) : gamereader_recover(reader);
        record_free(record);
        if (more && tally->wrong == WRONG_MAX) {
            buffer_add_string(text, reader->name);
            buffer_add_format(text, ": %d games are wrong, the rest is not looked at\n", WRONG_MAX);
            break;
        }
    }
}

static void add_verdict(Buffer *text, const Tally *tally) {
    count_things(text, tally->games, "game");
    buffer_add_string(text, ", ");
    count_things(text, tally->moves, "move");
    if (tally->wrong > 0)
        buffer_add_format(text, ", %zu wrong", tally->wrong);
    if (tally->unread > 0) {
        buffer_add_string(text, ", ");
        count_things(text, tally->unread, "unread file");
    }
    if (tally->wrong + tally->unread == 0)
        buffer_add_string(text, ": right");
    if (tally->deviations) {
        buffer_add_string(text, ", but for ");
        count_things(text, tally->deviations, "slip");
        buffer_add_string(text, " that --strict refuses");
    }
    buffer_add_string(text, "\n");
}

static Tally check_file(const char *path, bool strict, bool quiet, Buffer *text) {
    GameSource source;
    Error error = {0};
    Tally tally = {.files = 1};
    if (!gamesource_open(&source, path, &error)) {
        fprintf(stderr, "congo file check: %s\n", error.text);
        tally.unread = 1;
        return tally;
    }
    check_games(&source.reader, strict, &tally, text);
    if (!quiet && tally.games > 0) {
        buffer_add_string(text, source.reader.name);
        buffer_add_string(text, ": ");
        add_verdict(text, &tally);
    }
    gamesource_close(&source);
    return tally;
}

static int run_file_check(const CommandArguments *arguments, Error *error) {
    bool strict = arguments->given[CHECK_STRICT], quiet = arguments->given[CHECK_QUIET];
    Tally sum = {0};
    for (size_t i = 0; i < arguments->count; i++) {
        Buffer text = {0};
        Tally tally = check_file(arguments->operands[i], strict, quiet, &text);
        add_tally(&sum, &tally);
        if (!command_print(&text, error))
            return COMMAND_TROUBLE;
    }
    if (!quiet && sum.files > 1) {
        Buffer text = {0};
        buffer_add_format(&text, "%zu files: ", sum.files);
        add_verdict(&text, &sum);
        if (!command_print(&text, error))
            return COMMAND_TROUBLE;
    }
    return sum.unread ? COMMAND_TROUBLE : sum.wrong ? COMMAND_WRONG : COMMAND_DONE;
}

const Command file_check = {
    .name = "file check",
    .operands = "FILE...",
    .needed = "a file of games, or - for standard input",
    .help =
        "Tells whether every game of the files is right: legal moves, a result that fits them.\n",
    .options = {[CHECK_STRICT] = {"strict", '\0', NULL,
                                  "moves must be written as congo writes them"},
                [CHECK_QUIET] = {"quiet", 'q', NULL, "say only what is wrong"}},
    .run = run_file_check,
};
