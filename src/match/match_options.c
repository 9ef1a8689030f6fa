#include <config.h>

#include "match/match_options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/variantfile.h"
#include "rules/record.h"

enum { SECONDS_MAX = 1000000, NODES_MAX = 2000000000, ENGINES_BOTH = 3 };

/* An option and what reads its value. Those of one engine are given for both, or, with the engine's
 * number behind the name, for one. */
typedef struct MatchOption MatchOption;
struct MatchOption {
    const char *name;
    const char *value_format; /* what is expected */
    const char *help;
    bool per_engine; /* for an engine */
    bool (*read)(const MatchOption *option, const char *value, MatchSetup *setup,
                 MatchEngineConfig *config, Error *error);
    size_t offset; /* of the number, in MatchSetup or MatchEngineConfig */
    int64_t min, max;
};

/* ---- values ---- */

static bool report_expected(const MatchOption *option, const char *value, Error *error) {
    char shown[QUOTE_SIZE];
    return error_set(error, ERROR_RANGE, "--%s: expected %s, found %s", option->name,
                     option->value_format, text_quote_value(value, shown));
}

/* Numbers separated by commas: how many there are, -1 when one of them is none. */
static int scan_numbers(const char *text, char separator, double *numbers, int max) {
    for (int count = 0; count < max; count++) {
        char *end;
        if (*text == ' ' || *text == '\0')
            return -1;
        numbers[count] = strtod(text, &end);
        if (end == text || !isfinite(numbers[count]))
            return -1;
        if (*end == '\0')
            return count + 1;
        if (*end != separator)
            return -1;
        text = end + 1;
    }
    return -1;
}

static bool scan_whole(const MatchOption *option, const char *text, int64_t *number) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    *number = value;
    return end != text && *end == '\0' && errno == 0 && value >= option->min &&
           value <= option->max;
}

static void *option_target(const MatchOption *option, MatchSetup *setup,
                           MatchEngineConfig *config) {
    char *base = option->per_engine ? (char *)config : (char *)setup;
    return base + option->offset;
}

static bool read_int(const MatchOption *option, const char *value, MatchSetup *setup,
                     MatchEngineConfig *config, Error *error) {
    int64_t number;
    if (!scan_whole(option, value, &number))
        return report_expected(option, value, error);
    *(int *)option_target(option, setup, config) = (int)number;
    return true;
}

static bool read_int64(const MatchOption *option, const char *value, MatchSetup *setup,
                       MatchEngineConfig *config, Error *error) {
    int64_t number;
    if (!scan_whole(option, value, &number))
        return report_expected(option, value, error);
    *(int64_t *)option_target(option, setup, config) = number;
    return true;
}

static bool read_games(const MatchOption *option, const char *value, MatchSetup *setup,
                       MatchEngineConfig *config, Error *error) {
    if (!read_int(option, value, setup, config, error))
        return false;
    setup->pairs = (setup->pairs + 1) / 2;
    return true;
}

static bool read_seed(const MatchOption *option, const char *value, MatchSetup *setup,
                      MatchEngineConfig *config, Error *error) {
    int64_t number;
    (void)config;
    if (!scan_whole(option, value, &number))
        return report_expected(option, value, error);
    setup->seed = (uint64_t)number;
    return true;
}

/* "SECONDS" or "SECONDS+INCREMENT". */
static bool read_clock(const MatchOption *option, const char *value, MatchSetup *setup,
                       MatchEngineConfig *config, Error *error) {
    double seconds[2] = {0, 0};
    (void)setup;
    int count = scan_numbers(value, '+', seconds, 2);
    if (count < 1 || seconds[0] < 0.001 || seconds[0] > SECONDS_MAX || seconds[1] < 0 ||
        seconds[1] > SECONDS_MAX)
        return report_expected(option, value, error);
    config->limits.base_ms = llround(seconds[0] * 1000);
    config->limits.increment_ms = llround(seconds[1] * 1000);
    return true;
}

