#include <config.h>

#include "collection/collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "collection/game_index.h"
#include "collection/game_statistics.h"
#include "play/autosave.h"
#include "play/online/network_open.h"
#include "play/session_setup.h"
#include "play/storage.h"
#include "rules/games/gamefile.h"

enum { COLLECTION_DELETED_MAX = 20 };

/* ---- the folder of kept games ---- */

enum { DAY_SECONDS = 24 * 60 * 60 };

time_t kept_games_time(const char *path, const FileStamp *stamp) {
    struct tm date = {0};
    const char *end = strptime(file_base_name(path), "%Y%m%d-%H%M%S", &date);
    return end != NULL && (*end == '-' || *end == '.') ? timegm(&date) : (time_t)stamp->seconds;
}

/* Keeps or removes a finished game that no running program has. */
static void tidy_autosave(const char *path, bool keep, Error *error) {
    UnfinishedGame game;
    if (!autosave_open_any(path, &game, error))
        return;
    if (autosave_is_archivable(game.record)) {
        if (keep)
            autosave_archive(game.autosave, game_info_network_id(game.record), error);
        else
            autosave_close(game.autosave, true);
        game.autosave = NULL;
    }
    autosave_release_unfinished(&game);
}

static void tidy_autosaves(const char *folder, bool keep, Error *error) {
    FileList files;
    if (!file_list_folder(folder, AUTOSAVE_SUFFIX, &files, error))
        return;
    for (size_t i = 0; i < files.count; i++)
        tidy_autosave(files.paths[i], keep, error);
    file_list_free(&files);
}

static void remove_trash(const char *folder) {
    FileList files;
    if (!file_list_folder(folder, KEPT_GAMES_TRASH, &files, NULL))
        return;
    for (size_t i = 0; i < files.count; i++) {
        int file = file_open_locked(files.paths[i], 0, 0, NULL);
        if (file < 0)
            continue; /* its program may bring it back */
        file_remove_locked(files.paths[i]);
        close(file);
    }
    file_list_free(&files);
}

static void remove_old(const char *folder, int days) {
    FileList files;
    time_t oldest = time(NULL) - (time_t)days * DAY_SECONDS;
    if (!file_list_folder(folder, AUTOSAVE_SUFFIX, &files, NULL))
        return;
    for (size_t i = 0; i < files.count; i++)
        if (kept_games_time(files.paths[i], &files.stamps[i]) < oldest)
            unlink(files.paths[i]);
    file_list_free(&files);
}

bool kept_games_tidy(const Settings *settings, Error *error) {
    char state[FILE_PATH_SIZE], kept[FILE_PATH_SIZE];
    Error failure = {0};
    if (!storage_state_folder(state, error) ||
        !storage_state_path(AUTOSAVE_KEPT_FOLDER, kept, error)) /* which need not exist */
        return false;
    tidy_autosaves(state, settings->keep_games != KEEP_NONE, &failure);
    remove_trash(state);
    remove_trash(kept);
    if (settings->keep_games > KEEP_DAYS)
        remove_old(kept, settings->keep_games - KEEP_DAYS);
    return failure.code == ERROR_NONE || error_set(error, failure.code, "%s", failure.text);
}

enum { SAVED_FILE_MODE = 0666 };

typedef struct CollectionEntry {
    GameInfo *info; /* of the index or of `others` */
    const IndexedGame *kept;
    const SavedSeat *seat;
    char *searched; /* owned */
} CollectionEntry;

/* A deleted game: its file has the name `trash` and is locked, or the seat is remembered. */
typedef struct DeletedGame {
    char *path, *trash;
    int file;
    SavedSeat seat;
} DeletedGame;

struct Collection {
    Settings settings;       /* for game_info_read */
    bool is_unfinished_only; /* the index is empty */
    GameIndex index;
    GameInfo *others; /* the games that are not over */
    size_t other_count;
    SavedSeatList seats;
    CollectionEntry *entries; /* the most recent first */
    size_t count;
    DeletedGame deleted[COLLECTION_DELETED_MAX]; /* the last one last */
    size_t deleted_count;
};

/* ---- games that are not over ---- */

