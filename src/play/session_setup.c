#include <config.h>

#include "play/session_setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/lookalike.h"
#include "base/text.h"
#include "play/capture.h"
#include "play/player.h"
#include "play/session.h"
#include "play/session_internal.h"
#include "play/storage.h"
#include "rules/fen.h"
#include "rules/games/gamereader.h"
#include "rules/player_names.h"

/* ---- from settings ---- */

static bool set_player(const Settings *settings, Color color, SessionPlayer *player, Error *error) {
    const PlayerSetting *setting = &settings->player[color];
    player->level = setting->level > 0 ? setting->level : settings->level;
    player->kind = setting->control == CONTROL_HUMAN ? PLAYER_HUMAN : PLAYER_COMPUTER;
    return advisor_find(setting->advisor, &player->advisor) ||
           error_set(error, ERROR_RANGE,
                     "\"%s\" is not an advisor; expected negamax, greedy or random",
                     setting->advisor);
}

bool session_setup_defaults(const Settings *settings, SessionSetup *setup, Error *error) {
    *setup =
        (SessionSetup){.limits = {.depth = settings->depth, .movetime_ms = settings->movetime_ms},
                       .seed = settings->seed,
                       .threads = settings->threads,
                       .hash_mb = settings->hash_mb,
                       .ponder = settings->ponder,
                       .clock = settings->clock,
                       .pace_ms = settings->pace_ms,
                       .clock_left_ms = {-1, -1},
                       .open_capture = MOVE_NONE,
                       .autosave = true,
                       .keep_finished = settings->keep_games != KEEP_NONE,
                       .no_keep = settings->no_keep};
    text_copy(setup->endings, sizeof setup->endings, settings->endings);
    return set_player(settings, WHITE, &setup->player[WHITE], error) &&
           set_player(settings, BLACK, &setup->player[BLACK], error);
}

void session_setup_defend(const Settings *settings, Color side, SessionSetup *setup) {
    setup->autosave = false;
    setup->ponder = false;
    setup->clock = (ClockSetting){0};
    setup->player[side].kind = PLAYER_HUMAN;
    snprintf(setup->player[side].name, PLAYER_NAME_SIZE, "%s", settings->player_name[side]);
    setup->player[color_other(side)].kind = PLAYER_DEFENDER;
}

/* Returns the name that settings give a player. The user's own name goes to the human, and to White
 * if both players are. */
static const char *name_in_settings(const Settings *settings, const SessionSetup *setup,
                                    int color) {
    int person = setup->player[WHITE].kind == PLAYER_HUMAN ? WHITE : BLACK;
    const char *name = settings->player_name[color];
    return !*name && color == person && setup->player[color].kind == PLAYER_HUMAN ? settings->name
                                                                                  : name;
}

static void copy_name(SessionPlayer *player, const char *name) {
    text_sanitize_into(name, strlen(name), player->name, sizeof player->name);
    lookalike_clean(player->name);
}

static void name_players(const Settings *settings, SessionSetup *setup) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer *player = &setup->player[color];
        const char *name = name_in_settings(settings, setup, color);
        if (!*name && player->kind == PLAYER_HUMAN)
            name = player_names_given(setup->record, (Color)color);
        copy_name(player, name);
    }
    if (player_names_refusal(setup->player[BLACK].name, setup->player[WHITE].name))
        setup->player[BLACK].name[0] = '\0';
}

static bool is_of_others(const Record *record) {
    return outcome_is_over(record_outcome(record)) && *player_names_given(record, WHITE) != '\0' &&
           *player_names_given(record, BLACK) != '\0';
}

static Record *new_record(const Settings *settings, Error *error) {
    Position start;
    if (strcmp(settings->game, "standard") == 0) {
        position_start(&start, &settings->variant);
        return record_create(&start);
    }
    if (!fen_parse(settings->game, &settings->variant, &start, error))
        return NULL;
    Outcome outcome = position_outcome(&start);
    if (outcome.result != RESULT_OPEN) {
        error_set(error, ERROR_STATE, "the game is over in this position: %s",
                  outcome_sentence(outcome));
        return NULL;
    }
    return record_create(&start);
}

bool session_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error) {
    if (settings->place == PLACE_NETWORK)
        return error_set(error, ERROR_STATE, "a network game is opened on its server");
    Record *record = settings->load_path[0] ? storage_load_game(settings->load_path,
                                                                settings->load_number, NULL, error)
                                            : new_record(settings, error);
    return record && session_setup_from_record(settings, record, setup, error);
}

bool session_setup_from_record(const Settings *settings, Record *record, SessionSetup *setup,
                               Error *error) {
    if (!session_setup_defaults(settings, setup, error)) {
        record_free(record);
        return false;
    }
    setup->record = record;
    setup->is_of_others = is_of_others(record);
    name_players(settings, setup);
    return true;
}

