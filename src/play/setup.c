#include <config.h>

#include "play/session_parts.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "play/storage.h"
#include "rules/fen.h"

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
