/* How a game is being played, as tags of its autosave file, so that it can be resumed later. */

#include <config.h>

#include "play/session_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/gamefile.h"
#include "rules/notation.h"

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
