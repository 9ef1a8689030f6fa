#include <config.h>

#include "play/saved_seats.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/storage.h"

#define FOLDER_NAME "seats"
#define FILE_SUFFIX ".seat"

enum { FOLDER_MODE = 0700, FILE_MODE = 0600, PATH_SIZE = STORAGE_PATH_SIZE + 300 };

static const char headline[] =
    "# Congo: the key of a seat in a network game. Whoever knows it can play there.\n";

static const char seat_letters[] = {[SEAT_WHITE] = 'w', [SEAT_BLACK] = 'b', [SEAT_ANY] = '?'};

struct SavedSeatFile {
    int file; /* that holds the lock */
    char path[PATH_SIZE];
};

/* ---- where they are ----------------------------------------------------------------------- */

static bool seats_folder(char folder[PATH_SIZE], Error *error) {
    char state[STORAGE_PATH_SIZE];
    if (!storage_state_folder(state, error))
        return error_prefix(error, "keys of network games are not kept: ");
    snprintf(folder, PATH_SIZE, "%s/" FOLDER_NAME, state);
    return true;
}

static bool make_folder(Error *error) {
    char folder[PATH_SIZE];
    if (!seats_folder(folder, error))
        return false;
    if (mkdir(folder, FOLDER_MODE) == 0 || errno == EEXIST)
        return true;
    return error_set(error, ERROR_IO, "%s: the folder cannot be made: %s", folder, strerror(errno));
}

/* A name for each server, game and key; the key itself is not in it. */
static bool seat_path(const SavedSeat *seat, char path[PATH_SIZE], Error *error) {
    char folder[PATH_SIZE], server[SERVER_ADDRESS_SIZE], whole[SERVER_ADDRESS_SIZE + 64];
    if (!seats_folder(folder, error))
        return false;
    server_address_write(&seat->address, server);
    snprintf(whole, sizeof whole, "%s %s", server, seat->key.text);
    int length = snprintf(path, PATH_SIZE, "%s/%s-%016llx" FILE_SUFFIX, folder, seat->id.text,
                          (unsigned long long)fen_hash(whole));
    return length < PATH_SIZE || error_set(error, ERROR_IO,
                                           "the path of the state folder is too "
                                           "long");
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool read_seat_letter(const char *text, Seat *seat) {
    for (int i = 0; i < (int)sizeof seat_letters; i++)
        if (seat_letters[i] != '\0' && text[0] == seat_letters[i] && text[1] == '\0') {
            *seat = (Seat)i;
            return true;
        }
    return false;
}

/* Takes a line in; false when it is wrong. */
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
    char *text = storage_read(path, &length, NULL);
    bool good = text != NULL && strlen(text) == length;
    *seat = (SavedSeat){.seat = SEAT_ANY};
    for (char *line = text; good && line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        good = read_line(line, seat);
        line = end;
    }
    free(text);
    return good && seat->address.host[0] && seat->id.text[0] && seat->key.text[0];
}

/* ---- locking ------------------------------------------------------------------------------ */

/* Locks the file of that name, which may be made for that; -1 with errno, EWOULDBLOCK when another
 * program has it. */
