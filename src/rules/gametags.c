#include <config.h>

#include "rules/gametags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "rules/coordinate.h"

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

/* A setting that has nothing in it is written as "-". */
static const char nothing[] = "-";

static bool read_start(const char *value, Variant *variant) {
    size_t length = strlen(value);
    if (length >= sizeof variant->start)
        return false;
    memcpy(variant->start, value, length + 1);
    return true;
}

static void write_start(const Variant *variant, Buffer *value) {
    buffer_add_string(value, variant->start);
}

static bool read_islands(const char *value, Variant *variant) {
    Bitboard islands = 0;
    for (const char *at = strcmp(value, nothing) == 0 ? "" : value; *at;) {
        Square square = square_parse(at);
        if (square == SQUARE_NONE || square_rank(square) != 4 || bitboard_has(islands, square))
            return false;
        islands |= square_bit(square);
        at += 2;
        if (*at == ' ' && at[1])
            at++;
        else if (*at)
            return false;
    }
    variant->islands = islands;
    return true;
}

static void write_islands(const Variant *variant, Buffer *value) {
    for (Bitboard left = variant->islands; left;) {
        char square[SQUARE_TEXT_SIZE];
        buffer_add_string(value, value->length > 0 ? " " : "");
        buffer_add_string(value, square_write(bitboard_pop(&left), square));
    }
}

/* The index of a word in a list that ends with NULL; -1 if it is not there. */
static int find_word(const char *const *words, const char *value) {
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], value) == 0)
            return i;
    return -1;
}

static bool read_pawns(const char *value, Variant *variant) {
    int word = find_word(pawns_words, value);
    variant->pawns = word < 0 ? variant->pawns : (PawnFamily)word;
    return word >= 0;
}

static void write_pawns(const Variant *variant, Buffer *value) {
    buffer_add_string(value, pawns_words[variant->pawns]);
}

static bool read_extra(const char *value, Variant *variant) {
    variant->elephante = strcmp(value, "T") == 0;
    return variant->elephante || strcmp(value, nothing) == 0 || value[0] == '\0';
}

static void write_extra(const Variant *variant, Buffer *value) {
    buffer_add_string(value, variant->elephante ? "T" : "");
}

static bool read_repetition(const char *value, Variant *variant) {
    int word = find_word(repetition_words, value);
    variant->repetition = word < 0 ? variant->repetition : (Repetition)word;
    return word >= 0;
}

static void write_repetition(const Variant *variant, Buffer *value) {
    buffer_add_string(value, repetition_words[variant->repetition]);
}

static bool read_quiet_plies(const char *value, Variant *variant) {
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || digits > 5 || value[digits] != '\0' || atoi(value) > VARIANT_QUIET_MAX)
        return false;
    variant->quiet_plies = atoi(value);
    return true;
}

static void write_quiet_plies(const Variant *variant, Buffer *value) {
    buffer_add_format(value, "%d", variant->quiet_plies);
}

static bool read_bare_lions(const char *value, Variant *variant) {
    int word = find_word(bare_lions_words, value);
    variant->bare_lions = word < 0 ? variant->bare_lions : (BareLions)word;
    return word >= 0;
}

static void write_bare_lions(const Variant *variant, Buffer *value) {
    buffer_add_string(value, bare_lions_words[variant->bare_lions]);
}

static const struct VariantField {
    const char *tag;
    const char *form; /* what a message says was expected */
    bool (*read)(const char *value, Variant *variant);
    void (*write)(const Variant *variant, Buffer *value);
} variant_fields[] = {
    {"VariantStart", "seven ranks such as gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ", read_start,
     write_start},
    {"VariantIslands", "squares of rank 4 such as \"a4 g4\", each once, or \"-\"", read_islands,
     write_islands},
    {"VariantPawns", "\"congo\" or \"mega\"", read_pawns, write_pawns},
    {"VariantExtra", "\"T\" or \"-\"", read_extra, write_extra},
    {"VariantRepetition", "\"draw\", \"illegal\" or \"none\"", read_repetition, write_repetition},
    {"VariantQuietPlies", "a number from 0 to 10000", read_quiet_plies, write_quiet_plies},
    {"VariantBareLions", "\"draw\", \"draw-unless-capture\" or \"play\"", read_bare_lions,
     write_bare_lions},
};
enum { VARIANT_FIELD_COUNT = sizeof variant_fields / sizeof variant_fields[0] };

static const char variant_tag[] = "Variant";

static const struct VariantField *find_variant_field(const char *tag) {
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++)
        if (strcmp(variant_fields[i].tag, tag) == 0)
            return &variant_fields[i];
    return NULL;
}

/* Reads the tag if it defines something about a variant; *defines tells. */
static bool read_variant_field(const GameTag *tag, Variant *variant, bool *defines, Error *error) {
    char excerpt[EXCERPT_SIZE];
    if (strncmp(tag->name, variant_tag, strlen(variant_tag)) != 0 ||
        strcmp(tag->name, variant_tag) == 0)
        return true;
    const struct VariantField *setting = find_variant_field(tag->name);
    if (!setting)
        return error_set(error, ERROR_SYNTAX, "%s is not a tag that defines a variant", tag->name);
    if (!setting->read(tag->value, variant))
        return error_set(error, ERROR_SYNTAX, "the %s tag: expected %s, found \"%s\"", tag->name,
                         setting->form, text_excerpt(tag->value, strlen(tag->value), excerpt));
    *defines = true;
    return true;
}

static bool check_definition(const Variant *variant, Error *error) {
    Error why = {0};
    const Variant *builtin = variant_find(variant->name);
    if (!variant_check(variant, &why))
        return error_set(error, why.code, "the variant %s: %s", variant->name, why.text);
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
        variant_fields[i].write(variant, &value);
        gametags_write(variant_fields[i].tag, value.length > 0 ? value.bytes : nothing, file);
    }
    buffer_free(&value);
}
