#include <config.h>

#include "play/online/seats.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "play/storage.h"
#include "rules/fen.h"

enum {
    OWN_GAMES_MAX = 200, /* the most recently played of a server */
    LISTED_NS = 10000000 /* longer than a program that lists a seat holds it */
};

#define FOLDER_NAME "seats"

#define FILE_SUFFIX ".seat"

#define HEADLINE                                                                                   \
    "# Congo: the key of a seat in a network game. Keep it secret: with it, anyone can take the "  \
    "seat.\n"

enum { FILE_MODE = 0600, SEAT_TEXT_SIZE = 1024 + SERVER_LIST_MAX * (SERVER_ADDRESS_SIZE + 8) };

static const char seat_letters[] = {[SEAT_WHITE] = 'w', [SEAT_BLACK] = 'b', [SEAT_ANY] = '?'};

struct SavedSeatFile {
    int file; /* open and locked */
    char path[FILE_PATH_SIZE];
    ServerList servers; /* that the seat was saved with before */
};

static bool seats_folder(char folder[FILE_PATH_SIZE], Error *error) {
    return storage_state_path(FOLDER_NAME, folder, error) ||
           error_prefix(error, "seats in network games cannot be kept: ");
}

/* Writes the server that the path of a new file is made of, whatever the order of the list. */
static void write_name_server(const ServerList *servers, char name[SERVER_ADDRESS_SIZE]) {
    char server[SERVER_ADDRESS_SIZE];
    name[0] = '\0';
    for (int i = 0; i < servers->count; i++) {
        server_address_write(&servers->servers[i], server);
        if (i == 0 || strcmp(server, name) < 0)
            strcpy(name, server);
    }
}

/* Makes a path for a new file that does not reveal the key. */
static bool make_path(const SavedSeat *seat, char path[FILE_PATH_SIZE], Error *error) {
    char folder[FILE_PATH_SIZE], server[SERVER_ADDRESS_SIZE], secret[SERVER_ADDRESS_SIZE + 64];
    if (!seats_folder(folder, error))
        return false;
    write_name_server(&seat->servers, server);
    snprintf(secret, sizeof secret, "%s %s", server, seat->key.text);
    int length = snprintf(path, FILE_PATH_SIZE, "%s/%s-%016llx" FILE_SUFFIX, folder, seat->id.text,
                          (unsigned long long)fen_hash(secret));
    sodium_memzero(secret, sizeof secret);
    return length < FILE_PATH_SIZE ||
           error_set(error, ERROR_IO, "the path of the state folder is too long");
}

/* ---- one file ---- */

static bool read_seat_letter(const char *text, Seat *seat) {
    for (int i = 0; i < (int)sizeof seat_letters; i++)
        if (seat_letters[i] != '\0' && text[0] == seat_letters[i] && text[1] == '\0') {
            *seat = (Seat)i;
            return true;
        }
    return false;
}

static bool add_server(ServerList *servers, const char *text) {
    ServerAddress address;
    if (!server_address_parse(text, &address, NULL))
        return false;
    ServerList more = server_list_of(&address);
    server_list_add(servers, &more);
    return true;
}

/* A line that is invalid costs the move, not the seat. */
static void read_move(const char *text, UnconfirmedMove *move) {
    int end = 0;
    if (sscanf(text, "%" SCNu32 " %" SCNx64 " %n", &move->ply, &move->hash, &end) != 2 ||
        text[end] == '\0' || !text_copy(move->text, sizeof move->text, text + end))
        *move = (UnconfirmedMove){0};
}

/* Returns false if the line is invalid. */
static bool read_line(const char *line, SavedSeat *seat, bool *encrypted) {
    const char *value = strchr(line, ' ');
    if (line[0] == '#' || line[0] == '\0')
        return true;
    if (!value)
        return false;
    size_t length = (size_t)(value++ - line);
    if ((length == 6 && memcmp(line, "server", length) == 0) ||
        (length == 5 && memcmp(line, "other", length) == 0))
        return add_server(&seat->servers, value);
    if (length == 3 && memcmp(line, "tls", length) == 0)
        *encrypted = true;
    if (length == 4 && memcmp(line, "game", length) == 0)
        return game_id_parse(value, strlen(value), &seat->id);
    if (length == 4 && memcmp(line, "seat", length) == 0)
        return read_seat_letter(value, &seat->seat);
    if (length == 3 && memcmp(line, "key", length) == 0)
        return seat_key_parse(value, strlen(value), &seat->key);
    if (length == 10 && memcmp(line, "invitation", length) == 0)
        return seat_key_parse(value, strlen(value), &seat->invitation);
    if (length == 4 && memcmp(line, "name", length) == 0)
        snprintf(seat->name, sizeof seat->name, "%s", value);
    if (length == 4 && memcmp(line, "move", length) == 0)
        read_move(value, &seat->unconfirmed);
    return true;
}

