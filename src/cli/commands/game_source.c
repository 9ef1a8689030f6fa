#include <config.h>

#include "cli/commands/game_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/output.h"
#include "play/storage.h"

enum { FILE_MODE = 0666, RANGES_LISTED = 20 };

static bool is_standard(const char *path) {
    return strcmp(path, "-") == 0;
}

/* --- opening --- */

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

void game_source_show_progress(GameSource *source) {
    progress_update(&source->progress, source->reader.at.offset, source->reader.length);
}

void game_source_close(GameSource *source) {
    progress_clear(&source->progress);
    free(source->text);
    source->text = NULL;
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

/* --- what is told while games are read --- */

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

/* Notes with nothing but blanks between them are one range. */
static void add_note(SourceRemarks *remarks, size_t line) {
    if (remarks->first_note == 0 || remarks->reader->moves_line > remarks->last_note) {
        end_range(remarks);
        remarks->first_note = line;
    }
    remarks->last_note = line;
}

static void on_remark(void *context, GameRemark remark, GamePlace place, const char *sentence) {
    SourceRemarks *remarks = context;
    if (remark == REMARK_NOTE) {
        add_note(remarks, place.line);
        return;
    }
    add_line(&remarks->all, sentence);
    if (remark == REMARK_SLIP)
        add_line(&remarks->slips, sentence);
    else
        remarks->errors++;
}

/* Prints what was found in a game, but not an error that is the only one and is told by the caller.
 */
static void tell_game(SourceRemarks *remarks, GameSource *source, Error *error) {
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

static void tell_notes(SourceRemarks *remarks, GameSource *source) {
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

/* --- reading and writing --- */

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
        tell_game(remarks, source, error);
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
        tell_notes(&remarks, &source);
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
