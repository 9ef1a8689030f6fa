#include <config.h>

#include "tui/game_form.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "play/session.h"
#include "tui/dialogs.h"

/* ---- strength ---- */

/* Weaker than every level. */
static const struct {
    const char *words, *advisor;
} simple[] = {{"plays anything", "random"}, {"takes what it can", "greedy"}};

enum { SIMPLE_COUNT = sizeof simple / sizeof simple[0], LEVEL_COUNT = LEVEL_MAX - LEVEL_MIN + 1 };

int game_form_add_strength(Dialog *dialog, const char *label, const char *advisor, int level) {
    const char *words[SIMPLE_COUNT + LEVEL_COUNT + 1] = {NULL};
    int chosen = SIMPLE_COUNT + level - LEVEL_MIN;
    for (int i = 0; i < SIMPLE_COUNT; i++) {
        words[i] = simple[i].words;
        if (strcmp(simple[i].advisor, advisor) == 0)
            chosen = i;
    }
    for (int i = 0; i < LEVEL_COUNT; i++)
        words[SIMPLE_COUNT + i] = game_form_level_name(LEVEL_MIN + i);
    return dialog_add_choice(dialog, label, words, chosen);
}

void game_form_get_strength(const Dialog *dialog, int item, PlayerSetting *player, int *level) {
    int chosen = dialog_choice(dialog, item);
    snprintf(player->advisor, sizeof player->advisor, "%s",
             chosen < SIMPLE_COUNT ? simple[chosen].advisor : "negamax");
    if (chosen >= SIMPLE_COUNT)
        *level = LEVEL_MIN + chosen - SIMPLE_COUNT;
}

static const char *const level_names[] = {"1, beginner", "2, novice",    "3, easy",   "4, casual",
                                          "5, medium",   "6, skilled",   "7, strong", "8, expert",
                                          "9, master",   "10, strongest"};

const char *game_form_level_name(int level) {
    return level_names[level - 1];
}

/* ---- sides ---- */

const char *const game_form_sides[] = {"White", "Black", "Random", NULL};

Color game_form_random_color(int seed) {
    unsigned char byte = (unsigned char)seed;
    if (seed == 0)
        uv_random(NULL, NULL, &byte, sizeof byte, 0, NULL);
    return byte % 2 == 0 ? WHITE : BLACK;
}

Color game_form_get_side(const Dialog *dialog, int item, int seed) {
    int side = dialog_choice(dialog, item);
    return side == SIDE_RANDOM ? game_form_random_color(seed) : (Color)side;
}

/* ---- variants ---- */

static const struct {
    const char *name, *sentence;
} sentences[] = {
    {"congo", "The usual game, as it was invented."},
    {"wits", "The usual game, but two lions alone are always a draw."},
    {"islands", "The usual game, with four islands where nothing drowns."},
    {"simpler", "No monkeys, no giraffes; easier to begin with."},
    {"crowded", "More animals, close to the river from the start."},
    {"megapawn", "Five strong pawns a side, and there are no draws."},
    {"megapawn-draw", "Five strong pawns a side, and draws as usual."},
};

enum { VARIANT_SENTENCE_SIZE = 160 };

/* Describes a variant by what sets it apart from the standard game. */
static void describe_own(const Variant *variant, char text[VARIANT_SENTENCE_SIZE]) {
    const Variant *standard = variant_default();
    const char *islands = variant->islands != 0 ? "with islands in the river, " : "";
    const char *start = strcmp(variant->start, standard->start) != 0 ? "another start, " : "";
    const char *pawns = variant->pawns != standard->pawns ? "other pawns, " : "";
    const char *draws = variant->repetition != standard->repetition ||
                                variant->quiet_plies != standard->quiet_plies ||
                                variant->bare_lions != standard->bare_lions
                            ? "other rules about draws, "
                            : "";
    snprintf(text, VARIANT_SENTENCE_SIZE, "A variant of your own: the usual game, %s%s%s%s",
             islands, start, pawns, draws);
    size_t length = strlen(text);
    memcpy(text + length - 2, ".", 2); /* in place of the last comma and blank */
}