/* Goes to the ply at which an autosave stands, which can be taken back before its end. */
static void go_to_current(Record *record, const Settings *settings) {
    SessionSetup setup;
    if (!session_setup_preview(settings, record, &setup))
        return;
    record_go_to(record, setup.record->current);
    record_free(setup.record);
}

/* Returns whether a running program plays the game, now that its file was read. */
static bool is_locked(const char *path) {
    Error error = {0};
    int file = file_open_locked(path, 0, 0, &error);
    if (file >= 0)
        close(file);
    return file < 0 && error.code == ERROR_STATE && access(path, F_OK) == 0;
}

/* Describes the game of an autosave file. Returns false if it has no resumable game. */
static bool describe_autosave(Collection *collection, const char *path, const FileStamp *stamp,
                              GameInfo *info) {
    Error error = {0};
    *info = (GameInfo){0};
    if (stamp->size == 0)
        return false;
    Record *record = game_info_read_file(path, &error);
    if (record == NULL && access(path, F_OK) != 0)
        return false;
    bool shown = record == NULL || record->count > 0 || autosave_is_resumable(record);
    if (record != NULL && shown) {
        go_to_current(record, &collection->settings);
        game_info_read(record, &collection->settings, info);
        info->variant = variant_set_add(&collection->index.variants, &record->variant);
        info->kind = is_locked(path)                  ? GAME_IN_PLAY
                     : outcome_is_over(info->outcome) ? GAME_KEPT
                                                      : GAME_UNFINISHED;
    } else if (record == NULL) {
        info->kind = GAME_UNREADABLE;
        info->problem = memory_strdup(error.text);
    }
    info->path = memory_strdup(path);
    info->played = (time_t)stamp->seconds;
    record_free(record);
    if (!shown)
        game_info_free(info);
    return shown;
}

static void describe_seat(const SavedSeat *seat, GameInfo *info) {
    char server[SERVER_ADDRESS_SIZE];
    server_address_write(&seat->servers.servers[0], server);
    *info =
        (GameInfo){.kind = seat->in_use ? GAME_IN_PLAY : GAME_ON_SERVER, .played = seat->played};
    info->server = memory_strdup(server);
    info->id = memory_strdup(seat->id.text);
    info->has_user = seat->seat == SEAT_WHITE || seat->seat == SEAT_BLACK;
    info->user = info->has_user ? (Color)seat->seat : WHITE;
    for (int color = 0; color < COLOR_COUNT; color++)
        info->name[color] =
            memory_strdup(info->has_user && info->user == (Color)color ? seat->name : "");
}

static bool read_others(Collection *collection, Error *error) {
    char folder[FILE_PATH_SIZE];
    FileList files;
    if (!storage_state_folder(folder, error) ||
        !file_list_folder(folder, AUTOSAVE_SUFFIX, &files, error))
        return false;
    saved_seats_list_all(&collection->seats);
    size_t most = files.count + collection->seats.count + 1;
    collection->others = memory_allocate(most * sizeof *collection->others);
    for (size_t i = 0; i < files.count; i++)
        if (describe_autosave(collection, files.paths[i], &files.stamps[i],
                              &collection->others[collection->other_count]))
            collection->other_count++;
    for (size_t i = 0; i < collection->seats.count; i++)
        describe_seat(&collection->seats.seats[i], &collection->others[collection->other_count++]);
    file_list_free(&files);
    return true;
}

/* ---- the list ---- */

/* Games that are not over stand in this order before, to a fraction of a second. */
static int most_recent_first(const void *left, const void *right) {
    const CollectionEntry *entries[] = {left, right};
    const GameInfo *a = entries[0]->info, *b = entries[1]->info;
    if (a->played != b->played)
        return a->played < b->played ? 1 : -1;
    if (entries[0]->kept == NULL && entries[1]->kept == NULL)
        return a < b ? -1 : a > b;
    if (a->path != NULL && b->path != NULL)
        return strcmp(b->path, a->path);
    return (a->path == NULL) - (b->path == NULL);
}

/* Returns whether the list has the moves of a seat's game, which is over: the seat waits for a
 * rematch only. */
static bool has_game_of(const Collection *collection, const SavedSeat *seat) {
    for (size_t i = 0; i < collection->count && seat->unconfirmed.text[0] == '\0'; i++) {
        const CollectionEntry *entry = &collection->entries[i];
        if (entry->seat == NULL && entry->info->id != NULL &&
            strcmp(entry->info->id, seat->id.text) == 0)
            return true;
    }
    return false;
}

