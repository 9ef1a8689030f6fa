#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "play/session_state.h"
#include "play/storage.h"
#include "rules/fen.h"
#include "rules/gamefile.h"
#include "rules/notation.h"

static const char *const kind_labels[] = {[PLAYER_HUMAN] = "hi", [PLAYER_COMPUTER] = "ai"};
#define REMOTE_LABEL "net"
enum { KIND_LABELS = sizeof kind_labels / sizeof *kind_labels };

void player_kind_label(const SessionPlayer *player, char text[PLAYER_NAME_SIZE]) {
    if (player->kind == PLAYER_REMOTE) {
        snprintf(text, PLAYER_NAME_SIZE, REMOTE_LABEL);
        return;
    }
    snprintf(text, PLAYER_NAME_SIZE, "%s/%s", kind_labels[player->kind],
             advisor_name(player->advisor));
}

bool player_parse_kind_label(const char *text, SessionPlayer *player) {
    for (int kind = 0; kind < KIND_LABELS; kind++) {
        size_t length = strlen(kind_labels[kind]);
        AdvisorKind advisor;
        if (strncmp(text, kind_labels[kind], length) != 0 || text[length] != '/' ||
            !advisor_find(text + length + 1, &advisor))
            continue;
        player->kind = (PlayerKind)kind;
        player->advisor = advisor;
        return true;
    }
    return false;
}

/* ---- from settings ------------------------------------------------------------------------ */

static bool set_player(const PlayerSetting *setting, SessionPlayer *player, Error *error) {
    player->kind = setting->control == CONTROL_HUMAN ? PLAYER_HUMAN : PLAYER_COMPUTER;
    player->name[0] = '\0';
    return advisor_find(setting->advisor, &player->advisor) ||
           error_set(error, ERROR_RANGE,
                     "\"%s\" is not an advisor; expected negamax, greedy or random",
                     setting->advisor);
}

bool session_setup_defaults(const Settings *settings, SessionSetup *setup, Error *error) {
    *setup =
        (SessionSetup){.limits = {.depth = settings->depth, .movetime_ms = settings->movetime_ms},
                       .level = settings->level,
                       .seed = settings->seed,
                       .threads = settings->threads,
                       .hash_mb = settings->hash_mb,
                       .ponder = settings->ponder,
                       .clock = settings->clock,
                       .pace_ms = settings->pace_ms,
                       .clock_left_ms = {-1, -1},
                       .open_capture = MOVE_NONE,
                       .autosave = true};
    return set_player(&settings->player[WHITE], &setup->player[WHITE], error) &&
           set_player(&settings->player[BLACK], &setup->player[BLACK], error);
}

/* A name in the record is a person's, unless it is only the words for a kind of player. */
static const char *person_in_record(const Record *record, int color) {
    SessionPlayer ignored;
    const char *name = record_tag(record, record_player_tag((Color)color));
    return name && *name && strcmp(name, "?") != 0 && strcmp(name, REMOTE_LABEL) != 0 &&
                   !player_parse_kind_label(name, &ignored)
               ? name
               : NULL;
}

/* Cuts a name that is too long between two characters. */
static void set_name(SessionPlayer *player, const char *name) {
    size_t length = strlen(name);
    if (length >= sizeof player->name)
        length = sizeof player->name - 1;
    while (name[length] && (name[length] & 0xC0) == 0x80)
        length--;
    memcpy(player->name, name, length);
    player->name[length] = '\0';
}

/* One's own name is that of the one person who plays here, of White if there are two. */
static const char *name_in_settings(const Settings *settings, const SessionSetup *setup,
                                    int color) {
    int person = setup->player[WHITE].kind == PLAYER_HUMAN ? WHITE : BLACK;
    const char *name = settings->player_name[color];
    return !*name && color == person && setup->player[color].kind == PLAYER_HUMAN ? settings->name
                                                                                  : name;
}

static void name_players(const Settings *settings, SessionSetup *setup) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        SessionPlayer *player = &setup->player[color];
        const char *name = name_in_settings(settings, setup, color);
        const char *person = person_in_record(setup->record, color);
        if (!*name && person && player->kind == PLAYER_HUMAN)
            name = person;
        if (*name)
            set_name(player, name);
        else
            player_kind_label(player, player->name);
    }
}

void session_setup_names_from_record(SessionSetup *setup) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        const char *name = record_tag(setup->record, record_player_tag((Color)color));
        if (name && *name)
            set_name(&setup->player[color], name);
    }
}

