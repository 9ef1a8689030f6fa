#include <config.h>

#include "collection/game_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/fnv.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/parallel.h"
#include "collection/collection.h"
#include "play/autosave.h"
#include "play/online/network_open.h"
#include "play/player.h"
#include "rules/games/gamereader.h"
#include "rules/player_names.h"
#include "rules/variant.h"

typedef struct Unpacking {
    const char *bytes; /* borrowed */
    size_t length, offset;
    bool failed; /* the bytes ended too early, or a number was out of its range */
} Unpacking;

/* ---- numbers and strings in a compact binary form ---- */

enum { BITS = 7, MORE = 128 };

/* Append: seven bits a byte, the lowest first; a string with its length before it. */
static void packing_add_number(Buffer *bytes, uint64_t number) {
    char packed[10];
    size_t count = 0;
    for (; number >= MORE; number >>= BITS)
        packed[count++] = (char)(number % MORE + MORE);
    packed[count++] = (char)number;
    buffer_add(bytes, packed, count);
}

static void packing_add_string(Buffer *bytes, const char *text, size_t length) {
    packing_add_number(bytes, length);
    buffer_add(bytes, text, length);
}

/* Reads a number up to `most`. Returns 0 after a failure. */
static uint64_t unpacking_number(Unpacking *from, uint64_t most) {
    uint64_t number = 0;
    for (int shift = 0; shift < 64 && !from->failed; shift += BITS) {
        if (from->offset >= from->length)
            break;
        unsigned char byte = (unsigned char)from->bytes[from->offset++];
        number |= (uint64_t)(byte % MORE) << shift;
        if (byte < MORE && number <= most)
            return number;
    }
    from->failed = true;
    return 0;
}

/* Reads a string, without a NUL at its end. Returns its bytes and sets the length, 0 after a
 * failure. */
static const char *unpacking_bytes(Unpacking *from, size_t *length) {
    *length = (size_t)unpacking_number(from, from->length - from->offset);
    if (*length > from->length - from->offset)
        from->failed = true;
    if (from->failed)
        *length = 0;
    const char *bytes = from->bytes + from->offset;
    from->offset += *length;
    return bytes;
}

/* Reads a string into a buffer of that size. */
static void unpacking_text(Unpacking *from, char *text, size_t size) {
    size_t length;
    const char *bytes = unpacking_bytes(from, &length);
    if (length >= size) {
        from->failed = true;
        length = 0;
    }
    memcpy(text, bytes, length);
    text[length] = '\0';
}

/* Reads a string; the caller frees it. An empty one is NULL. */
static char *unpacking_string(Unpacking *from) {
    size_t length;
    const char *bytes = unpacking_bytes(from, &length);
    if (length == 0)
        return NULL;
    char *text = memory_allocate(length + 1);
    memcpy(text, bytes, length);
    return text;
}

/* Returns the 64-bit FNV-1a hash of the bytes. */
static uint64_t packing_hash(const char *bytes, size_t length) {
    return fnv_bytes(FNV_START, bytes, length);
}

/* ---- what a list shows of a game ---- */

Record *game_info_read_file(const char *path, Error *error) {
    size_t length;
    GameReader reader;
    char *text = file_read(path, &length, error);
    if (text == NULL)
        return NULL;
    gamereader_init(&reader, path, text, length);
    Record *record = gamereader_next(&reader, false, error);
    free(text);
    return record;
}

/* ---- players ---- */

static const char *const kind_tags[] = {[WHITE] = "CongoWhite", [BLACK] = "CongoBlack"};

/* Reads the kind of a player from the tag of an autosave. */
static bool read_kind(const Record *record, Color color, SessionPlayer *player) {
    const SessionPlayer remote = {.kind = PLAYER_REMOTE};
    char label[PLAYER_NAME_SIZE];
    const char *text = record_tag(record, kind_tags[color]);
    if (text == NULL)
        return false;
    player_kind_label(&remote, label);
    if (strcmp(text, label) != 0)
        return player_parse_kind_label(text, player);
    *player = remote;
    return true;
}

static void set_name(GameInfo *info, Color color, const char *name) {
    free(info->name[color]);
    info->name[color] = memory_strdup(name);
}

