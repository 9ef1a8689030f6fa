#include <config.h>

#include "uci/uci_options.h"

#include <limits.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "config/variantfile.h"
#include "uci/uci_output.h"

typedef enum UciOptionType {
    OPTION_SPIN,
    OPTION_CHECK,
    OPTION_COMBO,
    OPTION_BUTTON,
    OPTION_VARIANT, /* a combo of names, which also takes a file */
    OPTION_PATH     /* a string: a file or folder */
} UciOptionType;

typedef bool UciOptionHandler(UciClient *client, Error *error);

/* Returns a word of a combo by its index, NULL past the last. */
typedef const char *UciComboWord(int index);

typedef struct UciOptionInfo {
    const char *name;
    UciOptionType type;
    int default_value;
    int min, max;                /* of a spin */
    UciComboWord *word;          /* of a combo */
    UciOptionHandler *on_change; /* or when a button is pressed; NULL: the next search reads it */
} UciOptionInfo;

static bool change_size(UciClient *client, Error *error) {
    return engine_resize(client->engine, client->value[UCI_HASH], client->value[UCI_THREADS],
                         error);
}

static bool clear_hash(UciClient *client, Error *error) {
    (void)error;
    engine_new_game(client->engine);
    return true;
}

static bool change_seed(UciClient *client, Error *error) {
    (void)error;
    uci_client_reseed(client);
    return true;
}

static const char *advisor_word(int index) {
    return advisor_name((AdvisorKind)index);
}

static const UciOptionInfo option_rows[UCI_OPTION_COUNT] = {
    [UCI_HASH] = {"Hash", OPTION_SPIN, 16, HASH_MB_MIN, HASH_MB_MAX, NULL, change_size},
    [UCI_CLEAR_HASH] = {"Clear Hash", OPTION_BUTTON, 0, 0, 0, NULL, clear_hash},
    [UCI_THREADS] = {"Threads", OPTION_SPIN, 1, 1, ENGINE_THREADS_MAX, NULL, change_size},
    [UCI_MULTIPV] = {"MultiPV", OPTION_SPIN, 1, 1, MULTIPV_MAX, NULL, NULL},
    [UCI_PONDER] = {"Ponder", OPTION_CHECK, 0, 0, 1, NULL, NULL},
    [UCI_VARIANT] = {"UCI_Variant", OPTION_VARIANT, 0, 0, 0, NULL, NULL},
    [UCI_VARIANT_PATH] = {"VariantPath", OPTION_PATH, 0, 0, 0, NULL, NULL},
    [UCI_LEVEL] = {"Level", OPTION_SPIN, LEVEL_MAX, LEVEL_MIN, LEVEL_MAX, NULL, NULL},
    [UCI_ADVISOR] = {"Advisor", OPTION_COMBO, ADVISOR_NEGAMAX, 0, 0, advisor_word, NULL},
    [UCI_SEED] = {"Seed", OPTION_SPIN, 0, 0, INT_MAX, NULL, change_seed},
    [UCI_ENDINGS_PATH] = {"EndingsPath", OPTION_PATH, 0, 0, 0, NULL, NULL},
};

void uci_options_reset(int value[UCI_OPTION_COUNT]) {
    for (int i = 0; i < UCI_OPTION_COUNT; i++)
        value[i] = option_rows[i].default_value;
}

/* Stands for an empty string, which UCI cannot tell as a default. */
static const char empty[] = "<empty>";

/* ---- declaring ---- */

static void declare_spin(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client;
    buffer_add_format(text, "spin default %d min %d max %d", option->default_value, option->min,
                      option->max);
}

static void declare_check(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client;
    buffer_add_format(text, "check default %s", option->default_value ? "true" : "false");
}

static void declare_combo(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client;
    const char *word;
    buffer_add_format(text, "combo default %s", option->word(option->default_value));
    for (int i = 0; (word = option->word(i)); i++)
        buffer_add_format(text, " var %s", word);
}

static void declare_button(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client, (void)option;
    buffer_add_string(text, "button");
}

static void declare_variant(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)option;
    const Variant *variant;
    buffer_add_format(text, "combo default %s", client->variant.name);
    for (size_t i = 0; (variant = variant_builtin(i)); i++)
        buffer_add_format(text, " var %s", variant->name);
    if (client->file_variant.name[0] != '\0' && !variant_find(client->file_variant.name))
        buffer_add_format(text, " var %s", client->file_variant.name);
}

static void declare_path(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    bool is_endings = option == &option_rows[UCI_ENDINGS_PATH];
    buffer_add_format(text, "string default %s", is_endings ? client->endings.setting : empty);
}