static bool read_move_timeout(const MatchOption *option, const char *value, MatchSetup *setup,
                              MatchEngineConfig *config, Error *error) {
    double seconds;
    (void)config;
    if (scan_numbers(value, ',', &seconds, 1) != 1 || seconds < 0.01 || seconds > SECONDS_MAX)
        return report_expected(option, value, error);
    setup->move_timeout_ms = llround(seconds * 1000);
    return true;
}

static bool read_name(const MatchOption *option, const char *value, MatchSetup *setup,
                      MatchEngineConfig *config, Error *error) {
    (void)setup;
    return (*value != '\0' && text_is_printable(value) &&
            text_copy(config->name, sizeof config->name, value)) ||
           report_expected(option, value, error);
}

static bool read_engine_option(const MatchOption *option, const char *value, MatchSetup *setup,
                               MatchEngineConfig *config, Error *error) {
    (void)setup;
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || !text_is_printable(value))
        return report_expected(option, value, error);
    if (config->option_count == MATCH_OPTIONS_MAX)
        return error_set(error, ERROR_RANGE, "--%s: expected at most %d of them for an engine",
                         option->name, MATCH_OPTIONS_MAX);
    config->options[config->option_count++] = value;
    return true;
}

static bool read_variant(const MatchOption *option, const char *value, MatchSetup *setup,
                         MatchEngineConfig *config, Error *error) {
    (void)config;
    if (setup->variant_count == MATCH_VARIANTS_MAX)
        return error_set(error, ERROR_RANGE, "--%s: expected at most %d of them", option->name,
                         MATCH_VARIANTS_MAX);
    Variant *variant = &setup->variants[setup->variant_count];
    if (!variantfile_load(value, variant, error))
        return error_prefix(error, "--%s: ", option->name);
    setup->variant_count++;
    return true;
}

static bool read_sprt(const MatchOption *option, const char *value, MatchSetup *setup,
                      MatchEngineConfig *config, Error *error) {
    double numbers[4] = {0, 0, 0.05, 0.05};
    (void)config;
    int count = scan_numbers(value, ',', numbers, 4);
    if ((count != 2 && count != 4) || numbers[0] >= numbers[1] || fabs(numbers[0]) > 1000 ||
        fabs(numbers[1]) > 1000 || numbers[2] <= 0 || numbers[2] >= 0.5 || numbers[3] <= 0 ||
        numbers[3] >= 0.5)
        return report_expected(option, value, error);
    setup->sprt = (SprtOptions){true, numbers[0], numbers[1], numbers[2], numbers[3]};
    return true;
}

static bool is_count(double number) {
    return number >= 1 && number <= 1000 && number == floor(number);
}

static bool read_resign(const MatchOption *option, const char *value, MatchSetup *setup,
                        MatchEngineConfig *config, Error *error) {
    double numbers[2];
    (void)config;
    if (scan_numbers(value, ',', numbers, 2) != 2 || numbers[0] < 1 || numbers[0] > 30000 ||
        !is_count(numbers[1]))
        return report_expected(option, value, error);
    setup->adjudication.resign_score = (int)numbers[0];
    setup->adjudication.resign_count = (int)numbers[1];
    return true;
}

static bool read_draw(const MatchOption *option, const char *value, MatchSetup *setup,
                      MatchEngineConfig *config, Error *error) {
    double numbers[3];
    (void)config;
    if (scan_numbers(value, ',', numbers, 3) != 3 || numbers[0] < 0 || numbers[0] > 30000 ||
        !is_count(numbers[1]) || !is_count(numbers[2]))
        return report_expected(option, value, error);
    setup->adjudication.draw_score = (int)numbers[0];
    setup->adjudication.draw_count = (int)numbers[1];
    setup->adjudication.draw_from = (int)numbers[2];
    return true;
}

static bool read_save(const MatchOption *option, const char *value, MatchSetup *setup,
                      MatchEngineConfig *config, Error *error) {
    (void)config;
    if (*value == '\0')
        return report_expected(option, value, error);
    setup->save_path = value;
    return true;
}