/* Takes the names as the game itself shows them. Returns false for a file of another program. */
static bool read_setup(const Record *record, const Settings *settings, GameInfo *info) {
    SessionSetup setup;
    if (!info->known[WHITE] || !info->known[BLACK] || info->id != NULL ||
        !session_setup_preview(settings, record, &setup))
        return false;
    for (int color = 0; color < COLOR_COUNT; color++) {
        char name[PLAYER_NAME_SIZE];
        player_name_in_setup(&setup, (Color)color, PLAYER_NAME_FULL, name);
        set_name(info, (Color)color, name);
        info->level[color] = setup.player[color].level;
    }
    record_free(setup.record);
    return true;
}

static void read_players(const Record *record, const Settings *settings, GameInfo *info) {
    int people = 0;
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer player = {.kind = PLAYER_HUMAN};
        info->known[color] = read_kind(record, (Color)color, &player);
        info->player[color] = player.kind;
        info->advisor[color] = player.advisor;
        if (info->known[color] && player.kind == PLAYER_HUMAN) {
            info->user = (Color)color;
            people++;
        }
    }
    info->has_user = people == 1 && info->known[color_other(info->user)];
    if (read_setup(record, settings, info))
        return;
    for (int color = 0; color < COLOR_COUNT; color++) {
        bool is_user = info->has_user && info->user == (Color)color;
        set_name(info, (Color)color,
                 player_names_known(record, (Color)color) ? player_names_shown(record, (Color)color)
                 : is_user                                ? "You"
                                                          : "");
    }
}

const char *game_info_network_id(const Record *record) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer player;
        if (read_kind(record, (Color)color, &player) && player.kind == PLAYER_REMOTE)
            return record_tag(record, GAME_ID_TAG);
    }
    return NULL;
}

void game_info_replace_remote(Record *record) {
    const SessionPlayer computer = {.kind = PLAYER_COMPUTER, .advisor = ADVISOR_NEGAMAX};
    char label[PLAYER_NAME_SIZE];
    player_kind_label(&computer, label);
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer player;
        if (read_kind(record, (Color)color, &player) && player.kind == PLAYER_REMOTE)
            record_set_tag(record, kind_tags[color], label);
    }
}

/* ---- games ---- */

void game_info_read(const Record *record, const Settings *settings, GameInfo *info) {
    const char *id = game_info_network_id(record);
    const char *server = record_tag(record, "Site");
    info->variant = &record->variant;
    info->outcome = record_outcome(record);
    info->plies = record->current;
    info->id = id != NULL ? memory_strdup(id) : NULL;
    info->server = id != NULL && server != NULL ? memory_strdup(server) : NULL;
    fen_write(record_position(record), info->fen);
    read_players(record, settings, info);
}

UserResult game_info_user_result(const GameInfo *info) {
    Result result = info->outcome.result;
    if (!info->has_user || result == RESULT_OPEN)
        return USER_NO_RESULT;
    if (result == RESULT_DRAW)
        return USER_DREW;
    return (result == RESULT_WHITE) == (info->user == WHITE) ? USER_WON : USER_LOST;
}

bool game_info_position(const GameInfo *info, Position *position) {
    return info->variant != NULL && info->fen[0] != '\0' &&
           fen_parse(info->fen, info->variant, position, NULL);
}

void game_info_free(GameInfo *info) {
    free(info->path);
    for (int color = 0; color < COLOR_COUNT; color++)
        free(info->name[color]);
    free(info->server);
    free(info->id);
    free(info->problem);
    *info = (GameInfo){0};
}

#define INDEX_NAME "index"

/* Another version of the program may read games differently. */
#define HEADLINE "congo games 1 " PACKAGE_VERSION "\n"

enum {
    FILE_MODE = 0600,
    HASH_SIZE = 8,
    BATCH = 64,         /* files read between two reports */
    THREADS_MAX = 8,    /* that read files */
    STALE_FRACTION = 64 /* the index is rewritten when 1 of this many games has changed */
};

/* ---- variants ---- */

static void pack_variant(const Variant *variant, Buffer *bytes) {
    packing_add_string(bytes, variant->name, strlen(variant->name));
    for (size_t i = 0; i < VARIANT_FIELD_COUNT; i++) {
        Buffer text = {0};
        variant_field_write(&variant_fields[i], variant, &text);
        char *value = buffer_take(&text);
        packing_add_string(bytes, value, strlen(value));
        free(value);
    }
}

