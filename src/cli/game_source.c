#include <config.h>

#include "cli/game_source.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "play/storage.h"

enum { FILE_MODE = 0666 };

static const char standard_file[] = "-";

bool game_source_open(GameSource *source, const char *path, Error *error) {
    bool standard = strcmp(path, standard_file) == 0;
    const char *name = standard ? "standard input" : path;
    size_t length = 0;
    source->text = standard ? file_read_stream(STDIN_FILENO, name, &length, error)
                            : file_read(path, &length, error);
    if (source->text)
        gamereader_init(&source->reader, name, source->text, length);
    return source->text;
}

void game_source_close(GameSource *source) {
    free(source->text);
    source->text = NULL;
}

static int read_games(GameReader *reader, bool strict, GameVisitor *visit, void *context,
                      Error *error) {
    if (!gamereader_more(reader)) {
        error_set(error, ERROR_RANGE, "%s: there is no game in it", reader->name);
        return COMMAND_FAILED;
    }
    while (gamereader_more(reader)) {
        Record *record = gamereader_next(reader, strict, error);
        bool visited = record && visit(context, record, error);
        record_free(record);
        if (!visited)
            return record ? COMMAND_ERROR : COMMAND_FAILED;
    }
    return COMMAND_OK;
}

int game_source_read_all(const Operands *files, GameReadOptions options, GameVisitor *visit,
                         void *context, Error *error) {
    int status = COMMAND_OK;
    for (size_t i = 0; i < files->count && status == COMMAND_OK; i++) {
        GameSource source;
        if (!game_source_open(&source, files->items[i], error))
            return COMMAND_ERROR;
        source.reader.foreign = options.foreign;
        source.reader.start = options.start;
        status = read_games(&source.reader, options.strict, visit, context, error);
        game_source_close(&source);
    }
    return status;
}

int game_source_write(Buffer *text, const char *path, bool force, Error *error) {
    if (!path || strcmp(path, standard_file) == 0)
        return output_write(text, error) ? COMMAND_OK : COMMAND_ERROR;
    bool written = file_write_atomic(path, text->bytes, text->length, FILE_MODE, force, error);
    if (!written && error->code == ERROR_STATE)
        error_set(error, ERROR_STATE,
                  "%s: there is a file of that name already; --force replaces it", path);
    buffer_free(text);
    return written ? COMMAND_OK : COMMAND_ERROR;
}