void session_setup_discard(SessionSetup *setup) {
    record_free(setup->record);
    if (setup->task)
        setup->task->ops->free(setup->task);
    if (setup->network)
        setup->network->ops->free(setup->network);
    setup->record = NULL;
    setup->task = NULL;
    setup->network = NULL;
}

/* ---- into the record ---- */

void session_setup_tag_record(const SessionSetup *setup, Record *record) {
    time_t now = time(NULL);
    struct tm date;
    char text[64];
    /* The names of people who played this game before are kept. */
    for (int color = 0; color < COLOR_COUNT; color++) {
        char name[PLAYER_NAME_SIZE];
        if (*player_names_given(record, (Color)color) != '\0')
            continue;
        player_name_for_record(setup, (Color)color, name);
        record_set_tag(record, color_name((Color)color), *name != '\0' ? name : NULL);
    }
    if (!record_tag(record, "Date") && localtime_r(&now, &date) &&
        strftime(text, sizeof text, "%Y.%m.%d", &date) > 0)
        record_set_tag(record, "Date", text);
    if (setup->clock.base_ms > 0) {
        long long base_s = setup->clock.base_ms / 1000;
        if (setup->clock.per_move)
            snprintf(text, sizeof text, "1/%lld", base_s);
        else
            snprintf(text, sizeof text, "%lld+%lld", base_s,
                     (long long)(setup->clock.increment_ms / 1000));
        record_set_tag(record, "TimeControl", text);
    }
}

/* ---- tags of an autosave ---- */

enum { TAG_VALUE_SIZE = 128 };
#define MILLISECONDS_MAX (INT64_C(30) * 24 * 3600 * 1000) /* 30 days */

/* A tag with a part of the setup. `write` returns false to omit it, `read` on invalid text. */
typedef struct ResumeTag {
    const char *name;
    const char *expected;
    bool (*write)(const SessionSetup *setup, char text[TAG_VALUE_SIZE]);
    bool (*read)(SessionSetup *setup, const char *text);
} ResumeTag;

/* Reads `count` numbers from 0 to `most`, separated by one blank each. */
static bool read_numbers(const char *text, int64_t most, int count, int64_t numbers[]) {
    for (int i = 0; i < count; i++) {
        char *end;
        if (*text < '0' || *text > '9')
            return false;
        long long number = strtoll(text, &end, 10);
        if (number > most || *end != (i + 1 < count ? ' ' : '\0'))
            return false;
        numbers[i] = number;
        text = end + 1;
    }
    return true;
}

static bool write_white(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    player_kind_label(&setup->player[WHITE], text);
    return true;
}

static bool read_white(SessionSetup *setup, const char *text) {
    return player_parse_kind_label(text, &setup->player[WHITE]);
}

static bool write_black(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    player_kind_label(&setup->player[BLACK], text);
    return true;
}

static bool read_black(SessionSetup *setup, const char *text) {
    return player_parse_kind_label(text, &setup->player[BLACK]);
}

static bool write_level(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    int white = setup->player[WHITE].level;
    int black = setup->player[BLACK].level;
    int length = snprintf(text, TAG_VALUE_SIZE, "%d", white);
    if (black != white)
        snprintf(text + length, (size_t)(TAG_VALUE_SIZE - length), " %d", black);
    return true;
}

static bool read_level(SessionSetup *setup, const char *text) {
    int64_t levels[COLOR_COUNT];
    if (read_numbers(text, LEVEL_MAX, 1, levels))
        levels[BLACK] = levels[WHITE];
    else if (!read_numbers(text, LEVEL_MAX, COLOR_COUNT, levels))
        return false;
    for (int color = 0; color < COLOR_COUNT; color++)
        setup->player[color].level = (int)levels[color];
    return levels[WHITE] >= LEVEL_MIN && levels[BLACK] >= LEVEL_MIN;
}

static bool write_depth(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%d", setup->limits.depth);
    return true;
}

static bool read_depth(SessionSetup *setup, const char *text) {
    return text_parse_number(text, 0, SEARCH_DEPTH_MAX, &setup->limits.depth);
}

static bool write_movetime(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%lld", (long long)setup->limits.movetime_ms);
    return true;
}

static bool read_movetime(SessionSetup *setup, const char *text) {
    return read_numbers(text, MILLISECONDS_MAX, 1, &setup->limits.movetime_ms);
}

static bool write_clock(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    const ClockSetting *clock = &setup->clock;
    snprintf(text, TAG_VALUE_SIZE, "%lld %lld%s", (long long)clock->base_ms,
             (long long)clock->increment_ms, clock->per_move ? " 1" : "");
    return true;
}

static bool read_clock(SessionSetup *setup, const char *text) {
    int64_t numbers[3] = {0};
    if (!read_numbers(text, MILLISECONDS_MAX, 2, numbers) &&
        !read_numbers(text, MILLISECONDS_MAX, 3, numbers))
        return false;
    setup->clock = (ClockSetting){numbers[0], numbers[1], numbers[2] == 1};
    return true;
}

