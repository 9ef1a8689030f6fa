#include <config.h>

#include "cli/commands/find_command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "cli/commands/file_command.h"
#include "cli/output.h"
#include "collection/game_statistics.h"
#include "config/variantfile.h"
#include "rules/fen.h"
#include "rules/games/gamefile.h"
#include "rules/player_names.h"

/* A game, and where it is. The list calls the players by the names given here. */
typedef struct FindCandidate {
    const Record *record;
    const char *file;
    size_t number; /* in the file, from 1 */
    const char *names[COLOR_COUNT];
} FindCandidate;

typedef struct FindRun {
    const FileFindOptions *options;
    const Variant *variant; /* NULL: any */
    int file_width;         /* of the column with the files */
    size_t games, found, damaged;
    Buffer text;
} FindRun;

/* ---- the conditions ---- */

static bool contains(const char *text, const char *part) {
    return text_contains_ignore_case(text, part, strlen(part));
}

static bool fits_players(const FileFindOptions *options, const char *const names[COLOR_COUNT]) {
    const char *white = names[WHITE], *black = names[BLACK];
    return (!options->player || contains(white, options->player) ||
            contains(black, options->player)) &&
           (!options->white || contains(white, options->white)) &&
           (!options->black || contains(black, options->black));
}

static bool fits_date(const FileFindOptions *options, const Record *record) {
    OptionRange days = {.limited = false};
    option_range_read_date(record_tag_or_unknown(record, "Date"), &days);
    return option_range_holds(&options->date, &days);
}

static bool fits_result(const FileFindOptions *options, const Record *record) {
    static const Result results[] = {[FIND_WHITE] = RESULT_WHITE,
                                     [FIND_BLACK] = RESULT_BLACK,
                                     [FIND_DRAW] = RESULT_DRAW,
                                     [FIND_OPEN] = RESULT_OPEN};
    return options->result == FIND_ANY ||
           record_outcome_at(record, record->count).result == results[options->result];
}

static bool fits_variant(const Variant *variant, const Record *record) {
    return !variant || (strcmp(variant->name, record->variant.name) == 0 &&
                        variant_same_rules(variant, &record->variant));
}

static bool fits_length(const FileFindOptions *options, const Record *record) {
    OptionRange length = {true, (int)record->count, (int)record->count};
    return option_range_holds(&options->length, &length);
}

/* Finds the first position of the game that is the one of the options, and its ply. */
static bool find_position(const FileFindOptions *options, const Record *record, size_t *ply) {
    Position wanted;
    if (!fen_parse(options->fen, &record->variant, &wanted, NULL))
        return false;
    for (*ply = 0; *ply <= record->count; ++*ply)
        if (position_same(record_position_at(record, *ply), &wanted))
            return true;
    return false;
}

/* ---- the list ---- */

enum { FILE_WIDTH_MIN = 4, VARIANT_WIDTH = 13 };

static const char unknown_date[] = "?";

/* Makes the column with the files as wide as a path. */
static void widen(FindRun *run, const char *path) {
    run->file_width = max_int(run->file_width, (int)strlen(path));
}

static void add_row(FindRun *run, const FindCandidate *game, size_t ply) {
    const Record *record = game->record;
    const char *date = record_tag(record, "Date");
    Buffer *text = &run->text;
    if (run->found == 1) {
        buffer_add_format(text, "%-10s  %-7s  %5s  %s%-*s  %-*s  %5s  %s\n", "date", "result",
                          "moves", run->options->fen ? "after  " : "", VARIANT_WIDTH, "variant",
                          run->file_width, "file", "game", "players");
    }
    buffer_add_format(text, "%-10s  %-7s  %5zu  ", date ? date : unknown_date,
                      result_text(record_outcome_at(record, record->count).result), record->count);
    if (run->options->fen)
        buffer_add_format(text, "%5zu  ", ply);
    buffer_add_format(text, "%-*s  %-*s  %5zu  ", VARIANT_WIDTH, record->variant.name,
                      run->file_width, game->file, game->number);
    buffer_add_format(text, "%s - %s\n", game->names[WHITE], game->names[BLACK]);
}

static void add_game(FindRun *run, const Record *record) {
    size_t length;
    char *text = gamefile_write(record, GAME_CONGO, &length);
    buffer_add(&run->text, text, length);
    free(text);
}

static void look_at(FindRun *run, const FindCandidate *game) {
    const FileFindOptions *options = run->options;
    size_t ply = 0;
    run->games++;
    if (!fits_players(options, game->names) || !fits_date(options, game->record) ||
        !fits_result(options, game->record) || !fits_variant(run->variant, game->record) ||
        !fits_length(options, game->record) ||
        (options->fen && !find_position(options, game->record, &ply)))
        return;
    run->found++;
    if (options->format == FIND_LIST)
        add_row(run, game, ply);
    else
        add_game(run, game->record);
}

