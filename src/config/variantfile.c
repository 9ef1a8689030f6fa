#include <config.h>

#include "config/variantfile.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "config/configfile.h"
#include "rules/fen.h"
#include "rules/variant.h"

/* The state of reading one definition. */
typedef struct VariantReader {
    const ConfigFile *file;
    const ConfigNode *group;
    const Variant *known_variants; /* possible custom bases */
    int known_count;
    Variant variant;
    Error *error;
} VariantReader;

/* Settings of a definition besides the variant's fields. The base is read first. */
static const char base_name[] = "base", name_name[] = "name";
static const char base_form[] = "the name of a variant, built in or defined before this one";
static const char name_form[] = "a name of at most 47 letters, digits, '-', '_' and '.'";

/* ---- values ---- */

static const Variant *find_base(const VariantReader *reader, const char *name) {
    for (int i = 0; i < reader->known_count; i++)
        if (text_equal_ignore_case(reader->known_variants[i].name, name))
            return &reader->known_variants[i];
    return variant_find_ignore_case(name);
}

static bool read_base(VariantReader *reader, const ConfigNode *setting) {
    char name[VARIANT_NAME_SIZE];
    if (!configfile_text(reader->file, setting, base_form, name, sizeof name, reader->error))
        return false;
    const Variant *base = find_base(reader, name);
    if (!base)
        return configfile_report_expected(reader->file, setting, base_form, reader->error);
    reader->variant = *base;
    return true;
}

static bool read_squares(VariantReader *reader, const VariantField *field,
                         const ConfigNode *setting) {
    if (setting->type != CONFIG_ARRAY && setting->type != CONFIG_LIST)
        return configfile_report_expected(reader->file, setting, field->form, reader->error);
    variant_field_parse(field, "", &reader->variant);
    for (const ConfigNode *square = setting->first; square; square = square->next)
        if (!square->string || !variant_field_add_square(field, square->string, &reader->variant))
            return configfile_report_expected(reader->file, square, field->form, reader->error);
    return true;
}

static bool read_field(VariantReader *reader, const VariantField *field,
                       const ConfigNode *setting) {
    char text[VARIANT_START_SIZE];
    if (field->kind == VARIANT_FIELD_SQUARES)
        return read_squares(reader, field, setting);
    if (field->kind != VARIANT_FIELD_NUMBER)
        return configfile_text(reader->file, setting, field->form, text, sizeof text,
                               reader->error) &&
               (variant_field_parse(field, text, &reader->variant) ||
                configfile_report_expected(reader->file, setting, field->form, reader->error));
    return (setting->type == CONFIG_NUMBER &&
            variant_field_set_number(field, setting->number, &reader->variant)) ||
           configfile_report_expected(reader->file, setting, field->form, reader->error);
}

/* ---- a definition ---- */

static bool check_name(const VariantReader *reader, const ConfigNode *setting) {
    const char *name = setting->name;
    bool known = strcmp(name, base_name) == 0 || strcmp(name, name_name) == 0;
    Suggestion closest = {name, "", INT_MAX};
    char suggested[SUGGESTION_SIZE];
    text_suggest(&closest, base_name);
    text_suggest(&closest, name_name);
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++) {
        known = known || strcmp(name, variant_fields[i].name) == 0;
        text_suggest(&closest, variant_fields[i].name);
    }
    if (known)
        return true;
    error_set(reader->error, ERROR_SYNTAX, "not a setting of a variant%s",
              text_suggestion(&closest, "", suggested));
    return configfile_error_at(reader->file, setting, reader->error);
}

static bool read_fields(VariantReader *reader) {
    const ConfigNode *setting = configfile_find(reader->group, base_name);
    if (setting && !read_base(reader, setting))
        return false;
    setting = configfile_find(reader->group, name_name);
    if (!configfile_text(reader->file, setting, name_form, reader->variant.name, VARIANT_NAME_SIZE,
                         reader->error))
        return false;
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++) {
        setting = configfile_find(reader->group, variant_fields[i].name);
        if (setting && !read_field(reader, &variant_fields[i], setting))
            return false;
    }
    return true;
}