static Record *new_record(const Settings *settings, Error *error) {
    Position start;
    if (strcmp(settings->game, "standard") == 0) {
        position_start(&start, &settings->variant);
        return record_create(&start);
    }
    if (!fen_parse(settings->game, &settings->variant, &start, error)) {
        error_prefix(error, "game: ");
        return NULL;
    }
    Outcome outcome = position_outcome(&start);
    if (outcome.result != RESULT_OPEN) {
        error_set(error, ERROR_STATE,
                  "game: expected a position in which there is something to play: %s",
                  outcome_sentence(outcome));
        return NULL;
    }
    return record_create(&start);
}

bool session_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error) {
    if (settings->place == PLACE_NETWORK)
        return error_set(error, ERROR_STATE, "place: a network game is opened on its server");
    if (settings->puzzle != 0)
        return puzzle_setup(settings, settings->puzzle, setup, error);
    if (!session_setup_defaults(settings, setup, error))
        return false;
    setup->record = settings->load_path[0]
                        ? storage_load_game(settings->load_path, settings->load_number, error)
                        : new_record(settings, error);
    if (!setup->record)
        return false;
    name_players(settings, setup);
    return true;
}

/* ---- into the record ---------------------------------------------------------------------- */

static void tag_date(Record *record) {
    time_t now = time(NULL);
    struct tm date;
    char text[32];
    if (!record_tag(record, "Date") && localtime_r(&now, &date) &&
        strftime(text, sizeof text, "%Y.%m.%d", &date) > 0)
        record_set_tag(record, "Date", text);
}

static void tag_clock(Record *record, const ClockSetting *clock) {
    char text[64];
    snprintf(text, sizeof text, "%lld+%lld", (long long)(clock->base_ms / 1000),
             (long long)(clock->increment_ms / 1000));
    if (clock->base_ms > 0)
        record_set_tag(record, "TimeControl", text);
}

void session_setup_tag_record(const SessionSetup *setup, Record *record) {
    /* Persons who played this game before stay in it. */
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!person_in_record(record, color))
            record_set_tag(record, record_player_tag((Color)color), setup->player[color].name);
    tag_date(record);
    tag_clock(record, &setup->clock);
}

/* How a game is being played, as tags of its autosave file, so that it can be resumed later. */

#define CAPTURE_TAG "CongoCapture"

enum { TAG_VALUE_SIZE = 128, MILLISECONDS_MAX = 1000000000 }; /* about eleven days */

/* One tag. `write` returns false to leave it out; `read` returns false when the text cannot be. */
typedef struct ResumeTag {
    const char *name;
    const char *expected;
    bool (*write)(const Session *session, char text[TAG_VALUE_SIZE]);
    bool (*read)(SessionSetup *setup, const char *text);
} ResumeTag;

/* Reads `count` numbers of 0 to `most`, with one blank between two. */
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

static bool read_int(const char *text, int least, int most, int *value) {
    int64_t number;
    if (!read_numbers(text, most, 1, &number) || number < least)
        return false;
    *value = (int)number;
    return true;
}

static bool write_white(const Session *session, char text[TAG_VALUE_SIZE]) {
    player_kind_label(&session->setup.player[WHITE], text);
    return true;
}

static bool read_white(SessionSetup *setup, const char *text) {
    return player_parse_kind_label(text, &setup->player[WHITE]);
}

static bool write_black(const Session *session, char text[TAG_VALUE_SIZE]) {
    player_kind_label(&session->setup.player[BLACK], text);
    return true;
}

static bool read_black(SessionSetup *setup, const char *text) {
    return player_parse_kind_label(text, &setup->player[BLACK]);
}

static bool write_level(const Session *session, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%d", session->setup.level);
    return true;
}

static bool read_level(SessionSetup *setup, const char *text) {
    return read_int(text, LEVEL_MIN, LEVEL_MAX, &setup->level);
}

static bool write_depth(const Session *session, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%d", session->setup.limits.depth);
    return true;
}

static bool read_depth(SessionSetup *setup, const char *text) {
    return read_int(text, 0, SEARCH_DEPTH_MAX, &setup->limits.depth);
}

static bool write_movetime(const Session *session, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%lld", (long long)session->setup.limits.movetime_ms);
    return true;
}

static bool read_movetime(SessionSetup *setup, const char *text) {
    return read_numbers(text, MILLISECONDS_MAX, 1, &setup->limits.movetime_ms);
}

static bool write_clock(const Session *session, char text[TAG_VALUE_SIZE]) {
    const ClockSetting *clock = &session->setup.clock;
    snprintf(text, TAG_VALUE_SIZE, "%lld %lld", (long long)clock->base_ms,
             (long long)clock->increment_ms);
    return true;
}

static bool read_clock(SessionSetup *setup, const char *text) {
    int64_t numbers[2];
    if (!read_numbers(text, MILLISECONDS_MAX, 2, numbers))
        return false;
    setup->clock = (ClockSetting){.base_ms = numbers[0], .increment_ms = numbers[1]};
    return true;
}