/* ---- the table ---- */

#define SETUP(member)  offsetof(MatchSetup, member)
#define ENGINE(member) offsetof(MatchEngineConfig, member)

static const MatchOption options[] = {
    {"option", "Name=value", "an option to set in the engine; may be given several times", true,
     read_engine_option, 0, 0, 0},
    {"name", "a name of at most 63 bytes", "what it is called in reports and saved games", true,
     read_name, 0, 0, 0},
    {"depth", "a whole number from 1 to 100", "plies that it searches to", true, read_int,
     ENGINE(limits.depth), 1, 100},
    {"nodes", "a whole number from 1 to 2000000000", "nodes that it searches", true, read_int64,
     ENGINE(limits.nodes), 1, NODES_MAX},
    {"movetime", "milliseconds from 1 to 1000000000", "milliseconds for each move", true,
     read_int64, ENGINE(limits.movetime_ms), 1, INT64_C(1000) * SECONDS_MAX},
    {"tc", "SECONDS or SECONDS+INCREMENT", "its clock, SECONDS or SECONDS+INCREMENT", true,
     read_clock, 0, 0, 0},
    {"games", "a whole number from 1 to 1000000", "how many, a pair from each opening (100)", false,
     read_games, SETUP(pairs), 1, 1000000},
    {"concurrency", "a whole number from 1 to 256", "how many at once (1)", false, read_int,
     SETUP(concurrency), 1, MATCH_CONCURRENCY_MAX},
    {"variant", "a variant's name or file", "a variant; several take turns (congo)", false,
     read_variant, 0, 0, 0},
    {"seed", "a whole number from 0", "what the openings depend on (1)", false, read_seed, 0, 0,
     INT64_MAX},
    {"opening-plies", "a whole number from 0 to 100", "random plies that a game begins with (6)",
     false, read_int, SETUP(opening_plies), 0, 100},
    {"opening-nodes", "a whole number from 1 to 2000000000", "the search that judges them (20000)",
     false, read_int64, SETUP(opening_nodes), 1, NODES_MAX},
    {"opening-score", "a whole number from 0 to 20000",
     "the most it may find for a side, in centipawns (100)", false, read_int, SETUP(opening_score),
     0, 20000},
    {"max-plies", "a whole number from 1 to 100000", "longer games are draws (400)", false,
     read_int, SETUP(plies_max), 1, RECORD_PLIES_MAX},
    {"margin", "milliseconds from 0 to 1000000", "milliseconds that a clock may be overstepped (0)",
     false, read_int64, SETUP(margin_ms), 0, 1000000},
    {"patience", "seconds from 0.01 to 1000000",
     "seconds that a move is waited for after its time (60)", false, read_move_timeout, 0, 0, 0},
    {"resign", "SCORE,COUNT", "SCORE,COUNT: both scores say so, COUNT moves in a row (off)", false,
     read_resign, 0, 0, 0},
    {"draw", "SCORE,COUNT,MOVE", "SCORE,COUNT,MOVE: the same from MOVE on (off)", false, read_draw,
     0, 0, 0},
    {"sprt", "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA with ELO0 below ELO1",
     "ELO0,ELO1[,ALPHA,BETA]: ends when one is accepted (off)", false, read_sprt, 0, 0, 0},
    {"save", "a file", "a file to which each game is added as it ends", false, read_save, 0, 0, 0},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

/* ---- arguments ---- */

/* The option of that name, and the engines that it is for as a set of bits. */
static const MatchOption *find_option(const char *name, size_t length, unsigned *engines) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const MatchOption *option = &options[i];
        size_t own = strlen(option->name);
        if (strncmp(name, option->name, own) != 0)
            continue;
        *engines = ENGINES_BOTH;
        if (length == own)
            return option;
        if (option->per_engine && length == own + 1 && (name[own] == '1' || name[own] == '2')) {
            *engines = 1U << (name[own] - '1');
            return option;
        }
    }
    return NULL;
}

