#include <config.h>

#include "cli/game_source.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/storage.h"

enum { FILE_MODE = 0666 };

static const char standard_file[] = "-";

bool game_source_open(GameSource *source, const char *path, Error *error) {
    bool standard = strcmp(path, standard_file) == 0;
    const char *name = standard ? "standard input" : path;
    size_t length = 0;
    source->text = standard ? storage_read_stream(STDIN_FILENO, name, &length, error)
                            : storage_read(path, &length, error);
    if (source->text)
        gamereader_init(&source->reader, name, source->text, length);
    return source->text;
}

void game_source_close(GameSource *source) {
    free(source->text);
    source->text = NULL;
}

static int read_games(GameReader *reader, bool strict, GameVisitor *handle, void *context,
                      Error *error) {
    if (!gamereader_more(reader)) {
        error_set(error, ERROR_RANGE, "%s: there is no game in it", reader->name);
        return SUBCOMMAND_INVALID;
    }
    while (gamereader_more(reader)) {
        Record *record = gamereader_next(reader, strict, error);
        bool handled = record && handle(context, record, error);
        record_free(record);
        if (!handled)
            return record ? SUBCOMMAND_ERROR : SUBCOMMAND_INVALID;
    }
    return SUBCOMMAND_OK;
}

int game_source_read_all(const SubcommandArguments *files, GameReadOptions reading,
                         GameVisitor *handle, void *context, Error *error) {
    int status = SUBCOMMAND_OK;
    for (size_t i = 0; i < files->count && status == SUBCOMMAND_OK; i++) {
        GameSource source;
        if (!game_source_open(&source, files->operands[i], error))
            return SUBCOMMAND_ERROR;
        source.reader.foreign = reading.foreign;
        source.reader.start = reading.start;
        status = read_games(&source.reader, reading.strict, handle, context, error);
        game_source_close(&source);
    }
    return status;
}

int game_source_write(Buffer *text, const char *path, bool force, Error *error) {
    if (!path || strcmp(path, standard_file) == 0)
        return subcommand_print(text, error) ? SUBCOMMAND_OK : SUBCOMMAND_ERROR;
    bool written = storage_write(path, text->bytes, text->length, FILE_MODE, force, error);
    if (!written && error->code == ERROR_STATE)
        error_set(error, ERROR_STATE,
                  "%s: there is a file of that name already; --force replaces it", path);
    buffer_free(text);
    return written ? SUBCOMMAND_OK : SUBCOMMAND_ERROR;
}