static void unpack_variant(Unpacking *from, GameIndex *index) {
    Variant variant = *variant_default();
    unpacking_text(from, variant.name, sizeof variant.name);
    for (size_t i = 0; i < VARIANT_FIELD_COUNT; i++) {
        char text[VARIANT_START_SIZE];
        unpacking_text(from, text, sizeof text);
        from->failed |= !variant_field_parse(&variant_fields[i], text, &variant);
    }
    if (!from->failed && variant_check(&variant, NULL, NULL))
        variant_set_add(&index->variants, &variant);
    else
        from->failed = true;
}

/* ---- one game ---- */

static size_t variant_number(const GameIndex *index, const Variant *variant) {
    size_t number = 0;
    while (index->variants.items[number] != variant)
        number++;
    return number;
}

static void pack_text(const char *text, Buffer *bytes) {
    packing_add_string(bytes, text != NULL ? text : "", text != NULL ? strlen(text) : 0);
}

static void pack_game(const GameIndex *index, const IndexedGame *game, Buffer *bytes) {
    const GameInfo *info = &game->info;
    pack_text(file_base_name(info->path), bytes);
    packing_add_number(bytes, (uint64_t)game->stamp.size);
    packing_add_number(bytes, (uint64_t)game->stamp.seconds);
    packing_add_number(bytes, (uint64_t)game->stamp.nanoseconds);
    pack_text(info->problem, bytes);
    if (info->problem != NULL)
        return;
    for (int color = 0; color < COLOR_COUNT; color++) {
        pack_text(info->name[color], bytes);
        packing_add_number(bytes, info->known[color]);
        packing_add_number(bytes, info->player[color]);
        packing_add_number(bytes, info->advisor[color]);
        packing_add_number(bytes, (uint64_t)info->level[color]);
    }
    packing_add_number(bytes, info->has_user);
    packing_add_number(bytes, info->user);
    packing_add_number(bytes, variant_number(index, info->variant));
    packing_add_number(bytes, info->outcome.result);
    packing_add_number(bytes, info->outcome.reason);
    packing_add_number(bytes, info->plies);
    pack_text(info->server, bytes);
    pack_text(info->id, bytes);
    pack_text(info->fen, bytes);
    pack_text(game->start, bytes);
    packing_add_string(bytes, game->moves, game->moves_length);
}

static void unpack_players(Unpacking *from, GameInfo *info) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        char *name = unpacking_string(from);
        info->name[color] = name != NULL ? name : memory_strdup("");
        info->known[color] = unpacking_number(from, 1) != 0;
        info->player[color] = (PlayerKind)unpacking_number(from, PLAYER_REMOTE);
        info->advisor[color] = (AdvisorKind)unpacking_number(from, ADVISOR_GREEDY);
        info->level[color] = (int)unpacking_number(from, LEVEL_MAX);
    }
    info->has_user = unpacking_number(from, 1) != 0;
    info->user = (Color)unpacking_number(from, BLACK);
}

/* The path is the name of the file until the game is taken over. */
static void unpack_game(Unpacking *from, const GameIndex *index, IndexedGame *game) {
    GameInfo *info = &game->info;
    info->path = unpacking_string(from);
    from->failed |= info->path == NULL;
    game->stamp.size = (int64_t)unpacking_number(from, INT64_MAX);
    game->stamp.seconds = (int64_t)unpacking_number(from, UINT64_MAX);
    game->stamp.nanoseconds = (int64_t)unpacking_number(from, INT64_MAX);
    info->problem = unpacking_string(from);
    info->kind = info->problem != NULL ? GAME_UNREADABLE : GAME_KEPT;
    if (info->problem != NULL || from->failed || index->variants.count == 0) {
        from->failed |= info->problem == NULL;
        return;
    }
    unpack_players(from, info);
    info->variant = index->variants.items[unpacking_number(from, index->variants.count - 1)];
    info->outcome.result = (Result)unpacking_number(from, RESULT_DRAW);
    info->outcome.reason = (Reason)unpacking_number(from, REASON_ABORTED);
    info->plies = (size_t)unpacking_number(from, RECORD_PLIES_MAX);
    info->server = unpacking_string(from);
    info->id = unpacking_string(from);
    unpacking_text(from, info->fen, sizeof info->fen);
    unpacking_text(from, game->start, sizeof game->start);
    const char *moves = unpacking_bytes(from, &game->moves_length);
    game->moves = memory_allocate(game->moves_length + 1);
    memcpy(game->moves, moves, game->moves_length);
}