static bool apply_option(const MatchOption *option, unsigned engines, const char *value,
                         MatchSetup *setup, Error *error) {
    if (!option->per_engine)
        return option->read(option, value, setup, NULL, error);
    for (int i = 0; i < MATCH_ENGINES; i++) {
        if ((engines >> i & 1) && !option->read(option, value, setup, &setup->engines[i], error))
            return false;
    }
    return true;
}

static bool read_option(int count, char *const arguments[], int *index, MatchSetup *setup,
                        Error *error) {
    char shown[QUOTE_SIZE];
    const char *text = arguments[*index];
    size_t length = strcspn(text + 2, "=");
    unsigned engines;
    const MatchOption *option = find_option(text + 2, length, &engines);
    if (!option)
        return error_set(error, ERROR_SYNTAX, "unknown option %s: match --help lists them",
                         text_quote(text, shown));
    if (text[2 + length] == '=')
        return apply_option(option, engines, text + 2 + length + 1, setup, error);
    if (*index + 1 == count)
        return error_set(error, ERROR_SYNTAX, "%s: expected %s after it", text,
                         option->value_format);
    return apply_option(option, engines, arguments[++*index], setup, error);
}

static bool check_engines(MatchSetup *setup, Error *error) {
    for (int i = 0; i < MATCH_ENGINES; i++) {
        MatchEngineConfig *config = &setup->engines[i];
        const MatchLimits *limits = &config->limits;
        if (!config->command || *config->command == '\0')
            return error_set(error, ERROR_SYNTAX,
                             "expected two engines, each a command line in quotes");
        if (limits->depth == 0 && limits->nodes == 0 && limits->movetime_ms == 0 &&
            limits->base_ms == 0)
            return error_set(
                error, ERROR_SYNTAX,
                "engine %d has no limit: expected --depth, --nodes, --movetime or --tc", i + 1);
        if (config->name[0] == '\0')
            snprintf(config->name, sizeof config->name, "engine%d", i + 1);
    }
    return strcmp(setup->engines[0].name, setup->engines[1].name) != 0 ||
           error_set(error, ERROR_SYNTAX, "expected two different names for the engines");
}

void match_options_help(Buffer *text) {
    buffer_add_string(
        text,
        "Usage: congo-engine match ENGINE1 ENGINE2 OPTION...\n\n"
        "Lets two engines, each a command line in quotes, play pairs of games with colours\n"
        "swapped. Options are written --NAME VALUE or --NAME=VALUE.\n\n"
        "For both engines; with a 1 or 2 behind the name, for one of them. Each needs a limit.\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (i > 0 && options[i - 1].per_engine && !options[i].per_engine)
            buffer_add_string(text,
                              "\nFor the match, with what holds without it in parentheses:\n");
        buffer_add_format(text, "  --%-14s %s\n", options[i].name, options[i].help);
    }
}

static void set_defaults(MatchSetup *setup) {
    *setup = (MatchSetup){
        .pairs = 50,
        .concurrency = 1,
        .seed = 1,
        .opening_plies = 6,
        .opening_nodes = 20000,
        .opening_score = 100,
        .plies_max = 400,
        .move_timeout_ms = 60000,
    };
}

bool match_options_read(int count, char *const arguments[], MatchSetup *setup, Error *error) {
    char shown[QUOTE_SIZE];
    int engine_count = 0;
    set_defaults(setup);
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i], "--", 2) == 0) {
            if (!read_option(count, arguments, &i, setup, error))
                return false;
        } else if (engine_count == MATCH_ENGINES) {
            return error_set(error, ERROR_SYNTAX,
                             "%s after two engines: expected an engine's arguments in quotes",
                             text_quote(arguments[i], shown));
        } else {
            setup->engines[engine_count++].command = arguments[i];
        }
    }
    if (setup->variant_count == 0)
        setup->variants[setup->variant_count++] = *variant_default();
    return check_engines(setup, error);
}
