#include <config.h>

#include "tui/online/clock_choice.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

/* --- in words --- */

/* Writes a time in its largest whole unit: "3 days", "90 s". */
static void write_time(uint32_t seconds, bool wide, char *text, size_t size) {
    static const struct {
        uint32_t seconds;
        const char *wide, *narrow;
    } units[] = {{DAY, " day", " d"}, {HOUR, " h", "h"}, {MINUTE, " min", "m"}, {1, " s", "s"}};
    size_t unit = 0;
    while (seconds % units[unit].seconds != 0)
        unit++;
    uint32_t count = seconds / units[unit].seconds;
    const char *plural = wide && unit == 0 ? text_plural(count) : "";
    snprintf(text, size, "%" PRIu32 "%s%s", count, wide ? units[unit].wide : units[unit].narrow,
             plural);
}

const char *clock_choice_words(const GameClock *clock, bool per_move, bool wide,
                               char text[CLOCK_WORDS_SIZE]) {
    char base[CLOCK_WORDS_SIZE / 2 - 4], increment[CLOCK_WORDS_SIZE / 2 - 4];
    write_time(clock->seconds, wide, base, sizeof base);
    write_time(clock->increment, wide, increment, sizeof increment);
    if (clock->seconds == 0)
        snprintf(text, CLOCK_WORDS_SIZE, "no clock");
    else if (per_move)
        snprintf(text, CLOCK_WORDS_SIZE, wide ? "%s a move" : "%s/move", base);
    else if (clock->increment > 0)
        snprintf(text, CLOCK_WORDS_SIZE, wide ? "%s + %s" : "%s+%s", base, increment);
    else
        snprintf(text, CLOCK_WORDS_SIZE, "%s", base);
    return text;
}

/* --- the choice --- */

typedef struct ClockPreset {
    const char *kind;
    ClockSetting clock;
} ClockPreset;

#define PER_GAME(seconds, increment)                                                               \
    { 1000 * (int64_t)(seconds), 1000 * (int64_t)(increment), false }
#define PER_MOVE(days)                                                                             \
    { 1000 * (int64_t)(days)*DAY, 0, true }

static const ClockPreset presets[] = {
    {"Nobody runs out of time", PER_GAME(0, 0)}, {"Bullet", PER_GAME(1 * MINUTE, 0)},
    {"Bullet", PER_GAME(2 * MINUTE, 1)},         {"Blitz", PER_GAME(3 * MINUTE, 2)},
    {"Blitz", PER_GAME(5 * MINUTE, 0)},          {"Blitz", PER_GAME(5 * MINUTE, 3)},
    {"Rapid", PER_GAME(10 * MINUTE, 5)},         {"Rapid", PER_GAME(15 * MINUTE, 10)},
    {"Slow", PER_GAME(30 * MINUTE, 20)},         {"Slow", PER_GAME(1 * HOUR, 30)},
    {"By correspondence", PER_MOVE(1)},          {"By correspondence", PER_MOVE(3)},
    {"By correspondence", PER_MOVE(7)},          {"By correspondence", PER_MOVE(14)},
    {"By correspondence", PER_MOVE(30)},
};
enum { PRESET_COUNT = sizeof presets / sizeof presets[0], OTHER = PRESET_COUNT };

static GameClock game_clock(const ClockSetting *clock) {
    return (GameClock){(uint32_t)(clock->base_ms / 1000), (uint32_t)(clock->increment_ms / 1000)};
}

static bool is_same_clock(const ClockSetting *a, const ClockSetting *b) {
    return a->base_ms == b->base_ms && (a->base_ms == 0 || a->increment_ms == b->increment_ms) &&
           a->per_move == b->per_move;
}

static int find_preset(const ClockSetting *clock) {
    int preset = 0;
    while (preset < PRESET_COUNT && !is_same_clock(&presets[preset].clock, clock))
        preset++;
    return preset;
}

void clock_choice_add(Dialog *dialog, ClockChoice *choice, const ClockSetting *clock) {
    char words[PRESET_COUNT][CLOCK_WORDS_SIZE];
    const char *names[PRESET_COUNT + 2] = {[OTHER] = "another"};
    for (int i = 0; i < PRESET_COUNT; i++) {
        GameClock preset = game_clock(&presets[i].clock);
        names[i] = clock_choice_words(&preset, presets[i].clock.per_move, true, words[i]);
    }
    choice->item = dialog_add_choice(dialog, "Clock", names, find_preset(clock));
    game_form_add_clock(dialog, &choice->other, clock);
    clock_choice_update(dialog, choice);
}

/* Writes what a clock means: "Blitz: 3 minutes for all moves of a side, and 2 s more for each." */
static void describe(const ClockPreset *preset, char *text, size_t size) {
    char base[CLOCK_WORDS_SIZE], increment[CLOCK_WORDS_SIZE];
    GameClock clock = game_clock(&preset->clock);
    write_time(clock.seconds, true, base, sizeof base);
    write_time(clock.increment, true, increment, sizeof increment);
    if (clock.seconds == 0)
        snprintf(text, size, "%s.", preset->kind);
    else if (preset->clock.per_move)
        snprintf(text, size, "%s: each move may take %s.", preset->kind, base);
    else if (clock.increment == 0)
        snprintf(text, size, "%s: each side has %s for all its moves.", preset->kind, base);
    else
        snprintf(text, size, "%s: each side has %s, and %s more for every move.", preset->kind,
                 base, increment);
}

void clock_choice_update(Dialog *dialog, const ClockChoice *choice) {
    char text[4 * CLOCK_WORDS_SIZE] = "";
    int chosen = dialog_choice(dialog, choice->item);
    if (chosen != OTHER)
        describe(&presets[chosen], text, sizeof text);
    dialog_set_note(dialog, choice->item, text);
    dialog_set_shown(dialog, choice->other.minutes, chosen == OTHER);
    dialog_set_shown(dialog, choice->other.increment, chosen == OTHER);
}

bool clock_choice_get(Dialog *dialog, const ClockChoice *choice, ClockSetting *clock) {
    int chosen = dialog_choice(dialog, choice->item);
    if (chosen == OTHER)
        return game_form_get_clock(dialog, &choice->other, clock);
    *clock = presets[chosen].clock;
    return true;
}
