#include <config.h>

#include "play/saved_seats.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "base/memory.h"
#include "play/storage.h"
#include "rules/fen.h"

#define FOLDER_NAME "seats"
#define FILE_SUFFIX ".seat"
#define HEADLINE                                                                                   \
    "# Congo: the key of a seat in a network game. Keep it secret: with it, anyone can take the "  \
    "seat.\n"

enum { FILE_MODE = 0600, SEAT_TEXT_SIZE = 1024 };

static const char seat_letters[] = {[SEAT_WHITE] = 'w', [SEAT_BLACK] = 'b', [SEAT_ANY] = '?'};

struct SavedSeatFile {
    int file; /* open and locked */
    char path[FILE_PATH_SIZE];
};

static bool seats_folder(char folder[FILE_PATH_SIZE], Error *error) {
    return storage_state_path(FOLDER_NAME, folder, error) ||
           error_prefix(error, "seats in network games cannot be kept: ");
}

/* Makes a path for a server, game and key that does not reveal the key. */
static bool seat_path(const SavedSeat *seat, char path[FILE_PATH_SIZE], Error *error) {
    char folder[FILE_PATH_SIZE], server[SERVER_ADDRESS_SIZE], secret[SERVER_ADDRESS_SIZE + 64];
    if (!seats_folder(folder, error))
        return false;
    server_address_write(&seat->address, server);
    snprintf(secret, sizeof secret, "%s %s", server, seat->key.text);
    int length = snprintf(path, FILE_PATH_SIZE, "%s/%s-%016llx" FILE_SUFFIX, folder, seat->id.text,
                          (unsigned long long)fen_hash(secret));
    sodium_memzero(secret, sizeof secret);
    return length < FILE_PATH_SIZE ||
           error_set(error, ERROR_IO, "the path of the state folder is too long");
}

/* ---- one file ----------------------------------------------------------------------------- */

static bool read_seat_letter(const char *text, Seat *seat) {
    for (int i = 0; i < (int)sizeof seat_letters; i++)
        if (seat_letters[i] != '\0' && text[0] == seat_letters[i] && text[1] == '\0') {
            *seat = (Seat)i;
            return true;
        }
    return false;
}

/* Returns false if the line is invalid. */
static bool read_line(const char *line, SavedSeat *seat) {
    const char *value = strchr(line, ' ');
    if (line[0] == '#' || line[0] == '\0')
        return true;
    if (!value)
        return false;
    size_t length = (size_t)(value++ - line);
    if (length == 6 && memcmp(line, "server", length) == 0)
        return server_address_parse(value, &seat->address, NULL);
    if (length == 4 && memcmp(line, "game", length) == 0)
        return game_id_parse(value, strlen(value), &seat->id);
    if (length == 4 && memcmp(line, "seat", length) == 0)
        return read_seat_letter(value, &seat->seat);
    if (length == 3 && memcmp(line, "key", length) == 0)
        return seat_key_parse(value, strlen(value), &seat->key);
    if (length == 4 && memcmp(line, "name", length) == 0)
        snprintf(seat->name, sizeof seat->name, "%s", value);
    return true;
}

static bool read_seat(const char *path, SavedSeat *seat) {
    size_t length;
    char *text = file_read(path, &length, NULL);
    *seat = (SavedSeat){.seat = SEAT_ANY};
    if (!text)
        return false;
    bool good = strlen(text) == length;
    for (char *line = text; good && line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        good = read_line(line, seat);
        line = end;
    }
    sodium_memzero(text, length);
    free(text);
    return good && seat->address.host[0] && seat->id.text[0] && seat->key.text[0];
}

bool saved_seat_write(SavedSeatFile *file, const SavedSeat *seat, Error *error) {
    char server[SERVER_ADDRESS_SIZE], text[SEAT_TEXT_SIZE];
    server_address_write(&seat->address, server);
    int length = snprintf(text, sizeof text, HEADLINE "server %s\ngame %s\nseat %c\nkey %s\n%s%s%s",
                          server, seat->id.text, seat_letters[seat->seat], seat->key.text,
                          seat->name[0] ? "name " : "", seat->name, seat->name[0] ? "\n" : "");
    bool written =
        file_replace_locked(&file->file, file->path, text, (size_t)length, FILE_MODE, error);
    sodium_memzero(text, sizeof text);
    return written;
}