/* Normalizes the start position, so that variants can be compared. */
static void normalize_start(Variant *variant) {
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

static bool check_name_is_free(const Variant *variant, Error *error) {
    const Variant *builtin = variant_find_ignore_case(variant->name);
    if (builtin)
        return error_set(error, ERROR_STATE,
                         "there is a built-in variant \"%s\"; choose another name", builtin->name);
    if (variantfile_is_path(variant->name))
        return error_set(error, ERROR_SYNTAX,
                         "this looks like the name of a file; choose one without .conf or .cfg at "
                         "its end");
    return true;
}

static bool check_variant(const VariantReader *reader, Variant *variant) {
    const char *field;
    Error why = {0};
    if (variant_check(variant, &field, &why)) {
        normalize_start(variant);
        if (check_name_is_free(variant, &why))
            return true;
        field = name_name;
    }
    const ConfigNode *setting = configfile_find(reader->group, field);
    if (!setting)
        error_prefix(&why, "%s: ", field);
    configfile_error_at(reader->file, setting ? setting : reader->group, &why);
    return error_set(reader->error, why.code, "%s", why.text);
}

bool variantfile_read_group(const ConfigFile *file, const ConfigNode *group, const Variant *known,
                            int known_count, Variant *variant, Error *error) {
    VariantReader reader = {.file = file,
                            .group = group,
                            .known_variants = known,
                            .known_count = known_count,
                            .variant = *variant_default(),
                            .error = error};
    if (group->type != CONFIG_GROUP)
        return configfile_report_expected(file, group, "a variant as a group { name = ...; }",
                                          error);
    for (const ConfigNode *setting = group->first; setting; setting = setting->next)
        if (!check_name(&reader, setting))
            return false;
    if (!configfile_find(group, name_name)) {
        error_set(error, ERROR_SYNTAX, "a variant needs a name, as in name = \"mine\";");
        return configfile_error_at(file, group, error);
    }
    if (!read_fields(&reader) || !check_variant(&reader, &reader.variant))
        return false;
    *variant = reader.variant;
    return true;
}

/* ---- a file ---- */

static bool check_root(const ConfigFile *file, const ConfigNode *root, Error *error) {
    for (const ConfigNode *found = root->first; found; found = found->next) {
        if (strcmp(found->name, "variant") != 0) {
            error_set(error, ERROR_SYNTAX, "expected nothing but variant = { ... }");
            return configfile_error_at(file, found, error);
        }
    }
    return true;
}

static bool read_file(const char *path, Variant *variant, Error *error) {
    ConfigFile file;
    if (!configfile_open(&file, path, error))
        return false;
    const ConfigNode *group = configfile_find(file.root, "variant");
    bool good = false;
    if (!group)
        error_set(error, ERROR_SYNTAX, "%s: expected variant = { name = ...; }, found none",
                  file.shown);
    else
        good = check_root(&file, file.root, error) &&
               variantfile_read_group(&file, group, NULL, 0, variant, error);
    configfile_close(&file);
    return good;
}

bool variantfile_is_path(const char *text) {
    return strchr(text, '/') || text_ends_with(text, ".conf") || text_ends_with(text, ".cfg");
}

static bool report_unknown_name(const char *name, Error *error) {
    char known[200] = "";
    size_t used = 0;
    const Variant *builtin;
    for (size_t i = 0; (builtin = variant_builtin(i)) && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 builtin->name);
    char shown[QUOTE_SIZE];
    return error_set(error, ERROR_SYNTAX,
                     "expected a variant (%s) or a file (with a \"/\" in its name, or ending in "
                     ".conf or .cfg), found %s",
                     known, text_quote(name, shown));
}

bool variantfile_load(const char *name_or_path, Variant *variant, Error *error) {
    if (variantfile_is_path(name_or_path))
        return read_file(name_or_path, variant, error);
    const Variant *builtin = variant_find_ignore_case(name_or_path);
    if (!builtin)
        return report_unknown_name(name_or_path, error);
    *variant = *builtin;
    return true;
}