static bool write_left(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%lld %lld", (long long)setup->clock_left_ms[WHITE],
             (long long)setup->clock_left_ms[BLACK]);
    return setup->clock.base_ms > 0;
}

static bool read_left(SessionSetup *setup, const char *text) {
    return read_numbers(text, INT64_MAX / 2, COLOR_COUNT, setup->clock_left_ms);
}

static bool write_paused(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "yes");
    return setup->start_paused;
}

static bool read_paused(SessionSetup *setup, const char *text) {
    setup->start_paused = strcmp(text, "yes") == 0;
    return setup->start_paused;
}

/* The file also has the moves after the current one, for redo. */
static bool write_ply(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%zu", setup->record->current);
    return setup->record->current < setup->record->count;
}

static bool read_ply(SessionSetup *setup, const char *text) {
    int ply;
    if (!text_parse_number(text, 0, (int)setup->record->count, &ply))
        return false;
    record_go_to(setup->record, (size_t)ply);
    return true;
}

static bool write_capture(const SessionSetup *setup, char text[TAG_VALUE_SIZE]) {
    if (move_is_none(setup->open_capture))
        return false;
    char jumps[COORDINATE_SIZE];
    coordinate_write(setup->open_capture, jumps);
    snprintf(text, TAG_VALUE_SIZE, "%s", jumps);
    return true;
}

static bool read_capture(SessionSetup *setup, const char *text) {
    const Position *position = record_position(setup->record);
    PartialCapture capture;
    return coordinate_parse(position, text, &setup->open_capture, NULL) &&
           capture_restore(&capture, position, setup->open_capture);
}

/* In the order of reading: the capture depends on the current ply. */
static const ResumeTag tags[] = {
    {"CongoWhite", "a player such as hi/negamax", write_white, read_white},
    {"CongoBlack", "a player such as ai/negamax", write_black, read_black},
    {"CongoLevel", "a level of 1 to 10, or White's and Black's", write_level, read_level},
    {"CongoDepth", "a depth in plies", write_depth, read_depth},
    {"CongoMoveTime", "milliseconds", write_movetime, read_movetime},
    {"CongoClock", "milliseconds for the game and for a move; 1: only for each move", write_clock,
     read_clock},
    {"CongoClockLeft", "the milliseconds left to White and to Black", write_left, read_left},
    {"CongoPaused", "yes", write_paused, read_paused},
    {"CongoPly", "a ply of the game", write_ply, read_ply},
    {AUTOSAVE_CAPTURE_TAG, "the legal jumps of a turn that can go on", write_capture, read_capture},
};
enum { TAG_COUNT = sizeof tags / sizeof *tags };

Record *session_setup_snapshot(const SessionSetup *setup) {
    Record *snapshot = record_clone(setup->record);
    for (int i = 0; i < TAG_COUNT; i++) {
        char text[TAG_VALUE_SIZE];
        if (tags[i].write(setup, text))
            record_set_tag(snapshot, tags[i].name, text);
    }
    return snapshot;
}

void session_setup_untag(Record *record) {
    for (int i = 0; i < TAG_COUNT; i++)
        record_set_tag(record, tags[i].name, NULL);
}

/* Moves the tags from the record into the setup. */
static bool read_tags(SessionSetup *setup, Error *error) {
    for (int i = 0; i < TAG_COUNT; i++) {
        const char *text = record_tag(setup->record, tags[i].name);
        if (!text)
            continue;
        if (!tags[i].read(setup, text))
            return error_set(error, ERROR_SYNTAX, "%s \"%.40s\": expected %s", tags[i].name, text,
                             tags[i].expected);
    }
    session_setup_untag(setup->record);
    return true;
}

/* Takes the record over, also on failure. */
static bool setup_from_snapshot(const Settings *settings, Record *record, SessionSetup *setup,
                                Error *error) {
    if (!session_setup_defaults(settings, setup, error)) {
        record_free(record);
        return false;
    }
    setup->record = record;
    if (!read_tags(setup, error)) {
        record_free(record);
        setup->record = NULL;
        return false;
    }
    for (int color = 0; color < COLOR_COUNT; color++)
        copy_name(&setup->player[color], player_names_given(setup->record, (Color)color));
    return true;
}

bool session_setup_resume(const Settings *settings, Autosave *autosave, const char *text,
                          size_t length, SessionSetup *setup, Error *error) {
    GameReader reader;
    gamereader_init(&reader, autosave_path(autosave), text, length);
    Record *record = gamereader_next(&reader, false, error);
    if (record == NULL)
        return false;
    if (!setup_from_snapshot(settings, record, setup, error)) {
        error_prefix(error, "%s: ", autosave_path(autosave));
        return false;
    }
    setup->resumed = autosave;
    return true;
}

bool session_setup_preview(const Settings *settings, const Record *record, SessionSetup *setup) {
    return setup_from_snapshot(settings, record_clone(record), setup, NULL);
}
