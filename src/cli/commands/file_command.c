#include <config.h>

#include "cli/commands/file_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/output.h"
#include "config/variantfile.h"
#include "export/board_svg.h"
#include "export/game_json.h"
#include "export/game_page.h"
#include "export/game_svg.h"
#include "export/game_text.h"
#include "rules/fen.h"
#include "rules/games/gamefile.h"

/* ---- input and output ---- */

enum { FILE_MODE = 0666, RANGES_LISTED = 20 };

static bool is_standard(const char *path) {
    return strcmp(path, "-") == 0;
}

/* ---- opening ---- */

bool game_source_open(GameSource *source, const char *path, Error *error) {
    const char *name = is_standard(path) ? "standard input" : path;
    size_t length = 0;
    source->text = is_standard(path) ? file_read_stream(STDIN_FILENO, name, &length, error)
                                     : file_read(path, &length, error);
    source->progress = (Progress){.name = name};
    if (source->text)
        gamereader_init(&source->reader, name, source->text, length);
    return source->text;
}

/* Shows how much has been read. */
static void game_source_show_progress(GameSource *source) {
    progress_update(&source->progress, source->reader.at.offset, source->reader.length);
}

static bool show_progress(void *context, size_t done, size_t total) {
    progress_update(context, done, total);
    return true;
}

StorageWatch game_source_watch(Progress *progress) {
    return (StorageWatch){show_progress, progress};
}

Collection *game_source_open_kept(Error *error) {
    Settings *settings = memory_allocate(sizeof *settings);
    Progress progress = {.name = "your games"};
    StorageWatch watch = game_source_watch(&progress);
    settings_default(settings);
    Collection *kept = collection_open(settings, &watch, error);
    progress_clear(&progress);
    free(settings);
    return kept;
}

void game_source_close(GameSource *source) {
    progress_clear(&source->progress);
    free(source->text);
    source->text = NULL;
}

void game_source_report_damaged(GameSource *source, size_t damaged) {
    if (damaged == 0)
        return;
    progress_clear(&source->progress);
    fprintf(stderr, "%s: %zu game%s damaged and left out; \"congo file check\" says why\n",
            source->reader.name, damaged, damaged == 1 ? " is" : "s are");
}

static bool exists_error(const char *path, Error *error) {
    return error_set(error, ERROR_STATE, "%s: the file already exists; --force replaces it", path);
}

bool game_source_check(const Operands *files, const char *output, bool force, Error *error) {
    if (output && !is_standard(output)) {
        bool exists;
        if (!file_check_writable(output, &exists, error))
            return false;
        if (exists && !force)
            return exists_error(output, error);
    }
    for (size_t i = 0; i < files->count; i++)
        if (!is_standard(files->items[i]) && !file_check_readable(files->items[i], error))
            return false;
    return true;
}

/* ---- reports while games are read ---- */

typedef struct SourceRemarks {
    const GameReader *reader;
    Buffer slips, all; /* of the game, a line each */
    size_t errors;
    Buffer notes; /* ranges of lines in the file */
    size_t ranges, first_note, last_note;
} SourceRemarks;

static void add_line(Buffer *text, const char *sentence) {
    buffer_add_string(text, sentence);
    buffer_add_string(text, "\n");
}

static void end_range(SourceRemarks *remarks) {
    if (remarks->first_note == 0 || remarks->ranges++ >= RANGES_LISTED)
        return;
    buffer_add_format(&remarks->notes, "%s%zu", remarks->ranges > 1 ? ", " : "",
                      remarks->first_note);
    if (remarks->last_note > remarks->first_note)
        buffer_add_format(&remarks->notes, "-%zu", remarks->last_note);
}

static void on_remark(void *context, GameRemark remark, GamePlace place, const char *sentence) {
    SourceRemarks *remarks = context;
    if (remark == REMARK_NOTE) { /* notes with nothing but blanks between them are one range */
        if (remarks->first_note == 0 || remarks->reader->moves_line > remarks->last_note) {
            end_range(remarks);
            remarks->first_note = place.line;
        }
        remarks->last_note = place.line;
        return;
    }
    add_line(&remarks->all, sentence);
    if (remark == REMARK_SLIP)
        add_line(&remarks->slips, sentence);
    else
        remarks->errors++;
}

