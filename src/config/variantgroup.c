#include <config.h>

#include "config/variantgroup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/variantfile.h"
#include "config/wording.h"
#include "rules/fen.h"

/* A definition being read. */
typedef struct Definition {
    const ConfigFile *file;
    const config_setting_t *group;
    const Variant *known; /* custom variants it may be based on */
    int known_count;
    Variant variant;
    Error *error;
} Definition;

typedef struct Field Field;
typedef bool FieldReader(Definition *definition, const Field *field,
                         const config_setting_t *setting);

struct Field {
    const char *name;
    const char *form;
    FieldReader *read;
};

static FieldReader read_name, read_base, read_start, read_islands, read_pawns, read_extra,
    read_repetition, read_quiet_plies, read_bare_lions;

/* In the order in which they are read: first what the others change. */
static const Field fields[] = {
    {"base", "the name of a variant", read_base},
    {"name", "a name of at most 47 letters, digits, '-', '_' and '.'", read_name},
    {"start", "seven ranks such as \"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ\"", read_start},
    {"islands", "squares of rank 4 such as [ \"a4\", \"g4\" ], each once", read_islands},
    {"pawns", "\"congo\" or \"mega\"", read_pawns},
    {"extra", "\"T\" or \"\"", read_extra},
    {"repetition", "\"draw\", \"illegal\" or \"none\"", read_repetition},
    {"quiet_plies", "a whole number from 0 to 10000", read_quiet_plies},
    {"bare_lions", "\"draw\", \"draw-unless-capture\" or \"play\"", read_bare_lions},
};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* ---- values ---- */

static bool expected(Definition *definition, const Field *field, const config_setting_t *setting) {
    return configfile_expected(definition->file, setting, field->form, definition->error);
}

static bool get_text(Definition *definition, const Field *field, const config_setting_t *setting,
                     char *text, size_t size) {
    return configfile_text(definition->file, setting, field->form, text, size, definition->error);
}

/* The index of the setting's word in a list that ends with NULL. */
static bool get_word(Definition *definition, const Field *field, const config_setting_t *setting,
                     const char *const *words, int *index) {
    char text[QUOTE_SIZE];
    if (!get_text(definition, field, setting, text, sizeof text))
        return false;
    for (*index = 0; words[*index]; ++*index)
        if (strcmp(words[*index], text) == 0)
            return true;
    return expected(definition, field, setting);
}

static bool read_name(Definition *definition, const Field *field, const config_setting_t *setting) {
    return get_text(definition, field, setting, definition->variant.name, VARIANT_NAME_SIZE);
}

static const Variant *find_base(const Definition *definition, const char *name) {
    for (int i = 0; i < definition->known_count; i++)
        if (strcmp(definition->known[i].name, name) == 0)
            return &definition->known[i];
    return variant_find(name);
}

static bool read_base(Definition *definition, const Field *field, const config_setting_t *setting) {
    char name[VARIANT_NAME_SIZE];
    if (!get_text(definition, field, setting, name, sizeof name))
        return false;
    const Variant *base = find_base(definition, name);
    if (!base)
        return expected(definition, field, setting);
    definition->variant = *base;
    return true;
}

static bool read_start(Definition *definition, const Field *field,
                       const config_setting_t *setting) {
    return get_text(definition, field, setting, definition->variant.start, VARIANT_START_SIZE);
}

/* The square of a text such as "a4". */
static Square parse_square(const char *text) {
    if (strlen(text) != 2)
        return SQUARE_NONE;
    return square_at(text[0] - 'a', text[1] - '0');
}

static bool read_islands(Definition *definition, const Field *field,
                         const config_setting_t *setting) {
    Bitboard islands = 0;
    if (!config_setting_is_array(setting) && !config_setting_is_list(setting))
        return expected(definition, field, setting);
    for (int i = 0; i < config_setting_length(setting); i++) {
        const config_setting_t *element = config_setting_get_elem(setting, (unsigned)i);
        char text[QUOTE_SIZE];
        if (!get_text(definition, field, element, text, sizeof text))
            return false;
        Square square = parse_square(text);
        if (square == SQUARE_NONE || square_rank(square) != 4 || bitboard_has(islands, square))
            return expected(definition, field, element);
        islands |= square_bit(square);
    }
    definition->variant.islands = islands;
    return true;
}

static bool read_pawns(Definition *definition, const Field *field,
                       const config_setting_t *setting) {
    int index;
    if (!get_word(definition, field, setting, pawns_words, &index))
        return false;
    definition->variant.pawns = (PawnFamily)index;
    return true;
}

static bool read_extra(Definition *definition, const Field *field,
                       const config_setting_t *setting) {
    static const char *const words[] = {"", "T", NULL};
    int index;
    if (!get_word(definition, field, setting, words, &index))
        return false;
    definition->variant.elephante = index == 1;
    return true;
}

