#include <config.h>

#include "rules/gametags.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/variant_field.h"

/* --- the list --- */

void gametags_add(GameTags *tags, GameTag tag) {
    tags->tags = memory_resize(tags->tags, tags->count + 1, sizeof *tags->tags);
    tags->tags[tags->count++] = tag;
}

void gametags_free(GameTags *tags) {
    for (size_t i = 0; i < tags->count; i++) {
        free(tags->tags[i].name);
        free(tags->tags[i].value);
    }
    free(tags->tags);
    *tags = (GameTags){0};
}

const GameTag *gametags_find(const GameTags *tags, const char *name) {
    for (size_t i = 0; i < tags->count; i++)
        if (strcmp(tags->tags[i].name, name) == 0)
            return &tags->tags[i];
    return NULL;
}

void gametags_write(const char *name, const char *value, Buffer *file) {
    buffer_add_string(file, "[");
    buffer_add_string(file, name);
    buffer_add_string(file, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buffer_add_string(file, "\\");
        buffer_add(file, value, 1);
    }
    buffer_add_string(file, "\"]\n");
}

/* --- the definition of a variant --- */

/* An empty value is written as "-". */
static const char nothing[] = "-";

static const char variant_tag[] = "Variant";

static const VariantField *find_variant_field(const char *tag) {
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++)
        if (strcmp(variant_fields[i].tag, tag) == 0)
            return &variant_fields[i];
    return NULL;
}

/* Reads the tag if it is a field of a variant, and sets *defines if so. */
static bool read_variant_field(const GameTag *tag, Variant *variant, bool *defines, Error *error) {
    char excerpt[EXCERPT_SIZE];
    if (strncmp(tag->name, variant_tag, strlen(variant_tag)) != 0 ||
        strcmp(tag->name, variant_tag) == 0)
        return true;
    const VariantField *field = find_variant_field(tag->name);
    if (!field)
        return error_set(error, ERROR_SYNTAX, "%s is not a tag that defines a variant", tag->name);
    bool empty = field->kind != VARIANT_FIELD_TEXT && strcmp(tag->value, nothing) == 0;
    if (!variant_field_parse(field, empty ? "" : tag->value, variant))
        return error_set(error, ERROR_SYNTAX, "the %s tag: expected %s, found \"%s\"", tag->name,
                         field->tag_form, text_excerpt(tag->value, strlen(tag->value), excerpt));
    *defines = true;
    return true;
}

static bool check_definition(const Variant *variant, Error *error) {
    Error why = {0};
    const char *field;
    const Variant *builtin = variant_find(variant->name);
    if (!variant_check(variant, &field, &why))
        return error_set(error, why.code, "the variant %s: %s: %s", variant->name, field, why.text);
    if (builtin && !variant_same_rules(builtin, variant))
        return error_set(error, ERROR_STATE,
                         "the variant %s is built in and cannot be defined otherwise",
                         variant->name);
    return true;
}

bool gametags_read_variant(const GameTags *tags, Variant *variant, const GameTag **wrong_tag,
                           Error *error) {
    char excerpt[EXCERPT_SIZE];
    Variant defined = *variant_default();
    bool defines = false;
    for (size_t i = 0; i < tags->count; i++) {
        *wrong_tag = &tags->tags[i];
        if (!read_variant_field(*wrong_tag, &defined, &defines, error))
            return false;
        if (defines && !gametags_find(tags, variant_tag))
            return error_set(error, ERROR_SYNTAX, "%s without a Variant tag that names it",
                             (*wrong_tag)->name);
    }
    *wrong_tag = gametags_find(tags, variant_tag);
    const char *name = *wrong_tag ? (*wrong_tag)->value : defined.name;
    if (!defines && variant_find(name)) {
        *variant = *variant_find(name);
        return true;
    }
    if (strlen(name) >= sizeof defined.name)
        return error_set(error, ERROR_RANGE, "a variant's name has at most %d letters",
                         VARIANT_NAME_SIZE - 1);
    if (!defines)
        return error_set(error, ERROR_SYNTAX,
                         "there is no variant \"%s\", and the tags do not define it",
                         text_excerpt(name, strlen(name), excerpt));
    memcpy(defined.name, name, strlen(name) + 1);
    if (!check_definition(&defined, error))
        return false;
    *variant = defined;
    return true;
}

void gametags_write_variant(const Variant *variant, Buffer *file) {
    const Variant *builtin = variant_find(variant->name);
    gametags_write(variant_tag, variant->name, file);
    if (builtin && variant_same_rules(builtin, variant))
        return;
    Buffer value = {0};
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++) {
        buffer_clear(&value);
        variant_field_write(&variant_fields[i], variant, &value);
        gametags_write(variant_fields[i].tag, value.length > 0 ? value.bytes : nothing, file);
    }
    buffer_free(&value);
}