void uci_options_print(const UciClient *client) {
    static void (*const declare[])(const UciClient *, const UciOptionInfo *, Buffer *) = {
        [OPTION_SPIN] = declare_spin,   [OPTION_CHECK] = declare_check,
        [OPTION_COMBO] = declare_combo, [OPTION_VARIANT] = declare_variant,
        [OPTION_PATH] = declare_path,   [OPTION_BUTTON] = declare_button,
    };
    Buffer text = {0};
    for (int i = 0; i < UCI_OPTION_COUNT; i++) {
        buffer_add_format(&text, "option name %s type ", option_rows[i].name);
        declare[option_rows[i].type](client, &option_rows[i], &text);
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

static bool set_number(UciClient *client, UciOption index, const char *text, Error *error) {
    static bool (*const read[])(const UciOptionInfo *, const char *, int *, Error *) = {
        [OPTION_SPIN] = read_spin,
        [OPTION_CHECK] = read_check,
        [OPTION_COMBO] = read_combo,
    };
    const UciOptionInfo *option = &option_rows[index];
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

/* Returns a variant that needs no file: a built-in one, or the one that was read last. */
static const Variant *find_variant(const UciClient *client, const char *name) {
    if (*name != '\0' && text_equal_ignore_case(name, client->file_variant.name))
        return &client->file_variant;
    return variant_find_ignore_case(name);
}

/* Plays the variant of a file at once, because a client that has read the options before does not
 * offer its name. */
static bool read_variant(UciClient *client, const char *path, Error *error) {
    if (!variantfile_load(path, &client->file_variant, error))
        return false;
    uci_client_play_variant(client, &client->file_variant);
    return true;
}

static bool set_variant(UciClient *client, const char *text, Error *error) {
    const Variant *known = find_variant(client, text);
    if (!known)
        return read_variant(client, text, error);
    uci_client_play_variant(client, known);
    return true;
}

/* Without a file a custom variant is no longer known. */
static bool set_variant_path(UciClient *client, const char *text, Error *error) {
    if (*text != '\0' && strcmp(text, empty) != 0)
        return read_variant(client, text, error);
    if (strcmp(client->variant.name, client->file_variant.name) == 0)
        uci_client_play_variant(client, variant_default());
    client->file_variant = (Variant){.name = ""};
    return true;
}

/* The endings are opened when they are needed. */
static bool set_endings_path(UciClient *client, const char *text, Error *error) {
    bool none = *text == '\0' || strcmp(text, empty) == 0;
    return uci_endings_set(&client->endings, none ? "none" : text, error);
}

static bool set_value(UciClient *client, UciOption index, const char *text, Error *error) {
    static bool (*const set[UCI_OPTION_COUNT])(UciClient *, const char *, Error *) = {
        [UCI_VARIANT] = set_variant,
        [UCI_VARIANT_PATH] = set_variant_path,
        [UCI_ENDINGS_PATH] = set_endings_path,
    };
    if (!set[index])
        return set_number(client, index, text, error);
    return set[index](client, text, error) || error_prefix(error, "%s: ", option_rows[index].name);
}

static bool find_option(const char *name, UciOption *index, Error *error) {
    char excerpt[EXCERPT_SIZE];
    for (int i = 0; i < UCI_OPTION_COUNT; i++) {
        if (text_equal_ignore_case(name, option_rows[i].name)) {
            *index = (UciOption)i;
            return true;
        }
    }
    return error_set(error, ERROR_RANGE, "there is no option \"%s\"",
                     text_excerpt(name, strlen(name), excerpt));
}

/* Reads "name NAME" or "name NAME value VALUE"; the name may have several words. Sets *value to
 * NULL if there is none. */
static bool read_name_and_value(char *arguments, Buffer *name, const char **value, Error *error) {
    const char *word = text_next_word(&arguments);
    if (word && strcmp(word, "name") == 0)
        word = text_next_word(&arguments);
    else
        word = NULL;
    for (; word && strcmp(word, "value") != 0; word = text_next_word(&arguments)) {
        buffer_add_string(name, name->length > 0 ? " " : "");
        buffer_add_string(name, word);
    }
    *value = word ? text_trim(arguments) : NULL;
    return name->length > 0 || error_set(error, ERROR_SYNTAX, "expected \"name NAME value VALUE\"");
}

static bool set_option(UciClient *client, UciOption index, const char *value, Error *error) {
    if (option_rows[index].type == OPTION_BUTTON)
        return option_rows[index].on_change(client, error);
    return value ? set_value(client, index, value, error)
                 : error_set(error, ERROR_SYNTAX, "expected \"name %s value VALUE\"",
                             option_rows[index].name);
}

bool uci_options_set(UciClient *client, char *arguments, Error *error) {
    Buffer name = {0};
    const char *value;
    UciOption option;
    bool done = read_name_and_value(arguments, &name, &value, error) &&
                uci_client_is_idle(client, error) && find_option(name.bytes, &option, error) &&
                set_option(client, option, value, error);
    buffer_free(&name);
    return done;
}