static bool is_listed(const Collection *collection, const GameInfo *info, const SavedSeat *seat) {
    if (collection->is_unfinished_only)
        return info->kind == GAME_UNFINISHED || info->kind == GAME_ON_SERVER;
    return seat == NULL || !has_game_of(collection, seat);
}

static void make_entries(Collection *collection) {
    size_t most = collection->index.count + collection->other_count;
    size_t first_seat = collection->other_count - collection->seats.count;
    collection->entries = memory_allocate((most + 1) * sizeof *collection->entries);
    for (size_t i = 0; i < collection->index.count; i++)
        collection->entries[collection->count++] = (CollectionEntry){
            .info = &collection->index.games[i].info, .kept = &collection->index.games[i]};
    for (size_t i = 0; i < collection->other_count; i++) {
        const SavedSeat *seat = i >= first_seat ? &collection->seats.seats[i - first_seat] : NULL;
        if (is_listed(collection, &collection->others[i], seat))
            collection->entries[collection->count++] =
                (CollectionEntry){.info = &collection->others[i], .seat = seat};
    }
    for (size_t i = 0; i < collection->count; i++)
        collection->entries[i].searched = game_words_searched(collection->entries[i].info);
    qsort(collection->entries, collection->count, sizeof *collection->entries, most_recent_first);
}

static void forget(Collection *collection) {
    for (size_t i = 0; i < collection->count; i++)
        free(collection->entries[i].searched);
    free(collection->entries);
    for (size_t i = 0; i < collection->other_count; i++)
        game_info_free(&collection->others[i]);
    free(collection->others);
    saved_seats_free(&collection->seats);
    game_index_free(&collection->index);
}

/* Reads the games that are over into the index. */
static bool read_kept(Collection *collection, const StorageWatch *watch, Error *error) {
    char folder[FILE_PATH_SIZE];
    return autosave_kept_folder(folder, error) &&
           game_index_read(&collection->index, folder, &collection->settings, watch, error);
}

static Collection *open_list(const Settings *settings, bool is_unfinished_only,
                             const StorageWatch *watch, Error *error) {
    Collection *collection = memory_allocate(sizeof *collection);
    collection->settings = *settings;
    collection->is_unfinished_only = is_unfinished_only;
    if ((is_unfinished_only || read_kept(collection, watch, error)) &&
        read_others(collection, error)) {
        make_entries(collection);
        return collection;
    }
    collection_close(collection);
    return NULL;
}

Collection *collection_open(const Settings *settings, const StorageWatch *watch, Error *error) {
    return open_list(settings, false, watch, error);
}

Collection *collection_open_unfinished(const Settings *settings, Error *error) {
    return open_list(settings, true, NULL, error);
}

bool collection_refresh(Collection *collection, Error *error) {
    Collection *read =
        open_list(&collection->settings, collection->is_unfinished_only, NULL, error);
    if (read == NULL)
        return false;
    forget(collection);
    collection->index = read->index;
    collection->others = read->others;
    collection->other_count = read->other_count;
    collection->seats = read->seats;
    collection->entries = read->entries;
    collection->count = read->count;
    free(read);
    return true;
}

size_t collection_count(const Collection *collection) {
    return collection->count;
}

const GameInfo *collection_game(const Collection *collection, size_t number) {
    return collection->entries[number].info;
}

const IndexedGame *collection_kept(const Collection *collection, size_t number) {
    return collection->entries[number].kept;
}

const SavedSeat *collection_seat(const Collection *collection, size_t number) {
    return collection->entries[number].seat;
}

/* ---- search ---- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Returns whether a text has a word. A number must not continue: "3" is not in "2030". */
static bool has_word(const char *searched, const char *word) {
    bool is_number = word[strspn(word, "0123456789")] == '\0';
    size_t length = strlen(word);
    for (const char *at = searched; (at = strstr(at, word)) != NULL; at++)
        if (!is_number || ((at == searched || !is_digit(at[-1])) && !is_digit(at[length])))
            return true;
    return false;
}

enum { WORDS_MAX = 16 };

