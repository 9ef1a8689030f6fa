/* The games of a file. */
#include <config.h>

#include "play/storage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/gamefile.h"
#include "rules/memory.h"

enum { NUMBER_WIDTH = 32 };

Record *storage_load_game(const char *path, int number, Error *error) {
    size_t length;
    char *text = storage_read(path, &length, error);
    if (!text)
        return NULL;
    GameReader reader;
    gamereader_init(&reader, path, text, length);
    Record *record = NULL;
    int read = 0;
    bool failed = false;
    while (!failed && (number == 0 || read < number) && gamereader_more(&reader)) {
        record_free(record);
        record = gamereader_next(&reader, false, error);
        failed = !record;
        read++;
    }
    free(text);
    if (failed)
        return NULL;
    if (read > 0 && (number == 0 || read == number))
        return record;
    record_free(record);
    if (read == 0)
        error_set(error, ERROR_RANGE, "%s: there is no game in it", path);
    else
        error_set(error, ERROR_RANGE, "%s: expected a game number of 1 to %d", path, read);
    return NULL;
}

static char *game_title(const Record *record) {
    static const char form[] = "%s - %s, %s, %zu move%s, %s";
    const char *white = record_tag_or_unknown(record, "White"),
               *black = record_tag_or_unknown(record, "Black");
    const char *variant = record->variant.name;
    const char *result = result_text(record_outcome_at(record, record->count).result);
    size_t moves = (record->count + 1) / 2;
    size_t room = sizeof form + strlen(white) + strlen(black) + strlen(variant) + NUMBER_WIDTH;
    char *title = memory_allocate(room);
    snprintf(title, room, form, white, black, variant, moves, moves == 1 ? "" : "s", result);
    return title;
}

static void gamelist_add(GameList *list, char *title) {
    list->titles = memory_resize(list->titles, list->count + 1, sizeof *list->titles);
    list->titles[list->count++] = title;
}

bool storage_list_games(const char *path, GameList *list, Error *error) {
    size_t length;
    *list = (GameList){0};
    char *text = storage_read(path, &length, error);
    if (!text)
        return false;
    GameReader reader;
    gamereader_init(&reader, path, text, length);
    bool done = true;
    while (done && gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, false, error);
        done = record != NULL;
        if (record)
            gamelist_add(list, game_title(record));
        record_free(record);
    }
    free(text);
    if (done && list->count == 0)
        done = error_set(error, ERROR_RANGE, "%s: there is no game in it", path);
    if (!done)
        storage_free_games(list);
    return done;
}

size_t storage_count_games(const char *path) {
    size_t length, count = 0;
    char *text = storage_read(path, &length, NULL);
    GameReader reader;
    gamereader_init(&reader, path, text, text ? length : 0);
    bool more = text != NULL;
    while (more && gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, false, NULL);
        more = record || gamereader_recover(&reader);
        record_free(record);
        count++;
    }
    free(text);
    return count;
}

void storage_free_games(GameList *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->titles[i]);
    free(list->titles);
    *list = (GameList){0};
}