/* ---- the games ---- */

/* Looks at the games of a file; one that is damaged is left out. */
static bool look_at_file(FindRun *run, const char *path, Error *error) {
    GameSource source;
    size_t damaged = 0;
    if (!game_source_open(&source, path, error))
        return false;
    GameReader *reader = &source.reader;
    bool more = gamereader_more(reader);
    if (!more)
        error_set(error, ERROR_RANGE, "%s: no games found", reader->name);
    while (more) {
        progress_update(&source.progress, reader->at.offset, reader->length);
        Record *record = gamereader_next(reader, false, NULL);
        if (record)
            look_at(run, &(FindCandidate){record,
                                          path,
                                          reader->game,
                                          {player_names_shown(record, WHITE),
                                           player_names_shown(record, BLACK)}});
        damaged += !record;
        more = record ? gamereader_more(reader) : gamereader_recover(reader);
        record_free(record);
    }
    game_source_report_damaged(&source, damaged);
    game_source_close(&source);
    run->damaged += damaged;
    return error->code == ERROR_NONE;
}

/* Looks at a kept game, whose players have the names that "games" shows. */
static bool look_at_kept(FindRun *run, const Collection *kept, size_t number, Error *error) {
    const GameInfo *info = collection_game(kept, number);
    Record *record = collection_load(kept, number, error);
    if (!record)
        return false;
    look_at(run,
            &(FindCandidate){record,
                             info->path,
                             1,
                             {game_words_player(info, WHITE), game_words_player(info, BLACK)}});
    record_free(record);
    return true;
}

static bool look_at_all_kept(FindRun *run, Error *error) {
    Collection *kept = game_source_open_kept(error);
    if (!kept)
        return false;
    for (size_t i = 0; i < collection_count(kept); i++)
        if (collection_game(kept, i)->kind == GAME_KEPT)
            widen(run, collection_game(kept, i)->path);
    bool good = true;
    for (size_t i = 0; i < collection_count(kept) && good; i++)
        if (collection_game(kept, i)->kind == GAME_KEPT)
            good = look_at_kept(run, kept, i, error);
    collection_close(kept);
    return good;
}

static bool look_at_files(FindRun *run, const Operands *files, Error *error) {
    for (size_t i = 0; i < files->count; i++)
        widen(run, files->items[i]);
    for (size_t i = 0; i < files->count; i++)
        if (!look_at_file(run, files->items[i], error))
            return false;
    return true;
}

/* ---- the command ---- */

/* Checks that the FEN is a position of the variant, or of any that is built in. */
static bool check_fen(const FileFindOptions *options, const Variant *variant, Error *error) {
    Position position;
    const Variant *builtin;
    if (!options->fen)
        return true;
    for (size_t i = 0; !variant && (builtin = variant_builtin(i)); i++)
        if (fen_parse(options->fen, builtin, &position, NULL))
            return true;
    return fen_parse(options->fen, variant ? variant : variant_default(), &position, error) ||
           error_prefix(error, "--fen: ");
}

/* Writes what was found. Returns the status. */
static int finish(FindRun *run, Error *error) {
    const FileFindOptions *options = run->options;
    if (run->games == 0) {
        error_set(error, ERROR_RANGE, "there are no games to look at");
        return COMMAND_FAILED;
    }
    if (run->found == 0) {
        error_set(error, ERROR_RANGE, "none of %zu game%s fits", run->games,
                  text_plural(run->games));
        return COMMAND_FAILED;
    }
    int status = game_source_write(&run->text, options->output, options->force, error);
    return status == COMMAND_OK && run->damaged > 0 ? COMMAND_FAILED : status;
}

int find_command(const void *given, Error *error) {
    const FileFindOptions *options = given;
    FindRun run = {.options = options, .file_width = FILE_WIDTH_MIN};
    Variant variant;
    if (options->variant && !variantfile_load(options->variant, &variant, error)) {
        error_prefix(error, "--variant: ");
        return COMMAND_ERROR;
    }
    run.variant = options->variant ? &variant : NULL;
    if (!check_fen(options, run.variant, error) ||
        !game_source_check(&options->files, options->output, options->force, error))
        return COMMAND_ERROR;
    bool read = options->files.count > 0 ? look_at_files(&run, &options->files, error)
                                         : look_at_all_kept(&run, error);
    int status = read ? finish(&run, error) : COMMAND_ERROR;
    buffer_free(&run.text);
    return status;
}