/* Splits words in lower case in place, the longest first: it is the least likely one. */
static size_t split_words(char *text, char *words[WORDS_MAX]) {
    size_t count = 0;
    for (char *word; count < WORDS_MAX && (word = text_next_word(&text)) != NULL; count++) {
        size_t at = count;
        for (; at > 0 && strlen(words[at - 1]) < strlen(word); at--)
            words[at] = words[at - 1];
        words[at] = word;
    }
    return count;
}

size_t collection_search(const Collection *collection, const char *text, size_t *found) {
    char *words[WORDS_MAX], *lower = memory_strdup(text);
    size_t count = 0;
    for (char *c = lower; *c != '\0'; c++)
        *c = (char)text_lower((unsigned char)*c);
    size_t word_count = split_words(lower, words);
    for (size_t i = 0; i < collection->count; i++) {
        size_t matched = 0;
        while (matched < word_count && has_word(collection->entries[i].searched, words[matched]))
            matched++;
        if (matched == word_count)
            found[count++] = i;
    }
    free(lower);
    return count;
}

/* ---- one game ---- */

Record *collection_load(const Collection *collection, size_t number, Error *error) {
    const GameInfo *info = collection_game(collection, number);
    if (info->path == NULL) {
        error_set(error, ERROR_STATE, "the moves of this game are on its server; resume it");
        return NULL;
    }
    Record *record = game_info_read_file(info->path, error);
    if (record == NULL)
        return NULL;
    if (info->kind != GAME_KEPT)
        go_to_current(record, &collection->settings);
    session_setup_untag(record);
    return record;
}

bool collection_resume(const Collection *collection, size_t number, const Settings *settings,
                       SessionSetup *setup, Error *error) {
    const GameInfo *info = collection_game(collection, number);
    UnfinishedGame game;
    if (info->kind == GAME_KEPT)
        return error_set(error, ERROR_STATE, "this game is over: %s",
                         outcome_sentence(info->outcome));
    if (info->kind == GAME_UNREADABLE)
        return error_set(error, ERROR_STATE, "%s", info->problem);
    if (info->path == NULL)
        return error_set(error, ERROR_STATE,
                         info->kind == GAME_IN_PLAY ? "this game is being played in an open window"
                                                    : "this game is resumed on its server");
    if (!autosave_open_resumable(info->path, &game, error))
        return false;
    bool ready =
        session_setup_resume(settings, game.autosave, game.text, game.length, setup, error);
    if (ready)
        game.autosave = NULL; /* the setup owns it now */
    autosave_release_unfinished(&game);
    return ready;
}

bool collection_preview(const Collection *collection, size_t number, const Settings *settings,
                        SessionSetup *setup) {
    const GameInfo *info = collection_game(collection, number);
    Record *record = info->path != NULL ? game_info_read_file(info->path, NULL) : NULL;
    bool ready = record != NULL && session_setup_preview(settings, record, setup);
    record_free(record);
    return ready;
}

bool collection_show(const Collection *collection, size_t number, const Settings *settings,
                     SessionSetup *setup, Error *error) {
    const GameInfo *info = collection_game(collection, number);
    if (info->kind != GAME_KEPT)
        return error_set(error, ERROR_STATE, "this game is not over");
    Record *record = game_info_read_file(info->path, error);
    if (record == NULL)
        return false;
    game_info_replace_remote(record);
    bool ready = session_setup_preview(settings, record, setup);
    record_free(record);
    if (ready) /* a review of the game is kept with it */
        text_copy(setup->notes_path, sizeof setup->notes_path, info->path);
    return ready || error_set(error, ERROR_STATE, "%s: its players cannot be read", info->path);
}

bool collection_save(const Collection *collection, size_t number, const char *path, bool overwrite,
                     Error *error) {
    const GameInfo *info = collection_game(collection, number);
    size_t length;
    char *text;
    if (info->kind == GAME_UNREADABLE) {
        text = file_read(info->path, &length, error);
    } else {
        Record *record = collection_load(collection, number, error);
        if (record == NULL)
            return false;
        if (record->current < record->count)
            record_truncate(record);
        text = gamefile_write(record, GAME_CONGO, &length);
        record_free(record);
    }
    bool done =
        text != NULL && file_write_atomic(path, text, length, SAVED_FILE_MODE, overwrite, error);
    free(text);
    return done;
}

