#include <config.h>

#include "cli/file_games.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/storage.h"

enum { FILE_MODE = 0666 };

static const char standard_file[] = "-";

bool gamesource_open(GameSource *source, const char *path, Error *error) {
    bool standard = strcmp(path, standard_file) == 0;
    const char *name = standard ? "standard input" : path;
    size_t length = 0;
    source->text = standard ? storage_read_stream(STDIN_FILENO, name, &length, error)
                            : storage_read(path, &length, error);
    if (source->text)
        gamereader_init(&source->reader, name, source->text, length);
    return source->text;
}

void gamesource_close(GameSource *source) {
    free(source->text);
    source->text = NULL;
}

static int read_games(GameReader *reader, bool strict, GameTaker *take, void *taker, Error *error) {
    if (!gamereader_more(reader)) {
        error_set(error, ERROR_RANGE, "%s: there is no game in it", reader->name);
        return COMMAND_WRONG;
    }
    while (gamereader_more(reader)) {
        Record *record = gamereader_next(reader, strict, error);
        bool taken = record && take(taker, record, error);
        record_free(record);
        if (!taken)
            return record ? COMMAND_TROUBLE : COMMAND_WRONG;
    }
    return COMMAND_DONE;
}

int gamesource_read_all(const CommandArguments *files, GameReading reading, GameTaker *take,
                        void *taker, Error *error) {
    int status = COMMAND_DONE;
    for (size_t i = 0; i < files->count && status == COMMAND_DONE; i++) {
        GameSource source;
        if (!gamesource_open(&source, files->operands[i], error))
            return COMMAND_TROUBLE;
        source.reader.foreign = reading.foreign;
        source.reader.start = reading.start;
        status = read_games(&source.reader, reading.strict, take, taker, error);
        gamesource_close(&source);
    }
    return status;
}

int gamesource_write(Buffer *text, const char *path, bool force, Error *error) {
    if (!path || strcmp(path, standard_file) == 0)
        return command_print(text, error) ? COMMAND_DONE : COMMAND_TROUBLE;
    bool written = storage_write(path, text->bytes, text->length, FILE_MODE, force, error);
    if (!written && error->code == ERROR_STATE)
        error_set(error, ERROR_STATE,
                  "%s: there is a file of that name already; --force replaces it", path);
    buffer_free(text);
    return written ? COMMAND_DONE : COMMAND_TROUBLE;
}

void count_things(Buffer *text, size_t count, const char *thing) {
    if (count == 0)
        buffer_add_format(text, "no %ss", thing);
    else
        buffer_add_format(text, "%zu %s%s", count, thing, count == 1 ? "" : "s");
}