/* Writes one sentence about a variant. Returns `text`. */
static const char *variant_sentence(const Variant *variant, char text[VARIANT_SENTENCE_SIZE]) {
    const Variant *known = variant_find(variant->name);
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++)
        if (known != NULL && variant_same_rules(known, variant) &&
            strcmp(sentences[i].name, variant->name) == 0) {
            snprintf(text, VARIANT_SENTENCE_SIZE, "%s", sentences[i].sentence);
            return text;
        }
    describe_own(variant, text);
    return text;
}

void game_form_add_variant(Dialog *dialog, VariantItem *variants, const Settings *settings,
                           bool built_in) {
    const char *names[FORM_VARIANTS_MAX + 1];
    int count = 0;
    int chosen = -1;
    for (size_t i = 0; variant_builtin(i) != NULL; i++)
        variants->variant[count++] = *variant_builtin(i);
    for (int i = 0; !built_in && i < settings->custom_variant_count; i++)
        variants->variant[count++] = settings->custom_variants[i];
    for (int i = 0; i < count; i++)
        if (strcmp(variants->variant[i].name, settings->variant.name) == 0)
            chosen = i;
    if (chosen < 0 && !built_in) {
        chosen = count;
        variants->variant[count++] = settings->variant;
    }
    for (int i = 0; i < count; i++)
        names[i] = variants->variant[i].name;
    names[count] = NULL;
    variants->item = dialog_add_choice(dialog, "Variant", names, chosen >= 0 ? chosen : 0);
    game_form_describe_variant(dialog, variants);
}

const Variant *game_form_variant(const Dialog *dialog, const VariantItem *variants) {
    return &variants->variant[dialog_choice(dialog, variants->item)];
}

void game_form_describe_variant(Dialog *dialog, const VariantItem *variants) {
    char text[VARIANT_SENTENCE_SIZE];
    dialog_set_note(dialog, variants->item,
                    variant_sentence(game_form_variant(dialog, variants), text));
}

/* ---- times ---- */

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

enum { NUMBER_SIZE = 32, FRACTION_DIGITS = 3, INCREMENT_MAX_S = HOUR };

static void write_seconds(int64_t milliseconds, char text[NUMBER_SIZE]) {
    int length = snprintf(text, NUMBER_SIZE, "%" PRId64 ".%03d", milliseconds / 1000,
                          (int)(milliseconds % 1000));
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[--length] = '\0';
    if (milliseconds == 0)
        text[0] = '\0';
}

/* Parses a decimal number as thousandths; its point may be a comma. The empty text is 0. */
static bool parse_thousandths(const char *text, int64_t most, int64_t *thousandths) {
    size_t whole = strspn(text, "0123456789");
    size_t fraction = 0;
    int64_t number = 0;
    if (text[whole] == '.' || text[whole] == ',')
        fraction = strspn(text + whole + 1, "0123456789");
    size_t length = fraction > 0 ? whole + 1 + fraction : whole;
    if (text[length] != '\0' || whole > 6 || fraction > FRACTION_DIGITS)
        return false;
    for (size_t i = 0; i < whole; i++)
        number = 10 * number + (text[i] - '0');
    for (size_t i = 0; i < FRACTION_DIGITS; i++)
        number = 10 * number + (i < fraction ? text[whole + 1 + i] - '0' : 0);
    *thousandths = number;
    return number <= 1000 * most;
}

int game_form_add_seconds(Dialog *dialog, const char *label, int64_t milliseconds) {
    char text[NUMBER_SIZE];
    write_seconds(milliseconds, text);
    return dialog_add_field(dialog, label, text);
}