/* Prints the findings in a game, except a lone error, which the caller reports. */
static void report_game(SourceRemarks *remarks, GameSource *source, Error *error) {
    const Buffer *lines = remarks->errors == 1 ? &remarks->slips : &remarks->all;
    if (lines->length > 0) {
        progress_clear(&source->progress);
        fputs(lines->bytes, stderr);
    }
    if (remarks->errors > 1)
        error_set(error, ERROR_SYNTAX, "%s: game %zu has %zu errors", source->reader.name,
                  source->reader.game, remarks->errors);
    buffer_clear(&remarks->slips);
    buffer_clear(&remarks->all);
    remarks->errors = 0;
}

static void report_notes(SourceRemarks *remarks, GameSource *source) {
    end_range(remarks);
    if (remarks->ranges == 0)
        return;
    bool one = remarks->ranges == 1 && remarks->first_note == remarks->last_note;
    progress_clear(&source->progress);
    fprintf(stderr, "%s: without moves, and skipped: line%s %s", source->reader.name,
            one ? "" : "s", remarks->notes.bytes);
    if (remarks->ranges > RANGES_LISTED)
        fprintf(stderr, " and %zu more", remarks->ranges - RANGES_LISTED);
    fputs("\n", stderr);
}

/* ---- reading and writing ---- */

static int read_games(GameSource *source, bool strict, GameVisitor *visit, void *context,
                      Error *error) {
    GameReader *reader = &source->reader;
    SourceRemarks *remarks = reader->remark_context;
    int status = COMMAND_OK;
    if (!gamereader_more(reader)) {
        error_set(error, ERROR_RANGE, "%s: no games found", reader->name);
        return COMMAND_FAILED;
    }
    while (status == COMMAND_OK && gamereader_more(reader)) {
        game_source_show_progress(source);
        Record *record = gamereader_next(reader, strict, error);
        report_game(remarks, source, error);
        if (!record)
            status = COMMAND_FAILED;
        else if (!visit(context, record, error))
            status = COMMAND_ERROR;
        record_free(record);
    }
    return status;
}

int game_source_read_all(const Operands *files, GameReadOptions options, GameVisitor *visit,
                         void *context, Error *error) {
    int status = COMMAND_OK;
    for (size_t i = 0; i < files->count && status == COMMAND_OK; i++) {
        GameSource source;
        SourceRemarks remarks = {.reader = &source.reader};
        if (!game_source_open(&source, files->items[i], error))
            return COMMAND_ERROR;
        source.reader.foreign = options.foreign;
        source.reader.start = options.start;
        source.reader.on_remark = on_remark;
        source.reader.remark_context = &remarks;
        status = read_games(&source, options.strict, visit, context, error);
        report_notes(&remarks, &source);
        buffer_free(&remarks.slips);
        buffer_free(&remarks.all);
        buffer_free(&remarks.notes);
        game_source_close(&source);
    }
    return status;
}

int game_source_write(Buffer *text, const char *path, bool force, Error *error) {
    if (!path || is_standard(path))
        return output_write(text, error) ? COMMAND_OK : COMMAND_ERROR;
    bool written = file_write_atomic(path, text->bytes, text->length, FILE_MODE, force, error);
    if (!written && error->code == ERROR_STATE)
        exists_error(path, error);
    buffer_free(text);
    return written ? COMMAND_OK : COMMAND_ERROR;
}

/* ---- convert ---- */

typedef struct ConvertContext {
    const FileConvertOptions *options;
    size_t games;   /* read */
    size_t written; /* of them */
    Buffer text;
    GamePage page;
    PageIndex index;
} ConvertContext;

/* ---- the formats ---- */

static bool add_notation(ConvertContext *conversion, const Record *record, Error *error) {
    (void)error;
    static const GameFormat formats[] = {[CONVERT_CONGO] = GAME_CONGO,
                                         [CONVERT_COORDINATES] = GAME_COORDINATES,
                                         [CONVERT_PGN] = GAME_PGN};
    GameFormat format = formats[conversion->options->format];
    Record *copy = record_clone(record);
    size_t length;
    gamefile_translate_variations(copy, format);
    char *text = gamefile_write(copy, format, &length);
    buffer_add(&conversion->text, text, length);
    free(text);
    record_free(copy);
    return true;
}