static bool read_repetition(Definition *definition, const Field *field,
                            const config_setting_t *setting) {
    int index;
    if (!get_word(definition, field, setting, repetition_words, &index))
        return false;
    definition->variant.repetition = (Repetition)index;
    return true;
}

static bool read_quiet_plies(Definition *definition, const Field *field,
                             const config_setting_t *setting) {
    if (!configfile_is_number(setting))
        return expected(definition, field, setting);
    long long plies = config_setting_get_int64(setting);
    if (plies < 0 || plies > VARIANT_QUIET_MAX)
        return expected(definition, field, setting);
    definition->variant.quiet_plies = (int)plies;
    return true;
}

static bool read_bare_lions(Definition *definition, const Field *field,
                            const config_setting_t *setting) {
    int index;
    if (!get_word(definition, field, setting, bare_lions_words, &index))
        return false;
    definition->variant.bare_lions = (BareLions)index;
    return true;
}

/* ---- a definition ---- */

static bool complain_unknown(const Definition *definition, const config_setting_t *setting) {
    Suggestion closest = {config_setting_name(setting), "", INT_MAX};
    for (int i = 0; i < FIELD_COUNT; i++)
        text_suggest(&closest, fields[i].name);
    error_set(definition->error, ERROR_SYNTAX, "not a setting of a variant, the closest is %s",
              closest.known);
    return configfile_blame(definition->file, setting, definition->error);
}

static bool check_names(const Definition *definition) {
    for (int i = 0; i < config_setting_length(definition->group); i++) {
        const config_setting_t *setting = config_setting_get_elem(definition->group, (unsigned)i);
        bool known = false;
        for (int j = 0; j < FIELD_COUNT; j++)
            known = known || strcmp(config_setting_name(setting), fields[j].name) == 0;
        if (!known)
            return complain_unknown(definition, setting);
    }
    return true;
}

static bool read_fields(Definition *definition) {
    for (int i = 0; i < FIELD_COUNT; i++) {
        const config_setting_t *setting =
            config_setting_get_member(definition->group, fields[i].name);
        if (setting && !fields[i].read(definition, &fields[i], setting))
            return false;
    }
    return true;
}

/* One way to write one start position, so that variants can be compared. */
static void write_start(Variant *variant) {
    Position position;
    char fen[FEN_SIZE];
    position_start(&position, variant);
    size_t length = fen_write(&position, fen);
    int slashes = 0;
    for (size_t i = 0; i < length && slashes < BOARD_RANKS; i++)
        if (fen[i] == '/' && ++slashes == BOARD_RANKS)
            fen[i] = '\0';
    text_copy(variant->start, sizeof variant->start, fen);
}

/* The setting that variant_check's sentence begins with, or the group. */
static const config_setting_t *blamed(const Definition *definition, Error *error) {
    size_t length = strcspn(error->text, ":");
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (strlen(fields[i].name) != length || memcmp(fields[i].name, error->text, length) != 0)
            continue;
        const config_setting_t *setting =
            config_setting_get_member(definition->group, fields[i].name);
        if (!setting)
            break;
        error_set(error, error->code, "%s",
                  error->text + length + strspn(error->text + length, ": "));
        return setting;
    }
    return definition->group;
}

static bool name_is_free(const Variant *variant, Error *error) {
    const Variant *builtin = variant_find(variant->name);
    if (builtin && !variant_same_rules(builtin, variant))
        return error_set(error, ERROR_STATE,
                         "name: expected a new name, found that of a built-in variant");
    if (variantfile_is_path(variant->name))
        return error_set(error, ERROR_SYNTAX,
                         "name: expected a name that does not look like a file's");
    return true;
}

static bool check_whole(Definition *definition) {
    Variant *variant = &definition->variant;
    Error why = {0};
    if (variant_check(variant, &why)) {
        write_start(variant);
        if (name_is_free(variant, &why))
            return true;
    }
    const config_setting_t *setting = blamed(definition, &why);
    configfile_blame(definition->file, setting, &why);
    return error_set(definition->error, why.code, "%s", why.text);
}

bool variantgroup_read(const ConfigFile *file, const config_setting_t *group, const Variant *known,
                       int known_count, Variant *variant, Error *error) {
    Definition definition = {.file = file,
                             .group = group,
                             .known = known,
                             .known_count = known_count,
                             .variant = *variant_default(),
                             .error = error};
    if (!config_setting_is_group(group))
        return configfile_expected(file, group, "a variant as a group { name = ...; }", error);
    if (!check_names(&definition))
        return false;
    if (!config_setting_get_member(group, "name")) {
        error_set(error, ERROR_SYNTAX, "expected the variant's name, found none");
        return configfile_blame(file, group, error);
    }
    if (!read_fields(&definition) || !check_whole(&definition))
        return false;
    *variant = definition.variant;
    return true;
}