static bool read_seat(const char *path, SavedSeat *seat) {
    size_t length;
    char *text = file_read(path, &length, NULL);
    *seat = (SavedSeat){.seat = SEAT_ANY};
    if (!text)
        return false;
    bool good = strlen(text) == length, encrypted = false;
    for (char *line = text; good && line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        good = read_line(line, seat, &encrypted);
        line = end;
    }
    for (int i = 0; i < seat->servers.count; i++) {
        ServerAddress *address = &seat->servers.servers[i];
        bool has_port = address->port != 0;
        address->tls = has_port && encrypted ? SERVER_TLS_ON : SERVER_TLS_AUTO;
        address->is_plain_port = has_port && !encrypted;
    }
    sodium_memzero(text, length);
    free(text);
    return good && seat->servers.count > 0 && seat->id.text[0] && seat->key.text[0];
}

/* A program of an older version skips "other", and plays on the first server. */
static void write_servers(const ServerList *servers, char text[SEAT_TEXT_SIZE]) {
    char server[SERVER_ADDRESS_SIZE];
    bool encrypted = false;
    for (int i = 0; i < servers->count; i++) {
        server_address_write(&servers->servers[i], server);
        text_append(text, SEAT_TEXT_SIZE, "%s %s\n", i == 0 ? "server" : "other", server);
        encrypted |= servers->servers[i].tls == SERVER_TLS_ON;
    }
    if (encrypted)
        text_append(text, SEAT_TEXT_SIZE, "tls on\n");
}

bool saved_seat_write(SavedSeatFile *file, const SavedSeat *seat, Error *error) {
    char text[SEAT_TEXT_SIZE] = HEADLINE;
    ServerList servers = seat->servers;
    bool invited = seat->invitation.text[0] != '\0';
    server_list_add(&servers, &file->servers);
    write_servers(&servers, text);
    text_append(text, sizeof text, "game %s\nseat %c\nkey %s\n%s%s%s%s%s%s", seat->id.text,
                seat_letters[seat->seat], seat->key.text, invited ? "invitation " : "",
                seat->invitation.text, invited ? "\n" : "", seat->name[0] ? "name " : "",
                seat->name, seat->name[0] ? "\n" : "");
    if (seat->unconfirmed.text[0])
        text_append(text, sizeof text, "move %" PRIu32 " %016" PRIx64 " %s\n",
                    seat->unconfirmed.ply, seat->unconfirmed.hash, seat->unconfirmed.text);
    bool written =
        file_replace_locked(&file->file, file->path, text, strlen(text), FILE_MODE, error);
    sodium_memzero(text, sizeof text);
    return written;
}

/* Finds the file of a seat, and the servers that it was saved with. */
static bool find_file(const SavedSeat *seat, char path[FILE_PATH_SIZE], ServerList *servers) {
    char folder[FILE_PATH_SIZE];
    FileList files;
    bool found = false;
    if (!seats_folder(folder, NULL) || !file_list_folder(folder, FILE_SUFFIX, &files, NULL))
        return false;
    for (size_t i = 0; i < files.count && !found; i++) {
        SavedSeat saved;
        found = read_seat(files.paths[i], &saved) && strcmp(saved.id.text, seat->id.text) == 0 &&
                strcmp(saved.key.text, seat->key.text) == 0 &&
                server_list_is_same(&saved.servers, &seat->servers) &&
                text_copy(path, FILE_PATH_SIZE, files.paths[i]);
        if (found)
            *servers = saved.servers;
        seat_key_clear(&saved.key);
        seat_key_clear(&saved.invitation);
    }
    file_list_free(&files);
    return found;
}