static NotationStyle convert_notation(const FileConvertOptions *options) {
    return (NotationStyle){.notation = options->notation};
}

static void add_still(const FileConvertOptions *options, const Record *record, size_t ply,
                      Buffer *svg) {
    Buffer title = {0};
    game_text_players(record, &title);
    buffer_add_string(&title, ", ");
    game_text_place(record, ply, convert_notation(options), &title);
    BoardPicture picture = board_svg_of_game(record, ply, title.bytes, options->flip);
    board_svg_write(&picture, (ExportTheme)options->theme, svg);
    buffer_free(&title);
}

static bool add_picture(ConvertContext *conversion, const Record *record, Error *error) {
    const FileConvertOptions *options = conversion->options;
    bool last = options->after == CONVERT_AFTER_LAST;
    size_t ply = last ? record->count : (size_t)options->after;
    if (conversion->written > 0)
        return error_set(
            error, ERROR_RANGE,
            "a picture shows one game, and the files have more; --number=N chooses one");
    if (ply > record->count)
        return error_set(error, ERROR_RANGE, "--after=%d: the game has only %zu move%s",
                         options->after, record->count, text_plural(record->count));
    if (options->animated)
        game_svg_write(record, ply, options->flip, convert_notation(options),
                       (ExportTheme)options->theme, &conversion->text);
    else
        add_still(options, record, ply, &conversion->text);
    return true;
}

/* Writes a page of several into a file of its own beside the index: "games-2.html" for
 * "games.html". */
static bool write_page(ConvertContext *conversion, Error *error) {
    static const char ending[] = ".html";
    const FileConvertOptions *options = conversion->options;
    if (!options->output || is_standard(options->output))
        return error_set(error, ERROR_RANGE,
                         "a page holds at most %d games; --output=FILE writes several and an index",
                         GAME_PAGE_MAX);
    Buffer path = {0}, html = {0};
    size_t length = strlen(options->output);
    if (text_ends_with(options->output, ending))
        length -= strlen(ending);
    buffer_add(&path, options->output, length);
    buffer_add_format(&path, "-%zu%s", conversion->index.pages + 1, ending);
    page_index_add(&conversion->index, &conversion->page, file_base_name(path.bytes));
    game_page_write(&conversion->page, file_base_name(options->output), (ExportTheme)options->theme,
                    &html);
    game_page_free(&conversion->page);
    bool written = game_source_write(&html, path.bytes, options->force, error) == COMMAND_OK;
    buffer_free(&html);
    buffer_free(&path);
    return written;
}

static bool add_to_page(ConvertContext *conversion, const Record *record, Error *error) {
    if (conversion->page.count == GAME_PAGE_MAX && !write_page(conversion, error))
        return false;
    conversion->page.notation = convert_notation(conversion->options);
    game_page_add(&conversion->page, record, conversion->options->flip);
    return true;
}

/* Writes the only page, or the last one and the index. */
static bool finish_pages(ConvertContext *conversion, Error *error) {
    ExportTheme theme = (ExportTheme)conversion->options->theme;
    if (conversion->index.pages == 0) {
        game_page_write(&conversion->page, NULL, theme, &conversion->text);
        return true;
    }
    if (!write_page(conversion, error))
        return false;
    page_index_write(&conversion->index, theme, &conversion->text);
    return true;
}

static bool add_sheet(ConvertContext *conversion, const Record *record, Error *error) {
    (void)error;
    if (conversion->written > 0)
        buffer_add_string(&conversion->text, "\n\n");
    score_sheet_add(record, convert_notation(conversion->options), &conversion->text);
    return true;
}

static bool add_json(ConvertContext *conversion, const Record *record, Error *error) {
    (void)error;
    buffer_add_string(&conversion->text, conversion->written > 0 ? ",\n" : "[");
    game_json_add(record, &conversion->text);
    return true;
}

