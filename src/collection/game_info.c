#include <config.h>

#include "collection/game_info.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "play/online/network_open.h"
#include "play/player.h"
#include "play/player_name.h"
#include "rules/games/gamereader.h"

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

/* ---- players ------------------------------------------------------------------------------ */

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

/* Returns a name in the file, or "" for the label of a kind of player. */
static const char *name_in_file(const Record *record, Color color) {
    char label[PLAYER_NAME_SIZE];
    SessionPlayer player = {.kind = PLAYER_REMOTE};
    const char *name = record_tag_or_unknown(record, color_name(color));
    player_kind_label(&player, label);
    return strcmp(name, "?") == 0 || strcmp(name, label) == 0 ||
                   player_parse_kind_label(name, &player)
               ? ""
               : name;
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
        const char *name = name_in_file(record, (Color)color);
        bool is_user = info->has_user && info->user == (Color)color;
        set_name(info, (Color)color, *name == '\0' && is_user ? "You" : name);
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

/* ---- games -------------------------------------------------------------------------------- */

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
