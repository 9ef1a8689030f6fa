#include <config.h>

#include "config/variantgroup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/variantfile.h"
#include "rules/fen.h"

/* A definition being read. */
typedef struct VariantReader {
    const ConfigFile *file;
    const config_setting_t *group;
    const Variant *known; /* custom variants it may be based on */
    int known_count;
    Variant variant;
    Error *error;
} VariantReader;

typedef struct VariantSetting VariantSetting;
typedef bool VariantSettingReader(VariantReader *reader, const VariantSetting *field,
                                  const config_setting_t *setting);

struct VariantSetting {
    const char *name;
    const char *form;
    VariantSettingReader *read;
};

static VariantSettingReader read_name, read_base, read_start, read_islands, read_pawns, read_extra,
    read_repetition, read_quiet_plies, read_bare_lions;

/* In the order in which they are read: first what the others change. */
static const VariantSetting fields[] = {
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
enum { VARIANT_SETTING_COUNT = sizeof fields / sizeof fields[0] };

/* ---- values ---- */

static bool report_expected(VariantReader *reader, const VariantSetting *field,
                            const config_setting_t *setting) {
    return configfile_report_expected(reader->file, setting, field->form, reader->error);
}

static bool get_text(VariantReader *reader, const VariantSetting *field,
                     const config_setting_t *setting, char *text, size_t size) {
    return configfile_text(reader->file, setting, field->form, text, size, reader->error);
}

/* The index of the setting's word in a list that ends with NULL. */
static bool get_word(VariantReader *reader, const VariantSetting *field,
                     const config_setting_t *setting, const char *const *words, int *index) {
    char text[QUOTE_SIZE];
    if (!get_text(reader, field, setting, text, sizeof text))
        return false;
    for (*index = 0; words[*index]; ++*index)
        if (strcmp(words[*index], text) == 0)
            return true;
    return report_expected(reader, field, setting);
}

static bool read_name(VariantReader *reader, const VariantSetting *field,
                      const config_setting_t *setting) {
    return get_text(reader, field, setting, reader->variant.name, VARIANT_NAME_SIZE);
}

static const Variant *find_base(const VariantReader *reader, const char *name) {
    for (int i = 0; i < reader->known_count; i++)
        if (strcmp(reader->known[i].name, name) == 0)
            return &reader->known[i];
    return variant_find(name);
}

static bool read_base(VariantReader *reader, const VariantSetting *field,
                      const config_setting_t *setting) {
    char name[VARIANT_NAME_SIZE];
    if (!get_text(reader, field, setting, name, sizeof name))
        return false;
    const Variant *base = find_base(reader, name);
    if (!base)
        return report_expected(reader, field, setting);
    reader->variant = *base;
    return true;
}

static bool read_start(VariantReader *reader, const VariantSetting *field,
                       const config_setting_t *setting) {
    return get_text(reader, field, setting, reader->variant.start, VARIANT_START_SIZE);
}

/* The square of a text such as "a4". */
static Square parse_square(const char *text) {
    if (strlen(text) != 2)
        return SQUARE_NONE;
    return square_at(text[0] - 'a', text[1] - '0');
}

static bool read_islands(VariantReader *reader, const VariantSetting *field,
                         const config_setting_t *setting) {
    Bitboard islands = 0;
    if (!config_setting_is_array(setting) && !config_setting_is_list(setting))
        return report_expected(reader, field, setting);
    for (int i = 0; i < config_setting_length(setting); i++) {
        const config_setting_t *element = config_setting_get_elem(setting, (unsigned)i);
        char text[QUOTE_SIZE];
        if (!get_text(reader, field, element, text, sizeof text))
            return false;
        Square square = parse_square(text);
        if (square == SQUARE_NONE || square_rank(square) != 4 || bitboard_has(islands, square))
            return report_expected(reader, field, element);
        islands |= square_bit(square);
    }
    reader->variant.islands = islands;
    return true;
}

static bool read_pawns(VariantReader *reader, const VariantSetting *field,
                       const config_setting_t *setting) {
    int index;
    if (!get_word(reader, field, setting, pawns_words, &index))
        return false;
    reader->variant.pawns = (PawnFamily)index;
    return true;
}

static bool read_extra(VariantReader *reader, const VariantSetting *field,
                       const config_setting_t *setting) {
    static const char *const words[] = {"", "T", NULL};
    int index;
    if (!get_word(reader, field, setting, words, &index))
        return false;
    reader->variant.elephante = index == 1;
    return true;
}

static bool read_repetition(VariantReader *reader, const VariantSetting *field,
                            const config_setting_t *setting) {
    int index;
    if (!get_word(reader, field, setting, repetition_words, &index))
        return false;
    reader->variant.repetition = (Repetition)index;
    return true;
}

static bool read_quiet_plies(VariantReader *reader, const VariantSetting *field,
                             const config_setting_t *setting) {
    if (!configfile_is_number(setting))
        return report_expected(reader, field, setting);
    long long plies = config_setting_get_int64(setting);
    if (plies < 0 || plies > VARIANT_QUIET_MAX)
        return report_expected(reader, field, setting);
    reader->variant.quiet_plies = (int)plies;
    return true;
}

static bool read_bare_lions(VariantReader *reader, const VariantSetting *field,
                            const config_setting_t *setting) {
    int index;
    if (!get_word(reader, field, setting, bare_lions_words, &index))
        return false;
    reader->variant.bare_lions = (BareLions)index;
    return true;
}

/* ---- a definition ---- */

static bool report_unknown(const VariantReader *reader, const config_setting_t *setting) {
    Suggestion closest = {config_setting_name(setting), "", INT_MAX};
    for (int i = 0; i < VARIANT_SETTING_COUNT; i++)
        text_suggest(&closest, fields[i].name);
    error_set(reader->error, ERROR_SYNTAX, "not a setting of a variant, the closest is %s",
              closest.known);
    return configfile_error_at(reader->file, setting, reader->error);
}

static bool check_names(const VariantReader *reader) {
    for (int i = 0; i < config_setting_length(reader->group); i++) {
        const config_setting_t *setting = config_setting_get_elem(reader->group, (unsigned)i);
        bool known = false;
        for (int j = 0; j < VARIANT_SETTING_COUNT; j++)
            known = known || strcmp(config_setting_name(setting), fields[j].name) == 0;
        if (!known)
            return report_unknown(reader, setting);
    }
    return true;
}

static bool read_fields(VariantReader *reader) {
    for (int i = 0; i < VARIANT_SETTING_COUNT; i++) {
        const config_setting_t *setting = config_setting_get_member(reader->group, fields[i].name);
        if (setting && !fields[i].read(reader, &fields[i], setting))
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
static const config_setting_t *setting_at_fault(const VariantReader *reader, Error *error) {
    size_t length = strcspn(error->text, ":");
    for (int i = 0; i < VARIANT_SETTING_COUNT; i++) {
        if (strlen(fields[i].name) != length || memcmp(fields[i].name, error->text, length) != 0)
            continue;
        const config_setting_t *setting = config_setting_get_member(reader->group, fields[i].name);
        if (!setting)
            break;
        error_set(error, error->code, "%s",
                  error->text + length + strspn(error->text + length, ": "));
        return setting;
    }
    return reader->group;
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

static bool check_variant(VariantReader *reader) {
    Variant *variant = &reader->variant;
    Error why = {0};
    if (variant_check(variant, &why)) {
        write_start(variant);
        if (name_is_free(variant, &why))
            return true;
    }
    const config_setting_t *setting = setting_at_fault(reader, &why);
    configfile_error_at(reader->file, setting, &why);
    return error_set(reader->error, why.code, "%s", why.text);
}

bool variantgroup_read(const ConfigFile *file, const config_setting_t *group, const Variant *known,
                       int known_count, Variant *variant, Error *error) {
    VariantReader reader = {.file = file,
                            .group = group,
                            .known = known,
                            .known_count = known_count,
                            .variant = *variant_default(),
                            .error = error};
    if (!config_setting_is_group(group))
        return configfile_report_expected(file, group, "a variant as a group { name = ...; }",
                                          error);
    if (!check_names(&reader))
        return false;
    if (!config_setting_get_member(group, "name")) {
        error_set(error, ERROR_SYNTAX, "expected the variant's name, found none");
        return configfile_error_at(file, group, error);
    }
    if (!read_fields(&reader) || !check_variant(&reader))
        return false;
    *variant = reader.variant;
    return true;
}