static bool write_left(const Session *session, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%lld %lld", (long long)session_clock_ms(session, WHITE),
             (long long)session_clock_ms(session, BLACK));
    return session_has_clock(session);
}

static bool read_left(SessionSetup *setup, const char *text) {
    return read_numbers(text, INT64_MAX / 2, COLOR_COUNT, setup->clock_left_ms);
}

static bool write_paused(const Session *session, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "yes");
    return session->paused;
}

static bool read_paused(SessionSetup *setup, const char *text) {
    setup->start_paused = strcmp(text, "yes") == 0;
    return setup->start_paused;
}

/* The moves after the current one are in the file too, for redo. */
static bool write_ply(const Session *session, char text[TAG_VALUE_SIZE]) {
    snprintf(text, TAG_VALUE_SIZE, "%zu", session->record->current);
    return session->record->current < session->record->count;
}

static bool read_ply(SessionSetup *setup, const char *text) {
    int64_t ply;
    if (!read_numbers(text, (int64_t)setup->record->count, 1, &ply))
        return false;
    record_go_to(setup->record, (size_t)ply);
    return true;
}

static bool write_capture(const Session *session, char text[TAG_VALUE_SIZE]) {
    if (!capture_is_open(&session->capture))
        return false;
    char jumps[COORDINATE_SIZE];
    coordinate_write(capture_move(&session->capture), jumps);
    snprintf(text, TAG_VALUE_SIZE, "%s", jumps);
    return true;
}

static bool read_capture(SessionSetup *setup, const char *text) {
    const Position *position = record_position(setup->record);
    PartialCapture capture;
    return coordinate_parse(position, text, &setup->open_capture, NULL) &&
           capture_restore(&capture, position, setup->open_capture);
}

/* In the order in which they can be read: the capture is one at the current ply. */
static const ResumeTag tags[] = {
    {"CongoWhite", "a player such as hi/negamax", write_white, read_white},
    {"CongoBlack", "a player such as ai/negamax", write_black, read_black},
    {"CongoLevel", "a level of 1 to 10", write_level, read_level},
    {"CongoDepth", "a depth in plies", write_depth, read_depth},
    {"CongoMoveTime", "milliseconds", write_movetime, read_movetime},
    {"CongoClock", "milliseconds for the game and for a move", write_clock, read_clock},
    {"CongoClockLeft", "the milliseconds left to White and to Black", write_left, read_left},
    {"CongoPaused", "yes", write_paused, read_paused},
    {"CongoPly", "a ply of the game", write_ply, read_ply},
    {CAPTURE_TAG, "the legal jumps of a turn that can go on", write_capture, read_capture},
};
enum { TAG_COUNT = sizeof tags / sizeof *tags };

Record *session_snapshot(const Session *session) {
    Record *snapshot = record_clone(session->record);
    for (int i = 0; i < TAG_COUNT; i++) {
        char text[TAG_VALUE_SIZE];
        if (tags[i].write(session, text))
            record_set_tag(snapshot, tags[i].name, text);
    }
    return snapshot;
}

void session_untag(Record *record) {
    for (int i = 0; i < TAG_COUNT; i++)
        record_set_tag(record, tags[i].name, NULL);
}

/* Takes the tags out of the record and into the setup. */
static bool read_tags(SessionSetup *setup, Error *error) {
    for (int i = 0; i < TAG_COUNT; i++) {
        const char *text = record_tag(setup->record, tags[i].name);
        if (!text)
            continue;
        if (!tags[i].read(setup, text))
            return error_set(error, ERROR_SYNTAX, "%s \"%.40s\": expected %s", tags[i].name, text,
                             tags[i].expected);
    }
    session_untag(setup->record);
    return true;
}

bool session_is_resumable(const Record *record) {
    Outcome outcome = record_outcome(record);
    return outcome.result == RESULT_OPEN && outcome.reason == REASON_NONE &&
           (record->count > 0 || record_tag(record, CAPTURE_TAG));
}

bool session_setup_resume(const Settings *settings, Autosave *autosave, const char *text,
                          size_t length, SessionSetup *setup, Error *error) {
    GameReader reader;
    if (!session_setup_defaults(settings, setup, error))
        return false;
    gamereader_init(&reader, autosave_path(autosave), text, length);
    setup->record = gamereader_next(&reader, false, error);
    if (!setup->record)
        return false;
    if (!read_tags(setup, error)) {
        error_prefix(error, "%s: ", autosave_path(autosave));
        record_free(setup->record);
        setup->record = NULL;
        return false;
    }
    session_setup_names_from_record(setup);
    setup->resumed = autosave;
    return true;
}