bool game_index_next_move(const IndexedGame *game, size_t *offset, Move *move) {
    Unpacking from = {.bytes = game->moves, .length = game->moves_length, .offset = *offset};
    if (*offset >= game->moves_length)
        return false;
    move->bits = unpacking_number(&from, UINT64_MAX);
    *offset = from.offset;
    return !from.failed;
}

/* ---- the index file ---- */

static void index_path(const char *folder, char path[FILE_PATH_SIZE]) {
    snprintf(path, FILE_PATH_SIZE, "%s/" INDEX_NAME, folder);
}

void game_index_free(GameIndex *index) {
    for (size_t i = 0; i < index->count; i++) {
        game_info_free(&index->games[i].info);
        free(index->games[i].moves);
    }
    variant_set_free(&index->variants);
    free(index->games);
    *index = (GameIndex){0};
}

static void unpack_index(Unpacking *from, GameIndex *index) {
    size_t variants = (size_t)unpacking_number(from, from->length);
    for (size_t i = 0; i < variants && !from->failed; i++)
        unpack_variant(from, index);
    size_t count = (size_t)unpacking_number(from, from->length);
    if (from->failed)
        return;
    index->games = memory_allocate((count + 1) * sizeof *index->games);
    while (index->count < count && !from->failed)
        unpack_game(from, index, &index->games[index->count++]);
}

/* Leaves the index empty if the file is missing or damaged. */
static void load_index(const char *folder, GameIndex *index) {
    char path[FILE_PATH_SIZE];
    size_t length, head = strlen(HEADLINE);
    uint64_t hash;
    index_path(folder, path);
    char *bytes = file_read(path, &length, NULL);
    if (bytes == NULL || length < head + HASH_SIZE || memcmp(bytes, HEADLINE, head) != 0) {
        free(bytes);
        return;
    }
    memcpy(&hash, bytes + length - HASH_SIZE, HASH_SIZE);
    Unpacking from = {.bytes = bytes, .length = length - HASH_SIZE, .offset = head};
    if (hash == packing_hash(bytes, from.length))
        unpack_index(&from, index);
    if (from.failed)
        game_index_free(index);
    free(bytes);
}

/* A failure does not matter: the games will be read again. */
static void save_index(const char *folder, const GameIndex *index) {
    char path[FILE_PATH_SIZE];
    Buffer bytes = {0};
    buffer_add_string(&bytes, HEADLINE);
    packing_add_number(&bytes, index->variants.count);
    for (size_t i = 0; i < index->variants.count; i++)
        pack_variant(index->variants.items[i], &bytes);
    packing_add_number(&bytes, index->count);
    for (size_t i = 0; i < index->count; i++)
        pack_game(index, &index->games[i], &bytes);
    uint64_t hash = packing_hash(bytes.bytes, bytes.length);
    buffer_add(&bytes, (const char *)&hash, sizeof hash);
    index_path(folder, path);
    int lock = file_open_lock(path, NULL);
    if (lock >= 0) {
        (void)file_write_atomic(path, bytes.bytes, bytes.length, FILE_MODE, true, NULL);
        close(lock);
    }
    buffer_free(&bytes);
}

/* ---- files ---- */

typedef struct FolderReading {
    IndexedGame *games; /* those to read have neither a FEN nor a problem */
    Variant *variants;  /* of the games that were read, by their numbers */
    size_t *unread;     /* numbers of games */
    const Settings *settings;
    size_t first; /* of the batch, in `unread` */
} FolderReading;

static void read_game(void *context, int worker, size_t part) {
    FolderReading *reading = context;
    size_t number = reading->unread[reading->first + part];
    IndexedGame *game = &reading->games[number];
    Error error = {0};
    (void)worker;
    Record *record = game_info_read_file(game->info.path, &error);
    if (record == NULL) {
        game->info.kind = GAME_UNREADABLE;
        game->info.problem = memory_strdup(error.text);
        if (error.code == ERROR_IO || error.code == ERROR_MEMORY)
            game->stamp = (FileStamp){0}; /* that of no listed file, so that it is read again */
        return;
    }
    game->info.kind = GAME_KEPT;
    game_info_read(record, reading->settings, &game->info);
    fen_write(record_position_at(record, 0), game->start);
    Buffer moves = {0};
    for (size_t ply = 0; ply < record->count; ply++)
        packing_add_number(&moves, record->plies[ply].move.bits);
    game->moves_length = moves.length;
    game->moves = buffer_take(&moves);
    reading->variants[number] = record->variant;
    record_free(record);
}

