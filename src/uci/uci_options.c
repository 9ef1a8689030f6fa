#include <config.h>

#include "uci/uci_options.h"

#include <limits.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "uci/uci_output.h"

typedef enum UciOptionType { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO } UciOptionType;

typedef bool UciOptionHandler(UciClient *client, Error *error);

/* Returns a word of a combo by its index, NULL past the last. */
typedef const char *UciComboWord(int index);

typedef struct UciOptionInfo {
    const char *name;
    UciOptionType type;
    int default_value;
    int min, max;                /* of a spin */
    UciComboWord *word;          /* of a combo */
    UciOptionHandler *on_change; /* NULL: the next search reads the value */
} UciOptionInfo;

static bool change_size(UciClient *client, Error *error) {
    return engine_resize(client->engine, client->value[UCI_HASH], client->value[UCI_THREADS],
                         error);
}

/* Clears the hash table, whose scores hold under other rules. */
static bool change_variant(UciClient *client, Error *error) {
    (void)error;
    engine_new_game(client->engine);
    uci_client_new_game(client);
    return true;
}

static bool change_seed(UciClient *client, Error *error) {
    (void)error;
    uci_client_reseed(client);
    return true;
}

static const char *variant_word(int index) {
    const Variant *variant = variant_builtin((size_t)index);
    return variant ? variant->name : NULL;
}

static const char *advisor_word(int index) {
    return advisor_name((AdvisorKind)index);
}

static const UciOptionInfo options[UCI_OPTION_COUNT] = {
    [UCI_HASH] = {"Hash", OPTION_SPIN, 16, HASH_MB_MIN, HASH_MB_MAX, NULL, change_size},
    [UCI_THREADS] = {"Threads", OPTION_SPIN, 1, 1, ENGINE_THREADS_MAX, NULL, change_size},
    [UCI_MULTIPV] = {"MultiPV", OPTION_SPIN, 1, 1, MULTIPV_MAX, NULL, NULL},
    [UCI_PONDER] = {"Ponder", OPTION_CHECK, 0, 0, 1, NULL, NULL},
    [UCI_VARIANT] = {"UCI_Variant", OPTION_COMBO, 0, 0, 0, variant_word, change_variant},
    [UCI_LEVEL] = {"Level", OPTION_SPIN, LEVEL_MAX, LEVEL_MIN, LEVEL_MAX, NULL, NULL},
    [UCI_ADVISOR] = {"Advisor", OPTION_COMBO, ADVISOR_NEGAMAX, 0, 0, advisor_word, NULL},
    [UCI_SEED] = {"Seed", OPTION_SPIN, 0, 0, INT_MAX, NULL, change_seed},
};

void uci_options_reset(int value[UCI_OPTION_COUNT]) {
    for (int i = 0; i < UCI_OPTION_COUNT; i++)
        value[i] = options[i].default_value;
}

/* ---- declaring ---- */

static void declare_spin(Buffer *text, const UciOptionInfo *option) {
    buffer_add_format(text, "spin default %d min %d max %d", option->default_value, option->min,
                      option->max);
}

static void declare_check(Buffer *text, const UciOptionInfo *option) {
    buffer_add_format(text, "check default %s", option->default_value ? "true" : "false");
}

static void declare_combo(Buffer *text, const UciOptionInfo *option) {
    const char *word;
    buffer_add_format(text, "combo default %s", option->word(option->default_value));
    for (int i = 0; (word = option->word(i)); i++)
        buffer_add_format(text, " var %s", word);
}

void uci_options_print(void) {
    static void (*const declare[])(Buffer *, const UciOptionInfo *) = {
        [OPTION_SPIN] = declare_spin,
        [OPTION_CHECK] = declare_check,
        [OPTION_COMBO] = declare_combo,
    };
    Buffer text = {0};
    for (int i = 0; i < UCI_OPTION_COUNT; i++) {
        buffer_add_format(&text, "option name %s type ", options[i].name);
        declare[options[i].type](&text, &options[i]);
        buffer_add_string(&text, i < UCI_OPTION_COUNT - 1 ? "\n" : "");
    }
    uci_output_print("%s", text.bytes);
    buffer_free(&text);
}

/* ---- setting ---- */

static bool read_spin(const UciOptionInfo *option, const char *text, int *value, Error *error) {
    int64_t number;
    if (!text_parse_clamped(option->name, text, INT_MIN, INT_MAX, &number, error))
        return false;
    if (number < option->min || number > option->max)
        return error_set(error, ERROR_RANGE, "%s: expected a whole number from %d to %d, found %s",
                         option->name, option->min, option->max, text);
    *value = (int)number;
    return true;
}

static bool read_check(const UciOptionInfo *option, const char *text, int *value, Error *error) {
    char excerpt[EXCERPT_SIZE];
    *value = text_equal_ignore_case(text, "true");
    return *value == 1 || text_equal_ignore_case(text, "false") ||
           error_set(error, ERROR_SYNTAX, "%s: expected true or false, found \"%s\"", option->name,
                     text_excerpt(text, strlen(text), excerpt));
}

static bool read_combo(const UciOptionInfo *option, const char *text, int *value, Error *error) {
    char excerpt[EXCERPT_SIZE];
    const char *word;
    for (int i = 0; (word = option->word(i)); i++) {
        if (text_equal_ignore_case(text, word)) {
            *value = i;
            return true;
        }
    }
    return error_set(error, ERROR_RANGE, "%s: there is no \"%s\"", option->name,
                     text_excerpt(text, strlen(text), excerpt));
}

static bool set_option(UciClient *client, UciOption index, const char *text, Error *error) {
    static bool (*const read[])(const UciOptionInfo *, const char *, int *, Error *) = {
        [OPTION_SPIN] = read_spin,
        [OPTION_CHECK] = read_check,
        [OPTION_COMBO] = read_combo,
    };
    const UciOptionInfo *option = &options[index];
    int before = client->value[index];
    int value;
    if (!read[option->type](option, text, &value, error))
        return false;
    client->value[index] = value;
    if (value != before && option->on_change && !option->on_change(client, error)) {
        client->value[index] = before;
        return false;
    }
    return true;
}

static bool find_option(const char *name, UciOption *index, Error *error) {
    char excerpt[EXCERPT_SIZE];
    for (int i = 0; i < UCI_OPTION_COUNT; i++) {
        if (text_equal_ignore_case(name, options[i].name)) {
            *index = (UciOption)i;
            return true;
        }
    }
    return error_set(error, ERROR_RANGE, "there is no option \"%s\"",
                     text_excerpt(name, strlen(name), excerpt));
}

bool uci_options_set(UciClient *client, char *arguments, Error *error) {
    const char *keyword = text_next_word(&arguments);
    const char *name = text_next_word(&arguments);
    const char *value = text_next_word(&arguments);
    UciOption option;
    if (keyword == NULL || strcmp(keyword, "name") != 0 || name == NULL || value == NULL ||
        strcmp(value, "value") != 0)
        return error_set(error, ERROR_SYNTAX, "expected \"name NAME value VALUE\"");
    return uci_client_is_idle(client, error) && find_option(name, &option, error) &&
           set_option(client, option, text_trim(arguments), error);
}