bool game_form_get_seconds(Dialog *dialog, int item, int64_t *milliseconds) {
    if (parse_thousandths(dialog_field(dialog, item), DAY, milliseconds))
        return true;
    dialog_set_error(dialog, item, "Type seconds such as 1 or 2.5, or nothing for no limit.");
    return false;
}

void game_form_add_clock(Dialog *dialog, ClockItems *items, const ClockSetting *clock) {
    char minutes[NUMBER_SIZE], increment[NUMBER_SIZE];
    if (clock->per_move)
        snprintf(minutes, sizeof minutes, "%dd", (int)(clock->base_ms / (1000 * DAY)));
    else
        write_seconds(clock->base_ms / 60, minutes);
    write_seconds(clock->base_ms > 0 ? clock->increment_ms : 0, increment);
    items->minutes = dialog_add_field(dialog, "Clock, minutes", minutes);
    items->increment = dialog_add_field(dialog, "Seconds added a move", increment);
}

/* A clock counts in whole seconds. */
bool game_form_get_clock(Dialog *dialog, const ClockItems *items, ClockSetting *clock) {
    int64_t minutes, seconds;
    if (setting_parse_move_clock(dialog_field(dialog, items->minutes), clock))
        return true;
    if (!parse_thousandths(dialog_field(dialog, items->minutes), DAY / 60, &minutes)) {
        dialog_set_error(dialog, items->minutes,
                         "Type minutes such as 5, days a move such as 3d, or nothing.");
        return false;
    }
    if (!parse_thousandths(dialog_field(dialog, items->increment), INCREMENT_MAX_S, &seconds) ||
        seconds % 1000 != 0) {
        dialog_set_error(dialog, items->increment, "Type whole seconds such as 3, or nothing.");
        return false;
    }
    int64_t base_s = (60 * minutes + 500) / 1000;
    if (base_s == 0 && seconds > 0) {
        dialog_set_error(dialog, items->minutes,
                         "Type the minutes to which the seconds are added.");
        return false;
    }
    *clock = (ClockSetting){1000 * base_s, seconds, false};
    return true;
}

/* ---- the clock of a network game ---- */

/* Writes a time in its largest whole unit, shortened: "3 days", "5 min", or "5m" if not wide. */
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
static void describe_preset(const ClockPreset *preset, char *text, size_t size) {
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
        describe_preset(&presets[chosen], text, sizeof text);
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

/* ---- the items of a dialog that name a server: its address, its port, and encryption ---- */

static const char *const encryption[] = {
    [TLS_AUTO] = "automatic", [TLS_ON] = "yes", [TLS_OFF] = "no", NULL};

void server_fields_add(Dialog *dialog, ServerFields *fields, const Settings *settings) {
    char port[16] = "";
    if (settings->port != 0)
        snprintf(port, sizeof port, "%d", settings->port);
    fields->host = dialog_add_field(dialog, "Address", settings->host);
    fields->port = dialog_add_field(dialog, "Port", port);
    dialog_set_note(dialog, fields->port, "Empty: the usual one.");
    fields->tls = dialog_add_choice(dialog, "Encryption", encryption, (int)settings->tls);
    dialog_set_note(dialog, fields->tls, "Automatic: once encrypted, always encrypted.");
}

bool server_fields_apply(Dialog *dialog, const ServerFields *fields, Settings *settings) {
    const char *host = dialog_field(dialog, fields->host);
    const char *port = dialog_field(dialog, fields->port);
    if (strcmp(host, settings->host) != 0)
        settings->fingerprint[0] = '\0'; /* it was that of the other server */
    if (!dialogs_apply_setting(dialog, fields->host, settings, "host", host))
        return false;
    if (port[0] == '\0')
        settings->port = 0;
    else if (!dialogs_apply_setting(dialog, fields->port, settings, "port", port))
        return false;
    settings->tls = (TlsChoice)dialog_choice(dialog, fields->tls);
    return true;
}