static int lock_file(const char *path, int made) {
    int file = open(path, O_RDWR | made | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
    if (file < 0)
        return -1;
    bool locked = storage_lock(file, false);
    if (locked && storage_is_file_at(file, path))
        return file;
    int reason = locked && errno == ESTALE ? EWOULDBLOCK : errno;
    close(file);
    errno = reason;
    return -1;
}

static bool is_unlocked(const char *path) {
    int file = lock_file(path, 0);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static char *write_seat(const SavedSeat *seat, size_t *length) {
    char server[SERVER_ADDRESS_SIZE];
    Buffer text = {0};
    server_address_write(&seat->address, server);
    buffer_add_string(&text, headline);
    buffer_add_format(&text, "server %s\ngame %s\nseat %c\nkey %s\n", server, seat->id.text,
                      seat_letters[seat->seat], seat->key.text);
    if (seat->name[0])
        buffer_add_format(&text, "name %s\n", seat->name);
    *length = text.length;
    return buffer_take(&text);
}

bool saved_seat_write(SavedSeatFile *file, const SavedSeat *seat, Error *error) {
    size_t length;
    char *text = write_seat(seat, &length);
    bool written = storage_replace_locked(&file->file, file->path, text, length, FILE_MODE, error);
    free(text);
    return written;
}

static bool lock_seat(SavedSeatFile *file, Error *error) {
    file->file = lock_file(file->path, O_CREAT);
    if (file->file < 0 && errno == EWOULDBLOCK)
        return error_set(error, ERROR_STATE, "another program of yours is playing that seat");
    return file->file >= 0 ||
           error_set(error, ERROR_IO, "%s: cannot be locked: %s", file->path, strerror(errno));
}

static bool is_empty(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && status.st_size == 0;
}

SavedSeatFile *saved_seat_create(const SavedSeat *seat, Error *error) {
    SavedSeatFile *file = memory_allocate(sizeof *file);
    if (!make_folder(error) || !seat_path(seat, file->path, error) || !lock_seat(file, error)) {
        free(file);
        return NULL;
    }
    if (saved_seat_write(file, seat, error))
        return file;
    saved_seat_close(file, is_empty(file->file));
    return NULL;
}

void saved_seat_close(SavedSeatFile *file, bool remove_file) {
    if (!file)
        return;
    if (remove_file)
        storage_remove_locked(file->path);
    close(file->file);
    free(file);
}

/* ---- all of them -------------------------------------------------------------------------- */

typedef struct SavedSeatEntry {
    SavedSeat seat;
    struct timespec time;
} SavedSeatEntry;

static int newer_first(const void *a, const void *b) {
    return storage_newer_first(&((const SavedSeatEntry *)a)->time,
                               &((const SavedSeatEntry *)b)->time);
}

/* The seat of a file, if it is one and nobody plays it. */
static bool read_entry(const char *folder, const char *name, SavedSeatEntry *found) {
    char path[PATH_SIZE + 256];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!text_ends_with(name, FILE_SUFFIX) || lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    found->time = status.st_mtim;
    return read_seat(path, &found->seat) && is_unlocked(path);
}

static SavedSeatEntry *list_entries(size_t *count) {
    char folder[PATH_SIZE];
    SavedSeatEntry *all = NULL, found;
    struct dirent *entry;
    DIR *stream = seats_folder(folder, NULL) ? opendir(folder) : NULL;
    *count = 0;
    while (stream && (entry = readdir(stream)) != NULL) {
        if (!read_entry(folder, entry->d_name, &found))
            continue;
        all = memory_resize(all, *count + 1, sizeof *all);
        all[(*count)++] = found;
    }
    if (stream)
        closedir(stream);
    if (all)
        qsort(all, *count, sizeof *all, newer_first);
    return all;
}

void saved_seats_list(SavedSeatList *list) {
    SavedSeatEntry *all = list_entries(&list->count);
    list->seats = memory_resize(NULL, list->count + 1, sizeof *list->seats);
    for (size_t i = 0; i < list->count; i++)
        list->seats[i] = all[i].seat;
    free(all);
}

void saved_seats_free(SavedSeatList *list) {
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
        *seat = list.seats[i];
        found = is_same_address(&seat->address, address) && strcmp(seat->id.text, id->text) == 0 &&
                (side == SEAT_ANY || seat->seat == SEAT_ANY || seat->seat == side);
    }
    saved_seats_free(&list);
    return found;
}

void saved_seat_delete(const SavedSeat *seat) {
    char path[PATH_SIZE];
    if (seat_path(seat, path, NULL))
        unlink(path);
}

/* ---- a key from elsewhere ----------------------------------------------------------------- */

bool saved_seat_read_key(const char *path, SeatKey *key, Error *error) {
    size_t length;
    char *text = storage_read(path, &length, error);
    if (!text)
        return false;
    bool good = seat_key_parse(text, strcspn(text, " \t\r\n"), key);
    memset(text, 0, length);
    free(text);
    return good || error_set(error, ERROR_SYNTAX,
                             "%s: expected the key of a seat, 26 letters and digits, in its first "
                             "line",
                             path);
}