/* Returns false with an error if the watch stopped it. */
static bool read_games(FolderReading *reading, size_t count, const StorageWatch *watch,
                       Error *error) {
    const int threads = min_int(parallel_processors(), THREADS_MAX);
    for (reading->first = 0; reading->first < count;) {
        size_t batch = count - reading->first < BATCH ? count - reading->first : BATCH;
        parallel_for(threads, batch, read_game, reading);
        reading->first += batch;
        if (watch != NULL && !watch->on_progress(watch->context, reading->first, count))
            return error_set(error, ERROR_STATE, "reading the games was stopped");
    }
    return true;
}

/* ---- the folder ---- */

static int by_path(const void *left, const void *right) {
    const IndexedGame *a = left, *b = right;
    return strcmp(a->info.path, b->info.path);
}

/* Lists the files without reading them. An empty one is being made. */
static bool list_games(GameIndex *index, const char *folder, Error *error) {
    FileList files;
    if (!file_list_folder(folder, AUTOSAVE_SUFFIX, &files, error))
        return false;
    index->games = memory_allocate((files.count + 1) * sizeof *index->games);
    for (size_t i = 0; i < files.count; i++) {
        if (files.stamps[i].size == 0)
            continue;
        IndexedGame *game = &index->games[index->count++];
        game->info.path = files.paths[i];
        game->info.played = kept_games_time(files.paths[i], &files.stamps[i]);
        game->stamp = files.stamps[i];
        files.paths[i] = NULL;
    }
    file_list_free(&files);
    qsort(index->games, index->count, sizeof *index->games, by_path);
    return true;
}

static bool same_stamp(const FileStamp *a, const FileStamp *b) {
    return a->size == b->size && a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

static void take_game(GameIndex *index, IndexedGame *game, IndexedGame *known) {
    known->info.played = game->info.played;
    free(known->info.path);
    known->info.path = game->info.path;
    *game = *known;
    *known = (IndexedGame){0};
    if (game->info.variant != NULL)
        game->info.variant = variant_set_add(&index->variants, game->info.variant);
}

/* Takes what the old index has over. Returns the number of its games that are gone or changed. */
static size_t take_known(GameIndex *index, GameIndex *old) {
    size_t at = 0, taken = 0;
    for (size_t i = 0; i < index->count; i++) {
        const char *name = file_base_name(index->games[i].info.path);
        while (at < old->count && strcmp(old->games[at].info.path, name) < 0)
            at++;
        if (at == old->count || strcmp(old->games[at].info.path, name) != 0 ||
            !same_stamp(&old->games[at].stamp, &index->games[i].stamp))
            continue;
        take_game(index, &index->games[i], &old->games[at++]);
        taken++;
    }
    return old->count - taken;
}

/* Reads the games that are not known. Returns their number, or SIZE_MAX with an error. */
static size_t read_unknown(GameIndex *index, const Settings *settings, const StorageWatch *watch,
                           Error *error) {
    FolderReading reading = {.games = index->games, .settings = settings};
    size_t count = 0;
    reading.unread = memory_allocate((index->count + 1) * sizeof *reading.unread);
    for (size_t i = 0; i < index->count; i++)
        if (index->games[i].info.variant == NULL && index->games[i].info.problem == NULL)
            reading.unread[count++] = i;
    reading.variants = count > 0 ? memory_allocate(index->count * sizeof *reading.variants) : NULL;
    bool done = read_games(&reading, count, watch, error);
    for (size_t i = 0; i < count && done; i++) {
        GameInfo *info = &index->games[reading.unread[i]].info;
        if (info->kind == GAME_KEPT)
            info->variant = variant_set_add(&index->variants, &reading.variants[reading.unread[i]]);
    }
    free(reading.variants);
    free(reading.unread);
    return done ? count : SIZE_MAX;
}

bool game_index_read(GameIndex *index, const char *folder, const Settings *settings,
                     const StorageWatch *watch, Error *error) {
    GameIndex old = {0};
    *index = (GameIndex){0};
    if (!list_games(index, folder, error))
        return false;
    load_index(folder, &old);
    size_t stale = take_known(index, &old);
    game_index_free(&old);
    size_t read = read_unknown(index, settings, watch, error);
    if (read == SIZE_MAX) {
        game_index_free(index);
        return false;
    }
    if (stale + read > index->count / STALE_FRACTION)
        save_index(folder, index);
    return true;
}