/* ---- deleting ---- */

/* Removes a deleted game for good. */
static void destroy_deleted(DeletedGame *game) {
    if (game->trash != NULL) {
        unlink(game->trash);
        close(game->file);
    }
    free(game->path);
    free(game->trash);
    seat_key_clear(&game->seat.key);
    seat_key_clear(&game->seat.invitation);
    *game = (DeletedGame){0};
}

static bool move_to_trash(const char *path, DeletedGame *deleted, Error *error) {
    Error failure = {0};
    char trash[FILE_PATH_SIZE + sizeof KEPT_GAMES_TRASH];
    deleted->file = file_open_locked(path, 0, 0, &failure);
    if (deleted->file < 0 && failure.code == ERROR_STATE)
        return error_set(error, ERROR_STATE, "this game is open in another window, or it is gone");
    if (deleted->file < 0)
        return error_set(error, failure.code, "%s", failure.text);
    snprintf(trash, sizeof trash, "%s" KEPT_GAMES_TRASH, path);
    if (rename(path, trash) != 0) {
        close(deleted->file);
        return error_set(error, ERROR_IO, "%s: the game cannot be deleted", path);
    }
    deleted->path = memory_strdup(path);
    deleted->trash = memory_strdup(trash);
    file_sync_folder(path, NULL);
    return true;
}

bool collection_delete(Collection *collection, size_t number, Error *error) {
    const CollectionEntry *entry = &collection->entries[number];
    DeletedGame deleted = {0};
    if (entry->seat != NULL && entry->seat->in_use)
        return error_set(error, ERROR_STATE, "this game is open in another window");
    if (entry->seat != NULL) {
        deleted.seat = *entry->seat;
        saved_seat_delete(entry->seat);
    } else if (!move_to_trash(entry->info->path, &deleted, error)) {
        return false;
    }
    if (collection->deleted_count == COLLECTION_DELETED_MAX) {
        destroy_deleted(&collection->deleted[0]);
        collection->deleted_count--;
        memmove(&collection->deleted[0], &collection->deleted[1],
                collection->deleted_count * sizeof *collection->deleted);
    }
    collection->deleted[collection->deleted_count++] = deleted;
    seat_key_clear(&deleted.seat.key);
    seat_key_clear(&deleted.seat.invitation);
    free(collection->entries[number].searched);
    collection->count--;
    memmove(&collection->entries[number], &collection->entries[number + 1],
            (collection->count - number) * sizeof *collection->entries);
    return true;
}

size_t collection_deleted(const Collection *collection) {
    return collection->deleted_count;
}

static bool restore(DeletedGame *game, Error *error) {
    if (game->trash == NULL) {
        SavedSeatFile *file = saved_seat_create(&game->seat, error);
        saved_seat_close(file, false);
        return file != NULL;
    }
    if (rename(game->trash, game->path) != 0)
        return error_set(error, ERROR_IO, "%s: the game cannot be brought back", game->trash);
    file_sync_folder(game->path, NULL);
    free(game->trash);
    game->trash = NULL;
    close(game->file);
    return true;
}

static size_t find_restored(const Collection *collection, const DeletedGame *game) {
    for (size_t i = 0; i < collection->count; i++) {
        const CollectionEntry *entry = &collection->entries[i];
        if (game->path != NULL
                ? entry->info->path != NULL && strcmp(entry->info->path, game->path) == 0
                : entry->seat != NULL && strcmp(entry->seat->key.text, game->seat.key.text) == 0)
            return i;
    }
    return 0;
}

bool collection_undelete(Collection *collection, size_t *number, Error *error) {
    if (collection->deleted_count == 0)
        return error_set(error, ERROR_STATE, "no game was deleted");
    DeletedGame *game = &collection->deleted[collection->deleted_count - 1];
    if (!restore(game, error))
        return false;
    collection->deleted_count--;
    bool done = collection_refresh(collection, error);
    *number = done ? find_restored(collection, game) : 0;
    destroy_deleted(game);
    return done;
}

void collection_close(Collection *collection) {
    if (collection == NULL)
        return;
    forget(collection);
    while (collection->deleted_count > 0)
        destroy_deleted(&collection->deleted[--collection->deleted_count]);
    free(collection);
}