static bool (*const add_game[])(ConvertContext *, const Record *, Error *) = {
    [CONVERT_CONGO] = add_notation, [CONVERT_COORDINATES] = add_notation,
    [CONVERT_PGN] = add_notation,   [CONVERT_SVG] = add_picture,
    [CONVERT_HTML] = add_to_page,   [CONVERT_TEXT] = add_sheet,
    [CONVERT_JSON] = add_json};

/* ---- the command ---- */

/* Sets the start position of games without tags for it. The position borrows the variant. */
static bool read_start(const FileConvertOptions *convert, Variant *variant, Position *start,
                       Error *error) {
    if (!variantfile_load(convert->variant, variant, error))
        return error_prefix(error, "--variant: ");
    position_start(start, variant);
    return !convert->game || fen_parse(convert->game, variant, start, error) ||
           error_prefix(error, "--game: ");
}

static bool check_format(const FileConvertOptions *convert, Error *error) {
    bool picture = convert->format == CONVERT_SVG, page = convert->format == CONVERT_HTML;
    if (convert->after != CONVERT_AFTER_LAST && !picture)
        return error_set(error, ERROR_RANGE, "--after is only for --to=svg");
    if (convert->animated && !picture)
        return error_set(error, ERROR_RANGE, "--animated is only for --to=svg");
    if (convert->flip && !picture && !page)
        return error_set(error, ERROR_RANGE, "--flip is only for --to=svg and --to=html");
    if (convert->theme != EXPORT_THEME_AUTO && !picture && !page)
        return error_set(error, ERROR_RANGE, "--theme is only for --to=svg and --to=html");
    return true;
}

static bool convert_game(void *context, const Record *record, Error *error) {
    ConvertContext *conversion = context;
    const FileConvertOptions *options = conversion->options;
    if (++conversion->games != (size_t)options->number && options->number > 0)
        return true;
    if (!add_game[options->format](conversion, record, error))
        return false;
    conversion->written++;
    return true;
}

/* Writes what follows the last game. */
static bool finish(ConvertContext *conversion, Error *error) {
    const FileConvertOptions *options = conversion->options;
    if (conversion->written == 0)
        return error_set(error, ERROR_RANGE, "--number=%d: there %s only %zu game%s",
                         options->number, conversion->games == 1 ? "is" : "are", conversion->games,
                         text_plural(conversion->games));
    if (options->format == CONVERT_JSON)
        buffer_add_string(&conversion->text, "]\n");
    return options->format != CONVERT_HTML || finish_pages(conversion, error);
}

int file_convert(const void *options, Error *error) {
    const FileConvertOptions *convert = options;
    ConvertContext conversion = {.options = convert};
    Variant variant;
    Position start;
    if (!check_format(convert, error) || !read_start(convert, &variant, &start, error) ||
        !game_source_check(&convert->files, convert->output, convert->force, error))
        return COMMAND_ERROR;
    GameReadOptions reading = {
        .strict = convert->strict, .foreign = convert->foreign, .start = &start};
    int status = game_source_read_all(&convert->files, reading, convert_game, &conversion, error);
    if (status == COMMAND_OK && !finish(&conversion, error))
        status = COMMAND_ERROR;
    if (status == COMMAND_OK)
        status = game_source_write(&conversion.text, convert->output, convert->force, error);
    buffer_free(&conversion.text);
    game_page_free(&conversion.page);
    page_index_free(&conversion.index);
    return status;
}

/* ---- congo file check: finds what is wrong in files of games ---- */

enum {
    INVALID_GAMES_MAX = 100, /* in a file, whose rest is then skipped */
    LINES_MAX = 10000        /* reported of a file */
};

typedef struct FileCheckCounts {
    size_t games, moves, deviations, invalid;
    size_t files, unread;
} FileCheckCounts;

/* The report on a file. */
typedef struct CheckReport {
    Buffer *text;
    bool quiet; /* errors only */
    size_t lines;
} CheckReport;

static void on_check_remark(void *context, GameRemark remark, GamePlace place,
                            const char *sentence) {
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
    source.reader.on_remark = on_check_remark;
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