static bool lock_seat(SavedSeatFile *file, Error *error) {
    Error failure = {0};
    file->file = file_open_locked(file->path, O_CREAT, FILE_MODE, &failure);
    if (failure.code == ERROR_STATE)
        return error_set(error, ERROR_STATE, "another window of yours is playing this seat");
    return file->file >= 0 || error_set(error, failure.code, "%s", failure.text);
}

SavedSeatFile *saved_seat_create(const SavedSeat *seat, Error *error) {
    struct stat status;
    SavedSeatFile *file = memory_allocate(sizeof *file);
    if (!seats_folder(file->path, error) ||
        !file_make_folder(file->path, FILE_FOLDER_PRIVATE, error) ||
        !seat_path(seat, file->path, error) || !lock_seat(file, error)) {
        free(file);
        return NULL;
    }
    if (saved_seat_write(file, seat, error))
        return file;
    saved_seat_close(file, fstat(file->file, &status) == 0 && status.st_size == 0);
    return NULL;
}

void saved_seat_close(SavedSeatFile *file, bool remove_file) {
    if (!file)
        return;
    if (remove_file)
        file_remove_locked(file->path);
    close(file->file);
    free(file);
}

/* ---- all files ---------------------------------------------------------------------------- */

/* Sets when the seat was played. Returns false if another program plays it. */
static bool is_unlocked(const char *path, SavedSeat *seat) {
    struct stat status;
    int file = file_open_locked(path, 0, 0, NULL);
    if (file < 0)
        return false;
    seat->played = fstat(file, &status) == 0 ? status.st_mtime : 0;
    close(file);
    return true;
}

void saved_seats_list(SavedSeatList *list) {
    char folder[FILE_PATH_SIZE];
    FileList files;
    *list = (SavedSeatList){0};
    if (!seats_folder(folder, NULL) || !file_list_folder(folder, FILE_SUFFIX, &files, NULL))
        return;
    /* The array is never resized, which could leave copies of the keys in freed memory. */
    list->seats = memory_resize(NULL, files.count + 1, sizeof *list->seats);
    for (size_t i = 0; i < files.count; i++) {
        SavedSeat *seat = &list->seats[list->count];
        if (read_seat(files.paths[i], seat) && is_unlocked(files.paths[i], seat))
            list->count++;
        else
            seat_key_clear(&seat->key);
    }
    file_list_free(&files);
}

void saved_seats_free(SavedSeatList *list) {
    for (size_t i = 0; i < list->count; i++)
        seat_key_clear(&list->seats[i].key);
    free(list->seats);
    *list = (SavedSeatList){0};
}

static bool is_same_address(const ServerAddress *a, const ServerAddress *b) {
    return a->port == b->port && strcmp(a->host, b->host) == 0;
}

bool saved_seats_find(const ServerAddress *address, const GameId *id, Seat side, SavedSeat *seat) {
    SavedSeatList list;
    bool found = false;
    saved_seats_list(&list);
    for (size_t i = 0; i < list.count && !found; i++) {
        const SavedSeat *saved = &list.seats[i];
        found = is_same_address(&saved->address, address) &&
                strcmp(saved->id.text, id->text) == 0 &&
                (side == SEAT_ANY || saved->seat == SEAT_ANY || saved->seat == side);
        if (found)
            *seat = *saved;
    }
    saved_seats_free(&list);
    return found;
}

void saved_seat_delete(const SavedSeat *seat) {
    char path[FILE_PATH_SIZE];
    if (seat_path(seat, path, NULL))
        unlink(path);
}

bool saved_seat_read_key(const char *path, SeatKey *key, Error *error) {
    size_t length;
    char *text = file_read(path, &length, error);
    if (!text)
        return false;
    bool good = seat_key_parse(text, strcspn(text, " \t\r\n"), key);
    sodium_memzero(text, length);
    free(text);
    return good || error_set(error, ERROR_SYNTAX,
                             "%s: expected the key of a seat, 26 letters and digits, in its first "
                             "line",
                             path);
}