/* Tries twice: a program that lists the seats locks each of them for a moment. */
static bool lock_seat(SavedSeatFile *file, Error *error) {
    Error failure = {0};
    file->file = file_open_locked(file->path, O_CREAT, FILE_MODE, &failure);
    if (failure.code == ERROR_STATE) {
        nanosleep(&(struct timespec){.tv_nsec = LISTED_NS}, NULL);
        error_clear(&failure);
        file->file = file_open_locked(file->path, O_CREAT, FILE_MODE, &failure);
    }
    if (failure.code == ERROR_STATE)
        return error_set(error, ERROR_STATE, "another window of yours is playing this seat");
    return file->file >= 0 || error_set(error, failure.code, "%s", failure.text);
}

SavedSeatFile *saved_seat_create(const SavedSeat *seat, Error *error) {
    struct stat status;
    SavedSeatFile *file = memory_allocate(sizeof *file);
    if (!seats_folder(file->path, error) ||
        !file_make_folder(file->path, FILE_FOLDER_PRIVATE, error) ||
        (!find_file(seat, file->path, &file->servers) && !make_path(seat, file->path, error)) ||
        !lock_seat(file, error)) {
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

/* ---- all files ---- */

/* Sets when the seat was played, and whether it is in use. */
static void read_use(const char *path, SavedSeat *seat) {
    struct stat status;
    int file = file_open_locked(path, 0, 0, NULL);
    seat->in_use = file < 0;
    seat->played = stat(path, &status) == 0 ? status.st_mtime : 0;
    if (file >= 0)
        close(file);
}

static void list_seats(SavedSeatList *list, bool with_used) {
    char folder[FILE_PATH_SIZE];
    FileList files;
    *list = (SavedSeatList){0};
    if (!seats_folder(folder, NULL) || !file_list_folder(folder, FILE_SUFFIX, &files, NULL))
        return;
    /* The array is never resized, which could leave copies of the keys in freed memory. */
    list->seats = memory_resize(NULL, files.count + 1, sizeof *list->seats);
    for (size_t i = 0; i < files.count; i++) {
        SavedSeat *seat = &list->seats[list->count];
        bool good = read_seat(files.paths[i], seat);
        if (good)
            read_use(files.paths[i], seat);
        if (good && (with_used || !seat->in_use)) {
            list->count++;
        } else {
            seat_key_clear(&seat->key);
            seat_key_clear(&seat->invitation);
        }
    }
    file_list_free(&files);
}

void saved_seats_list(SavedSeatList *list) {
    list_seats(list, false);
}

void saved_seats_list_all(SavedSeatList *list) {
    list_seats(list, true);
}

void saved_seats_free(SavedSeatList *list) {
    for (size_t i = 0; i < list->count; i++) {
        seat_key_clear(&list->seats[i].key);
        seat_key_clear(&list->seats[i].invitation);
    }
    free(list->seats);
    *list = (SavedSeatList){0};
}

bool saved_seats_find(const ServerList *servers, const GameId *id, Seat side, const SeatKey *key,
                      SavedSeat *seat) {
    SavedSeatList list;
    bool found = false;
    saved_seats_list(&list);
    for (size_t i = 0; i < list.count && !found; i++) {
        const SavedSeat *saved = &list.seats[i];
        found = server_list_is_same(&saved->servers, servers) &&
                strcmp(saved->id.text, id->text) == 0 &&
                (side == SEAT_ANY || saved->seat == SEAT_ANY || saved->seat == side) &&
                (!key || strcmp(saved->key.text, key->text) == 0);
        if (found)
            *seat = *saved;
    }
    saved_seats_free(&list);
    return found;
}

void saved_seat_delete(const SavedSeat *seat) {
    char path[FILE_PATH_SIZE];
    ServerList servers;
    if (find_file(seat, path, &servers))
        unlink(path);
}

void saved_seats_forget_unanswered(const GameId *id) {
    SavedSeatList list;
    saved_seats_list(&list);
    for (size_t i = 0; i < list.count; i++)
        if (list.seats[i].seat == SEAT_ANY && strcmp(list.seats[i].id.text, id->text) == 0)
            saved_seat_delete(&list.seats[i]);
    saved_seats_free(&list);
}

void saved_seat_move_to_rematch(const SavedSeat *seat, const GameId *rematch) {
    SavedSeat next = *seat;
    Error error = {0};
    next.id = *rematch;
    next.invitation = (SeatKey){0};
    next.unconfirmed = (UnconfirmedMove){0};
    next.seat = seat->seat <= SEAT_BLACK ? (Seat)color_other((Color)seat->seat) : SEAT_ANY;
    SavedSeatFile *file = saved_seat_create(&next, &error);
    saved_seat_close(file, false);
    if (!seat->in_use && (file || error.code == ERROR_STATE))
        saved_seat_delete(seat);
    seat_key_clear(&next.key);
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

/* ---- the user's own games ---- */

/* A server lets a connection watch 64 games. */
enum { WATCHED_MAX = 60 };

typedef struct OwnEntry {
    unsigned request_id; /* of the pending GET, or 0 */
    bool ask_again;      /* something happened after it was sent */
    bool watched;
} OwnEntry;

struct OwnGames {
    Connection *connection;
    ServerList servers;
    bool watch;
    SavedSeatList seats; /* of all servers */
    OwnGame games[OWN_GAMES_MAX];
    OwnEntry entries[OWN_GAMES_MAX]; /* of the games */
    size_t count;
    size_t watched;
};

/* ---- the list ---- */

/* Finds the seat in a former list. */
static size_t find_seat(const OwnGame *games, size_t count, const SavedSeat *seat) {
    size_t i = 0;
    while (i < count && (strcmp(games[i].saved->id.text, seat->id.text) != 0 ||
                         strcmp(games[i].saved->key.text, seat->key.text) != 0))
        i++;
    return i;
}

/* Reads the saved seats; what is known about them stays. */
static void read_seats(OwnGames *own) {
    SavedSeatList old_seats = own->seats;
    size_t old_count = own->count;
    OwnGame *old_games = memory_allocate(sizeof own->games);
    OwnEntry *old_entries = memory_allocate(sizeof own->entries);
    memcpy(old_games, own->games, sizeof own->games);
    memcpy(old_entries, own->entries, sizeof own->entries);
    saved_seats_list_all(&own->seats);
    own->count = 0;
    for (size_t i = 0; i < own->seats.count && own->count < OWN_GAMES_MAX; i++) {
        const SavedSeat *seat = &own->seats.seats[i];
        if (!server_list_is_same(&seat->servers, &own->servers))
            continue;
        OwnGame *game = &own->games[own->count];
        OwnEntry *entry = &own->entries[own->count++];
        size_t old = find_seat(old_games, old_count, seat);
        *game = old < old_count ? old_games[old] : (OwnGame){.game.id = seat->id};
        *entry = old < old_count ? old_entries[old] : (OwnEntry){0};
        game->saved = seat;
    }
    free(old_games);
    free(old_entries);
    saved_seats_free(&old_seats);
}

OwnGames *own_games_create(Connection *connection, const ServerList *servers, bool watch) {
    OwnGames *own = memory_allocate(sizeof *own);
    own->connection = connection;
    own->servers = *servers;
    own->watch = watch;
    read_seats(own);
    return own;
}

void own_games_free(OwnGames *own) {
    if (!own)
        return;
    saved_seats_free(&own->seats);
    free(own);
}

OwnGameList own_games_list(const OwnGames *own) {
    return (OwnGameList){own->games, own->count};
}

bool own_games_has(const OwnGames *own, const GameId *id) {
    for (size_t i = 0; i < own->count; i++)
        if (strcmp(own->games[i].game.id.text, id->text) == 0)
            return true;
    return false;
}

bool own_games_is_busy(const OwnGames *own) {
    for (size_t i = 0; i < own->count; i++)
        if (own->entries[i].request_id != 0)
            return true;
    return false;
}

const char *own_game_rematch_clause(const OwnGame *game, const char *opponent, char *text,
                                    size_t size) {
    text[0] = '\0';
    if (game->rematch == REMATCH_ASKED)
        snprintf(text, size, "%.60s offers a rematch", opponent);
    else if (game->rematch == REMATCH_OFFERED)
        snprintf(text, size, "You offer %.60s a rematch", opponent);
    else if (game->rematch == REMATCH_MADE)
        snprintf(text, size, "The rematch with %.60s has begun", opponent);
    return text;
}

/* ---- requests ---- */

static void ask(OwnGames *own, size_t index) {
    OwnEntry *entry = &own->entries[index];
    Request request = request_for_game(VERB_GET, &own->games[index].game.id);
    entry->ask_again = entry->request_id != 0;
    if (!entry->ask_again)
        entry->request_id = connection_request(own->connection, &request);
}

void own_games_ask(OwnGames *own) {
    read_seats(own);
    for (size_t i = 0; i < own->count; i++)
        ask(own, i);
}

/* Subscribes to an unfinished game. Moves that are known are not sent again. */
static void watch(OwnGames *own, size_t index) {
    const OwnGame *game = &own->games[index];
    OwnEntry *entry = &own->entries[index];
    if (!own->watch || entry->watched || game->state == OWN_GAME_OVER ||
        own->watched == WATCHED_MAX)
        return;
    Request request = request_for_game(VERB_WATCH, &game->game.id);
    request.fields.from = game->game.ply;
    fields_set(&request.fields, FIELD_FROM);
    connection_request(own->connection, &request);
    entry->watched = true;
    own->watched++;
}

/* ---- replies ---- */

static OwnGameState state_of(const OwnGame *game, const Fields *fields) {
    Seat seat = game->saved->seat;
    if (fields_has(fields, FIELD_REASON))
        return OWN_GAME_OVER;
    if (seat > SEAT_BLACK || !game->game.taken[seat])
        return OWN_GAME_NOT_JOINED;
    if (!game->game.taken[WHITE] || !game->game.taken[BLACK])
        return OWN_GAME_NO_OPPONENT;
    return fields->turn == seat ? OWN_GAME_MY_MOVE : OWN_GAME_THEIR_MOVE;
}

static RematchState rematch_of(const OwnGame *game, const Fields *fields) {
    if (fields_has(fields, FIELD_GAME))
        return REMATCH_MADE;
    if (!fields_has(fields, FIELD_REMATCH) || fields->rematch > SEAT_BLACK)
        return REMATCH_NONE;
    return fields->rematch == game->saved->seat ? REMATCH_OFFERED : REMATCH_ASKED;
}

static void update_game(OwnGame *game, const Fields *fields) {
    game->game = lobby_game_from_fields(fields);
    game->state = state_of(game, fields);
    game->outcome = (Outcome){fields->result, fields->reason};
    game->rematch = rematch_of(game, fields);
    game->has_time =
        fields_has(fields, FIELD_WMS) && fields->turn <= SEAT_BLACK && game->state != OWN_GAME_OVER;
    game->time_ms = game->has_time ? fields->left_ms[fields->turn] : 0;
    game->asked_ms = monotonic_ms();
}

static void on_get_event(OwnGames *own, size_t index, const LinkEvent *event) {
    OwnGame *game = &own->games[index];
    OwnEntry *entry = &own->entries[index];
    if (event->kind == LINK_EVENT_DATA && event->message->type == DATA_GAME) {
        update_game(game, &event->message->fields);
        if (fields_has(&event->message->fields, FIELD_GAME))
            saved_seat_move_to_rematch(game->saved, &event->message->fields.game);
        return;
    }
    if (event->kind != LINK_EVENT_REPLY)
        return;
    entry->request_id = 0;
    if (event->message->type != MESSAGE_REJECTED)
        watch(own, index);
    else if (event->message->error == PROTO_ERR_NOGAME)
        game->state = OWN_GAME_GONE;
    if (entry->ask_again)
        ask(own, index);
}

/* Something happened in a watched game: asks how it stands. */
static bool on_game_event(OwnGames *own, const Message *message) {
    bool is_own = false;
    if (!fields_has(&message->fields, FIELD_ID) || message->type == EVENT_LIST ||
        message->type == EVENT_UNLIST || message->type == EVENT_SAY)
        return false;
    for (size_t i = 0; i < own->count; i++)
        if (strcmp(own->games[i].game.id.text, message->fields.id.text) == 0) {
            ask(own, i);
            is_own = true;
        }
    return is_own;
}

bool own_games_on_event(OwnGames *own, const LinkEvent *event) {
    if (event->kind == LINK_EVENT_ONLINE) {
        own->watched = 0;
        for (size_t i = 0; i < own->count; i++)
            own->entries[i].watched = false;
        own_games_ask(own);
        return true;
    }
    if (event->kind == LINK_EVENT_OTHER)
        return on_game_event(own, event->message);
    for (size_t i = 0; i < own->count && event->request_id != 0; i++)
        if (own->entries[i].request_id == event->request_id) {
            on_get_event(own, i, event);
            return true;
        }
    return false;
}
